package review

import (
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Stream follows a reviewer's events to its verdict. The whole stream has to bear it out: one result for the question,
// its text that of the last message, this message complete, no tool call without an answer, one session, and nothing of
// the turn behind the result. How 2.1.5, 2.1.197 and 2.1.329 make a result of their messages is in docs/claude.md, "The
// end of an answer". The zero value is ready for the first question.
type Stream struct {
	streamjson.Tracker

	turn     streamjson.Turn // the question's, once it is answered
	answered bool
	another  bool // a further turn began behind the answer
	session  string
	tools    []string // calls without an answer
	flaw     error

	message string // the last message's ID
	reason  string // why the last message ended; "" if that was not said
	unsaid  bool   // … and its line has null there, for not yet
}

// Ask readies the stream for a further question to the same reviewer.
func (s *Stream) Ask() { s.answered, s.another = false, false }

// Add takes the next event. answered says that it is the question's result.
func (s *Stream) Add(e streamjson.Event) (answered bool) {
	main := e.ParentToolUseID == ""
	last := ""
	if e.Type == streamjson.TypeResult && s.InTurn() {
		last = s.Tracker.Turn().Text
	}
	s.Tracker.Add(e)
	if main && e.SessionID != "" {
		if s.session != "" && s.session != e.SessionID {
			s.fault(lang.Errorf("the reviewer's output comes from two sessions"))
		}
		s.session = e.SessionID
	}
	switch e.Type {
	case streamjson.TypeSystem:
		s.another = s.another || s.answered && e.Subtype == "init"
	case streamjson.TypeStreamEvent:
		if edge, ok := e.Edge(); ok && main && edge.Type != "message_stop" {
			s.reason = edge.StopReason
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		s.line(e, main)
	case streamjson.TypeResult:
		if !Notified(e) {
			s.result(e, last)
			answered = true
		}
		s.tools, s.message, s.reason, s.unsaid = nil, "", "", false
	}
	return answered
}

// fault notes why there can be no verdict. The first reason is the one that is told.
func (s *Stream) fault(why error) {
	if s.flaw == nil {
		s.flaw = why
	}
}

// line takes a line of a message.
func (s *Stream) line(e streamjson.Event, main bool) {
	m, err := e.Message()
	if err != nil {
		return
	}
	ofTurn := e.Type == streamjson.TypeAssistant
	for _, b := range m.Content {
		switch b.Type {
		case "tool_use":
			s.tools = append(s.tools, b.ID)
		case "tool_result":
			ofTurn = true
			s.tools = slices.DeleteFunc(s.tools, func(id string) bool { return id == b.ToolUseID })
		}
	}
	if !main {
		return
	}
	if ofTurn && s.answered && !s.another {
		s.fault(lang.Errorf("the reviewer went on after its result"))
	}
	if e.Type == streamjson.TypeUser {
		return
	}
	if m.ID != s.message {
		s.message, s.reason = m.ID, ""
	}
	s.unsaid = e.Unstopped()
	if m.StopReason != "" {
		s.reason = m.StopReason
	}
}

// result takes the result of a turn whose last message has the text last.
func (s *Stream) result(e streamjson.Event, last string) {
	if s.answered {
		s.fault(lang.Errorf("the reviewer went on after its result"))
		return
	}
	s.answered, s.turn = true, s.Tracker.Turn()
	r, err := e.Result()
	if err != nil || s.turn.Failure != streamjson.NoFailure {
		return
	}
	if r.StopReason != "" {
		s.reason = r.StopReason
	}
	structured := s.turn.Structured != nil
	switch {
	case len(s.tools) > 0:
		s.fault(lang.Errorf("the reviewer gave a result while one of its tools was still running"))
	case r.Result == "" && !structured:
		s.fault(lang.Errorf("the reviewer gave no answer"))
	case s.reason == "" && s.unsaid:
		s.fault(lang.Errorf("the reviewer's answer was cut off"))
	case s.reason != "" && !ends(s.reason, structured):
		s.fault(lang.Errorf("the reviewer's answer was cut off (%s)", s.reason))
	case !structured && last != r.Result && !strings.HasSuffix(last, "\n"+r.Result):
		s.fault(lang.Errorf("the reviewer's result differs from its last message"))
	}
}

// ends reports whether a message that stopped for the reason has come to its end.
func ends(reason string, structured bool) bool {
	return reason == "end_turn" || reason == "stop_sequence" || structured && reason == "tool_use"
}

// Judge says what the answer came to, as the function of the same name; without a flaw in the stream alone it is a
// verdict. What comes behind the answer may still change it.
func (s *Stream) Judge() ReviewerResult {
	r := Judge(s.turn)
	if s.flaw != nil && (r.Failure == streamjson.NoFailure || r.Unclear) {
		return ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient, Reason: s.flaw, CostUSD: r.CostUSD}}
	}
	return r
}

// first is the id of the request with which each reviewer begins.
const first = "ccc-review"

// Began reports whether the event is the first one that a reviewer prints.
func Began(e streamjson.Event) bool {
	r, err := e.ControlResponse()
	return err == nil && r.RequestID == first
}
