package supervision

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// taskSpent is what the task has taken so far, and what the launch had spent when it began.
type taskSpent struct {
	verdicts            []loop.Verdict
	work                time.Duration
	agentUSD, reviewUSD float64
	reviewed            task.Tokens
	noVerdict, unpriced int
}

// beginTask returns the taskSpent of a task that begins when the launch has spent what at says.
func (s *supervision) beginTask(at loop.Snapshot) taskSpent {
	return taskSpent{
		work: s.work.elapsed(time.Now()), agentUSD: at.AgentUSD, reviewUSD: at.ReviewUSD, reviewed: at.Reviewed,
		noVerdict: at.NoVerdict, unpriced: at.Unpriced,
	}
}

// takeUpTask begins a task if one has begun: what was spent before it, also on work that was interrupted or done with
// reviews off, is not of it.
func (s *supervision) takeUpTask(at loop.Snapshot) {
	if s.recorder.tasks.begun() {
		s.task = s.beginTask(at)
		s.begunTasks++
	}
}

// since says what the changed files of the task are compared with. The policy keeps the state of the files at the last
// completed task, or at the launch, because the reviewer has to see all that was done since. If no other task began in
// between, this is the beginning of the task.
func (s *supervision) since() task.Since {
	t := s.recorder.trees.Load()
	switch {
	case t == nil || s.begunTasks < 2:
		return task.SinceTask
	case t.base == s.completedTree:
		return task.SinceCompleted
	case t.base == s.reviews.base().Tree:
		return task.SinceLaunch
	}
	return task.SinceTask
}

// followTask adds the verdict of n to the task. If it completes a task after which the launch goes on, it summarizes
// the task for the user, as the end of the launch does.
func (s *supervision) followTask(n loop.Notice) {
	t := &s.task
	t.verdicts = append(t.verdicts, *n.Verdict)
	if !n.Verdict.Completed {
		return
	}
	next := s.beginTask(n.At)
	if s.Policy.Stay && s.Attended {
		r := loop.Result{Outcome: loop.Completed, Verdicts: t.verdicts, Reviewed: n.At.Reviewed.Minus(t.reviewed)}
		r.NoVerdict, r.Unpriced = n.At.NoVerdict-t.noVerdict, n.At.Unpriced-t.unpriced
		r.AgentUSD, r.ReviewUSD = n.At.AgentUSD-t.agentUSD, n.At.ReviewUSD-t.reviewUSD
		total := output.TotalsOf(r, next.work-t.work)
		total.OfTask, total.ChangesSince = true, s.since()
		changes, unknown := s.reviews.reviewedChanges()
		lines := slices.Concat(wording.Totals(total, s.Language),
			wording.FileChanges(changes, total.ChangesSince, s.Language), unknown)
		s.front.note(lang.M("%s", strings.Join(lines, "\n")))
		s.recorder.Totals(total, changes)
		s.shown, s.shownFiles = total, changes
	}
	*t, s.begunTasks = next, 0
	if t := s.recorder.trees.Load(); t != nil {
		s.completedTree = t.work
	}
}

// verdicts lists what the last reviews found, and the findings that are still open. Claude's own screen, which may
// come next, has not shown them.
func (e ending) verdicts(language lang.Language) (lines []string) {
	list := e.result.Verdicts
	first := max(0, len(list)-wording.MaxListed)
	if first > 0 {
		lines = append(lines, language.Sprintf("earlier reviews, not listed: %d", first))
	}
	tasks := 1
	if len(list) > 0 {
		tasks = e.taskOf[len(list)-1]
	}
	for i, verdict := range list[first:] {
		what := verdictLine(verdict)
		if verdict.Completed {
			what = lang.Join("%s · %s", what, describeProgress(verdict))
		}
		if tasks > 1 { // as the loop has numbered the review
			what = lang.M("task %d, review %d: %s", e.taskOf[first+i], verdict.Round, what)
		} else {
			what = lang.M("%d. %s", first+i+1, what)
		}
		lines = append(lines, language.Text(what))
		if found := describeProgress(verdict); !verdict.Completed && !found.Empty() {
			lines = append(lines, "   "+language.Text(found))
		}
		if outside := wording.DismissedOutside(verdict.DismissedOutside); !outside.Empty() {
			lines = append(lines, "   "+language.Text(outside))
		}
	}
	open := task.NamedFindings(e.findings)
	for _, f := range open[:min(len(open), wording.MaxListed)] {
		lines = append(lines, language.Text(wording.Finding(f)))
	}
	return lines
}

// describeProgress says how a review has changed the findings, and what it checked.
func describeProgress(v loop.Verdict) lang.Message {
	checked := lang.Message{}
	if len(v.Evidence) > 0 {
		checked = lang.M("checked: %s", wording.ListSome(v.Evidence))
	} else if v.IsUnchecked() {
		checked = lang.M("nothing checked")
	}
	return lang.Join("%s · %s", wording.Moves(v.Findings, v.Round), checked)
}

// verdictLine describes a verdict in one line, with the beginning of its feedback.
func verdictLine(v loop.Verdict) lang.Message {
	what := shortLine(v.Feedback)
	if len(v.Reviewers) > 1 {
		var each []string
		for _, r := range v.Reviewers {
			if !r.Completed {
				each = append(each, r.Name+": "+shortLine(r.Feedback))
			}
		}
		what = strings.Join(each, " · ")
	}
	switch {
	case v.Completed:
		return wording.Judged(v.Completed, v.Blocked, v.Findings, v.Round)
	case v.Blocked && len(v.Reviewers) < 2:
		return lang.M("asked you: %s", questionLine(v.Feedback))
	case v.Blocked:
		return lang.M("asked you: %s", what)
	case task.ByMachine(v.By):
		return lang.M("not completed: %s", wording.MachineReason(v))
	}
	return lang.M("not completed: %s", what)
}

// leftByReview says what the last review asked the user, or what failed before a reviewer was asked; empty for neither.
// v may be nil.
func leftByReview(v *loop.Verdict) lang.Message {
	switch {
	case v == nil || v.Completed:
		return lang.Message{}
	case v.Blocked:
		return lang.M("the last review asked you:\n%s", v.Feedback)
	case !task.ByMachine(v.By):
		return lang.Message{}
	}
	return lang.M("the last review asked no reviewer: %s", wording.MachineReason(*v))
}

// shortLine is the first line of a text, cut off if it is long.
func shortLine(s string) string { return text.ClipCharacters(text.FirstLine(s), 80) }

// questionLine is the line of a text that asks something, else its first line. If it is long its beginning is cut off,
// because what is asked is at its end.
func questionLine(s string) string {
	line := text.FirstLine(s)
	for one := range strings.Lines(s) {
		if one = strings.TrimSpace(one); strings.HasSuffix(one, "?") || strings.HasSuffix(one, "？") {
			line = one
		}
	}
	runes := []rune(text.OneLine(line))
	if len(runes) > maxQuestion {
		return "…" + string(runes[len(runes)-maxQuestion+1:])
	}
	return string(runes)
}

// maxQuestion is how many characters of a question the summary shows.
const maxQuestion = 160

// oneLine returns the outcome of the launch in one line.
func (e ending) oneLine() lang.Message {
	if e.result.Accepted {
		return wording.Accepted()
	}
	if e.result.Outcome == loop.Completed {
		return wording.Completed(len(e.result.Verdicts))
	}
	word := wording.Ending{
		Outcome: string(e.result.Outcome), Rounds: len(e.result.Verdicts), Unreviewed: len(e.result.Sessions) > 0,
	}.Word()
	return lang.M("ended: %s", word)
}
