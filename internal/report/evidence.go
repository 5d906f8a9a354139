package report

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/review/check"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// evidence adds what the reviewer ran to a step, and returns its weight. It leaves out checks that are listed
// elsewhere.
func (s *Step) evidence(item *session.Item) (n int) {
	for _, e := range item.Evidence {
		switch {
		case strings.HasPrefix(e, "check ") && len(item.Checks) > 0:
			continue
		case len(s.Evidence) == maxList:
			s.Left++
			continue
		}
		e = session.Label(e)
		s.Evidence = append(s.Evidence, e)
		n += tags/4 + weight(e)
	}
	return n
}

// checks adds the project's checks to a step, and returns their weight. reused are those that were not run again.
func (s *Step) checks(item *session.Item, reused []string) (n int) {
	s.Left += max(len(item.Checks)-maxList, 0)
	for _, k := range item.Checks[:min(len(item.Checks), maxList)] {
		one := check.ResultOf(task.Check{
			Name: session.Label(k.Name), Command: session.Label(k.Command), Exit: k.Exit, DurationMS: k.DurationMS,
			State: session.Label(k.State),
		})
		one.Reused = one.State == check.Passed && slices.Contains(reused, one.Name)
		s.Checks = append(s.Checks, one)
		n += tags + weight(one.Name, one.Command, string(one.State))
	}
	return n
}

// reviewers adds the answers of several reviewers to a step, and returns their weight. The answer of an only reviewer
// is the step's text.
func (s *Step) reviewers(item *session.Item) (n int) {
	if len(item.Reviewers) == 1 && item.Reviewers[0].Triage == nil {
		return 0
	}
	s.Left += max(len(item.Reviewers)-maxList, 0)
	for _, r := range item.Reviewers[:min(len(item.Reviewers), maxList)] {
		if t := r.Triage; t != nil {
			one := Reviewer{
				Name:      session.Label(r.Name + " (" + t.Model + ")"),
				Judgement: session.Judgement(t.Completed, false, t.Failed),
				CostUSD:   t.CostUSD, Took: time.Duration(t.DurationMS) * time.Millisecond,
			}
			if t.Alone {
				one.Text = session.NewClip(r.Feedback, maxText/4)
			}
			s.Reviewers = append(s.Reviewers, one)
			n += tags + weightOf(one.Text)
			r.CostUSD, r.DurationMS = streamjson.RoundUSD(r.CostUSD-t.CostUSD), r.DurationMS-t.DurationMS
			if t.Alone {
				continue
			}
		}
		text := r.Feedback
		if r.Completed {
			text = r.Said
		}
		one := Reviewer{
			Name: session.Label(r.Name), Judgement: session.Judgement(r.Completed, r.Blocked, ""),
			Text: session.NewClip(text, maxText/4), CostUSD: r.CostUSD,
			Took: time.Duration(r.DurationMS) * time.Millisecond,
		}
		s.Reviewers = append(s.Reviewers, one)
		n += tags + weightOf(one.Text)
	}
	return n
}

// Word is the word for what the review came to.
func (s *Step) Word() string {
	if s.Dismissed {
		return "by_dismissal"
	}
	return s.Judgement
}

// statusWord maps statuses to the words of a report, in which "open" is used for tasks.
var statusWord = map[task.Status]string{
	task.Open: "still_open", task.Fixed: "fixed", task.Withdrawn: "withdrawn", task.Dismissed: "dismissed",
}

// dismissedWord says where a finding was dismissed, in the words of a report.
var dismissedWord = map[task.Dismisser]string{
	task.ByLoop: "by_you", task.ByClaude: "by_you", task.ByOutside: "from_outside", task.ByUnknown: "from_outside",
}

// findings adds the findings of a task to a step, except those that had ended before, and returns their weight.
func (s *Step) findings(v *session.Verdict) (n int) {
	for _, f := range v.Findings {
		if f.InWords || f.Status != task.Open && f.Ended != v.Round && f.Again != v.Round {
			if f.Ended > 0 && len(s.before) < maxList {
				s.before = append(s.before, Finding{ID: session.Label(f.ID), Status: statusWord[f.Status],
					Ended: f.Ended})
			}
			continue
		}
		if len(s.Findings) == maxList {
			s.Left++
			continue
		}
		status := statusWord[f.Status]
		switch {
		case f.Status == task.Open && f.Found == v.Round:
			status = "new"
		case f.Status == task.Fixed && f.Unnamed:
			status = "closed"
		}
		one := Finding{
			ID: session.Label(f.ID), Severity: string(f.Severity),
			Status: status, DismissedBy: dismissedWord[f.DismissedBy], Reason: session.Label(f.Reason),
			Place: session.Label(f.Evidence),
			Text:  session.NewClip(f.Text, maxText/4), Found: f.Found, Ended: f.Ended,
			By: session.Label(strings.Join(f.Reviewers, ", ")), Unproven: wording.Unproven(f),
		}
		if f.Again == v.Round {
			one.Again = session.Label(f.AgainText)
		}
		s.Findings = append(s.Findings, one)
		n += tags + weightOf(one.Text) + weight(one.Place, one.By, one.Reason, one.Again)
	}
	return n
}

// endFindings adds to earlier reviews of each task in which later review a finding ended, and how.
func endFindings(steps []*Step) {
	ended := map[string]Finding{} // by id, in the task that s belongs to
	for _, s := range slices.Backward(steps) {
		for _, f := range s.before {
			ended[f.ID] = f
		}
		for i := range s.Findings {
			f := &s.Findings[i]
			if f.Ended > 0 {
				ended[f.ID] = *f
			} else if last, known := ended[f.ID]; known {
				f.Ended, f.Later = last.Ended, last.Status
			}
		}
		if s.Task() > 0 {
			clear(ended)
		}
	}
}
