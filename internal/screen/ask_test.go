package screen

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

func answers(texts ...string) (typed []Typed) {
	for _, text := range texts {
		typed = append(typed, Typed{Key: KeyAnswer, Text: text})
	}
	return typed
}

func (sc *scene) types(text string, want []Typed) {
	sc.t.Helper()
	if typed := sc.Type([]byte(text)); !slices.Equal(typed, want) {
		sc.t.Errorf("%q gives %q, want %q", text, typed, want)
	}
}

var yesOrNo = Question{Hint: []string{"y or n"}, Prompt: "allow? ", Keys: "yn"}

// TestQuestionWaitsForAPause: keys of somebody who is typing a message when it comes up are no answers.
func TestQuestionWaitsForAPause(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.types("Why ", nil)
	sc.Ask(yesOrNo)
	sc.types("not", nil)
	if shows := sc.terminal.shows(); !strings.Contains(shows, "a question waits until you stop typing") ||
		!strings.Contains(shows, "> Why not") {
		t.Errorf("while it waits:\n%s", shows)
	}
	sc.opened()
	sc.types("xy", answers("y"))
	sc.types("?\r", lines("Why not?"))
}

func TestQuestionIsAnswered(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.types("half", nil)
	sc.Ask(yesOrNo)
	sc.opened()
	sc.types("\x03\x1a\rn", append([]Typed{{Key: KeyInterrupt}, {Key: KeySuspend}}, answers("n")...))
	sc.Ask(Question{Prompt: "why? ", Follow: true})
	sc.types("it is\x7fn't\r", answers("it in't"))
	sc.Ask(Question{Prompt: "more? ", Follow: true})
	sc.types("\r", answers(""))
	sc.types("\r", lines("half"))
}

func TestQuestionIsWithdrawn(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.types("half", nil)
	sc.Ask(yesOrNo)
	sc.opened()
	sc.Withdraw()
	sc.Withdraw()
	if shows := sc.terminal.shows(); strings.Contains(shows, "allow?") || !strings.Contains(shows, "> half") {
		t.Errorf("after it:\n%s", shows)
	}
	sc.types("y\r", lines("halfy"))
}

// TestCtrlCAtThePrompt empties the line; with nothing in it, or with something at work, it is an interrupt.
func TestCtrlCAtThePrompt(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.types("half\x03", nil)
	sc.types("\x03", []Typed{{Key: KeyInterrupt}})
	sc.types("\x1f", nil)
	sc.Update(func(st *Status) { st.Busy = true })
	sc.types("\x03\r", append([]Typed{{Key: KeyInterrupt}}, lines("half")...))
}

// TestSuspend: nothing is written meanwhile, and nothing is lost.
func TestSuspend(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.Note("before")
	sc.types("half", nil)
	sc.Suspend()
	away := sc.terminal.shows()
	sc.Note("meanwhile")
	sc.types(" a line", nil)
	if shows := sc.terminal.shows(); shows != away || strings.Contains(shows, "half") {
		t.Errorf("suspended, the terminal shows\n%s\nwas\n%s", shows, away)
	}
	sc.Resume()
	if shows := sc.terminal.shows(); !strings.Contains(shows, "meanwhile") || !strings.Contains(shows, "> half a line") {
		t.Errorf("resumed, the terminal shows\n%s", shows)
	}
}

// TestAnswerNamesItsQuestion: a key typed for one question is never an answer to the next.
func TestAnswerNamesItsQuestion(t *testing.T) {
	now := time.Unix(0, 0)
	s := New(io.Discard, Options{Typing: true, Now: func() time.Time { return now }})
	defer s.Leave()
	for _, id := range []string{"first", "second"} {
		s.Ask(Question{ID: id, Keys: "yn", Prompt: "? ", Follow: true})
		got := s.Type([]byte("y"))
		if want := (Typed{Key: KeyAnswer, Text: "y", Question: id}); len(got) != 1 || got[0] != want {
			t.Errorf("typed %+v, want %+v", got, want)
		}
	}
	s.Ask(Question{ID: "line", Prompt: "? ", Follow: true})
	if got := s.Type([]byte("no\r")); len(got) != 1 || got[0].Question != "line" || got[0].Key != KeyAnswer {
		t.Errorf("typed %+v, want an answer to the question \"line\"", got)
	}
}
