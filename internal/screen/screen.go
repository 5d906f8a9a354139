// Package screen is what the person sees: the text and the tools of agent and reviewer as they come, ccc's own words, and
// the line that is being typed below them.
//
// The rules: nothing that a model, a tool or a file says reaches the terminal but through [Safe]; output is written in
// whole lines, above the line being typed; all methods may be called from any goroutine.
package screen

import (
	"bytes"
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
func (s *Screen) block(st style, first, rest, text string) { s.put(false, st, first, rest, text) }

// enough is how many bytes may wait to be written.
const enough = 32 << 10

// put is block, or only prepares it: then it is written with what comes next, or by Flush.
func (s *Screen) put(waits bool, st style, prefix, rest, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Typing && s.buf.Len() == 0 {
		s.buf.WriteString("\r\x1b[K")
	}
	begin, end := "", "\n"
	if s.Styled && st != plain {
		begin, end = string(st), "\x1b[0m\n"
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		s.buf.WriteString(begin)
		s.buf.WriteString(prefix)
		s.buf.WriteString(line)
		s.buf.WriteString(end)
		prefix = rest
	}
	if !waits || s.buf.Len() > enough {
		s.flush()
	}
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
	s.out.Write(s.buf.Bytes()) // a terminal that is gone tells by SIGHUP and the end of its input
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

// Leave ends the typing: what is written from now on stands alone. What was typed but not sent stays to be read.
func (s *Screen) Leave() {
	s.mu.Lock()
	unsent := s.editor.text
	s.editor.text = ""
	if s.Typing {
		s.Typing = false
		s.buf.WriteString("\r\x1b[K")
	}
	if s.buf.Len() > 0 {
		s.flush()
	}
	s.mu.Unlock()
	if unsent != "" {
		s.Note("typed, but not sent: " + unsent)
	}
}

// Note writes a remark of ccc's own.
func (s *Screen) Note(text string) { s.block(yellow, "ccc: ", "     ", Safe(text)) }

// Person repeats what the person sent.
func (s *Screen) Person(text string) { s.block(bold, "> ", "  ", Safe(text)) }

// Rule marks the beginning of a review.
func (s *Screen) Rule(text string) { s.block(blue, "── ", "── ", Safe(text)+" ──") }

// Done writes the good end.
func (s *Screen) Done(text string) { s.block(green, "", "", Safe(text)) }

// voice is how the events of one of the two are shown.
type voice struct {
	style  style
	indent string
	waits  bool // what is written may wait for Flush
}

// Agent shows an event of the agent; most kinds show nothing. What it writes waits for [Screen.Flush], or for the next that is
// written otherwise: a stream that comes in a burst is shown in few writes.
func (s *Screen) Agent(e streamjson.Event) { s.event(voice{waits: true}, e) }

// Flush writes what has waited.
func (s *Screen) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buf.Len() > 0 {
		s.flush()
	}
}

// Reviewer shows an event of a reviewer, marked as such: what it says is the feedback.
func (s *Screen) Reviewer(e streamjson.Event) { s.event(voice{style: yellow, indent: "│ "}, e) }

func (s *Screen) event(v voice, e streamjson.Event) {
	if e.ParentToolUseID != "" {
		v.indent += "  "
	}
	switch {
	case e.Type == streamjson.TypeAssistant:
		if m, err := e.Message(); err == nil {
			s.assistant(v, m)
		}
	case e.Type == streamjson.TypeUser:
		if m, err := e.Message(); err == nil && !m.IsReplay {
			s.results(v, m)
		}
	case e.Type == streamjson.TypeSystem && e.Subtype == "api_retry":
		if r, err := e.Retry(); err == nil {
			s.Note(fmt.Sprintf("the API does not answer (%s): claude tries again, %d of %d", r.Error, r.Attempt, r.MaxRetries))
		}
	}
}

func (s *Screen) assistant(v voice, m streamjson.Message) {
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) != "" {
				s.put(v.waits, v.style, v.indent, v.indent, Safe(b.Text))
			}
		case "thinking":
			if s.All {
				s.put(v.waits, dim, v.indent, v.indent, Safe(b.Thinking))
			}
		case "tool_use":
			s.put(v.waits, bold, v.indent+"● ", v.indent+"  ", s.cut(Safe(b.Name+" "+b.Telling()), uniseg.StringWidth(v.indent)+2))
		}
	}
}

// shown is how many lines of a tool's result are shown.
const shown = 4

func (s *Screen) results(v voice, m streamjson.Message) {
	for _, b := range m.Content {
		if b.Type != "tool_result" {
			continue
		}
		st := dim
		if b.IsError {
			st = red
		}
		text := ""
		if s.All {
			text = Safe(strings.ReplaceAll(b.ContentText(), "\r\n", "\n"))
		} else {
			text = s.fold(b, uniseg.StringWidth(v.indent)+4)
		}
		s.put(v.waits, st, v.indent+"  ⎿ ", v.indent+"    ", text)
	}
}

// fold gives the first lines of a result, each cut to the width, and says how many more there are.
func (s *Screen) fold(b streamjson.Block, taken int) string {
	head, more := b.Head(shown)
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		lines[i] = s.cut(Safe(strings.TrimSuffix(line, "\r")), taken)
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("… %d more lines", more))
	}
	return strings.Join(lines, "\n")
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
