package integration

// How the fake claude talks to a user: text as it is written, tool calls with their results, questions.

import (
	"regexp"
	"slices"
	"strings"
)

// These are the permissions that claude offers with a question. For a command 2.1.329 also offers a rule.
const (
	proposedMode = `{"type":"setMode","mode":"acceptEdits","destination":"session"}`
	proposedRule = `{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"touch x"}],` +
		`"behavior":"allow","destination":"localSettings"},`
)

func (f *fake) performForUser(verb, rest string) {
	word, more, _ := strings.Cut(rest, " ")
	name, input, _ := strings.Cut(more, " ")
	switch verb {
	case "stream", "begin-stream":
		f.stream(unescape(rest))
		if verb == "stream" {
			f.assistant(`{"type":"text","text":%s}`, asJSON(unescape(rest)))
		}
	case "call":
		f.assistant(`{"type":"tool_use","id":%s,"name":%s,"input":%s}`, asJSON(word), asJSON(name), input)
	case "called":
		f.emit(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%s,`+
			`"content":%s,"is_error":%t}]},"parent_tool_use_id":null%s}`,
			asJSON(word), asJSON(unescape(more)), strings.HasPrefix(word, "bad"), f.ids())
	case "ask":
		if i := slices.Index(f.args, "--permission-prompt-tool"); i < 0 || f.args[i+1] != "stdio" {
			f.fail("nobody wants to be asked: %s", asJSON(f.args))
		}
		proposals := ""
		switch name {
		case "Bash":
			proposals = `"permission_suggestions":[` + proposedRule + proposedMode + `],`
		case "Edit":
			proposals = `"permission_suggestions":[` + proposedMode + `],`
		}
		f.emit(`{"type":"control_request","request_id":%s,"request":{"subtype":"can_use_tool","tool_name":%s,`+
			`"input":%s,%s"tool_use_id":"toolu_1"}}`, asJSON(word), asJSON(name), input, proposals)
	case "await-answer":
		in := f.next("an answer")
		text := string(in.Response)
		if !strings.Contains(text, asJSON(word)) || !regexp.MustCompile(more).MatchString(text) {
			f.fail("the answer %s to %s does not match %s", text, word, more)
		}
	}
}

// stream writes a block in pieces of five bytes, as stream_event lines.
func (f *fake) stream(text string) {
	if !slices.Contains(f.args, "--include-partial-messages") {
		return
	}
	event := func(format string, args ...any) {
		f.emit(`{"type":"stream_event","event":`+format+`,"parent_tool_use_id":null`+f.ids()+`}`, args...)
	}
	event(`{"type":"message_start","message":{"usage":{"input_tokens":1200,"output_tokens":1}}}`)
	event(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
	for rest := []rune(text); len(rest) > 0; rest = rest[min(5, len(rest)):] {
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`,
			asJSON(string(rest[:min(5, len(rest))])))
	}
	event(`{"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":34}}`)
}

// endInterrupted ends the turn after an interrupt of the host.
func (f *fake) endInterrupted(in inbound) {
	f.emit(`{"type":"control_response","response":{"subtype":"success","request_id":%s,`+
		`"response":{"still_queued":[]}}}`, asJSON(in.RequestID))
	f.emit(`{"type":"user","message":{"role":"user",`+
		`"content":[{"type":"text","text":"[Request interrupted by user]"}]}%s}`, f.ids())
	f.result("error_during_execution", true, `"terminal_reason":"aborted_streaming","errors":[`+
		`"[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null"]`)
}
