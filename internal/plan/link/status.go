package link

import (
	"ccc/internal/git"
	"ccc/internal/text"
	"ccc/loop"
)

// Status is the present state of a task that is being done.
type Status struct {
	Error   string   `json:"error,omitempty"` // with which the ccc ends, in English; the other fields are empty then
	Phase   string   `json:"phase"`
	Round   int      `json:"round"`
	Of      int      `json:"of"`
	CostUSD float64  `json:"cost_usd"`
	Session string   `json:"session_id,omitempty"`
	Model   string   `json:"model,omitempty"`
	Used    int64    `json:"used,omitempty"`    // tokens read and written, over all starts, as CostUSD is
	Tokens  Tokens   `json:"tokens,omitzero"`   // of this launch
	Verdict *Verdict `json:"verdict,omitempty"` // that has just come
	Limit   string   `json:"limit,omitempty"`   // a long wait for the API begins: until when, in the user's language

	Judged git.Judged `json:"judged,omitzero"` // what the last verdict is about
}

// Verdict is what a review came to.
type Verdict struct {
	Completed bool   `json:"completed"`
	Blocked   bool   `json:"blocked,omitempty"` // Feedback is a question for the user
	Feedback  string `json:"feedback,omitempty"`
	Open      int    `json:"open_findings,omitempty"`
	Unchecked bool   `json:"nothing_checked,omitzero"`
}

// Tokens are what models have read and written for a task, over all its starts but those that were killed with the run.
// Reviews without a verdict are not in it.
type Tokens struct {
	In     int64 `json:"in"`     // read in all
	Cached int64 `json:"cached"` // of In, from the provider's cache
	Out    int64 `json:"out"`    // written
}

func (t Tokens) Plus(more Tokens) Tokens {
	return Tokens{t.In + more.In, t.Cached + more.Cached, t.Out + more.Out}
}

// maxFeedback is the length limit of the feedback in an event, in bytes.
const maxFeedback = 16 << 10

func verdictOf(v loop.Verdict, open int) *Verdict {
	return &Verdict{
		Completed: v.Completed, Blocked: v.Blocked, Feedback: text.Head(v.Feedback, maxFeedback), Open: open,
		Unchecked: v.Unchecked(),
	}
}
