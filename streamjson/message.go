package streamjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A Message is the body of an assistant or user event.
//
// Claude Code sends one assistant line for each block of content: the lines of
// one message have the same ID, and StopReason is often absent (A, B, C).
type Message struct {
	Role       string
	ID         string
	Model      string
	Content    []Block
	StopReason string

	// What follows is the line's, not the message's.

	// Error is set on an assistant line that tells of an API error:
	// authentication_failed, billing_error, rate_limit, invalid_request,
	// server_error, model_not_found, unknown, … The text says it to people.
	Error       string
	IsSynthetic bool // user: written by Claude Code (hook feedback, a nudge to go on), not by the person
	IsReplay    bool // user: the echo of a line that was sent in, with --replay-user-messages
	UUID        string

	// C only.
	Aborted        bool   // assistant: cut off by an interrupt
	APIErrorStatus int    // assistant: the HTTP status, 0 if there was none
	AgentID        string // the subagent that this comes from, as in Task.ID
}

// A Block is a part of a message. Type says which fields count: text has
// Text; thinking has Thinking; tool_use has ID, Name, Input; tool_result has
// ToolUseID, Content, IsError. Content that came as a mere string is one block
// of type text.
type Block struct {
	Type      string
	Text      string
	Thinking  string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string
	Content   json.RawMessage // a JSON string, or an array of blocks, as it came; valid as long as the event's Raw
	IsError   bool
}

// ContentText gives the Content of a tool_result as text: blocks are joined by
// newlines, one which is not text stands as its type in brackets.
func (b Block) ContentText() string {
	if len(b.Content) == 0 {
		return ""
	}
	s := scanner{b: b.Content}
	var blocks []Block
	if err := s.content(&blocks); err != nil {
		return string(b.Content)
	}
	parts := make([]string, len(blocks))
	for i, c := range blocks {
		parts[i] = c.Text
		if c.Type != "text" {
			parts[i] = "[" + c.Type + "]"
		}
	}
	return strings.Join(parts, "\n")
}

// Head gives the first lines of ContentText, without the newlines at its end, and how many more there are. It decodes no more
// than it gives: a result of a tool may be long, and a person is shown little of it.
func (b Block) Head(lines int) (head string, more int) {
	raw := []byte(b.Content)
	if len(raw) < 2 || raw[0] != '"' || bytes.Contains(raw, []byte(`\\`)) { // not a string, or one in which \n may be no newline
		text := strings.TrimRight(b.ContentText(), "\r\n")
		for n, i := 0, 0; ; n++ {
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return text, 0
			}
			if i += end + 1; n+1 == lines {
				return text[:i-1], 1 + strings.Count(text[i:], "\n")
			}
		}
	}
	newline := []byte(`\n`)
	raw = raw[1 : len(raw)-1]
	for bytes.HasSuffix(raw, newline) || bytes.HasSuffix(raw, []byte(`\r`)) {
		raw = raw[:len(raw)-2]
	}
	for n, i := 0, 0; ; n++ {
		end := bytes.Index(raw[i:], newline)
		if end < 0 {
			return string(unquote(raw, false)), 0
		}
		if i += end + 2; n+1 == lines {
			return string(unquote(raw[:i-2], false)), 1 + bytes.Count(raw[i:], newline)
		}
	}
}

// Message decodes an assistant or a user event. It is on the way of every line
// that is shown, so it does without encoding/json and its second check.
func (e Event) Message() (Message, error) {
	if e.Type != TypeUser {
		if err := e.is(TypeAssistant); err != nil {
			return Message{}, err
		}
	}
	var m Message
	s := scanner{b: e.Raw}
	err := s.object(func(key []byte) error {
		switch string(key) {
		case "message":
			return s.message(&m)
		case "error":
			return s.stringInto(&m.Error)
		case "isSynthetic":
			return s.boolInto(&m.IsSynthetic)
		case "isReplay":
			return s.boolInto(&m.IsReplay)
		case "uuid":
			return s.stringInto(&m.UUID)
		case "aborted":
			return s.boolInto(&m.Aborted)
		case "api_error_status":
			return s.intInto(&m.APIErrorStatus)
		case "agent_id":
			return s.stringInto(&m.AgentID)
		}
		return s.skip()
	})
	if err == nil {
		err = s.odd
	}
	if err != nil {
		return m, fmt.Errorf("streamjson: line %d, %s: %w", e.Line, e.kind(), err)
	}
	return m, nil
}

// message reads the API's message object.
func (s *scanner) message(m *Message) error {
	if s.peek() != '{' {
		return s.oddValue("an object")
	}
	return s.object(func(key []byte) error {
		switch string(key) {
		case "role":
			return s.stringInto(&m.Role)
		case "id":
			return s.stringInto(&m.ID)
		case "model":
			return s.stringInto(&m.Model)
		case "content":
			return s.content(&m.Content)
		case "stop_reason":
			return s.stringInto(&m.StopReason)
		}
		return s.skip()
	})
}

// content reads a string or an array of blocks.
func (s *scanner) content(blocks *[]Block) error {
	*blocks = nil
	switch s.peek() {
	case '"':
		b := Block{Type: "text"}
		err := s.stringInto(&b.Text)
		*blocks = []Block{b}
		return err
	case '[':
		return s.array(func() error {
			*blocks = append(*blocks, Block{})
			return s.block(&(*blocks)[len(*blocks)-1])
		})
	}
	return s.oddValue("a string or an array")
}

func (s *scanner) block(b *Block) error {
	if s.peek() != '{' {
		return s.oddValue("an object")
	}
	return s.object(func(key []byte) error {
		switch string(key) {
		case "type":
			return s.stringInto(&b.Type)
		case "text":
			return s.stringInto(&b.Text)
		case "thinking":
			return s.stringInto(&b.Thinking)
		case "id":
			return s.stringInto(&b.ID)
		case "name":
			return s.stringInto(&b.Name)
		case "input":
			return s.rawInto(&b.Input)
		case "tool_use_id":
			return s.stringInto(&b.ToolUseID)
		case "content":
			s.peek()
			start := s.i
			err := s.skip()
			b.Content = s.b[start:s.i:s.i] // not copied: a tool's result may be long, and little of it is looked at
			return err
		case "is_error":
			return s.boolInto(&b.IsError)
		}
		return s.skip()
	})
}

// oddValue skips a value of another JSON type than want; null counts as absent.
// The first odd one is kept for the error: the body is read to its end.
func (s *scanner) oddValue(want string) error {
	if s.peek() != 'n' && s.odd == nil {
		s.odd = s.unexpected(want)
	}
	return s.skip()
}

func (s *scanner) stringInto(dst *string) error {
	*dst = ""
	if s.peek() != '"' {
		return s.oddValue("a string")
	}
	text, err := s.text()
	*dst = known(text)
	return err
}

func (s *scanner) boolInto(dst *bool) error {
	c := s.peek()
	*dst = c == 't'
	if c != 't' && c != 'f' {
		return s.oddValue("true or false")
	}
	return s.skip()
}

func (s *scanner) intInto(dst *int) error {
	var raw json.RawMessage
	*dst = 0
	c := s.peek()
	if c != '-' && c-'0' > 9 {
		return s.oddValue("a number")
	}
	if err := s.rawInto(&raw); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, dst); err != nil && s.odd == nil {
		s.odd = err // 1.5, or more than an int holds
	}
	return nil
}

// rawInto copies a value as it stands: a body outlives its line.
func (s *scanner) rawInto(dst *json.RawMessage) error {
	s.peek()
	start := s.i
	err := s.skip()
	*dst = bytes.Clone(s.b[start:s.i])
	return err
}
