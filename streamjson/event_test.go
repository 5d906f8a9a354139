package streamjson

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

// event decodes one line.
func event(t *testing.T, line string) Event {
	t.Helper()
	e, err := NewDecoder(strings.NewReader(line)).Next()
	if err != nil {
		t.Fatalf("Next() of %s: %v", line, err)
	}
	return e
}

func TestB15SessionIDInBothSpellings(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{"session_id":"abc"}`, "abc"},
		{`{"sessionId":"abc"}`, "abc"},
		{`{"session_id":"abc","sessionId":"def"}`, "def"},
		{`{"sessionId":"def","session_id":"abc"}`, "def"},
		{`{"session_id":"","sessionId":"def"}`, "def"},
		{`{"session_id":null,"sessionId":"def"}`, "def"},
		{`{"session_id":"old","session_id":"new"}`, "new"},
		{`{"session_id":"old","session_id":7}`, ""},
		{`{"session\u005fid":"a\u0062c"}`, "abc"},
		{`{"request":{"session_id":"deeper"}}`, ""},
		{`{"SESSION_ID":"abc"}`, ""},
		{`{}`, ""},
	} {
		if got := event(t, test.in).SessionID; got != test.want {
			t.Errorf("SessionID of %s = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestB16TypesAreToldApart(t *testing.T) {
	for _, test := range []struct {
		in   string
		want Event
	}{
		{`{"type":"system","subtype":"init"}`, Event{Type: TypeSystem, Name: "system", Subtype: "init"}},
		{`{"type":"assistant","parent_tool_use_id":"t1"}`, Event{Type: TypeAssistant, Name: "assistant",
			ParentToolUseID: "t1"}},
		{`{"type":"user","parent_tool_use_id":null}`, Event{Type: TypeUser, Name: "user"}},
		{`{"subtype":"success","usage":{"type":"user"},"type":"result"}`, Event{Type: TypeResult, Name: "result",
			Subtype: "success"}},
		{`{"type":"stream_event","event":{"type":"message_stop"}}`, Event{Type: TypeStreamEvent, Name: "stream_event"}},
		{`{"type":"control_request","request":{"subtype":"can_use_tool"}}`, Event{Type: TypeControlRequest,
			Name: "control_request"}},
		{`{"type":"control_response"}`, Event{Type: TypeControlResponse, Name: "control_response"}},
		{`{"type":"control_cancel_request"}`, Event{Type: TypeControlCancel, Name: "control_cancel_request"}},
		{`{"type":"rate_limit_event"}`, Event{Type: TypeRateLimit, Name: "rate_limit_event"}},
		{`{"type":"command_lifecycle"}`, Event{Type: TypeCommandLifecycle, Name: "command_lifecycle"}},
		{`{"type":"conversation_reset"}`, Event{Type: TypeConversationReset, Name: "conversation_reset"}},
		{`{"type":"tool_progress"}`, Event{Type: TypeToolProgress, Name: "tool_progress"}},
		{`{"type":"text","text":"x"}`, Event{Type: TypeText, Name: "text"}},
		{`{"type":"error","error":"x"}`, Event{Type: TypeError, Name: "error"}},
		{`{"type":"never_seen","subtype":"nor_this"}`, Event{Name: "never_seen", Subtype: "nor_this"}},
		{`{"type":"other"}`, Event{Name: "other"}},
		{`{"message":{"type":"result"},"input":[{"type":"user"}]}`, Event{}},
		{`{"type":null}`, Event{}},
	} {
		got := event(t, test.in)
		if string(got.Raw) != test.in || got.Line != 1 {
			t.Errorf("Raw, Line = %s, %d, want %s, 1", got.Raw, got.Line, test.in)
		}
		got.Raw, got.Line, got.memo, got.count = nil, 0, nil, 0
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s = %+v, want %+v", test.in, got, test.want)
		}
		if got.Type != TypeOther && got.Type.String() != got.Name {
			t.Errorf("String of type %d = %q, want %q", got.Type, got.Type, got.Name)
		}
	}
}

func TestB16WordsOfTextAndError(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"text","text":"hello"}`:                             "hello",
		`{"type":"text","content":"hello\n世界"}`:                      "hello\n世界",
		`{"type":"error","error":"no such thing"}`:                   "no such thing",
		`{"type":"error","error":{"type":"x","message":"overload"}}`: "overload",
		`{"type":"error","message":{"message":"deeper"},"text":7}`:   "deeper",
		`{"type":"error"}`:            "",
		`{"type":"text","text":null}`: "",
	} {
		if got, err := event(t, in).Words(); got != want || err != nil {
			t.Errorf("Words of %s = %q, %v, want %q", in, got, err, want)
		}
	}
	if _, err := event(t, `{"type":"user","text":"x"}`).Words(); err == nil {
		t.Error("Words of a user event gives no error")
	}
}

// TestBodyIsDecodedOnce: all callers that ask for the body of a line share it. An Event that is older than the newest
// one, or whose Decoder is unknown, is still decoded.
func TestBodyIsDecodedOnce(t *testing.T) {
	one := `{"type":"user","message":{"content":"one"}}`
	two := `{"type":"user","message":{"content":"two"}}`
	d := NewDecoder(strings.NewReader(one + "\n" + two + "\n"))
	first, err := d.Next()
	if err != nil {
		t.Fatal(err)
	}
	copied := first
	a, _ := first.Message()
	b, _ := copied.Message()
	if len(a.Content) != 1 || &a.Content[0] != &b.Content[0] {
		t.Error("the second call decoded the line again")
	}
	first.Raw = []byte(one)
	second, err := d.Next()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e    Event
		want string
	}{{second, "two"}, {first, "one"}, {second, "two"}, {Event{Type: TypeUser, Raw: []byte(one)}, "one"}} {
		if m, err := c.e.Message(); err != nil || len(m.Content) != 1 || m.Content[0].Text != c.want {
			t.Errorf("Message = %+v, %v, want %q", m, err, c.want)
		}
	}
}

// TestKnown: words that cost no allocation are returned with their exact spelling.
func TestKnown(t *testing.T) {
	for _, word := range []string{"", "system", "init", "tool_use", "background_tasks_changed", "unheard of"} {
		if got := knownWord([]byte(word)); got != word {
			t.Errorf("known(%q) = %q", word, got)
		}
	}
}

func TestWrongAccessor(t *testing.T) {
	user := event(t, "\n"+`{"type":"user","message":{}}`)
	status := event(t, "\n"+`{"type":"system","subtype":"status"}`)
	none := event(t, "\n"+`{}`)
	for _, test := range []struct {
		err  func() error
		want string
	}{
		{func() error { _, err := user.Init(); return err }, "streamjson: line 2 is user, not system/init"},
		{func() error { _, err := status.Init(); return err }, "streamjson: line 2 is system/status, not system/init"},
		{func() error { _, err := status.Task(); return err },
			"streamjson: line 2 is system/status, not system/task_started"},
		{func() error { _, err := status.Message(); return err }, "streamjson: line 2 is system/status, not assistant"},
		{func() error { _, err := user.Result(); return err }, "streamjson: line 2 is user, not result"},
		{func() error { _, err := none.RateLimit(); return err },
			"streamjson: line 2 is without a type, not rate_limit_event"},
	} {
		if err := test.err(); err == nil || err.Error() != test.want {
			t.Errorf("error = %v, want %s", err, test.want)
		}
	}
}

// TestBodies: cases that no recording has; the rest is in the golden files.
func TestBodies(t *testing.T) {
	for _, test := range []struct {
		in   string
		want any
	}{
		{`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1790000000,` +
			`"rateLimitType":"five_hour","utilization":0.5}}`,
			RateLimit{"rejected", time.Unix(1790000000, 0), "five_hour", 0.5}},
		{`{"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning"}}`, RateLimit{Status: "allowed_warning"}},
		{`{"type":"rate_limit_event","rate_limit_info":{"resetsAt":-1}}`, RateLimit{}},
		{`{"type":"rate_limit_event","rate_limit_info":{"resetsAt":1e40}}`, RateLimit{}},
		{`{"type":"system","subtype":"api_retry","attempt":2,"max_retries":10,"retry_delay_ms":1082.7,` +
			`"error_status":null,"error":"unknown"}`,
			Retry{Attempt: 2, MaxRetries: 10, Delay: 1082 * time.Millisecond, Error: "unknown"}},
		{`{"type":"system","subtype":"api_retry","retry_delay_ms":1e30,"error_status":529}`, Retry{Delay: 24 * time.Hour,
			Status: 529}},
		{`{"type":"system","subtype":"api_retry","retry_delay_ms":-1e30}`, Retry{}},
		{`{"type":"system","subtype":"task_updated","task_id":"t","patch":{"status":"killed","is_backgrounded":true,` +
			`"description":"d"}}`,
			Task{TaskID: "t", Status: "killed", Description: "d", Backgrounded: true}},
		{`{"type":"system","subtype":"task_notification","task_id":"t","status":"completed","summary":"s","output_file":"f"}`,
			Task{TaskID: "t", Status: "completed", Summary: "s", OutputFile: "f"}},
		{`{"type":"system","subtype":"status","status":null,"compact_result":"failed","compact_error":"e"}`,
			Status{CompactResult: "failed", CompactError: "e"}},
		{`{"type":"system","subtype":"model_fallback","original_model":"a","fallback_model":"b"}`,
			ModelFallback{OriginalModel: "a", FallbackModel: "b"}},
		{`{"type":"tool_progress","tool_use_id":"t","tool_name":"Bash","elapsed_time_seconds":30}`, ToolProgress{"t",
			"Bash", 30}},
		{`{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":{"type":"tool_use",` +
			`"name":"Bash"}}}`,
			StreamEvent{Type: "content_block_start", Index: 1, BlockType: "tool_use", ToolName: "Bash"}},
		{`{"type":"stream_event","event":{"type":"content_block_delta","delta":{"partial_json":"{\"a"}}}`,
			StreamEvent{Type: "content_block_delta", PartialJSON: `{"a`}},
		{`{"type":"control_cancel_request","request_id":"r"}`, ControlCancel{"r"}},
		{`{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no"}}`,
			ControlResponse{Subtype: "error", RequestID: "r", Error: "no"}},
		{`{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","callback_id":"c",` +
			`"input":{"a":1}}}`,
			ControlRequest{RequestID: "r", Subtype: "hook_callback", CallbackID: "c", Input: json.RawMessage(`{"a":1}`)}},
	} {
		got, err := body(event(t, test.in))
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("body of %s = %+v, %v, want %+v", test.in, got, err, test.want)
		}
	}
}

func TestResultOKNeedsBothFields(t *testing.T) {
	for _, test := range []struct {
		in   string
		ok   bool
		text string
	}{
		{`{"type":"result","subtype":"success","is_error":false,"result":"done"}`, true, "done"},
		{`{"type":"result","subtype":"success","is_error":true,"result":"Credit balance is too low"}`, false,
			"Credit balance is too low"},
		{`{"type":"result","subtype":"error_max_turns","is_error":false,"errors":[]}`, false, ""},
		{`{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["a","b"]}`, false, "a\nb"},
	} {
		r, err := event(t, test.in).Result()
		if err != nil || r.OK() != test.ok || r.Text() != test.text {
			t.Errorf("%s: OK %t, text %q, %v, want %t, %q", test.in, r.OK(), r.Text(), err, test.ok, test.text)
		}
	}
}

func TestResultStructuredOutput(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"result","structured_output":{"completed":true}}`: `{"completed":true}`,
		`{"type":"result","structured_output":null}`:               "",
		`{"type":"result"}`: "",
	} {
		if r, err := event(t, in).Result(); err != nil || string(r.StructuredOutput) != want ||
			(want == "") != (r.StructuredOutput == nil) {
			t.Errorf("StructuredOutput of %s = %s, %v, want %s", in, r.StructuredOutput, err, want)
		}
	}
}

// TestOddFieldKeepsTheRest: a field whose type changed in some version is an error, and does not affect other fields.
func TestOddFieldKeepsTheRest(t *testing.T) {
	r, err := event(t, `{"type":"result","num_turns":"three","result":"done","subtype":"success"}`).Result()
	if err == nil || r.Result != "done" || !r.OK() {
		t.Errorf("Result() = %+v, %v, want the other fields and an error", r, err)
	}
	m, err := event(t, `{"type":"user","uuid":7,"api_error_status":1.5,"isReplay":1,"message":{"id":[],`+
		`"content":[{"type":"text","text":"hi"},7]}}`).Message()
	want := Message{Content: []Block{{Type: "text", Text: "hi"}, {}}}
	if err == nil || !reflect.DeepEqual(m, want) {
		t.Errorf("Message() = %+v, %v, want %+v and an error", m, err, want)
	}
	if got, want := err.Error(), "streamjson: line 1, user: at byte 22: '7' where a string is due"; got != want {
		t.Errorf("error = %s, want %s", got, want)
	}
}

// TestEventMadeByHand: an accessor must tolerate a Raw that no Decoder has checked.
func TestEventMadeByHand(t *testing.T) {
	for _, raw := range []string{"", "x", `{"message":`, `{"message":{"content":[`, `{"message":{"content":["\x"`,
		`{"message":{"content":[{"input":[`, `{"api_error_status":-}`,
		`{"api_error_status":"x}`, `{"api_error_status":"x"}`, `{"uuid":"\u12"}`, `{"\u1`, `{"a"`,
		`{"message":{"content":[1 2]}}`, `{"message":{}:`} {
		e := Event{Type: TypeAssistant, Name: "assistant", Raw: []byte(raw)}
		if _, err := e.Message(); err == nil {
			t.Errorf("Message() of %q gives no error", raw)
		}
	}
	if _, err := NewDecoder(strings.NewReader("")).Next(); err != io.EOF {
		t.Errorf("Next() of nothing = %v, want io.EOF", err)
	}
}

func TestErrorText(t *testing.T) {
	const limit = "API Error: 429"
	for in, want := range map[string]string{
		limit + ` {"error":{"message":"Too many.","type":"limit"},"id":"r"}`: limit + " · Too many",
		"API Error: Request rejected (429) · Too many.":                      "API Error: Request rejected (429) · Too many",
		`API Error: 500 {"error":`:                                           `API Error: 500 {"error":`,
		"Prompt is too long":                                                 "Prompt is too long",
	} {
		if got := ErrorText(in); got != want {
			t.Errorf("ErrorText(%q) = %q, want %q", in, got, want)
		}
	}
}
