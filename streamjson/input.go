package streamjson

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
)

// OwnID returns an id for a message that no user wrote. Claude writes the id into the session's file (2.1.5, 2.1.197,
// 2.1.329), where [IsOwnID] recognizes it. It is a UUID of version 8; claude's own are random ones, of version 4.
func OwnID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // without randomness it ends the program
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// IsOwnID reports whether [OwnID] has made an id.
func IsOwnID(id string) bool { return ownID().MatchString(id) }

var ownID = lazyRegexp(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// The messages to claude. Each is one line that ends with a newline and is valid JSON for all arguments: an invalid
// line ends claude with code 1 (2.1.5, 2.1.197, 2.1.329), and a blank one ends 2.1.5. Invalid UTF-8 becomes U+FFFD.

// A message to claude. The keys are written in this order.
type (
	inUser struct {
		Type    string    `json:"type"`
		Message inMessage `json:"message"`
		UUID    string    `json:"uuid,omitempty"`
	}
	inMessage struct {
		Role    string `json:"role"`
		Content any    `json:"content"` // text, or a list of blocks
	}
	inText struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	inImage struct {
		Type   string   `json:"type"`
		Source inSource `json:"source"`
	}
	inSource struct {
		Type      string `json:"type"`
		MediaType string `json:"media_type"`
		Data      []byte `json:"data"` // in base64
	}
	inRequest struct {
		Type      string `json:"type"`
		RequestID string `json:"request_id"`
		Request   any    `json:"request"`
	}
	inResponse struct {
		Type     string     `json:"type"`
		Response inEnvelope `json:"response"`
	}
	inEnvelope struct {
		Subtype   string `json:"subtype"`
		RequestID string `json:"request_id"`
		Response  any    `json:"response"`
	}
	inPermission struct {
		Behavior     string          `json:"behavior"`
		UpdatedInput json.RawMessage `json:"updatedInput,omitempty"`
		Message      *string         `json:"message,omitempty"`
		Interrupt    bool            `json:"interrupt,omitempty"`

		UpdatedPermissions json.RawMessage `json:"updatedPermissions,omitempty"`
	}
)

// UserMessage returns a message of the user, or of ccc in the user's place. Text that begins with a slash is a
// command to Claude Code: see [PlainText]. If uuid is not "", 2.1.329 reports the progress of the message
// ([CommandLifecycle]).
func UserMessage(text, uuid string) []byte {
	return encodeLine(inUser{"user", inMessage{"user", text}, uuid})
}

// An Image is a picture that belongs to a message.
type Image struct {
	MediaType string // image/png, image/jpeg, image/gif, image/webp
	Data      []byte
}

// UserMessageWith is [UserMessage] with images after the text (2.1.5, 2.1.197, 2.1.329, 2.1.330).
func UserMessageWith(text, uuid string, images []Image) []byte {
	if len(images) == 0 {
		return UserMessage(text, uuid)
	}
	blocks := []any{inText{"text", text}}
	for _, i := range images {
		blocks = append(blocks, inImage{"image", inSource{"base64", i.MediaType, i.Data}})
	}
	return encodeLine(inUser{"user", inMessage{"user", blocks}, uuid})
}

// PlainText returns text that Claude Code does not take for a command: if it begins with a slash, a space is put
// before it (2.1.5, 2.1.197, 2.1.329).
func PlainText(text string) string {
	if strings.HasPrefix(text, "/") {
		return " " + text
	}
	return text
}

// Initialize returns the first line to send. It makes Claude Code ask the host before each tool call, whatever the
// permission rules say: it sends a [ControlRequest] of subtype hook_callback with callbackID, to be answered by
// [PassTool] or [StopTool]. 2.1.197 and 2.1.329 do so with disableAllHooks, too; 2.1.5 only without it.
//
// It also sets the system prompt, unless that is "". In a resumed or forked session this is the only way that works
// in 2.1.5, 2.1.197 and 2.1.329: 2.1.329 ignores --system-prompt there, unless the snapshot of the first run's prompt
// is switched off. systemPrompt is a string and not an array, because 2.1.5 ignores an array.
func Initialize(requestID, systemPrompt, callbackID string) []byte {
	type hook struct {
		Matcher *string  `json:"matcher"` // null for every tool
		IDs     []string `json:"hookCallbackIds"`
	}
	request := struct {
		Subtype  string            `json:"subtype"`
		Prompt   string            `json:"systemPrompt,omitempty"`
		Snapshot *bool             `json:"systemPromptSnapshot,omitempty"`
		Hooks    map[string][]hook `json:"hooks"`
	}{Subtype: "initialize", Prompt: systemPrompt,
		Hooks: map[string][]hook{"PreToolUse": {{IDs: []string{callbackID}}}}}
	if systemPrompt != "" {
		request.Snapshot = new(bool)
	}
	return encodeLine(inRequest{"control_request", requestID, request})
}

// AskCommands asks for the slash commands and what they do: see [ControlResponse.Commands]. What claude asks its model
// stays the same, byte for byte (2.1.5, 2.1.330).
func AskCommands(requestID string) []byte {
	return encodeLine(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
	}{"initialize"}})
}

// Interrupt stops the turn. The process lives on, and a result of subtype error_during_execution follows (2.1.5,
// 2.1.197, 2.1.329).
func Interrupt(requestID string) []byte {
	return encodeLine(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
	}{"interrupt"}})
}

// TakeBack takes back a user message that Claude Code has queued and not taken up: messageID is its uuid. The
// response says whether that succeeded (cancelled; 2.1.197, 2.1.329). 2.1.5 never answers, and takes the message up.
func TakeBack(requestID, messageID string) []byte {
	return encodeLine(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Message string `json:"message_uuid"`
	}{"cancel_async_message", messageID}})
}

// StopTask ends a task in the background ([Task]). The response is a success or says why it failed; a
// task_notification with the status stopped comes before it (2.1.197, 2.1.330). 2.1.5 never answers, and reports no
// tasks.
func StopTask(requestID, taskID string) []byte {
	return encodeLine(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Task    string `json:"task_id"`
	}{"stop_task", taskID}})
}

// SetPermissionMode changes the permission mode, also before the first message. The response has the mode (2.1.5,
// 2.1.197, 2.1.329), and system/status follows (2.1.197, 2.1.329). An unknown mode is refused by 2.1.329, and a mode
// that is not allowed in the session by 2.1.197 and 2.1.329, with subtype error. 2.1.5 accepts any mode, and 2.1.197
// any unknown one.
func SetPermissionMode(requestID, mode string) []byte {
	return encodeLine(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Mode    string `json:"mode"`
	}{"set_permission_mode", mode}})
}

// Allow lets a tool run, as an answer to can_use_tool. updatedInput is the input of the tool, a JSON object: the
// request's Input, if nothing is to change. If it is not an object, the tool is denied with a message that says so.
func Allow(requestID string, updatedInput json.RawMessage) []byte {
	input := bytes.TrimSpace(bytes.ToValidUTF8(updatedInput, []byte("\uFFFD")))
	if !bytes.HasPrefix(input, []byte("{")) || !json.Valid(input) {
		return Deny(requestID, "The answer to this request was not a JSON object.", false)
	}
	return answer(requestID, inPermission{Behavior: "allow", UpdatedInput: input})
}

// Deny keeps a tool from running, as an answer to can_use_tool. The model reads the message and continues; with
// interrupt the turn ends.
func Deny(requestID, message string, interrupt bool) []byte {
	return answer(requestID, inPermission{Behavior: "deny", Message: &message, Interrupt: interrupt})
}

func answer(requestID string, response any) []byte {
	return encodeLine(inResponse{"control_response", inEnvelope{"success", requestID, response}})
}

// encodeLine encodes a message without the escapes that only HTML needs. The encoder writes one newline, at the end.
func encodeLine(message any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(message); err != nil {
		panic("streamjson: internal error: " + err.Error())
	}
	return b.Bytes()
}
