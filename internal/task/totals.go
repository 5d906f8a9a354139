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

// Outcomes counts the tasks of a launch or a session by what they came to.
type Outcomes struct {
	Completed    int `json:"completed,omitempty"`
	Accepted     int `json:"accepted,omitempty"`
	NotCompleted int `json:"not_completed,omitempty"`
	Questions    int `json:"questions,omitempty"`
	NoVerdict    int `json:"no_verdict,omitempty"`
	Open         int `json:"open,omitempty"`

	NotReviewed    int `json:"not_reviewed,omitempty"`         // no review of them has given a verdict
	LastUnreviewed int `json:"last_stop_unreviewed,omitempty"` // their last stop was not reviewed, after a verdict
}

// Tasks returns how many tasks were counted.
func (o Outcomes) Tasks() int {
	return o.Completed + o.Accepted + o.NotCompleted + o.Questions + o.NoVerdict + o.Open + o.NotReviewed +
		o.LastUnreviewed
}

// Since says what the changed files are compared with that the user is told of.
type Since string

// The values of Since.
const (
	SinceTask      Since = ""          // the beginning of the task
	SinceCompleted Since = "completed" // the last completed task, after which others came
	SinceLaunch    Since = "launch"    // the beginning of the launch
)

// Totals are what ccc tells the user at the end of a launch, or of a task after which the launch goes on. Both costs
// and Tokens are those of all reviews; Reviews counts those that gave a verdict, NoVerdict the others.
type Totals struct {
	OfTask    bool   `json:"of_task,omitempty"`
	Outcome   string `json:"outcome,omitempty"` // as in a launch's result
	Accepted  bool   `json:"accepted,omitempty"`
	WorkMS    int64  `json:"work_ms"` // the time in which nobody waited for the user
	Reviews   int    `json:"reviews"`
	NoVerdict int    `json:"reviews_without_verdict,omitempty"` // they were stopped or failed
	// Tasks are those of the launch, if it had several.
	Tasks Outcomes `json:"task_outcomes,omitzero"`
	// NotCompleted counts the tasks before the last one that ended without being completed.
	NotCompleted int `json:"tasks_not_completed,omitempty"`
	// ChangesSince says what the changed files of a task are compared with.
	ChangesSince Since `json:"changes_since,omitempty"`

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
		t.AtLeast == ofTask.AtLeast && t.Tasks == (Outcomes{}) &&
		t.Tokens == ofTask.Tokens && len(t.Earlier)+len(t.Ended)+len(t.Left) == 0
}
