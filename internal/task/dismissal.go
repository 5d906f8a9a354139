package task

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// DismissFinding returns the findings after the user has dismissed an open one, and that one. ok is false if it is not
// open, or if there is none of that id.
func DismissFinding(
	list []Finding, id, reason string, round int, at time.Time,
) (changed []Finding, f Finding, ok bool) {
	i := slices.IndexFunc(list, func(f Finding) bool { return strings.EqualFold(f.ID, id) })
	if i < 0 {
		return list, Finding{ID: id}, false
	}
	if list[i].Status != Open {
		return list, list[i], false
	}
	changed = slices.Clone(list)
	f = changed[i]
	f.Status, f.Ended, f.Reason, f.DismissedAt = Dismissed, round, reason, at
	changed[i] = f
	return changed, f, true
}

// DecideDismissal is DismissFinding with the decision that the user is told.
func DecideDismissal(list []Finding, id, reason string, round int, at time.Time) ([]Finding, Decision) {
	list, f, ok := DismissFinding(list, id, reason, round, at)
	switch {
	case ok:
		return list, Decision{Code: CodeDismissed, Finding: f, NothingHolds: !slices.ContainsFunc(list, Finding.holds)}
	case f.Status != "":
		return list, Decision{Code: CodeNotOpen, Finding: f}
	}
	return list, Decision{Code: CodeNoFinding, Finding: f}
}

// ChangeFindings changes the findings of the task, and those that its last verdict has. The verdict itself may be in use
// elsewhere, and stays as it is.
func (s *State) ChangeFindings(change func([]Finding) []Finding) {
	s.Findings = change(s.Findings)
	if s.Verdict != nil {
		v := *s.Verdict
		v.Findings = change(v.Findings)
		s.Verdict = &v
	}
}

// FoundAgain returns the findings that a review found although the user has dismissed them.
func FoundAgain(list []Finding, round int) (again []Finding) {
	for _, f := range list {
		if f.Status == Dismissed && f.Again == round {
			again = append(again, f)
		}
	}
	return again
}

// DismissalIn returns what follows dismiss in the words after /supervisor. Words that begin with it are no task, whatever
// follows: a mistyped id would be one otherwise.
func DismissalIn(words string) (which string, ok bool) {
	end := strings.IndexFunc(words, func(r rune) bool { return unicode.IsSpace(r) || r == ':' })
	if end < 0 {
		end = len(words)
	}
	return strings.TrimLeft(words[end:], ": \t\n"), strings.EqualFold(words[:end], "dismiss")
}

// ReadDismissal reads which finding the user dismisses, and why: an id as F2, f2 or 2, a colon perhaps, and a reason. ok
// is false for all else, as for several ids.
func ReadDismissal(words string) (id, reason string, ok bool) {
	words = strings.TrimSpace(words)
	end := strings.IndexFunc(words, func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '：' })
	if end < 0 {
		end = len(words)
	}
	number, ok := findingNumber(words[:end])
	if !ok {
		return "", "", false
	}
	reason = strings.TrimLeftFunc(words[end:], func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '：' })
	isWord := func(word string) bool {
		_, ok := findingNumber(strings.Trim(word, ",、，"))
		return !ok && word != "and" && word != ","
	}
	if reason != "" && !slices.ContainsFunc(strings.Fields(reason), isWord) {
		return "", "", false
	}
	return "F" + strconv.Itoa(number), reason, true
}

func findingNumber(id string) (int, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.ToUpper(id), "F"), 10, 16)
	return int(n), err == nil && n > 0
}
