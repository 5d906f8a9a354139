package terminal

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"ccc/internal/terminal/layout"
)

// ShowRequest shows completely what the agent asks to do: a command, a change as a diff, a plan, or the input of
// another tool. id is that of the tool call.
func (s *Screen) ShowRequest(tool, id string, input json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heading := s.Lang.Sprintf("the agent wants to use %s", tool)
	if tool == "ExitPlanMode" {
		heading = s.Lang.Sprintf("the agent asks to carry out this plan")
	}
	s.putRule(true, magenta, heading)
	for _, l := range s.request(tool, id, input) {
		text := strings.TrimRight(l.text, "\n")
		if l.markdown && s.hasStatusLine() {
			width := func() int { return max(s.width()-3, 10) }
			m := layout.Markdown{Base: string(l.style), Links: s.Links, Width: width}
			s.put(true, plain, "  ", "  ", strings.Join(append(m.Feed(text), m.Rest()...), "\n"))
			continue
		}
		s.put(true, l.style, "  ", "  ", s.layOut("  ", text))
	}
	s.flushUnlessAway()
}

// ShowQuestion shows a question that the agent asks. The possible answers are shown by [Screen.Ask].
func (s *Screen) ShowQuestion(question string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.putRule(true, magenta, question)
	s.flushUnlessAway()
}

func (s *Screen) flushUnlessAway() {
	if !s.isSuspended {
		s.flush()
	}
}

// requestLine is a part of a request in one style. Its text may have several lines.
type requestLine struct {
	style    style
	text     string
	markdown bool
}

// request returns the input of a tool in a form for the user. The tools that ask most often have their own form;
// arguments without a place in it follow as a list. For other tools the list has all arguments. Keys are compared
// exactly, as claude does; encoding/json would take "Command" for "command".
func (s *Screen) request(tool, id string, input json.RawMessage) (lines []requestLine) {
	var args arguments
	if json.Unmarshal(input, &args) != nil {
		return asJSON(input)
	}
	switch tool {
	case "Bash":
		lines = args.add(lines, bold, "command", "")
		lines = args.add(lines, dim, "description", "")
	case "Write":
		lines = args.add(lines, bold, "file_path", "", s.relative)
		lines = args.add(lines, green, "content", "+ ")
	case "Edit":
		lines = args.add(lines, bold, "file_path", "", s.relative)
		if from, ok := args.take("old_string"); ok {
			to, _ := args.take("new_string")
			lines = append(lines, diff(from, to)...)
		}
		if string(args["replace_all"]) == "false" { // the default
			delete(args, "replace_all")
		}
	case "WebFetch":
		lines = args.add(lines, bold, "url", "")
		lines = args.add(lines, dim, "prompt", "")
	case "WebSearch":
		lines = args.add(lines, bold, "query", "")
	case "ExitPlanMode":
		lines = s.plan(id, args)
	}
	for _, key := range slices.Sorted(maps.Keys(args)) {
		value, isText := args.take(key)
		if !isText {
			value = string(args[key])
		}
		value = strings.ReplaceAll(strings.TrimRight(value, "\n"), "\n", "\n  ")
		lines = append(lines, requestLine{text: key + ": " + value})
	}
	return lines
}

// plan returns a plan that the agent wants to carry out, and removes it from the arguments. In 2.1.329, a plan that
// was written to no file is only in the tool call that id names.
func (s *Screen) plan(id string, args arguments) (lines []requestLine) {
	i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == id })
	if i >= 0 && args["plan"] == nil {
		var called arguments
		if json.Unmarshal(s.tools[i].input, &called) == nil && called["plan"] != nil {
			args["plan"] = called["plan"]
		}
	}
	if text, ok := args.take("plan"); ok {
		lines = append(lines, requestLine{text: prefixLines("", text), markdown: true})
	}
	lines = args.add(lines, dim, "planFilePath", "")
	var needs []struct{ Tool, Prompt string }
	if json.Unmarshal(args["allowedPrompts"], &needs) == nil {
		delete(args, "allowedPrompts")
		for _, n := range needs {
			lines = append(lines, requestLine{text: s.Lang.Sprintf("the plan needs %s: %s", n.Tool, n.Prompt)})
		}
	}
	return lines
}

// arguments are the fields of a tool's input that have not been shown yet.
type arguments map[string]json.RawMessage

// take removes a field that is a string.
func (a arguments) take(key string) (text string, ok bool) {
	ok = json.Unmarshal(a[key], &text) == nil
	if ok {
		delete(a, key)
	}
	return text, ok
}

// add takes a string field and appends it, with the mark before each of its lines.
func (a arguments) add(lines []requestLine, st style, key, mark string, shorten ...func(string) string) []requestLine {
	text, ok := a.take(key)
	if !ok {
		return lines
	}
	for _, f := range shorten {
		text = f(text)
	}
	return append(lines, requestLine{style: st, text: prefixLines(mark, text)})
}

// diff shows the removed lines and the added lines. Lines that both texts begin or end with are shown once.
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

// prefixLines puts the mark before each line of text.
func prefixLines(mark, text string) string {
	return mark + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+mark)
}

// asJSON returns an input that is not an object.
func asJSON(input json.RawMessage) []requestLine {
	var b bytes.Buffer
	if json.Indent(&b, input, "", "  ") != nil {
		return []requestLine{{text: string(input)}}
	}
	return []requestLine{{text: b.String()}}
}
