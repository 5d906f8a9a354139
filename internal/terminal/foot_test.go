package terminal

import (
	"strings"
	"testing"
	"time"
)

// TestRows: on a terminal that has become narrower, a wide character is never cut in two (tmux).
func TestRows(t *testing.T) {
	for _, tt := range []struct {
		line        string
		width, rows int
	}{
		{"", 40, 1}, {"abcd", 4, 1}, {"abcde", 4, 2}, {"\x1b[2mabcd\x1b[0m", 4, 1}, {"abc", 0, 3},
		{"一二", 4, 1}, {"一二三", 4, 2}, {"a一二三", 4, 2}, {"a一二三四", 4, 3}, {"一", 1, 1},
		{"  a: 本次", 7, 2}, {"  a: 本次会话", 8, 2}, {"  a: 本次会话都", 6, 3},
	} {
		if rows := Rows(tt.line, tt.width); rows != tt.rows {
			t.Errorf("%q takes %d rows of %d columns, want %d", tt.line, rows, tt.width, tt.rows)
		}
	}
}

// TestNarrowedFoot: the rows above the cursor are counted as the terminal has wrapped them.
func TestNarrowedFoot(t *testing.T) {
	f := foot{rows: []string{"a一二三四", "> 一二三"}, row: 1, col: 8, before: "> 一二三"}
	for width, want := range map[int]int{80: 1, 8: 3, 4: 5} {
		if above := f.above(width); above != want {
			t.Errorf("%d rows are above the cursor on %d columns, want %d", above, width, want)
		}
	}
}

// TestNarrowedStatusLine: a status line with nothing to type below it, as in ccc watch, leaves nothing of it where a
// terminal that has become narrower has wrapped it.
func TestNarrowedStatusLine(t *testing.T) {
	var b strings.Builder
	width := 80
	s := New(&b, Options{Typing: true, Styled: true, Watching: true, Width: func() int { return width }})
	defer s.Leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = Status{Phase: "your turn", Provider: "a provider with a name", Model: "a model"}
	s.flush()
	s.slowWriter.wait(time.Minute)
	b.Reset()
	width = 30
	s.liftFoot()
	s.flush()
	s.slowWriter.wait(time.Minute)
	if got := b.String(); !strings.HasPrefix(got, "\r"+Clear) {
		t.Errorf("%q does not erase the rows below", got)
	}
}

// TestShrunkRow: a row that becomes shorter is erased before it is drawn. Tmux wraps what is erased behind a text with
// it on a narrower terminal: a row more than ccc then goes up, so that the first row of a question stayed.
func TestShrunkRow(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Typing: true})
	defer s.Leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range []struct{ line, want string }{
		{"long words", "\r> long words\x1b[K"}, {"short", "\r\x1b[K> short"}, {"longer again", "\r> longer again\x1b[K"},
	} {
		b.Reset()
		s.editor.Set(c.line)
		s.flush()
		s.slowWriter.wait(time.Minute)
		if got := b.String(); got != c.want {
			t.Errorf("%q is drawn as %q, want %q", c.line, got, c.want)
		}
	}
}
