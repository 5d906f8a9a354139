// Package screen is what the person sees: the text and the tools of agent and reviewer as they come, ccc's own words, and
// the line that is being typed below them.
//
// The rules: nothing that a model, a tool or a file says reaches the terminal but through [Safe]; output is written in
// whole lines, above the line being typed; all methods may be called from any goroutine.
package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rivo/uniseg"

	"ccc/streamjson"
)

// Options say what the output is.
type Options struct {
	Styled bool       // colours
	Width  func() int // columns now; nil where lines are not to be cut
	Typing bool       // a line is being typed below the output
	All    bool       // show thinking, and results of tools in full
}

// Screen writes to one output.
type Screen struct {
	Options
	mu     sync.Mutex
	out    io.Writer
	editor editor
	buf    bytes.Buffer
	err    error
}

// New makes a screen on out.
func New(out io.Writer, o Options) *Screen {
	s := &Screen{Options: o, out: out}
	if o.Typing {
		s.buf.WriteString("\x1b[?2004h") // a paste is marked as such; ptyio's Restore takes it back
		s.flush()
	}
	return s
}

// Err is the first error of the output: the terminal, or whoever read from it, is gone.
func (s *Screen) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

type style string

const (
	plain  style = ""
	dim    style = "\x1b[2m"
	bold   style = "\x1b[1m"
	red    style = "\x1b[31m"
	green  style = "\x1b[32m"
	yellow style = "\x1b[33m"
	blue   style = "\x1b[34m"
)

// block writes text in whole lines, each behind a prefix.
func (s *Screen) block(st style, first, rest, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Typing {
		s.buf.WriteString("\r\x1b[K")
	}
	prefix := first
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		line = strings.TrimSuffix(line, "\n")
		if s.Styled && st != plain {
			fmt.Fprintf(&s.buf, "%s%s%s\x1b[0m\n", st, prefix, line)
		} else {
			fmt.Fprintf(&s.buf, "%s%s\n", prefix, line)
		}
		prefix = rest
	}
	s.flush()
}

// flush writes what has come together, and the line being typed below it.
func (s *Screen) flush() {
	if s.Typing {
		width := 80
		if s.Width != nil {
			width = s.Width()
		}
		s.buf.WriteString("\r\x1b[K> " + s.editor.view(width))
	}
	_, err := s.out.Write(s.buf.Bytes())
	if s.err == nil {
		s.err = err
	}
	if s.buf.Cap() > 1<<20 {
		s.buf = bytes.Buffer{}
	}
	s.buf.Reset()
}

// Type takes what came from the keyboard and says what was typed to its end.
func (s *Screen) Type(b []byte) []Typed {
	s.mu.Lock()
	defer s.mu.Unlock()
	typed := s.editor.feed(b)
	s.flush()
	return typed
}

// Redraw draws the line being typed again, after a change of size.
func (s *Screen) Redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
}

// Leave ends the typing: the line is cleared, and what is written from now on stands alone.
func (s *Screen) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Typing {
		s.Typing = false
		io.WriteString(s.out, "\r\x1b[K")
	}
}

// Line writes a line of ccc's own.
func (s *Screen) Line(text string) { s.block(plain, "", "", Safe(text)) }

// Note writes a remark of ccc's own.
func (s *Screen) Note(text string) { s.block(yellow, "ccc: ", "     ", Safe(text)) }

// Person repeats what the person sent.
func (s *Screen) Person(text string) { s.block(bold, "> ", "  ", Safe(text)) }

// Rule marks the beginning of a review.
func (s *Screen) Rule(text string) { s.block(blue, "── ", "── ", Safe(text)+" ──") }

// Done writes the good end.
func (s *Screen) Done(text string) { s.block(green, "", "", Safe(text)) }

// Agent shows an event of the agent; most kinds show nothing.
func (s *Screen) Agent(e streamjson.Event) { s.event(plain, "", e) }

// Reviewer shows an event of a reviewer, marked as such: what it says is the feedback.
func (s *Screen) Reviewer(e streamjson.Event) { s.event(yellow, "│ ", e) }

func (s *Screen) event(st style, indent string, e streamjson.Event) {
	if e.ParentToolUseID != "" {
		indent += "  "
	}
	switch {
	case e.Type == streamjson.TypeAssistant:
		if m, err := e.Message(); err == nil {
			s.assistant(st, indent, m)
		}
	case e.Type == streamjson.TypeUser:
		if m, err := e.Message(); err == nil && !m.IsReplay {
			s.results(indent, m)
		}
	case e.Type == streamjson.TypeSystem && e.Subtype == "api_retry":
		if r, err := e.Retry(); err == nil {
			s.Note(fmt.Sprintf("the API does not answer (%s): claude tries again, %d of %d", r.Error, r.Attempt, r.MaxRetries))
		}
	}
}

func (s *Screen) assistant(st style, indent string, m streamjson.Message) {
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) != "" {
				s.block(st, indent, indent, Safe(b.Text))
			}
		case "thinking":
			if s.All {
				s.block(dim, indent, indent, Safe(b.Thinking))
			}
		case "tool_use":
			s.block(bold, indent+"● ", indent+"  ", s.cut(Safe(b.Name+" "+telling(b.Input)), uniseg.StringWidth(indent)+2))
		}
	}
}

// shown is how many lines of a tool's result are shown.
const shown = 4

func (s *Screen) results(indent string, m streamjson.Message) {
	for _, b := range m.Content {
		if b.Type != "tool_result" {
			continue
		}
		st := dim
		if b.IsError {
			st = red
		}
		text, more := strings.TrimRight(b.ContentText(), "\r\n"), ""
		if !s.All {
			text, more = s.fold(text, uniseg.StringWidth(indent)+4)
		} else {
			text = Safe(text)
		}
		s.block(st, indent+"  ⎿ ", indent+"    ", text+more)
	}
}

// fold gives the first lines of text, each cut to the width, and how many more there are.
func (s *Screen) fold(text string, taken int) (first, more string) {
	var lines []string
	for len(lines) < shown && text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		lines = append(lines, s.cut(Safe(strings.TrimSuffix(line, "\r")), taken))
		text = rest
	}
	if text != "" {
		more = fmt.Sprintf("\n… %d more lines", 1+strings.Count(text, "\n"))
	}
	return strings.Join(lines, "\n"), more
}

// cut shortens a line to the width of the screen.
func (s *Screen) cut(line string, taken int) string {
	line, rest, more := strings.Cut(line, "\n")
	width := 1 << 10
	if s.Width != nil {
		width = max(s.Width()-taken, 10)
	}
	if more && strings.TrimSpace(rest) != "" {
		line += " …"
	}
	line = strings.ReplaceAll(line, "\t", "    ")
	if len(line) <= width || uniseg.StringWidth(line) <= width {
		return line
	}
	var b strings.Builder
	used := 1
	for g := uniseg.NewGraphemes(line); g.Next(); {
		if used += g.Width(); used > width {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// telling is the argument of a tool call that says most about it.
func telling(input json.RawMessage) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(input, &args) == nil {
		for _, name := range []string{"command", "file_path", "notebook_path", "path", "pattern", "url", "query", "description", "skill", "prompt"} {
			var text string
			if json.Unmarshal(args[name], &text) == nil && text != "" {
				return text
			}
		}
		if len(args) == 0 {
			return ""
		}
	}
	return string(input)
}
