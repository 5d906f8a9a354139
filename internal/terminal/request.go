package terminal

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Request shows what the agent asks to do, in full: a command, a change as a diff, a plan, or whatever the tool's input
// is. id is that of the tool call.
func (s *Screen) Request(tool, id string, input json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heading := s.Lang.Sprintf("the agent wants to use %s", tool)
	if tool == "ExitPlanMode" {
		heading = s.Lang.Sprintf("the agent asks to carry out this plan")
	}
	s.put(true, magenta, "── ", "── ", s.own("── ", heading+" ──"))
	for _, l := range s.request(tool, id, input) {
		text := strings.TrimRight(l.text, "\n")
		if l.markdown && s.rich() {
			m := markdownStream{base: l.style, links: s.Links, width: func() int { return max(s.width()-3, 10) }}
			s.put(true, plain, "  ", "  ", strings.Join(append(m.feed(text), m.rest()...), "\n"))
			continue
		}
		s.put(true, l.style, "  ", "  ", s.own("  ", text))
	}
	s.flushUnlessAway()
}

// Choices shows a question of the agent's; what can be answered stands below the output.
func (s *Screen) Choices(question string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(true, magenta, "── ", "   ", s.own("── ", question))
	s.flushUnlessAway()
}

func (s *Screen) flushUnlessAway() {
	if !s.away {
		s.flush()
	}
}

// requestLine is a part of a request, of one style.
type requestLine struct {
	style    style
	text     string
	markdown bool
}

// request gives the input of a tool as a person reads it: the tools that are most asked for in their own form, others
// as their arguments, all of them. Keys are taken as they are written, as claude does: encoding/json would take
// "Command" for "command". What the form has no place for follows.
func (s *Screen) request(tool, id string, input json.RawMessage) (lines []requestLine) {
	var args map[string]json.RawMessage
	if json.Unmarshal(input, &args) != nil {
		return asJSON(input)
	}
	take := func(key string) (text string, ok bool) {
		ok = json.Unmarshal(args[key], &text) == nil
		if ok {
			delete(args, key)
		}
		return text, ok
	}
	add := func(st style, key, mark string) {
		if text, ok := take(key); ok {
			if key == "file_path" {
				text = s.relative(text)
			}
			lines = append(lines, requestLine{style: st, text: marked(mark, text), markdown: key == "plan"})
		}
	}
	switch tool {
	case "Bash":
		add(bold, "command", "")
		add(dim, "description", "")
	case "Write":
		add(bold, "file_path", "")
		add(green, "content", "+ ")
	case "Edit":
		add(bold, "file_path", "")
		if from, ok := take("old_string"); ok {
			to, _ := take("new_string")
			lines = append(lines, diff(from, to)...)
		}
		if string(args["replace_all"]) == "false" { // as it is without
			delete(args, "replace_all")
		}
	case "WebFetch":
		add(bold, "url", "")
		add(dim, "prompt", "")
	case "WebSearch":
		add(bold, "query", "")
	case "ExitPlanMode":
		if i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == id }); i >= 0 && args["plan"] == nil {
			var called map[string]json.RawMessage // 2.1.329 has a plan that is in no file there alone
			if json.Unmarshal(s.tools[i].input, &called) == nil && called["plan"] != nil {
				args["plan"] = called["plan"]
			}
		}
		add(plain, "plan", "")
		add(dim, "planFilePath", "")
		var needs []struct{ Tool, Prompt string }
		if json.Unmarshal(args["allowedPrompts"], &needs) == nil {
			delete(args, "allowedPrompts")
			for _, n := range needs {
				lines = append(lines, requestLine{text: s.Lang.Sprintf("the plan needs %s: %s", n.Tool, n.Prompt)})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(args)) {
		value, isText := take(key)
		if !isText {
			value = string(args[key])
		}
		value = strings.ReplaceAll(strings.TrimRight(value, "\n"), "\n", "\n  ")
		lines = append(lines, requestLine{text: key + ": " + value})
	}
	return lines
}

// diff shows what is taken out and what is put in; lines that both begin or end with stand once.
func diff(from, to string) (lines []requestLine) {
	if strings.HasSuffix(from, "\n") && strings.HasSuffix(to, "\n") {
		from, to = from[:len(from)-1], to[:len(to)-1]
	}
	a, b := strings.Split(from, "\n"), strings.Split(to, "\n")
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	add := func(st style, mark string, list []string) {
		if len(list) > 0 {
			lines = append(lines, requestLine{style: st, text: mark + strings.Join(list, "\n"+mark)})
		}
	}
	add(dim, "  ", a[:head])
	add(red, "- ", a[head:len(a)-tail])
	add(green, "+ ", b[head:len(b)-tail])
	add(dim, "  ", a[len(a)-tail:])
	return lines
}

func marked(mark, text string) string {
	return mark + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+mark)
}

func asJSON(input json.RawMessage) []requestLine {
	var b bytes.Buffer
	if json.Indent(&b, input, "", "  ") != nil {
		return []requestLine{{text: string(input)}}
	}
	return []requestLine{{text: b.String()}}
}
