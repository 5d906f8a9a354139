package supervision

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/loop"
)

// TestAskedBefore: a session that goes on in the loop is judged by what its user has asked for since its last task was
// done.
func TestAskedBefore(t *testing.T) {
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
		got, first := lastExchange(claude.Session{}, told, tt.before), cmp.Or(tt.open, "two")
		if !slices.Equal(got.Asked, tt.want) {
			t.Errorf("%s: %q, want %q", name, got.Asked, tt.want)
		}
		if got.First != first || got.Open != tt.open {
			t.Errorf("%s: the task began with %q, open %q; want %q, %q", name, got.First, got.Open, first, tt.open)
		}
	}
}

// TestAskedThatClaudeLacks: what ccc has stored counts although claude's file lacks it, and once if the file has it,
// too. What was taken back, so that only the file has it, does not come back. What the user has said since without ccc
// counts.
func TestAskedThatClaudeLacks(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	file := func(texts ...string) (told transcript.Transcript) { // one a minute
		for i, text := range texts {
			told.Messages = append(told.Messages, transcript.Message{Text: text, Time: at.Add(time.Duration(i) * time.Minute)})
		}
		return told
	}
	sent := []string{"fix it", "and the docs \n"}
	for name, tt := range map[string]struct {
		told   transcript.Transcript
		asked  []string
		minute int // until which ccc knows all
		want   []string
	}{
		"lacks one":           {file("fix it"), sent, 1, sent},
		"has both":            {file("fix it", "and the docs"), sent, 1, sent},
		"has one later":       {file("fix it", "taken back", "and the docs"), sent, 2, sent},
		"killed, and has one": {file("fix it", "and the docs"), sent, 0, sent},
		"said without ccc": {file("fix it", "taken back", "more"), sent, 2,
			[]string{"fix it", "and the docs \n", "more"}},
		"done":            {file("fix it", "and the docs"), nil, 2, nil},
		"done, and more":  {file("fix it", "and the docs", "more"), nil, 2, []string{"more"}},
		"claude has none": {file(), sent, 2, sent},
	} {
		var before state.State
		before.SetAsked(tt.asked, at.Add(time.Duration(tt.minute)*time.Minute))
		if got := saidInTask(tt.told, before); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		got := lastExchange(claude.Session{}, tt.told, before)
		if len(tt.want) > 0 && got.Said != tt.want[len(tt.want)-1] || !slices.Equal(got.Asked, tt.want) {
			t.Errorf("%s: the last message is %q, all are %q; want %q", name, got.Said, got.Asked, tt.want)
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

// TestAskedIsStored: what the user has asked for is in the session's state before there is a verdict, masked, and gone
// once the user has accepted the task.
func TestAskedIsStored(t *testing.T) {
	r := &reviews{}
	r.State, r.Dir, r.Log = state.Dir(t.TempDir()), t.TempDir(), slog.New(slog.DiscardHandler)
	r.guard, r.Review.Mask = func() {}, secret.New("the-token-of-mine")
	stored := func() string {
		r.wait()
		s, err := r.State.Load("s")
		return fmt.Sprint(s.OpenMessages(), err)
	}
	r.saveAsked("s", []string{"use the-token-of-mine", strings.Repeat("x", 1<<20)})
	if got := stored(); strings.Contains(got, "token-of-mine") || !strings.Contains(got, "xxx") || len(got) > 17<<10 {
		t.Errorf("stored: %.80q, %d bytes", got, len(got))
	}
	r.saveAccepted("s")
	if got := stored(); got != "[] <nil>" {
		t.Errorf("after the task was accepted: %.80q", got)
	}
	r.saveAsked("s", []string{"something else"})
	if got := stored(); got != "[something else] <nil>" {
		t.Errorf("of a new task: %.80q", got)
	}
}

// TestListedByFirstMessage: the list of sessions has what the user asked for first in each, and its title.
func TestListedByFirstMessage(t *testing.T) {
	said := func(words string) string {
		return `{"type":"user","message":{"role":"user","content":"` + words + `"},"uuid":"` + words + `"}` + "\n"
	}
	const title = `{"type":"custom-title","customTitle":"big parser"}` + "\n"
	for file, want := range map[string]string{
		said(`write the parser\nin Go`) + said("go on"):  "write the parser",
		said("write the parser") + title + said("go on"): "big parser · write the parser",
	} {
		one := claude.Session{ID: "0ld0ld01-0000", Path: filepath.Join(t.TempDir(), "s.jsonl"),
			Last: time.Date(2026, 11, 20, 9, 1, 0, 0, time.UTC)}
		if err := os.WriteFile(one.Path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, rows := Resumable([]claude.Session{one})
		if want = "2026-11-20 09:01\t0ld0ld01\t" + want; !slices.Equal(rows, []string{want}) {
			t.Errorf("%s: %q, want %q", file, rows, want)
		}
	}
}
