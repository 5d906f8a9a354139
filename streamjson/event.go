package streamjson

import "fmt"

// A Type is the value of an event's "type".
type Type uint8

// The types that Claude Code sends. TypeOther is a type that this package does not know, or a missing one;
// [Event.Name] has its name. New versions often add types: ignore these.
const (
	TypeOther Type = iota
	TypeSystem
	TypeAssistant
	TypeUser
	TypeResult
	TypeStreamEvent // only with --include-partial-messages
	TypeControlRequest
	TypeControlResponse
	TypeControlCancel
	TypeRateLimit         // 2.1.197, 2.1.329
	TypeCommandLifecycle  // 2.1.329
	TypeConversationReset // 2.1.329
	TypeToolProgress      // 2.1.329
	TypeText              // no measured version sends it
	TypeError             // no measured version sends it
)

// String returns the "type" as it is in the JSON, "other" for [TypeOther].
func (t Type) String() string {
	switch t {
	case TypeSystem:
		return "system"
	case TypeAssistant:
		return "assistant"
	case TypeUser:
		return "user"
	case TypeResult:
		return "result"
	case TypeStreamEvent:
		return "stream_event"
	case TypeControlRequest:
		return "control_request"
	case TypeControlResponse:
		return "control_response"
	case TypeControlCancel:
		return "control_cancel_request"
	case TypeRateLimit:
		return "rate_limit_event"
	case TypeCommandLifecycle:
		return "command_lifecycle"
	case TypeConversationReset:
		return "conversation_reset"
	case TypeToolProgress:
		return "tool_progress"
	case TypeText:
		return "text"
	case TypeError:
		return "error"
	}
	return "other"
}

// typeOf is the inverse of String.
func typeOf(name []byte) Type {
	for t := TypeSystem; t <= TypeError; t++ {
		if string(name) == t.String() {
			return t
		}
	}
	return TypeOther
}

// An Event is one line of the stream: a JSON object that was checked completely but not decoded. Each of its methods
// decodes one type of event, and returns an error for other types. If a field has an unexpected JSON type, a method
// returns an error together with the other fields.
//
// The results of [Event.Message], [Event.StreamEvent] and [Event.Result] are kept as long as Raw is valid, so that a
// line is decoded only once. All callers share a result, so they must not change its slices.
type Event struct {
	Type Type
	Name string // the "type" as it was received
	// Subtype is the object's own subtype. In a control message the subtype is one level deeper: see
	// [Event.ControlRequest] and [Event.ControlResponse].
	Subtype string
	// SessionID is "sessionId", as in lines of claude's own file, or "session_id". Control messages have none.
	SessionID string
	// ParentToolUseID is the tool call that started the subagent from which
	// this comes; "" for the main thread.
	ParentToolUseID string
	// IsReplay says that this line echoes one that was sent to claude, as in [Message].
	IsReplay bool
	// IsSidechain says that a line of Claude Code's own file of a session comes from a subagent.
	IsSidechain bool
	// Raw is the JSON object without noise around it. It belongs to the Decoder, and is valid until the next call of
	// Next.
	Raw  []byte
	Line int // the line's number, from 1

	memo  *memo
	count uint64 // of the line that memo is for
}

// is returns an error unless the event has the type and one of the subtypes. Without subtypes any will do.
func (e Event) is(t Type, subtypes ...string) error {
	if e.Type == t {
		if len(subtypes) == 0 {
			return nil
		}
		for _, s := range subtypes {
			if e.Subtype == s {
				return nil
			}
		}
	}
	want := t.String()
	if len(subtypes) > 0 {
		want += "/" + subtypes[0]
	}
	return fmt.Errorf("streamjson: line %d is %s, not %s", e.Line, e.kind(), want)
}

// kind returns the event's type and subtype, for error messages.
func (e Event) kind() string {
	switch {
	case e.Name == "":
		return "without a type"
	case e.Subtype == "":
		return e.Name
	}
	return e.Name + "/" + e.Subtype
}

// A head has the top-level strings of an object that are needed for an Event or a Message, without their quotes and
// with their escapes. nil means that the key is missing or its value is not a string.
type head struct {
	name, subtype, parent []byte
	session, sessionCamel []byte // "session_id" and "sessionId"
	uuid, problem, agent  []byte
	id, model             []byte // of the message
}

// field returns where the value of key is stored; nil if it is not needed.
func (h *head) field(key []byte) *[]byte {
	switch string(key) {
	case "type":
		return &h.name
	case "subtype":
		return &h.subtype
	case "session_id":
		return &h.session
	case "sessionId":
		return &h.sessionCamel
	case "parent_tool_use_id":
		return &h.parent
	case "uuid":
		return &h.uuid
	case "error":
		return &h.problem
	case "agent_id":
		return &h.agent
	}
	return nil
}

// event makes an Event of a line. ok is false if the line has nothing but noise. It also keeps what it reads of a
// message, because most lines contain one, and are so read only once.
func (d *Decoder) event(line []byte) (e Event, ok bool, err error) {
	start := noiseLen(line)
	if start == len(line) {
		return Event{}, false, nil
	}
	if line[start] != '{' {
		return Event{}, false, errNoObject
	}
	memo := d.memo.next()
	s, h := &d.scan, &memo.head
	s.b, s.i, s.depth, s.typeErr = line, start, 0, nil
	err = s.object(func(key []byte) error {
		// If a key occurs twice, the last one counts, as in encoding/json and JavaScript. Only the top level matters:
		// a "type" further down, in a message or a tool's input, is not the type of the Event.
		field := h.field(key)
		if field == nil {
			return s.messageField(key, memo)
		}
		if field == &h.uuid || field == &h.problem || field == &h.agent {
			return s.bytesInto(field)
		}
		*field = nil
		if s.peek() != '"' {
			return s.skip()
		}
		text, err := s.text()
		*field = text
		return err
	})
	if err != nil {
		return Event{}, false, err
	}
	end := s.i
	if end+noiseLen(line[end:]) != len(line) {
		return Event{}, false, fmt.Errorf("at byte %d: %w", end, errTrailing)
	}
	if len(h.sessionCamel) > 0 { // after /clear, "session_id" in claude's file is still the session before (2.1.330)
		h.session = h.sessionCamel
	}
	e = Event{
		Type: typeOf(h.name), IsReplay: memo.message.IsReplay, IsSidechain: memo.sidechain, Raw: line[start:end],
		Line: d.line,
	}
	e.Name = knownWord(h.name)
	e.Subtype = knownWord(h.subtype)
	e.SessionID = reuseString(&d.session, h.session)
	e.ParentToolUseID = reuseString(&d.parent, h.parent)
	memo.typeErr = s.typeErr
	e.memo, e.count = memo, memo.count
	return e, true, nil
}

// reuseString returns b as a string. It allocates a new one only if b is not empty and differs from the previous one.
func reuseString(before *string, b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if *before != string(b) {
		*before = string(b)
	}
	return *before
}

// maxKnown is the length of the longest word in knownWord.
const maxKnown = len("background_tasks_changed")

// knownWord returns b as a string, without an allocation for the words that most lines consist of. A switch is faster
// than a map.
func knownWord(b []byte) string {
	switch string(b) {
	case "":
		return ""
	case "system":
		return "system"
	case "assistant":
		return "assistant"
	case "user":
		return "user"
	case "result":
		return "result"
	case "stream_event":
		return "stream_event"
	case "control_request":
		return "control_request"
	case "control_response":
		return "control_response"
	case "command_lifecycle":
		return "command_lifecycle"
	case "tool_progress":
		return "tool_progress"
	}
	return knownSubtype(b)
}

// knownSubtype is [knownWord] for what is within a line: subtypes, blocks of a message, and why a model stopped.
func knownSubtype(b []byte) string {
	switch string(b) {
	case "init":
		return "init"
	case "success":
		return "success"
	case "status":
		return "status"
	case "api_retry":
		return "api_retry"
	case "hook_started":
		return "hook_started"
	case "hook_response":
		return "hook_response"
	case "notification":
		return "notification"
	case "thinking_tokens":
		return "thinking_tokens"
	case "task_started":
		return "task_started"
	case "task_progress":
		return "task_progress"
	case "task_updated":
		return "task_updated"
	case "task_notification":
		return "task_notification"
	case "background_tasks_changed":
		return "background_tasks_changed"
	case "text":
		return "text"
	case "error":
		return "error"
	case "thinking":
		return "thinking"
	case "tool_use":
		return "tool_use"
	case "tool_result":
		return "tool_result"
	case "end_turn":
		return "end_turn"
	}
	return string(b)
}
