package streamjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Message is the body of an assistant or user event.
//
// Claude Code sends one assistant line for each block of content: the lines of one message have the same ID, and
// StopReason is often absent (2.1.5, 2.1.197, 2.1.329).
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
	IsSynthetic bool // user: written by Claude Code (hook feedback, a nudge to go on), not by the user
	IsReplay    bool // user: the echo of a line that was sent in, with --replay-user-messages
	UUID        string

	// 2.1.329 only.
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
	var texts []text
	if err := s.content(&blocks, &texts); err != nil {
		return string(b.Content)
	}
	for _, t := range texts {
		t.fill(blocks)
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

// LocalOutput gives what a local command put out, such as /context, with the escape sequences in it. ok is false for
// another message. 2.1.197 and 2.1.329 send it as an assistant message, 2.1.5, and all for /compact, as one of the
// user's.
func (m Message) LocalOutput() (text string, ok bool) {
	if m.Model == synthetic && m.Error == "" {
		var parts []string
		for _, b := range m.Content {
			if b.Text != "(no content)" { // so 2.1.197 says that there is none
				parts = append(parts, b.Text)
			}
		}
		return strings.Join(parts, "\n"), true
	}
	if m.Role != "user" || len(m.Content) != 1 {
		return "", false
	}
	for _, stream := range []string{"stdout", "stderr"} {
		text, begins := strings.CutPrefix(strings.TrimSpace(m.Content[0].Text), "<local-command-"+stream+">")
		if text, ends := strings.CutSuffix(text, "</local-command-"+stream+">"); begins && ends {
			return text, true
		}
	}
	return "", false
}

// Head gives the first lines of ContentText, without the newlines at its end, and how many more there are. It decodes
// no more than it gives: a result of a tool may be long, and a user is shown little of it.
func (b Block) Head(lines int) (head string, more int) {
	raw := []byte(b.Content)
	if len(raw) < 2 || raw[0] != '"' {
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
	raw = raw[1 : len(raw)-1]
	newlines, cut := 0, 0 // seen so far; where the first lines end
	within, end := 0, 0   // the same without the newlines behind the last text; where that text ends
	for i := 0; i < len(raw); {
		text := bytes.IndexByte(raw[i:], '\\') // before the next escape
		switch {
		case text < 0:
			i = len(raw)
		case text > 0:
			i += text
		case raw[i+1] == 'r':
			i += 2
			continue
		case raw[i+1] == 'n':
			if newlines++; newlines == lines {
				cut = i
			}
			i += 2
			continue
		default:
			i += 2
		}
		within, end = newlines, i
	}
	if within < lines {
		return string(unquote(raw[:end], false)), 0
	}
	return string(unquote(raw[:cut], false)), within - lines + 1
}

// Message decodes an assistant or a user event. It is on the way of every line
// that is shown, so it does without encoding/json and its second check.
func (e Event) Message() (Message, error) {
	if e.Type != TypeUser {
		if err := e.is(TypeAssistant); err != nil {
			return Message{}, err
		}
	}
	m, err := e.read()
	if err != nil {
		return Message{}, err
	}
	if !m.whole {
		m.whole = true
		m.fill()
	}
	return m.message, e.bodyError(nil, m.odd)
}

// Unstopped says of an assistant event that its stop_reason is null: the line was written before it was known how the
// message ends, or it has no end, because the API's answer was cut off (2.1.5, 2.1.197, 2.1.329).
func (e Event) Unstopped() bool {
	m, err := e.read()
	return err == nil && m.unstopped
}

// read gives the memo of the event's line, which is read again if it was not the newest.
func (e Event) read() (*memo, error) {
	if e.isNewest() {
		return e.memo, nil
	}
	var d Decoder
	if _, ok, err := d.event(e.Raw); err != nil || !ok {
		return nil, e.bodyError(err, errNoObject)
	}
	return &d.memo, nil
}

// fill completes the message.
func (m *memo) fill() {
	h, b := &m.head, &m.message
	b.UUID, b.Error, b.AgentID, b.ID = string(h.uuid), knownWord(h.problem), string(h.agent), string(h.id)
	b.Model = last(&m.model, h.model)
	if len(b.Content) == 0 {
		b.Content = nil
	}
	for _, t := range m.texts {
		t.fill(b.Content)
	}
}

// text is that of a block: it was read but not decoded, as it may be long, and not everybody wants it.
type text struct {
	block    int
	thinking bool
	quoted   []byte
	plain    bool
}

func (t text) fill(blocks []Block) {
	if t.thinking {
		blocks[t.block].Thinking = unquoteString(t.quoted, t.plain)
	} else {
		blocks[t.block].Text = unquoteString(t.quoted, t.plain)
	}
}

// messageField reads the value of a line's key into its message; it skips what is none of a message's.
func (s *scanner) messageField(key []byte, memo *memo) error {
	m := &memo.message
	switch string(key) {
	case "message":
		if s.peek() == '{' {
			return s.message(memo)
		}
		return s.oddValue("an object")
	case "isSynthetic":
		return s.boolInto(&m.IsSynthetic)
	case "isReplay":
		return s.boolInto(&m.IsReplay)
	case "isSidechain":
		return s.boolInto(&memo.sidechain)
	case "aborted":
		return s.boolInto(&m.Aborted)
	case "api_error_status":
		return s.intInto(&m.APIErrorStatus)
	}
	return s.skip()
}

// bodyError is the error of a body that was read by a scanner: the scanner's own, or the first value that was odd.
func (e Event) bodyError(err, odd error) error {
	if err == nil {
		err = odd
	}
	if err != nil {
		err = fmt.Errorf("streamjson: line %d, %s: %w", e.Line, e.kind(), err)
	}
	return err
}

// message reads the API's message object.
func (s *scanner) message(memo *memo) error {
	m := &memo.message
	return s.object(func(key []byte) error {
		switch string(key) {
		case "role":
			return s.stringInto(&m.Role)
		case "id":
			return s.bytesInto(&memo.head.id)
		case "model":
			return s.bytesInto(&memo.head.model)
		case "content":
			return s.content(&m.Content, &memo.texts)
		case "stop_reason":
			memo.unstopped = s.peek() == 'n'
			return s.stringInto(&m.StopReason)
		}
		return s.skip()
	})
}

// content reads a string or an array of blocks. Their texts are left in texts.
func (s *scanner) content(blocks *[]Block, texts *[]text) error {
	*blocks, *texts = (*blocks)[:0], (*texts)[:0]
	switch s.peek() {
	case '"':
		*blocks = append(*blocks, Block{Type: "text"})
		return s.textInto(text{}, texts)
	case '[':
		return s.array(func() error {
			*blocks = append(*blocks, Block{})
			return s.block(&(*blocks)[len(*blocks)-1], len(*blocks)-1, texts)
		})
	}
	return s.oddValue("a string or an array")
}

// textInto reads a text of a block. The last of two of a kind counts.
func (s *scanner) textInto(t text, texts *[]text) (err error) {
	*texts = slices.DeleteFunc(*texts,
		func(one text) bool { return one.block == t.block && one.thinking == t.thinking })
	if s.peek() != '"' {
		return s.oddValue("a string")
	}
	t.quoted, t.plain, err = s.quoted()
	*texts = append(*texts, t)
	return err
}

func (s *scanner) block(b *Block, at int, texts *[]text) error {
	if s.peek() != '{' {
		return s.oddValue("an object")
	}
	return s.object(func(key []byte) error {
		switch string(key) {
		case "type":
			return s.stringInto(&b.Type)
		case "text":
			return s.textInto(text{block: at}, texts)
		case "thinking":
			return s.textInto(text{block: at, thinking: true}, texts)
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
	quoted, plain, err := s.quoted()
	if err == nil {
		*dst = unquoteString(quoted, plain)
	}
	return err
}

// bytesInto is stringInto that may share its bytes with the line.
func (s *scanner) bytesInto(dst *[]byte) (err error) {
	*dst = nil
	if s.peek() != '"' {
		return s.oddValue("a string")
	}
	*dst, err = s.text()
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
	var n int64
	err := s.int64Into(&n)
	*dst = int(n)
	return err
}

func (s *scanner) int64Into(dst *int64) error {
	*dst = 0
	c := s.peek()
	if c != '-' && c-'0' > 9 {
		return s.oddValue("a number")
	}
	start := s.i
	if err := s.skip(); err != nil {
		return err
	}
	n, err := strconv.ParseInt(string(s.b[start:s.i]), 10, 64)
	if err != nil {
		if s.odd == nil {
			s.odd = err // 1.5, or more than an int holds
		}
		return nil
	}
	*dst = n
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
