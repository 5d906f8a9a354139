package task

import (
	"slices"
	"strings"
)

// Join makes one verdict of the verdicts of several reviewers; the first one is listed first. The verdict of a single
// reviewer stays as it is.
//
// The work is done when all of them say so. Feedback goes to the agent even if another reviewer has a question for the
// user: the agent is told that the question is open, and it becomes the verdict once nothing else is left to do.
func Join(said []Reviewer) Verdict {
	v := Verdict{By: ByReviewers, Reviewers: said, Completed: true}
	if len(said) == 1 {
		one := said[0]
		v.Completed, v.Blocked, v.Feedback, v.Evidence = one.Completed, one.Blocked, one.Feedback, one.Evidence
		v.Said, v.Findings = one.Said, one.Findings
		return v
	}
	work := slices.ContainsFunc(said, func(r Reviewer) bool { return !r.Completed && !r.Blocked })
	var feedback []string
	for n, r := range said {
		for _, f := range r.Findings {
			f.Reviewers = []string{r.Name}
			v.Findings = append(v.Findings, f)
		}
		for _, what := range r.Evidence {
			if n > 0 {
				what = r.Name + ": " + what
			}
			v.Evidence = append(v.Evidence, what)
		}
		if r.Completed {
			continue
		}
		text := "## " + r.Name + "\n\n"
		if r.Blocked && work {
			text += "This reviewer has a question for the person, who is asked when all else is done. Leave it open:\n\n"
		}
		feedback = append(feedback, text+strings.TrimSpace(r.Feedback))
		v.Completed, v.Blocked = false, !work
	}
	v.Feedback = strings.Join(feedback, "\n\n")
	return v
}
