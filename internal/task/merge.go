package task

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Reviews in a row may find only new things until the sum of these is maxNewOnly; then the user decides. Feedback in
// words has nothing that ccc could confirm, and often is of a reviewer that can answer in no other way: there it takes
// twice as many. So it does where new things come beside old ones, of which none has ended: the list only grows.
const (
	newNamed   = 2
	newInWords = 1
	newBeside  = 1
	maxNewOnly = 4
)

// Weigh merges the findings of a verdict into those of the task, and decides by them: with findings of which none holds
// the agent, the verdict is that the work is completed. The verdict that it returns has all findings of the task. What
// the user did meanwhile counts first.
// onlyNew is one of the above if a later review than the first found only new things, or only made the list longer; else
// it is 0.
func Weigh(known []Finding, v Verdict, round int) (_ Verdict, onlyNew int) {
	var said, changes []Finding
	for _, f := range v.Findings {
		if f.isChange() {
			changes = append(changes, f)
		} else {
			said = append(said, f)
		}
	}
	known = Apply(known, changes, round)
	v.Findings = said
	v.Findings = mergeFindings(known, v, round)
	v.FoundAgain = len(FoundAgain(v.Findings, round))
	if len(said) == 0 && v.Feedback == "" && !v.Completed {
		v.Feedback = textsOf(OpenFindings(v.Findings))
	}
	if len(said) == 0 || v.Completed || v.Blocked {
		return v, 0
	}
	if !slices.ContainsFunc(v.Findings, Finding.holds) {
		v.Completed, v.Said, v.Feedback = true, cmp.Or(v.Feedback, v.Said), ""
		return v, 0
	}
	if v.Feedback == "" {
		v.Feedback = cmp.Or(textsOf(NamedFindings(v.Findings)), textsOf(OpenFindings(v.Findings)))
	}
	switch {
	case round == 1:
		return v, 0
	case !isOnlyNew(known, said, v.Findings, round):
		if onlyGrows(v.Findings, round) {
			return v, newBeside
		}
		return v, 0
	case slices.ContainsFunc(said, func(f Finding) bool { return f.InWords && f.holds() }):
		return v, newInWords
	}
	return v, newNamed
}

// isOnlyNew reports whether an answer names blockers, and all of them, and all that holds in list after it, are new. One
// that had ended is as new, unless ccc could confirm what it says now. An open finding that the answer leaves out still
// holds, unless nothing in the answer can be believed: it speaks of no earlier finding, and ccc could confirm none of the
// new ones.
func isOnlyNew(known, said, list []Finding, round int) bool {
	isNew, isBelieved := false, false
	var again []string
	for _, f := range said {
		at := findSame(known, f, said, isNoOther)
		switch isBlocker := f.holds(); {
		case isBlocker && f.First:
			return false
		case isBlocker && f.InWords:
			if slices.ContainsFunc(known, f.isAbout) {
				return false
			}
			isNew = true
		case at >= 0 && isBlocker && known[at].hasEnded() && !f.isProven():
			isNew, again = true, append(again, known[at].ID)
		case at >= 0:
			isBelieved = isBelieved || known[at].Status != Dismissed
		case isBlocker:
			isNew, isBelieved = true, isBelieved || len(f.Unproven) == 0
		}
	}
	isOld := func(f Finding) bool { return f.holds() && f.Found < round && !slices.Contains(again, f.ID) }
	return isNew && !(isBelieved && slices.ContainsFunc(list, isOld))
}

// onlyGrows reports whether a review named something new that holds, and ended nothing.
func onlyGrows(list []Finding, round int) bool {
	isNew := func(f Finding) bool { return f.holds() && f.Found == round && !f.InWords }
	hasEnded := func(f Finding) bool { return f.Ended == round }
	return slices.ContainsFunc(list, isNew) && !slices.ContainsFunc(list, hasEnded)
}

// isAbout reports whether feedback in words speaks of a finding that is open: by its id, or in some of its words.
func (f Finding) isAbout(known Finding) bool {
	if known.Status != Open {
		return false
	}
	said, before := topics(f.Text), topics(known.Text)
	common := 0
	for w := range before {
		if said[w] {
			common++
		}
	}
	least := float64(min(len(said), len(before))) * someLikeness
	return said[strings.ToLower(known.ID)] || float64(common) >= least
}

// mergeFindings merges what the review of a round said into the findings of a task. Its result depends on the arguments
// alone. When a reviewer looks for the first time, each of its blockers is one. Later a new blocker is one only if ccc
// could confirm its criterion and its evidence; else it is advice. Feedback in words always is one, and replaces the
// reviewer's last. What a verdict that finds the work completed does not mention is fixed. Of a finding that an answer,
// or another reviewer's, calls both open and ended it is open.
func mergeFindings(known []Finding, v Verdict, round int) []Finding {
	list := slices.Clone(known)
	mentioned := make([]bool, len(list), len(list)+len(v.Findings))
	byID := func(f Finding) int {
		if f.ID == "" {
			return 1
		}
		return 0
	}
	byIDFirst := slices.SortedStableFunc(slices.Values(v.Findings), func(a, b Finding) int {
		return cmp.Compare(byID(a), byID(b))
	})
	for i, said := range byIDFirst {
		// What one reviewer says in one answer are different findings.
		at := findSame(list, said, v.Findings, func(f Finding) bool {
			return slices.ContainsFunc(byIDFirst[:i], func(g Finding) bool {
				return g.ID == f.ID && g.Status == Open && g.hasReviewersOf(said)
			}) || f.isOnlyOf(said.Reviewers, round)
		})
		switch {
		case at >= 0 && mentioned[at] && list[at].Status == Open && (said.Status == Fixed || said.Status == Withdrawn):
		case at >= 0:
			mentioned[at] = true
			list[at] = list[at].update(said, round)
		case said.Status != Open && said.Status != Dismissed, len(OpenFindings(list)) >= MaxFindings && said.Severity == Advice:
		default:
			said.First = said.First && !slices.ContainsFunc(known, said.hasFinderOf)
			isLater := round > 1 || slices.ContainsFunc(known, Finding.isCarriedOver)
			list, mentioned = append(list, newFinding(said, len(list)+1, round, isLater)), append(mentioned, true)
		}
	}
	for i, f := range list {
		switch {
		case f.Status != Open || mentioned[i]:
		case v.Completed && f.Severity == Blocker:
			list[i].Status, list[i].Ended = Fixed, round
		case f.InWords && slices.ContainsFunc(v.Findings, f.hasReviewersOf):
			list[i].Status, list[i].Ended = Withdrawn, round // the reviewer now names what it finds
		}
	}
	return list
}

// findSame returns the index of the finding that an entry of an answer means: by its id, or because it is the same in
// like words and not another one in any case. It returns -1 for none.
func findSame(list []Finding, said Finding, answer []Finding, isOther func(Finding) bool) int {
	if said.InWords {
		at := slices.IndexFunc(list, func(f Finding) bool {
			return f.InWords && f.Status == Open && f.hasReviewersOf(said)
		})
		if at >= 0 {
			return at
		}
	}
	if said.ID != "" {
		at := slices.IndexFunc(list, func(f Finding) bool { return f.ID == said.ID })
		if at >= 0 && !said.isAnother(list[at]) && (list[at].Status != Dismissed || !said.isElsewhere(list[at])) {
			return at
		}
	}
	return slices.IndexFunc(list, func(f Finding) bool {
		if f.Status == Dismissed {
			return !isOther(f) && said.isLikest(f, answer)
		}
		return !isOther(f) && f.Same(said)
	})
}

// isElsewhere reports whether a finding that a reviewer gives the id of a dismissed one is about something else.
func (f Finding) isElsewhere(dismissed Finding) bool {
	a, b := f.File(), dismissed.File()
	return a != "" && b != "" && a != b && !f.Repeats(dismissed)
}

// isLikest reports whether a finding of an answer is a dismissed one again. What one reviewer says in one answer are
// different findings: if several could be it, only the likest is, and none if they have other words.
func (f Finding) isLikest(dismissed Finding, answer []Finding) bool {
	if !f.Repeats(dismissed) {
		return false
	}
	likeness := func(g Finding) float64 { return overlap(topics(g.Text), topics(dismissed.Text)) }
	isAlone, own, isBefore := true, likeness(f), true
	for _, g := range answer {
		switch {
		case g.Text == f.Text && g.Evidence == f.Evidence:
			isBefore = false
		case !g.hasReviewersOf(f) || g.Status != Open && g.Status != Dismissed || !g.Repeats(dismissed):
		case likeness(g) > own || likeness(g) == own && isBefore:
			return false
		default:
			isAlone = false
		}
	}
	return isAlone || own >= someLikeness || f.Same(dismissed)
}

// CarryOver returns the findings of a count of reviews for the next one, which has found or ended none of them.
func CarryOver(list []Finding) []Finding {
	list = slices.Clone(list)
	for i := range list {
		f := &list[i]
		f.Found, f.Ended, f.Again, f.AgainText = 0, 0, 0, ""
	}
	return list
}

// isCarriedOver reports whether it was found in an earlier count of reviews.
func (f Finding) isCarriedOver() bool { return f.Found == 0 }

// hasFinderOf reports whether a reviewer of the finding has found one in an earlier count: it does not look at the task
// for the first time.
func (f Finding) hasFinderOf(known Finding) bool {
	isFinder := func(name string) bool { return slices.Contains(known.Reviewers, name) }
	return known.isCarriedOver() && (f.hasReviewersOf(known) || slices.ContainsFunc(f.Reviewers, isFinder))
}

func isNoOther(Finding) bool { return false }

// isOnlyOf reports whether the review of that round found it, and no other reviewer than these.
func (f Finding) isOnlyOf(reviewers []string, round int) bool {
	return f.Found == round && !slices.ContainsFunc(f.Reviewers, func(name string) bool {
		return !slices.Contains(reviewers, name)
	})
}

func (f Finding) hasReviewersOf(g Finding) bool { return slices.Equal(f.Reviewers, g.Reviewers) }

// newFinding is a finding with its number in the task. isLater says that the task was reviewed before.
func newFinding(said Finding, number, round int, isLater bool) Finding {
	said.ID, said.Found = "F"+strconv.Itoa(number), round
	if said.Status == Dismissed {
		said.Ended, said.Again = round, round
	}
	if isLater && !said.InWords && !said.isConfirmed() {
		said.Severity = Advice
	}
	said.First = false
	return said
}

// isConfirmed reports whether a blocker of a later review is one: ccc could confirm its criterion and its evidence, or its
// reviewer looks at the task for the first time.
func (f Finding) isConfirmed() bool { return f.First || len(f.Unproven) == 0 }

// isProven reports whether ccc could confirm the criterion and the evidence that the finding has.
func (f Finding) isProven() bool {
	return f.Criterion != "" && f.Evidence != "" && len(f.Unproven) == 0
}

// hasEnded reports whether a reviewer said that the finding holds no more.
func (f Finding) hasEnded() bool { return f.Status == Fixed || f.Status == Withdrawn }

// update returns the finding as a later answer leaves it. The user's word stays. A reviewer may make advice of a blocker,
// and a blocker of advice only as it may find a new one.
func (f Finding) update(said Finding, round int) Finding {
	for _, name := range said.Reviewers {
		if !slices.Contains(f.Reviewers, name) {
			f.Reviewers = append(slices.Clip(f.Reviewers), name)
		}
	}
	if f.Status == Dismissed {
		if said.Status == Open || said.Status == Dismissed {
			f = f.foundAgain(said, round)
		}
		return f
	}
	if said.Status == Dismissed {
		return f.dismiss(said.dismissal(), round).foundAgain(said, round)
	}
	f.Ended = 0
	if f.Status = said.Status; f.Status != Open {
		f.Ended = round
		return f
	}
	another := f.Found == round // another reviewer has just found it, too
	if said.Text != "" && (!another || len(said.Unproven) < len(f.Unproven)) {
		f = f.say(said)
	}
	switch {
	case said.Severity == Advice:
		f.Severity = Advice
	case said.First || said.isProven():
		f.Severity = Blocker
	}
	return f
}

// foundAgain returns a dismissed finding that a review has found again.
func (f Finding) foundAgain(said Finding, round int) Finding {
	f.Again, f.AgainText = round, ""
	if said.Text != f.Text {
		f.AgainText = said.Text
	}
	return f
}

// say returns the finding in later words. A part that they leave out stays as it was.
func (f Finding) say(said Finding) Finding {
	f.Text, f.InWords = said.Text, said.InWords
	unproven := slices.Clone(f.Unproven)
	again := func(part string) {
		unproven = slices.DeleteFunc(unproven, func(p string) bool { return p == part })
		if slices.Contains(said.Unproven, part) {
			unproven = append(unproven, part)
		}
	}
	if said.Criterion != "" {
		f.Criterion = said.Criterion
		again(CriterionUnproven)
	}
	if said.Evidence != "" {
		f.Evidence = said.Evidence
		again(EvidenceUnproven)
	}
	slices.Sort(unproven)
	f.Unproven = unproven
	return f
}
