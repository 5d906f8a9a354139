package loop

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
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
	m, _ = Config{Earlier: []string{"build it"}}.machine().reviewNow(event{kind: eventReviewNow, text: "build it"})
	if asked := slices.Concat(m.earlier, m.messages); !slices.Equal(asked, []string{"build it"}) {
		t.Errorf("a review before the agent's first turn is of %q", asked)
	}
	m, _ = Config{Earlier: []string{"build it", "go on"}}.machine().resume(event{text: "go on", saved: &Saved{Session: "s"}})
	if asked := m.asked(); !slices.Equal(asked, []string{"build it", "go on"}) {
		t.Errorf("a task that a launch before has begun there is %q", asked)
	}
	if m, _ = begin().switchSession(event{kind: eventSwitch, text: "other", now: time.Now()}); len(m.earlier) != 0 {
		t.Errorf("the other session has %q", m.earlier)
	}
}

// TestAskedIsKept: a message that the agent gets while it works is kept before it is sent. One that was taken back is
// not kept, and neither is what belongs to a task that is done.
func TestAskedIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.work("half")
			a.echo(a.read())
			for a.read().Request.Subtype != "interrupt" { // "no, wait" stays in claude's queue
			}
			a.result(aborted)
			for {
				a.read()
			}
		})
		l.verdicts, l.config.Stay, l.config.Earlier = []Verdict{{Completed: true}}, true, []string{"build it"}
		kept := "nothing"
		l.config.Asked = func(session string, messages []string) {
			l.note(func() { kept = session + ": " + strings.Join(messages, ", ") })
		}
		var got []string
		l.run(t.Context(), func() {
			for _, in := range []Input{
				{Text: "fix it"}, {Text: "and the docs"}, {Text: "no, wait"}, {Kind: Stop}, {Kind: ReviewNow},
				{Text: "something else"}, {Kind: Quit},
			} {
				l.do(in)
				synctest.Wait()
				l.note(func() { got = append(got, kept) })
			}
		})
		want := []string{
			"session-1: build it, fix it", "session-1: build it, fix it, and the docs",
			"session-1: build it, fix it, and the docs, no, wait", "session-1: build it, fix it, and the docs",
			"session-1: ", "session-1: something else",
		}
		if !slices.Equal(got, want) {
			t.Errorf("kept\n%q, want\n%q", got, want)
		}
	})
}
