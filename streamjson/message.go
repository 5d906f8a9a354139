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

	// The fields from here on belong to the line, not to the message.

	// Error is set on an assistant line about an API error: authentication_failed, billing_error, rate_limit,
	// invalid_request, server_error, model_not_found, unknown, … The text has it in words.
	Error       string
	IsSynthetic bool // user: Claude Code wrote it (feedback of a hook, a request to go on), not the user
	IsReplay    bool // user: the echo of a line that was sent to claude, with --replay-user-messages
	UUID        string

	// 2.1.329 only.
	Aborted        bool   // assistant: cut off by an interrupt
	APIErrorStatus int    // assistant: the HTTP status, 0 if there was none
	AgentID        string // the subagent that sent this, as in Task.ID
}

// A Block is a part of a message. Type says which fields are set: text has Text; thinking has Thinking; tool_use has
// ID, Name, Input; tool_result has ToolUseID, Content, IsError. Content that is a string in the JSON becomes one
// block of type text.
type Block struct {
	Type      string
	Text      string
	Thinking  string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string
	Content   json.RawMessage // a JSON string or an array of blocks, unchanged; valid as long as the event's Raw
	IsError   bool
}

// ContentText returns the Content of a tool_result as text. Blocks are joined by newlines; a block that is not text
// is shown as its type in brackets.
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

// LocalOutput returns the output of a local command, such as /context, with its escape sequences. ok is false for
// another message. 2.1.197 and 2.1.329 send it as an assistant message; 2.1.5, and all versions for /compact, as a
// user message.
func (m Message) LocalOutput() (text string, ok bool) {
	if m.Model == synthetic && m.Error == "" {
		var parts []string
		for _, b := range m.Content {
			if b.Text != "(no content)" { // 2.1.197 writes this if there is no output
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

// Head returns the first lines of ContentText, without newlines at its end, and how many more lines there are. It
// decodes only what it returns: a tool's result may be long, and little of it is shown.
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
	within, end := 0, 0   // the same without the newlines after the last text; and where that text ends
	for i := 0; i < len(raw); {
		text := bytes.IndexByte(raw[i:], '\\') // the text before the next escape
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

// Message decodes an assistant or a user event. Every line that is shown passes through it, so it avoids
// encoding/json, which would check the line again.
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
	if !m.isComplete {
		m.isComplete = true
		m.fill()
	}
	return m.message, e.bodyError(nil, m.typeErr)
}

// LacksStopReason reports whether the stop_reason of an assistant event is null: the line was written before the end of
// the message was known, or the API's answer was cut off (2.1.5, 2.1.197, 2.1.329).
func (e Event) LacksStopReason() bool {
	m, err := e.read()
	return err == nil && m.unstopped
}

// read returns the memo of the event's line. If the line is not the newest, it is read again.
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
	b.Model = reuseString(&m.model, h.model)
	if len(b.Content) == 0 {
		b.Content = nil
	}
	for _, t := range m.texts {
		t.fill(b.Content)
	}
}

// text is the text of a block that was read but not decoded, because it may be long and is not always needed.
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

// messageField reads the value of a key in a line into the line's message. It skips keys that do not belong to a
// message.
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

// bodyError returns the error for a body: err, the scanner's own, or odd, about the first value of an unexpected
// type.
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

// content reads a string or an array of blocks. It leaves the texts of the blocks in texts.
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

// textInto reads a text of a block. If a block has two texts of a kind, the last one counts.
func (s *scanner) textInto(t text, texts *[]text) (err error) {
	*texts = slices.DeleteFunc(*texts,
		func(one text) bool { return one.block == t.block && one.thinking == t.thinking })
	if s.peek() != '"' {
		return s.oddValue("a string")
	}
	t.quoted, t.plain, err = s.rawString()
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
			b.Content = s.b[start:s.i:s.i] // not copied: a tool's result may be long, and little of it is read
			return err
		case "is_error":
			return s.boolInto(&b.IsError)
		}
		return s.skip()
	})
}

// oddValue skips a value whose JSON type is not want; null counts as absent. It keeps the first such value for the
// error, so that the body is read to its end.
func (s *scanner) oddValue(want string) error {
	if s.peek() != 'n' && s.typeErr == nil {
		s.typeErr = s.unexpected(want)
	}
	return s.skip()
}

func (s *scanner) stringInto(dst *string) error {
	*dst = ""
	if s.peek() != '"' {
		return s.oddValue("a string")
	}
	quoted, plain, err := s.rawString()
	if err == nil {
		*dst = unquoteString(quoted, plain)
	}
	return err
}

// bytesInto is stringInto, but its result may share its bytes with the line.
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
		if s.typeErr == nil {
			s.typeErr = err // 1.5, or a number too large for an int
		}
		return nil
	}
	*dst = n
	return nil
}

// rawInto copies a value unchanged, because a body lives longer than its line.
func (s *scanner) rawInto(dst *json.RawMessage) error {
	s.peek()
	start := s.i
	err := s.skip()
	*dst = bytes.Clone(s.b[start:s.i])
	return err
}
