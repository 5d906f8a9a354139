package supervision

import (
	"cmp"
	"log/slog"
	"slices"
	"testing"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/loop"
)

// TestAskedIn: a session that is resumed in the loop is judged by what its user has asked for since its last completed
// task.
func TestAskedIn(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC) }
	told := transcript.Transcript{Messages: []transcript.Message{{Text: "one", Time: at(1)}, {Text: "two", Time: at(3)}}}
	ended := func(completed bool, end task.End, minute int) state.State {
		verdict := task.Verdict{Completed: completed, At: at(minute)}
		return state.State{State: task.State{Ended: end, Verdict: &verdict}}
	}
	for name, tt := range map[string]struct {
		before state.State
		want   []string
		open   string
	}{
		"never reviewed":   {state.State{}, []string{"one", "two"}, "one"},
		"not completed":    {ended(false, "", 2), []string{"one", "two"}, "one"},
		"completed":        {ended(true, "", 2), []string{"two"}, "two"},
		"accepted":         {ended(false, task.EndedAccepted, 2), []string{"two"}, "two"},
		"nothing is open":  {ended(true, "", 4), nil, ""},
		"nothing, by word": {ended(false, task.EndedAccepted, 4), nil, ""},
	} {
		if got := askedIn(told, tt.before); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		got, first := lastExchange(claude.Session{}, told, tt.before), cmp.Or(tt.open, "two")
		if got.First != first || got.Open != tt.open {
			t.Errorf("%s: the task began with %q, open %q; want %q, %q", name, got.First, got.Open, first, tt.open)
		}
	}
}

// TestQuestionLeft: a session that goes on shows the reviewer's question until the user has said something there.
func TestQuestionLeft(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	told := transcript.Transcript{Messages: []transcript.Message{{Text: "fix it", Time: at}}}
	asked := task.Verdict{Blocked: true, Feedback: "Which port?", At: at.Add(time.Minute)}
	earlier, completed := asked, task.Verdict{Completed: true, Feedback: "Well done.", At: asked.At}
	earlier.At = at.Add(-time.Minute)
	for name, tt := range map[string]struct {
		before task.State
		want   string
	}{
		"asked":     {task.State{Verdict: &asked}, "the last review asked you:\nWhich port?"},
		"accepted":  {task.State{Verdict: &asked, Ended: task.EndedAccepted}, ""},
		"answered":  {task.State{Verdict: &earlier}, ""},
		"completed": {task.State{Verdict: &completed}, ""},
		"none":      {task.State{}, ""},
	} {
		got := lastExchange(claude.Session{}, told, state.State{State: tt.before}).Question
		if text := lang.English.Text(got); text != tt.want {
			t.Errorf("%s: %q, want %q", name, text, tt.want)
		}
	}
}

// TestL05VerdictAfterACompletedTask: a verdict in the loop is of another task than the one that was completed in
// claude's own screen before, so its open findings are left for the next launch.
func TestL05VerdictAfterACompletedTask(t *testing.T) {
	found := []task.Finding{{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker}}
	for _, before := range []task.End{task.EndedCompleted, task.EndedAccepted, task.EndedRounds} {
		r := &reviews{}
		r.State, r.Dir, r.Log = state.Dir(t.TempDir()), t.TempDir(), slog.New(slog.DiscardHandler)
		r.guard = func() {}
		if _, err := r.State.Change("s", func(s *state.State) { s.Ended = before }); err != nil {
			t.Fatal(err)
		}
		r.saveVerdict("s", loop.Verdict{Findings: found})
		r.wait()
		saved, err := r.State.Load("s")
		if left := r.State.LeftFindings(r.Dir, saved); err != nil || len(left) != 1 || saved.TaskEnd() != "" {
			t.Errorf("after a task that ended %q: %v, %+v, the task ended %q", before, err, left, saved.TaskEnd())
		}
	}
}
