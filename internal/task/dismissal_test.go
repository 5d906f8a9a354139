package task

import (
	"testing"
)

// TestL06DismissIsNoTask: what begins with dismiss never goes to the agent as a task.
func TestL06DismissIsNoTask(t *testing.T) {
	for words, want := range map[string]string{
		"dismiss": "", "dismiss F3: not wanted": "F3: not wanted", "Dismiss 3": "3", "dismiss\tF2,F3": "F2,F3",
		"dismiss: F3": "F3",
	} {
		if got, ok := DismissalIn(words); !ok || got != want {
			t.Errorf("%q: %q, %v, want %q", words, got, ok, want)
		}
	}
	for _, words := range []string{"", "do not dismiss F3", "dismissed dialogs come back"} {
		if got, ok := DismissalIn(words); ok {
			t.Errorf("%q is taken for %q", words, got)
		}
	}
}
