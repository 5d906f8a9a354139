package supervision

import (
	"slices"
	"testing"
	"time"

	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
)

// TestAskedIn: a session that is resumed in the loop is judged by what its user has asked for since its last completed
// task.
func TestAskedIn(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC) }
	told := transcript.Transcript{Messages: []transcript.Message{{Text: "one", Time: at(1)}, {Text: "two", Time: at(3)}}}
	ended := func(completed bool, end task.End) state.State {
		return state.State{State: task.State{Ended: end, Verdict: &task.Verdict{Completed: completed, At: at(2)}}}
	}
	for name, tt := range map[string]struct {
		before state.State
		want   []string
	}{
		"never reviewed": {state.State{}, []string{"one", "two"}},
		"not completed":  {ended(false, ""), []string{"one", "two"}},
		"completed":      {ended(true, ""), []string{"two"}},
		"accepted":       {ended(false, task.EndedAccepted), []string{"two"}},
	} {
		if got := askedIn(told, tt.before); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
