package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"ccc/integration/files"
	"ccc/streamjson"

	"github.com/google/uuid"
)

// Sessions of the three versions, recorded with a scripted model.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(paths) < 15 {
		t.Fatalf("sessions = %q, %v", paths, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".jsonl"), func(t *testing.T) {
			s, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(s, "", "\t")
			if err != nil {
				t.Fatal(err)
			}
			files.Golden(t, strings.TrimSuffix(path, ".jsonl")+".golden", string(got))
		})
	}
}

// recordedUpTo returns the lines of a recorded session up to and including the first one that has both words.
func recordedUpTo(t *testing.T, name, word, also string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []byte
	for line := range bytes.Lines(raw) {
		lines = append(lines, line...)
		if bytes.Contains(line, []byte(word)) && bytes.Contains(line, []byte(also)) {
			return lines
		}
	}
	t.Fatalf("%s: no line with %q and %q", name, word, also)
	return nil
}

func write(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// appendTo appends to the file as claude does, so that no reader sees it shorter than before. Any goroutine may call
// it.
func appendTo(t *testing.T, path, content string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if _, err := f.WriteString(content); err != nil {
		t.Error(err)
	}
}

func readText(t *testing.T, content []byte) Transcript {
	t.Helper()
	s, err := Read(write(t, content))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var versions = []string{"2.1.5", "2.1.197", "2.1.329"}

// What was typed while a Stop hook ran is in the file while that hook still runs.
func TestF11Queued(t *testing.T) {
	for _, v := range versions {
		s := readText(t, recordedUpTo(t, v+"-messages", `"enqueue"`, "/supervisoroff"))
		if want := []string{"queued in hook", "/supervisoroff"}; !reflect.DeepEqual(s.Queued, want) || !s.Turn.Ended {
			t.Errorf("%s: queued = %q, turn %+v, want %q behind the end of a turn", v, s.Queued, s.Turn, want)
		}
		s = readText(t, recordedUpTo(t, v+"-queue", `"popAll"`, "up two"))
		if s.Queued != nil {
			t.Errorf("%s: queued = %q after the person took it back", v, s.Queued)
		}
	}
}

// A message that waited when claude was killed is never sent, so it does not wait any more.
func TestQueueOfAKilledClaude(t *testing.T) {
	for _, v := range versions {
		killed := recordedUpTo(t, v+"-messages", `"enqueue"`, "/supervisoroff")
		next := recordedUpTo(t, v+"-messages", `"assistant"`, "answer")
		next = bytes.ReplaceAll(next, []byte(`"timestamp":"2026-`), []byte(`"timestamp":"2036-`))
		s := readText(t, append(killed, next...))
		if s.Queued != nil {
			t.Errorf("%s: queued = %q in the next session", v, s.Queued)
		}
	}
}

// TestF11LostNotification: a notification that a claude left behind at its end is never sent. It is not what the next
// claude takes from its queue (2.1.5, 2.1.330).
func TestF11LostNotification(t *testing.T) {
	s := readText(t, []byte(
		`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-29T01:26:12.164Z","content":"<task-notification>x"}
{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-29T01:26:58.391Z","content":"/supervisor say hello"}
{"type":"queue-operation","operation":"dequeue","timestamp":"2026-11-29T01:27:00.340Z"}
{"type":"user","uuid":"u","timestamp":"2026-11-29T01:27:04.870Z","message":{"role":"user","content":"say hello"}}
`))
	if s.Queued != nil {
		t.Errorf("queued = %q", s.Queued)
	}
}

// TestF11QueuedBefore: 2.1.5 may write what was typed while it worked before the prompt that it works on.
func TestF11QueuedBefore(t *testing.T) {
	s := readText(t, []byte(`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-27T19:20:27.591Z","content":"I am here"}
{"type":"user","uuid":"u","timestamp":"2026-11-27T19:20:27.570Z","message":{"role":"user","content":"wait for me"}}
{"type":"assistant","uuid":"a","timestamp":"2026-11-27T19:20:27.670Z","message":{"id":"m","role":"assistant",`+
		`"stop_reason":"end_turn","content":[{"type":"text","text":"waited"}]}}
`))
	if !slices.Equal(s.Queued, []string{"I am here"}) {
		t.Errorf("queued = %q", s.Queued)
	}
}

// TestDeliveredBeforeTheyLeaveTheQueue: 2.1.330 may write that a message was delivered before it writes that the
// message has left the queue. Each message counts once, in its order.
func TestDeliveredBeforeTheyLeaveTheQueue(t *testing.T) {
	enqueue := func(text string) string {
		return `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-28T17:31:00Z","content":"` + text + `"}` + "\n"
	}
	deliver := func(text string) string {
		return `{"type":"attachment","uuid":"a-` + text + `","timestamp":"2026-11-28T17:31:49Z",` +
			`"attachment":{"type":"queued_command","prompt":"` + text + `","commandMode":"prompt"}}` + "\n"
	}
	const answer = `{"type":"assistant","uuid":"a","timestamp":"2026-11-28T17:31:50Z","message":{"id":"m","role":"assistant",` +
		`"stop_reason":"end_turn","content":[{"type":"text","text":"done"}]}}` + "\n"
	for _, named := range []bool{true, false} {
		remove := func(text string) string {
			if !named {
				text = ""
			}
			return `{"type":"queue-operation","operation":"remove","timestamp":"2026-11-28T17:31:49Z","content":"` + text + `"}` + "\n"
		}
		s := readText(t, []byte(
			`{"type":"user","uuid":"u","timestamp":"2026-11-28T17:30:00Z","message":{"role":"user","content":"task"}}`+"\n"+
				enqueue("one")+enqueue("two")+enqueue("three")+enqueue("four")+deliver("one")+deliver("two")+remove("one")+
				remove("two")+remove("three")+deliver("three")+answer))
		var said []string
		for _, m := range s.Messages {
			said = append(said, m.Text)
		}
		if want := []string{"task", "one", "two", "three"}; !slices.Equal(said, want) {
			t.Errorf("named %t: messages = %q, want %q", named, said, want)
		}
		if want := []string{"four"}; !slices.Equal(s.Queued, want) {
			t.Errorf("named %t: queued = %q, want %q", named, s.Queued, want)
		}
	}
}

func TestFeedbackBeginsATurn(t *testing.T) {
	for _, v := range versions {
		before := readText(t, recordedUpTo(t, v+"-messages", `"assistant"`, "to: hello two"))
		after := readText(t, recordedUpTo(t, v+"-messages", `"assistant"`, "to: Stop hook feedback"))
		if len(before.Messages) != len(after.Messages) || before.Turn.Start == after.Turn.Start || !after.Turn.Ended {
			t.Errorf("%s: before the feedback %+v, after it %+v", v, before.Turn, after.Turn)
		}
	}
}

func TestF13ToolsOfATurn(t *testing.T) {
	for _, v := range versions {
		s := readText(t, recordedUpTo(t, v+"-messages", `"assistant"`, "to: RUN echo hi"))
		if s.Turn.Tools != 1 || !s.Turn.Ended {
			t.Errorf("%s: turn = %+v, want one tool call", v, s.Turn)
		}
		s = readText(t, recordedUpTo(t, v+"-messages", `"tool_use"`, "echo hi"))
		if s.Turn.Tools != 1 || s.Turn.Ended {
			t.Errorf("%s: turn = %+v, want one that goes on", v, s.Turn)
		}
	}
}

// The Stop hook runs before its turn is in the file.
func TestAtStop(t *testing.T) {
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				// The previous turn has ended, and its Stop hook has run.
				begun := recordedUpTo(t, v+"-messages", "stop_hook_summary", "")
				whole := recordedUpTo(t, v+"-messages", `"assistant"`, "to: RUN echo hi")
				path := write(t, begun)
				last := "to: RUN echo hi"
				if v == "2.1.5" {
					last = "" // its hooks are not told
				}
				time.AfterFunc(85*time.Millisecond, func() {
					if err := os.WriteFile(path, whole, 0o600); err != nil {
						t.Error(err)
					}
				})
				s, err := ReadAtStop(t.Context(), path, last, unjudged)
				if err != nil || !strings.HasSuffix(s.Turn.Text, "to: RUN echo hi") || s.Turn.Tools != 1 {
					t.Errorf("turn = %+v, %v, want the newest", s.Turn, err)
				}
			})
		})
	}
}

func unjudged(Turn) bool { return false }

func TestAtStopGivesWhatThereIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, recordedUpTo(t, "2.1.329-messages", "stop_hook_summary", ""))
		s, err := ReadAtStop(t.Context(), path, "another text", unjudged)
		if err != nil || len(s.Messages) != 1 || s.Turn.Ended {
			t.Errorf("AtStop = %+v, %v", s, err)
		}
		if _, err := ReadAtStop(t.Context(), filepath.Join(t.TempDir(), "none"), "", unjudged); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("no file: %v", err)
		}
	})
}

// TestAnswered: all tokens that were needed for an answer count, whether they were in a cache or not.
func TestAnswered(t *testing.T) {
	version, model, tokens := answerOf([]byte(`{"version":"2.1.5","message":{"model":"m","usage":{"input_tokens":1,
		"output_tokens":8,"cache_creation_input_tokens":20,"cache_read_input_tokens":300}}}`))
	if version != "2.1.5" || model != "m" || tokens != 321 {
		t.Errorf("answered = %q, %q, %d", version, model, tokens)
	}
}

// TestLines: only whole lines of the main thread, from the position at which the last call ended.
func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	at, offset := "2026-11-20T10:00:00.000Z", int64(0)
	read := func(added, want string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(strings.ReplaceAll(added, "AT", `"timestamp":"`+at+`"`))
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		var got []string
		offset, err = AgentLines(path, offset, func(when time.Time, e streamjson.Event) {
			if when.Format("2006-01-02T15:04:05.000Z") != at {
				t.Errorf("%s was at %s", e.Raw, when)
			}
			m, err := e.Message()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m.ID)
		})
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("the lines are %q, %v, want %q", got, err, want)
		}
	}
	read(`{"type":"user",AT,"message":{"role":"user","content":"do it"}}
{"type":"assistant",AT,"message":{"id":"m1","content":[]}}
{"type":"assistant",AT,"isSidechain":true,"message":{"id":"side","content":[]}}
{"type":"assistant",AT,"message":{"id":"own","model":"<synthetic>","content":[]}}
{"type":"assistant",AT,"isApiErrorMessage":true,"message":{"id":"failed","model":"<synthetic>","content":[]}}
not JSON
{"type":"assistant",AT,"message":{"id":"m2",`, "m1 failed")
	read("", "")
	read(`"content":[]}}
{"type":"user",AT,"message":{"id":"tool","role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}}
`, "m2 tool")
	read("", "")
	if err := os.WriteFile(path, []byte(`{"type":"assistant","timestamp":"`+at+`","message":{"id":"anew","content":[]}}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	read("\n", "anew")
}

// TestOwnMessages: messages that the loop sends by itself begin a turn, but are not the user's words.
func TestOwnMessages(t *testing.T) {
	lines := ""
	for _, m := range []struct{ id, text string }{
		{uuid.NewString(), "build it"}, {streamjson.OwnID(), "add a test"}, {uuid.NewString(), "thanks"},
		{streamjson.OwnID(), "the README is missing"},
	} {
		lines += fmt.Sprintf(`{"type":"user","uuid":%q,"message":{"role":"user","content":%q}}`+"\n", m.id, m.text)
	}
	s, err := Read(write(t, []byte(lines)))
	if err != nil || len(s.Messages) != 2 || s.Messages[0].Text != "build it" || s.Messages[1].Text != "thanks" {
		t.Errorf("the person said %+v, %v", s.Messages, err)
	}
	if !streamjson.IsOwnID(s.Turn.Start) {
		t.Errorf("the turn began with %q, want the loop's message", s.Turn.Start)
	}
}

// TestR08TranscriptIsBounded: an agent that writes its own transcript can make the hook neither wait nor use much
// memory.
func TestR08TranscriptIsBounded(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	files.Save(t, at("huge"), "")
	if err := os.Truncate(at("huge"), 1<<40); err != nil {
		t.Fatal(err)
	}
	message := `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("x", 1<<20) + `"}}` + "\n"
	files.Save(t, at("many"), strings.Repeat(message, 20))
	answer := `{"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"y"}]}}` + "\n"
	files.Save(t, at("answers"), strings.Repeat(answer, 1000))
	for name, want := range map[string]string{
		"pipe": "not a regular file", "huge": "larger than 512 MiB", "many": "larger than 16 MiB", "answers": "",
	} {
		s, err := Read(at(name))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if len(s.Messages) > 17 {
			t.Errorf("%s: %d messages were kept", name, len(s.Messages))
		}
	}
	text, err := Conversation(at("many"))
	if err != nil || len(text) > window+1000 || !strings.HasPrefix(text, "person: xxx") {
		t.Errorf("the conversation has %d bytes, %v", len(text), err)
	}
}

// TestAtStopWaitsForAnOpenTurn: if the file has the beginning of a turn, the hook waits up to ten seconds for its end,
// which a busy machine needs. If the turn was interrupted, or Stop hooks have ended it, the hook waits at most 3 s.
func TestAtStopWaitsForAnOpenTurn(t *testing.T) {
	const prompt = `{"type":"user","uuid":"p","message":{"role":"user","content":"do it"}}` + "\n"
	const call = `{"type":"assistant","message":{"id":"m1","stop_reason":"tool_use","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}` + "\n"
	const result = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}}` + "\n"
	const end = `{"type":"assistant","message":{"id":"m2","stop_reason":"end_turn","content":[{"type":"text","text":"all done"}]}}` + "\n"
	const interrupt = `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}` + "\n"
	const summary = `{"type":"system","subtype":"stop_hook_summary"}` + "\n"
	for name, c := range map[string]struct {
		at, later string        // what the file has, and what is appended after three seconds
		stop, end time.Duration // how long ReadAtStop and AwaitEnd wait
	}{
		"whole":             {prompt + call + result + end, "", 0, 0},
		"open":              {prompt + call + result, end, 3 * time.Second, 3 * time.Second},
		"begun":             {prompt, call + result + end, 3 * time.Second, 3 * time.Second},
		"never ended":       {prompt + call + result, "", lagOpen, lagOpen},
		"interrupted":       {prompt + call + result + interrupt, "", Lag, Lag},
		"after Stop hooks":  {prompt + end + summary, "", Lag, 0},
		"none":              {"", "", Lag, Lag},
		"another last text": {prompt + strings.ReplaceAll(end, "all done", "no"), "", Lag, Lag},
	} {
		t.Run(name, func(t *testing.T) {
			for _, door := range []struct {
				wait time.Duration
				read func(ctx context.Context, path string) error
			}{
				{c.stop, func(ctx context.Context, path string) error {
					_, err := ReadAtStop(ctx, path, "all done", unjudged)
					return err
				}},
				{c.end, func(ctx context.Context, path string) error {
					isWhole, err := AwaitEnd(ctx, path, "all done")
					if want := c.end == 0 || c.later != ""; isWhole != want {
						t.Errorf("the end is there: %v, want %v", isWhole, want)
					}
					return err
				}},
			} {
				synctest.Test(t, func(t *testing.T) {
					path := write(t, []byte(c.at))
					began := time.Now()
					go func() {
						time.Sleep(3 * time.Second)
						appendTo(t, path, c.later)
					}()
					err := door.read(t.Context(), path)
					if waited := time.Since(began); err != nil || waited < door.wait || waited > door.wait+2*Poll {
						t.Errorf("%v after %v, want %v", err, waited, door.wait)
					}
					time.Sleep(5 * time.Second)
				})
			}
		})
	}
}

// TestUnknownSkill: for a slash command that it does not know, 2.1.5 writes a text of its own as if the user had said
// it.
func TestUnknownSkill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	for text, want := range map[string]int{"Unknown skill: accept": 0, "Unknown skill: accept, it says": 1} {
		line := `{"type":"user","uuid":"u","message":{"role":"user","content":"` + text + `"}}` + "\n"
		if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Read(path)
		if err != nil || len(s.Messages) != want || SaidByUser(streamjson.Event{Raw: []byte(line)}) != (want == 1) {
			t.Errorf("%q: %+v, %v", text, s.Messages, err)
		}
	}
}

// TestReminders: what Claude Code says to the model before and after the user's words is not the user's; an entry with
// nothing else begins no turn.
func TestReminders(t *testing.T) {
	const note = "<system-reminder>\nx\n</system-reminder>"
	for said, want := range map[string]string{
		note: "", note + "\n" + note: "", note + "\nfix it": "fix it", "fix it\n" + note: "fix it",
		" fix <system-reminder>x</system-reminder>": " fix <system-reminder>x</system-reminder>",
		"fix <system-reminder>":                     "fix <system-reminder>", "<system-reminder> fix": "<system-reminder> fix",
	} {
		if got := WithoutReminders(said); got != want {
			t.Errorf("of %q is left %q, want %q", said, got, want)
		}
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	user := func(id, content string) string {
		return `{"type":"user","uuid":"` + id + `","message":{"role":"user","content":` + content + "}}\n"
	}
	block := func(text string) string { return `{"type":"text","text":"` + text + `"}` }
	const one = `<system-reminder>x</system-reminder>`
	lines := user("u1", "["+block(one)+","+block("fix it")+"]") + user("u2", "["+block(one)+"]") + user("u3", `"`+one+`"`)
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Read(path)
	if err != nil || len(s.Messages) != 1 || s.Messages[0].Text != "fix it" || s.Turn.Start != "u1" {
		t.Errorf("%+v, %v: want the user's words alone", s, err)
	}
}
