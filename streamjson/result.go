package streamjson

import (
	"encoding/json"
	"strings"
)

// A Result ends a turn. There may be fewer results than messages that were sent, because 2.1.197 and 2.1.329 merge
// messages that arrive during a turn. There may be more, because the end of a background task starts a turn (see
// Origin).
type Result struct {
	Subtype string
	IsError bool
	Result  string // only with subtype success; may be the text of an API error
	// Errors has the reasons with any other subtype; 2.1.5 leaves it empty.
	Errors        []string
	NumTurns      int
	DurationMS    int64
	DurationAPIMS int64
	// TotalCostUSD counts since the process began, not since the turn began. 2.1.329 starts at the cost of the
	// session that it resumes or forks, and at 0 after /clear.
	TotalCostUSD float64
	// SpentUSD is what the process has spent since the previous result, or since it began. It is known only if Spent
	// is set (2.1.329).
	SpentUSD float64
	Spent    bool
	// TotalTokens and SpentTokens count what models have read and written, including subagents, over the same times
	// as the two costs.
	TotalTokens, SpentTokens int64
	// TerminalReason says how the turn ended (2.1.197, 2.1.329): completed, api_error, prompt_too_long, max_turns,
	// aborted_streaming, aborted_tools, …
	TerminalReason string
	StopReason     string
	// APIErrorStatus is the HTTP status of the API's error; 0 if there was none (null), and always 0 on 2.1.5.
	APIErrorStatus int
	Origin         Origin
	// StructuredOutput is the answer to --json-schema. It may be missing from a success, if the model never called
	// the tool (2.1.197, 2.1.329); then it is nil.
	StructuredOutput  json.RawMessage
	PermissionDenials []PermissionDenial
	Usage             Usage

	// 2.1.329 only.
	QueuedTurnCount  int      // turns that wait behind this one
	UserMessageUUIDs []string // the messages that this turn answered, if they were sent with a uuid
}

// An Origin says what started a turn, if it was not a message of the user.
type Origin struct {
	Kind string // "task-notification" (2.1.197, 2.1.329); "" for a message of the user
}

// A PermissionDenial is a tool call that was refused in the turn.
type PermissionDenial struct {
	ToolName  string
	ToolUseID string
	ToolInput json.RawMessage
}

// A Usage counts tokens. InputTokens were neither read from a cache nor written to one.
type Usage struct {
	InputTokens              int64 `json:"input_tokens"`
	OutputTokens             int64 `json:"output_tokens"`
	CacheCreationInputTokens int64 `json:"cache_creation_input_tokens"`
	CacheReadInputTokens     int64 `json:"cache_read_input_tokens"`
}

// Prompt returns the number of all input tokens, cached or not.
func (u Usage) Prompt() int64 {
	return u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens
}

// Add adds another count.
func (u *Usage) Add(v Usage) {
	u.InputTokens += v.InputTokens
	u.OutputTokens += v.OutputTokens
	u.CacheCreationInputTokens += v.CacheCreationInputTokens
	u.CacheReadInputTokens += v.CacheReadInputTokens
}

// Tokens returns how many tokens were read and written, cached or not.
func (u Usage) Tokens() int64 { return u.Prompt() + u.OutputTokens }

// OK reports whether the turn succeeded. Both fields are needed: an API error has the subtype success with is_error
// true (2.1.5, 2.1.197, 2.1.329), and reaching the maximum of turns has is_error false (2.1.5).
func (r Result) OK() bool { return r.Subtype == "success" && !r.IsError }

// Aborted reports whether the user, or the host, broke the turn off. Errors then has internals of Claude Code's only
// (2.1.329); 2.1.5 says nothing of it.
func (r Result) Aborted() bool { return strings.HasPrefix(r.TerminalReason, "aborted") }

// Text returns the answer or, if the turn failed, the reason; "" if Claude Code gave neither.
func (r Result) Text() string {
	if r.Result != "" {
		return r.Result
	}
	return strings.Join(r.Errors, "\n")
}

// ErrorText is what Claude Code says of an error of the API, for the user. Of the API's whole answer, which
// 2.1.5 gives, only the message is left: "API Error: 429 · Too many requests". It has no period at its end: more may
// follow.
func ErrorText(text string) string {
	status, answer, found := strings.Cut(text, " {")
	var body struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if !found || json.Unmarshal([]byte("{"+answer), &body) != nil || body.Error.Message == "" {
		return strings.TrimSuffix(text, ".")
	}
	return status + " · " + strings.TrimSuffix(body.Error.Message, ".")
}

// Result decodes a result event of any subtype.
func (e Event) Result() (Result, error) {
	if !e.isNewest() {
		return e.result()
	}
	return decodeOnce(e, &e.memo.result, Event.result)
}

func (e Event) result() (Result, error) {
	if err := e.is(TypeResult); err != nil {
		return Result{}, err
	}
	r := Result{Subtype: e.Subtype}
	s := scanner{b: e.Raw}
	err := s.record(func(key []byte) (bool, error) {
		switch string(key) {
		case "is_error":
			return true, s.boolInto(&r.IsError)
		case "result":
			return true, s.stringInto(&r.Result)
		case "errors":
			return true, s.stringsInto(&r.Errors)
		case "num_turns":
			return true, s.intInto(&r.NumTurns)
		case "duration_ms":
			return true, s.int64Into(&r.DurationMS)
		case "duration_api_ms":
			return true, s.int64Into(&r.DurationAPIMS)
		case "total_cost_usd":
			return true, s.floatInto(&r.TotalCostUSD)
		case "model_usage_since_last_result":
			r.Spent, r.SpentUSD, r.SpentTokens = s.peek() == '{', 0, 0
			return true, s.models(&r.SpentUSD, &r.SpentTokens)
		case "modelUsage":
			var usd float64
			r.TotalTokens = 0
			return true, s.models(&usd, &r.TotalTokens)
		case "terminal_reason":
			return true, s.stringInto(&r.TerminalReason)
		case "stop_reason":
			return true, s.stringInto(&r.StopReason)
		case "api_error_status":
			return true, s.intInto(&r.APIErrorStatus)
		case "origin":
			return true, s.record(func(key []byte) (bool, error) {
				if string(key) != "kind" {
					return false, nil
				}
				return true, s.stringInto(&r.Origin.Kind)
			})
		case "structured_output":
			return true, s.rawInto(&r.StructuredOutput)
		case "permission_denials":
			return true, s.denials(&r.PermissionDenials)
		case "usage":
			return true, s.usage(&r.Usage)
		case "queued_turn_count":
			return true, s.intInto(&r.QueuedTurnCount)
		case "user_message_uuids":
			return true, s.stringsInto(&r.UserMessageUUIDs)
		}
		return false, nil
	})
	if string(r.StructuredOutput) == "null" {
		r.StructuredOutput = nil
	}
	return r, e.bodyError(err, s.typeErr)
}

func (s *scanner) denials(list *[]PermissionDenial) error {
	*list = nil
	if s.peek() != '[' {
		return s.oddValue("an array")
	}
	return s.array(func() error {
		var d PermissionDenial
		err := s.record(func(key []byte) (bool, error) {
			switch string(key) {
			case "tool_name":
				return true, s.stringInto(&d.ToolName)
			case "tool_use_id":
				return true, s.stringInto(&d.ToolUseID)
			case "tool_input":
				return true, s.rawInto(&d.ToolInput)
			}
			return false, nil
		})
		*list = append(*list, d)
		return err
	})
}

// models adds the cost and the tokens of each model.
func (s *scanner) models(usd *float64, tokens *int64) error {
	return s.record(func([]byte) (bool, error) {
		return true, s.record(func(key []byte) (bool, error) {
			switch string(key) {
			case "costUSD":
				var one float64
				err := s.floatInto(&one)
				*usd += one
				return true, err
			case "inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens":
				var n int64
				err := s.int64Into(&n)
				*tokens += max(n, 0)
				return true, err
			}
			return false, nil
		})
	})
}

func (s *scanner) usage(u *Usage) error {
	return s.record(func(key []byte) (bool, error) {
		switch string(key) {
		case "input_tokens":
			return true, s.int64Into(&u.InputTokens)
		case "output_tokens":
			return true, s.int64Into(&u.OutputTokens)
		case "cache_creation_input_tokens":
			return true, s.int64Into(&u.CacheCreationInputTokens)
		case "cache_read_input_tokens":
			return true, s.int64Into(&u.CacheReadInputTokens)
		}
		return false, nil
	})
}
