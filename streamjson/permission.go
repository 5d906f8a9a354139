package streamjson

import (
	"bytes"
	"encoding/json"
)

// AllowAlways is [Allow] that changes the permissions, too. permissions is a JSON array of the form of
// [ControlRequest.PermissionSuggestions]; one that is not leaves them as they are.
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
	return line(map[string]any{"type": "control_response", "response": map[string]any{
		"subtype": "error", "request_id": requestID, "error": reason,
	}})
}

// PassTool answers a hook_callback before a tool: the permission rules decide.
func PassTool(requestID string) []byte { return answer(requestID, struct{}{}) }

// StopTool answers a hook_callback before a tool: it does not run, and the
// model reads why.
func StopTool(requestID, reason string) []byte {
	return answer(requestID, map[string]any{"hookSpecificOutput": map[string]string{
		"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason,
	}})
}
