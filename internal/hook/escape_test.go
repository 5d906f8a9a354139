package hook

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/ptyio"
	"ccc/streamjson"
)

// enabled returns a state directory in which the launch's reviews are on, with this process as its claude.
func enabled(t *testing.T, launch string) state.Dir {
	t.Helper()
	d := state.Dir(t.TempDir())
	owner, ok := process.Of(os.Getpid())
	if _, err := d.Enable(launch, true, task.Files{}); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, err := d.Change(launch, func(s *state.State) { s.Owner = owner }); err != nil {
		t.Fatal(err)
	}
	return d
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// A process that the agent has detached (setsid, &) does not descend from claude. Its switch must still be examined.
func TestC11OffByADetachedProcess(t *testing.T) {
	d := enabled(t, "launch")
	if err := (Mode{State: d, Launch: "launch", Log: quiet()}).Off(); err != nil {
		t.Fatal(err)
	}
	s, err := d.Load("launch")
	if err != nil || !s.OffInDoubt() {
		t.Errorf("the launch is %+v, %v: want it off, until the transcript has told by whom", s, err)
	}
}

// If it is not known that the user has switched reviews off, the agent still gets its feedback.
func TestF11OffByTheAgentDuringAReview(t *testing.T) {
	d := enabled(t, "launch")
	c := &call{Hook: Hook{State: d, Launch: "launch", Log: quiet()}, input: Input{SessionID: "s"}}
	c.setup.Policy = task.Policy{MaxRounds: 3}
	for on, want := range map[time.Time]task.Action{time.Now(): task.GoOn, {}: task.Yield} {
		if _, err := d.Change("launch", func(s *state.State) { s.Enabled, s.EnabledAt = false, on }); err != nil {
			t.Fatal(err)
		}
		verdict := review.Result{ReviewerResult: review.ReviewerResult{Verdict: task.Verdict{Feedback: "a test is missing"}}}
		if got := c.recordReview(verdict, 1); got.Action != want {
			t.Errorf("switched off, to be looked at: %t: %v, want %v", !on.IsZero(), got.Action, want)
		}
	}
}

// Claude Code ends a hook soon after the time of one review. Then nobody learns that there was no review.
func TestF03NoTryAfterTheTimeIsUp(t *testing.T) {
	d := enabled(t, "launch")
	c := &call{Hook: Hook{State: d, Launch: "launch", Log: quiet()}, input: Input{SessionID: "s"}}
	c.setup.Policy = task.Policy{MaxRounds: 3}
	late := review.Result{ReviewerResult: review.ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient,
		Reason: errors.New("slow")}}}
	got := c.recordReview(late, lastTry)
	if got.Action != task.Yield || !strings.Contains(wording.Decision(got).String(), "not reviewed") {
		t.Errorf("after the last try: %+v, want that it was not reviewed", got)
	}
}

// The state is only set aside once, so the ccc that finds it unreadable must report it.
func TestF14CorruptStateAtSessionStart(t *testing.T) {
	d := enabled(t, "launch")
	if err := os.WriteFile(filepath.Join(string(d), "supervisor-launch.json"), []byte("{garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	us := func() (process.Process, bool) { return process.Of(os.Getpid()) }
	said, err := Start{State: d, Launch: "launch", Claude: us,
		Describe: func() []lang.Message { return nil }}.Run(Input{SessionID: "s", Source: "clear"})
	if err != nil || !strings.Contains(said.Message, "launch.json.corrupt-") {
		t.Errorf("the person reads %q, %v, want what became of the state", said.Message, err)
	}
}

// TestQ04PlainResume: in a claude that was started without ccc the user is told once that this session was reviewed
// before and is not reviewed now. For any other session there is no message.
func TestQ04PlainResume(t *testing.T) {
	d := state.Dir(t.TempDir())
	stop := func(session string) string {
		h := Hook{State: d, Lang: lang.English, Log: quiet(), Claude: caller, Print: func(string) {}}
		return h.Run(Input{SessionID: session}).Message
	}
	if said := stop("new"); said != "" {
		t.Errorf("of a session that was never reviewed: %q", said)
	}
	if err := os.WriteFile(d.Output("old"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := stop("old"); !strings.Contains(said, "ccc --resume old") {
		t.Errorf("of a session that was reviewed: %q", said)
	}
	if said := stop("old"); said != "" {
		t.Errorf("said again: %q", said)
	}
	named := Hook{State: d, Lang: lang.English, Log: quiet(), Named: true, Claude: func() (process.Process, bool) {
		return process.Process{}, true
	}}
	if said := named.Run(Input{SessionID: "old"}).Message; !strings.Contains(said, "until you type /supervisor") {
		t.Errorf("where /supervisor switches reviews on: %q", said)
	}

	agent, err := ptyio.Start(ptyio.Command{Path: "/bin/sleep", Args: []string{"100"}, Env: []string{}, Pipes: true})
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Kill()
	ofLoop := func() (process.Process, bool) { return process.Of(agent.Pid()) }
	h := Hook{State: d, Lang: lang.English, Log: quiet(), Claude: ofLoop, Print: func(string) {}}
	if said := h.Run(Input{SessionID: "old"}).Message; said != "" {
		t.Errorf("in the loop's agent: %q", said)
	}
}

// TestF05StoppedByTheUser: a review whose hook was killed because the user pressed Esc is told as one that the user
// stopped, also while the agent works on the next message. Claude's own file says that it was the user.
func TestF05StoppedByTheUser(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.says("build it")
	s.does("built")
	killed := state.Reviewer{Process: process.Process{Pid: 1, Start: "another"}, Since: time.Now(),
		Checks: "check unit: ok, 1.0s"}
	if _, err := s.state.Change("s", func(st *state.State) { st.Reviewer, st.Transcript = killed, s.file }); err != nil {
		t.Fatal(err)
	}
	wants := func(want string) {
		t.Helper()
		if _, why, err := s.mode().Status(); why.String() != "last stop not reviewed: "+want+" · check unit: ok, 1.0s" || err != nil {
			t.Errorf("status: %q, %v, want %q", why, err, want)
		}
	}
	wants("the review broke off")
	s.at = time.Now().Add(time.Second)
	s.says("[Request interrupted by user]")
	wants("you stopped the review")
	if _, err := s.state.Change("l", func(l *state.State) { l.Newest = "s" }); err != nil {
		t.Fatal(err)
	}
	if got := AtEnd(s.state, s.dir, "l"); len(got) != 1 ||
		got[0].String() != "last stop not reviewed: you stopped the review · check unit: ok, 1.0s" {
		t.Errorf("at claude's end: %q", got)
	}
	if err := recordSent(s.state, Input{SessionID: "s", Transcript: s.file, Prompt: "go on"}, true); err != nil {
		t.Fatal(err)
	}
	s.says("go on")
	s.does("went on")
	wants("you stopped the review")
}

// TestFindingsAfterEsc: if the user has stopped each review of a task, /supervisor findings does not tell of the
// findings of the task before, and not that the reviews have found nothing.
func TestFindingsAfterEsc(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.answer("not: a test is missing", "done")
	s.says("one")
	s.does("did one")
	s.held(s.stop(""))
	s.does("did more")
	s.wants(s.stop(""), "", "review 2 of 3: completed")
	s.wait = stoppedWait
	s.says("two")
	s.does("did two")
	s.wants(s.stop(""), "")
	m := s.mode()
	if _, err := s.state.Change("l", func(l *state.State) { l.Newest = "s" }); err != nil {
		t.Fatal(err)
	}
	const want = "no review of this task has given a verdict yet; the agent is reviewed when it stops\n" +
		"last stop not reviewed: the review was stopped"
	if got, err := m.listFindings(s.dir, "s"); err != nil || got.String() != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
