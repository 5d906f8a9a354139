package review

import (
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Stream reads a reviewer's events up to its verdict, and checks that the whole stream is consistent. There must be one
// result for the question, and one session. The text of the result must be that of the last message, which must be
// complete. Each tool call must have an answer, and no event of the turn may come after the result. If one line names
// its session, all lines of the kinds that can must do so (see [hasSessionID]): one without it is from another program.
// docs/design/claude.md, "The end of an answer", says how 2.1.5, 2.1.197 and 2.1.329 make a result of their messages.
// The zero value is ready for the first question.
type Stream struct {
	streamjson.Tracker

	turn         streamjson.Turn // the turn of the question, after its answer
	hasAnswer    bool
	anotherTurn  bool // another turn began after the answer
	session      string
	lacksSession bool     // a line that should name its session does not
	tools        []string // ids of tool calls without an answer
	flaw         error

	message      string // ID of the last message
	reason       string // why the last message ended; "" if claude did not say
	isUnfinished bool   // its line has a null stop reason, which means that it has not ended yet
}

// Ask prepares the stream for another question to the same reviewer.
func (s *Stream) Ask() { s.hasAnswer, s.anotherTurn = false, false }

// Add takes the next event. answered is true if it is the result of the question.
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
	s.lacksSession = s.lacksSession || e.SessionID == "" && hasSessionID(e.Type)
	if s.lacksSession && s.session != "" {
		s.fault(lang.Errorf("a line of the reviewer's output names no session, as claude's own do: another " +
			"program wrote it"))
	}
	switch e.Type {
	case streamjson.TypeSystem:
		s.anotherTurn = s.anotherTurn || s.hasAnswer && e.Subtype == "init"
	case streamjson.TypeStreamEvent:
		if edge, ok := e.Edge(); ok && main && edge.Type != "message_stop" {
			s.reason = edge.StopReason
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		s.line(e, main)
	case streamjson.TypeResult:
		if !IsNotification(e) {
			s.result(e, last)
			answered = true
		}
		s.tools, s.message, s.reason, s.isUnfinished = nil, "", "", false
	}
	return answered
}

// hasSessionID reports whether verdicts are read from lines of that type. Claude writes a session_id on all of these
// (2.1.5, 2.1.197, 2.1.329, 2.1.330), and not on requests and their answers.
func hasSessionID(t streamjson.Type) bool {
	switch t {
	case streamjson.TypeAssistant, streamjson.TypeUser, streamjson.TypeStreamEvent, streamjson.TypeResult:
		return true
	}
	return false
}

// fault records why there can be no verdict. The first reason counts.
func (s *Stream) fault(why error) {
	if s.flaw == nil {
		s.flaw = why
	}
}

// line handles an event that is part of a message.
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
	if ofTurn && s.hasAnswer && !s.anotherTurn {
		s.fault(lang.Errorf("the reviewer went on after its result"))
	}
	if e.Type == streamjson.TypeUser {
		return
	}
	if m.ID != s.message {
		s.message, s.reason = m.ID, ""
	}
	s.isUnfinished = e.LacksStopReason()
	if m.StopReason != "" {
		s.reason = m.StopReason
	}
}

// result handles the result of a turn. last is the text of the turn's last message.
func (s *Stream) result(e streamjson.Event, last string) {
	if s.hasAnswer {
		s.fault(lang.Errorf("the reviewer went on after its result"))
		return
	}
	s.hasAnswer, s.turn = true, s.Tracker.Turn()
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
	case s.reason == "" && s.isUnfinished:
		s.fault(lang.Errorf("the reviewer's answer was cut off"))
	case s.reason != "" && !isCompleteStop(s.reason, structured):
		s.fault(lang.Errorf("the reviewer's answer was cut off (%s)", s.reason))
	case !structured && last != r.Result && !strings.HasSuffix(last, "\n"+r.Result):
		s.fault(lang.Errorf("the reviewer's result differs from its last message"))
	}
}

// isCompleteStop reports whether a message that stopped for this reason is complete.
func isCompleteStop(reason string, structured bool) bool {
	return reason == "end_turn" || reason == "stop_sequence" || structured && reason == "tool_use"
}

// Judge returns the result like the function [Judge], but a stream with a fault has no verdict. Events after the answer
// may still change the result.
func (s *Stream) Judge() ReviewerResult {
	r := Judge(s.turn)
	if s.flaw != nil && (r.Failure == streamjson.NoFailure || r.Unclear) {
		return ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient, Reason: s.flaw, CostUSD: r.CostUSD}}
	}
	return r
}

// firstRequestID is the id of the first control request to each reviewer.
const firstRequestID = "ccc-review"

// IsStart reports whether the event answers the control request firstRequestID. It is the first event of a reviewer.
func IsStart(e streamjson.Event) bool {
	r, err := e.ControlResponse()
	return err == nil && r.RequestID == firstRequestID
}
