package task

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Dismissals are what the user has dismissed in a project, in any of its tasks.
type Dismissals struct {
	Findings []Finding `json:"findings"` // oldest first
	// Undone are those that the user took back, oldest first.
	Undone []Finding `json:"undone,omitempty"`
	// Outside are those of Findings that were dismissed since the reviews began, and not by the user's own words in the
	// loop or in claude.
	Outside []Finding `json:"-"`
	// Whole says that the findings of the task are in a file that the agent can write: one that is dismissed there, and not
	// in Findings, was not dismissed by the user.
	Whole bool `json:"-"`
}

// Dismisser says where a finding was dismissed.
type Dismisser string

// The values of Finding.DismissedBy.
const (
	ByLoop    Dismisser = "loop"    // /dismiss in the loop
	ByClaude  Dismisser = "claude"  // /supervisor dismiss in Claude Code's own screen
	ByOutside Dismisser = "outside" // ccc dismiss, or another process that wrote the file
	ByUnknown Dismisser = "unknown" // ByOutside, while a review of ccc's was to come: it can have been the agent
)

// Dismissal is the user's word on a finding.
type Dismissal struct {
	ID, Reason string
	By         Dismisser
	At         time.Time
}

// FromOutside are what was dismissed from outside: since the reviews began, and earlier where it is why a finding of this
// verdict holds nobody.
func (d Dismissals) FromOutside(found []Finding) (list []Finding) {
	list = slices.Clone(d.Outside)
	for _, f := range d.Findings {
		isHere := slices.ContainsFunc(list, func(g Finding) bool { return g.Text == f.Text && g.Evidence == f.Evidence })
		isWhy := slices.ContainsFunc(found, func(g Finding) bool {
			return g.Status == Dismissed && g.DismissedBy == ByUnknown && g.DismissedAt.Equal(f.DismissedAt)
		})
		if f.DismissedBy == ByUnknown && isWhy && !isHere {
			list = append(list, f)
		}
	}
	return list
}

// Match returns a new finding as the user has dismissed it, if it is one of those.
func (d Dismissals) Match(f Finding) (_ Finding, ok bool) {
	at := slices.IndexFunc(d.Findings, f.Same)
	if at < 0 {
		return f, false
	}
	f.Status = Dismissed
	return f.withDismissal(d.Findings[at].dismissal()), true
}

// Changes returns what the user did to findings of a task from outside it: which open ones were dismissed, and which
// dismissed ones are open again. Each has the id, the status, and what belongs to a dismissal, but no text.
func (d Dismissals) Changes(list []Finding) (changes []Finding) {
	for _, f := range list {
		switch at := d.of(f, list); {
		case f.Status == Open && at >= 0:
			change := Finding{ID: f.ID, Status: Dismissed}
			changes = append(changes, change.withDismissal(d.Findings[at].dismissal()))
		case f.Status == Dismissed && at < 0 && (d.Whole || slices.ContainsFunc(d.Undone, f.isOf)):
			changes = append(changes, Finding{ID: f.ID, Status: Reopened})
		}
	}
	return changes
}

// of returns the index of the dismissal that settles a finding of a task, or -1. One of a finding that the task has
// itself settles that finding, and none that is only like it.
func (d Dismissals) of(f Finding, list []Finding) int {
	if at := slices.IndexFunc(d.Findings, f.isOf); at >= 0 {
		return at
	}
	return slices.IndexFunc(d.Findings, func(dismissed Finding) bool {
		return f.Same(dismissed) && !slices.ContainsFunc(list, func(g Finding) bool { return g.isOf(dismissed) })
	})
}

// isOf reports whether it is the finding that was dismissed, and not one that is only like it.
func (f Finding) isOf(dismissed Finding) bool {
	return f.Text == dismissed.Text && f.Evidence == dismissed.Evidence ||
		!f.DismissedAt.IsZero() && f.DismissedAt.Equal(dismissed.DismissedAt)
}

// Apply returns the findings of a task after the changes that [Dismissals.Changes] returned.
func Apply(list, changes []Finding, round int) []Finding {
	list = slices.Clone(list)
	for _, c := range changes {
		at := slices.IndexFunc(list, func(f Finding) bool { return f.ID == c.ID })
		switch {
		case at < 0:
		case c.Status == Dismissed && list[at].Status == Open:
			list[at] = list[at].dismiss(c.dismissal(), round)
		case c.Status == Reopened && list[at].Status == Dismissed:
			list[at] = list[at].reopen()
		}
	}
	return list
}

// isChange reports whether an entry of a verdict is one of the user's changes, and nothing that a reviewer said.
func (f Finding) isChange() bool {
	return f.Status == Reopened || f.Status == Dismissed && f.ID != "" && f.Text == ""
}

// DismissFinding returns the findings after the user has dismissed an open one, and that one. ok is false if it is not
// open, or if there is none of that id.
func DismissFinding(list []Finding, d Dismissal, round int) (changed []Finding, f Finding, ok bool) {
	i := slices.IndexFunc(list, func(f Finding) bool { return strings.EqualFold(f.ID, d.ID) })
	if i < 0 {
		return list, Finding{ID: d.ID}, false
	}
	if list[i].Status != Open {
		return list, list[i], false
	}
	changed = slices.Clone(list)
	changed[i] = changed[i].dismiss(d, round)
	return changed, changed[i], true
}

func (f Finding) dismiss(d Dismissal, round int) Finding {
	f.Status, f.Ended = Dismissed, round
	return f.withDismissal(d)
}

func (f Finding) withDismissal(d Dismissal) Finding {
	f.Reason, f.DismissedAt, f.DismissedBy = d.Reason, d.At, d.By
	return f
}

// dismissal is the user's word on a dismissed finding.
func (f Finding) dismissal() Dismissal {
	return Dismissal{f.ID, f.Reason, f.DismissedBy, f.DismissedAt}
}

// reopen returns a dismissed finding as it is after the user took the dismissal back.
func (f Finding) reopen() Finding {
	f.Status, f.Ended, f.Again, f.AgainText = Open, 0, 0, ""
	return f.withDismissal(Dismissal{})
}

// DecideDismissal is DismissFinding with the decision that the user is told.
func DecideDismissal(list []Finding, by Dismissal, round int) ([]Finding, Decision) {
	list, f, ok := DismissFinding(list, by, round)
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
