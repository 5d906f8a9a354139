package streamjson

import (
	"strings"
	"testing"
)

// TestP05Tokens: the tokens of a process during a turn and after it, as each version reports them.
func TestP05Tokens(t *testing.T) {
	const begin = `{"type":"system","subtype":"init","session_id":"s"}` + "\n" +
		`{"type":"stream_event","session_id":"s","event":{"type":"message_start","message":{"usage":{"input_tokens":10,` +
		`"cache_read_input_tokens":30,"output_tokens":1}}}}` + "\n" +
		`{"type":"stream_event","session_id":"s","event":{"type":"message_delta","delta":{"stop_reason":"tool_use"},` +
		`"usage":{"output_tokens":5}}}` + "\n"
	for name, test := range map[string]struct {
		text string
		want int64
	}{
		"while it goes on": {begin, 45},
		"2.1.5, 2.1.197": {begin + `{"type":"result","subtype":"success","usage":{"input_tokens":1},"modelUsage":{` +
			`"a":{"inputTokens":40,"outputTokens":5,"cacheReadInputTokens":30},"b":{"cacheCreationInputTokens":25}}}`, 100},
		"2.1.329": {begin + `{"type":"result","subtype":"success","usage":{},"modelUsage":{"a":{"inputTokens":4000}},` +
			`"model_usage_since_last_result":{"a":{"inputTokens":40,"outputTokens":7}}}` + "\n" +
			`{"type":"result","subtype":"success","usage":{},"modelUsage":{"a":{"inputTokens":4003}},` +
			`"model_usage_since_last_result":{"a":{"inputTokens":3}}}`, 50},
		"an interrupted turn, of which less is counted": {begin +
			`{"type":"result","subtype":"error_during_execution","usage":{"input_tokens":0}}`, 45},
	} {
		var tracker Tracker
		decoder := NewDecoder(strings.NewReader(test.text))
		for {
			e, err := decoder.Next()
			if err != nil {
				break
			}
			tracker.Add(e)
		}
		if got := tracker.Turn().Tokens; got != test.want {
			t.Errorf("%s: %d tokens, want %d", name, got, test.want)
		}
	}
}
