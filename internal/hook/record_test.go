package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/replay"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/state"
)

// recordings returns the recordings of the session's stops, oldest first.
func (s *hookSession) recordings() []string {
	s.Helper()
	paths, err := filepath.Glob(filepath.Join(s.state.Recordings(), "*.jsonl"))
	if err != nil {
		s.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// items returns the items of a recording, each as "type text".
func (s *hookSession) items(path string) (list []session.Item) {
	s.Helper()
	for i, line := range strings.Split(strings.TrimSpace(s.read(path)), "\n") {
		var item session.Item
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			s.Fatal(err)
		}
		if i > 0 {
			list = append(list, item)
		}
	}
	return list
}

// replayed returns what a replay of the session's first recording shows.
func (s *hookSession) replayed() string {
	s.Helper()
	var shown bytes.Buffer
	if _, err := replay.Run(s.Context(), replay.Config{
		Input: strings.NewReader(s.read(s.recordings()[0])), Format: "text", Out: &shown, Warnings: &shown,
		Language: lang.English,
	}); err != nil {
		s.Error(err)
	}
	return shown.String()
}

// TestRecordResumed: the recording of a resumed session has what was said since its claude has begun.
func TestRecordResumed(t *testing.T) {
	s := newSession(t)
	s.answer("done")
	s.ago = 7 * 24 * time.Hour
	s.says("of last week")
	s.does("done last week")
	s.ago = 0
	began := time.Now().Truncate(time.Millisecond)
	s.says("of today")
	s.does("done today")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
	path := s.recordings()[0]
	if text := s.read(path); strings.Contains(text, "last week") || !strings.Contains(text, `"text":"of today"`) ||
		!strings.Contains(text, "done today") {
		t.Errorf("the recording holds\n%s", text)
	}
	if r, err := session.Summarize(path); err != nil || r.Header.At.Before(began) {
		t.Errorf("it begins at %s, want %s or later: %v", r.Header.At, began, err)
	}
}

// TestRecordKilled: if a hook was killed after it had written items, and before it stored its position, the items are
// not written again.
func TestRecordKilled(t *testing.T) {
	s := newSession(t)
	s.answer("done", "done", "done")
	s.says("one")
	s.does("did one")
	s.wants(s.stop(""), "", "completed")
	before, err := s.state.Load("l")
	if err != nil {
		t.Fatal(err)
	}
	s.says("two")
	s.does("did two")
	s.wants(s.stop(""), "", "completed")
	path := s.recordings()[0]
	text := s.read(path)
	at := strings.LastIndex(text, `"type":"stop"`)
	if err := os.Truncate(path, int64(strings.LastIndex(text[:at], "\n")+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.state.Change("l", func(st *state.State) { st.Recording = before.Recording }); err != nil {
		t.Fatal(err)
	}
	s.does("did more")
	s.wants(s.stop(""), "", "completed")
	text = s.read(path)
	for _, once := range []string{`"text":"one"`, "did one", `"text":"two"`, "did two", "did more"} {
		lines := 0
		for line := range strings.Lines(text) {
			if strings.Contains(line, once) && !strings.Contains(line, `"type":"stop"`) {
				lines++
			}
		}
		if lines != 1 {
			t.Errorf("%s stands there %d times, in\n%s", once, lines, text)
		}
	}
}

// TestRecordOff: if the user has worked with reviews off, the recording says so before it has what was done then.
func TestRecordOff(t *testing.T) {
	t.Run("one after another", func(t *testing.T) { recordOff(newSession(t)) })
	t.Run("at once", func(t *testing.T) { // claude's times are in milliseconds
		s := newSession(t)
		s.at = time.Now()
		recordOff(s)
	})
}

func recordOff(s *hookSession) {
	s.Helper()
	s.answer("done", "done", "done")
	s.ago = time.Minute
	s.says("one")
	s.does("did one")
	s.ago = 0
	s.wants(s.stop(""), "", "completed")
	s.says("<command-message>supervisoroff</command-message>\n<command-name>/supervisoroff</command-name>")
	s.does("they are off")
	s.says("two")
	s.does("did two")
	s.on()
	s.says("<command-message>supervisor</command-message>\n<command-name>/supervisor</command-name>\n" +
		"<command-args>three</command-args>")
	s.does("did three")
	const unseen = "what you asked for while reviews were off is not reviewed"
	s.wants(s.stop(""), "", "completed", unseen)
	s.says("four")
	s.does("did four")
	if d := s.stop(""); strings.Contains(d.Message, unseen) {
		s.Errorf("it is said again: %q", d.Message)
	}
	var got []string
	for _, item := range s.items(s.recordings()[0]) {
		if item.Type == session.TypePerson {
			got = append(got, item.Text+item.Did)
		} else if item.Text == unseen {
			got = append(got, "unseen")
		}
	}
	if want := []string{"one", "reviews_off", "two", "reviews_on", "three", "unseen", "four"}; !slices.Equal(got, want) {
		s.Errorf("the person: %q, want %q", got, want)
	}
}

// TestRecordOffStops: a stop with reviews off is recorded after the switch, so that the recording does not end with the
// review of older work. What follows when they are on again is recorded as otherwise.
func TestRecordOffStops(t *testing.T) {
	for name, hasPromptHook := range map[string]bool{"by the user's prompts": true, "by the session's file": false} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.claims = true
			if _, err := s.state.Change("l", func(st *state.State) { st.HasPromptHook = hasPromptHook }); err != nil {
				t.Fatal(err)
			}
			command := func(name, words string) {
				if !hasPromptHook {
					s.says("<command-message>" + name + "</command-message>\n<command-name>/" + name + "</command-name>" + words)
				}
			}
			s.answer("done", "done")
			s.says("one")
			s.does("did one")
			s.wants(s.stop(""), "", "completed")
			m := s.mode()
			m.By = state.ByUser
			must(m.Off())
			command("supervisoroff", "")
			for _, text := range []string{"two", "three"} {
				s.says(text)
				s.does("did " + text)
				s.stop("")
				s.stop("") // another hook is called for the same stop
				end, err := session.Summarize(s.recordings()[0])
				if err != nil || end.End.Outcome != "needs_user" || end.End.Rounds != 1 || !end.End.Unreviewed {
					t.Errorf("it ends with %+v, %v", end.End, err)
				}
			}
			must(m.On())
			command("supervisor", "")
			s.says("four")
			s.does("did four")
			s.wants(s.stop(""), "", "completed")
			var got []string
			for _, item := range s.items(s.recordings()[0]) {
				switch {
				case item.Type == session.TypePerson:
					got = append(got, item.Text+item.Did)
				case item.Type == session.TypeStop && item.Stop.Off:
					got = append(got, "off")
				case item.Type == session.TypeVerdict:
					got = append(got, "verdict")
				}
			}
			want := []string{"one", "verdict", "reviews_off", "two", "off", "three", "off", "reviews_on", "four", "verdict"}
			if got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "<") }); !slices.Equal(got, want) {
				t.Errorf("recorded %q, want %q in\n%s", got, want, s.read(s.recordings()[0]))
			}
		})
	}
}

// TestRecordOffBeforeFirstReview: what was asked for while reviews were off is in the recording, and is said not to be
// reviewed, also if no stop of the launch was reviewed before.
func TestRecordOffBeforeFirstReview(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.hasPromptHook()
	s.answer("done")
	m := s.mode()
	m.By = state.ByUser
	if err := m.Off(); err != nil {
		t.Fatal(err)
	}
	s.says("one")
	s.does("did one")
	s.stop("")
	if err := m.On(); err != nil {
		t.Fatal(err)
	}
	s.says("two")
	s.does("did two")
	s.wants(s.stop(""), "", "completed", "what you asked for while reviews were off is not reviewed")
	s.person(s.recordings()[0], "reviews_off", "one", "reviews_on", "two")
}

// TestRecordOffThenTask: a task that follows /supervisor was asked for with reviews on, also if claude notes it before
// its hook has switched them.
func TestRecordOffThenTask(t *testing.T) {
	s := newSession(t)
	s.hasPromptHook()
	s.answer("done", "done")
	s.says("one")
	s.does("did one")
	s.wants(s.stop(""), "", "completed")
	off := time.Now()
	s.at = off.Add(2 * time.Millisecond)
	s.says("<command-message>supervisor</command-message>\n<command-name>/supervisor</command-name>\n" +
		"<command-args>two</command-args>")
	if _, err := s.state.Change("l", func(st *state.State) {
		st.Switch(state.Switch{At: off, By: state.ByUser})
		st.Switch(state.Switch{At: s.at.Add(2 * time.Millisecond), On: true, By: state.ByUser, Words: true})
	}); err != nil {
		t.Fatal(err)
	}
	s.at = s.at.Add(3 * time.Millisecond)
	s.does("did two")
	if d := s.stop(""); strings.Contains(d.Message, "reviews were off") {
		t.Errorf("it says %q", d.Message)
	}
	s.person(s.recordings()[0], "one", "reviews_off", "reviews_on", "two")
}

// TestL05DismissalRecorded: a finding that the user dismisses in claude's own screen is in the recording, at its time
// and once: at once if the agent has stopped, else with the next stop.
func TestL05DismissalRecorded(t *testing.T) {
	for _, idle := range []bool{true, false} {
		s := newSession(t)
		s.hasPromptHook()
		s.answer("not: a", "done")
		s.says("one")
		s.does("did one")
		first := s.stop("")
		s.wants(first, "block", "not completed")
		if !idle {
			if _, err := s.state.Change("s", func(st *state.State) { st.Prompted = time.Now() }); err != nil {
				t.Fatal(err)
			}
		}
		said, err := dismissFindings(state.Directories{State: s.state, Work: s.dir}, "l", "s", "F1 not wanted")
		if err != nil || !strings.Contains(said.String(), "F1 is dismissed") {
			t.Fatalf("%q, %v", said, err)
		}
		if err := recordSwitch(s.state, "l", "s", secret.New()); err != nil {
			t.Fatal(err)
		}
		s.at = time.Now().Add(2 * time.Millisecond) // claude's times are in whole milliseconds
		s.says("two")
		s.does("did two")
		s.wants(s.stop(""), "", "completed")
		s.person(s.recordings()[0], "one", "F1 not wanteddismiss", "two")
	}
}

// TestDismissalRecordedAfterClear: after /clear, with reviews off, a dismissed finding of the session before is in the
// recording, whether the user has sent a message there or not.
func TestDismissalRecordedAfterClear(t *testing.T) {
	for _, follows := range []string{"the end", "a stop", "a stop before"} {
		t.Run(follows, func(t *testing.T) {
			s := newSession(t)
			s.hasPromptHook()
			s.owner()
			s.claims = true
			s.answer("not: a")
			s.says("one")
			s.does("did one")
			s.wants(s.stop(""), "block", "not completed")
			m := s.mode()
			m.By = state.ByUser
			must(m.Off())
			s.beginsAs("s2", "l", "clear", caller)
			s.id, s.file = "s2", filepath.Join(s.dir, "s2.jsonl")
			message := func(text string) {
				must(recordSent(s.state, Input{SessionID: "s2", Prompt: text, Transcript: s.file}, false))
				s.says(text)
				s.does("did " + text)
				s.stop("")
			}
			want := []string{"one", "reviews_off", "F1 not wanted" + session.Dismissed}
			if follows == "a stop before" {
				message("two")
				want = []string{"one", "reviews_off", "two", "F1 not wanted" + session.Dismissed}
			}
			said, err := dismissFindings(state.Directories{State: s.state, Work: s.dir}, "l", "s2", "F1 not wanted")
			if err != nil || !strings.Contains(said.String(), "F1 is dismissed") {
				t.Fatalf("%q, %v", said, err)
			}
			must(recordSwitch(s.state, "l", "s2", secret.New()))
			if follows == "a stop" {
				message("two")
				want = append(want, "two")
			}
			for range 2 {
				must(RecordLast(s.state, "l", secret.New()))
				s.person(s.recordings()[0], want...)
			}
		})
	}
}

// TestF05LastMessageInterrupted: a last message that was stopped by Esc is in the recording once claude has ended, with
// what the agent did for it, and the recording does not end with the task before.
func TestF05LastMessageInterrupted(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.hasPromptHook()
	s.answer("done")
	s.says("one")
	s.does("did one")
	s.wants(s.stop(""), "", "completed")
	if err := recordSent(s.state, Input{SessionID: "s", Prompt: "two", Transcript: s.file}, true); err != nil {
		t.Fatal(err)
	}
	s.at = time.Now().Add(2 * time.Millisecond)
	s.says("two")
	s.add(`"type":"assistant","message":{"id":"t","model":"m","role":"assistant",` +
		`"content":[{"type":"text","text":"I begin"}]}`)
	s.says("[Request interrupted by user]")
	for range 2 {
		if err := RecordLast(s.state, "l", secret.New()); err != nil {
			t.Fatal(err)
		}
	}
	path := s.recordings()[0]
	s.person(path, "one", "two", "interrupt")
	items := s.items(path)
	if end := items[len(items)-1].End; end.Outcome != "interrupted" || end.Rounds != 1 {
		t.Errorf("it ends with %+v", end)
	}
	if !strings.Contains(s.read(path), "I begin") {
		t.Error("what the agent did is missing")
	}
}

// TestF05FeedbackInterrupted: when the user stops the agent at its work on a review's feedback, the recording has that
// work, its end and, behind them, what the user does next.
func TestF05FeedbackInterrupted(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.hasPromptHook()
	s.answer("not: a")
	s.says("one")
	s.does("did one")
	must(recordSent(s.state, Input{SessionID: "s", Prompt: "one", Transcript: s.file}, true))
	s.wants(s.stop(""), "block", "not completed")
	s.at = time.Now().Add(2 * time.Millisecond)
	s.add(`"type":"assistant","message":{"id":"t","model":"m","role":"assistant",` +
		`"content":[{"type":"text","text":"I begin"}]}`)
	s.says("[Request interrupted by user]")
	time.Sleep(time.Until(s.at.Add(time.Millisecond)))
	if _, err := dismissFindings(state.Directories{State: s.state, Work: s.dir}, "l", "s", "F1 wrong"); err != nil {
		t.Fatal(err)
	}
	m := s.mode()
	m.By = state.ByUser
	must(m.Off())
	path := s.recordings()[0]
	for range 2 {
		must(recordSwitch(s.state, "l", "s", secret.New()))
		s.person(path, "one", "interrupt", "F1 wrongdismiss", "reviews_off")
	}
	items := s.items(path)
	if end := items[len(items)-1].End; end.Outcome != "interrupted" || end.Rounds != 1 {
		t.Errorf("it ends with %+v", end)
	}
	if shown := s.replayed(); !strings.Contains(shown, "I begin\nccc: ") || !strings.Contains(shown, "F1 is dismissed: ") {
		t.Errorf("the replay shows\n%s", shown)
	}
	must(m.On())
	must(recordSwitch(s.state, "l", "s", secret.New()))
	s.person(path, "one", "interrupt", "F1 wrongdismiss", "reviews_off", "reviews_on")
}

// TestRecordOffThenMessage: after a /supervisor without a task the next message begins the task, as the words after it
// would. What was asked for before is not reviewed, and the user is told so.
func TestRecordOffThenMessage(t *testing.T) {
	s := newSession(t)
	s.hasPromptHook()
	s.answer("done", "done")
	s.says("one")
	s.does("did one")
	s.wants(s.stop(""), "", "completed")
	off := time.Now()
	s.at = off.Add(2 * time.Millisecond)
	s.says("two")
	s.does("did two")
	if _, err := s.state.Change("l", func(st *state.State) {
		st.Switch(state.Switch{At: off, By: state.ByUser})
		st.Switch(state.Switch{At: s.at.Add(2 * time.Millisecond), On: true, By: state.ByUser})
	}); err != nil {
		t.Fatal(err)
	}
	s.at = s.at.Add(4 * time.Millisecond)
	s.says("three")
	s.does("did three")
	s.wants(s.stop(""), "", "completed", "what you asked for while reviews were off is not reviewed")
	if asked := s.asked(2); strings.Contains(asked, `>\ntwo\n<`) || !strings.Contains(asked, `>\nthree\n<`) {
		t.Errorf("the reviewer is asked %s", asked)
	}
}

// TestRecordSwitch: a switch between two turns is recorded at once, and only once.
func TestRecordSwitch(t *testing.T) {
	s := newSession(t)
	s.hasPromptHook()
	s.answer("done", "done")
	s.says("one")
	s.does("did one")
	s.wants(s.stop(""), "", "completed")
	path := s.recordings()[0]
	m := s.mode()
	m.By = state.ByUser
	must(m.Off())
	for range 2 {
		must(recordSwitch(s.state, "l", "s", secret.New()))
		s.person(path, "one", "reviews_off")
	}
	must(m.On())
	must(recordSwitch(s.state, "l", "s", secret.New()))
	must(recordSent(s.state, Input{SessionID: "s", Prompt: "two"}, true))
	s.at = time.Now()
	s.says("two")
	switched := func(on bool, after time.Duration) {
		to := state.Switch{At: s.at.Add(after), On: on, By: state.ByUser}
		if _, err := s.state.Change("l", func(st *state.State) { st.Switch(to) }); err != nil {
			t.Fatal(err)
		}
	}
	switched(false, 2*time.Millisecond)                 // claude's times are in milliseconds
	must(recordSwitch(s.state, "l", "s", secret.New())) // the agent works: it is recorded with what was said before it
	s.person(path, "one", "reviews_off", "reviews_on")
	switched(true, 3*time.Millisecond)
	s.at = s.at.Add(4 * time.Millisecond)
	s.does("did two")
	s.wants(s.stop(""), "", "completed")
	must(RecordLast(s.state, "l", secret.New()))
	s.person(path, "one", "reviews_off", "reviews_on", "two", "reviews_off", "reviews_on")
}

// TestRecordStopped: a review that claude has killed, as 2.1.5 does at Esc, has an end in the recording, whatever
// follows: the end of claude's screen, a message, or, where no hook takes messages, a stop. It is told once who has
// stopped it, as far as claude's file still says that.
func TestRecordStopped(t *testing.T) {
	next := map[string]func(s *hookSession){
		"the end":   func(s *hookSession) { must(RecordLast(s.state, "l", secret.New())) },
		"a message": func(s *hookSession) { must(recordBrokenOff(s.state, "l", "s")) },
		"a stop":    func(*hookSession) {},
	}
	for name, follows := range next {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.answer("done")
			s.says("one")
			s.does("did one")
			s.wants(s.start("hook", "").decision(), "", "review 1 of 3: completed")
			s.says("two")
			s.does("did two")
			h := s.start("hook", "")
			h.reviewing()
			must(h.cmd.Process.Kill())
			_ = h.cmd.Wait() // killed
			s.says("[Request interrupted by user]")
			for range 2 {
				follows(s)
			}
			path := s.recordings()[0]
			if name != "a stop" {
				got, err := session.Summarize(path)
				end := got.End
				if err != nil || end.Outcome != "interrupted" || end.Rounds != 1 || end.CostUSD != 0.25 {
					t.Errorf("it ends with %+v, %v", end, err)
				}
				s.replays()
			}
			s.answers = 2
			s.answer("done")
			s.says("three")
			s.does("did three")
			s.wants(s.start("hook", "").decision(), "", "review 1 of 3: completed")
			var out, warnings bytes.Buffer
			in, err := os.Open(path)
			must(err)
			defer in.Close()
			_, err = replay.Run(context.Background(), replay.Config{
				Input: in, Name: path, Format: "text", Out: &out, Warnings: &warnings, Language: lang.English,
			})
			want := "this stop was not reviewed: you stopped the review"
			if name == "a stop" {
				want = "this stop was not reviewed: the review broke off"
			}
			if text := out.String(); err != nil || warnings.Len() > 0 || strings.Count(text, want) != 1 ||
				strings.Contains(text, "working again") {
				t.Errorf("%v %s: it tells\n%s\nof\n%s", err, warnings.String(), text, s.read(path))
			}
		})
	}
}

// person checks what the recording says that the user said and did.
func (s *hookSession) person(path string, want ...string) {
	s.Helper()
	var got []string
	for _, item := range s.items(path) {
		if item.Type == session.TypePerson {
			got = append(got, item.Text+item.Did)
		}
	}
	if !slices.Equal(got, want) {
		s.Errorf("the person: %q, want %q", got, want)
	}
}

// replays replays the recording and checks that every verdict is the same, without a warning.
func (s *hookSession) replays() {
	for _, path := range s.recordings() {
		items := s.items(path)
		last := items[len(items)-1]
		if last.Type != session.TypeSoFar {
			continue // a hook was killed, or is at work
		}
		in, err := os.Open(path)
		if err != nil {
			s.Fatal(err)
		}
		defer in.Close()
		var out, warnings bytes.Buffer
		end, err := replay.Run(context.Background(), replay.Config{
			Input: in, Name: path, Format: "json", Out: &out, Warnings: &warnings, Language: lang.English,
		})
		var got session.End
		bad := json.Unmarshal(out.Bytes(), &got)
		last.Unreviewed, last.AtLeast = false, false // the result of a launch does not say them
		if !reflect.DeepEqual(got, last.End) || end.Outcome != last.Outcome || err != nil || bad != nil ||
			warnings.Len() > 0 {
			s.Errorf("%s ends with %+v, its replay with %+v, %v %v\n%s\n%s\n%s", path, last.End, got, err, bad,
				warnings.String(), out.String(), s.read(path))
		}
	}
}
