package terminal

import "strings"

// Ring calls the person back: by the bell, and by a notification where Options.Notify names the terminal's form of it.
func (s *Screen) Ring(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away || !s.Typing {
		return
	}
	text = OneLine(text)
	switch s.Notify {
	case "9":
		s.buf.WriteString("\x1b]9;" + text + "\a")
	case "777":
		s.buf.WriteString("\x1b]777;notify;ccc;" + strings.ReplaceAll(text, ";", ",") + "\a")
	}
	s.buf.WriteString("\a")
	s.flush()
}
