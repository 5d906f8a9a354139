package screen

import (
	"strings"
	"time"
)

// Question is something that the person is asked below the output, beside what they are typing, which is kept for
// afterwards.
type Question struct {
	ID     string   // comes back with the answer, so that an answer is never taken for that to another question
	Hint   []string // what can be answered, a line each
	Prompt string   // stands before the answer
	Keys   string   // each of them is an answer as soon as it is typed; "" where the answer is a line, which may be empty
	Follow bool     // it follows from the answer just given: what is typed now is meant for it
}

// asking is a question that is open.
type asking struct {
	Question
	since time.Time
	open  bool   // keys are answers
	draft editor // what was being typed
}

// Who types when a question comes up has not read it.
const (
	quiet  = 600 * time.Millisecond // how long no key must have been typed before it takes keys
	notice = 300 * time.Millisecond // how long it must have stood there
)

// Ask shows a question; the answer comes from [Screen.Type] as KeyAnswer. There is one at a time: another one takes its
// place.
func (s *Screen) Ask(q Question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.withdraw()
	s.asking = &asking{Question: q, since: s.now()}
	s.openQuestion()
	s.flush()
}

// Withdraw takes the question away, if there is one.
func (s *Screen) Withdraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.withdraw()
	if !s.away {
		s.flush()
	}
}

func (s *Screen) withdraw() {
	if s.asking != nil && s.asking.open {
		s.editor = s.asking.draft
	}
	s.asking = nil
}

// openQuestion lets keys be answers as soon as the person has paused.
func (s *Screen) openQuestion() {
	a := s.asking
	if a == nil || a.open {
		return
	}
	now := s.now()
	if wait := max(quiet-now.Sub(s.lastKey), notice-now.Sub(a.since)); wait > 0 && !a.Follow {
		time.AfterFunc(wait, func() {
			defer s.Guard()
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.asking == a && s.Typing {
				s.openQuestion()
				s.changed()
			}
		})
		return
	}
	a.open, a.draft = true, s.editor
	s.editor = editor{answer: true}
	if !s.rich() && len(a.Hint) > 0 {
		s.put(true, plain, "  ", "  ", Safe(strings.Join(a.Hint, "\n")))
	}
}

// hint is what stands above the line being typed while a question is open.
func (s *Screen) hint() []string {
	switch {
	case s.asking == nil:
		return nil
	case !s.asking.open && s.now().Sub(s.lastKey) < quiet:
		return []string{s.Lang.Sprintf("a question waits until you stop typing")}
	case !s.asking.open:
		return nil
	}
	lines := make([]string, len(s.asking.Hint))
	for i, line := range s.asking.Hint {
		lines[i] = Safe(line)
	}
	return lines
}

// typedView is the line being typed, behind its prompt.
func (s *Screen) typedView(width, rows int) view {
	prompt := "> "
	if s.asking != nil && s.asking.open {
		prompt = s.cut(Safe(s.asking.Prompt), width/2)
	}
	return s.editor.view(prompt, width, rows)
}

// Type takes what came from the keyboard and says what was typed to its end. Its echo is written before it returns.
func (s *Screen) Type(b []byte) (typed []Typed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(b) > 0 {
		var key string
		if key, b = s.editor.nextKey(b); key != "" {
			typed = append(typed, s.typedKey(key)...)
		}
	}
	s.lastKey = s.now()
	if !s.away {
		s.flush()
	}
	return typed
}

func (s *Screen) typedKey(key string) []Typed {
	a := s.asking
	switch {
	case key == "\x0c" && !s.editor.pasting: // ctrl-l
		s.redraw = true
		return nil
	case key == "\x03" && !s.editor.pasting && !s.status.Busy && a == nil && len(s.editor.text) > 0:
		s.editor.clear()
		return nil
	case a == nil || !a.open:
		return s.editor.take(key)
	case a.Keys != "" && !s.editor.pasting && key != "\x03" && key != "\x1a" && key != pasteBegin:
		if !strings.Contains(a.Keys, key) {
			return nil
		}
		s.withdraw()
		return []Typed{{Key: KeyAnswer, Text: key, Question: a.ID}}
	}
	typed := s.editor.take(key)
	for i := range typed {
		if typed[i].Key == KeyLine {
			typed[i].Key, typed[i].Question = KeyAnswer, a.ID
			s.withdraw()
		}
	}
	return typed
}
