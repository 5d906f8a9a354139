package streamjson

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func TestInput(t *testing.T) {
	for _, test := range []struct {
		name string
		got  []byte
		want string
	}{
		{"user", UserMessage("hi", ""), `{"type":"user","message":{"role":"user","content":"hi"}}`},
		{"user with uuid", UserMessage("hi", "u"), `{"type":"user","message":{"role":"user","content":"hi"},"uuid":"u"}`},
		{"no HTML escapes", UserMessage("<a> & b", ""), `{"type":"user","message":{"role":"user","content":"<a> & b"}}`},
		{"one line", UserMessage("a\nb\r\n\"c\"", ""), `{"type":"user","message":{"role":"user","content":"a\nb\r\n\"c\""}}`},
		{"not UTF-8", UserMessage("a\xffb", ""), `{"type":"user","message":{"role":"user","content":"a\ufffdb"}}`},
		{"initialize", Initialize("i1", "Be strict.", "tool"),
			`{"type":"control_request","request_id":"i1","request":{"subtype":"initialize","systemPrompt":"Be strict.",` +
				`"systemPromptSnapshot":false,"hooks":{"PreToolUse":[{"matcher":null,"hookCallbackIds":["tool"]}]}}}`},
		{"initialize, the session's prompt", Initialize("i1", "", "tool"),
			`{"type":"control_request","request_id":"i1","request":{"subtype":"initialize",` +
				`"hooks":{"PreToolUse":[{"matcher":null,"hookCallbackIds":["tool"]}]}}}`},
		{"pass", PassTool("r"),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{}}}`},
		{"stop", StopTool("r", "no"), `{"type":"control_response","response":{"subtype":"success","request_id":"r",` +
			`"response":{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",` +
			`"permissionDecisionReason":"no"}}}}`},
		{"interrupt", Interrupt("r"), `{"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}}`},
		{"allow", Allow("r", json.RawMessage(`{"command":"a && b"}`)),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow",` +
				`"updatedInput":{"command":"a && b"}}}}`},
		{"allow in one line", Allow("r", json.RawMessage(" {\n\"a\": 1\n}\n")),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow",` +
				`"updatedInput":{"a":1}}}}`},
		{"deny", Deny("r", "no", false), `{"type":"control_response","response":{"subtype":"success","request_id":"r",` +
			`"response":{"behavior":"deny","message":"no"}}}`},
		{"deny without a word", Deny("r", "", true),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"deny",` +
				`"message":"","interrupt":true}}}`},
		{"allow always", AllowAlways("r", json.RawMessage(`{}`), json.RawMessage(`[{"type":"setMode"}]`)),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow",` +
				`"updatedInput":{},"updatedPermissions":[{"type":"setMode"}]}}}`},
		{"allow always, of no list", AllowAlways("r", json.RawMessage(`{}`), json.RawMessage(`{}`)),
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow",` +
				`"updatedInput":{}}}}`},
		{"refuse", Refuse("r", "what?"), `{"response":{"error":"what?","request_id":"r","subtype":"error"},` +
			`"type":"control_response"}`},
	} {
		if string(test.got) != test.want+"\n" {
			t.Errorf("%s = %s, want %s", test.name, test.got, test.want)
		}
	}
}

func TestAllowOfWhatIsNoObjectDenies(t *testing.T) {
	want := string(Deny("r", "The answer to this request was not a JSON object.", false))
	for _, in := range []string{"", "null", "[]", `"{}"`, `{"a":`, "{}{}"} {
		if got := string(Allow("r", json.RawMessage(in))); got != want {
			t.Errorf("Allow(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestPlainText(t *testing.T) {
	for in, want := range map[string]string{
		"":         "",
		"hi":       "hi",
		"/clear":   " /clear",
		" /clear":  " /clear",
		"\n/clear": "\n/clear",
		"a /clear": "a /clear",
	} {
		if got := PlainText(in); got != want {
			t.Errorf("PlainText(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzInput: the output is one line of valid JSON for any text.
func FuzzInput(f *testing.F) {
	f.Add("hi", "u", []byte(`{"a":1}`))
	f.Add("a\xff\u2028\n", "\x00", []byte("{\"a\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, text, id string, input []byte) {
		for _, b := range [][]byte{
			UserMessage(text, id), Initialize(id, text, id), StopTool(id, text), Interrupt(id), Allow(id, input),
			Deny(id, text, true),
			AllowAlways(id, input, input), AllowAlways(id, []byte(`{}`), input), Refuse(id, text),
		} {
			if !json.Valid(b) || !utf8.Valid(b) || bytes.IndexByte(b, '\n') != len(b)-1 {
				t.Errorf("message = %q, want one line of JSON", b)
			}
		}
	})
}
