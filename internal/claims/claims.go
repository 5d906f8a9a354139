// Package claims compares what the agent says in its last message ("all 42 tests pass") with what it ran, without a
// model. It is pure: it reads events that a caller gives it, and files of the project by a function, and starts
// nothing.
//
// A [Reader] follows a session event by event. Package ledger keeps a ledger of its steps: commands that can prove
// something, and changes of files. At the end of each turn the reader takes the claims of the last message, which
// package detect finds, and judges them by that ledger.
package claims

import "ccc/internal/claims/detect"

// A Kind says what a claim is about.
type Kind = detect.Kind

// The kinds.
const (
	TestsPassed    = detect.TestsPassed
	BuildPassed    = detect.BuildPassed
	LintClean      = detect.LintClean
	TypecheckClean = detect.TypecheckClean
	Fixed          = detect.Fixed
	Verified       = detect.Verified
	Deployed       = detect.Deployed
	Committed      = detect.Committed
	Pushed         = detect.Pushed
	Created        = detect.Created
	Deleted        = detect.Deleted
)

// A Reason says why a claim is not supported.
type Reason string

// The reasons.
const (
	NoCommand      Reason = "no_command"      // no command ran that could prove it
	Stale          Reason = "stale"           // it ran before the last edit that matters to it
	FailedExit     Reason = "failed_exit"     // the last run failed
	FailedOutput   Reason = "failed_output"   // the last run exited with 0, but its output reports failures
	EmptyRun       Reason = "empty_run"       // it ran, but checked nothing
	Masked         Reason = "masked"          // its exit status is hidden, or another program may have run
	BackgroundOnly Reason = "background_only" // it was started in the background, and its end was not seen
	Partial        Reason = "partial"         // it checked only a part of what is claimed
	Superseded     Reason = "superseded"      // a later step undid it
	NoResult       Reason = "no_result"       // the session does not show how it ended
)

// A Claim is one statement of the agent about its work, with the verdict on it.
type Claim struct {
	Kind      Kind   `json:"kind"`
	Text      string `json:"text"` // the sentence of the message
	Supported bool   `json:"supported"`
	Reason    Reason `json:"reason,omitempty"` // "" if it is supported
	// Evident: the session shows that the claim is true although the rules cannot count it: the output of the run says
	// that it succeeded and only its exit status was hidden, or only a formatter ran after it. At a stop such a claim
	// is not reported and does not keep the agent from stopping.
	Evident bool `json:"shown,omitempty"`
	// Before: no command ran that could prove it, but the session began before what was read.
	Before  bool   `json:"before,omitempty"`
	Steps   []Step `json:"steps,omitempty"` // the tool calls on which the verdict rests, oldest first
	Suggest string `json:"suggest,omitempty"`
	// Stop is the number of the agent's stop in a turn of the user, from 1; 0 where it stopped once.
	Stop int `json:"stop,omitempty"`
}

// A Step is a tool call.
type Step struct {
	Step    int    `json:"step"` // the number of the tool call in the session, from 1
	Command string `json:"command,omitempty"`
	File    string `json:"file,omitempty"` // the file that it changed
}

// A Turn covers what the agent did after one message of the user until it stopped. What it did when it was then sent
// back, by a review or a hook, is another Turn, which Continues this one.
type Turn struct {
	Claims []Claim `json:"claims"`

	Continues     bool   `json:"-"` // it began with feedback on the stop before, not with a message of the user
	ID            string `json:"-"` // of the agent's last message; "" if unknown
	Model         string `json:"-"` // the model that wrote that message
	Time          string `json:"-"` // when that message was written, in the form of [LineTime]
	Dir           string `json:"-"` // the folder in which the session ran; "" if unknown
	End           End    `json:"-"`
	OtherLanguage bool   `json:"-"` // the last message is in neither English nor Chinese, so no claims are found in it
}

// An End is how a turn ended.
type End uint8

// The ends.
const (
	Unanswered  End = iota // the agent said nothing: a local command, or the user's next message came first
	Stopped                // with a message to the user
	Interrupted            // by the user
	Broken                 // by an API error, or the session ends within the turn
)
