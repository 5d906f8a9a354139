package hook

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
)

// TestA07F03Count: the count is in the state before the reviewer starts, and the user reads which review it was.
func TestA07F03Count(t *testing.T) {
	s := newSession(t)
	s.answer("not: test it", "done")
	s.says("build it")
	s.does("built")
	d := s.stop("")
	s.wants(d, "block", "review 1 of 3: not completed · F1 new · nothing checked · $0.25")
	if d.Reason != "test it" {
		t.Errorf("the agent gets %q", d.Reason)
	}
	s.held(d)
	s.does("tested")
	s.wants(s.stop(`,"stop_hook_active":true`), "", "review 2 of 3: completed · F1 closed · nothing checked · $0.25")
	for n := range 2 {
		var before state.State
		err := json.Unmarshal([]byte(s.read(numbered(s.dir, "state", n+1))), &before)
		if err != nil || before.Count != n+1 {
			t.Errorf("at the start of review %d the state says %d, %v", n+1, before.Count, err)
		}
	}
	for _, want := range []string{
		`msg="supervisor-hook invoked" session_id=s count=0 enabled=true`,
		`msg="stop held" session_id=s count=1 why="held: not completed"`,
		`msg="supervisor-hook invoked" session_id=s count=1 enabled=true`,
		`msg="stop allowed" session_id=s count=2 why=completed`,
	} {
		if !strings.Contains(s.log(), want) {
			t.Errorf("the log has no %s:\n%s", want, s.log())
		}
	}
}

// TestF04Completed: completed tasks do not use up the limit: each message after one begins a new count.
func TestF04Completed(t *testing.T) {
	s := newSession(t)
	for _, text := range []string{"one", "two", "three", "four", "five"} {
		s.answer("done")
		s.says(text)
		s.does("did " + text)
		s.wants(s.stop(""), "", "review 1 of 3: completed")
		if now := s.now(); now.Ended != task.EndedCompleted || now.Count != 1 {
			t.Errorf("after %s: ended %q, count %d", text, now.Ended, now.Count)
		}
	}
}

// TestF04Limit: at a limit each stop says so, and a new message begins a new count.
func TestF04Limit(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "not: b", "not: c", "done")
	s.says("build it")
	for _, word := range []string{"one", "two", "three"} {
		s.does(word)
		d := s.stop("")
		if word != "three" {
			s.held(d)
			continue
		}
		s.wants(d, "", "review 3 of 3: not completed",
			"not completed after 3 reviews, which is the limit. The feedback was:\nF1: c\n",
			"Your next message begins a new count.")
	}
	if now := s.now(); now.Ended != task.EndedRounds {
		t.Errorf("ended %q", now.Ended)
	}
	s.does("background work brought me back")
	s.wants(s.stop(""), "",
		"not reviewed: not completed after 3 reviews, which is the limit. Your next message begins a new count.")
	s.says("go on")
	s.does("four")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
	if s.reviews() != 4 {
		t.Errorf("%d reviews, want 4", s.reviews())
	}
	if asked := s.asked(4); !strings.Contains(asked, "build it") || !strings.Contains(asked, "go on") {
		t.Errorf("the task goes on, and the reviewer is asked %s", asked)
	}
}

// TestF05NoVerdict: a failed review is tried once more. If there is still no verdict it is not counted, and the user is
// told so.
func TestF05NoVerdict(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "error", "error", "error", "done", "limit", "not: b")
	s.says("build it")
	s.does("built")
	s.held(s.stop(""))
	s.does("again")
	s.wants(s.stop(""), "", "this stop was not reviewed: API Error: 529 overloaded")
	if now := s.now(); now.Count != 1 || now.Ended != "" {
		t.Errorf("count %d, ended %q, want 1 and nothing", now.Count, now.Ended)
	}
	s.does("once more")
	s.wants(s.stop(""), "", "review 2 of 3: completed") // at the second try
	s.says("and more")
	s.does("more")
	s.wants(s.stop(""), "", "this stop was not reviewed: ")
	if now := s.now(); now.Count != 0 {
		t.Errorf("count %d after a limit, want 0", now.Count)
	}
	s.does("still more")
	s.wants(s.stop(""), "block", "review 1 of 3: not completed")
}

// TestF05Timeout: claude ends a hook after its timeout without a message, so all tries together have the time of one
// review.
func TestF05Timeout(t *testing.T) {
	s := newSession(t)
	s.says("build it")
	s.does("built")
	in, err := ReadInput(strings.NewReader(s.input("")), "")
	if err != nil {
		t.Fatal(err)
	}
	h := hookIn(s.dir)
	prepare := h.Prepare
	h.Prepare = func(in Input) (Setup, error) {
		setup, err := prepare(in)
		setup.Review.Timeout = 100 * time.Millisecond
		return setup, err
	}
	s.wants(h.Run(in), "", "this stop was not reviewed: the reviewer took longer than 100ms")
	if now := s.now(); now.Count != 0 || s.reviews() > 1 {
		t.Errorf("count %d after %d reviews, want 0 after one", now.Count, s.reviews())
	}
}

// hookProcess is a hook in its own process.
type hookProcess struct {
	*hookSession
	cmd *exec.Cmd
	out bytes.Buffer
	err *bufio.Reader
}

// start starts a hook. In the role "hook" our claude calls it, in the role "claude" another claude.
func (s *hookSession) start(role, more string) *hookProcess {
	s.Helper()
	path, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	p := &hookProcess{hookSession: s, cmd: exec.Command(path)}
	p.cmd.Env = append(os.Environ(), roleEnv+"="+role, dirEnv+"="+s.dir, "GORACE=atexit_sleep_ms=0")
	p.cmd.Stdin, p.cmd.Stdout = strings.NewReader(s.input(more)), &p.out
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		s.Fatal(err)
	}
	p.err = bufio.NewReader(stderr)
	if err := p.cmd.Start(); err != nil {
		s.Fatal(err)
	}
	return p
}

// reviewing waits until the hook has started its reviewer.
func (p *hookProcess) reviewing() {
	p.Helper()
	if line, err := p.err.ReadString('\n'); err != nil || line != "the reviewer: system\n" {
		p.Fatalf("the hook says %q, %v, and starts no reviewer", line, err)
	}
}

// decision returns the decision of the hook after its end.
func (p *hookProcess) decision() (d Decision) {
	p.Helper()
	_, _ = io.Copy(io.Discard, p.err) // to its end
	if err := p.cmd.Wait(); err != nil {
		p.Fatal(err)
	}
	if p.out.Len() > 0 {
		if err := json.Unmarshal(p.out.Bytes(), &d); err != nil {
			p.Fatalf("%v: %s", err, p.out.String())
		}
	}
	return d
}

// TestF05Killed: a hook that is killed in the middle of a review is not counted.
func TestF05Killed(t *testing.T) {
	s := newSession(t)
	s.says("build it")
	s.does("built")
	h := s.start("hook", "")
	h.reviewing()
	if now := s.now(); now.Count != 1 {
		t.Errorf("while the review runs the count is %d", now.Count)
	}
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.cmd.Wait() // killed
	s.answers = 1
	s.answer("not: a")
	s.does("again")
	s.wants(s.stop(""), "block", "review 1 of 3: not completed")
}

// TestF03Chinese: messages are in the user's language.
func TestF03Chinese(t *testing.T) {
	s := newSession(t)
	s.answer("not: 测试", "error", "error")
	s.says("build it")
	chinese := func() Decision {
		t.Helper()
		in, err := ReadInput(strings.NewReader(s.input("")), "")
		if err != nil {
			t.Fatal(err)
		}
		h := hookIn(s.dir)
		prepare := h.Prepare
		h.Lang = lang.Chinese
		h.Prepare = func(in Input) (Setup, error) {
			setup, err := prepare(in)
			setup.Lang, setup.Policy.MaxRounds = lang.Chinese, 1
			return setup, err
		}
		return h.Run(in)
	}
	s.does("built")
	s.wants(chinese(), "", "[SUPERVISOR] 第 1 次审查，最多 1 次：未完成 · F1 新发现 · 没有查看任何内容 · $0.25\n",
		"审查 1 次后仍未完成，已达到上限。反馈是：\nF1: 测试\n你发下一条消息后会重新计数。")
	s.does("more")
	s.wants(chinese(), "", "[SUPERVISOR] 没有审查：审查 1 次后仍未完成，已达到上限。你发下一条消息后会重新计数。")
	s.says("go on")
	s.does("still more")
	s.wants(chinese(), "", "[SUPERVISOR] Agent 这次停下没有审查：API Error: 529 overloaded")
}

// TestF03StateCannotBeKept: if the state cannot be written, the user is told and the agent may stop.
func TestF03StateCannotBeKept(t *testing.T) {
	s := newSession(t)
	s.says("build it")
	s.does("built")
	if err := os.Mkdir(filepath.Join(string(s.state), "supervisor-s.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.wants(s.stop(""), "", "[SUPERVISOR] no review, stop allowed: ", "supervisor-s.json")
	if s.reviews() != 0 {
		t.Error("it is reviewed all the same")
	}
	if !strings.Contains(s.log(), `msg="supervisor-hook invoked" session_id=s`) {
		t.Errorf("the call is not in the log:\n%s", s.log())
	}
}

// TestDecided7TwoIDs: whether reviews are on belongs to the launch, the count belongs to the session. Switching on
// begins a new count for all sessions.
func TestDecided7TwoIDs(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "not: b", "not: c")
	s.says("build it")
	s.does("built")
	s.held(s.stop(""))
	s.does("more")
	d := s.stop("")
	s.wants(d, "block", "review 2 of 3")
	s.held(d)
	s.on()
	s.does("still more")
	s.wants(s.stop(""), "block", "review 1 of 3")
	launch, err := s.state.Load("l")
	if err != nil || !launch.Enabled || launch.Count != 0 || s.now().Enabled {
		t.Errorf("launch %+v, %v, session %+v", launch, err, s.now())
	}
}
