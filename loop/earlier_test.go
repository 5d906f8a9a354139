package loop

import (
	"testing"
	"time"

	"ccc/internal/task"
)

// TestEarlierMessages: what the user asked for in the launch before belongs to the task until that is done, and to no
// other session.
func TestEarlierMessages(t *testing.T) {
	begin := func() machine {
		return Config{Earlier: []string{"build it"}}.machine().addMessage("go on", time.Now())
	}
	if m := begin(); len(m.earlier) != 1 || len(m.messages) != 1 {
		t.Errorf("the task has %q and %q", m.earlier, m.messages)
	}
	m := begin()
	m.task.Ended = task.EndedCompleted
	if m = m.addMessage("something else", time.Now()); len(m.earlier) != 0 || len(m.messages) != 1 {
		t.Errorf("the next task has %q and %q", m.earlier, m.messages)
	}
	if m, _ = begin().switchSession(event{kind: eventSwitch, text: "other", now: time.Now()}); len(m.earlier) != 0 {
		t.Errorf("the other session has %q", m.earlier)
	}
}
