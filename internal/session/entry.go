package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ccc/streamjson"
)

// How the text of an entry begins that is not what the person said to the agent.
const (
	feedback     = "Stop hook feedback:"
	interrupted  = "[Request interrupted"
	notification = "<task-notification>"
	localOutput  = "<local-command-" // stdout, stderr, caveat
	bashInput    = "<bash-input>"    // "! command" in the input line
	bashOutput   = "<bash-std"
	commandName  = "<command-name>"    // a command of the program's own, or one that failed
	commandWords = "<command-message>" // a command that became a prompt
)

// entry is a line of the file, as far as it is asked for here.
type entry struct {
	UUID      string    `json:"uuid"`
	Time      time.Time `json:"timestamp"`
	Sidechain bool      `json:"isSidechain"` // a subagent's
	Meta      bool      `json:"isMeta"`      // written by Claude Code
	Summary   bool      `json:"isCompactSummary"`
	Mode      string    `json:"permissionMode"`
	Title     string    `json:"customTitle"`
	Dir       string    `json:"cwd"`
	Origin    struct {
		Kind string `json:"kind"` // "human" (not at commands), "task-notification", …; 2.1.5 has none
	} `json:"origin"`
	Message struct {
		Content content `json:"content"`
	} `json:"message"`
	Content    content `json:"content"` // of a queue operation and of system entries
	Operation  string  `json:"operation"`
	Attachment struct {
		Type        string  `json:"type"`
		Prompt      content `json:"prompt"`
		CommandMode string  `json:"commandMode"`
		HookEvent   string  `json:"hookEvent"`
	} `json:"attachment"`
}

// content is a text, or blocks of which the texts count.
type content string

func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = content(text)
		return nil
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &blocks) != nil {
		return nil // an object, of a version that we do not know
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	*c = content(strings.Join(texts, "\n"))
	return nil
}

func (x entry) text() string { return strings.TrimSpace(string(x.Message.Content + x.Content)) }

// decode reads an entry. One whose fields have other types than is known counts as far as they are understood.
func decode(e streamjson.Event) (x entry, ok bool) {
	err := json.Unmarshal(e.Raw, &x)
	_, odd := err.(*json.UnmarshalTypeError)
	return x, err == nil || odd
}

// toolResult reports whether a user's entry holds the result of a tool. Such lines are long, and are not decoded. In a
// text the quotes would be escaped.
func toolResult(e streamjson.Event) bool {
	return bytes.Contains(e.Raw, []byte(`"type":"tool_result"`))
}

// notHers is how the text of a user's entry begins that is not what the person said to the agent.
var notHers = []string{interrupted, notification, localOutput, bashInput, bashOutput, commandName}

// SaidByUser reports whether a user's entry is what the person said to the agent: neither a tool's result nor what Claude
// Code, a hook, the loop or a command of the program's own has written there.
func SaidByUser(e streamjson.Event) bool {
	if toolResult(e) {
		return false
	}
	x, ok := decode(e)
	text := x.text()
	return ok && text != "" && !x.Sidechain && !x.Summary && !x.Meta && !streamjson.Own(x.UUID) &&
		(x.Origin.Kind == "" || x.Origin.Kind == "human") &&
		!slices.ContainsFunc(notHers, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// command takes a command apart, as it stands in an entry.
func command(text string) (name, args string, ok bool) {
	if !strings.HasPrefix(text, commandName) && !strings.HasPrefix(text, commandWords) {
		return "", "", false
	}
	name, _ = between(text, "<command-name>", "</command-name>")
	args, _ = between(text, "<command-args>", "</command-args>")
	name = unqualified(strings.TrimPrefix(strings.TrimSpace(name), "/"))
	return name, strings.TrimSpace(args), name != ""
}

// unqualified is the name of a command of ours: where our plugin brings it, it has the plugin's name before it (2.1.5,
// 2.1.197, 2.1.329).
func unqualified(name string) string { return strings.TrimPrefix(name, "ccc:") }

// between gives what stands between the first begin and the last end.
func between(text, begin, end string) (string, bool) {
	_, text, ok := strings.Cut(text, begin)
	last := strings.LastIndex(text, end)
	if !ok || last < 0 {
		return "", false
	}
	return text[:last], true
}

// typedCommand takes a command apart, as it is typed: "/name words". A path is none.
func typedCommand(text string) (name, args string, ok bool) {
	name, args, _ = strings.Cut(strings.TrimSpace(text), " ")
	if first, rest, cut := strings.Cut(name, "\n"); cut {
		name, args = first, strings.TrimSpace(rest+" "+args)
	}
	name, ok = strings.CutPrefix(name, "/")
	name = unqualified(name)
	return name, strings.TrimSpace(args), ok && name != "" && !strings.ContainsAny(name, "/.")
}

// joined is the one prompt that 2.1.5 makes of what waited.
func joined(all []queued) string {
	texts := make([]string, len(all))
	for i, q := range all {
		texts[i] = q.text
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
}

// answered tells what gave an answer of the agent's, and how many tokens it was asked with.
func answered(entry []byte) (version, model string, tokens int64) {
	var x struct {
		Version string `json:"version"`
		Message struct {
			Model string           `json:"model"`
			Usage streamjson.Usage `json:"usage"`
		} `json:"message"`
	}
	_ = json.Unmarshal(entry, &x) // what has another form is not known
	return x.Version, x.Message.Model, x.Message.Usage.Prompt()
}
