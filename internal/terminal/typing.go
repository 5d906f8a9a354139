package terminal

import (
	"slices"
	"time"

	"ccc/internal/terminal/editor"
	"ccc/internal/text"
)

// hintRows returns the rows between the output and the line: the options of the open question, or what a key would do.
func (s *Screen) hintRows() (rows []string) {
	a := s.asking
	switch {
	case s.menuOpen():
		return s.menu.rows(s, s.height()/2)
	case !s.editor.Empty() && s.now().Sub(s.escapeTime) < clearTime:
		return s.rows([]string{s.Lang.Sprintf("esc again clears the line")})
	case a == nil && s.status.Keys != "":
		return s.rows([]string{s.status.Keys})
	case a == nil:
		return nil
	case !a.open && s.now().Sub(s.lastKey) < quiet:
		return s.rows([]string{s.Lang.Sprintf("a question is waiting until you stop typing")})
	case !a.open:
		return nil
	}
	var picked []int
	if a.choosing {
		picked = a.choice(s.editor.Text())
	}
	if !a.inOutput {
		for i, line := range a.lines() {
			option := s.rows([]string{line})
			if slices.Contains(picked, i) {
				option[0] = "❯" + option[0][1:]
			}
			rows = append(rows, option...)
		}
	}
	switch {
	case len(a.Options) == 0:
	case s.hasProse():
		rows = append(rows, s.rows([]string{s.Lang.Sprintf(
			"this line is a message: clear it to answer the question")})...)
	case a.choosing:
		rows = append(rows, s.rows([]string{s.Lang.Sprintf("enter: confirm · backspace: choose another")})...)
	}
	return rows
}

// hasProse reports whether the line contains text that does not answer the open question.
func (s *Screen) hasProse() bool {
	return len(s.asking.Options) > 0 && !s.asking.choosing && !s.editor.Empty()
}

// lineView lays out the line being typed, after its prompt.
func (s *Screen) lineView(width, rows int) editor.View {
	prompt := "> "
	if query, ok := s.editor.Query(); ok {
		prompt = s.cutToRow(text.Safe(s.Lang.Sprintf("search %q: ", query)), width/2)
	} else if s.asking != nil && s.asking.open && !s.hasProse() {
		prompt = s.cutToRow(text.Safe(s.asking.Prompt), width/2)
	}
	return s.editor.View(prompt, width, rows)
}

// Type handles bytes from the keyboard. It returns what the user has finished typing, and has written the echo when it
// returns.
func (s *Screen) Type(b []byte) (typed []Typed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(b) > 0 {
		var key string
		if key, b = s.keys.Next(b); key != "" {
			typed = append(typed, s.typedKey(key)...)
		}
	}
	return s.echo(typed)
}

// Escape handles a lone escape key. Call it when nothing was typed for [editor.EscapeTime].
func (s *Screen) Escape() []Typed {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.editor.Pasting() || !s.keys.Escape() {
		return nil
	}
	return s.echo(s.typedKey(editor.EscapeKey))
}

// SetLine replaces the line being typed. Undo brings the old one back.
func (s *Screen) SetLine(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text != s.editor.Whole() {
		s.editor.Clear()
		s.editor.Insert(text)
		s.scheduleFrame()
	}
}

// Insert puts text into the line. Backspace removes it as a whole.
func (s *Screen) Insert(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.editor.InsertWhole(text)
	s.scheduleFrame()
}

// echo draws what was typed.
func (s *Screen) echo(typed []Typed) []Typed {
	s.lastKey = s.now()
	if !s.isSuspended {
		s.flush()
	}
	return typed
}

// typedKey handles one key.
func (s *Screen) typedKey(key string) []Typed {
	a := s.asking
	if key != editor.EscapeKey {
		s.escapeTime = time.Time{}
	}
	if s.menuOpen() && s.menuKey(key) {
		return nil
	}
	s.menu = nil
	switch {
	case s.editor.Modal():
	case key == "\t":
		s.completeWord()
		return nil
	case key == "\x1b[Z": // shift-tab
		return []Typed{{Key: KeyMode}}
	case key == editor.EscapeKey && (a == nil || !a.open || s.hasProse()):
		return s.escape()
	case key == "\x07" && (a == nil || !a.open): // ctrl-g
		return []Typed{{Key: KeyEditor, Text: s.editor.Whole()}}
	case key == "\x16" && (a == nil || !a.open): // ctrl-v
		return []Typed{{Key: KeyImage}}
	case key == "\x0f": // ctrl-o
		s.showWhole()
		return nil
	case key == "\x0c": // ctrl-l
		s.redraw = true
		return nil
	case key == "\x03" && !s.status.Busy && a == nil && !s.editor.Empty():
		s.editor.Clear()
		return nil
	case a == nil || !a.open:
	case len(a.Options) > 0:
		return s.choose(key)
	case key == editor.EscapeKey:
		return s.closeQuestion(Typed{Key: KeyDismiss})
	case key == "\r" || key == "\n":
		end, text := s.editor.Take(key)
		if end != editor.Line { // the line goes on
			return nil
		}
		return s.closeQuestion(Typed{Key: KeyAnswer, Text: text})
	}
	return s.edit(key)
}

// edit gives a key to the line.
func (s *Screen) edit(key string) []Typed {
	end, text := s.editor.Take(key)
	if end == editor.None {
		return nil
	}
	return []Typed{{Key: ofEnd[end], Text: text}}
}

// ofEnd maps each end of a line to its Key.
var ofEnd = map[editor.End]Key{
	editor.Line: KeyLine, editor.EmptyLine: KeyEnter, editor.Interrupt: KeyInterrupt, editor.EOF: KeyEOF,
	editor.Suspend: KeySuspend,
}

// clearTime is how soon the second escape must follow that empties the line.
const clearTime = 2 * time.Second

// escape stops the agent or the review, unless a question is open. Two escapes empty the line.
func (s *Screen) escape() (typed []Typed) {
	if s.status.Busy && (s.asking == nil || !s.asking.open) {
		typed = []Typed{{Key: KeyEscape}}
	}
	switch {
	case s.editor.Empty():
		s.escapeTime = time.Time{}
	case s.now().Sub(s.escapeTime) < clearTime:
		s.editor.Clear()
		s.escapeTime = time.Time{}
	default:
		s.escapeTime = s.now()
		time.AfterFunc(clearTime, func() { // the hint goes
			defer s.Guard()
			s.mu.Lock()
			defer s.mu.Unlock()
			s.scheduleFrame()
		})
	}
	return typed
}
