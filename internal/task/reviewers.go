package task

import (
	"maps"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Join makes one verdict of the verdicts of several reviewers; the first one is listed first. The verdict of a single
// reviewer stays as it is.
//
// The work is done when all of them say so. Feedback goes to the agent even if another reviewer has a question for the
// user: the agent is told that the question is open, and it becomes the verdict once nothing else is left to do.
func Join(all []Reviewer) Verdict {
	v := Verdict{By: ByReviewers, Reviewers: all, Completed: true}
	if len(all) == 1 {
		one := all[0]
		v.Completed, v.Blocked, v.Feedback, v.Evidence = one.Completed, one.Blocked, one.Feedback, one.Evidence
		v.Said, v.Findings = one.Said, one.findings()
		return v
	}
	work := slices.ContainsFunc(all, func(r Reviewer) bool { return !r.Completed && !r.Blocked })
	var feedback []string
	for n, r := range all {
		for _, f := range r.findings() {
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
		said := "## " + r.Name + "\n\n"
		if r.Blocked && work {
			said += "This reviewer has a question for the person, who is asked when all else is done. Leave it open:\n\n"
		}
		v.Completed, v.Blocked = false, !work
		if r.Feedback != "" { // else its findings say all
			feedback = append(feedback, said+strings.TrimSpace(r.Feedback))
		}
	}
	v.Feedback = strings.Join(feedback, "\n\n")
	return v
}

// findings are those that the reviewer named. If it names none that is open, its feedback is one, unless that says
// little more than what the user has dismissed.
func (r Reviewer) findings() []Finding {
	isOpen := func(f Finding) bool { return f.Status == Open }
	if r.Completed || r.Blocked || r.Feedback == "" || slices.ContainsFunc(r.Findings, isOpen) || r.repeatsDismissed() {
		return r.Findings
	}
	return append(slices.Clip(r.Findings), Finding{
		Severity: Blocker, Status: Open, InWords: true, Text: text.Head(r.Feedback, maxInWords),
		Unproven: []string{CriterionUnproven, EvidenceUnproven},
	})
}

// repeatsDismissed reports whether most of the feedback's words are those of findings that the user has dismissed.
func (r Reviewer) repeatsDismissed() bool {
	dismissed := make(map[string]bool)
	for _, f := range r.Findings {
		if f.Status == Dismissed {
			maps.Copy(dismissed, words(f.Text+" "+f.Criterion+" "+f.Evidence))
		}
	}
	said := words(r.Feedback)
	common := 0
	for w := range said {
		if dismissed[w] {
			common++
		}
	}
	return len(dismissed) > 0 && 2*common >= len(said)
}

// maxInWords is how much of feedback in words is a finding's text, in bytes.
const maxInWords = 4 << 10
