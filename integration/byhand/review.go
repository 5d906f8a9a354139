package main

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/fakeapi"
)

// reviewer answers the requests of a reviewer. It looks at the diff, runs the tests and gives its verdict.
type reviewer struct {
	ctl      string
	said     words
	rejected int       // reviews so far
	onceAt   time.Time // the file of the "once" that was used up
	last     map[string]any
}

// isReview recognizes the requests of a reviewer.
func isReview(r fakeapi.Request) bool { return questionAt(r) >= 0 }

// questionAt returns the place of the newest question to a reviewer; -1 if there is none.
func questionAt(r fakeapi.Request) int {
	for i, m := range slices.Backward(r.Messages) {
		if m.Role == "user" && isQuestion(m.Text()) {
			return i
		}
	}
	return -1
}

func isQuestion(text string) bool {
	return strings.Contains(text, "You are now the supervisor") ||
		strings.Contains(text, "You are the supervisor of a change")
}

// reply answers a request, as the file ctl says at that moment.
func (v *reviewer) reply(r fakeapi.Request) fakeapi.Reply {
	todo := v.read()
	if todo.status != 0 {
		return todo.failure()
	}
	at := questionAt(r)
	calls, _ := callsAfter(r, at)
	bash := slices.Contains(r.Tools, "Bash")
	switch n := len(r.Results); {
	case n > 0 && calledLast(r, "StructuredOutput"):
		return usage(r, answer{{words: v.said.closes}})
	case calls == 0 && bash:
		look := call("Bash", "command", "git status --short && git diff", "description", "See what was changed")
		reply := usage(r, answer{{words: v.said.looks}, look})
		if todo.delay == 0 {
			return reply
		}
		gate := make(chan struct{})
		time.AfterFunc(todo.delay, func() { close(gate) })
		return reply.After(gate)
	case calls == 1 && bash:
		return usage(r, answer{call("Bash", "command", "go test ./...", "description", "Run the tests")})
	}
	if isQuestion(r.LastUser) || v.last == nil { // else it is asked again about the same work
		v.last = v.verdict(todo, r.Messages[at].Text())
	}
	return v.give(r)
}

// calledLast reports whether the newest call was of that tool.
func calledLast(r fakeapi.Request, tool string) bool {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == "assistant" {
			return slices.ContainsFunc(m.Content, func(b fakeapi.Block) bool { return b.Name == tool })
		}
	}
	return false
}

// give gives the verdict in the form that the reviewer was asked for.
func (v *reviewer) give(r fakeapi.Request) fakeapi.Reply {
	const tool = "StructuredOutput"
	if slices.Contains(r.Tools, tool) {
		return usage(r, answer{{tool: tool, input: v.last}})
	}
	_, found := v.last["findings"]
	if found || strings.Contains(string(r.Raw), "Write your answer as one JSON object") {
		raw, _ := json.Marshal(v.last) // strings and flags: always possible
		return usage(r, answer{{words: string(raw)}})
	}
	text := v.last["feedback"].(string)
	if v.last["completed"] == true {
		text += "\n\n[TASK_COMPLETED]"
	}
	return usage(r, answer{{words: text}})
}

// verdict decides about the work.
func (v *reviewer) verdict(todo control, question string) map[string]any {
	switch {
	case todo.word == "ask":
		return map[string]any{"completed": false, "feedback": v.said.asks + "\n\n[NEEDS_USER]"}
	case todo.word == "once" && !todo.at.Equal(v.onceAt), todo.word == "reject":
		v.onceAt = todo.at
		f := v.said.findings[v.rejected%len(v.said.findings)]
		v.rejected++
		return map[string]any{"completed": false, "feedback": f.text, "findings": []map[string]string{{
			"severity": "blocker", "criterion": request(question), "evidence": f.evidence, "text": f.text,
		}}}
	}
	return map[string]any{"completed": true, "feedback": v.said.accepts}
}

// request returns the first line of the person's newest message, as the question quotes it.
func request(question string) string {
	parts := strings.Split(question, "<person_message ")
	_, text, _ := strings.Cut(parts[len(parts)-1], ">\n")
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// control is what the file ctl says.
type control struct {
	word   string
	delay  time.Duration
	status int
	at     time.Time // of the file
}

func (v *reviewer) read() (c control) {
	raw, err := os.ReadFile(v.ctl)
	info, err2 := os.Stat(v.ctl)
	if err != nil || err2 != nil {
		return c
	}
	c.at = info.ModTime()
	fields := strings.Fields(string(raw))
	for i, word := range fields {
		number, err := strconv.Atoi(word)
		switch {
		case err != nil:
			c.word = word
		case i > 0 && fields[i-1] == "slow":
			c.delay = time.Duration(number) * time.Second
		case i > 0 && fields[i-1] == "error":
			c.status = number
		}
	}
	return c
}

// failure is the API's answer with that status.
func (c control) failure() fakeapi.Reply {
	switch c.status {
	case 401:
		return fakeapi.Error(401, "authentication_error", "invalid x-api-key", nil)
	case 429:
		return fakeapi.Error(429, "rate_limit_error", "This request would exceed your account's rate limit.", nil)
	case 529:
		return fakeapi.Error(529, "overloaded_error", "Overloaded", nil)
	}
	return fakeapi.Error(c.status, "api_error", "Internal server error", nil)
}
