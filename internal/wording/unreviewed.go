package wording

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// unreviewed says that a stop is not reviewed, or not yet, and why.
func unreviewed(d task.Decision) lang.Message {
	switch d.Code {
	case task.CodeWhileOff:
		return lang.M("this stop was not reviewed: %s", lang.M("reviews were off"))
	case task.CodeTurnFailed:
		return lang.M("not reviewed: %s", lang.M("the agent's turn ended with an error"))
	case task.CodeOffAsText:
		return lang.M("not reviewed: your /supervisoroff has reached the agent as text, and not ccc, as " +
			"the session's file, which the agent can write, says. Reviews are still on: type it again")
	case task.CodeSkipped:
		return lang.M("no review, as you asked")
	case task.CodeUnchanged:
		if d.Verdict.Completed {
			return lang.M("not reviewed: %s", lang.M("no file has changed since the last review, which found the work "+
				"completed (\"unchanged\": \"skip\" in ccc.json)"))
		}
		return lang.M("not reviewed: %s", lang.M("no file has changed since the last review, which found the work "+
			"not completed (\"unchanged\": \"skip\" in ccc.json)"))
	case task.CodeMessageFirst:
		if d.EndsReviews {
			return lang.M("not reviewed: %s", lang.M("your /supervisoroff waits, and ends the reviews"))
		}
		return lang.M("not reviewed yet: your own message goes first")
	case task.CodeAgentsRunning:
		return lang.M(
			"not reviewed yet: subagents that work in the background: %d; the review follows when they are done "+
				"and the agent stops",
			d.Running)
	case task.CodeShellsRunning:
		return lang.M(
			"commands that run in the background: %d; the review starts in %s, or when the agent stops again",
			d.Running, d.Wait)
	case task.CodeLimitReached:
		return limitReached(*d.Reached, d.Verdict != nil)
	}
	return lang.Message{}
}

// limitReached says that a limit has left a stop without a verdict, which would have listed the open findings.
func limitReached(b task.ReachedLimit, isReviewed bool) lang.Message {
	reached, next := ReachedLimit(b), nextStep(b)
	if b.Alone || len(b.Open) == 0 { // else the next step names them
		if isReviewed {
			return lang.M("no verdict: %s. %s", reached, next)
		}
		return lang.M("not reviewed: %s. %s", reached, next)
	}
	list := withFindings(lang.Message{}, task.OpenFindings(b.Findings), b.Reviews)
	if isReviewed {
		return lang.M("no verdict: %s. Open findings:%s\n%s", reached, list, next)
	}
	return lang.M("not reviewed: %s. Open findings:%s\n%s", reached, list, next)
}

// limitLabels stand before a limit in what [Decision] says.
var limitLabels = []string{"not reviewed: ", "no verdict: "}

// LastUnreviewed says that the last stop was not reviewed, and why.
func LastUnreviewed(why lang.Message) lang.Message { return lang.M("last stop not reviewed: %s", why) }

// IsSpent reports whether a failure, by its name in recordings, is that a reviewer has spent what the task may cost.
func IsSpent(failure string) bool { return failure == "budget" }

// LastWithout says that the last stop has no verdict, and why: it was not reviewed, or its review could not be paid to
// its end.
func LastWithout(failure string, why lang.Message) lang.Message {
	if IsSpent(failure) {
		return lang.M("no verdict: %s", why)
	}
	return LastUnreviewed(why)
}

// BrokeOff says that a review was killed before its end, perhaps because the user stopped it.
func BrokeOff(stopped bool) lang.Message {
	if stopped {
		return lang.M("you stopped the review")
	}
	return lang.M("the review broke off")
}

// WaitEnded says that a stop was not reviewed because the user ended the wait for its review.
func WaitEnded() lang.Message { return lang.M("this stop was not reviewed: %s", EndOfWait()) }

// EndOfWait is the reason in [WaitEnded].
func EndOfWait() lang.Message { return lang.M("you ended the wait") }

// ReviewStopped says that a review was stopped, or the wait for it, and that the user did it if the reason says so, by
// which alone a recording tells it.
func ReviewStopped(reason string) lang.Message {
	for _, byUser := range []lang.Message{BrokeOff(true), EndOfWait()} {
		if reason == byUser.String() {
			return byUser
		}
	}
	return lang.M("the review was stopped")
}

// WhyUnreviewed returns why a stop was not reviewed, for a line that says "not reviewed" itself. said is what the user
// was told then, which may say it, too.
func WhyUnreviewed(said lang.Message) lang.Message {
	for _, label := range append(limitLabels, "this stop was not reviewed: ") {
		if args, ok := said.Args(label + "%s. %s"); ok {
			return lang.M("%s. %s", args...)
		}
		if args, ok := said.Args(label + "%s. Open findings:%s\n%s"); ok {
			return lang.M("%s. %s", args[0], args[2])
		}
		if args, ok := said.Args(label + "%s"); ok {
			return lang.M("%s", args...)
		}
		if why, ok := strings.CutPrefix(said.String(), label); ok { // it was recorded
			return Recorded(why)
		}
	}
	switch said.String() { // of a stop it is no reason that the session is kept
	case "no review, as you asked":
		return lang.M("as you asked")
	case "review stopped, the session is kept":
		return BrokeOff(true)
	case "interrupted, the session is kept":
		return lang.M("you interrupted the agent")
	}
	return said
}

// WhyRetry says why a request to the API failed, which claude sends again.
func WhyRetry(r streamjson.Retry) lang.Message {
	switch {
	case r.Error == "overloaded":
		return lang.M("the API is overloaded")
	case r.Error == "rate_limit":
		return lang.M("the API's rate limit is reached")
	case r.IsRejected():
		return lang.M("the API rejects the key or the login")
	case r.Status == 0 && r.Error == "unknown":
		return lang.M("the API does not answer")
	}
	return lang.M("the API failed (%s)", r.Error)
}
