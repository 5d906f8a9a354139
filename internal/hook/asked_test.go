package hook

import (
	"slices"
	"testing"
)

// TestAsked: a task that is not done leaves behind what the user asked for, because a loop that goes on with the
// session tells its reviewers; a completed task leaves nothing.
func TestAsked(t *testing.T) {
	s := newSession(t)
	asked := func(want ...string) {
		t.Helper()
		if got, err := s.state.Load("s"); err != nil || !slices.Equal(got.Asked, want) {
			t.Errorf("%q, %v; want %q", got.Asked, err, want)
		}
	}
	s.answer("not: no test", "done")
	s.says("do it")
	s.does("did it")
	s.held(s.stop(""))
	asked("do it")
	s.does("a test, too")
	s.stop("")
	asked()
}
