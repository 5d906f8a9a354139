package hook

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/text"
)

// Input is the part of a hook's input that ccc uses. Every field except the session's id may be missing.
type Input struct {
	SessionID   string       `json:"session_id"`
	Event       string       `json:"hook_event_name"`
	Transcript  string       `json:"transcript_path"`
	CWD         string       `json:"cwd"` // the agent's current directory; the session may belong to another
	Mode        string       `json:"permission_mode"`
	Active      bool         `json:"stop_hook_active"`       // Stop: a hook held the previous stop
	LastMessage string       `json:"last_assistant_message"` // Stop on 2.1.197 and 2.1.329
	Background  []Background `json:"background_tasks"`       // Stop on 2.1.197 and 2.1.329: work that goes on after it
	Source      string       `json:"source"`                 // SessionStart: startup, resume, clear or compact
	Prompt      string       `json:"prompt"`                 // UserPromptSubmit: as typed
	// Stop on 2.1.197 and later, which call StopFailure for errors
	PromptID string `json:"prompt_id"`

	// Of SubagentStop, in addition to the fields of Stop.
	AgentID         string `json:"agent_id"`
	AgentType       string `json:"agent_type"`
	AgentTranscript string `json:"agent_transcript_path"` // the subagent's; Transcript is the session's

	TaskID  string `json:"task_id"`      // TaskCompleted
	Subject string `json:"task_subject"` // TaskCompleted: what the task is

	NotificationType string `json:"notification_type"` // Notification
	Message          string `json:"message"`           // Notification: claude's message, in English

	raw string
}

// Background is work that goes on after a stop. A field of an unexpected type counts as missing.
type Background struct {
	IsAgent bool // a subagent, whose end wakes the agent; else a shell command or the like
	Name    string
}

// UnmarshalJSON accepts any value. A value of an unknown form counts as running work.
func (b *Background) UnmarshalJSON(text []byte) error {
	var fields map[string]any
	_ = json.Unmarshal(text, &fields) // nil if it is not an object
	word := func(key string) string { s, _ := fields[key].(string); return s }
	b.IsAgent = strings.Contains(word("type"), "agent") || word("agent_type") != ""
	for _, key := range []string{"command", "description", "type", "id"} {
		if b.Name = word(key); b.Name != "" {
			return nil
		}
	}
	b.Name = string(text)
	return nil
}

// maxInput limits the input, in bytes. It contains the agent's last message.
const maxInput = 64 << 20

// inputDelay is how long claude may take to write the input. It writes it at once.
const inputDelay = 10 * time.Second

// ReadInput reads a hook's input, one JSON object. It does not wait for the end of r: somebody may have started the
// hook by hand, with a standard input that stays open. session is the id from the command line, for an input that has
// none.
func ReadInput(r io.Reader, session string) (in Input, err error) {
	text, err := readObject(r, inputDelay)
	if err == nil && len(text) > 0 {
		err = json.Unmarshal(text, &in)
		if odd := new(json.UnmarshalTypeError); errors.As(err, &odd) && in.SessionID != "" {
			err = nil // a newer claude changed a field's type; the other fields count
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

// readObject returns the first JSON value of r, empty if r ends without one. After the time it gives up; the read goes
// on until this process ends.
func readObject(r io.Reader, within time.Duration) (text json.RawMessage, err error) {
	type answer struct {
		text json.RawMessage
		err  error
	}
	read := make(chan answer, 1)
	go func() {
		var a answer
		if a.err = json.NewDecoder(io.LimitReader(r, maxInput)).Decode(&a.text); errors.Is(a.err, io.EOF) {
			a.err = nil
		}
		read <- a
	}()
	select {
	case a := <-read:
		return a.text, a.err
	case <-time.After(within):
		return nil, lang.Errorf("claude writes it when it calls the hook; nothing complete came in %v", within)
	}
}

var errNoSession = lang.Errorf("there is no session_id in it")

// Decision is what Claude Code reads on a hook's standard output. The zero value lets the agent stop; nothing is
// written for it, because 2.1.197 and 2.1.329 refuse an empty decision.
type Decision struct {
	Decision string `json:"decision,omitempty"` // "block": the agent goes on
	Reason   string `json:"reason,omitempty"`   // what it gets as its next message
	Message  string `json:"systemMessage,omitempty"`
	// ForAgent is what the agent reads with the user's prompt, nil for nothing.
	ForAgent *promptContext `json:"hookSpecificOutput,omitempty"`
}

// promptContext is a text that the agent gets with a prompt.
type promptContext struct {
	Event string `json:"hookEventName"`
	Text  string `json:"additionalContext"`
}

// BlockedError has the feedback of a decision that claude reads from standard error, by exit code 2.
type BlockedError struct{ Reason string }

func (e *BlockedError) Error() string { return e.Reason }

// shellPrints reports whether the shell that calls a hook may print to standard output before the hook's answer.
// glibc's loader does so for each program if this variable is set, even to nothing, and the project's settings can
// set it.
func shellPrints(env process.Env) bool {
	_, ok := env.Lookup("LD_SHOW_AUXV")
	return ok
}

// Write writes the decision.
func (d Decision) Write(w io.Writer) error {
	if d == (Decision{}) {
		return nil
	}
	if err := text.EncodeJSON(w, d); err != nil {
		return lang.Errorf("write the decision: %w", err)
	}
	return nil
}
