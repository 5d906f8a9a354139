package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ccc/internal/screen"
	"ccc/streamjson"
)

// unasked is what the agent is told where nobody can be asked.
const unasked = "Nobody is at the terminal to be asked for permission. Do it in another way that is permitted, or say what has to be permitted and stop."

// permissions puts the agent's questions to the person, one after another.
type permissions struct {
	screen *screen.Screen
	asked  func(what string) // a question is there; it has the screen's attention
	idle   func()            // none is left

	mu    sync.Mutex
	queue []*request // the first one is asked
}

// request is one question of the agent's.
type request struct {
	streamjson.ControlRequest
	send      func([]byte)
	always    json.RawMessage // what allowing it always adds to the permissions; nil if that cannot be
	denying   bool            // the reason is being asked for
	questions []question      // of AskUserQuestion, those that are still to be asked
	begun     bool            // the first of them has been asked
	answers   map[string]string
}

// question is one of AskUserQuestion's.
type question struct {
	Question string `json:"question"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
	MultiSelect bool `json:"multiSelect"`
}

// take takes an event of the agent's, if it is about a question. send answers it.
func (p *permissions) take(e streamjson.Event, send func([]byte)) {
	switch e.Type {
	case streamjson.TypeControlRequest:
		r, err := e.ControlRequest()
		switch {
		case err != nil || r.Subtype != "can_use_tool":
			send(streamjson.Refuse(r.RequestID, "ccc does not know this request"))
		case p == nil:
			send(streamjson.Deny(r.RequestID, unasked, false))
		default:
			p.add(newRequest(r, send))
		}
	case streamjson.TypeControlCancel:
		if c, err := e.ControlCancel(); err == nil && p != nil {
			p.drop(func(r *request) bool { return r.RequestID == c.RequestID })
		}
	}
}

func newRequest(c streamjson.ControlRequest, send func([]byte)) *request {
	r := &request{ControlRequest: c, send: send, always: forSession(c.PermissionSuggestions)}
	if c.ToolName != "AskUserQuestion" {
		return r
	}
	var input struct {
		Questions []question `json:"questions"`
	}
	if json.Unmarshal(c.Input, &input) == nil {
		r.questions, r.answers = input.Questions, make(map[string]string)
	}
	return r
}

func (p *permissions) add(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, r)
	if len(p.queue) == 1 {
		p.present()
	}
}

// drop forgets questions that are not to be answered any more.
func (p *permissions) drop(which func(*request) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		return
	}
	first := p.queue[0]
	p.queue = slices.DeleteFunc(p.queue, which)
	if len(p.queue) > 0 && p.queue[0] == first {
		return
	}
	p.screen.Withdraw()
	p.screen.Note("the question is withdrawn")
	p.next()
}

// next asks what is first in the queue now.
func (p *permissions) next() {
	if len(p.queue) == 0 {
		p.idle()
		return
	}
	p.present()
}

// present shows the first question.
func (p *permissions) present() {
	r := p.queue[0]
	if len(r.questions) > 0 {
		q := r.questions[0]
		var options []string
		for _, o := range q.Options {
			options = append(options, strings.TrimSuffix(o.Label+": "+o.Description, ": "))
		}
		p.screen.Choices(q.Question, options)
		hint := "a number, or your own words"
		if q.MultiSelect {
			hint = "numbers, or your own words"
		}
		p.screen.Ask(screen.Question{Hint: []string{hint}, Prompt: "answer: ", Follow: r.begun})
		r.begun = true
		p.asked(q.Question)
		return
	}
	p.screen.Request(r.ToolName, r.Input)
	q := screen.Question{Prompt: "allow " + r.ToolName + "? ", Keys: "yn", Hint: []string{"y: this time"}}
	if r.always != nil {
		q.Keys += "a"
		q.Hint = append(q.Hint, "a: always in this session: "+meaning(r.always))
	}
	q.Hint = append(q.Hint, "n: no, and say why")
	p.screen.Ask(q)
	p.asked("may " + r.ToolName + " be used?")
}

// answer takes what the person answered to the first question.
func (p *permissions) answer(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 { // withdrawn meanwhile
		return
	}
	r := p.queue[0]
	switch {
	case len(r.questions) > 0:
		if !p.choose(r, text) {
			return
		}
	case r.denying:
		reason := "The person does not allow this."
		if text = strings.TrimSpace(text); text != "" {
			reason = "The person does not allow this: " + text
		}
		r.send(streamjson.Deny(r.RequestID, reason, false))
		p.screen.Note("not allowed: " + r.ToolName)
	case text == "n":
		r.denying = true
		p.screen.Ask(screen.Question{Hint: []string{"enter alone gives no reason"}, Prompt: "why not? ", Follow: true})
		return
	case text == "a":
		r.send(streamjson.AllowAlways(r.RequestID, r.Input, r.always))
		p.screen.Note("allowed in this session: " + meaning(r.always))
	default:
		r.send(streamjson.Allow(r.RequestID, r.Input))
		p.screen.Note("allowed once: " + r.ToolName)
	}
	p.queue = p.queue[1:]
	p.next()
}

// choose takes the answer to one of several questions, and reports whether it was the last.
func (p *permissions) choose(r *request, text string) bool {
	chosen := r.questions[0].choice(text)
	if chosen == "" {
		p.present()
		return false
	}
	r.answers[r.questions[0].Question] = chosen
	p.screen.Note("answered: " + chosen)
	if r.questions = r.questions[1:]; len(r.questions) > 0 {
		p.present()
		return false
	}
	r.send(streamjson.Allow(r.RequestID, answered(r.Input, r.answers)))
	return true
}

// choice is the label, or the labels, that numbers stand for; what is no number is an answer of the person's own.
func (q question) choice(text string) string {
	text = strings.TrimSpace(text)
	var labels []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(q.Options) || len(labels) > 0 && !q.MultiSelect {
			return text
		}
		labels = append(labels, q.Options[n-1].Label)
	}
	return strings.Join(labels, ", ")
}

// answered is the input of AskUserQuestion with the answers in it.
func answered(input json.RawMessage, answers map[string]string) json.RawMessage {
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

// suggestion is a change of the permissions, as claude proposes it.
type suggestion struct {
	Type  string `json:"type"`
	Mode  string `json:"mode"`
	Rules []struct {
		Tool    string `json:"toolName"`
		Content string `json:"ruleContent"`
	} `json:"rules"`
	Directories []string `json:"directories"`
}

// forSession makes of claude's proposals the narrowest that holds for this session: rules if there are some, without changing a
// directory or the mode besides, and no proposal is written to a settings file.
func forSession(suggestions json.RawMessage) json.RawMessage {
	var all []map[string]json.RawMessage
	if json.Unmarshal(suggestions, &all) != nil || len(all) == 0 {
		return nil
	}
	isRule := func(s map[string]json.RawMessage) bool { return string(s["type"]) == `"addRules"` }
	if slices.ContainsFunc(all, isRule) {
		all = slices.DeleteFunc(all, func(s map[string]json.RawMessage) bool { return !isRule(s) })
	}
	for _, s := range all {
		s["destination"] = json.RawMessage(`"session"`)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return text
}

// meaning says what a change of the permissions allows.
func meaning(permissions json.RawMessage) string {
	var list []suggestion
	if json.Unmarshal(permissions, &list) != nil {
		return string(permissions)
	}
	var words []string
	for _, s := range list {
		for _, r := range s.Rules {
			rule := r.Tool
			if r.Content != "" {
				rule = fmt.Sprintf("%s(%s)", r.Tool, r.Content)
			}
			words = append(words, rule)
		}
		for _, d := range s.Directories {
			words = append(words, "the directory "+d)
		}
		if s.Mode != "" {
			words = append(words, "the mode "+s.Mode)
		}
		if len(s.Rules)+len(s.Directories) == 0 && s.Mode == "" {
			words = append(words, s.Type)
		}
	}
	return strings.Join(words, ", ")
}
