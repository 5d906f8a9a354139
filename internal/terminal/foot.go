package terminal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/editor"
)

// foot is what stands below the output: what is still being written, the tools that run, a question, the status line
// and the text being typed. It is drawn anew with whatever is written above it, in the same write.
//
// A terminal may draw a character wider than is known here: an emoji with a modifier as two, what is of ambiguous width
// as wide. So rows are drawn with its line wrap off, and never take a second line; and the cursor's column is found by
// writing what stands before it.
type foot struct {
	rows     []string
	row, col int    // of the cursor
	before   string // what stands before it in its row
}

// WrapOff and WrapOn stand around rows of which a terminal may draw a character wider than is known here, so that none
// takes a second line (DECAWM).
const WrapOff, WrapOn = "\x1b[?7l", "\x1b[?7h"

// Clear takes away what stands in the cursor's row, the cursor being in its first column, and below. It erases nothing
// from the top left corner to the end (ED): tmux puts a copy of all that is erased so into its history.
const Clear = "\x1b[C\x1b[J\r\x1b[K"

// above counts the rows above the cursor as they stand now: a terminal that has become narrower has broken them.
func (f foot) above(width int) (n int) {
	for i, row := range f.rows {
		switch {
		case i < f.row:
			n += Rows(row, width)
		case i == f.row:
			n += f.col / max(width, 1)
		}
	}
	return n
}

// Rows is how many rows of a terminal a line takes that it has broken.
func Rows(line string, width int) int { return 1 + (max(visible(line), 1)-1)/max(width, 1) }

// visible is the width of text that holds styles of ours.
func visible(text string) int { return uniseg.StringWidth(stripStyles(text)) }

func (s *Screen) width() int {
	if s.Width == nil {
		return 80
	}
	return s.Width()
}

func (s *Screen) height() int {
	if s.Height == nil {
		return 24
	}
	return s.Height()
}

// rich reports whether there is a status line, and what is being written is shown before it is whole.
func (s *Screen) rich() bool { return s.Styled && s.Typing }

// maxTyped is how many rows of the text being typed are shown.
const maxTyped = 8

// foot lays out what stands below the output now.
func (s *Screen) foot() foot {
	width, height := s.width(), s.height()
	var v editor.View
	if !s.Watching {
		v = s.lineView(width, min(maxTyped, max(1, height/3)))
	}
	f := foot{row: v.Row, col: v.Col, before: v.Before}
	if s.rich() {
		hint := s.hint()
		hint = hint[max(0, len(hint)-max(0, height-2-len(v.Rows))):]
		room := max(0, height-2-len(v.Rows)-len(hint))
		f.rows = s.unfinished(width, min(room, max(3, height/2)))
		for _, row := range hint {
			f.rows = append(f.rows, s.paint(yellow, row))
		}
		f.rows = append(f.rows, s.paint(dim, s.status.line(s.now(), width, s.Lang)))
	}
	f.row += len(f.rows)
	f.rows = append(f.rows, v.Rows...)
	f.row = max(0, min(f.row, len(f.rows)-1)) // with no line to be typed in, that of the status
	return f
}

func (s *Screen) paint(st style, text string) string {
	if !s.Styled || st == plain {
		return text
	}
	return string(st) + text + "\x1b[0m"
}

// lift makes room for output: the cursor goes where the foot began, and the foot is gone. All is written with what
// follows.
func (s *Screen) lift() {
	if !s.Typing || s.lifted {
		return
	}
	s.lifted = true
	if s.resizing != nil {
		return // see unhold
	}
	s.goUp()
	switch {
	case s.Dumb:
		s.buf.WriteString("\r" + strings.Repeat(" ", visible(strings.Join(s.drawn.rows, ""))) + "\r")
	case len(s.drawn.rows) > 1 || s.drawn.above(s.width()) > 0:
		s.buf.WriteString(Clear)
	default:
		s.buf.WriteString("\x1b[K")
	}
}

func (s *Screen) goUp() {
	if s.Dumb {
		return
	}
	s.buf.WriteByte('\r')
	if n := s.drawn.above(s.width()); n > 0 {
		fmt.Fprintf(&s.buf, "\x1b[%dA", n)
	}
}

// draw draws the foot: below the output if that was lifted, else over itself, without a moment in which it is gone.
func (s *Screen) draw() {
	f := s.foot()
	if !s.lifted {
		if !s.redraw && s.drawn.equal(f) {
			return
		}
		if s.Dumb {
			s.lift()
		} else {
			s.goUp()
		}
	}
	unsure := !s.Dumb && slices.ContainsFunc(f.rows, notASCII)
	if unsure {
		s.buf.WriteString(WrapOff)
	}
	for i, row := range f.rows {
		if i > 0 {
			s.buf.WriteByte('\n')
		}
		s.buf.WriteString(row)
		if !s.Dumb && !s.lifted {
			s.buf.WriteString("\x1b[K")
		}
	}
	if !s.Dumb {
		if len(s.drawn.rows) > len(f.rows) && !s.lifted {
			s.buf.WriteString("\x1b[J")
		}
		s.place(f)
	}
	if unsure {
		s.buf.WriteString(WrapOn)
	}
	s.drawn, s.lifted, s.redraw = f, false, false
}

// place moves the cursor from the end of the last row to its place.
func (s *Screen) place(f foot) {
	last := len(f.rows) - 1
	if last < 0 {
		return
	}
	if f.row == last && f.col == visible(f.rows[last]) {
		return
	}
	s.buf.WriteByte('\r')
	if n := last - f.row; n > 0 {
		fmt.Fprintf(&s.buf, "\x1b[%dA", n)
	}
	switch {
	case notASCII(f.before):
		s.buf.WriteString(f.before)
	case f.col > 0:
		fmt.Fprintf(&s.buf, "\x1b[%dC", f.col)
	}
}

// notASCII reports whether a terminal may disagree about the width of a text.
func notASCII(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

func (f foot) equal(g foot) bool {
	if len(f.rows) != len(g.rows) || f.row != g.row || f.col != g.col {
		return false
	}
	for i := range f.rows {
		if f.rows[i] != g.rows[i] {
			return false
		}
	}
	return true
}

// flush writes what has come together, and the foot below it, in one write.
func (s *Screen) flush() {
	if s.resizing != nil && s.Typing && s.buf.Len() < maxHeld {
		return
	}
	s.endHold()
	if s.Typing {
		if !s.slow.behind() {
			s.writeDropped()
		}
		s.draw()
		s.drawTitle()
	}
	if s.buf.Len() == 0 {
		return
	}
	if _, err := s.out.Write(s.buf.Bytes()); s.writeErr == nil {
		s.writeErr = err
	}
	if s.buf.Cap() > 1<<20 {
		s.buf = bytes.Buffer{}
	}
	s.buf.Reset()
}

// SaveTitle and RestoreTitle keep the title that was found on the terminal's own stack; where a terminal has no such
// stack, the title is empty afterwards.
const (
	SaveTitle    = "\x1b[22;0t"
	RestoreTitle = "\x1b]0;\a\x1b[23;0t"
)

func (s *Screen) drawTitle() {
	if !s.Title || s.status.Phase == "" {
		return
	}
	if title := s.status.title(); title != s.title {
		s.title = title
		s.buf.WriteString("\x1b]0;" + title + "\a")
	}
}

// changed says that the foot is another one: it is drawn with the next frame.
func (s *Screen) scheduleFrame() {
	if s.Typing && !s.away && s.timer == nil {
		next := frameTime
		if s.Watching { // nobody types, and nobody waits for an echo
			next *= 2
		}
		s.timer = time.AfterFunc(next, s.frame)
	}
}

// frame draws what has changed, and goes on as long as something turns.
func (s *Screen) frame() {
	defer s.Guard()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer = nil
	if !s.Typing || s.away {
		return
	}
	if !s.slow.behind() { // else it would be one more frame to catch up with
		s.flush()
	}
	if s.status.Busy && s.rich() || s.dropped > 0 || s.slow.behind() {
		s.scheduleFrame()
	}
}
