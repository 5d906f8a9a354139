package streamjson

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
)

// OwnID is an id for a message that no user has said. Claude keeps it in the session's file (2.1.5, 2.1.197,
// 2.1.329), where [IsOwnLaunch] knows it again. It is a UUID of version 8; claude's own are random ones, of version 4.
func OwnID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // it ends the program where there is no randomness
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// Own reports whether an id is one of [OwnID].
func Own(id string) bool { return ownID().MatchString(id) }

var ownID = lazy(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// The messages that go in. Each is one line that ends in a newline and is valid JSON whatever the arguments are: a line
// that is not ends claude with code 1 (2.1.5, 2.1.197, 2.1.329), and a blank one ends 2.1.5. Text that is not valid
// UTF-8 gets U+FFFD.

// A message in, with the keys in the order in which they are written.
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

// UserMessage is what the user says, or ccc for them. Text that begins with a slash is a command to Claude Code: see
// [PlainText]. With a uuid, which may be "", 2.1.329 tells what becomes of the message ([CommandLifecycle]).
func UserMessage(text, uuid string) []byte {
	return line(inUser{"user", inMessage{"user", text}, uuid})
}

// An Image is a picture that belongs to a message.
type Image struct {
	MediaType string // image/png, image/jpeg, image/gif, image/webp
	Data      []byte
}

// UserMessageWith is [UserMessage] with images behind the text (2.1.5, 2.1.197, 2.1.329, 2.1.330).
func UserMessageWith(text, uuid string, images []Image) []byte {
	if len(images) == 0 {
		return UserMessage(text, uuid)
	}
	blocks := []any{inText{"text", text}}
	for _, i := range images {
		blocks = append(blocks, inImage{"image", inSource{"base64", i.MediaType, i.Data}})
	}
	return line(inUser{"user", inMessage{"user", blocks}, uuid})
}

// PlainText makes text that begins with a slash safe to send where it is not the user's own command: a leading space
// keeps Claude Code from taking it for one (2.1.5, 2.1.197, 2.1.329).
func PlainText(text string) string {
	if strings.HasPrefix(text, "/") {
		return " " + text
	}
	return text
}

// Initialize is the first line that goes in. It makes Claude Code ask the host before each tool call, whatever
// permission rules say: [ControlRequest] of subtype hook_callback, with callbackID, to be answered by [PassTool] or
// [StopTool]. 2.1.197 and 2.1.329 do so with disableAllHooks, too; 2.1.5 only without it.
//
// It also sets the system prompt, unless that is "". On a resumed or forked session it is the only way that 2.1.5,
// 2.1.197 and 2.1.329 all honour: 2.1.329 ignores --system-prompt there, unless the snapshot of the first run's prompt
// is switched off. systemPrompt is a string, not an array: 2.1.5 ignores an array.
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
	return line(inRequest{"control_request", requestID, request})
}

// AskCommands asks for the slash commands and what they do: see [ControlResponse.Commands]. What claude asks its model
// stays the same, byte for byte (2.1.5, 2.1.330).
func AskCommands(requestID string) []byte {
	return line(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
	}{"initialize"}})
}

// Interrupt stops the turn. The process lives on, and a result of subtype error_during_execution follows (2.1.5,
// 2.1.197, 2.1.329).
func Interrupt(requestID string) []byte {
	return line(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
	}{"interrupt"}})
}

// TakeBack takes back a user message that Claude Code has queued and not taken up: messageID is its uuid. The response
// says whether it was (cancelled; 2.1.197, 2.1.329). 2.1.5 never answers, and takes the message up.
func TakeBack(requestID, messageID string) []byte {
	return line(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Message string `json:"message_uuid"`
	}{"cancel_async_message", messageID}})
}

// StopTask ends a task in the background ([Task]). The response is a success, or says why not; task_notification with
// the status stopped comes before it (2.1.197, 2.1.330). 2.1.5 never answers, and tells of no tasks.
func StopTask(requestID, taskID string) []byte {
	return line(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Task    string `json:"task_id"`
	}{"stop_task", taskID}})
}

// SetPermissionMode changes the permission mode, also before the first message. The response has the mode (2.1.5,
// 2.1.197, 2.1.329), and system/status follows (2.1.197, 2.1.329). 2.1.329 refuses a mode that it does not know, and
// 2.1.197 and 2.1.329 one that the session may not have, by subtype error; 2.1.5, and 2.1.197 for a name that is
// unknown, take it.
func SetPermissionMode(requestID, mode string) []byte {
	return line(inRequest{"control_request", requestID, struct {
		Subtype string `json:"subtype"`
		Mode    string `json:"mode"`
	}{"set_permission_mode", mode}})
}

// Allow lets a tool run, after can_use_tool. updatedInput is what the tool
// gets: a JSON object, the request's Input where nothing is to change. If it
// is no object the tool is denied, with a message that says so.
func Allow(requestID string, updatedInput json.RawMessage) []byte {
	input := bytes.TrimSpace(bytes.ToValidUTF8(updatedInput, []byte("\uFFFD")))
	if !bytes.HasPrefix(input, []byte("{")) || !json.Valid(input) {
		return Deny(requestID, "The answer to this request was not a JSON object.", false)
	}
	return answer(requestID, inPermission{Behavior: "allow", UpdatedInput: input})
}

// Deny keeps a tool from running, after can_use_tool. The model reads the
// message and goes on or, with interrupt, the turn ends.
func Deny(requestID, message string, interrupt bool) []byte {
	return answer(requestID, inPermission{Behavior: "deny", Message: &message, Interrupt: interrupt})
}

func answer(requestID string, response any) []byte {
	return line(inResponse{"control_response", inEnvelope{"success", requestID, response}})
}

// line encodes a message without the escapes that only HTML needs. The encoder
// ends it with a newline, and writes none elsewhere.
func line(message any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(message); err != nil {
		panic("streamjson: internal error: " + err.Error())
	}
	return b.Bytes()
}
