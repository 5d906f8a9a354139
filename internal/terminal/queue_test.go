package terminal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ccc/integration/events"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// questionPage records what a Queue shows, in place of a Screen.
type questionPage struct {
	asked []Question // every question so far, in order
	open  bool       // the last one is still open
	lines []string
}

func (p *questionPage) ShowRequest(tool, _ string, input json.RawMessage) {
	p.lines = append(p.lines, tool+" "+string(input))
}
func (p *questionPage) ShowQuestion(question string) { p.lines = append(p.lines, question) }
func (p *questionPage) Ask(q Question)               { p.asked, p.open = append(p.asked, q), true }
func (p *questionPage) Withdraw()                    { p.open = false }
func (p *questionPage) HoldCall(string, bool)        {}
func (p *questionPage) Note(text string)             { p.lines = append(p.lines, text) }

// current returns the question that was asked last.
func (p *questionPage) current() Question { return p.asked[len(p.asked)-1] }

func newQueue() (*Queue, *questionPage) {
	p := &questionPage{}
	return &Queue{Screen: p, Language: lang.English, Asked: func(string, string) {}, Idle: func() {}}, p
}

// inbox is what an agent process has received.
type inbox []string

func (s *inbox) send(line []byte) { *s = append(*s, string(line)) }

func event(t *testing.T, format string, args ...any) streamjson.Event {
	t.Helper()
	return events.Of(t, fmt.Sprintf(format, args...))
}

func use(t *testing.T, id, tool string) streamjson.Event {
	t.Helper()
	return event(t, `{"type":"control_request","request_id":%q,`+
		`"request":{"subtype":"can_use_tool","tool_name":%q,"input":{}}}`, id, tool)
}

// TestAnswerToAWithdrawnQuestion: the key was typed for the first question. Meanwhile that one was withdrawn, and the
// second one is open, which nobody has read.
func TestAnswerToAWithdrawnQuestion(t *testing.T) {
	q, p := newQueue()
	var got inbox
	a := q.From(got.send)
	a.Take(use(t, "r1", "Read"))
	a.Take(use(t, "r2", "Bash"))
	first := p.current().ID
	a.Take(event(t, `{"type":"control_cancel_request","request_id":"r1"}`))
	q.Answer(first, "y")
	if len(got) > 0 {
		t.Fatalf("the answer to the withdrawn question was sent: %q", got)
	}
	if q.Answer(p.current().ID, "y"); len(got) != 1 || !strings.Contains(got[0], `"request_id":"r2"`) {
		t.Errorf("sent %q, want one answer to r2", got)
	}
	if q.Answer(p.current().ID, "y"); len(got) != 1 {
		t.Errorf("a second answer to the same question was sent: %q", got)
	}
}

// TestOnlyAnExplicitYesAllows: any other answer allows nothing, and the question is asked again.
func TestOnlyAnExplicitYesAllows(t *testing.T) {
	for _, text := range []string{"", "Y", "yes", "x", " ", "\r", "a", "好"} { // "a" is not offered here
		q, p := newQueue()
		var got inbox
		q.From(got.send).Take(use(t, "r", "Bash"))
		if q.Answer(p.current().ID, text); len(got) > 0 || !p.open || len(p.asked) != 2 {
			t.Errorf("%q sends %q, asked %d times; want nothing sent, and the question again", text, got, len(p.asked))
		}
	}
}

// TestPlan: the answer to a plan chooses the mode in which the agent goes on, which is told at once. No other answer
// allows the plan.
func TestPlan(t *testing.T) {
	for text, want := range map[string]string{
		"y": `"updatedPermissions":[{"type":"setMode","mode":"default","destination":"session"}]`,
		"a": `"updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`, "x": "",
	} {
		q, p := newQueue()
		var got inbox
		mode := ""
		q.ModeSet = func(set string) { mode = set }
		q.From(got.send).Take(use(t, "r", "ExitPlanMode"))
		q.Answer(p.current().ID, text)
		if (want == "") != (len(got) == 0) || want != "" && !strings.Contains(got[0], want) {
			t.Errorf("%q sends %q, want %s", text, got, want)
		}
		if want != "" && !strings.Contains(want, `"`+mode+`"`) || want == "" && mode != "" {
			t.Errorf("%q sets the mode %q", text, mode)
		}
	}
}

// TestDismiss: escape answers no to any question, and does not answer the next one.
func TestDismiss(t *testing.T) {
	q, p := newQueue()
	var got inbox
	a := q.From(got.send)
	a.Take(use(t, "r1", "Bash"))
	a.Take(event(t, `{"type":"control_request","request_id":"r2","request":{"subtype":"can_use_tool",`+
		`"tool_name":"AskUserQuestion","input":{"questions":[{"question":"which?","options":[{"label":"a"}]}]}}}`))
	first := p.current().ID
	q.Dismiss(first)
	q.Dismiss(first)
	if len(got) != 1 || !strings.Contains(got[0], `"behavior":"deny","message":"The user does not allow this."`) {
		t.Fatalf("sent %q, want one no", got)
	}
	q.Answer(p.current().ID, "2") // an answer of their own
	q.Dismiss(p.current().ID)
	if len(got) != 2 || !strings.Contains(got[1], `"message":"The user does not want to answer this."`) {
		t.Errorf("sent %q, want that nothing was answered", got)
	}
}

// TestRefusalIsSaidOnce: the line of the call that is refused says so. Without a call, as nothing else would, ccc does.
func TestRefusalIsSaidOnce(t *testing.T) {
	for call, want := range map[string]int{"": 1, `,"tool_use_id":"t1"`: 0} {
		q, p := newQueue()
		var got inbox
		q.From(got.send).Take(event(t, `{"type":"control_request","request_id":"r1",`+
			`"request":{"subtype":"can_use_tool","tool_name":"Edit","input":{}%s}}`, call))
		q.Dismiss(p.current().ID)
		said := slices.DeleteFunc(slices.Clone(p.lines), func(line string) bool { return line != "not allowed: Edit" })
		if len(got) != 1 || len(said) != want {
			t.Errorf("%q: sent %q, said %q", call, got, p.lines)
		}
	}
}

// TestQuestionsEndWithTheirProcess: the questions of a process that has ended are not answered, even if the next
// process uses the same request ids.
func TestQuestionsEndWithTheirProcess(t *testing.T) {
	q, p := newQueue()
	var old, next inbox
	first, second := q.From(old.send), q.From(next.send)
	first.Take(use(t, "1", "Read"))
	first.Take(use(t, "2", "Write"))
	before := p.current().ID
	first.End()
	if p.open || !slices.Contains(p.lines, "the question was withdrawn") {
		t.Errorf("the question of a process that has ended is not withdrawn: %q", p.lines)
	}
	second.Take(use(t, "1", "Bash"))
	first.Take(use(t, "3", "Edit")) // read after its end
	q.Answer(before, "y")
	q.Answer(p.current().ID, "y")
	if len(old) != 0 || len(next) != 1 || !strings.Contains(next[0], `"behavior":"allow"`) {
		t.Errorf("the old process got %q, the new one %q; want nothing, and its own answer", old, next)
	}
	if len(p.asked) != 2 {
		t.Errorf("%d questions were asked, want 2", len(p.asked))
	}
}

// TestNobodyToAsk: without a user every request is answered, since claude would wait for ever.
func TestNobodyToAsk(t *testing.T) {
	const ask = `{"type":"control_request","request_id":"r",` +
		`"request":{"subtype":"can_use_tool","tool_name":"Bash","input":{}}}`
	for line, want := range map[string]string{
		ask: `"behavior":"deny","message":"Nobody is at the terminal`,
		`{"type":"control_request","request_id":"r","request":{"subtype":"elicitation"}}`: `"error":"ccc does not know ` +
			`this request","request_id":"r","subtype":"error"`,
		`{"type":"control_cancel_request","request_id":"r"}`: ``,
		`{"type":"assistant"}`:                               ``,
	} {
		got := ""
		Refuse(event(t, "%s", line), func(b []byte) { got = string(b) })
		if !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s is answered %q, want %q", line, got, want)
		}
	}
}
