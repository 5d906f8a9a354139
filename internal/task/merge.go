package task

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// If reviews in a row find only new things, each adds one of these numbers. When the sum reaches maxNewOnly, the user
// decides. newNamed is for named findings. The others are smaller, so that it takes twice as many reviews: newInWords
// is for feedback in words, of which ccc can confirm nothing and which may be the only answer that a reviewer can
// give; newBeside is for new findings while no old one has ended, so that the list only grows.
const (
	newNamed   = 2
	newInWords = 1
	newBeside  = 1
	maxNewOnly = 4
)

// Weigh merges the findings of a verdict into those of the task, and decides: if there are findings and none holds
// the agent, the verdict is that the work is completed. The returned verdict has all findings of the task. The user's
// changes since then are applied first. onlyNew is one of the numbers above if this review, which is not the first,
// found only new things or only made the list longer; otherwise it is 0.
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
	if !slices.ContainsFunc(v.Findings, Finding.isHolding) {
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
		if isOnlyGrowing(v.Findings, round) {
			return v, newBeside
		}
		return v, 0
	case slices.ContainsFunc(said, func(f Finding) bool { return f.InWords && f.isHolding() }):
		return v, newInWords
	}
	return v, newNamed
}

// isOnlyNew reports whether an answer names blockers and all of them are new, as are all findings in list that hold
// the agent after it. A finding that had ended counts as new unless ccc could confirm what the answer says about it.
// An open finding that the answer leaves out still holds the agent, unless the answer is not credible: it mentions no
// earlier finding, and ccc could confirm none of its new ones.
func isOnlyNew(known, said, list []Finding, round int) bool {
	isNew, isBelieved := false, false
	var again []string
	for _, f := range said {
		at := findSame(known, f, said, neverOther)
		switch isBlocker := f.isHolding(); {
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
	isOld := func(f Finding) bool { return f.isHolding() && f.Found < round && !slices.Contains(again, f.ID) }
	return isNew && !(isBelieved && slices.ContainsFunc(list, isOld))
}

// isOnlyGrowing reports whether a review found something new that holds the agent, and ended no finding.
func isOnlyGrowing(list []Finding, round int) bool {
	isNew := func(f Finding) bool { return f.isHolding() && f.Found == round && !f.InWords }
	hasEnded := func(f Finding) bool { return f.Ended == round }
	return slices.ContainsFunc(list, isNew) && !slices.ContainsFunc(list, hasEnded)
}

// isAbout reports whether feedback in words mentions an open finding: by its id, or in some of its words.
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

// mergeFindings merges what the review of a round said into the findings of a task. The result depends only on the
// arguments. If a reviewer sees the task for the first time, each of its blockers counts as a blocker. Later a new
// blocker counts only if ccc could confirm its criterion and its evidence; otherwise it becomes advice. Feedback in
// words always counts, and replaces the reviewer's previous one. Findings that a completing verdict does not mention
// count as fixed. If answers call a finding both open and ended, it is open.
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
		// The findings in one answer of a reviewer are different findings.
		at := findSame(list, said, v.Findings, func(f Finding) bool {
			return slices.ContainsFunc(byIDFirst[:i], func(g Finding) bool {
				return g.ID == f.ID && g.Status == Open && g.hasReviewersOf(said)
			}) || f.isFoundOnlyBy(said.Reviewers, round)
		})
		switch {
		case at >= 0 && mentioned[at] && list[at].Status == Open && (said.Status == Fixed || said.Status == Withdrawn):
		case at >= 0:
			mentioned[at] = true
			list[at] = list[at].update(said, round)
		case said.Status != Open && said.Status != Dismissed,
			len(OpenFindings(list)) >= MaxFindings && said.Severity == Advice:
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
			list[i].Status, list[i].Ended, list[i].Unnamed = Fixed, round, !v.names(f.ID)
		case f.InWords && slices.ContainsFunc(v.Findings, f.hasReviewersOf):
			list[i].Status, list[i].Ended = Withdrawn, round // the reviewer names its findings now
		}
	}
	return list
}

// names reports whether the words of a verdict have the id of a finding.
func (v Verdict) names(id string) bool {
	words := []string{v.Feedback, v.Said}
	for _, r := range v.Reviewers {
		words = append(words, r.Feedback, r.Said)
	}
	return HasID(strings.Join(words, "\n"), id)
}

// findSame returns the index of the finding that an entry of an answer means, by its id or by similar words, unless
// isOther says that it is another one. It returns -1 for none.
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
			return !isOther(f) && said.isClosest(f, answer)
		}
		return !isOther(f) && f.Same(said)
	})
}

// isElsewhere reports whether a reviewer uses the id of a dismissed finding for something else.
func (f Finding) isElsewhere(dismissed Finding) bool {
	a, b := f.File(), dismissed.File()
	return a != "" && b != "" && a != b && !f.IsRepeatOf(dismissed)
}

// isClosest reports whether a finding of an answer is a dismissed one again. The findings in one answer are different:
// if several could be the dismissed one, only the most similar counts, and none if their words differ from it.
func (f Finding) isClosest(dismissed Finding, answer []Finding) bool {
	if !f.IsRepeatOf(dismissed) {
		return false
	}
	likeness := func(g Finding) float64 { return overlap(topics(g.Text), topics(dismissed.Text)) }
	isAlone, own, isBefore := true, likeness(f), true
	for _, g := range answer {
		switch {
		case g.Text == f.Text && g.Evidence == f.Evidence:
			isBefore = false
		case !g.hasReviewersOf(f) || g.Status != Open && g.Status != Dismissed || !g.IsRepeatOf(dismissed):
		case likeness(g) > own || likeness(g) == own && isBefore:
			return false
		default:
			isAlone = false
		}
	}
	return isAlone || own >= someLikeness || f.Same(dismissed)
}

// CarryOver returns the findings of one count of reviews for the next count, which has not found or ended any of
// them.
func CarryOver(list []Finding) []Finding {
	list = slices.Clone(list)
	for i := range list {
		f := &list[i]
		f.Found, f.Ended, f.Again, f.AgainText = 0, 0, 0, ""
	}
	return list
}

// isCarriedOver reports whether the finding is from an earlier count of reviews.
func (f Finding) isCarriedOver() bool { return f.Found == 0 }

// hasFinderOf reports whether a reviewer of this finding has also found known, in an earlier count. Then the reviewer
// does not see the task for the first time.
func (f Finding) hasFinderOf(known Finding) bool {
	isFinder := func(name string) bool { return slices.Contains(known.Reviewers, name) }
	return known.isCarriedOver() && (f.hasReviewersOf(known) || slices.ContainsFunc(f.Reviewers, isFinder))
}

func neverOther(Finding) bool { return false }

// isFoundOnlyBy reports whether the review of that round found the finding, and none but these reviewers did.
func (f Finding) isFoundOnlyBy(reviewers []string, round int) bool {
	return f.Found == round && !slices.ContainsFunc(f.Reviewers, func(name string) bool {
		return !slices.Contains(reviewers, name)
	})
}

func (f Finding) hasReviewersOf(g Finding) bool { return slices.Equal(f.Reviewers, g.Reviewers) }

// newFinding returns a new finding with its number in the task. isLater says that the task was reviewed before.
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

// isConfirmed reports whether a blocker of a later review counts as one: ccc could confirm its criterion and its
// evidence, or its reviewer sees the task for the first time.
func (f Finding) isConfirmed() bool { return f.First || len(f.Unproven) == 0 }

// isProven reports whether the finding has a criterion and evidence, and ccc could confirm them.
func (f Finding) isProven() bool {
	return f.Criterion != "" && f.Evidence != "" && len(f.Unproven) == 0
}

// hasEnded reports whether a reviewer said that the finding no longer applies.
func (f Finding) hasEnded() bool { return f.Status == Fixed || f.Status == Withdrawn }

// update returns the finding after a later answer. A decision of the user stays. A reviewer may turn a blocker into
// advice. It may turn advice into a blocker only where it could report a new blocker.
func (f Finding) update(said Finding, round int) Finding {
	for _, name := range said.Reviewers {
		if !slices.Contains(f.Reviewers, name) {
			f.Reviewers = append(slices.Clip(f.Reviewers), name)
		}
	}
	if f.Status == Dismissed {
		if said.Status == Open || said.Status == Dismissed {
			f = f.markFoundAgain(said, round)
		}
		return f
	}
	if said.Status == Dismissed {
		return f.dismiss(said.dismissal(), round).markFoundAgain(said, round)
	}
	f.Ended, f.Unnamed = 0, said.Unnamed
	if f.Status = said.Status; f.Status != Open {
		f.Ended = round
		return f
	}
	another := f.Found == round // another reviewer has just found it, too
	if said.Text != "" && (!another || len(said.Unproven) < len(f.Unproven)) {
		f = f.withWords(said)
	}
	switch {
	case said.Severity == Advice:
		f.Severity = Advice
	case said.First || said.isProven():
		f.Severity = Blocker
	}
	return f
}

// markFoundAgain returns a dismissed finding that a review has found again.
func (f Finding) markFoundAgain(said Finding, round int) Finding {
	f.Again, f.AgainText = round, ""
	if said.Text != f.Text {
		f.AgainText = said.Text
	}
	return f
}

// withWords returns the finding in the words of a later answer. A part that the answer leaves out stays as it was.
func (f Finding) withWords(said Finding) Finding {
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
