package terminal

import (
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/review/protocol"
	"ccc/internal/terminal/layout"
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

// layouter lays out text as it arrives.
type layouter interface {
	Feed(text string) []string // returns the rows that are complete
	Rest() []string            // returns the rows of the rest as it looks so far
}

// plainText shows text line by line without formatting.
type plainText struct {
	line  string
	style style
	s     *Screen
}

func (p *plainText) Feed(words string) (lines []string) {
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

func (p *plainText) Rest() []string {
	if p.line == "" {
		return nil
	}
	return []string{p.s.paint(p.style, text.Safe(p.line))}
}

// hiddenThought shows no row of a thought.
type hiddenThought struct{}

func (hiddenThought) Feed(string) []string { return nil }
func (hiddenThought) Rest() []string       { return nil }

// answerText shows an answer of a reviewer. It holds back what may be a JSON object until the block is complete: then
// the reader gets the object's words. What it found is in ccc's note on the verdict. At the end of other text it holds
// back what may be a marker for ccc, which is not shown if ccc understands it.
type answerText struct {
	layouter // of the words
	s        *Screen
	fed      string // what layouter has got
	heldBack string // what came so far, if it may be an object; else its end, if that may be a marker
	plain    bool   // it is no object
}

func (a *answerText) Feed(text string) []string {
	a.heldBack += text
	if begin := strings.TrimLeft(a.heldBack, " \t\r\n"); !a.plain && (begin == "" || strings.HasPrefix(begin, "{") ||
		strings.HasPrefix(begin, "```json\n{") || strings.HasPrefix("```json\n{", begin)) {
		return nil
	}
	words := protocol.BeforeMarker(a.heldBack)
	a.plain, a.fed, a.heldBack = true, a.fed+words, a.heldBack[len(words):]
	return a.layouter.Feed(words)
}

// end shows what is held back. It is called when the block is complete.
func (a *answerText) end() []string {
	words := a.heldBack
	if a.heldBack = ""; !a.plain {
		words = a.s.answerWords(words)
	} else if all := a.fed + words; protocol.IsMarker(words) && a.s.answerWords(all) != all {
		words = ""
	}
	a.s.answered = strings.TrimSpace(a.fed + words)
	return a.layouter.Feed(words)
}

// answerWords returns what the user reads of a reviewer's answer.
func (s *Screen) answerWords(answer string) string {
	words, whole := protocol.Words(answer)
	if !whole {
		words = strings.TrimSpace(words + "\n\n" + s.Lang.Sprintf("(the rest of this answer cannot be read)"))
	}
	return words
}

func (s *Screen) newLayouter(v voice, kind string) layouter {
	l := s.newTextLayouter(v, kind)
	if kind == "text" && v.isReviewer {
		return &answerText{layouter: l, s: s}
	}
	return l
}

func (s *Screen) newTextLayouter(v voice, kind string) layouter {
	switch {
	case kind == "thinking" && !s.All:
		return hiddenThought{}
	case kind == "thinking":
		return &plainText{style: dim, s: s}
	case s.Styled && s.Width != nil:
		return &layout.Markdown{Base: string(v.style), Links: s.Links,
			Width: func() int { return max(s.width()-uniseg.StringWidth(v.indent)-1, 10) }}
	}
	return &plainText{style: v.style, s: s}
}

// delta handles a piece of a block.
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
	if lines := st.layout.Feed(text); len(lines) > 0 {
		s.write(st.voice, lines)
		s.showRemarks()
	}
	s.scheduleFrame()
}

// write writes rows with the voice's mark before each.
func (s *Screen) write(v voice, lines []string) {
	if len(lines) == 0 {
		return
	}
	mark := s.paint(v.style, v.indent)
	s.putWhole(v.canWait, plain, mark, mark, strings.Join(lines, "\n"))
}

// endBlock handles a complete block: it shows what was not shown while the block was being written.
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
	if v.isReviewer && kind == "text" {
		words = s.answerWords(words)
		s.answered = strings.TrimSpace(words)
	}
	if strings.TrimSpace(words) == "" {
		return
	}
	s.showParent(v)
	if !s.Typing && (!s.Styled || s.Width == nil) { // written directly, so that a relay is as fast as possible
		if st := v.style; kind == "thinking" {
			s.put(v.canWait, dim, v.indent, v.indent, text.Safe(words))
		} else {
			s.put(v.canWait, st, v.indent, v.indent, text.Safe(words))
		}
		return
	}
	st = s.open(v, kind)
	s.add(st, strings.TrimRight(words, "\n"))
	s.endStream(st)
}

// endStream writes the rest of a block.
func (s *Screen) endStream(st *stream) {
	s.streams = slices.DeleteFunc(s.streams, func(one *stream) bool { return one == st })
	if a, ok := st.layout.(*answerText); ok {
		s.write(st.voice, a.end())
	}
	s.write(st.voice, st.layout.Rest())
	if took := s.now().Sub(st.began); st.kind == "thinking" && s.Typing && took >= shortThought {
		s.write(st.voice, []string{s.paint(dim, s.Lang.Sprintf("✻ thought for %s", duration(took)))})
	}
	s.showRemarks()
}

// shortThought is the longest time of a thought that is not mentioned.
const shortThought = 500 * time.Millisecond

// endStreamOf ends the block that a voice is writing.
func (s *Screen) endStreamOf(v voice) {
	if st := s.streamOf(v); st != nil {
		s.endStream(st)
	}
}

// endStreams ends the blocks that some voices are writing.
func (s *Screen) endStreams(of func(voice) bool) {
	for _, st := range slices.Clone(s.streams) {
		if of(st.voice) {
			s.endStream(st)
		}
	}
}

// endTurn completes what is unfinished of one voice: "" for all, "review" for all reviewers.
func (s *Screen) endTurn(name string) {
	of := func(v voice) bool {
		return name == "" || v.name == name || name == reviewing.name && strings.HasPrefix(v.name, reviewing.name+" ")
	}
	if of(s.retry.voice) {
		s.retry = retry{}
	}
	s.endStreams(of)
	s.tools = slices.DeleteFunc(s.tools, func(t *toolCall) bool {
		over := of(t.voice)
		if over && !t.isShown {
			state := s.Lang.Sprintf("no result")
			switch name, isCheck := strings.CutPrefix(t.id, checkID); {
			case s.keepCalls:
				state = s.Lang.Sprintf("still running")
			case isCheck:
				state = s.Lang.Sprintf("stopped")
				s.cutChecks = append(s.cutChecks, name)
			}
			s.put(true, plain, "", "", t.head(s, yellow, " · "+state))
		}
		return over
	})
}

// maxMoving is how many running calls are shown at once.
const maxMoving = 5

// unfinished returns the rows of text that is being written, of remarks below it, and of calls that are running. If
// there are too many, the last ones. The last column stays free: what is erased behind a full row would be its last
// character.
func (s *Screen) unfinished(width, rows int) (list []string) {
	for _, st := range s.streams {
		for _, line := range st.layout.Rest() {
			list = append(list, s.clip(s.paint(st.style, st.indent)+line, width))
		}
		if st.kind == "thinking" {
			line := s.Lang.Sprintf("✻ thinking · %s", duration(s.now().Sub(st.began)))
			list = append(list, s.paint(st.style, st.indent)+s.paint(dim, line))
		}
	}
	for _, row := range s.remarks {
		list = append(list, s.clip(row, width))
	}
	for i, t := range s.tools {
		if len(s.tools)-i > maxMoving || t.isWaiting { // the question shows the call
			continue
		}
		list = append(list, t.head(s, yellow, " · "+duration(s.now().Sub(t.began))))
		mark := "  ⎿ "
		for _, line := range t.last {
			row := s.cutToRow(line, uniseg.StringWidth(t.indent)+5)
			list = append(list, s.paint(t.style, t.indent)+s.paint(dim, mark+row))
			mark = "    "
		}
	}
	if r := s.retry; r.text != "" {
		for line := range strings.SplitSeq(s.layOut(r.indent, text.OneLine(r.text)), "\n") {
			list = append(list, s.paint(r.style, r.indent)+s.paint(yellow, line))
		}
	}
	return list[max(0, len(list)-rows):]
}

// clip cuts a line with our styles to the width. A line that is cut loses its styles. Only the beginning of a very long
// line is measured, because it may grow with every frame.
func (s *Screen) clip(line string, width int) string {
	if most := 64 * max(width, 1); len(line) > 2*most {
		line = layout.StripStyles(line)
		line = text.Head(line, most)
	}
	if visibleWidth(line) < width {
		return line
	}
	return s.cutToRow(layout.StripStyles(line), 1)
}
