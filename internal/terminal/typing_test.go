package terminal

import (
	"slices"
	"strings"
	"testing"
)

func lines(texts ...string) (typed []Typed) {
	for _, text := range texts {
		typed = append(typed, Typed{Key: KeyLine, Text: text})
	}
	return typed
}

// TestTypingBelowTheOutput: output is written above the line being typed, and the line is drawn again.
func TestTypingBelowTheOutput(t *testing.T) {
	var b strings.Builder
	wrote := func() string { defer b.Reset(); return b.String() }
	expect := func(what, want string) {
		t.Helper()
		if got := wrote(); got != want {
			t.Errorf("%s wrote %q, want %q", what, got, want)
		}
	}
	width := 20
	s := New(&b, Options{Typing: true, Width: func() int { return width }})
	if got := wrote(); !strings.HasPrefix(got, "\x1b[?2004h") {
		t.Errorf("New wrote %q, want it to ask for marked pastes first", got)
	}
	if typed := s.Type([]byte("写一个解析器")); typed != nil {
		t.Errorf("Type = %q, want nothing yet", typed)
	}
	expect("Type", "\r\x1b[?7l> 写一个解析器\x1b[K\x1b[?7h")
	s.Success("ok")
	expect("Line", "\r\x1b[Kok\n\x1b[?7l> 写一个解析器\x1b[?7h")
	width = 10
	s.Redraw()
	expect("Redraw", "\r\x1b[1A"+Clear+"\x1b[?7l> 写一个\n  解析器\x1b[?7h")
	if typed := s.Type([]byte("\r")); !slices.Equal(typed, lines("写一个解析器")) {
		t.Errorf("Type = %q", typed)
	}
	expect("Type", "\r\x1b[1A\x1b[K> \x1b[J")
	s.Leave()
	s.Leave()
	expect("Leave", "\r\x1b[K")
	s.Success("done")
	expect("Line", "done\n")
}
