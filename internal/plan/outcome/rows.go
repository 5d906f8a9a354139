// Package outcome is what a run of a plan came to, and each of its tasks: as JSON, as a table, and in words.
package outcome

import (
	"cmp"
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/plan/worktree"
	"ccc/loop"
)

// Result is what a run came to, as it is printed as JSON.
type Result struct {
	Outcome    loop.Outcome `json:"outcome"`
	Reason     string       `json:"reason,omitempty"` // in English; "" for completed
	CostUSD    float64      `json:"cost_usd"`
	DurationMS int64        `json:"duration_ms"` // over all starts
	Tasks      []Row        `json:"tasks"`
	// Merge are branches that can be merged one after another, to have all the work.
	Merge     []string            `json:"merge,omitempty"`
	Conflicts []worktree.Conflict `json:"conflicts,omitempty"`
	Merged    *Merged             `json:"merged,omitempty"`
	// Commands open the pull requests, where neither gh nor glab is there.
	Commands  []string `json:"commands,omitempty"`
	ExitCode  int      `json:"exit_code"`
	Retryable bool     `json:"retryable"`
}

// Row is what a run knows of one task of the plan.
type Row struct {
	Number  int    `json:"number"` // in the plan
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Done    bool   `json:"done"`    // it has a tick
	Outcome string `json:"outcome"` // a [loop.Outcome], or one of the words below; set in a [Result] only
	*Ending        // nil if nothing was done for the task
	// Before is how it ended in the run before, in which it was done; nil if it was not, or does not count any more.
	Before  *Ending `json:"before,omitempty"`
	Others  bool    `json:"ticked_by_others,omitempty"` // it has a tick, and no review has found it done
	Gone    bool    `json:"gone,omitempty"`             // the plan does not have it any more; Number is its last one
	Retried int     `json:"retried,omitempty"`          // how often it was begun anew, by its retries
	Branch  string  `json:"branch,omitempty"`
	Commit  string  `json:"commit,omitempty"` // its last one
	// PullRequest is its address.
	PullRequest string `json:"pull_request,omitempty"`
	Dir         string `json:"worktree,omitempty"` // its work tree, if that is still there

	Launch string      `json:"-"` // the id of the launch that runs; "" for none
	Status link.Status `json:"-"` // of that launch
	Since  time.Time   `json:"-"` // when that launch began; zero if none runs
	Name   string      `json:"-"` // in git and in files
}

// What [Row.Outcome] is if there is no [loop.Outcome].
const (
	Failed   = "error"     // the ccc of the task failed: Reason says why
	Ticked   = "ticked"    // somebody else ticked it
	NotBegun = "not_begun" // the run did nothing for it
)

// OutcomeWord is what [Row.Outcome] is to be.
func (r Row) OutcomeWord() string {
	switch {
	case r.Ending != nil:
		return cmp.Or(string(r.Ending.Outcome), Failed)
	case r.Done:
		return Ticked
	}
	return NotBegun
}

// MergeCheck is a check of the rubric, run on the merged branch.
type MergeCheck struct {
	Name    string       `json:"name"`
	Passed  bool         `json:"passed"`
	Outcome lang.Message `json:"-"`
}

// Merged is the branch that has all the work.
type Merged struct {
	Branch   string       `json:"branch"`
	Commit   string       `json:"commit"`
	Branches []string     `json:"branches"` // in it, in this order
	Checks   []MergeCheck `json:"checks,omitempty"`
	// First is what to type before it can be merged: the plan in the user's tree has ticks that are not committed there.
	First string `json:"first,omitempty"`
}
