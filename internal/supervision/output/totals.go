package output

import (
	"math"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// outcomes are the words for the user.
var outcomes = map[loop.Outcome]lang.Message{
	loop.Completed: lang.M("completed"), loop.NotCompleted: lang.M("not completed"),
	loop.NeedsUser: lang.M("needs you"), loop.Interrupted: lang.M("interrupted"), "": lang.M("ended"),
}

// OutcomeName returns the word for an outcome.
func OutcomeName(o loop.Outcome) lang.Message { return outcomes[o] }

// Totals describes the outcome of a launch and its cost in one line. worked is the time in which nobody waited for the
// user.
func Totals(r loop.Result, worked time.Duration) lang.Message {
	ended := lang.M("%s after %s", OutcomeName(r.Outcome), text.Elapsed(worked))
	if r.IsAccepted() {
		ended = lang.M("%s · %s", wording.Accepted(), text.Elapsed(worked))
	}
	reviews := lang.M("%s", text.Dollars(r.ReviewUSD))
	var prompt, written int64
	looks, looksUSD := 0, 0.0
	for _, v := range r.Verdicts {
		prompt, written = prompt+v.Prompt, written+v.Output
		for _, reviewer := range v.Reviewers {
			if reviewer.Triage != nil {
				looks, looksUSD = looks+1, looksUSD+reviewer.Triage.CostUSD
			}
		}
	}
	if prompt > 0 {
		cached := int64(math.Round(r.Cached() * float64(prompt)))
		reviews = lang.M("%s (%s)", reviews, wording.Tokens(prompt-cached, cached, written))
	}
	if looks > 0 {
		reviews = lang.M("%s, of it %s for first looks", reviews, text.Dollars(looksUSD))
	}
	return lang.M("%s · %s · agent %s, reviews %s",
		ended, wording.Reviews(len(r.Verdicts)), text.Dollars(r.AgentUSD), reviews)
}
