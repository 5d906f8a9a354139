package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ccc/streamjson"
)

// window is how much of a conversation a fresh reviewer is given, in bytes: some 100 000 tokens, which leaves room in the windows of
// today's models for what it reads itself.
const window = 400 << 10

// resultLines is how much of a tool's result stands in the text of a transcript.
const resultLines = 30

// Transcript gives claude's transcript file as text: who said what, which tools ran and how that began. Where it is too long for a
// window the beginning and the newest part are kept.
func Transcript(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the transcript: %w", err)
	}
	defer f.Close()
	var parts []string
	decoder := streamjson.NewDecoder(f)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return fit(parts, window), nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return "", fmt.Errorf("read the transcript: %w", err)
		}
		if part := said(e); part != "" {
			parts = append(parts, part)
		}
	}
}

// said is one entry of the conversation; "" for what is not part of it.
func said(e streamjson.Event) string {
	if e.Type != streamjson.TypeUser && e.Type != streamjson.TypeAssistant {
		return ""
	}
	var entry struct {
		Sidechain bool `json:"isSidechain"` // of a subagent
		Meta      bool `json:"isMeta"`      // not the person's words
	}
	if err := json.Unmarshal(e.Raw, &entry); err != nil || entry.Sidechain || entry.Meta {
		return ""
	}
	m, err := e.Message()
	if err != nil {
		return ""
	}
	who := "person"
	if e.Type == streamjson.TypeAssistant {
		who = "agent"
	}
	var b strings.Builder
	for _, block := range m.Content {
		switch block.Type {
		case "text":
			fmt.Fprintf(&b, "%s: %s\n", who, strings.TrimSpace(block.Text))
		case "tool_use":
			fmt.Fprintf(&b, "agent runs %s: %s\n", block.Name, string(block.Input))
		case "tool_result":
			head, more := block.Head(resultLines)
			fmt.Fprintf(&b, "result (%s): %s\n", resultOf(block), head)
			if more > 0 {
				fmt.Fprintf(&b, "[%d more lines]\n", more)
			}
		}
	}
	return b.String()
}

// fit joins the parts; where they are longer than size, the first one and the newest ones.
func fit(parts []string, size int) string {
	left := size
	for _, p := range parts {
		left -= len(p)
	}
	if left >= 0 || len(parts) == 0 {
		return strings.Join(parts, "\n")
	}
	first := strings.ToValidUTF8(parts[0][:min(len(parts[0]), size/4)], "")
	left = size - len(first)
	from := len(parts)
	for from > 1 && left >= len(parts[from-1]) {
		from--
		left -= len(parts[from])
	}
	return first + "\n[the middle of the conversation is left out]\n" + strings.Join(parts[from:], "\n")
}
