package transcript

import (
	"fmt"
	"slices"
	"strings"

	"ccc/internal/text"
	"ccc/streamjson"
)

// window is how many bytes of a conversation are given to a reviewer that cannot read the session: about 100,000
// tokens. That leaves room in the context windows of today's models for what the reviewer reads itself.
const window = 400 << 10

// resultLines is how many lines of a tool's result are in the text.
const resultLines = 30

// Conversation returns the transcript at path as text: who said what, which tools ran, and the beginnings of their
// results. The middle of a long conversation is left out.
func Conversation(path string) (string, error) {
	var parts []string
	size, first := 0, 0 // bytes of all parts, and of the first part
	err := events(path, func(e streamjson.Event) error {
		part := entryText(e)
		if part == "" {
			return nil
		}
		if parts, size = append(parts, part), size+len(part); len(parts) == 1 {
			first = size
		}
		if size-first > 4*window { // fit takes at most the newest ones
			for len(parts) > 2 && size-first-len(parts[1]) > window {
				size -= len(parts[1])
				parts = slices.Delete(parts, 1, 2)
			}
		}
		return nil
	})
	return joinFitting(parts, window), err
}

// entryText returns an entry of the conversation as text, "" if the entry has none.
func entryText(e streamjson.Event) string {
	switch {
	case e.Name == "assistant" || e.Name == "user" && isToolResult(e):
		return blocks(e)
	case e.Name != "user" && e.Name != "attachment":
		return ""
	}
	x, ok := decode(e)
	text := x.text()
	if x.Attachment.Type == "queued_command" {
		text = strings.TrimSpace(string(x.Attachment.Prompt))
	} else if e.Name == "attachment" {
		return ""
	}
	if name, args, ok := command(text); ok {
		text = "/" + name + " " + args
	}
	if !ok || x.Sidechain || x.Meta || x.Summary || text == "" || strings.HasPrefix(text, localOutput) ||
		isUnknownSkill(text) {
		return ""
	}
	return "person: " + text + "\n"
}

// blocks returns what the agent says and calls, or what its tools returned.
func blocks(e streamjson.Event) string {
	x, ok := decode(e)
	m, err := e.Message()
	if !ok || x.Sidechain || err != nil {
		return ""
	}
	var b strings.Builder
	for _, block := range m.Content {
		switch block.Type {
		case "text":
			fmt.Fprintf(&b, "agent: %s\n", strings.TrimSpace(block.Text))
		case "tool_use":
			fmt.Fprintf(&b, "agent runs %s: %s\n", block.Name, string(block.Input))
		case "tool_result":
			head, more := block.Head(resultLines)
			outcome := "ok"
			if block.IsError {
				outcome = "failed"
			}
			fmt.Fprintf(&b, "result (%s): %s\n", outcome, head)
			if more > 0 {
				fmt.Fprintf(&b, "[%d more lines]\n", more)
			}
		}
	}
	return b.String()
}

// joinFitting joins the parts. If they are longer than size, it takes the first part and the newest ones.
func joinFitting(parts []string, size int) string {
	left := size
	for _, p := range parts {
		left -= len(p)
	}
	if left >= 0 || len(parts) == 0 {
		return strings.Join(parts, "\n")
	}
	first := text.Head(parts[0], size/4)
	left = size - len(first)
	from := len(parts)
	for from > 1 && left >= len(parts[from-1]) {
		from--
		left -= len(parts[from])
	}
	return first + "\n[the middle of the conversation is left out]\n" + strings.Join(parts[from:], "\n")
}
