package streamjson

import (
	"encoding/json"
)

// viaJSON is what Message would be with encoding/json: the reference for what
// it must give, and for how fast it must be.
func viaJSON(e Event) (Message, error) {
	var b struct {
		Message struct {
			Role       string
			ID         string
			Model      string
			Content    json.RawMessage
			StopReason string `json:"stop_reason"`
		}
		Error          string
		IsSynthetic    bool
		IsReplay       bool
		UUID           string
		Aborted        bool
		APIErrorStatus int    `json:"api_error_status"`
		AgentID        string `json:"agent_id"`
	}
	if err := json.Unmarshal(e.Raw, &b); err != nil {
		return Message{}, err
	}
	m := Message{
		Role: b.Message.Role, ID: b.Message.ID, Model: b.Message.Model, StopReason: b.Message.StopReason,
		Error: b.Error, IsSynthetic: b.IsSynthetic, IsReplay: b.IsReplay, UUID: b.UUID,
		Aborted: b.Aborted, APIErrorStatus: b.APIErrorStatus, AgentID: b.AgentID,
	}
	var text string
	if json.Unmarshal(b.Message.Content, &text) == nil {
		m.Content = []Block{{Type: "text", Text: text}}
		return m, nil
	}
	var blocks []struct {
		Type      string
		Text      string
		Thinking  string
		ID        string
		Name      string
		Input     json.RawMessage
		ToolUseID string `json:"tool_use_id"`
		Content   json.RawMessage
		IsError   bool `json:"is_error"`
	}
	err := json.Unmarshal(b.Message.Content, &blocks)
	for _, c := range blocks {
		m.Content = append(m.Content, Block(c))
	}
	return m, err
}
