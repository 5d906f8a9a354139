package hook

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"ccc/internal/lang"
)

// Input is what Claude Code gives a hook, as far as it counts here. All fields but the session's id may be missing.
type Input struct {
	SessionID  string       `json:"session_id"`
	Transcript string       `json:"transcript_path"`
	CWD        string       `json:"cwd"` // where the agent is now, which may not be where the session belongs
	Mode       string       `json:"permission_mode"`
	Active     bool         `json:"stop_hook_active"`       // Stop: the stop before it was held
	Said       string       `json:"last_assistant_message"` // Stop on 2.1.197 and 2.1.329
	Background []Background `json:"background_tasks"`       // Stop on 2.1.197 and 2.1.329: work that goes on after it
	Source     string       `json:"source"`                 // SessionStart: startup, resume, clear or compact

	Kind string `json:"notification_type"` // Notification
	Text string `json:"message"`           // Notification: what claude says, in English

	raw string
}

// Background is work that goes on after a stop. A field of another type than expected is as if it were missing.
type Background struct {
	Agent bool // a subagent, which comes back by itself; else a shell command or the like
	What  string
}

// UnmarshalJSON takes any value: what is no task that is known is something that runs on.
func (b *Background) UnmarshalJSON(text []byte) error {
	var fields map[string]any
	_ = json.Unmarshal(text, &fields) // nil if it is no object
	word := func(key string) string { s, _ := fields[key].(string); return s }
	b.Agent = strings.Contains(word("type"), "agent") || word("agent_type") != ""
	for _, key := range []string{"command", "description", "type", "id"} {
		if b.What = word(key); b.What != "" {
			return nil
		}
	}
	b.What = string(text)
	return nil
}

// maxInput bounds the input, in bytes: it holds the agent's last message.
const maxInput = 64 << 20

// ReadInput reads a hook's input. session is that of the command line; it counts if the input names none.
func ReadInput(r io.Reader, session string) (in Input, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput))
	if err == nil && len(strings.TrimSpace(string(text))) > 0 {
		err = json.Unmarshal(text, &in)
		if odd := new(json.UnmarshalTypeError); errors.As(err, &odd) && in.SessionID != "" {
			err = nil // a later claude's field: the others count
		}
	}
	if err != nil {
		return in, lang.Errorf("read the hook's input: %w", err)
	}
	in.raw = string(text)
	if in.SessionID == "" {
		in.SessionID = session
	}
	if in.SessionID == "" {
		return in, lang.Errorf("read the hook's input: %w", errNoSession)
	}
	return in, nil
}

var errNoSession = lang.Errorf("there is no session_id in it")

// Decision is what Claude Code reads on a hook's standard output. The empty one, for which nothing is written, lets the
// agent stop: 2.1.197 and 2.1.329 refuse one with an empty decision in it.
type Decision struct {
	Decision string `json:"decision,omitempty"` // "block": the agent goes on
	Reason   string `json:"reason,omitempty"`   // what it gets as its next message
	Message  string `json:"systemMessage,omitempty"`
}

// Write writes the decision.
func (d Decision) Write(w io.Writer) error {
	if d == (Decision{}) {
		return nil
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		return lang.Errorf("write the decision: %w", err)
	}
	return nil
}
