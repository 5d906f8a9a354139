package terminal

import (
	"io"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ccc/internal/terminal/editor"
)

func answers(texts ...string) (typed []Typed) {
	for _, text := range texts {
		typed = append(typed, Typed{Key: KeyAnswer, Text: text})
	}
	return typed
}

func (sc *scene) typeKeys(text string, want []Typed) {
	sc.t.Helper()
	if typed := sc.Type([]byte(text)); !slices.Equal(typed, want) {
		sc.t.Errorf("%q gives %q, want %q", text, typed, want)
	}
}

var yesOrNo = Question{Prompt: "allow? ", Options: []Option{{Key: "y", Text: "yes"}, {Key: "n", Text: "no"}}}

// TestQuestionWaitsForAPause: if the user is typing a message when a question appears, the keys do not answer it.
func TestQuestionWaitsForAPause(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.typeKeys("Why ", nil)
	sc.Ask(yesOrNo)
	sc.typeKeys("not", nil)
	if shows := sc.terminal.text(); !strings.Contains(shows, "a question is waiting until you stop typing") ||
		!strings.Contains(shows, "> Why not") {
		t.Errorf("while it waits:\n%s", shows)
	}
	sc.waitForQuestion()
	sc.typeKeys(" y", nil)
	if shows := sc.terminal.text(); !strings.Contains(shows, "this line is a message") {
		t.Errorf("while a message is typed:\n%s", shows)
	}
	sc.typeKeys("\r", lines("Why not y"))
	sc.typeKeys("y", nil)
	if shows := sc.terminal.text(); !strings.Contains(shows, "❯ y: yes") {
		t.Errorf("with an answer picked:\n%s", shows)
	}
	sc.typeKeys("\r", answers("y"))
}

// TestPick: what the user types chooses an option, or makes the line a message again.
func TestPick(t *testing.T) {
	for _, c := range []struct {
		typed string
		want  []Typed
	}{
		{"y\r", answers("y")}, {"n\r", answers("n")}, {"1\r", answers("y")}, {"2\r", answers("n")},
		{"\r", nil}, {"3\r", lines("3")}, {"x\r", lines("x")}, {"yn\r", lines("yn")}, {"yes\r", lines("yes")},
		{"y\x7f\r", nil}, {"y\x7fn\r", answers("n")}, {"ye\x7f\r", lines("y")}, {"y \x7f\r", lines("y")},
		{"y\x1b[D\r", lines("y")}, {"\x1b[200~y\x1b[201~\r", lines("y")}, {"\x1b[200~\x1b[201~y\r", answers("y")},
		{"\x1b[B\r", answers("y")}, {"\x1b[B\x1b[B\x1b[B\r", answers("n")}, {"\x1b[A\r", answers("n")},
		{"\x1b[A\x1b[A\x1b[A\r", answers("y")}, {"\x1b[Bn\r", answers("n")}, {"\x1b[Bso\r", lines("so")},
		{"n\x1b[A\r", answers("y")}, {"\x1by\r", lines("y")}, {"y\x1by\r", lines("yy")}, {"so\x1bx\r", lines("sox")},
		{"y\x03\r", []Typed{{Key: KeyInterrupt}}},
	} {
		sc := newScene(t, 80, 24)
		sc.Ask(yesOrNo)
		sc.waitForQuestion()
		if got := sc.Type([]byte(c.typed)); !slices.Equal(got, c.want) {
			t.Errorf("%q gives %+v, want %+v", c.typed, got, c.want)
		}
	}
}

func TestPickSeveral(t *testing.T) {
	for typed, want := range map[string][]Typed{
		"1 3\r": answers("1 3"), "3,1\r": answers("3 1"), "2\r": answers("2"), "1 4\r": lines("1 4"), "1 x\r": lines("1 x"),
		", \r": lines(", "),
	} {
		sc := newScene(t, 80, 24)
		sc.Ask(Question{Many: true, Prompt: "? ", Options: []Option{{Text: "a"}, {Text: "b"}, {Text: "c"}}})
		sc.waitForQuestion()
		sc.typeKeys(typed, want)
	}
}

// TestEscape: an escape byte alone is the escape key, and as the beginning of another key it is not.
func TestEscape(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.Ask(yesOrNo)
	sc.waitForQuestion()
	sc.typeKeys("\x1b", nil)
	if got, want := sc.Escape(), (Typed{Key: KeyDismiss}); len(got) != 1 || got[0] != want {
		t.Errorf("an escape gives %+v, want %+v", got, want)
	}
	sc.Ask(yesOrNo)
	sc.waitForQuestion()
	sc.typeKeys("\x1b[", nil)
	if got := sc.Escape(); got != nil {
		t.Errorf("half a key gives %+v", got)
	}
	sc.typeKeys("B\r", answers("y"))
}

// TestProseAllowsNothing: while the user writes messages, questions appear, disappear and follow each other at any
// time. No part of a message answers a question, and no part is lost.
func TestProseAllowsNothing(t *testing.T) {
	messages := []string{"it is why not", "yes", "a yak", "1 y", "nay", "y n", "ya", "an", "2 y 1", "y, all of it", "好 y",
		"11"}
	for seed := range int64(10_000) {
		r := rand.New(rand.NewSource(seed))
		now := time.Unix(0, 0)
		s := &Screen{out: io.Discard, editor: editor.New(nil, nil),
			Options: Options{Now: func() time.Time { return now }, Guard: func() {}}}
		said, sent := "", ""
		for range 3 {
			text := messages[r.Intn(len(messages))]
			said += text
			for _, key := range strings.SplitAfter(text+"\r", "") {
				now = now.Add(time.Duration(r.Intn(1000)) * time.Millisecond)
				switch r.Intn(4) {
				case 0:
					q := yesOrNo
					if r.Intn(4) == 0 {
						q = Question{Many: true, Options: []Option{{Text: "a"}, {Text: "b"}, {Text: "c"}}}
					}
					q.ID = strconv.Itoa(r.Int())
					s.Ask(q)
				case 1:
					s.Withdraw()
				}
				s.openQuestion()
				if r.Intn(8) == 0 { // a typing error
					s.Type([]byte("q\x7f"))
				}
				for _, typed := range s.Type([]byte(key)) {
					if typed.Key == KeyAnswer {
						t.Fatalf("seed %d: %q answers %+v", seed, text, typed)
					}
					sent += typed.Text
				}
			}
		}
		if said != sent {
			t.Fatalf("seed %d: typed %q, sent %q", seed, said, sent)
		}
	}
}

// TestEscapeAtThePrompt: escape stops the agent, and a second one empties the line. In a message that was begun before
// a question opened, it neither stops the agent nor answers the question.
func TestEscapeAtThePrompt(t *testing.T) {
	sc := newScene(t, 80, 24)
	press := func(want ...Key) {
		t.Helper()
		sc.typeKeys("\x1b", nil)
		var got []Key
		for _, typed := range sc.Escape() {
			got = append(got, typed.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("escape gives %v, want %v", got, want)
		}
	}
	press()
	sc.typeKeys("half", nil)
	press()
	if shows := sc.terminal.text(); !strings.Contains(shows, "esc again clears the line") {
		t.Errorf("after an escape:\n%s", shows)
	}
	sc.now = sc.now.Add(clearTime)
	press()
	sc.typeKeys("s", nil)
	press()
	sc.typeKeys("\x1b[D", nil)
	if shows := sc.terminal.text(); !strings.Contains(shows, "> halfs") {
		t.Errorf("two escapes with a key between them:\n%s", shows)
	}
	press()
	press()
	sc.typeKeys("\r", []Typed{{Key: KeyEnter}})
	sc.Update(func(st *Status) { st.Busy = true })
	press(KeyEscape)
	sc.typeKeys("text", nil)
	sc.Ask(yesOrNo)
	sc.waitForQuestion()
	press()
	sc.typeKeys("\r", lines("text"))
	press(KeyDismiss)
}

// TestPasteIsFolded: a long paste is sent whole, and repeated as one line.
func TestPasteIsFolded(t *testing.T) {
	sc := newScene(t, 80, 24)
	long := strings.Repeat("line\n", 300)
	paste := func(text string) { sc.typeKeys("\x1b[200~"+strings.ReplaceAll(text, "\n", "\r")+"\x1b[201~", nil) }
	sc.typeKeys("see ", nil)
	paste(long)
	sc.typeKeys(" and ", nil)
	paste("x\n" + long[:len(long)-10])
	paste(long)
	sc.typeKeys("\x7f", nil)
	paste("y")
	if shows := sc.terminal.text(); !strings.Contains(shows, "> see [Pasted 300 lines] and [Pasted 299 lines]y\n") {
		t.Errorf("the line is\n%s", shows)
	}
	want := "see " + long + " and x\n" + long[:len(long)-10] + "y"
	sc.typeKeys("\r", lines(want))
	sc.EchoMessage(want)
	if shows := sc.terminal.text(); !strings.Contains(shows, "> see [Pasted 300 lines] and [Pasted 299 lines]y\n") {
		t.Errorf("it is repeated as\n%s", shows)
	}
	// The same holds if it is taken back, whatever was sent after it.
	sc.typeKeys("again ", nil)
	paste(long)
	sc.typeKeys("\r", lines("again "+long))
	sc.Note("taken back: " + want)
	sc.Note("taken back: again " + long)
	shows := sc.terminal.text()
	for _, said := range []string{"see [Pasted 300 lines] and [Pasted 299 lines]y\n", "again [Pasted 300 lines]\n"} {
		if !strings.Contains(shows, "ccc: taken back: "+said) {
			t.Errorf("what is taken back is said as\n%s", shows)
		}
	}
}

// TestTimeOfATool: the time of a call counts from the user's permission.
func TestTimeOfATool(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.playAgent(call("a", "Bash", map[string]any{"command": "make"}))
	wait := func(d time.Duration) {
		sc.mu.Lock()
		sc.now = sc.now.Add(d)
		sc.mu.Unlock()
	}
	wait(time.Second)
	sc.HoldCall("a", true)
	wait(time.Minute)
	if sc.Redraw(); strings.Contains(sc.terminal.text(), "Bash make") {
		t.Errorf("it does not run while it waits for the user, whose question shows it:\n%s", sc.terminal.text())
	}
	sc.HoldCall("a", false)
	wait(3 * time.Second)
	sc.playAgent(answer("a", "made", false))
	sc.Flush()
	if shows := sc.terminal.text(); !strings.Contains(shows, "● Bash make · ok, 3.0s\n") {
		t.Errorf("allowed after a minute, and done in three seconds:\n%s", shows)
	}
}

// TestInterruptedTool: a tool that the user has interrupted has no error, and claude's sentence is not shown. Claude
// has the same sentence for a file that the user did not let it write.
func TestInterruptedTool(t *testing.T) {
	for want, c := range map[string]string{
		"● Bash sleep 5 · interrupted, ":    call("a", "Bash", map[string]any{"command": "sleep 5"}),
		"● Write hello.txt · not allowed\n": call("a", "Write", map[string]any{"file_path": "hello.txt", "content": "x"}),
	} {
		sc := newScene(t, 80, 24)
		sc.playAgent(c)
		sc.playAgent(answer("a", "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if "+
			"it was a file edit, the new_string was NOT written to the file). STOP what you are doing.", true))
		sc.Flush()
		if shows := sc.terminal.text(); !strings.Contains(shows, want) || strings.Contains(shows, "proceed") {
			t.Errorf("want %q:\n%s", want, shows)
		}
	}
	sc := newScene(t, 80, 24)
	sc.AsksItself() // in claude's own screen it may be either, and the time is the user's
	sc.playAgent(call("a", "Bash", map[string]any{"command": "sleep 5"}))
	sc.playAgent(answer("a", "The user doesn't want to proceed with this tool use. The tool use was rejected", true))
	if sc.Flush(); !strings.Contains(sc.terminal.text(), "● Bash sleep 5 · not allowed, or interrupted\n") {
		t.Errorf("%s", sc.terminal.text())
	}
	for id, took := range map[string]time.Duration{
		"● Bash b · ok\n": 17 * time.Second, "● Bash c · ok, 1.0s\n": time.Second,
	} {
		command := strings.Fields(id)[2]
		sc.playAgent(call(command, "Bash", map[string]any{"command": command}))
		sc.now = sc.now.Add(took)
		sc.playAgent(answer(command, "fine", false))
		if sc.Flush(); !strings.Contains(sc.terminal.text(), id) {
			t.Errorf("no %q:\n%s", id, sc.terminal.text())
		}
	}
}

// TestQ10QuestionOnce: a question that the user has answered is not shown once more as a call.
func TestQ10QuestionOnce(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.playAgent(call("a", "AskUserQuestion", map[string]any{"questions": []map[string]any{{"question": "Which one?"}}}))
	sc.HoldCall("a", true)
	sc.ShowQuestion("Which one?")
	sc.HoldCall("a", false)
	sc.playAgent(answer("a", "the first", false))
	sc.Flush()
	if shows := sc.terminal.text(); strings.Count(shows, "Which one?") != 1 {
		t.Errorf("the question is not shown once:\n%s", shows)
	}
}

func TestSearchOfTheHistory(t *testing.T) {
	for typed, want := range map[string]string{
		"\x12te\r": "test it again", "\x12te\x12\r": "write a test", "\x12tex\x7f\r": "test it again",
		"x\x12te\x03\r": "x", "\x12te\t!\r": "!test it again", "\x12zz\r": "zz?", "\x12te\x05s\r": "test it agains",
		"\x12\x12\x7fok\r": "ok",
	} {
		sc := newScene(t, 80, 24)
		sc.editor = editor.New([]string{"zz?", "write a test", "ok", "test it again", "test it again"}, nil)
		sc.typeKeys(typed, lines(want))
	}
}

func TestCompletion(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.Screen.Complete = func(word string, first bool) (list []Completion) {
		if !first && word[0] == '/' {
			return nil
		}
		for _, name := range []string{"/review", "/rounds", "/resume", "@a/好的", "@a/好吗"} {
			if strings.HasPrefix(name, word) {
				list = append(list, Completion{name, "what " + name + " does"})
			}
		}
		return list
	}
	for typed, want := range map[string]string{
		"/rev\t\r": "/review ", "/r\tv\r": "/rv", "/re\t\t\r\r": "/resume ",
		"/re\t\x1b[A\x1b[A\r\r": "/review ", "/re\tv\r": "/rev", "see @a/\t\r": "see @a/好", "see /rev\t\r": "see /rev",
		"a\tb\r": "a\tb", "/x\t\r": "/x",
	} {
		sc.typeKeys(typed, lines(want))
	}
	sc.typeKeys("/r\t", nil)
	if shows := sc.terminal.text(); !strings.Contains(shows, "❯ /review  what /review does\n  /rounds  what") {
		t.Errorf("the names are not listed:\n%s", shows)
	}
	sc.Ask(Question{Prompt: "why? ", Follow: true})
	sc.typeKeys("x\r", answers("x")) // a question comes before the menu
}

func TestQuestionIsAnswered(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.typeKeys("half", nil)
	sc.Ask(Question{Prompt: "why? ", Follow: true})
	sc.typeKeys("it is\x7fn't\r", answers("it in't"))
	sc.Ask(Question{Prompt: "more? ", Follow: true})
	sc.typeKeys("\r", answers(""))
	sc.typeKeys(" a thought", nil)
	sc.Ask(Question{Prompt: "and? ", Follow: true})
	sc.typeKeys("no", nil)
	sc.Withdraw() // nothing is lost
	sc.typeKeys("\r", lines("half a thought no"))
}

func TestQuestionIsWithdrawn(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.typeKeys("half", nil)
	sc.Ask(yesOrNo)
	sc.waitForQuestion()
	sc.Withdraw()
	sc.Withdraw()
	if shows := sc.terminal.text(); strings.Contains(shows, "allow?") || !strings.Contains(shows, "> half") {
		t.Errorf("after it:\n%s", shows)
	}
	sc.typeKeys("y\r", lines("halfy"))
}

// TestCtrlCAtThePrompt: ctrl-c empties the line. If the line is empty or the agent is working, it is an interrupt.
func TestCtrlCAtThePrompt(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.typeKeys("half\x03", nil)
	sc.typeKeys("\x03", []Typed{{Key: KeyInterrupt}})
	sc.typeKeys("\x1f", nil)
	sc.Update(func(st *Status) { st.Busy = true })
	sc.typeKeys("\x03\r", append([]Typed{{Key: KeyInterrupt}}, lines("half")...))
}

// TestSuspend: between Suspend and Resume nothing is written, and nothing is lost.
func TestSuspend(t *testing.T) {
	sc := newScene(t, 80, 24)
	sc.Note("before")
	sc.typeKeys("half", nil)
	sc.Suspend()
	away := sc.terminal.text()
	sc.Note("meanwhile")
	sc.typeKeys(" a line", nil)
	if shows := sc.terminal.text(); shows != away || strings.Contains(shows, "half") {
		t.Errorf("suspended, the terminal shows\n%s\nwas\n%s", shows, away)
	}
	sc.Resume()
	if shows := sc.terminal.text(); !strings.Contains(shows, "meanwhile") || !strings.Contains(shows, "> half a line") {
		t.Errorf("resumed, the terminal shows\n%s", shows)
	}
}

// TestAnswerNamesItsQuestion: a key that was typed for one question never answers the next.
func TestAnswerNamesItsQuestion(t *testing.T) {
	now := time.Unix(0, 0)
	s := New(io.Discard, Options{Typing: true, Now: func() time.Time { return now }})
	defer s.Leave()
	ask := func(id string) {
		q := yesOrNo
		q.ID, q.Follow = id, true
		s.Ask(q)
	}
	for _, id := range []string{"first", "second"} {
		ask(id)
		got := s.Type([]byte("y\r"))
		if want := (Typed{Key: KeyAnswer, Text: "y", Question: id}); len(got) != 1 || got[0] != want {
			t.Errorf("typed %+v, want %+v", got, want)
		}
	}
	ask("third")
	s.Type([]byte("y"))
	ask("fourth")
	if got := s.Type([]byte("\r")); len(got) != 1 || got[0].Key != KeyLine {
		t.Errorf("what was picked for another question is typed as %+v, want it in the line", got)
	}
	s.Ask(Question{ID: "line", Prompt: "? ", Follow: true})
	if got := s.Type([]byte("no\r")); len(got) != 1 || got[0].Question != "line" || got[0].Key != KeyAnswer {
		t.Errorf("typed %+v, want an answer to the question \"line\"", got)
	}
}
