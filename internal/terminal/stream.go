package terminal

import (
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
	"ccc/streamjson"
)

// stream is a block of text that is being written.
type stream struct {
	voice
	kind   string // text, thinking
	began  time.Time
	raw    strings.Builder
	layout layouter
}

// setter makes lines of text as it comes.
type layouter interface {
	feed(text string) []string // lines that are whole
	rest() []string            // what is left, as it looks so far
}

// plainText is text as it is, line by line.
type plainText struct {
	line  string
	style style
	s     *Screen
}

func (p *plainText) feed(words string) (lines []string) {
	p.line += words
	for {
		line, rest, found := strings.Cut(p.line, "\n")
		if !found {
			return lines
		}
		lines = append(lines, p.s.paint(p.style, text.Safe(strings.TrimSuffix(line, "\r"))))
		p.line = rest
	}
}

func (p *plainText) rest() []string {
	if p.line == "" {
		return nil
	}
	return []string{p.s.paint(p.style, text.Safe(p.line))}
}

// thought is a thought that is not shown.
type hiddenThought struct{}

func (hiddenThought) feed(string) []string { return nil }
func (hiddenThought) rest() []string       { return nil }

func (s *Screen) newLayouter(v voice, kind string) layouter {
	switch {
	case kind == "thinking" && !s.All:
		return hiddenThought{}
	case kind == "thinking":
		return &plainText{style: dim, s: s}
	case s.Styled && s.Width != nil:
		return &markdownStream{base: v.style, links: s.Links,
			width: func() int { return max(s.width()-uniseg.StringWidth(v.indent)-1, 10) }}
	}
	return &plainText{style: v.style, s: s}
}

// partial takes a piece of a block.
func (s *Screen) delta(v voice, p streamjson.StreamEvent) {
	switch p.Type {
	case "content_block_start":
		s.endStreamOf(v)
		if p.BlockType == "text" || p.BlockType == "thinking" && (s.All || s.Typing) {
			s.showParent(v)
			s.open(v, p.BlockType)
		}
	case "content_block_delta":
		if st := s.streamOf(v); st != nil {
			s.add(st, p.Text+p.Thinking)
		}
	}
}

func (s *Screen) open(v voice, kind string) *stream {
	st := &stream{voice: v, kind: kind, layout: s.newLayouter(v, kind), began: s.now()}
	s.streams = append(s.streams, st)
	return st
}

func (s *Screen) streamOf(v voice) *stream {
	for _, st := range s.streams {
		if st.name == v.name && st.parent == v.parent {
			return st
		}
	}
	return nil
}

func (s *Screen) add(st *stream, text string) {
	st.raw.WriteString(text)
	if lines := st.layout.feed(text); len(lines) > 0 {
		s.write(st.voice, lines)
	}
	s.scheduleFrame()
}

// write writes lines that are set, each behind the voice's mark.
func (s *Screen) write(v voice, lines []string) {
	if len(lines) == 0 {
		return
	}
	mark := s.paint(v.style, v.indent)
	s.putWhole(v.waits, plain, mark, mark, strings.Join(lines, "\n"))
}

// whole shows a block that has come to its end: what has not been shown of it as it was written.
func (s *Screen) endBlock(v voice, kind, words string) {
	st := s.streamOf(v)
	if st != nil && st.kind == kind {
		rest, same := strings.CutPrefix(words, st.raw.String())
		if same {
			s.add(st, rest)
		}
		s.endStream(st)
		if same || strings.TrimSpace(st.raw.String()) == strings.TrimSpace(words) {
			return
		}
	}
	if strings.TrimSpace(words) == "" {
		return
	}
	s.showParent(v)
	if !s.Typing && (!s.Styled || s.Width == nil) { // as it is, without a detour: a relay is as fast as it can
		if st := v.style; kind == "thinking" {
			s.put(v.waits, dim, v.indent, v.indent, text.Safe(words))
		} else {
			s.put(v.waits, st, v.indent, v.indent, text.Safe(words))
		}
		return
	}
	st = s.open(v, kind)
	s.add(st, strings.TrimRight(words, "\n"))
	s.endStream(st)
}

// settle writes what is left of a block.
func (s *Screen) endStream(st *stream) {
	s.streams = slices.DeleteFunc(s.streams, func(one *stream) bool { return one == st })
	s.write(st.voice, st.layout.rest())
	if took := s.now().Sub(st.began); st.kind == "thinking" && s.Typing && took >= shortThought {
		s.write(st.voice, []string{s.paint(dim, s.Lang.Sprintf("✻ thought for %s", duration(took)))})
	}
}

// shortThought is how long a thought may take of which nothing is said.
const shortThought = 500 * time.Millisecond

// settleOf settles the block that a voice, or a subagent of it, is writing.
func (s *Screen) endStreamOf(v voice) {
	if st := s.streamOf(v); st != nil {
		s.endStream(st)
	}
}

// turnOver writes what is still moving of one voice, "" for all and "review" for all of the review: it comes to no end
// any more.
func (s *Screen) endTurn(name string) {
	of := func(v voice) bool {
		return name == "" || v.name == name || name == reviewing.name && strings.HasPrefix(v.name, reviewing.name+" ")
	}
	for _, st := range slices.Clone(s.streams) {
		if of(st.voice) {
			s.endStream(st)
		}
	}
	s.tools = slices.DeleteFunc(s.tools, func(t *toolCall) bool {
		over := of(t.voice)
		if over && !t.shown {
			state := s.Lang.Sprintf("no result")
			if s.keepCalls {
				state = s.Lang.Sprintf("still running")
			}
			s.put(true, plain, "", "", t.head(s, yellow, " · "+state))
		}
		return over
	})
}

// maxMoving is how many running tools are shown at once.
const maxMoving = 5

// moving are the rows of what is not at its end: text that is being written, tools that run.
func (s *Screen) unfinished(width, rows int) (list []string) {
	for _, st := range s.streams {
		for _, line := range st.layout.rest() {
			list = append(list, s.clip(s.paint(st.style, st.indent)+line, width))
		}
		if st.kind == "thinking" {
			line := s.Lang.Sprintf("✻ thinking · %s", duration(s.now().Sub(st.began)))
			list = append(list, s.paint(st.style, st.indent)+s.paint(dim, line))
		}
	}
	for i, t := range s.tools {
		if len(s.tools)-i > maxMoving {
			continue
		}
		took := ""
		if !t.waiting {
			took = " · " + duration(s.now().Sub(t.began))
		}
		list = append(list, t.head(s, yellow, took))
		mark := "  ⎿ "
		for _, line := range t.last {
			list = append(list, s.paint(t.style, t.indent)+s.paint(dim, mark+s.cut(line, uniseg.StringWidth(t.indent)+4)))
			mark = "    "
		}
	}
	return list[max(0, len(list)-rows):]
}

// clip cuts a line with styles of ours to the width. A line that is cut loses its styles. Of a line that is far too long
// only the beginning is measured: it may grow with every frame.
func (s *Screen) clip(line string, width int) string {
	if most := 64 * max(width, 1); len(line) > 2*most {
		line = stripStyles(line)
		line = line[:runeStart(line, min(most, len(line)-1))]
	}
	if visible(line) < width {
		return line
	}
	return s.cut(stripStyles(line), 1)
}

// stripStyles takes out the styles and links of ours; nothing else holds an escape.
func stripStyles(text string) string {
	if strings.IndexByte(text, 0x1b) < 0 {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "\x1b")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := "m"
		if strings.HasPrefix(rest, "]") {
			end = "\a"
		}
		_, text, _ = strings.Cut(rest, end)
	}
}
