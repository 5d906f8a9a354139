package task

import (
	"slices"
	"strings"
)

// Join makes one verdict of what several reviewers said, the first one first; of one it is what that one said.
//
// It is done when all say so. What is to be done goes to the agent, also where another reviewer has a question for the
// person: that one is told to the agent as open, and is the verdict as soon as nothing else is left to do.
func Join(said []Reviewer) Verdict {
	v := Verdict{By: ByReviewers, Reviewers: said, Completed: true}
	if len(said) == 1 {
		one := said[0]
		v.Completed, v.Blocked, v.Feedback, v.Evidence = one.Completed, one.Blocked, one.Feedback, one.Evidence
		v.Said = one.Said
		return v
	}
	work := slices.ContainsFunc(said, func(r Reviewer) bool { return !r.Completed && !r.Blocked })
	var feedback []string
	for n, r := range said {
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
