package terminal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/terminal/editor"
	"ccc/internal/terminal/layout"
)

// foot is what is drawn below the output: unfinished text, running tools, a question, the status line and the line
// being typed. It is redrawn in the same write as any output above it.
//
// A terminal may draw a character wider than is known here: an emoji with a modifier as two, a character of ambiguous
// width as wide. So rows are drawn with line wrap off and never take a second row, and the cursor is placed by writing
// the text before it instead of counting columns.
type foot struct {
	rows     []string
	row, col int    // of the cursor
	before   string // the text before the cursor in its row
}

// WrapOff and WrapOn go around rows that a terminal may draw wider than is known here, so that they do not wrap
// (DECAWM).
const WrapOff, WrapOn = "\x1b[?7l", "\x1b[?7h"

// Clear erases the cursor's row and everything below. The cursor must be in the first column. It does not use ED from
// the top left corner: tmux copies what is erased that way into its history.
const Clear = "\x1b[C\x1b[J\r\x1b[K"

// above returns how many rows of the terminal are above the cursor now. A terminal that has become narrower has wrapped
// them.
func (f foot) above(width int) (n int) {
	for i, row := range f.rows {
		switch {
		case i < f.row:
			n += Rows(row, width)
		case i == f.row:
			n += Rows(f.before+" ", width) - 1
		}
	}
	return n
}

// height returns how many rows of the terminal it takes now.
func (f foot) height(width int) (n int) {
	for _, row := range f.rows {
		n += Rows(row, width)
	}
	return n
}

// Rows returns how many rows a line takes on a terminal of that width. A wide character for which a row has one column
// left begins the next row.
func Rows(line string, width int) int {
	rows, used, width := 1, 0, max(width, 1)
	for g := uniseg.NewGraphemes(layout.StripStyles(line)); g.Next(); {
		if used += g.Width(); used > width && used > g.Width() {
			rows, used = rows+1, g.Width()
		}
	}
	return rows
}

// visibleWidth returns the width of text with styles of ours.
func visibleWidth(text string) int { return uniseg.StringWidth(layout.StripStyles(text)) }

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

// hasStatusLine reports whether there is a status line and unfinished text is shown.
func (s *Screen) hasStatusLine() bool { return s.Styled && s.Typing }

// maxTyped is how many rows of the line being typed are shown.
const maxTyped = 8

// foot lays out what is below the output now.
func (s *Screen) foot() foot {
	width, height := s.width(), s.height()
	var v editor.View
	if !s.Watching {
		v = s.lineView(width, min(maxTyped, max(1, height/3)))
	}
	f := foot{row: v.Row, col: v.Col, before: v.Before}
	if s.hasStatusLine() {
		hint := s.hintRows()
		hint = hint[max(0, len(hint)-max(0, height-2-len(v.Rows))):]
		room := max(0, height-2-len(v.Rows)-len(hint))
		todo := s.checklistRows(width, min(room, height/4))
		f.rows = append(s.unfinished(width, min(room-len(todo), max(3, height/2))), todo...)
		for _, row := range hint {
			f.rows = append(f.rows, s.paint(yellow, row))
		}
		f.rows = append(f.rows, s.paint(dim, s.status.line(s.now(), width, s.Lang)))
	}
	f.row += len(f.rows)
	f.rows = append(f.rows, v.Rows...)
	f.row = max(0, min(f.row, len(f.rows)-1)) // the status line, if there is no line to type in
	return f
}

func (s *Screen) paint(st style, text string) string {
	if !s.Styled || st == plain {
		return text
	}
	return string(st) + text + "\x1b[0m"
}

// liftFoot makes room for output: it moves the cursor to the first row of the foot and erases the foot. That is written
// together with the output.
func (s *Screen) liftFoot() {
	if !s.Typing || s.isLifted {
		return
	}
	s.isLifted = true
	if s.resizing != nil {
		return // endHold moves the cursor later
	}
	s.goUp()
	switch {
	case s.Dumb:
		s.buf.WriteString("\r" + strings.Repeat(" ", visibleWidth(strings.Join(s.drawn.rows, ""))) + "\r")
	case s.drawn.height(s.width()) > 1:
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

// draw draws the foot. After output it is drawn below it; otherwise it is drawn over itself, so that it never
// disappears.
func (s *Screen) draw() {
	f := s.foot()
	if !s.isLifted {
		if !s.redraw && s.drawn.equal(f) {
			return
		}
		if s.Dumb {
			s.liftFoot()
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
		over := !s.Dumb && !s.isLifted
		// Tmux keeps what is erased behind a text as part of its row, and wraps it on a narrower terminal. A row that
		// is erased as a whole has nothing left.
		shrinks := over && i < len(s.drawn.rows) && visibleWidth(row) < visibleWidth(s.drawn.rows[i])
		if shrinks {
			s.buf.WriteString("\x1b[K")
		}
		s.buf.WriteString(row)
		if over && !shrinks {
			s.buf.WriteString("\x1b[K")
		}
	}
	if !s.Dumb {
		if len(s.drawn.rows) > len(f.rows) && !s.isLifted {
			s.buf.WriteString("\x1b[J")
		}
		s.place(f)
	}
	if unsure {
		s.buf.WriteString(WrapOn)
	}
	s.drawn, s.isLifted, s.redraw = f, false, false
}

// place moves the cursor from the end of the last row to its position.
func (s *Screen) place(f foot) {
	last := len(f.rows) - 1
	if last < 0 {
		return
	}
	if f.row == last && f.col == visibleWidth(f.rows[last]) {
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

// flush writes pending output and the foot in one write.
func (s *Screen) flush() {
	if s.resizing != nil && s.Typing && s.buf.Len() < maxHeld {
		return
	}
	s.endHold()
	if s.Typing {
		if !s.slowWriter.isBehind() {
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

// SaveTitle and RestoreTitle keep the terminal's own title on the terminal's stack. If a terminal has no such stack,
// the title is empty afterwards.
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

// scheduleFrame has the foot drawn with the next frame, because it has changed.
func (s *Screen) scheduleFrame() {
	if s.Typing && !s.isSuspended && s.timer == nil {
		next := frameTime
		if s.Watching { // no key waits for its echo
			next *= 2
		}
		s.timer = time.AfterFunc(next, s.drawFrame)
	}
}

// drawFrame draws what has changed. While a spinner turns or output is pending, it schedules the next frame.
func (s *Screen) drawFrame() {
	defer s.Guard()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer = nil
	if !s.Typing || s.isSuspended {
		return
	}
	if !s.slowWriter.isBehind() { // otherwise the terminal would have one more frame to catch up with
		s.flush()
	}
	if s.status.Busy && s.hasStatusLine() || s.droppedLines > 0 || s.slowWriter.isBehind() {
		s.scheduleFrame()
	}
}
