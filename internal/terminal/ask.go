package terminal

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/terminal/editor"
)

// Typed is something that the user has finished typing.
type Typed struct {
	Key      Key
	Text     string // KeyLine, KeyAnswer, KeyEditor: the line, or the keys of the chosen options, separated by spaces
	Question string // KeyAnswer, KeyDismiss: the ID of the question that was open when it was typed
}

// Key says what was typed.
type Key uint8

// The keys that have a meaning beyond the line.
const (
	KeyLine      Key = iota // a line and enter
	KeyEnter                // enter on an empty line
	KeyInterrupt            // ctrl-c
	KeyEOF                  // ctrl-d on an empty line
	KeySuspend              // ctrl-z
	KeyAnswer               // the answer to the open question
	KeyDismiss              // escape at the open question: the answer is no
	KeyEscape               // escape while the agent or a review runs
	KeyMode                 // shift-tab
	KeyImage                // ctrl-v: the image in the clipboard is to be attached
	KeyEditor               // ctrl-g: the line is to be edited in the user's editor
)

// Question is something that the user is asked below the output.
type Question struct {
	ID      string   // returned with the answer, so that an answer is never taken for another question's
	Prompt  string   // in front of the answer
	Hint    string   // if the answer is a line: what was being typed before
	Options []Option // the answer is one of them, or some if Many is set; if empty, it is a line of text
	Many    bool
	Follow  bool // it was caused by the last answer, so keys are meant for it at once
}

// Option is a possible answer. Its number, from 1, selects it, too.
type Option struct {
	Key  string // the letter that selects it and is returned as the answer; "" for its number
	Text string
}

// asking is the question that is on the screen.
type asking struct {
	Question
	since    time.Time
	open     bool           // it takes keys
	inOutput bool           // the options were written into the output, because there is no room below it
	choosing bool           // the line was begun empty and contains nothing but options
	byArrows bool           // the choice was made with the arrow keys
	draft    *editor.Editor // where the answer is a line: what was being typed
}

// A user who is typing when a question appears has not read it.
const (
	quiet  = 600 * time.Millisecond // without a key, before the question takes keys
	notice = 300 * time.Millisecond // on the screen, before the question takes keys
)

// Ask shows a question. The answer comes from [Screen.Type] as KeyAnswer or KeyDismiss. Only one question is open at a
// time: a new one replaces it.
func (s *Screen) Ask(q Question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.withdrawQuestion()
	s.asking = &asking{Question: q, since: s.now()}
	s.openQuestion()
	s.flush()
}

// Withdraw removes the question, if there is one.
func (s *Screen) Withdraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.withdrawQuestion()
	if !s.isSuspended {
		s.flush()
	}
}

// withdrawQuestion removes the question. What the user has typed stays in the line as text, so that it does not answer
// the next question.
func (s *Screen) withdrawQuestion() {
	a := s.asking
	s.asking = nil
	switch {
	case a == nil || !a.open:
	case len(a.Options) == 0:
		typed := s.editor.Text()
		s.editor = a.draft
		s.editor.Append(typed)
	case a.choosing && a.byArrows:
		s.editor.Set("")
	}
}

// openQuestion lets the question take keys once the user has paused.
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
				s.scheduleFrame()
			}
		})
		return
	}
	a.open = true
	if len(a.Options) == 0 {
		a.draft = s.editor
		s.editor = a.draft.ForAnswer()
	}
	if a.inOutput = !s.hasStatusLine() || len(s.rows(a.lines())) > s.height()/2; a.inOutput {
		for _, line := range a.lines() {
			s.put(true, plain, "", "", s.layOut("", line))
		}
	}
}

// rows breaks lines into rows for the foot.
func (s *Screen) rows(lines []string) (rows []string) {
	for _, line := range lines {
		rows = append(rows, strings.Split(s.layOut("", line), "\n")...)
	}
	return rows
}

// lines returns the options and the hint.
func (a *asking) lines() (list []string) {
	for i, o := range a.Options {
		list = append(list, "  "+a.key(i)+": "+o.Text)
	}
	if a.Hint != "" {
		list = append(list, a.Hint)
	}
	return list
}

// key returns what is typed to select an option.
func (a *asking) key(i int) string {
	if key := a.Options[i].Key; key != "" {
		return key
	}
	return strconv.Itoa(i + 1)
}

// choice returns the options that a line selects; nil if the line contains anything else.
func (a *asking) choice(line string) (picked []int) {
	words := []string{line}
	if a.Many {
		words = strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
	}
	for _, word := range words {
		i := slices.IndexFunc(a.Options, func(o Option) bool { return o.Key != "" && o.Key == word })
		if n, err := strconv.Atoi(word); i < 0 && err == nil {
			i = n - 1
		}
		if i < 0 || i >= len(a.Options) {
			return nil
		}
		picked = append(picked, i)
	}
	return picked
}

// choose handles a key while a question with options is open. Options are chosen on an empty line, and enter confirms.
// While the line contains anything else, all keys edit it.
func (s *Screen) choose(key string) []Typed {
	a, e := s.asking, s.editor
	if s.hasProse() {
		return s.edit(key)
	}
	switch key {
	case "\r", "\n":
		if !a.choosing {
			return nil
		}
		var keys []string
		for _, i := range a.choice(e.Text()) {
			keys = append(keys, a.key(i))
		}
		return s.closeQuestion(Typed{Key: KeyAnswer, Text: strings.Join(keys, " ")})
	case editor.EscapeKey:
		return s.closeQuestion(Typed{Key: KeyDismiss})
	case "\x1b[A", "\x1bOA", "\x10":
		s.move(-1)
		return nil
	case "\x1b[B", "\x1bOB", "\x0e":
		s.move(1)
		return nil
	}
	if a.choosing && (key == "\x03" || a.byArrows && editor.IsText(key)) { // the arrow keys have put it there
		e.Set("")
	}
	typed := s.edit(key)
	a.byArrows = false
	a.choosing = (editor.IsText(key) || key == "\x7f" || key == "\b") && len(a.choice(e.Text())) > 0
	return typed
}

// move chooses the next option, or with by = -1 the one before.
func (s *Screen) move(by int) {
	a, at := s.asking, -1
	if picked := a.choice(s.editor.Text()); len(picked) > 0 {
		at = picked[0]
	} else if by < 0 {
		at = len(a.Options)
	}
	s.editor.Set(a.key(min(max(at+by, 0), len(a.Options)-1)))
	a.choosing, a.byArrows = true, true
}

// closeQuestion removes the question and returns its answer.
func (s *Screen) closeQuestion(t Typed) []Typed {
	t.Question = s.asking.ID
	s.editor.Reset()
	s.withdrawQuestion()
	return []Typed{t}
}
