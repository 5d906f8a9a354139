package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/fakeapi"
)

// agent answers the requests of the claude at which the person types.
type agent struct {
	project string
	said    words
	plans   map[string][]answer // of a message, by its place and its text
}

// answer is what the agent gives to one request: words and, unless the turn ends with it, a call of a tool.
type answer []part

// part is words, which come at once or over a time, or a call of a tool.
type part struct {
	words string
	over  time.Duration
	tool  string
	input map[string]any
}

// reply answers a request. How far the agent is with a message, the conversation says.
func (a *agent) reply(r fakeapi.Request) fakeapi.Reply {
	at, text := lastMessage(r)
	calls, ended := callsAfter(r, at)
	last := r.Results
	switch {
	case strings.Contains(r.LastUser, "create a detailed summary"): // of /compact
		return usage(r, answer{{words: "<summary>\n" + a.said.summary + "\n</summary>"}})
	case len(r.Tools) == 0:
		return usage(r, answer{{words: a.said.short}})
	case ended: // what came since is no message of the person
		return usage(r, answer{{words: a.said.background}})
	case len(last) > 0 && isDenied(last[len(last)-1]):
		return usage(r, answer{{words: a.said.denied}})
	}
	key := strconv.Itoa(at) + " " + text
	if calls == 0 {
		a.plans[key] = a.plan(text, r.Tools)
	}
	plan := a.plans[key]
	if calls >= len(plan) { // of a session that was begun with another byhand
		return usage(r, answer{{words: a.said.done}})
	}
	return usage(r, plan[calls])
}

// lastMessage returns the place and the text of the newest message that is not news of a command in the background.
func lastMessage(r fakeapi.Request) (at int, text string) {
	for i, m := range slices.Backward(r.Messages) {
		for _, b := range slices.Backward(m.Content) {
			words := strings.TrimSpace(b.Text)
			if m.Role == "user" && b.Type == "text" && words != "" && !strings.HasPrefix(words, "<system-reminder>") &&
				!strings.HasPrefix(words, "<task-notification>") {
				return i, words
			}
		}
	}
	return 0, r.LastUser
}

// callsAfter counts the agent's answers with a call of a tool after a message, and says whether its turn has ended.
func callsAfter(r fakeapi.Request, at int) (calls int, ended bool) {
	for _, m := range r.Messages[at+1:] {
		if m.Role != "assistant" {
			continue
		}
		isCall := slices.ContainsFunc(m.Content, func(b fakeapi.Block) bool { return b.Type == "tool_use" })
		ended = !isCall
		if isCall {
			calls++
		}
	}
	return calls, ended
}

// isDenied reports whether a tool was kept from running by the person or for want of one.
func isDenied(b fakeapi.Block) bool {
	return b.IsError && slices.ContainsFunc([]string{
		"The user does not allow this", // of ccc's loop
		"doesn't want to", "has been denied", "haven't granted",
	}, func(words string) bool { return strings.Contains(b.Text, words) })
}

// plan returns the answers to a message.
func (a *agent) plan(text string, tools []string) []answer {
	if isFeedback(text) {
		return []answer{
			{{words: a.said.seesFeedback}, call("Bash", "command", "go test ./...", "description", "Run the tests")},
			{{words: a.said.afterFeedback}},
		}
	}
	var plan []answer
	var next answer
	last := part{words: a.said.done}
	for i, line := range strings.Split(text, ";;") {
		parts, known := a.parts(strings.TrimSpace(line), tools)
		switch verb, rest, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case verb == "say":
			last.words = rest
		case !known && i == 0:
			return []answer{{{words: a.said.short}}}
		}
		for _, p := range parts {
			if next = append(next, p); p.tool != "" {
				plan, next = append(plan, next), nil
			}
		}
	}
	return append(plan, append(next, last))
}

// isFeedback recognizes what a reviewer, or ccc itself, says to the agent.
func isFeedback(text string) bool {
	return strings.Contains(text, "Stop hook feedback:") ||
		strings.Contains(text, "If one of these is wrong, say why") ||
		strings.HasPrefix(text, "The supervising program ")
}

// parts returns what a part of a message stands for; known is false if that is no command.
func (a *agent) parts(line string, tools []string) (parts []part, known bool) {
	verb, rest, _ := strings.Cut(line, " ")
	name, words, _ := strings.Cut(rest, " ")
	path := filepath.Join(a.project, name)
	switch verb {
	case "run":
		return []part{{words: a.said.runs}, call("Bash", "command", rest, "description", "Run the command")}, true
	case "bg":
		return []part{{words: a.said.starts}, call("Bash", "command", rest, "description", "Run in the background",
			"run_in_background", true)}, true
	case "write":
		parts = []part{{words: a.said.writes}, call("Write", "file_path", path, "content", words+"\n")}
		if exists(path) { // else claude refuses to write it
			parts = append([]part{call("Read", "file_path", path)}, parts...)
		}
		return parts, true
	case "edit":
		before, after, _ := strings.Cut(words, " => ")
		return []part{{words: a.said.edits}, call("Read", "file_path", path),
			call("Edit", "file_path", path, "old_string", before, "new_string", after)}, true
	case "wait":
		seconds, _ := strconv.Atoi(rest)
		return []part{{words: a.said.slow, over: time.Duration(seconds) * time.Second}}, true
	case "long":
		return []part{{words: a.said.long, over: 6 * time.Second}}, true
	case "todo":
		return a.todo(strings.Split(rest, ","), tools), true
	}
	return nil, verb == "say"
}

// todo returns the calls that make a list of what is to be done. Newer versions have a tool that makes one entry.
func (a *agent) todo(list, tools []string) (parts []part) {
	if !slices.Contains(tools, "TodoWrite") {
		for _, what := range list {
			parts = append(parts, call("TaskCreate", "subject", what, "description", what, "activeForm", what))
		}
		return parts
	}
	var todos []map[string]string
	for i, what := range list {
		status := []string{"completed", "in_progress", "pending"}[min(i, 2)]
		todos = append(todos, map[string]string{"content": what, "status": status, "activeForm": what})
	}
	return []part{call("TodoWrite", "todos", todos)}
}

// call is a call of a tool with names and values of its input.
func call(tool string, input ...any) part {
	p := part{tool: tool, input: make(map[string]any)}
	for pair := range slices.Chunk(input, 2) {
		p.input[pair[0].(string)] = pair[1]
	}
	return p
}

// usage makes a reply of an answer, with numbers of tokens as they would be: four bytes each, and nearly all of the
// conversation from the cache.
func usage(r fakeapi.Request, a answer) fakeapi.Reply {
	reply, output := fakeapi.Texts(), 40
	for _, p := range a {
		switch {
		case p.tool != "":
			raw, _ := json.Marshal(p.input) // strings and flags: always possible
			output += len(raw) / 4
			reply = reply.And(fakeapi.Tool(p.tool, p.input))
		case p.over > 0:
			reply = reply.And(fakeapi.Slow(drip(p.words, p.over)))
		default:
			reply = reply.And(fakeapi.Text(p.words))
		}
		output += len(p.words) / 4
	}
	all := len(r.Raw) / 4
	return reply.Used(6, all/20, output).Read(all - all/20)
}

// drip sends words over a time. It ends by itself when nobody reads them.
func drip(words string, over time.Duration) <-chan string {
	const size = 4 // characters at a time
	pieces := slices.Collect(slices.Chunk([]rune(words), size))
	out := make(chan string, len(pieces))
	go func() {
		defer close(out)
		for _, piece := range pieces {
			out <- string(piece)
			time.Sleep(over / time.Duration(len(pieces)))
		}
	}()
	return out
}
