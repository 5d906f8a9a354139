package link

import (
	"ccc/internal/git"
	"ccc/internal/text"
	"ccc/loop"
)

// Status is the present state of a running task.
type Status struct {
	// The error with which the ccc ends, in English; then the other fields are empty.
	Error   string   `json:"error,omitempty"`
	Phase   string   `json:"phase"`
	Round   int      `json:"round"`
	Of      int      `json:"of"`
	CostUSD float64  `json:"cost_usd"`
	Session string   `json:"session_id,omitempty"`
	Model   string   `json:"model,omitempty"`
	Used    int64    `json:"used,omitempty"`    // tokens read and written over all starts, like CostUSD
	Tokens  Tokens   `json:"tokens,omitzero"`   // the tokens of this launch
	Verdict *Verdict `json:"verdict,omitempty"` // a verdict that has just arrived; else nil
	// Says until when a long wait for the API lasts, in the user's language; else "".
	Limit string `json:"limit,omitempty"`

	Judged git.Judged `json:"judged,omitzero"` // the files that the last verdict is about
}

// Verdict is the result of a review.
type Verdict struct {
	Completed bool   `json:"completed"`
	Blocked   bool   `json:"blocked,omitempty"` // Feedback is a question for the user
	Feedback  string `json:"feedback,omitempty"`
	Open      int    `json:"open_findings,omitempty"`
	Unchecked bool   `json:"nothing_checked,omitzero"`
}

// Tokens counts the tokens that models read and wrote for a task, over all starts that were not killed together with
// the run. It does not count reviews without a verdict.
type Tokens struct {
	In     int64 `json:"in"`     // all tokens that the models read
	Cached int64 `json:"cached"` // the part of In that came from the provider's cache
	Out    int64 `json:"out"`    // tokens that the models wrote
}

func (t Tokens) Plus(more Tokens) Tokens {
	return Tokens{t.In + more.In, t.Cached + more.Cached, t.Out + more.Out}
}

// maxFeedback is the length limit of the feedback in an event, in bytes.
const maxFeedback = 16 << 10

func verdictOf(v loop.Verdict, open int) *Verdict {
	return &Verdict{
		Completed: v.Completed, Blocked: v.Blocked, Feedback: text.Head(v.Feedback, maxFeedback), Open: open,
		Unchecked: v.IsUnchecked(),
	}
}
