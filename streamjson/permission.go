package streamjson

import (
	"bytes"
	"encoding/json"
)

// AllowAlways is [Allow], but also changes the permissions. permissions is a JSON array like
// [ControlRequest.PermissionSuggestions]; any other JSON changes nothing.
func AllowAlways(requestID string, updatedInput, permissions json.RawMessage) []byte {
	input := bytes.TrimSpace(bytes.ToValidUTF8(updatedInput, []byte("\uFFFD")))
	permissions = bytes.TrimSpace(bytes.ToValidUTF8(permissions, []byte("\uFFFD")))
	if !bytes.HasPrefix(input, []byte("{")) || !json.Valid(input) ||
		!bytes.HasPrefix(permissions, []byte("[")) || !json.Valid(permissions) {
		return Allow(requestID, updatedInput)
	}
	return answer(requestID, inPermission{Behavior: "allow", UpdatedInput: input, UpdatedPermissions: permissions})
}

// Refuse answers a control request that the host does not know.
func Refuse(requestID, reason string) []byte {
	return encodeLine(map[string]any{"type": "control_response", "response": map[string]any{
		"subtype": "error", "request_id": requestID, "error": reason,
	}})
}

// PassTool answers a hook_callback before a tool: the permission rules decide.
func PassTool(requestID string) []byte { return answer(requestID, struct{}{}) }

// StopTool answers a hook_callback before a tool: the tool does not run, and the model reads the reason.
func StopTool(requestID, reason string) []byte {
	return answer(requestID, map[string]any{"hookSpecificOutput": map[string]string{
		"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason,
	}})
}
