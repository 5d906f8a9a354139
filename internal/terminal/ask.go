package terminal

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/editor"
	"ccc/internal/text"
)

// Typed is something that the user has finished typing.
type Typed struct {
	Key      Key
	Text     string // KeyLine, KeyAnswer: the line, or the keys of the chosen options, separated by spaces
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
)

// Question is something that the person is asked below the output.
type Question struct {
	ID      string   // comes back with the answer, so that an answer is never taken for that to another question
	Prompt  string   // stands before the answer
	Hint    string   // stands above it
	Options []Option // the answer is one of them, or with Many some; none: it is a line of text, which may be empty
	Many    bool
	Follow  bool // it follows from the answer just given: what is typed now is meant for it
}

// Option is something that can be answered. Its number, from 1, stands for it, too.
type Option struct {
	Key  string // what is typed for it, and comes back as the answer: a letter; "" for its number
	Text string
}

// asking is a question that is open.
type asking struct {
	Question
	since    time.Time
	open     bool           // it takes keys
	inOutput bool           // what can be answered stands in the output: there is no room for it below
	choosing bool           // what stands in the line is a choice: it was begun on an empty line, and names options alone
	byArrows bool           // the choice was made by the arrows
	draft    *editor.Editor // where the answer is a line: what was being typed
}

// Who types when a question comes up has not read it.
const (
	quiet  = 600 * time.Millisecond // how long no key must have been typed before it takes keys
	notice = 300 * time.Millisecond // how long it must have stood there
)

// Ask shows a question; the answer comes from [Screen.Type] as KeyAnswer, or as KeyDismiss. There is one at a time:
// another one takes its place.
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

// withdraw takes the question away. What was typed stays in the line, so that what is typed on is text, and no answer
// to the next question.
func (s *Screen) withdraw() {
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

// openQuestion lets the question take keys as soon as the person has paused.
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
	if a.inOutput = !s.rich() || len(s.rows(a.lines())) > s.height()/2; a.inOutput {
		for _, line := range a.lines() {
			s.put(true, plain, "", "", s.layOut("", line))
		}
	}
}

// rows lays lines out for what stands below the output.
func (s *Screen) rows(lines []string) (rows []string) {
	for _, line := range lines {
		rows = append(rows, strings.Split(s.layOut("", line), "\n")...)
	}
	return rows
}

// lines are what can be answered.
func (a *asking) lines() (list []string) {
	for i, o := range a.Options {
		list = append(list, "  "+a.key(i)+": "+o.Text)
	}
	if a.Hint != "" {
		list = append(list, a.Hint)
	}
	return list
}

// key is what is typed for an option.
func (a *asking) key(i int) string {
	if key := a.Options[i].Key; key != "" {
		return key
	}
	return strconv.Itoa(i + 1)
}

// choice is what a line picks; nil if it is anything but options.
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

// hint is what stands above the line being typed while a question is open, in rows.
func (s *Screen) hint() (rows []string) {
	a := s.asking
	switch {
	case len(s.completions) > 0:
		return s.rows([]string{strings.Join(s.completions, "  ")})
	case !s.editor.Empty() && s.now().Sub(s.escaped) < clearTime:
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

// prose reports whether the line holds what is no answer to the question that is open.
func (s *Screen) hasProse() bool {
	return len(s.asking.Options) > 0 && !s.asking.choosing && !s.editor.Empty()
}

// typedView is the line being typed, behind its prompt.
func (s *Screen) lineView(width, rows int) editor.View {
	prompt := "> "
	if query, ok := s.editor.Query(); ok {
		prompt = s.cut(text.Safe(s.Lang.Sprintf("search %q: ", query)), width/2)
	} else if s.asking != nil && s.asking.open && !s.hasProse() {
		prompt = s.cut(text.Safe(s.asking.Prompt), width/2)
	}
	return s.editor.View(prompt, width, rows)
}

// Type takes what came from the keyboard and says what was typed to its end. Its echo is written before it returns.
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

// Escape is to be called when nothing was typed for [editor.EscapeTime].
func (s *Screen) Escape() []Typed {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.editor.Pasting() || !s.keys.Escape() {
		return nil
	}
	return s.echo(s.typedKey(editor.EscapeKey))
}

func (s *Screen) echo(typed []Typed) []Typed {
	s.lastKey = s.now()
	if !s.away {
		s.flush()
	}
	return typed
}

func (s *Screen) typedKey(key string) []Typed {
	a := s.asking
	if s.completions = nil; key != editor.EscapeKey {
		s.escaped = time.Time{}
	}
	switch {
	case s.editor.Modal():
	case key == "\t":
		s.completeWord()
		return nil
	case key == "\x1b[Z": // shift-tab
		return []Typed{{Key: KeyMode}}
	case key == editor.EscapeKey && (a == nil || !a.open || s.hasProse()):
		return s.escape()
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

// ofEnd is the Key of each end of a line.
var ofEnd = map[editor.End]Key{
	editor.Line: KeyLine, editor.EmptyLine: KeyEnter, editor.Interrupt: KeyInterrupt, editor.EOF: KeyEOF,
	editor.Suspend: KeySuspend,
}

// clearTime is how soon a second escape must follow to empty the line.
const clearTime = 2 * time.Second

// escape stops what is at work, but for a line that a question leaves to the person; twice it empties the line.
func (s *Screen) escape() (typed []Typed) {
	if s.status.Busy && (s.asking == nil || !s.asking.open) {
		typed = []Typed{{Key: KeyEscape}}
	}
	switch {
	case s.editor.Empty():
		s.escaped = time.Time{}
	case s.now().Sub(s.escaped) < clearTime:
		s.editor.Clear()
		s.escaped = time.Time{}
	default:
		s.escaped = s.now()
		time.AfterFunc(clearTime, func() { // the hint goes
			defer s.Guard()
			s.mu.Lock()
			defer s.mu.Unlock()
			s.scheduleFrame()
		})
	}
	return typed
}

// choose takes a key while options are to be chosen from. They are picked on an empty line, and enter confirms; while
// the line holds anything else every key is the line's.
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
	if a.choosing && (key == "\x03" || a.byArrows && editor.IsText(key)) { // the arrows have put it there
		e.Set("")
	}
	typed := s.edit(key)
	a.byArrows = false
	a.choosing = (editor.IsText(key) || key == "\x7f" || key == "\b") && len(a.choice(e.Text())) > 0
	return typed
}

// move picks the option below or above the one that is picked.
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

// answered ends the question.
func (s *Screen) closeQuestion(t Typed) []Typed {
	t.Question = s.asking.ID
	s.editor.Reset()
	s.withdraw()
	return []Typed{t}
}
