package task

import (
	"cmp"
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
		v.Said, v.Findings, v.NotLookedAt = one.Said, one.findings(), one.NotLookedAt
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
		for _, name := range r.NotLookedAt {
			if !slices.Contains(v.NotLookedAt, name) {
				v.NotLookedAt = append(v.NotLookedAt, name)
			}
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
	return append(slices.Clip(r.Findings), InWords(r.Feedback, nil))
}

// InWords is the finding that a reviewer does not find the work done: its feedback, or else the words of what it names.
func InWords(feedback string, named []Finding) Finding {
	return Finding{
		Severity: Blocker, Status: Open, InWords: true, Text: text.Head(cmp.Or(feedback, textsOf(named)), MaxInWords),
		Unproven: []string{CriterionUnproven, EvidenceUnproven},
	}
}

// EndedByFinders drops what a reviewer says has ended of findings that it did not find. Those who found them, and are
// reviewers of the panel still, say it themselves.
func EndedByFinders(said, known []Finding, name string, panel []string) []Finding {
	isAnothers := func(f Finding) bool {
		return !slices.Contains(f.Reviewers, name) && slices.ContainsFunc(f.Reviewers, func(finder string) bool {
			return slices.Contains(panel, finder)
		})
	}
	return slices.DeleteFunc(slices.Clone(said), func(f Finding) bool {
		at := slices.IndexFunc(known, func(k Finding) bool { return k.ID == f.ID })
		return at >= 0 && (f.Status == Fixed || f.Status == Withdrawn) && known[at].holds() && isAnothers(known[at])
	})
}

// WithoutOthers are the findings of a task that one reviewer's answer is weighed with by itself: as if what it does not
// speak of, and what it did not find alone, held nobody.
func WithoutOthers(known, said []Finding, name string) []Finding {
	known = slices.Clone(known)
	for i, f := range known {
		isSaid := slices.ContainsFunc(said, func(g Finding) bool { return g.ID == f.ID })
		if f.holds() && !isSaid && len(f.Reviewers) > 0 && !slices.Equal(f.Reviewers, []string{name}) {
			known[i].Status = Fixed
		}
	}
	return known
}

// Holds reports whether a blocker is open that the reviewer of a name found.
func Holds(list []Finding, name string) bool {
	return slices.ContainsFunc(list, func(f Finding) bool { return f.holds() && slices.Contains(f.Reviewers, name) })
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

// MaxInWords is how much of feedback in words is a finding's text, in bytes.
const MaxInWords = 4 << 10
