package launch

import (
	"sync"

	"ccc/streamjson"
)

// tokens counts what went in and out so far. Agent and reviewer may add to it at once.
type tokens struct {
	mu      sync.Mutex
	in, out int64
}

// add takes an event, and reports whether it says how many there were: of the agent as it is written, of a reviewer at
// the end of its turn.
func (t *tokens) add(phase string, e streamjson.Event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e.Type {
	case streamjson.TypeStreamEvent:
		p, err := e.StreamEvent()
		switch {
		case err != nil:
			return false
		case p.Type == "message_start":
			t.in += p.Usage.Prompt()
		case p.Type == "message_delta":
			t.out += p.Usage.OutputTokens
		default:
			return false
		}
		return true
	case streamjson.TypeResult:
		r, err := e.Result()
		if err != nil || phase == "agent" {
			return false
		}
		t.in += r.Usage.Prompt()
		t.out += r.Usage.OutputTokens
		return true
	}
	return false
}

func (t *tokens) sum() (in, out int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.in, t.out
}
