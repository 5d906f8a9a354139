// Package outcome describes the result of a run and of each of its tasks: as JSON, as a table, and in words.
package outcome

import (
	"cmp"
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/plan/worktree"
	"ccc/loop"
)

// Result is the result of a run, as it is printed as JSON.
type Result struct {
	Outcome    loop.Outcome `json:"outcome"`
	Reason     string       `json:"reason,omitempty"` // in English; "" for a completed run
	CostUSD    float64      `json:"cost_usd"`
	DurationMS int64        `json:"duration_ms"` // in milliseconds, over all starts
	Tasks      []Row        `json:"tasks"`
	// Merge are the branches that can be merged one after another to combine all work.
	Merge     []string            `json:"merge,omitempty"`
	Conflicts []worktree.Conflict `json:"conflicts,omitempty"`
	Merged    *Merged             `json:"merged,omitempty"`
	// Commands are the commands that open the pull requests, if neither gh nor glab is installed.
	Commands  []string `json:"commands,omitempty"`
	ExitCode  int      `json:"exit_code"`
	Retryable bool     `json:"retryable"`
}

// Row describes one task of the plan in a run.
type Row struct {
	Number  int    `json:"number"` // in the plan
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Done    bool   `json:"done"`    // the task is ticked
	Outcome string `json:"outcome"` // a [loop.Outcome], or one of the constants below; set only in a [Result]
	*Ending        // nil if this run did nothing for the task
	// Before is how the task ended in the earlier run that did it; nil if there is none, or if it no longer counts.
	Before  *Ending `json:"before,omitempty"`
	Others  bool    `json:"ticked_by_others,omitempty"` // the task is ticked, and no review has found it done
	Gone    bool    `json:"gone,omitempty"`             // the plan no longer has the task; Number is its last number
	Retried int     `json:"retried,omitempty"`          // how often it was begun again because of its option retries
	Branch  string  `json:"branch,omitempty"`
	Commit  string  `json:"commit,omitempty"` // its last commit
	// PullRequest is the address of its pull request.
	PullRequest string `json:"pull_request,omitempty"`
	Dir         string `json:"worktree,omitempty"` // its work tree, if that still exists

	Launch string      `json:"-"` // the id of the running launch; "" for none
	Status link.Status `json:"-"` // the status of the running launch
	Since  time.Time   `json:"-"` // when the running launch began; zero for none
	Name   string      `json:"-"` // its name in git and in file names
}

// The values of [Row.Outcome] that are no [loop.Outcome].
const (
	Failed   = "error"     // the ccc of the task failed; Reason says why
	Ticked   = "ticked"    // somebody other than the run ticked it
	NotBegun = "not_begun" // the run did nothing for it
)

// OutcomeWord returns the value for [Row.Outcome].
func (r Row) OutcomeWord() string {
	switch {
	case r.Ending != nil:
		return cmp.Or(string(r.Ending.Outcome), Failed)
	case r.Done:
		return Ticked
	}
	return NotBegun
}

// MergeCheck is the result of a check of the rubric on the merged branch.
type MergeCheck struct {
	Name    string       `json:"name"`
	Passed  bool         `json:"passed"`
	Outcome lang.Message `json:"-"`
}

// Merged describes the branch that combines all work.
type Merged struct {
	Branch   string       `json:"branch"`
	Commit   string       `json:"commit"`
	Branches []string     `json:"branches"` // the branches that were merged into it, in order
	Checks   []MergeCheck `json:"checks,omitempty"`
	// First is the command to run before merging it, because the plan in the user's tree has uncommitted ticks.
	First string `json:"first,omitempty"`
}
