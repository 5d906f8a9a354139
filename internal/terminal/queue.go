package terminal

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// unasked is what the agent is told where nobody can be asked.
const nobodyToAsk = "Nobody is at the terminal to be asked for permission. " +
	"Do it in another way that is permitted, or say what has to be permitted and stop."

// Refuse answers an event of the agent's for which nobody can be asked, if it is a question: else claude would wait
// for ever.
func Refuse(e streamjson.Event, send func([]byte)) {
	if r, ok := permissionRequest(e, send); ok {
		send(streamjson.Deny(r.RequestID, nobodyToAsk, false))
	}
}

// asked gives the question that an event is. What ccc does not know is refused.
func permissionRequest(e streamjson.Event, send func([]byte)) (r streamjson.ControlRequest, ok bool) {
	if e.Type != streamjson.TypeControlRequest {
		return r, false
	}
	r, err := e.ControlRequest()
	if err != nil || r.Subtype != "can_use_tool" {
		send(streamjson.Refuse(r.RequestID, "ccc does not know this request"))
		return r, false
	}
	return r, true
}

// questionScreen is the part of [Screen] that a Queue needs.
type questionScreen interface {
	ShowRequest(tool, id string, input json.RawMessage)
	ShowQuestion(question string)
	Ask(Question)
	Withdraw()
	HoldCall(toolUseID string, held bool)
	Note(text string)
}

// Queue holds the questions that wait for the person; the first one is on the screen. Its methods may be called from
// any goroutine. Asked and Idle are called with the queue locked.
type Queue struct {
	Screen   questionScreen
	Language lang.Language
	Asked    func(what, detail string) // a question is on the screen; detail is what it is about
	Idle     func()                    // none is left

	mu      sync.Mutex
	waiting []*question
	last    int // the number of the newest
}

// Asker is an agent process that asks.
type Asker struct {
	queue *Queue
	send  func([]byte)
	ended bool // with the queue's lock
}

// From makes an Asker of a process. send gives it an answer, and must not block.
func (q *Queue) From(send func([]byte)) *Asker { return &Asker{queue: q, send: send} }

// Take takes an event of the process, if it is about a question.
func (a *Asker) Take(e streamjson.Event) {
	if e.Type == streamjson.TypeControlCancel {
		if c, err := e.ControlCancel(); err == nil {
			a.queue.drop(func(r *question) bool { return r.asker == a && r.RequestID == c.RequestID })
		}
		return
	}
	if r, ok := permissionRequest(e, a.send); ok {
		a.queue.add(newQuestion(r, a))
	}
}

// Ended says that the process has ended: nobody waits for its answers any more, and what is still read from it is not
// asked.
func (a *Asker) End() {
	a.queue.mu.Lock()
	a.ended = true
	a.queue.mu.Unlock()
	a.queue.drop(func(r *question) bool { return r.asker == a })
}

// question is one of an agent's, as long as it is not answered.
type question struct {
	streamjson.ControlRequest
	id       string // of this run of ccc; two processes may give their requests the same id
	asker    *Asker
	always   json.RawMessage // what allowing it always adds to the permissions; nil if that cannot be
	denying  bool            // the reason is being asked for
	choices  []choice        // of AskUserQuestion, those that are still to be asked
	ownWords bool            // the person's own words for the first of them are being asked for
	answers  map[string]string
}

// choice is one question of AskUserQuestion.
type choice struct {
	Question string `json:"question"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
	MultiSelect bool `json:"multiSelect"`
}

func newQuestion(c streamjson.ControlRequest, a *Asker) *question {
	r := &question{ControlRequest: c, asker: a, always: forSession(c.PermissionSuggestions)}
	if c.ToolName != "AskUserQuestion" {
		return r
	}
	var input struct {
		Questions []choice `json:"questions"`
	}
	if json.Unmarshal(c.Input, &input) == nil {
		r.choices, r.answers = input.Questions, make(map[string]string)
	}
	return r
}

func (q *Queue) add(r *question) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r.asker.ended {
		return
	}
	q.last++
	r.id = strconv.Itoa(q.last)
	q.waiting = append(q.waiting, r)
	q.Screen.HoldCall(r.ToolUseID, true)
	if len(q.waiting) == 1 {
		q.present()
	}
}

// drop forgets questions that are not to be answered any more.
func (q *Queue) drop(which func(*question) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return
	}
	first := q.waiting[0]
	q.waiting = slices.DeleteFunc(q.waiting, func(r *question) bool {
		gone := which(r)
		if gone {
			q.Screen.HoldCall(r.ToolUseID, false)
		}
		return gone
	})
	if len(q.waiting) > 0 && q.waiting[0] == first {
		return
	}
	q.Screen.Withdraw()
	q.Screen.Note(q.Language.Sprintf("the question was withdrawn"))
	q.next()
}

// next asks what is first in the queue now.
func (q *Queue) next() {
	if len(q.waiting) == 0 {
		q.Idle()
		return
	}
	q.present()
}

// present shows the first question.
func (q *Queue) present() {
	r := q.waiting[0]
	say := q.Language.Sprintf
	if len(r.choices) > 0 {
		q.presentChoice(r)
		return
	}
	q.Screen.ShowRequest(r.ToolName, r.ToolUseID, r.Input)
	if r.ToolName == exitPlan {
		q.Screen.Ask(Question{ID: r.id, Prompt: say("carry it out? "), Options: []Option{
			{Key: "y", Text: say("yes, and ask before edits")}, {Key: "a", Text: say("yes, and accept edits")},
			{Key: "n", Text: say("no, and say what to change (esc: just no)")},
		}})
		q.Asked(say("may the agent carry out the plan?"), about(r))
		return
	}
	ask := Question{ID: r.id, Prompt: say("allow %s? ", r.ToolName)}
	ask.Options = append(ask.Options, Option{Key: "y", Text: say("this time")})
	if r.always != nil {
		ask.Options = append(ask.Options, Option{
			Key: "a", Text: say("always in this session: %s", q.meaning(r.always)),
		})
	}
	ask.Options = append(ask.Options, Option{Key: "n", Text: say("no, and say why (esc: just no)")})
	q.Screen.Ask(ask)
	q.Asked(say("may the agent use %s?", r.ToolName), about(r))
}

// about is what a tool is to work on: a command, a path, a plan.
func about(r *question) string {
	var input struct {
		Plan string `json:"plan"`
	}
	if r.ToolName == exitPlan && json.Unmarshal(r.Input, &input) == nil {
		return input.Plan
	}
	return streamjson.Block{Name: r.ToolName, Input: r.Input}.MainArgument()
}

// presentChoice shows the first of the questions of AskUserQuestion that are still to be asked.
func (q *Queue) presentChoice(r *question) {
	say := q.Language.Sprintf
	c := r.choices[0]
	q.Screen.ShowQuestion(c.Question)
	ask := Question{ID: r.id, Prompt: say("answer: "), Many: c.MultiSelect}
	if c.MultiSelect {
		ask.Hint = say("several: 1 3")
	}
	for _, o := range c.Options {
		ask.Options = append(ask.Options, Option{Text: strings.TrimSuffix(o.Label+": "+o.Description, ": ")})
	}
	ask.Options = append(ask.Options, Option{Text: say("your own words")})
	q.Screen.Ask(ask)
	var options []string
	for _, o := range ask.Options {
		options = append(options, o.Text)
	}
	q.Asked(c.Question, strings.Join(options, "\n"))
}

// Answer takes what the person answered to the question of that id. One that does not wait any more gets no answer,
// and no other question does.
func (q *Queue) Answer(id, text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.waiting[0].id != id {
		return
	}
	if q.takeAnswer(q.waiting[0], text) {
		q.removeFirst()
	}
}

// answered takes the first question out.
func (q *Queue) removeFirst() {
	q.Screen.HoldCall(q.waiting[0].ToolUseID, false)
	q.waiting = q.waiting[1:]
	q.next()
}

// Dismiss answers the question of that id, if it is the one that waits, with no.
func (q *Queue) Dismiss(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.waiting[0].id != id {
		return
	}
	q.deny(q.waiting[0], "")
	q.removeFirst()
}

// deny answers a question with no. The reason may be empty.
func (q *Queue) deny(r *question, reason string) {
	text, said := "The person does not allow this", q.Language.Sprintf("not allowed: %s", r.ToolName)
	if len(r.choices) > 0 {
		text, said = "The person does not want to answer this", q.Language.Sprintf("not answered")
	}
	if reason = strings.TrimSpace(reason); reason != "" {
		text += ": " + reason
	} else {
		text += "."
	}
	r.asker.send(streamjson.Deny(r.RequestID, text, false))
	q.Screen.Note(said)
}

// settled takes a person's word on a question, and reports whether it was the last one needed.
func (q *Queue) takeAnswer(r *question, text string) bool {
	say := q.Language.Sprintf
	switch {
	case len(r.choices) > 0:
		return q.choose(r, text)
	case r.denying:
		q.deny(r, text)
	case text == "n":
		r.denying = true
		q.Screen.Ask(Question{
			ID: r.id, Hint: say("just enter: no reason"), Prompt: say("why not? "), Follow: true,
		})
		return false
	case r.ToolName == exitPlan && (text == "y" || text == "a"):
		mode, said := "default", say("the agent carries out the plan, and asks before edits")
		if text == "a" {
			mode, said = "acceptEdits", say("the agent carries out the plan; edits are accepted")
		}
		r.asker.send(streamjson.AllowAlways(r.RequestID, r.Input, setMode(mode)))
		q.Screen.Note(said)
	case text == "a" && r.always != nil:
		r.asker.send(streamjson.AllowAlways(r.RequestID, r.Input, r.always))
		q.Screen.Note(say("allowed in this session: %s", q.meaning(r.always)))
	case text == "y":
		r.asker.send(streamjson.Allow(r.RequestID, r.Input))
		q.Screen.Note(say("allowed once: %s", r.ToolName))
	default:
		q.present()
		return false
	}
	return true
}

// exitPlan is the tool by which the agent shows its plan. Allowed without a mode it goes on in the one before (2.1.197,
// 2.1.329), or plans on (2.1.5).
const exitPlan = "ExitPlanMode"

func setMode(mode string) json.RawMessage {
	return json.RawMessage(`[{"type":"setMode","mode":"` + mode + `","destination":"session"}]`)
}

// choose takes the answer to one of several questions, and reports whether it was the last.
func (q *Queue) choose(r *question, text string) bool {
	c := r.choices[0]
	if !r.ownWords {
		labels, own := c.labels(text)
		if own {
			r.ownWords = true
			q.Screen.Ask(Question{ID: r.id, Prompt: q.Language.Sprintf("your own words: "), Follow: true})
			return false
		}
		text = labels
	}
	r.ownWords = false
	if text = strings.TrimSpace(text); text == "" {
		q.present()
		return false
	}
	r.answers[c.Question] = text
	q.Screen.Note(q.Language.Sprintf("answered: %s", text))
	if r.choices = r.choices[1:]; len(r.choices) > 0 {
		q.present()
		return false
	}
	r.asker.send(streamjson.Allow(r.RequestID, withAnswers(r.Input, r.answers)))
	return true
}

// chosen are the labels that numbers stand for, "" if they stand for none. The number behind the last stands for the
// person's own words.
func (c choice) labels(numbers string) (labels string, own bool) {
	var list []string
	for _, word := range strings.Fields(numbers) {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n < 1 || n > len(c.Options)+1 || len(list) > 0 && !c.MultiSelect:
			return "", false
		case n == len(c.Options)+1:
			return "", true
		}
		list = append(list, c.Options[n-1].Label)
	}
	return strings.Join(list, ", "), false
}

// answered is the input of AskUserQuestion with the answers in it.
func withAnswers(input json.RawMessage, answers map[string]string) json.RawMessage {
	var keys map[string]json.RawMessage
	list, err := json.Marshal(answers)
	if err != nil || json.Unmarshal(input, &keys) != nil {
		return input
	}
	keys["answers"] = list
	if text, err := json.Marshal(keys); err == nil {
		return text
	}
	return input
}
