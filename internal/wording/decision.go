// Package wording puts decisions of the policy (package task) and verdicts of reviewers into words for the user. The
// loop, the Stop hook and the viewers of recordings use it, so that all say the same.
package wording

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
)

// Decision describes a decision and its reason. It is empty if there is nothing to say.
func Decision(d task.Decision) lang.Message {
	switch d.Code {
	case task.CodeSkipNext:
		return lang.M("no review after this turn")
	case task.CodeReviewsOn:
		return lang.M("reviews are on: each stop is reviewed, at most %s per task", Reviews(d.Limit))
	case task.CodeReviewsOff:
		return lang.M("reviews are off until /supervisor")
	case task.CodeDismissed, task.CodeNotOpen, task.CodeNoFinding:
		return Dismissal(d, DismissalIn(d.InLoop))
	case task.CodeLimit:
		return limit(d)
	case task.CodeCompleted:
		said := withFindings(headOfNotes(d), d.Verdict.Findings, d.Round)
		if d.Action == task.Yield {
			return lang.M("%s\n%s", said, lang.M(
				"give the next task, or /accept to go on in Claude Code's own screen."))
		}
		return said
	case task.CodeFeedback:
		return withFindings(headOfNotes(d), d.Verdict.Findings, d.Round)
	case task.CodeHeldMessage:
		if d.EndsReviews {
			return heldMessage(d, lang.M("Your /supervisoroff goes first, and ends the reviews."))
		}
		return heldMessage(d, lang.M("Your own message goes first."))
	case task.CodeHeldOff:
		return heldMessage(d, lang.M("Reviews were switched off meanwhile."))
	case task.CodeQuestion, task.CodeLimitAfterReview:
		return lang.M("%s\n%s", head(d), Reason(d))
	case task.CodeClaimsFeedback:
		return lang.M("the agent is told, and goes on (%d of at most %d times)", d.Round, d.Limit)
	case task.CodeClaimsLimit:
		return lang.M("stop allowed: the agent has been told %d times since your message, which is the limit", d.Limit)
	case task.CodeClaimsCircle:
		return lang.M("stop allowed: %s without progress: %s", Rounds(d.Round), Stall(d.Stall))
	case task.CodeRetry:
		return lang.M("no verdict (%s): trying the review again", d.Verdict.Reason)
	case task.CodeReviewStopped:
		reason := ""
		if v := d.Verdict; v != nil && v.Reason != nil {
			reason = v.Reason.Error()
		}
		return lang.M("this stop was not reviewed: %s", ReviewStopped(reason))
	case task.CodeNoVerdict:
		return lang.M("this stop was not reviewed: %s", d.Verdict.Reason)
	}
	return unreviewed(d)
}

// Held returns the message in claude's own screen about a review that holds the agent. Claude shows the feedback
// below it (2.1.5, 2.1.330), so only two kinds of findings have their own line: those that ccc could not confirm
// completely, with what follows from such a blocker, and those that the user has dismissed.
func Held(d task.Decision) lang.Message {
	if d.Code != task.CodeFeedback {
		return Decision(d)
	}
	line := headOfNotes(d)
	for _, f := range task.NamedFindings(d.Verdict.Findings) {
		if !Unproven(f).Empty() {
			line = lang.M("%s\n%s", line, Finding(f))
		}
	}
	line = lang.Join("%s\n%s", line, Doubtful(d))
	return withFoundAgain(line, d.Verdict.Findings, d.Round)
}

// Doubtful says that a blocker which ccc could not confirm counts, and the command that dismisses it; it is empty if
// the agent goes on with no such blocker.
func Doubtful(d task.Decision) lang.Message {
	if d.Code != task.CodeFeedback {
		return lang.Message{}
	}
	for _, f := range task.NamedFindings(d.Verdict.Findings) {
		if f.Severity != task.Advice && !Unproven(f).Empty() {
			return lang.M("A blocker that ccc cannot confirm counts all the same. If it is wrong: %s %s WHY",
				DismissalIn(d.InLoop), f.ID)
		}
	}
	return lang.Message{}
}

// Reason returns why the user has the floor. It is Decision without the line about the review.
func Reason(d task.Decision) lang.Message {
	switch d.Code {
	case task.CodeQuestion:
		return lang.M("The reviewer asks you:\n%s", d.Verdict.Feedback)
	case task.CodeLimitAfterReview:
		return lastFeedback(*d.Reached, *d.Verdict)
	}
	return Decision(d)
}

// YourTurn says in a notification or title that the user has the floor. asks says that the reviewer has a question.
func YourTurn(asks bool) lang.Message {
	if asks {
		return lang.M("the reviewer asks you")
	}
	return lang.M("it is your turn")
}

// ReviewerComment returns what the reviewers of a completed task remarked, each in a line; empty for nothing.
func ReviewerComment(d task.Decision) (said lang.Message) {
	switch {
	case d.Code != task.CodeCompleted:
	case d.Verdict.Said != "":
		if words := d.Verdict.WithoutDismissed(d.Verdict.Said); words != "" {
			said = lang.M("The reviewer says: %s", inOneLine(words))
		}
	case len(d.Verdict.Reviewers) > 1:
		for _, r := range d.Verdict.Reviewers {
			if r.Said != "" {
				said = lang.Join("%s\n%s", said, lang.M("The reviewer %s says: %s", r.Name, inOneLine(r.Said)))
			}
		}
	}
	return said
}

// ReasonInShort returns Reason in one line, for a verdict with findings: the limit, and the first finding. The
// verdict itself lists all findings.
func ReasonInShort(d task.Decision) lang.Message {
	if d.Code == task.CodeLimitAfterReview {
		if named := task.NamedFindings(d.Verdict.Findings); len(named) > 0 && !task.ByMachine(d.Verdict.By) {
			return lang.M("%s: %s", limitReason(*d.Reached), inOneLine(named[0].Text))
		}
	}
	return Reason(d)
}

func limit(d task.Decision) lang.Message {
	if d.Busy {
		return lang.M("at most %s per task: the one that runs is the last", Reviews(d.Limit))
	}
	if d.Asks {
		return lang.M("at most %s per task. /review or your next message goes on, in a new count", Reviews(d.Limit))
	}
	if d.Reached != nil {
		return lang.M("at most %s per task: this one has had %d, so its next stop is not reviewed. %s",
			Reviews(d.Limit), d.Reached.Reviews, nextStep(*d.Reached))
	}
	return lang.M("at most %s per task", Reviews(d.Limit))
}

// heldMessage says why the agent does not get the feedback of a review yet. The reviewer's own words may name only what
// is new; the feedback has all that is open.
func heldMessage(d task.Decision, why lang.Message) lang.Message {
	v := *d.Verdict
	if task.ByMachine(v.By) {
		return lang.M("%s\n%s %s", head(d), why, MachineReason(v))
	}
	said, named := lang.M("%s\n%s The feedback was:", head(d), why), len(task.NamedFindings(v.Findings))
	if named > 0 && named == len(task.OpenFindings(v.Findings)) {
		return withFindings(said, v.Findings, v.Round)
	}
	return lang.Join("%s\n%s", said, lang.Verbatim(numbered(v)))
}

// lastFeedback says which limit ended the task, and shows the feedback that the agent no longer gets. Feedback that no
// reviewer wrote is English for an agent, so the user reads instead what it is about.
func lastFeedback(b task.ReachedLimit, v task.Verdict) lang.Message {
	feedback := numbered(v)
	named := len(task.NamedFindings(v.Findings))
	next := nextStep(b)
	if v.By == task.ByProtect && !b.Alone && !b.Loop { // a new count alone ends at the same files
		next = lang.M("%s /supervisor begins a new task with the files as they are.", next)
	}
	switch {
	case task.ByMachine(v.By):
		said := lang.M("%s\n%s", limitReason(b), MachineReason(v))
		return lang.M("%s\n%s", withFindings(said, v.Findings, b.Reviews), next)
	case named > 0 && named == len(task.OpenFindings(v.Findings)):
		return lang.M("%s\n%s", withFindings(limitReason(b), v.Findings, b.Reviews), next)
	case named > 0:
		return lang.M("%s\nThe feedback was:\n%s\n%s", withFindings(limitReason(b), v.Findings, b.Reviews), feedback,
			next)
	case b.End == task.EndedCircles && strings.TrimSpace(b.Before) == strings.TrimSpace(v.Feedback):
	case b.End == task.EndedCircles && task.SaysTheSame(b.Before, v.Feedback):
		return lang.M("%s. The feedback was the same as before:\n%s\n%s", ReachedLimit(b), feedback, next)
	case b.End == task.EndedCircles:
		return lang.M("%s. The previous feedback was:\n%s\nNow it is:\n%s\n%s", limitReason(b), b.Before, feedback,
			next)
	}
	return lang.M("%s. The feedback was:\n%s\n%s", limitReason(b), feedback, next)
}

// numbered returns the feedback of a verdict, with the id of its finding if that stands for all of the feedback.
func numbered(v task.Verdict) string {
	if open := task.OpenFindings(v.Findings); len(open) == 1 && open[0].InWords {
		return open[0].ID + ": " + v.Feedback
	}
	return v.Feedback
}

// limitReason says which limit ended the task and, for rounds without progress, what they had in common.
func limitReason(b task.ReachedLimit) lang.Message {
	if b.End == task.EndedCircles && b.Stall != task.NoStall {
		return lang.M("%s: %s", ReachedLimit(b), Stall(b.Stall))
	}
	return ReachedLimit(b)
}

// Stall says in which way a round brought no progress.
func Stall(s task.Stall) lang.Message {
	switch s {
	case task.SameFeedback:
		return lang.M("the same feedback again")
	case task.SameWords:
		return lang.M("the agent used no tool and said the same thing again")
	}
	return lang.Message{}
}

// ReachedLimit says how a limit ended the task.
func ReachedLimit(b task.ReachedLimit) lang.Message {
	switch b.End {
	case task.EndedCost:
		return lang.M("%s spent on this task, of at most %s", text.Dollars(b.CostUSD), text.Dollars(b.MaxCostUSD))
	case task.EndedTokens:
		return lang.M("%d tokens read and written on this task, of at most %d", b.Tokens, b.MaxTokens)
	case task.EndedTime:
		return lang.M("the time for this task is up: %s", b.MaxDuration)
	case task.EndedCircles:
		if b.Stalled == 0 { // an older recording does not say how many
			return lang.M("stopped: rounds without progress")
		}
		return lang.M("stopped: %s without progress", Rounds(b.Stalled))
	case task.EndedNew:
		return lang.M("stopped: new findings in each round")
	}
	if b.Reviews == 1 {
		return lang.M("not completed after 1 review, which is the limit")
	}
	return lang.M("not completed after %d reviews, which is the limit", b.Reviews)
}

// StoppedAt says in a few words which limit ended a task, after that many reviews; empty if none did.
func StoppedAt(end task.End, reviews int) lang.Message {
	switch end {
	case task.EndedRounds:
		return lang.M("stopped at the limit of %s", Reviews(reviews))
	case task.EndedCost:
		return lang.M("stopped at the limit on cost")
	case task.EndedTokens:
		return lang.M("stopped at the limit on tokens")
	case task.EndedTime:
		return lang.M("stopped at the limit on time")
	case task.EndedCircles:
		return lang.M("stopped at the limit on rounds without progress")
	case task.EndedNew:
		return ReachedLimit(task.ReachedLimit{End: end})
	}
	return lang.Message{}
}

// howToDismiss says how the open findings with these ids, or the first of many, are dismissed.
func howToDismiss(command string, open []string) lang.Message {
	if len(open) == 1 {
		return lang.M("%s %s WHY settles that finding", command, open[0])
	}
	ids := strings.Join(open[:min(len(open), maxShown)], " ")
	return lang.M("%s %s WHY settles these findings (leave out those that stay)", command, ids)
}

// nextStep says what the user can do after a limit has ended the task.
func nextStep(b task.ReachedLimit) lang.Message {
	switch {
	case !b.Alone && b.Loop && len(b.Open) > 0:
		return lang.M("/accept takes the work as it is, %s, and your next message begins a new count.",
			howToDismiss("/dismiss", b.Open))
	case !b.Alone && b.Loop:
		return lang.M("/accept takes the work as it is, and your next message begins a new count.")
	case !b.Alone && len(b.Open) > 0:
		return lang.M("%s, and your next message begins a new count.", howToDismiss("/supervisor dismiss", b.Open))
	case !b.Alone:
		return lang.M("Your next message begins a new count.")
	case b.Shared:
		return lang.M("The same command with a higher %s goes on with it.", flags[b.End])
	case b.InPlan:
		return lang.M("A higher %s in the plan allows more.", keys[b.End])
	case b.End == task.EndedNew || b.End == task.EndedCircles:
		return lang.M("Look at the session: further rounds like these do not help.")
	}
	return lang.M("A higher %s in ccc.json allows more.", keys[b.End])
}

// AfterNoVerdict says what the user can do after a review that gave no verdict. It is empty for another decision, and
// if there is no user.
func AfterNoVerdict(d task.Decision) lang.Message {
	switch {
	case d.Code != task.CodeNoVerdict || d.Alone:
		return lang.Message{}
	case d.InLoop:
		return lang.M("/review asks for the review again, and a message goes on.")
	case d.Verdict.FailsAgain():
		return lang.M("Settle that first: until then a stop may get no verdict. Your next message goes on.")
	}
	return lang.M("Your next message goes on, and the stop after it is reviewed.")
}

// keys maps limits to their keys in ccc.json.
var keys = map[task.End]string{
	task.EndedRounds: "max_iterations", task.EndedCost: "max_cost_usd", task.EndedTokens: "max_tokens",
	task.EndedTime: "max_duration",
}

// flags maps limits that tasks share to the flags of ccc run.
var flags = map[task.End]string{task.EndedCost: "--max-cost-usd", task.EndedTokens: "--max-tokens"}
