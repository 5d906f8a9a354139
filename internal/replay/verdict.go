package replay

import (
	"slices"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/review/check"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// resetReview forgets the review before the next one. What a stopped review has spent still counts.
func (r *player) resetReview() {
	if !r.costCounted {
		r.unjudged = append(r.unjudged, r.reviewers.Spent()...)
	}
	r.reviewers.Reset()
	r.costCounted, r.checksShown = false, false
}

// judgeOnly passes the verdict of the only reviewer, which has answered, to the machine.
func (r *player) judgeOnly(one *session.ReviewerLines) {
	result := one.Verdict()
	r.costCounted = true
	if r.reader.Format == session.FormatTagged {
		r.computedVerdicts = append(r.computedVerdicts, result.Verdict)
	}
	r.replay.EndReview(result.Verdict)
}

// verdict replays a recorded verdict. If the reviewer's lines contain one, it is computed again.
func (r *player) verdict(item *session.Item) {
	recorded := session.VerdictOf(item)
	if !r.checksShown {
		r.showChecks(item.Checks)
	}
	r.checksShown = false
	if r.reader.Format == session.FormatTagged {
		if task.ByMachine(recorded.By) {
			r.replay.EndReview(recorded)
			return
		}
		if !r.reviewers.HasNames() && r.costCounted {
			if len(r.computedVerdicts) > 0 {
				r.compare(item, recorded, r.computedVerdicts[len(r.computedVerdicts)-1])
			}
			return
		}
	}
	r.costCounted = true
	verdict := recorded
	if computed, ok := r.compute(recorded); ok {
		verdict.Completed, verdict.Blocked = computed.Completed, computed.Blocked
		verdict.Feedback, verdict.Said = computed.Feedback, computed.Said
		verdict.Failure, verdict.Reason, verdict.Until = computed.Failure, computed.Reason, computed.Until
		r.compare(item, recorded, verdict)
	}
	verdict.CostUSD = r.reviewers.CostUSD()
	if r.hook {
		r.replay.EndHookReview(verdict, item.Last,
			loop.Meanwhile{Queued: item.Queued, Ends: item.Ends, Off: item.Off})
		return
	}
	r.replay.EndReview(verdict)
}

// showChecks shows the results of checks, without their output, which no recording has. An older recording has them
// only in the verdict, so there they are shown after the reviewer's lines.
func (r *player) showChecks(checks []session.Check) {
	if r.screen == nil {
		return
	}
	for _, c := range checks {
		result := check.ResultOf(c.Check)
		result.Reused = c.Reused
		r.screen.ShowCheckResult(c.Name, r.Language.Text(result.Outcome()), result.State == check.Passed, "")
	}
}

// compute computes the verdict from the reviewers' lines. ok is false if they have none, if files that changed during
// the review made it void, if a limit ended it, and if an answer is unclear but there is a recorded verdict: an older
// ccc interpreted such an answer and did not ask again.
func (r *player) compute(recorded loop.Verdict) (v loop.Verdict, ok bool) {
	if recorded.Failure != streamjson.NoFailure && len(recorded.ChangedMeanwhile) > 0 ||
		recorded.Failure == streamjson.Budget { // one that the limit on tokens stops is interrupted
		return v, false
	}
	if one := r.reviewers.Find(""); one != nil && one.Answered {
		result := one.Verdict().WithKnown(r.replay.Findings())
		if len(recorded.Reviewers) == 1 {
			result.Feedback, result.Said = words(result, recorded.Reviewers[0])
		}
		return result.Verdict, !result.Unclear || recorded.Failure != streamjson.NoFailure
	}
	if !r.reviewers.HasNames() || recorded.Failure != streamjson.NoFailure {
		return v, false
	}
	reviewers := slices.Clone(recorded.Reviewers)
	for i, s := range reviewers {
		one := r.reviewers.Find(s.Name)
		if one == nil || !one.Answered { // its verdict is from an earlier try
			continue
		}
		result := one.Verdict().WithKnown(r.replay.Findings())
		if result.Unclear {
			continue
		}
		if result.Failure != streamjson.NoFailure {
			return result.Verdict, true
		}
		reviewers[i].Completed, reviewers[i].Blocked = result.Completed, result.Blocked
		reviewers[i].Feedback, reviewers[i].Said = words(result, s)
	}
	return task.Join(reviewers), len(reviewers) > 0
}

// words returns the texts of a reviewer's answer. Text next to findings none of which holds the agent is not
// feedback, if the review did not count it as such: the reviewer had been asked to name what holds the agent.
func words(result review.ReviewerResult, recorded task.Reviewer) (feedback, said string) {
	if len(result.Findings) > 0 && recorded.Feedback == "" && recorded.Said == result.Feedback {
		return "", recorded.Said
	}
	return result.Feedback, result.Said
}

// compare warns if the computed verdict differs from the recorded one.
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
