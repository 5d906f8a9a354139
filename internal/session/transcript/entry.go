package transcript

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// The beginnings of texts in user entries that the user did not say to the agent.
const (
	feedback     = "Stop hook feedback:"
	interrupted  = "[Request interrupted"
	notification = "<task-notification>"
	localOutput  = "<local-command-" // stdout, stderr, caveat
	bashInput    = "<bash-input>"    // "! command", typed by the user
	bashOutput   = "<bash-std"
	commandName  = "<command-name>"    // a command of Claude Code's own, or one that failed
	commandWords = "<command-message>" // a command that is sent as a prompt
)

// entry has the fields of a transcript's line that are needed here.
type entry struct {
	UUID      string    `json:"uuid"`
	Time      time.Time `json:"timestamp"`
	Sidechain bool      `json:"isSidechain"` // of a subagent
	Meta      bool      `json:"isMeta"`      // written by Claude Code
	Summary   bool      `json:"isCompactSummary"`
	Mode      string    `json:"permissionMode"`
	Title     string    `json:"customTitle"`
	Dir       string    `json:"cwd"`
	Origin    struct {
		Kind string `json:"kind"` // "human", "task-notification", …; none for commands and in 2.1.5
	} `json:"origin"`
	Message struct {
		Content content `json:"content"`
	} `json:"message"`
	Content    content `json:"content"` // of queue operations and system entries
	Operation  string  `json:"operation"`
	Attachment struct {
		Type        string  `json:"type"`
		Prompt      content `json:"prompt"`
		CommandMode string  `json:"commandMode"`
		HookEvent   string  `json:"hookEvent"`
	} `json:"attachment"`
}

// content is a text, or the texts among its blocks.
type content string

func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = content(WithoutReminders(text))
		return nil
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &blocks) != nil {
		return nil // an object, of an unknown version
	}
	var texts []string
	for _, b := range blocks {
		if said := WithoutReminders(b.Text); b.Type == "text" && (said != "" || b.Text == "") {
			texts = append(texts, said)
		}
	}
	*c = content(strings.Join(texts, "\n"))
	return nil
}

// What Claude Code puts around words of its own to the model.
const reminder, reminderEnd = "<system-reminder>", "</system-reminder>"

// WithoutReminders returns a text of a user entry without what Claude Code says to the model before and after the
// user's own words. A reminder within a line was typed.
func WithoutReminders(text string) string {
	left := text
	for {
		left = strings.TrimSpace(left)
		_, after, isFirst := strings.Cut(left, reminderEnd)
		last := strings.LastIndex(left, reminder)
		switch {
		case isFirst && strings.HasPrefix(left, reminder):
			left = after
		case last > 0 && left[last-1] == '\n' && strings.HasSuffix(left, reminderEnd):
			left = left[:last]
		case strings.TrimSpace(text) == left:
			return text
		default:
			return left
		}
	}
}

// isReminder reports whether a user entry has nothing but words of Claude Code's to the model.
func isReminder(e streamjson.Event, text string) bool {
	return text == "" && bytes.Contains(e.Raw, []byte(reminder)) && !bytes.Contains(e.Raw, []byte(`"type":"image"`))
}

func (x entry) text() string { return strings.TrimSpace(string(x.Message.Content + x.Content)) }

// decode reads an entry. Fields of an unexpected type are left out.
func decode(e streamjson.Event) (x entry, ok bool) {
	err := json.Unmarshal(e.Raw, &x)
	_, odd := err.(*json.UnmarshalTypeError)
	return x, err == nil || odd
}

// isToolResult reports whether a user entry is the result of a tool. Such lines are long and are not decoded. The
// mark cannot occur inside a text, because there its quotes would be escaped.
func isToolResult(e streamjson.Event) bool {
	return bytes.Contains(e.Raw, []byte(`"type":"tool_result"`))
}

// notByUser are the beginnings of texts in user entries that the user did not say to the agent.
var notByUser = []string{interrupted, notification, localOutput, bashInput, bashOutput, commandName}

// unknownSkill matches what 2.1.5 writes, as if the user had said it, for a slash command that it does not know. No
// model reads it.
var unknownSkill = text.LazyRegexp{Expr: `^Unknown skill: [\w:.-]+$`}

func isUnknownSkill(said string) bool { return unknownSkill.Get().MatchString(said) }

// SaidByUser reports whether the user said the text of a user entry to the agent. Results of tools are user entries,
// too, and so are texts of Claude Code, of a hook, of the loop, or of a command of Claude Code's own.
func SaidByUser(e streamjson.Event) bool {
	if isToolResult(e) {
		return false
	}
	x, ok := decode(e)
	said := x.text()
	return ok && said != "" && !x.Sidechain && !x.Summary && !x.Meta && !streamjson.IsOwnID(x.UUID) &&
		(x.Origin.Kind == "" || x.Origin.Kind == "human") && !isUnknownSkill(said) &&
		!slices.ContainsFunc(notByUser, func(begin string) bool { return strings.HasPrefix(said, begin) })
}

// IsFeedback reports whether a user entry tells the agent to go on although the user said nothing: feedback of a Stop
// hook, or a message of the loop's own.
func IsFeedback(e streamjson.Event) bool {
	if isToolResult(e) {
		return false
	}
	x, ok := decode(e)
	return ok && (streamjson.IsOwnID(x.UUID) || x.Meta && strings.HasPrefix(x.text(), feedback))
}

// Asked returns what the user asks of the agent in the text of an entry: of /supervisor and /supervisoroff only the
// words, "" if they are for ccc.
func Asked(text string) string {
	name, args, ok := command(text)
	if !ok || name != "supervisor" && name != "supervisoroff" {
		return text
	}
	if verb, words := task.ReadSupervisor(args); verb == "on" {
		return words
	}
	return ""
}

// command splits a slash command, as an entry has it, into its name and its arguments.
func command(text string) (name, args string, ok bool) {
	if !strings.HasPrefix(text, commandName) && !strings.HasPrefix(text, commandWords) {
		return "", "", false
	}
	name, _ = textBetween(text, "<command-name>", "</command-name>")
	args, _ = textBetween(text, "<command-args>", "</command-args>")
	name = unqualified(strings.TrimPrefix(strings.TrimSpace(name), "/"))
	return name, strings.TrimSpace(args), name != ""
}

// marks are what Claude Code puts around commands and their output in a text.
var marks = strings.NewReplacer("<bash-input>", "! ", "</bash-input>", "", "<bash-stdout>", "", "</bash-stdout>", "",
	"<bash-stderr>", "", "</bash-stderr>", "", "<local-command-stdout>", "", "</local-command-stdout>", "",
	"<local-command-stderr>", "", "</local-command-stderr>", "")

// Plain returns a text in which Claude Code notes a command or its output without Claude Code's marks: a command as it
// was typed. Other texts stay as they are.
func Plain(text string) string {
	if name, args, ok := command(text); ok {
		return strings.TrimSpace("/" + name + " " + args)
	}
	return strings.TrimSpace(marks.Replace(text))
}

// unqualified cuts our plugin's name from the name of a command that the plugin brings (2.1.5, 2.1.197, 2.1.329).
func unqualified(name string) string { return strings.TrimPrefix(name, "ccc:") }

// textBetween returns the text between the first begin and the last end.
func textBetween(text, begin, end string) (string, bool) {
	_, text, ok := strings.Cut(text, begin)
	last := strings.LastIndex(text, end)
	if !ok || last < 0 {
		return "", false
	}
	return text[:last], true
}

// typedCommand splits a command as it is typed: "/name words". A path is no command.
func typedCommand(text string) (name, args string, ok bool) {
	name, args, _ = strings.Cut(strings.TrimSpace(text), " ")
	if first, rest, cut := strings.Cut(name, "\n"); cut {
		name, args = first, strings.TrimSpace(rest+" "+args)
	}
	name, ok = strings.CutPrefix(name, "/")
	name = unqualified(name)
	return name, strings.TrimSpace(args), ok && name != "" && !strings.ContainsAny(name, "/.")
}

// joinPrompts joins queued messages into one prompt, as 2.1.5 does.
func joinPrompts(all []queued) string {
	texts := make([]string, len(all))
	for i, q := range all {
		texts[i] = q.text
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
}

// answerOf returns the version and the model that gave an answer of the agent, and the tokens of the request.
func answerOf(entry []byte) (version, model string, tokens int64) {
	var x struct {
		Version string `json:"version"`
		Message struct {
			Model string           `json:"model"`
			Usage streamjson.Usage `json:"usage"`
		} `json:"message"`
	}
	_ = json.Unmarshal(entry, &x) // an unexpected form says nothing
	return x.Version, x.Message.Model, x.Message.Usage.Prompt()
}
