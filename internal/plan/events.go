package plan

import (
	"time"

	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"
)

// Event is one line of ccc run --output-format stream-json. docs/reference/run-events.schema.json describes it.
type Event struct {
	Type string    `json:"type"` // one of the event types below
	At   time.Time `json:"at"`

	Plan  string `json:"plan,omitempty"` // its absolute path; set together with Tasks
	Tasks int    `json:"tasks,omitempty"`
	// The number of a task in the plan; set together with the fields below.
	Task      int             `json:"task,omitempty"`
	Title     string          `json:"title,omitempty"`
	Launch    string          `json:"launch,omitempty"`
	Directory string          `json:"directory,omitempty"`
	Branch    string          `json:"branch,omitempty"`
	Into      string          `json:"into,omitempty"`  // the branch that Branch was merged into
	Phase     string          `json:"phase,omitempty"` // agent, wait, review or done
	Round     int             `json:"round,omitempty"`
	Of        int             `json:"of,omitempty"`
	CostUSD   float64         `json:"cost_usd,omitzero"` // cost of the task so far
	Verdict   *link.Verdict   `json:"verdict,omitempty"`
	Text      string          `json:"text,omitempty"`
	Row       *outcome.Row    `json:"row,omitempty"`
	Result    *outcome.Result `json:"result,omitempty"`
}

// The types of events.
const (
	eventBegun   = "begun"   // the run: Plan, Tasks
	eventStarted = "started" // a task begins: Title, Launch, Directory, Branch
	eventPhase   = "phase"   // a phase of a task begins: Phase, Round, Of, CostUSD
	eventVerdict = "verdict" // a review gave a verdict: Verdict, Round, CostUSD
	eventWaiting = "waiting" // a task waits for a usage limit: Text says until when
	eventNote    = "note"    // a message for the user: Text
	eventDone    = "done"    // a task has ended, done or not: Row
	eventMerged  = "merged"  // a branch was merged: Branch, Into
	eventResult  = "result"  // the run has ended: Result, as --output-format json prints it
)

// emit passes an event on. Every goroutine may call it.
func (r *run) emit(e Event) {
	if r.Event == nil {
		return
	}
	r.emitMu.Lock()
	defer r.emitMu.Unlock()
	e.At = time.Now().UTC()
	r.Event(e)
}

// emitStatus emits events for what is new in the status of a task.
func (r *run) emitStatus(j *job, before link.Status) {
	now := j.status
	e := Event{Task: int(j.number.Load()), Round: now.Round, Of: now.Of, CostUSD: now.CostUSD}
	if now.Verdict != nil {
		v := e
		v.Type, v.Verdict = eventVerdict, now.Verdict
		r.emit(v)
	}
	if now.Limit != "" {
		v := e
		v.Type, v.Text = eventWaiting, now.Limit
		r.emit(v)
	}
	if now.Phase != before.Phase || now.Round != before.Round {
		e.Type, e.Phase = eventPhase, now.Phase
		r.emit(e)
	}
}

// emitDone emits the event that a task has ended.
func (r *run) emitDone(e *entry) {
	row := r.row(taskName(r.fileKey, e.ID))
	t, there := r.plan.Find(e.ID)
	row.Number, row.Title, row.Heading = e.Number, e.Title, t.Heading
	row.Done, row.Gone = t.Done || e.Merge != "" && e.IsCompleted(), !there && e.Merge == ""
	rows := []outcome.Row{row}
	r.noteTrees(rows)
	r.emit(Event{Type: eventDone, Task: e.Number, Row: &rows[0]})
}
