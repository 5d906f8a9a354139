package terminal

import (
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// TestQ06CallsRetry: while claude waits to repeat a request, that is shown as what runs, since the first time. An
// answer ends it.
func TestQ06CallsRetry(t *testing.T) {
	c := NewCalls(t.TempDir(), lang.English)
	var p streamjson.Parser
	began := time.Now()
	for i, step := range []struct{ line, want string }{
		{`{"type":"system","subtype":"api_retry","attempt":8,"max_retries":10,"retry_delay_ms":32768.5,"error_status":429,` +
			`"error":"rate_limit"}`, "the API's rate limit is reached: waiting 32s before retry 8 of 10"},
		{`{"type":"system","subtype":"status","status":"requesting"}`,
			"the API's rate limit is reached: waiting 32s before retry 8 of 10"},
		{`{"type":"system","subtype":"api_retry","attempt":9,"max_retries":10,"retry_delay_ms":500,"error_status":null,` +
			`"error":"unknown"}`, "the API does not answer: retry 9 of 10"},
		{`{"type":"system","subtype":"api_retry","attempt":10,"max_retries":10,"error_status":500,` +
			`"error":"server_error"}`, "the API failed (server_error): retry 10 of 10"},
		{`{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"well"}]}}`, ""},
		{`{"type":"assistant","message":{"id":"n","content":[{"type":"tool_use","id":"t","name":"StructuredOutput",` +
			`"input":{"feedback":"no"}}]}}`, ""}, // the reviewer's answer, no work
	} {
		e, err := p.Parse([]byte(step.line))
		if err != nil {
			t.Fatal(err)
		}
		c.Add(e, began.Add(time.Duration(i)*time.Second))
		if got, since := c.Running(); got != step.want || got != "" && !since.Equal(began) {
			t.Errorf("after %s: %q since %v, want %q since %v", step.line, got, since, step.want, began)
		}
	}
}
