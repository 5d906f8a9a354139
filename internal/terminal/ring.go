package terminal

import (
	"strings"

	"ccc/internal/text"
)

// Ring calls the user back by the terminal's bell, and by a notification if Options.Notify names a form that the
// terminal knows.
func (s *Screen) Ring(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isSuspended || !s.Typing {
		return
	}
	words = text.OneLine(words)
	switch s.Notify {
	case "9":
		s.buf.WriteString("\x1b]9;" + words + "\a")
	case "777":
		s.buf.WriteString("\x1b]777;notify;ccc;" + strings.ReplaceAll(words, ";", ",") + "\a")
	}
	s.buf.WriteString("\a")
	s.flush()
}
