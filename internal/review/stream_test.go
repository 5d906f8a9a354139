package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/streamjson"
)

// judged returns the result of a stream as text: completed, the feedback, or why there is no verdict.
func judged(t *testing.T, text string, structured bool) string {
	t.Helper()
	var s Stream
	answers := 0
	decoder := streamjson.NewDecoder(strings.NewReader(text))
	for {
		e, err := decoder.Next()
		if err != nil {
			break
		}
		if s.Add(e) {
			answers++
		}
	}
	if answers == 0 {
		return "no result"
	}
	switch r := s.Judge(); {
	case r.Failure != streamjson.NoFailure:
		return r.Reason.Error()
	case r.Completed:
		return "completed"
	default:
		return "feedback: " + r.Feedback
	}
}

// TestRecordedStreams: the result of recorded streams for each version. In some the API's answer is cut off (it ends
// without a stop reason; 2.1.5 and 2.1.197 call that a success), empty, or stopped for another reason. Others are
// complete.
func TestRecordedStreams(t *testing.T) {
	const cut, nothing = "the reviewer's answer was cut off", "the reviewer gave no answer"
	const whole = notPlain // the stream is complete, but its answer is unclear
	want := map[string]string{
		"cut":       cut,
		"pause":     cut + " (pause_turn)",
		"textempty": nothing, // the marker was in the message before the last one, which is empty
		"max1":      "feedback: rest",
		"texttool":  "feedback: second",
		"blocks":    whole,
		"so":        "completed",
		"sonever":   "feedback: two",
		"retried":   whole,
	}
	differ := map[string]string{
		"2.1.329-cut":   "API Error: Connection lost mid-response. The response above may be incomplete",
		"2.1.5-sonever": "feedback: one",
	}
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) != 3*8+1 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		_, kind, _ := strings.Cut(name, "-")
		expected := want[kind]
		if own, ok := differ[name]; ok {
			expected = own
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := judged(t, string(text), strings.HasPrefix(kind, "so")); got != expected {
			t.Errorf("%s: %s, want %s", name, got, expected)
		}
	}
}

func TestStream(t *testing.T) {
	const (
		of       = `,"session_id":"s"}` + "\n"
		start    = `{"type":"system","subtype":"init"` + of
		done     = `{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"[TASK_COMPLETED]"}]}` + of
		call     = `{"type":"assistant","message":{"id":"m0","content":[{"type":"tool_use","id":"t1","name":"Bash"}]}` + of
		answer   = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}` + of
		end      = `{"type":"result","subtype":"success","is_error":false,"result":"[TASK_COMPLETED]"` + of
		more     = "the reviewer went on after its result"
		nameless = "a line of the reviewer's output names no session, as claude's own do: another program wrote it"
		delta    = `{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn"}}` + of
		stop     = `{"type":"stream_event","event":{"type":"message_stop"}` + of
	)
	notified := strings.Replace(end, `"result":"[TASK_COMPLETED]"`, `"result":"","origin":{"kind":"task-notification"}`, 1)
	null := strings.Replace(done, `"id":"m1"`, `"id":"m1","stop_reason":null`, 1)
	for _, c := range []struct{ name, stream, want string }{
		{"plain", start + call + answer + done + end, "completed"},
		{"what is not of the turn behind it", start + done + end + `{"type":"command_lifecycle"}`, "completed"},
		{"a turn of claude's own before", start + notified + start + done + end, "completed"},
		{"a turn of claude's own behind", start + done + end + start + call + answer + notified, "completed"},
		{"the stop reason comes late", start + null + delta + stop + end, "completed"},
		{"the stop reason is in the result",
			start + null + strings.Replace(end, `"is_error"`, `"stop_reason":"end_turn","is_error"`, 1),
			"completed"},

		{"no stop reason", start + null + stop + end, "the reviewer's answer was cut off"},
		{"that of another message", start + delta + null + end, "the reviewer's answer was cut off"},
		{"a tool is open", start + done + call + end, "the reviewer gave a result while one of its tools was still " +
			"running"},
		{"another tool's answer", start + call + strings.Replace(answer, "t1", "t2", 1) + done + end,
			"the reviewer gave a result while one of its tools was still running"},
		{"no message", start + end, "the reviewer's result differs from its last message"},
		{"another text", start + strings.Replace(done, "[TASK", "no [TASK", 1) + end,
			"the reviewer's result differs from its last message"},
		{"a message behind", start + done + end + done, more},
		{"a tool's answer behind", start + done + end + answer, more},
		{"a result behind", start + done + end + end, more},
		{"another question's result behind", start + done + end + start + done + end, more},
		{"another session", start + done + strings.ReplaceAll(end, `"s"`, `"s2"`),
			"the reviewer's output comes from two sessions"},
		{"a message without a session", start + strings.Replace(done, of, "}\n", 1) + end, nameless},
		{"a tool's answer without one", start + call + strings.Replace(answer, of, "}\n", 1) + done + end, nameless},
		{"a result without one", start + done + strings.Replace(end, of, "}\n", 1), nameless},
		{"before the session is known", strings.Replace(call, of, "}\n", 1) + start + answer + done + end, nameless},
		{"a subagent's without one", start + strings.Replace(call, of, `,"parent_tool_use_id":"t0"}`+"\n", 1) + answer +
			done + end, nameless},
		{"requests without one", start + `{"type":"control_request"}` + "\n" + done + end, "completed"},
		{"no line has one", strings.ReplaceAll(start+done+end, of, "}\n"), "completed"},
		{"no result", start + done, "no result"},
	} {
		if got := judged(t, c.stream, false); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestG10LastMessageCounts: the last message of a reviewer is the verdict, whatever earlier messages said. This holds
// for text and for the schema, and if messages come in pieces.
func TestG10LastMessageCounts(t *testing.T) {
	const marker = "All is there.\\n\\n[TASK_COMPLETED]"
	message := func(id, text string, pieces bool) string {
		line := `{"type":"assistant","message":{"id":"` + id + `","content":[{"type":"text","text":"` + text +
			`"}]},"session_id":"s"}` + "\n"
		if pieces {
			piece := func(event string) string {
				return `{"type":"stream_event","event":` + event + `,"session_id":"s"}` + "\n"
			}
			line = piece(`{"type":"message_start","message":{"id":"`+id+`"}}`) +
				piece(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"`+text+`"}}`) + line +
				piece(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`) + piece(`{"type":"message_stop"}`)
		}
		return line
	}
	for name, c := range map[string]struct {
		before, last, structured string
		want                     string
	}{
		"marker, then doubt":      {before: marker, last: "TestSum fails.", want: "feedback: TestSum fails."},
		"marker, then a question": {before: marker, last: "Which one?\\n\\n[NEEDS_USER]", want: "feedback: Which one?"},
		"doubt, then the marker":  {before: "TestSum fails.", last: marker, want: "completed"},
		"question, then doubt": {before: "Which one?\\n\\n[NEEDS_USER]", last: "TestSum fails.",
			want: "feedback: TestSum fails."},
		"marker, then not by JSON": {before: marker, last: "so", structured: `{"completed":false,"feedback":"no"}`,
			want: "feedback: no"},
		"doubt, then done by JSON": {before: "TestSum fails.", last: "so", structured: `{"completed":true,"feedback":""}`,
			want: "completed"},
	} {
		for _, pieces := range []bool{false, true} {
			result := ""
			if c.structured != "" {
				result = `,"structured_output":` + c.structured
			}
			text := `{"type":"system","subtype":"init","session_id":"s"}` + "\n" +
				message("m1", c.before, pieces) +
				`{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash"}]},` +
				`"session_id":"s"}` + "\n" +
				`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]},"session_id":"s"}` +
				"\n" +
				message("m2", c.last, pieces) +
				`{"type":"result","subtype":"success","is_error":false,"result":"` + c.last + `"` + result + `,"session_id":"s"}` +
				"\n"
			if got := judged(t, text, c.structured != ""); got != c.want {
				t.Errorf("%s, in pieces %v: %s, want %s", name, pieces, got, c.want)
			}
		}
	}
}
