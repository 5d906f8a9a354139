package review

import (
	"ccc/internal/task"
	"ccc/streamjson"
)

// Usage counts the tokens of a reviewer by its events. A turn that has not ended counts, too. The zero value is ready.
type Usage struct {
	ended streamjson.Usage // of the turns that have ended
	live  streamjson.Usage // of the turn that has not
}

// Add takes the next event.
func (u *Usage) Add(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeStreamEvent:
		edge, ok := e.Edge()
		switch {
		case ok && edge.Type == "message_start":
			edge.Usage.OutputTokens = 0 // the message_delta has the total
			u.live.Add(edge.Usage)
		case ok && edge.Type == "message_delta":
			u.live.OutputTokens += edge.Usage.OutputTokens
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			u.ended.Add(r.Usage)
			u.live = streamjson.Usage{}
		}
	}
}

// Sum returns the tokens that the reviewer has read and written so far.
func (u *Usage) Sum() streamjson.Usage {
	sum := u.ended
	sum.Add(u.live)
	return sum
}

// SetTokens sets the tokens of a verdict.
func (u *Usage) SetTokens(v *task.Verdict) {
	sum := u.Sum()
	v.Prompt, v.Output, v.Cached = sum.Prompt(), sum.OutputTokens, 0
	if v.Prompt > 0 {
		v.Cached = float64(sum.CacheReadInputTokens) / float64(v.Prompt)
	}
}
