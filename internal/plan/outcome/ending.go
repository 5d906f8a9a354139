package outcome

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// Ending is how a task ended.
type Ending struct {
	Outcome    loop.Outcome `json:"outcome,omitempty"` // "" if its ccc printed no outcome
	ExitCode   int          `json:"exit_code"`
	Retryable  bool         `json:"retryable"`
	Rounds     int          `json:"rounds"`
	CostUSD    float64      `json:"cost_usd"`
	Used       int64        `json:"tokens_used,omitempty"` // tokens read and written over all starts, like CostUSD
	DurationMS int64        `json:"duration_ms"`
	SessionID  string       `json:"session_id,omitempty"`
	Model      string       `json:"model,omitempty"` // the model that the agent used last
	Tokens     link.Tokens  `json:"tokens,omitzero"`
	Began      time.Time    `json:"began_at,omitzero"`
	Ended      time.Time    `json:"ended_at,omitzero"`
	Reason     string       `json:"reason,omitempty"` // in English; "" for a completed task
	// Number of open findings that keep the task from being done.
	Open   int `json:"open_findings,omitempty"`
	Advice int `json:"open_advice,omitempty"`
	// FoundAgain is how many findings of the last review the user had already dismissed.
	FoundAgain int  `json:"found_again,omitempty"`
	Unchecked  bool `json:"nothing_checked,omitzero"` // the last review read no file and ran no command
	// Allowed or loose: claude mods may have run during the last review.
	Mods string `json:"mods,omitempty"`
	// Meanwhile lists files that changed during the last review, although the review completed the task.
	Meanwhile string `json:"changed_meanwhile,omitempty"`
	// Outside lists findings that were dismissed outside of the session since the reviews began.
	Outside string `json:"dismissed_outside,omitempty"`
}

// IsCompleted reports whether the task was completed.
func (c Ending) IsCompleted() bool { return c.Outcome == loop.Completed && c.ExitCode == 0 }

// EndingOf returns the ending that the outcome of a task's ccc describes.
func EndingOf(o output.Outcome) Ending {
	e := Ending{
		Outcome: o.Outcome, ExitCode: o.ExitCode, Retryable: o.Retryable, Rounds: o.Rounds, CostUSD: o.CostUSD,
		Used:       o.Tokens,
		DurationMS: o.DurationMS, SessionID: o.SessionID, Reason: o.Reason,
		FoundAgain: len(task.FoundAgain(o.Findings, o.Rounds)),
	}
	e.Open, e.Advice = task.CountOpen(o.Findings)
	if n := len(o.Verdicts); n > 0 {
		last := o.Verdicts[n-1]
		e.Unchecked, e.Mods = last.Unchecked, last.Mods
		e.Meanwhile, e.Outside = wording.Names(last.Meanwhile).String(), wording.Names(last.Outside).String()
	}
	return e
}

// Label returns the outcome in one or two words.
func (c Ending) Label() lang.Message {
	if c.Outcome == loop.NeedsUser && c.Retryable {
		return lang.M("to be tried again")
	}
	return wording.Ending{Outcome: string(c.Outcome), Failed: c.Outcome == ""}.Word()
}

// Brief returns the label, with a note if the last verdict has little evidence.
func (c Ending) Brief() (words lang.Message) {
	if words = c.Label(); c.IsCompleted() && c.Unchecked {
		words = lang.M("%s, nothing checked", words)
	}
	words = lang.Join("%s · %s", words, c.counts(), wording.Mods(c.Mods))
	if c.Meanwhile != "" {
		words = lang.M("%s · %s", words, lang.M("changed during the review: %s", c.Meanwhile))
	}
	if c.Outside != "" {
		words = lang.M("%s · %s", words, lang.M("dismissed from outside (see ccc dismiss --list): %s", c.Outside))
	}
	return words
}

// counts says how many findings are open blockers, advice, and dismissed; empty if there are none.
func (c Ending) counts() lang.Message {
	return lang.Join("%s · %s", wording.CountsOf(c.Open, c.Advice), wording.FoundAgainCount(c.FoundAgain))
}

// MaxReason is the length limit of a reason, in columns. If a task made no progress its reason includes the feedback.
const MaxReason = 1000

// Describe says how a task ended, with the reason.
func (c Ending) Describe() lang.Message {
	return c.withReason(lang.Join("%s · %s", c.Label(), c.counts()))
}

// withReason appends the reason to what, which says how a task ended.
func (c Ending) withReason(what lang.Message) lang.Message {
	if c.Reason != "" && c.Outcome != loop.Completed {
		return lang.M("%s: %s", what, wording.Recorded(text.ClipLine(c.Reason, MaxReason)))
	}
	return what
}
