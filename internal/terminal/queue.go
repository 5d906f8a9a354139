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

// nobodyToAsk is the answer to the agent if no user can be asked. How this and what deny says begins is known to
// internal/claims, too.
const nobodyToAsk = "Nobody is at the terminal to be asked for permission. " +
	"Do it in another way that is permitted, or say what has to be permitted and stop."

// Refuse denies the permission that an event asks for, because no user can be asked. Without an answer claude would
// wait for ever. Other events are ignored.
func Refuse(e streamjson.Event, send func([]byte)) {
	if r, ok := permissionRequest(e, send); ok {
		send(streamjson.Deny(r.RequestID, nobodyToAsk, false))
	}
}

// permissionRequest returns the request of an event that asks for permission. It refuses any other request, since
// claude waits for an answer.
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

// Queue holds the questions of agents that wait for the user. The first one is on the screen. Its methods may be called
// from any goroutine; it calls Asked, Idle and ModeSet with its lock held.
type Queue struct {
	Screen   questionScreen
	Language lang.Language
	Asked    func(what, detail string) // called when a question is shown; detail is what it is about
	Idle     func()                    // called when no question is left
	ModeSet  func(mode string)         // called when an answer changes the agent's permission mode; may be nil

	mu      sync.Mutex
	waiting []*question
	// the newest process was allowed more than a mode, which a later one gets, too
	hasRules bool
	last     int // the id of the newest question
}

// Asker is an agent process that may ask questions.
type Asker struct {
	queue *Queue
	send  func([]byte)
	ended bool // guarded by the queue's lock
}

// From returns an Asker for a process. Send delivers an answer to it, and must not block. Rules that the user has
// allowed an earlier process are lost with it, which is said.
func (q *Queue) From(send func([]byte)) *Asker {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.hasRules {
		q.hasRules = false
		q.Screen.Note(q.Language.Sprintf(
			"the agent has a new process, which asks again for what you allowed"))
	}
	return &Asker{queue: q, send: send}
}

// Take reads an event of the process. It queues a question, and drops one that claude has cancelled.
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

// End says that the process has ended. Its questions are dropped, and events that are read from it later ask nothing.
func (a *Asker) End() {
	a.queue.mu.Lock()
	a.ended = true
	a.queue.mu.Unlock()
	a.queue.drop(func(r *question) bool { return r.asker == a })
}

// question is a question of an agent that is not answered yet.
type question struct {
	streamjson.ControlRequest
	id       string // unique in this run of ccc; the request ids of two processes may be the same
	asker    *Asker
	always   json.RawMessage // the permissions that "always" adds; nil if "always" is not offered
	denying  bool            // the user is being asked for the reason
	choices  []choice        // of AskUserQuestion: those not asked yet
	ownWords bool            // the user answers the first of choices in their own words
	answers  map[string]string
}

// choice is one question of the tool AskUserQuestion.
type choice struct {
	Question string `json:"question"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
	MultiSelect bool `json:"multiSelect"`
}

func newQuestion(c streamjson.ControlRequest, a *Asker) *question {
	r := &question{ControlRequest: c, asker: a, always: limitToSession(c.PermissionSuggestions, c.BlockedPath)}
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

// drop removes questions that no longer need an answer.
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

// next shows the first question of the queue.
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
		q.Asked(say("may the agent carry out the plan?"), toolSubject(r))
		return
	}
	ask := Question{ID: r.id, Prompt: say("allow %s? ", r.ToolName)}
	ask.Options = append(ask.Options, Option{Key: "y", Text: say("this time")})
	if r.always != nil {
		ask.Options = append(ask.Options, Option{
			Key: "a", Text: say("always, until ccc ends: %s", q.meaning(r.always)),
		})
	}
	ask.Options = append(ask.Options, Option{Key: "n", Text: say("no, and say why after enter (esc: just no)")})
	q.Screen.Ask(ask)
	q.Asked(say("may the agent use %s?", r.ToolName), toolSubject(r))
}

// toolSubject returns what a tool works on: a command, a path, a plan.
func toolSubject(r *question) string {
	var input struct {
		Plan string `json:"plan"`
	}
	if r.ToolName == exitPlan && json.Unmarshal(r.Input, &input) == nil {
		return input.Plan
	}
	return streamjson.Block{Name: r.ToolName, Input: r.Input}.MainArgument()
}

// presentChoice shows the first of the remaining questions of AskUserQuestion.
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

// Answer takes the user's answer to the question of that id. It is ignored if that question is no longer the first.
func (q *Queue) Answer(id, text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.first(id); r != nil && q.takeAnswer(r, text) {
		q.removeFirst()
	}
}

// Open reports whether a question waits for an answer.
func (q *Queue) Open() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting) > 0
}

// Again shows the question of that id, if it is still the first, as it was before the user typed something else.
func (q *Queue) Again(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch r := q.first(id); {
	case r == nil:
	case r.denying:
		q.askWhy(r)
	case r.ownWords:
		q.askOwnWords(r)
	default:
		q.present()
	}
}

func (q *Queue) askWhy(r *question) {
	say := q.Language.Sprintf
	q.Screen.Ask(Question{ID: r.id, Hint: say("just enter: no reason"), Prompt: say("why not? "), Follow: true})
}

func (q *Queue) askOwnWords(r *question) {
	q.Screen.Ask(Question{ID: r.id, Prompt: q.Language.Sprintf("your own words: "), Follow: true})
}

// removeFirst removes the answered question and shows the next one.
func (q *Queue) removeFirst() {
	q.Screen.HoldCall(q.waiting[0].ToolUseID, false)
	q.waiting = q.waiting[1:]
	q.next()
}

// Dismiss answers no to the question of that id, if it is still the first.
func (q *Queue) Dismiss(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.first(id); r != nil {
		q.deny(r, "")
		q.removeFirst()
	}
}

// first returns the question of that id if it is the first that waits; otherwise nil.
func (q *Queue) first(id string) *question {
	if len(q.waiting) == 0 || q.waiting[0].id != id {
		return nil
	}
	return q.waiting[0]
}

// notAllowed tells the agent that the user refuses a tool. The user's reason may follow.
const notAllowed = "The user does not allow this"

// Refusal returns the result of a tool that the user has refused, for the user.
func Refusal(result string) (said lang.Message, is bool) {
	reason, is := strings.CutPrefix(result, notAllowed)
	if !is {
		return lang.Message{}, false
	}
	if reason, ok := strings.CutPrefix(reason, ": "); ok {
		return lang.M("you did not allow this, because: %s", reason), true
	}
	return lang.M("you did not allow this"), true
}

// Rejected reports whether the result of a tool is claude's for one that the user has refused at claude's question or,
// except for 2.1.5, interrupted (2.1.5 to 2.1.330). It does not say which: in 2.1.330 only the entry after it does,
// which has interruptedMessageId if the tool ran. refused says that it is the first, because an edit is too short to be
// interrupted.
func Rejected(tool, result string) (refused, rejected bool) {
	const begin = "The user doesn't want to proceed with this tool use. The tool use was rejected"
	rejected = strings.HasPrefix(result, begin)
	return rejected && (streamjson.Block{Type: "tool_use", Name: tool}).IsEdit(), rejected
}

// deny answers no. The reason may be empty.
func (q *Queue) deny(r *question, reason string) {
	text, said := notAllowed, q.Language.Sprintf("not allowed: %s", r.ToolName)
	if len(r.choices) > 0 {
		text, said = "The user does not want to answer this", q.Language.Sprintf("not answered")
	}
	if reason = strings.TrimSpace(reason); reason != "" {
		text += ": " + reason
	} else {
		text += "."
	}
	r.asker.send(streamjson.Deny(r.RequestID, text, false))
	if r.ToolUseID == "" || len(r.choices) > 0 { // else the line of the call says it, which follows at once
		q.Screen.Note(said)
	}
}

// takeAnswer handles an answer of the user. It reports whether the question is answered completely.
func (q *Queue) takeAnswer(r *question, text string) bool {
	say := q.Language.Sprintf
	switch {
	case len(r.choices) > 0:
		return q.choose(r, text)
	case r.denying:
		q.deny(r, text)
	case text == "n":
		r.denying = true
		q.askWhy(r)
		return false
	case r.ToolName == exitPlan && (text == "y" || text == "a"):
		mode, said := "default", say("the agent carries out the plan, and asks before edits")
		if text == "a" {
			mode, said = "acceptEdits", say("the agent carries out the plan; edits are accepted")
		}
		q.allowAlways(r, setMode(mode))
		q.Screen.Note(said)
	case text == "a" && r.always != nil:
		q.allowAlways(r, r.always)
		q.Screen.Note(say("allowed until ccc ends: %s", q.meaning(r.always)))
	case text == "y":
		r.asker.send(streamjson.Allow(r.RequestID, r.Input))
		q.Screen.Note(say("allowed once: %s", r.ToolName))
	default:
		q.present()
		return false
	}
	return true
}

// exitPlan is the tool by which the agent submits its plan. If the user allows it and chooses no mode, claude
// continues in the mode before the plan (2.1.197, 2.1.329), or continues planning (2.1.5).
const exitPlan = "ExitPlanMode"

func setMode(mode string) json.RawMessage {
	return json.RawMessage(`[{"type":"setMode","mode":"` + mode + `","destination":"session"}]`)
}

// choose handles the answer to one of the questions of AskUserQuestion. It reports whether it was the last one.
func (q *Queue) choose(r *question, text string) bool {
	c := r.choices[0]
	if !r.ownWords {
		labels, own := c.labels(text)
		if own {
			r.ownWords = true
			q.askOwnWords(r)
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

// labels returns the labels of the chosen numbers, separated by commas; "" if a number is invalid. The number after the
// last option means that the user answers in their own words.
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

// withAnswers returns the input of AskUserQuestion with the answers added.
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
