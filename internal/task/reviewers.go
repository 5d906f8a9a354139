package task

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Join makes one verdict of the verdicts of several reviewers. They are listed in the order of all. The verdict of a
// single reviewer is not changed.
//
// The work is done if all of them say so. Feedback goes to the agent even if another reviewer has a question for the
// user: the agent is told about the question, and it becomes the verdict once nothing else is left to do.
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
			said += "This reviewer has a question for the person, who is asked when all else is done. Leave " +
				"it open:\n\n"
		}
		v.Completed, v.Blocked = false, !work
		if r.Feedback != "" { // if it is empty, the findings say everything
			feedback = append(feedback, said+strings.TrimSpace(r.Feedback))
		}
	}
	v.Feedback = strings.Join(feedback, "\n\n")
	return v
}

// findings returns the findings that the reviewer named. If none of them is open, the feedback counts as a finding,
// unless it says little more than what the user has dismissed.
func (r Reviewer) findings() []Finding {
	isOpen := func(f Finding) bool { return f.Status == Open }
	if r.Completed || r.Blocked || r.Feedback == "" || slices.ContainsFunc(r.Findings, isOpen) || r.isRepeat() {
		return r.Findings
	}
	return append(slices.Clip(r.Findings), InWords(r.Feedback, nil))
}

// InWords returns a finding for a reviewer that named none but finds that the work is not done. Its text is the
// feedback, or else the words of what the reviewer named.
func InWords(feedback string, named []Finding) Finding {
	return Finding{
		Severity: Blocker, Status: Open, InWords: true, Text: text.Head(cmp.Or(feedback, textsOf(named)), MaxInWords),
		Unproven: []string{CriterionUnproven, EvidenceUnproven},
	}
}

// EndedByFinders removes from a reviewer's words that a finding has ended which this reviewer did not find. A
// reviewer that found it and is still in the panel has to say so itself.
func EndedByFinders(said, known []Finding, name string, panel []string) []Finding {
	isAnothers := func(f Finding) bool {
		return !slices.Contains(f.Reviewers, name) && slices.ContainsFunc(f.Reviewers, func(finder string) bool {
			return slices.Contains(panel, finder)
		})
	}
	return slices.DeleteFunc(slices.Clone(said), func(f Finding) bool {
		at := slices.IndexFunc(known, func(k Finding) bool { return k.ID == f.ID })
		return at >= 0 && (f.Status == Fixed || f.Status == Withdrawn) && known[at].isHolding() && isAnothers(known[at])
	})
}

// WithoutOthers returns the findings of a task for weighing the answer of one reviewer alone. Findings that this
// answer does not mention, and that this reviewer did not find alone, do not hold the agent there.
func WithoutOthers(known, said []Finding, name string) []Finding {
	known = slices.Clone(known)
	for i, f := range known {
		isSaid := slices.ContainsFunc(said, func(g Finding) bool { return g.ID == f.ID })
		if f.isHolding() && !isSaid && len(f.Reviewers) > 0 && !slices.Equal(f.Reviewers, []string{name}) {
			known[i].Status = Fixed
		}
	}
	return known
}

// HasBlockerOf reports whether there is an open blocker that the reviewer with that name found.
func HasBlockerOf(list []Finding, name string) bool {
	return slices.ContainsFunc(list, func(f Finding) bool {
		return f.isHolding() && slices.Contains(f.Reviewers, name)
	})
}

// isRepeat reports whether most words of the feedback are from findings that the user has dismissed.
func (r Reviewer) isRepeat() bool {
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

// MaxInWords is how many bytes of feedback in words become the text of a finding.
const MaxInWords = 4 << 10
