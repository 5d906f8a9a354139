package replay

import (
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// forget makes room for the next review. What the last one cost counts though it was stopped.
func (r *player) forget() {
	if !r.counted {
		r.stopped += r.reviewers.CostUSD()
	}
	r.reviewers.Reset()
	r.counted = false
}

// reviewed gives the machine the verdict of the only reviewer, whose result is read.
func (r *player) reviewed(one *session.ReviewerLines) {
	result := one.Verdict()
	r.counted = true
	if r.reader.Format == session.FormatTagged {
		r.judged = append(r.judged, result.Verdict)
	}
	r.replay.Reviewed(result.Verdict)
}

// verdict plays a recorded verdict: it is computed anew from the reviewer's lines, if they hold one.
func (r *player) verdict(item *session.Item) {
	recorded := session.VerdictOf(item)
	r.checked(recorded.Checks)
	if r.reader.Format == session.FormatTagged {
		if recorded.By == task.ByChecks || recorded.By == task.ByProtect { // no reviewer's lines give it
			r.replay.Reviewed(recorded)
			return
		}
		if !r.reviewers.Named() && r.counted {
			if len(r.judged) > 0 {
				r.compare(item, recorded, r.judged[len(r.judged)-1])
			}
			return
		}
	}
	r.counted = true
	verdict := recorded
	if computed, ok := r.compute(recorded); ok {
		verdict.Completed, verdict.Blocked = computed.Completed, computed.Blocked
		verdict.Feedback, verdict.Said = computed.Feedback, computed.Said
		verdict.Failure, verdict.Reason, verdict.Until = computed.Failure, computed.Reason, computed.Until
		r.compare(item, recorded, verdict)
	}
	verdict.CostUSD = r.reviewers.CostUSD()
	if r.hook {
		r.replay.HookReviewed(verdict, item.Last, item.Queued, item.Off)
		return
	}
	r.replay.Reviewed(verdict)
}

// checked shows what came of the checks. A recording has them in the verdict, so that they stand below what a reviewer
// says; what they wrote is not in it.
func (r *player) checked(checks []task.Check) {
	if r.screen == nil {
		return
	}
	for _, c := range checks {
		result := review.CheckResult{State: review.CheckState(c.State), Exit: c.Exit,
			Duration: time.Duration(c.DurationMS) * time.Millisecond}
		r.screen.ShowCheckResult(c.Name, r.Language.Text(result.Outcome()), result.State == review.CheckPassed, "")
	}
}

// compute gives the verdict by the reviewers' lines. ok is false where they hold none, and where they hold an answer
// that is not plain but has a recorded verdict: an older ccc interpreted it and did not ask back.
func (r *player) compute(recorded loop.Verdict) (v loop.Verdict, ok bool) {
	if one := r.reviewers.Find(""); one != nil && one.Answered {
		result := one.Verdict()
		return result.Verdict, !result.Unclear || recorded.Failure != streamjson.NoFailure
	}
	if !r.reviewers.Named() || recorded.Failure != streamjson.NoFailure {
		return v, false
	}
	said := slices.Clone(recorded.Reviewers)
	for i, s := range said {
		one := r.reviewers.Find(s.Name)
		if one == nil || !one.Answered { // it had given its verdict before this was tried again
			continue
		}
		result := one.Verdict()
		if result.Unclear {
			continue
		}
		if result.Failure != streamjson.NoFailure {
			return result.Verdict, true
		}
		said[i].Completed, said[i].Blocked = result.Completed, result.Blocked
		said[i].Feedback, said[i].Said = result.Feedback, result.Said
	}
	return task.Join(said), len(said) > 0
}

// compare warns of a verdict that is not the recorded one.
func (r *player) compare(item *session.Item, recorded, computed loop.Verdict) {
	if recorded.Completed != computed.Completed || recorded.Blocked != computed.Blocked ||
		recorded.Feedback != computed.Feedback || recorded.Failure != computed.Failure {
		r.warn("line %d: the recorded verdict is %s, the reviewer's lines give %s",
			item.Line, describe(recorded), describe(computed))
	}
}

func describe(v loop.Verdict) lang.Message {
	switch {
	case v.Failure != streamjson.NoFailure:
		return lang.M("none (%s)", session.FailureName(v.Failure))
	case v.Completed:
		return lang.M("completed")
	case v.Blocked:
		return lang.M("a question")
	}
	return lang.M("not completed")
}
