package streamjson

import (
	"encoding/json"
	"strings"
)

// A Result ends a turn. There may be fewer than messages were sent in, as B
// and C merge those which come during a turn, and more, as a background task
// that ends starts a turn of its own (see Origin).
type Result struct {
	Subtype string `json:"subtype"`
	IsError bool   `json:"is_error"`
	Result  string `json:"result"` // only with subtype success; the text of an API error, too
	// Errors has the reasons with any other subtype; A leaves it empty.
	Errors        []string `json:"errors"`
	NumTurns      int      `json:"num_turns"`
	DurationMS    int64    `json:"duration_ms"`
	DurationAPIMS int64    `json:"duration_api_ms"`
	TotalCostUSD  float64  `json:"total_cost_usd"` // since the process began, not of this turn
	// TerminalReason says how the turn ended (B, C): completed, api_error,
	// prompt_too_long, max_turns, aborted_streaming, aborted_tools, …
	TerminalReason string `json:"terminal_reason"`
	StopReason     string `json:"stop_reason"`
	// APIErrorStatus is the HTTP status of the API's error; 0 if there was
	// none (null), and always on A.
	APIErrorStatus int    `json:"api_error_status"`
	Origin         Origin `json:"origin"`
	// StructuredOutput answers --json-schema. It may be absent from a success
	// (B, C: the model never called the tool), it is nil then.
	StructuredOutput  json.RawMessage    `json:"structured_output"`
	PermissionDenials []PermissionDenial `json:"permission_denials"`
	Usage             Usage              `json:"usage"`

	// C only.
	QueuedTurnCount  int      `json:"queued_turn_count"`  // turns that wait behind this one
	UserMessageUUIDs []string `json:"user_message_uuids"` // the messages this turn answered, if they were sent with one
}

// An Origin tells what started a turn other than the person's message.
type Origin struct {
	Kind string `json:"kind"` // "task-notification" (B, C); "" for the person
}

// A PermissionDenial is a tool call that was refused in the turn.
type PermissionDenial struct {
	ToolName  string          `json:"tool_name"`
	ToolUseID string          `json:"tool_use_id"`
	ToolInput json.RawMessage `json:"tool_input"`
}

// A Usage counts tokens. InputTokens are those that no cache had a part in.
type Usage struct {
	InputTokens              int64 `json:"input_tokens"`
	OutputTokens             int64 `json:"output_tokens"`
	CacheCreationInputTokens int64 `json:"cache_creation_input_tokens"`
	CacheReadInputTokens     int64 `json:"cache_read_input_tokens"`
}

// OK says whether the turn succeeded. Neither field alone tells: an API error
// has the subtype success and is_error true (A, B, C), and reaching the
// maximum of turns is_error false (A).
func (r Result) OK() bool { return r.Subtype == "success" && !r.IsError }

// Text gives the answer or, of a turn that failed, the reason; "" if Claude
// Code gave neither.
func (r Result) Text() string {
	if r.Result != "" {
		return r.Result
	}
	return strings.Join(r.Errors, "\n")
}

// Result decodes a result event of any subtype.
func (e Event) Result() (Result, error) {
	var r Result
	err := e.decode(&r, TypeResult)
	if string(r.StructuredOutput) == "null" {
		r.StructuredOutput = nil
	}
	return r, err
}
