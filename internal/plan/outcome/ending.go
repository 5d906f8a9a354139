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
	Outcome    loop.Outcome `json:"outcome,omitempty"` // "" if its ccc printed none
	ExitCode   int          `json:"exit_code"`
	Retryable  bool         `json:"retryable"`
	Rounds     int          `json:"rounds"`
	CostUSD    float64      `json:"cost_usd"`
	Used       int64        `json:"tokens_used,omitempty"` // read and written, over all starts, as CostUSD is
	DurationMS int64        `json:"duration_ms"`
	SessionID  string       `json:"session_id,omitempty"`
	Model      string       `json:"model,omitempty"` // that the agent used last
	Tokens     link.Tokens  `json:"tokens,omitzero"`
	Began      time.Time    `json:"began_at,omitzero"`
	Ended      time.Time    `json:"ended_at,omitzero"`
	Reason     string       `json:"reason,omitempty"`        // in English; "" for completed
	Open       int          `json:"open_findings,omitempty"` // that hold the agent
	Advice     int          `json:"open_advice,omitempty"`
	// FoundAgain is how many findings the last review found although the user has dismissed them.
	FoundAgain int    `json:"found_again,omitempty"`
	Unchecked  bool   `json:"nothing_checked,omitzero"` // the last review looked at nothing
	Mods       string `json:"mods,omitempty"`           // allowed or loose: mods may have run at the last review
	// Meanwhile names files that changed during the last review, if it completed the task nevertheless.
	Meanwhile string `json:"changed_meanwhile,omitempty"`
	// Outside names findings that were dismissed from outside since the reviews began.
	Outside string `json:"dismissed_outside,omitempty"`
}

// Completed reports whether the task was completed.
func (c Ending) Completed() bool { return c.Outcome == loop.Completed && c.ExitCode == 0 }

// EndingOf is how a task ended, by what its ccc printed.
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
		e.Meanwhile, e.Outside = wording.Names(last.Meanwhile), wording.Names(last.Outside)
	}
	return e
}

var outcomes = map[loop.Outcome]lang.Message{
	loop.Completed: lang.M("completed"), loop.NotCompleted: lang.M("not completed"),
	loop.NeedsUser: lang.M("needs you"), loop.Interrupted: lang.M("interrupted"), "": lang.M("error"),
}

// Label is the outcome in a word or two.
func (c Ending) Label() lang.Message {
	if c.Outcome == loop.NeedsUser && c.Retryable {
		return lang.M("to be tried again")
	}
	return outcomes[c.Outcome]
}

// Brief is the label, with what the last verdict rests on if that is little.
func (c Ending) Brief() (words lang.Message) {
	if words = c.Label(); c.Completed() && c.Unchecked {
		words = lang.M("%s, nothing checked", words)
	}
	words = lang.Join("%s · %s", words, c.counts(), wording.Mods(c.Mods))
	if c.Meanwhile != "" {
		words = lang.M("%s · %s", words, lang.M("changed while it was reviewed: %s", c.Meanwhile))
	}
	if c.Outside != "" {
		words = lang.M("%s · %s", words, lang.M("dismissed from outside, see ccc dismiss --list: %s", c.Outside))
	}
	return words
}

// counts says how many findings are open, are advice, and were dismissed; empty for none.
func (c Ending) counts() lang.Message {
	return lang.Join("%s · %s", wording.CountsOf(c.Open, c.Advice), wording.FoundAgainCount(c.FoundAgain))
}

// MaxReason is the length limit of a reason, in columns. The reason of a task that made no progress includes the
// feedback.
const MaxReason = 1000

// Describe says how a task ended, with the reason.
func (c Ending) Describe() lang.Message {
	return c.withReason(lang.Join("%s · %s", c.Label(), c.counts()))
}

// withReason adds the reason to words on how a task ended.
func (c Ending) withReason(what lang.Message) lang.Message {
	if c.Reason != "" && c.Outcome != loop.Completed {
		return lang.M("%s: %s", what, wording.Recorded(text.ClipLine(c.Reason, MaxReason)))
	}
	return what
}
