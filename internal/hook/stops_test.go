package hook

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/state"
)

// TestF06BackgroundShell: a stop with a shell in the background is reviewed at once, and the reviewer is told what
// runs.
func TestF06BackgroundShell(t *testing.T) {
	s := newSession(t)
	s.answer("done", "done")
	s.says("start the server")
	s.does("it runs")
	const running = `,"background_tasks":[{"id":"b1","type":"shell","status":"running","command":"npm run dev"}]`
	s.wants(s.stop(running), "", "review 1 of 3: completed")
	if !strings.Contains(s.asked(1), "This runs on in the background, and may do so for long: npm run dev") {
		t.Errorf("the reviewer is asked %s", s.asked(1))
	}
	s.says("more")
	s.does("more done") // a task of a kind that nobody knows is something that runs on
	s.wants(s.stop(`,"background_tasks":["b1",{"id":"b2","type":"of a later claude"}]`), "", "review 1 of 3: completed")
}

// TestF07Subagents: the review waits for the stop after the subagents have returned, even if the agent then says the
// same.
func TestF07Subagents(t *testing.T) {
	s := newSession(t)
	s.answer("done")
	s.says("look into it")
	s.does("They are at it.")
	const running = `,"background_tasks":[{"id":"a1","type":"subagent","agent_type":"Explore","description":"look"}]`
	s.wants(s.stop(running), "",
		"not reviewed yet: subagents that work in the background: 1; the review follows when "+
			"they are done and the agent stops")
	if now := s.now(); s.reviews() != 0 || now.Count != 0 {
		t.Errorf("%d reviews, count %d", s.reviews(), now.Count)
	}
	s.add(`"type":"user","message":{"role":"user","content":"<task-notification>a1 is done</task-notification>"}`)
	s.does("They are back.")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
}

// TestF10BackAgain: a stop after background work has returned differs from the stop before, though the turn and the
// agent's words are the same. 2.1.5 does not even pass the words to the hook.
func TestF10BackAgain(t *testing.T) {
	s := newSession(t)
	s.answer("error", "error", "done")
	s.says("look into it")
	s.does("Done.")
	s.wants(s.stop(""), "", "this stop was not reviewed")
	s.add(`"type":"user","message":{"role":"user","content":"<task-notification>b1 is done</task-notification>"}`)
	s.does("Done.")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
}

// TestF10LateFile: if the session's file does not show the stop in time, it is reviewed and not taken for the previous
// one.
func TestF10LateFile(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "not: b")
	s.says("build it")
	s.does("Done.")
	s.wants(s.stop(""), "block", "review 1 of 3")
	s.add(`"type":"system","subtype":"stop_hook_summary"`)
	s.wants(s.stop(""), "block", "review 2 of 3")
}

// TestF10OneAfterTheOther: a second hook for the same stop allows it. The next stop with the same input is a new one.
func TestF10OneAfterTheOther(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "not: b", "not: c")
	s.says("build it")
	s.does("Done.")
	d := s.stop("")
	s.wants(d, "block", "review 1 of 3")
	s.wants(s.stop(""), "")
	if now := s.now(); s.reviews() != 1 || now.Count != 1 {
		t.Errorf("%d reviews, count %d, want one", s.reviews(), now.Count)
	}
	if !strings.Contains(s.log(), `msg="stop allowed" session_id=s count=1 why="another hook judges this stop"`) {
		t.Errorf("the log does not tell of it:\n%s", s.log())
	}
	s.held(d)
	s.does("Done.")
	s.wants(s.stop(""), "block", "review 2 of 3")
}

// TestF10SameWordsAtOnce: the agent answers the feedback at once in the same words, so the session's file still shows
// the previous stop when the hook starts.
func TestF10SameWordsAtOnce(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "not: b")
	s.says("build it")
	s.does("Done.")
	d := s.stop(`,"stop_hook_active":true`)
	s.wants(d, "block", "review 1 of 3")
	before := s.read(s.file)
	s.held(d)
	s.does("Done.")
	defer s.late(before).Stop()
	s.wants(s.stop(`,"stop_hook_active":true`), "block", "review 2 of 3")
}

// TestF10SameWordsAfterAKill: a hook is killed, and a message that was typed meanwhile goes to the agent, which gives
// the same answer again. The session's file still shows the previous stop, with the message waiting.
func TestF10SameWordsAfterAKill(t *testing.T) {
	s := newSession(t)
	s.says("build it")
	s.does("Done.")
	h := s.start("hook", "")
	h.reviewing()
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.cmd.Wait() // killed
	s.answers = 1
	s.answer("done")
	s.add(`"type":"queue-operation","operation":"enqueue","content":"one more"`)
	before := s.read(s.file)
	s.add(`"type":"queue-operation","operation":"dequeue"`)
	s.says("one more")
	s.does("Done.")
	defer s.late(before).Stop()
	s.wants(s.stop(""), "", "review 1 of 3: completed")
}

// TestF10AtOnce: of two hooks for the same stop, one reviews.
func TestF10AtOnce(t *testing.T) {
	s := newSession(t)
	s.says("build it")
	s.does("Done.")
	first := s.start("hook", "")
	first.reviewing()
	s.wants(s.stop(""), "")
	if now := s.now(); s.reviews() != 1 || now.Count != 1 {
		t.Errorf("%d reviews, count %d, want one", s.reviews(), now.Count)
	}
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.cmd.Wait() // killed
}

// TestF11QueuedDuringTheReview: the agent may stop, the user reads the feedback, and the next reviewer is told of it.
// This is a real session in which the user typed a message and /supervisoroff while a hook ran.
func TestF11QueuedDuringTheReview(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			s := newSession(t)
			s.answer("not: add a test", "done")
			s.recorded(version, `"assistant"`, "to: hello three")
			s.during = func() { s.recorded(version, `"enqueue"`, "/supervisoroff") }
			const said = "Your /supervisoroff goes first, and ends the reviews. The feedback was:"
			s.wants(s.stop(""), "", "review 1 of 3: not completed", said+"\nF1: add a test")
			if shown := s.replayed(); !strings.Contains(shown, said) {
				t.Errorf("the replay lacks %q:\n%s", said, shown)
			}
			if now := s.now(); now.Count != 1 || now.Pending != "add a test" || now.Ended != "" {
				t.Errorf("state = %+v", now)
			}
			s.recorded(version, `"assistant"`, "to: after compact")
			s.wants(s.stop(""), "", "review 2 of 3: completed")
			asked := s.asked(2)
			if !strings.Contains(asked, "did not reach the agent") || !strings.Contains(asked, "add a test") ||
				!strings.Contains(asked, "queued in hook") {
				t.Errorf("the next reviewer is asked %s", asked)
			}
			if s.now().Pending != "" {
				t.Error("the feedback still waits to be told")
			}
		})
	}
}

// TestF11QueuedBeforeTheStop: a message that the user typed before the agent stopped is also handled first.
func TestF11QueuedBeforeTheStop(t *testing.T) {
	for _, version := range versions {
		s := newSession(t)
		s.recorded(version, `"assistant"`, "to: SLOW 4")
		s.wants(s.stop(""), "", "not reviewed yet: your own message goes first")
		if now := s.now(); now.Count != 0 || s.reviews() != 0 {
			t.Errorf("%s: count %d, %d reviews", version, now.Count, s.reviews())
		}
	}
}

// TestF11QueuedForCCC: a queued prompt that ccc itself handles reaches no agent, so the stop is reviewed. It is not
// reviewed after /supervisoroff, if another message waits, or if no hook handles prompts.
func TestF11QueuedForCCC(t *testing.T) {
	for _, test := range []struct {
		prompts []string
		noHook  bool
		want    string // "" for a message that goes first
	}{
		{prompts: []string{"/supervisor dismiss F1 as it was"}, want: "review 1 of 3: completed"},
		{prompts: []string{"/supervisor"}, want: "review 1 of 3: completed"},
		{prompts: []string{"/supervisor dismiss F1"}, noHook: true},
		{prompts: []string{"/supervisor dismiss F1", "go on"}},
		{prompts: []string{"/supervisor write a test"}},
		{prompts: []string{"/supervisoroff"}, want: "not reviewed: your /supervisoroff waits, and ends the reviews"},
		{prompts: []string{"go on", "/supervisor off"}, want: "not reviewed: your /supervisoroff waits, and ends the reviews"},
	} {
		s := newSession(t)
		if _, err := s.state.Change("l", func(l *state.State) { l.HasPromptHook = !test.noHook }); err != nil {
			t.Fatal(err)
		}
		s.answer("done")
		s.says("begin")
		s.does("done")
		for _, prompt := range test.prompts {
			s.add(`"type":"queue-operation","operation":"enqueue","content":%s`, quote(prompt))
		}
		s.wants(s.stop(""), "", cmp.Or(test.want, "not reviewed yet: your own message goes first"))
	}
}

// TestL06Queued: a dismissal in claude's queue does not count yet, and messages that it affects say so.
func TestL06Queued(t *testing.T) {
	s := newSession(t)
	s.hasPromptHook()
	s.answer("not: add a test", "done")
	s.says("begin")
	s.does("done")
	s.add(`"type":"queue-operation","operation":"enqueue","content":"/supervisor dismiss F1 given"`)
	s.wants(s.stop(""), "block", "not completed", "your /supervisor dismiss waits in claude's queue")
}

// TestL06QueuedIn215: 2.1.5 gives a command that is typed in a review to the agent once it goes on. The user is told
// at the end of that review, and at the next stop that it has happened.
func TestL06QueuedIn215(t *testing.T) {
	for command, say := range map[string]string{
		"/supervisor dismiss F1 given": "In another terminal ccc dismiss counts at once",
		"/supervisor status":           "type it again",
	} {
		s := newSession(t)
		s.owner()
		s.hasPromptHook()
		s.answer("not: add a test", "not: add a second test", "done")
		answers := func() {
			s.add(`"type":"assistant","version":"2.1.5","message":{"id":"m%d","model":"m","role":"assistant",`+
				`"stop_reason":"end_turn","content":[{"type":"text","text":"so it is"}]}`, s.entries)
		}
		s.says("begin")
		answers()
		s.during = func() { s.add(`"type":"queue-operation","operation":"enqueue","content":%s`, quote(command)) }
		d := s.stop("")
		s.wants(d, "block", "not completed", "your "+command+" goes to the agent as text at its next tool call", say)
		s.held(d)
		s.add(`"type":"queue-operation","operation":"remove"`)
		answers()
		d = s.stop("")
		s.wants(d, "block", "not completed", "your "+command+" has reached the agent as text, and not ccc")
		s.held(d)
		answers()
		if d = s.stop(""); d.Message == "" || strings.Contains(d.Message, "as text") {
			t.Errorf("%s: at the stop after that: %q", command, d.Message)
		}
	}
}

// TestTypedAgainIn215: a command that 2.1.5 has given to the agent as text is not to be typed again once that is done,
// whether no stop or a review that the user has stopped came between.
func TestTypedAgainIn215(t *testing.T) {
	for command, again := range map[string]func(s *hookSession) error{
		"/supervisor status": func(s *hookSession) error {
			_, err := s.state.Change("l", func(l *state.State) { l.Obey("status") })
			return err
		},
		"/supervisor dismiss F1 given": func(s *hookSession) error {
			_, err := dismissFindings(state.Directories{State: s.state, Work: s.dir}, "l", "s", "F1 given")
			return err
		},
	} {
		for _, reviewed := range []bool{false, true} {
			s := newSession(t)
			s.owner()
			s.hasPromptHook()
			s.answer("not: add a test")
			s.says("begin")
			s.does("done")
			s.held(s.stop(""))
			s.add(`"type":"queue-operation","operation":"enqueue","content":%s`, quote(command))
			s.add(`"type":"queue-operation","operation":"remove"`)
			s.does("so it is")
			if reviewed { // and the user stops the review, so that claude shows nothing of it
				s.wait = stoppedWait
				if d := s.stop(""); d != (Decision{}) {
					t.Fatalf("a review that the user stops: %+v", d)
				}
				s.wait = nil
				s.answers = s.reviews()
			}
			must(again(s))
			s.answer("done")
			s.says("go on")
			s.does("went on")
			d := s.stop("")
			s.wants(d, "", "completed")
			if strings.Contains(d.Message, "as text") {
				t.Errorf("%s, a review stopped %v: %q", command, reviewed, d.Message)
			}
		}
	}
}

// findsTwo has the first review find two blockers: a test to add, and a file to rename.
func (s *hookSession) findsTwo() {
	s.Helper()
	s.answer(`{"completed":false,"feedback":"two things","findings":[{"severity":"blocker","text":"add a test",` +
		`"evidence":"a.go:1"},{"severity":"blocker","text":"rename the file","evidence":"b.go:1"}]}`)
	s.says("begin")
	s.does("done")
	s.wants(s.stop(""), "block", "not completed")
}

// TestL06DismissedWhileOff: with reviews off no message goes on with the findings, and no feedback tells of
// the dismissal.
func TestL06DismissedWhileOff(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.findsTwo()
	m := s.mode()
	m.By = state.ByUser
	if err := m.Off(); err != nil {
		t.Fatal(err)
	}
	dirs := state.Directories{State: s.state, Work: s.now().Dir}
	for _, id := range []string{"F1", "F2"} {
		said, err := dismissFindings(dirs, "l", "s", id+" because")
		if err != nil || !strings.HasSuffix(said.String(), "in this project.\nReviews are off: once /supervisor has "+
			"switched them on, the next review knows of this.") {
			t.Errorf("%s: %q, %v", id, said, err)
		}
	}
}

// TestL06OtherClaude: what is dismissed in a session without findings is of its own launch, as after /clear, and not of
// another claude in the same directory. No feedback of the new session is about it.
func TestL06OtherClaude(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.findsTwo()
	dirs := state.Directories{State: s.state, Work: s.now().Dir}
	for _, test := range []struct{ launch, want string }{
		{"other", "this task has no finding F1, and none is open"}, {"l", "F1 is dismissed: add a test"},
	} {
		said, err := dismissFindings(dirs, test.launch, "new", "F1 because")
		if err != nil || !strings.Contains(said.String(), test.want) || strings.Contains(said.String(), "feedback") {
			t.Errorf("in launch %s: %q, %v, want %q", test.launch, said, err, test.want)
		}
	}
}

// TestStatusInterrupted: after Esc the status says that this stop was not reviewed, until the agent goes on.
func TestStatusInterrupted(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.answer("done")
	s.says("begin")
	s.does("done")
	s.wants(s.stop(""), "", "completed")
	for _, step := range []struct{ said, want string }{
		{"more", ""}, {"[Request interrupted by user]", "last stop not reviewed: you interrupted the agent"},
		{"go on", ""},
	} {
		s.says(step.said)
		_, unreviewed, err := Mode{State: s.state, Launch: "l"}.Status()
		if err != nil || unreviewed.String() != step.want {
			t.Errorf("after %q: %q, %v, want %q", step.said, unreviewed, err, step.want)
		}
	}
}

// TestL06FindingsOfTheTask: once /supervisor has begun a new task, the findings of the one before are not listed.
func TestL06FindingsOfTheTask(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.answer("not: add a test")
	s.says("begin")
	s.does("done")
	s.wants(s.stop(""), "block", "not completed")
	m := Mode{State: s.state, Launch: "l"}
	for _, want := range []string{"F1 blocker: add a test", "no review of this task has given a verdict yet"} {
		said, err := m.listFindings(s.now().Dir, "s")
		if err != nil || !strings.Contains(said.String(), want) {
			t.Errorf("%q, %v, want %q", said, err, want)
		}
		if _, err := s.state.Change("l", func(l *state.State) { l.EnabledAt = time.Now() }); err != nil {
			t.Fatal(err)
		}
	}
}

// TestF12Messages: the reviewer is told the user's messages, oldest first, including those before a /compact.
func TestF12Messages(t *testing.T) {
	for _, version := range versions {
		s := newSession(t)
		s.answer("done")
		s.recorded(version, `"assistant"`, "to: after compact")
		s.wants(s.stop(""), "", "review 1 of 3: completed")
		rest, asked := s.asked(1), s.asked(1)
		for n, text := range []string{
			"hello one", "RUN echo hi", "do it now", "/mycmd aa bb", "hello two", "hello alone", "RUN sleep 4",
			"steer words", "SLOW 4", "queued words", "hello three", "queued in hook", "after compact",
		} {
			want := fmt.Sprintf(`<person_message number=\"%d\">\n%s\n</person_message>`, n+1, text)
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: no %s behind the one before it, in %s", version, want, asked)
				break
			}
			rest = after
		}
		if strings.Contains(asked, "FEEDBACK") || strings.Contains(asked, "This session is being continued") {
			t.Errorf("%s: the reviewer is told more: %s", version, asked)
		}
	}
}

// TestF12Task: the reviewer is only told the messages of this task. A task begins with the words after /supervisor, or
// after a task that was done.
func TestF12Task(t *testing.T) {
	s := newSession(t)
	s.answer("not: a", "done", "done")
	s.says("before the reviews")
	s.does("so be it")
	s.says("<command-message>supervisor</command-message>\n<command-name>/supervisor</command-name>\n" +
		"<command-args>build it</command-args>")
	s.on()
	s.does("built")
	s.held(s.stop(""))
	s.says("in blue")
	s.does("blue")
	s.wants(s.stop(""), "", "review 2 of 3: completed")
	s.says("another thing")
	s.does("that, too")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
	for n, want := range [][]string{{"build it"}, {"build it", "in blue"}, {"another thing"}} {
		asked := s.asked(n + 1)
		if strings.Count(asked, "<person_message ") != len(want) {
			t.Errorf("review %d is asked %s, want %q", n+1, asked, want)
		}
		for i, text := range want {
			if !strings.Contains(asked, fmt.Sprintf(`number=\"%d\">\n%s\n<`, i+1, text)) {
				t.Errorf("review %d is asked %s, want %q", n+1, asked, want)
			}
		}
	}
}

// TestF16Plan: the reviewer is told that a plan was asked for.
func TestF16Plan(t *testing.T) {
	s := newSession(t)
	s.answer("done")
	s.says("plan it")
	s.does("the plan")
	s.wants(s.stop(`,"permission_mode":"plan"`), "", "review 1 of 3: completed")
	if !strings.Contains(s.asked(1), "The agent is in plan mode") {
		t.Errorf("the reviewer is asked %s", s.asked(1))
	}
}

var versions = []string{"2.1.5", "2.1.197", "2.1.329"}

// TestSaidIsMasked: the agent's words are stored for the next stop with their secrets masked.
func TestSaidIsMasked(t *testing.T) {
	s := newSession(t)
	s.answer("not: a")
	s.says("do it")
	s.does("I used " + hidden)
	s.wants(s.stop(""), "block", "not completed")
	text, err := os.ReadFile(filepath.Join(string(s.state), "supervisor-s.json"))
	if err != nil || strings.Contains(string(text), hidden) || !strings.Contains(string(text), "I used [secret]") {
		t.Errorf("%v: the state is %s", err, text)
	}
}

// TestConfigChangeOnce: a change of ccc.json is told at the next review, and not again before the file changes again.
func TestConfigChangeOnce(t *testing.T) {
	s := newSession(t)
	s.owner()
	for i, stop := range []struct {
		digest string
		told   bool
	}{{"", false}, {"a", true}, {"a", false}, {"b", true}, {"b", false}, {"", false}, {"b", true}} {
		if s.config = (ConfigChange{}); stop.digest != "" {
			s.config = ConfigChange{Note: lang.Verbatim("changed to " + stop.digest), Digest: stop.digest}
		}
		s.answer("done")
		s.says("build it")
		s.does(fmt.Sprint("built ", i))
		d := s.stop("")
		if told := strings.Count(d.Message, "changed to "+stop.digest); told > 1 || (told == 1) != stop.told {
			t.Errorf("stop %d, %+v: the user reads %q", i, stop, d.Message)
		}
	}
}

// TestUntold: what a review has to show once is shown by the next one that ends if the user stops it, and then no more.
func TestUntold(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.config = ConfigChange{Note: lang.Verbatim("ccc.json has changed"), Digest: "a"}
	if _, err := s.state.Change("l", func(l *state.State) { l.NotifyFailed = true }); err != nil {
		t.Fatal(err)
	}
	stop := func(n int, during func()) Decision {
		s.answers, s.during = n-1, during
		s.answer("done")
		s.says("build it")
		s.does(fmt.Sprint("built ", n))
		return s.stop("")
	}
	stopped := false
	s.wait = func() (context.Context, func()) { // as 2.1.330 does at Esc; 2.1.5 kills the hook
		ctx, cancel := context.WithCancel(context.Background())
		if !stopped {
			cancel()
		}
		stopped = true
		return ctx, cancel
	}
	s.wants(stop(1, nil), "")
	if d := stop(1, nil); strings.Count(d.Message, "ccc.json has changed") != 1 ||
		strings.Count(d.Message, "notify_command") != 1 {
		t.Errorf("the user reads %q", d.Message)
	}
	s.wants(stop(2, nil), "", "completed")
	if d := stop(3, nil); strings.Contains(d.Message, "ccc.json has changed") {
		t.Errorf("the user reads again %q", d.Message)
	}
}
