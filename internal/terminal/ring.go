package terminal

import (
	"strings"

	"ccc/internal/text"
)

// Ring calls the person back: by the bell, and by a notification where Options.Notify names the terminal's form of it.
func (s *Screen) Ring(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away || !s.Typing {
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
