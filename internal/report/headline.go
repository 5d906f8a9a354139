package report

import (
	"cmp"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// Mood returns the class of the outcome in the style sheet: good if each task was completed, bad if one was not, or
// open. Where the user's word counted in place of the reviewer's, it is open, and as long as the launch has no outcome.
func (r *Report) Mood() string {
	switch o := r.Outcomes; {
	case r.isOpen(), r.Outcome == "" && r.Error == "" && !r.Ended:
		return "open"
	case r.isLaunch() && (r.Outcome == "not_completed" || o.NotCompleted > 0):
		return "bad"
	case r.Outcome == "completed" && !r.Accepted && !r.Dismissed && o.Completed == o.Tasks():
		return "good"
	}
	return "open"
}

// isOpen reports whether the launch still runs and has no outcome yet. In claude's own screen each stop gives it one.
func (r *Report) isOpen() bool { return r.Running && r.Outcome == "" }

// isLaunch reports whether the input comes from a launch of ccc, and not from claude alone.
func (r *Report) isLaunch() bool {
	return r.Timed || slices.ContainsFunc(r.Steps, func(s *Step) bool { return s.Judgement != "" })
}

// title returns the outcome in words: of all tasks, and of the launch if it did not end with the last task.
func (r *Report) title(l lang.Language) string {
	last, all := r.outcome(l), r.tally(l)
	switch {
	case r.isOpen():
		return strings.TrimSuffix(l.Text(r.doing())+" · "+r.soFar(l), " · ")
	case r.Outcomes.Tasks() <= 1 || !r.isLaunch() || all == "":
		return last
	case r.Accepted || r.Outcome == "completed" || r.Outcome == "not_completed":
		return all
	}
	return last + " · " + all
}

// doing says that the launch still runs, and what it does. Of claude's own screen a recording has only the reviews.
func (r *Report) doing() lang.Message {
	switch {
	case r.Hook && r.Phase != session.PhaseReview:
		return lang.M("Still running")
	case r.Phase == session.PhaseAgent:
		return lang.M("Still running: the agent works")
	case r.Phase == session.PhaseReview:
		return lang.M("Still running: a review runs")
	case r.Phase == session.PhaseWait:
		return lang.M("Still running: it waits to go on")
	case r.Phase == session.PhaseQuestion:
		return lang.M("Still running: the agent waits for an answer of the user")
	}
	return lang.M("Still running: it waits for the user")
}

// soFar says what the tasks of a launch that still runs came to; "" if there is nothing to say yet.
func (r *Report) soFar(l lang.Language) string {
	switch o := r.Outcomes; {
	case o.Tasks() > 1:
		return r.tally(l)
	case o.Completed == 1:
		return l.Sprintf("its task is completed")
	case o.NotCompleted == 1:
		return l.Sprintf("its task is not completed")
	}
	return ""
}

// tally describes the tasks that were not completed; "" if only the last task has not ended.
func (r *Report) tally(l lang.Language) string {
	o := r.Outcomes
	if o.Completed == o.Tasks() {
		return l.Sprintf("%d tasks completed, %d reviews", o.Completed, r.Rounds)
	}
	return l.Text(wording.NotDone(o))
}

// outcome returns the outcome of the last task in words.
func (r *Report) outcome(l lang.Language) string {
	rounds := r.Rounds
	switch {
	case !r.isLaunch():
		return l.Sprintf("A session of Claude Code")
	case r.Accepted:
		return l.Sprintf("Accepted by the user, not by a review")
	case r.Outcome == "completed" && r.Dismissed:
		return l.Sprintf("Completed after %s: what blocked it was dismissed", wording.Reviews(rounds))
	case r.Outcome == "completed" && rounds == 0:
		return l.Sprintf("Completed")
	case r.Outcome == "completed" && rounds == 1:
		return l.Sprintf("Completed after 1 review")
	case r.Outcome == "completed":
		return l.Sprintf("Completed after %d reviews", rounds)
	case r.Error != "" && r.Outcome == "":
		return l.Sprintf("Ended with an error")
	case r.Outcome == "" && !r.Ended && len(r.Tasks) > 0 && r.Tasks[len(r.Tasks)-1].Outcome == session.JudgedCompleted:
		return l.Sprintf("The task is completed, and the launch goes on")
	case r.Outcome == "" && !r.Ended && !r.Unreviewed:
		return l.Sprintf("Not ended: it still runs, or was cut off")
	case r.ending().IsUnreviewed() && rounds > 0:
		return l.Sprintf("%s, after %s", text.Capitalize(l.Text(r.ending().Word())), wording.Reviews(rounds))
	}
	return text.Capitalize(l.Text(r.ending().Word()))
}

// ending returns how the launch ended, for the word that the lists of launches use.
func (r *Report) ending() wording.Ending {
	return wording.Ending{Outcome: r.Outcome, IsHook: r.Hook, Rounds: r.Rounds, Unreviewed: r.Unreviewed}
}

// reason returns why the task was not completed; "" if it was, or if the reason is unknown.
func (r *Report) reason(l lang.Language) string {
	if r.Outcome == "completed" || r.Outcome == "interrupted" || r.Why.Empty() {
		return ""
	}
	if r.ending().IsUnreviewed() && !r.isOpen() { // the title says it
		return l.Text(wording.WhyUnreviewed(r.Why))
	}
	return l.Text(r.Why)
}

// countText returns the number of a task's reviews in words; "" for none.
func (t *Task) countText(l lang.Language) string {
	if t.Rounds == 0 {
		return ""
	}
	return l.Text(wording.Reviews(t.Rounds))
}

// Came returns the outcome of a task, as a class of the page.
func (t *Task) Came() string { return cmp.Or(t.Outcome, "unjudged") }

// CameWord returns the outcome of a task, as a key of [words].
func (t *Task) CameWord() string {
	switch {
	case t.Outcome == "" && t.Rounds > 0:
		return "last_unjudged"
	case t.IsByDismissal():
		return "by_dismissal"
	}
	return t.Came()
}

// When returns the time at which the session began.
func (r *Report) When() string {
	if r.Began.IsZero() {
		return ""
	}
	return r.Began.Format("2006-01-02 15:04 MST")
}
