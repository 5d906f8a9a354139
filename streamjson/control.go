package streamjson

import "encoding/json"

// A ControlRequest is a question to the host. Claude Code waits for the answer without a limit (2.1.5, 2.1.197,
// 2.1.329).
type ControlRequest struct {
	RequestID string `json:"-"` // goes into the answer
	Subtype   string `json:"subtype"`
	ToolUseID string `json:"tool_use_id"`

	// can_use_tool: answer with [Allow] or [Deny]. AskUserQuestion asks even if permissions are bypassed (2.1.5,
	// 2.1.197, 2.1.329).
	ToolName              string          `json:"tool_name"`
	PermissionSuggestions json.RawMessage `json:"permission_suggestions"` // an array; nil if there are none
	BlockedPath           string          `json:"blocked_path"`           // why it asks, if that is a path

	// Input is the tool's input or, for hook_callback, what a hook gets on stdin.
	Input      json.RawMessage `json:"input"`
	CallbackID string          `json:"callback_id"` // hook_callback
}

// ControlRequest decodes a control_request.
func (e Event) ControlRequest() (ControlRequest, error) {
	var b struct {
		RequestID string         `json:"request_id"`
		Request   ControlRequest `json:"request"`
	}
	err := e.decode(&b, TypeControlRequest)
	b.Request.RequestID = b.RequestID
	return b.Request, err
}

// A ControlResponse answers a control request of the host.
type ControlResponse struct {
	Subtype   string          `json:"subtype"` // success, error
	RequestID string          `json:"request_id"`
	Response  json.RawMessage `json:"response"` // nil if there is none, as often on 2.1.5
	Error     string          `json:"error"`    // with subtype error
}

// ControlResponse decodes a control_response.
func (e Event) ControlResponse() (ControlResponse, error) {
	var b struct {
		Response ControlResponse `json:"response"`
	}
	err := e.decode(&b, TypeControlResponse)
	return b.Response, err
}

// A Command is a slash command of Claude Code's, of the user's or of a plugin's.
type Command struct {
	Name        string `json:"name"` // without the slash
	Description string `json:"description"`
}

// Commands decodes the response to [AskCommands] (2.1.5, 2.1.330). It is nil for another one.
func (r ControlResponse) Commands() []Command {
	var b struct {
		Commands []Command `json:"commands"`
	}
	if json.Unmarshal(r.Response, &b) != nil {
		return nil
	}
	return b.Commands
}

// A ControlCancel takes a [ControlRequest] back: it is not to be answered.
type ControlCancel struct {
	RequestID string `json:"request_id"`
}

// ControlCancel decodes a control_cancel_request.
func (e Event) ControlCancel() (ControlCancel, error) {
	var b ControlCancel
	err := e.decode(&b, TypeControlCancel)
	return b, err
}
