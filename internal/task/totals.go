package task

import "math"

// Tokens are those of reviews, also of reviews that gave no verdict.
type Tokens struct {
	Prompt int64 `json:"prompt,omitzero"` // read
	Cached int64 `json:"cached,omitzero"` // the part of Prompt that came from a cache
	Output int64 `json:"output,omitzero"` // written
}

// Plus adds those of one more review.
func (t Tokens) Plus(v Verdict) Tokens {
	cached := int64(math.Round(v.Cached * float64(v.Prompt)))
	return Tokens{t.Prompt + v.Prompt, t.Cached + cached, t.Output + v.Output}
}

// Minus returns the tokens since an earlier count.
func (t Tokens) Minus(before Tokens) Tokens {
	return Tokens{t.Prompt - before.Prompt, t.Cached - before.Cached, t.Output - before.Output}
}

// TaskOf returns of which task the last of a launch's verdicts is, counted from 1: those of a task are numbered anew.
func TaskOf(verdicts []Verdict) (number int) {
	for i, v := range verdicts {
		if i == 0 || v.Round == 1 {
			number++
		}
	}
	return number
}

// Totals are what ccc tells the user at the end of a launch, or of a task after which the launch goes on. Both costs
// and Tokens are those of all reviews; Reviews counts those that gave a verdict, NoVerdict the others.
type Totals struct {
	OfTask    bool   `json:"of_task,omitempty"`
	Outcome   string `json:"outcome,omitempty"` // as in a launch's result
	Accepted  bool   `json:"accepted,omitempty"`
	WorkMS    int64  `json:"work_ms"` // the time in which nobody waited for the user
	Reviews   int    `json:"reviews"`
	NoVerdict int    `json:"reviews_without_verdict,omitempty"` // they were stopped or failed
	Tasks     int    `json:"tasks,omitempty"`                   // that Reviews were of, if of several; else 0
	// NotCompleted counts those of Tasks before the last one that ended without being completed.
	NotCompleted int `json:"tasks_not_completed,omitempty"`

	AgentUSD  float64 `json:"agent_usd"`
	ReviewUSD float64 `json:"review_usd"`
	// AtLeast says that a review was ended before anything said what it cost: ReviewUSD lacks it.
	AtLeast bool   `json:"at_least,omitempty"`
	Tokens  Tokens `json:"review_tokens,omitzero"`

	FirstLooks    int     `json:"first_looks,omitempty"`
	FirstLooksUSD float64 `json:"first_looks_usd,omitempty"`

	Earlier   []string `json:"earlier_sessions,omitempty"`
	Left      string   `json:"left_running,omitempty"`     // programs that the agent has left running
	Ended     []string `json:"ended_with_agent,omitempty"` // background work that ended with the agent
	Mode      string   `json:"mode_kept,omitempty"`        // the agent's permission mode, as claude calls it
	Recording string   `json:"recording,omitempty"`        // its path, if the user was told it
}

// Repeats reports whether the totals of a launch tell nothing but what those of its only task have told.
func (t Totals) Repeats(ofTask Totals) bool {
	return ofTask.OfTask && t.Outcome == ofTask.Outcome && !t.Accepted && t.Reviews == ofTask.Reviews &&
		t.NoVerdict == ofTask.NoVerdict && t.AgentUSD == ofTask.AgentUSD && t.ReviewUSD == ofTask.ReviewUSD &&
		t.AtLeast == ofTask.AtLeast &&
		t.Tokens == ofTask.Tokens && len(t.Earlier)+len(t.Ended)+len(t.Left) == 0
}
