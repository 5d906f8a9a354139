package session

import (
	"encoding/json"
	"io"
	"strings"

	"ccc/internal/session/transcript"
	"ccc/streamjson"
)

// sessionFile is what a reader knows about the transcript so far. A transcript has no results: a turn has ended if
// its last message says so and only the next prompt follows.
type sessionFile struct {
	id         string // of the session
	stopReason string // stop reason of the main thread's last message
	isError    bool   // that message is an error of the API
	isAborted  bool
	isFinished bool
}

// readTranscript reads a line of a transcript.
func (r *Reader) readTranscript(e streamjson.Event) (Item, error) {
	t := &r.session
	if e.SessionID != "" {
		t.id = e.SessionID
	}
	if e.IsSidechain { // of a subagent
		e.ParentToolUseID = "sidechain"
	}
	line := Item{Type: TypeLine, Phase: "agent", Event: e, Line: e.Line}
	if e.ParentToolUseID != "" || e.Type != streamjson.TypeAssistant && e.Type != streamjson.TypeUser {
		return line, nil
	}
	m, err := e.Message()
	if err != nil {
		return Item{}, &DamageError{e.Line, err}
	}
	r.open = true
	if e.Type == streamjson.TypeAssistant {
		t.stopReason, t.isError, t.isAborted = m.StopReason, m.Error != "", false
		return line, nil
	}
	t.stopReason = ""
	text := userText(m)
	switch {
	case strings.HasPrefix(text, streamjson.Interrupted):
		t.isAborted = true
	case text != "" && !m.IsSynthetic && transcript.SaidByUser(e):
		later := line // a pointer to line itself would cost an allocation for each line
		r.later = &later
		return Item{Type: TypePerson, Text: text, Line: e.Line}, nil
	}
	return line, nil
}

// userText returns the text of a user line, "" if it is the result of a tool.
func userText(m streamjson.Message) string {
	var texts []string
	for _, b := range m.Content {
		if said := transcript.WithoutReminders(b.Text); b.Type == "text" && said != "" {
			texts = append(texts, said)
		}
	}
	return strings.Join(texts, "\n")
}

// finish returns a result for the last turn if that has ended, and after it io.EOF.
func (r *Reader) finish() (Item, error) {
	t := &r.session
	ended := t.isAborted || t.isError || t.stopReason != "" && t.stopReason != "tool_use"
	if t.isFinished || !ended {
		return Item{}, io.EOF
	}
	t.isFinished, r.open = true, false
	result := struct {
		Type      string `json:"type"`
		Subtype   string `json:"subtype"`
		IsError   bool   `json:"is_error"`
		SessionID string `json:"session_id"`
		Synthetic bool   `json:"isSynthetic"`
	}{"result", "success", t.isError, t.id, true}
	if t.isAborted {
		result.Subtype, result.IsError = "error_during_execution", true
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return Item{}, err
	}
	e, err := r.parser.Parse(raw)
	e.Line = r.line
	return Item{Type: TypeLine, Phase: "agent", Event: e, Line: r.line}, err
}
