package task

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Dismissals has the findings that the user has dismissed in a project, in any of its tasks.
type Dismissals struct {
	Findings []Finding `json:"findings"` // oldest first
	// Undone are the findings whose dismissal the user took back, oldest first.
	Undone []Finding `json:"undone,omitempty"`
	// Outside are those of Findings that were dismissed since the reviews began, but not by the user's own words in
	// the loop or in claude.
	Outside []Finding `json:"-"`
	// Whole says that the findings of the task are in a file that the agent can write. If a finding is dismissed in
	// that file but is not in Findings, the user did not dismiss it.
	Whole bool `json:"-"`
}

// Dismisser says where or by whom a finding was dismissed.
type Dismisser string

// The values of Finding.DismissedBy.
const (
	ByLoop    Dismisser = "loop"    // /dismiss in the loop
	ByClaude  Dismisser = "claude"  // /supervisor dismiss in Claude Code's own screen
	ByOutside Dismisser = "outside" // ccc dismiss, or another process that wrote the file
	// ByOutside, while a review by ccc was still to come, so it may have been the agent.
	ByUnknown Dismisser = "unknown"
)

// Dismissal is the user's decision to dismiss a finding.
type Dismissal struct {
	ID, Reason string
	By         Dismisser
	At         time.Time
}

// FromOutside returns the findings that were dismissed from outside: those since the reviews began, and earlier ones
// if a finding of this verdict does not hold the agent because of them.
func (d Dismissals) FromOutside(found []Finding) (list []Finding) {
	list = slices.Clone(d.Outside)
	for _, f := range d.Findings {
		isHere := slices.ContainsFunc(list, func(g Finding) bool {
			return g.Text == f.Text && g.Evidence == f.Evidence
		})
		isWhy := slices.ContainsFunc(found, func(g Finding) bool {
			return g.Status == Dismissed && g.DismissedBy == ByUnknown && g.DismissedAt.Equal(f.DismissedAt)
		})
		if f.DismissedBy == ByUnknown && isWhy && !isHere {
			list = append(list, f)
		}
	}
	return list
}

// Match returns a new finding with the user's dismissal, if the user has dismissed this finding.
func (d Dismissals) Match(f Finding) (_ Finding, ok bool) {
	at := slices.IndexFunc(d.Findings, f.Same)
	if at < 0 {
		return f, false
	}
	f.Status = Dismissed
	return f.withDismissal(d.Findings[at].dismissal()), true
}

// Changes returns what the user did from outside to findings of a task: open ones that were dismissed, and dismissed
// ones that are open again. Each change has the id, the status and the facts of the dismissal, but no text.
func (d Dismissals) Changes(list []Finding) (changes []Finding) {
	for _, f := range list {
		switch at := d.indexFor(f, list); {
		case f.Status == Open && at >= 0:
			change := Finding{ID: f.ID, Status: Dismissed}
			changes = append(changes, change.withDismissal(d.Findings[at].dismissal()))
		case f.Status == Dismissed && at < 0 && (d.Whole || slices.ContainsFunc(d.Undone, f.isSameAs)):
			changes = append(changes, Finding{ID: f.ID, Status: Reopened})
		}
	}
	return changes
}

// indexFor returns the index of the dismissal that applies to a finding of a task, or -1. If the dismissed finding
// itself is in the task, its dismissal applies only to that finding, and not to similar ones.
func (d Dismissals) indexFor(f Finding, list []Finding) int {
	if at := slices.IndexFunc(d.Findings, f.isSameAs); at >= 0 {
		return at
	}
	return slices.IndexFunc(d.Findings, func(dismissed Finding) bool {
		return f.Same(dismissed) && !slices.ContainsFunc(list, func(g Finding) bool { return g.isSameAs(dismissed) })
	})
}

// isSameAs reports whether this is the dismissed finding itself, and not a similar one.
func (f Finding) isSameAs(dismissed Finding) bool {
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

// isChange reports whether an entry of a verdict is a change by the user, and not a reviewer's words.
func (f Finding) isChange() bool {
	return f.Status == Reopened || f.Status == Dismissed && f.ID != "" && f.Text == ""
}

// DismissFinding dismisses an open finding, or adds the reason to one that was dismissed without any. It returns the
// changed findings, and the dismissed one. ok is false if there is no such finding with that id.
func DismissFinding(list []Finding, d Dismissal, round int) (changed []Finding, f Finding, ok bool) {
	i := slices.IndexFunc(list, func(f Finding) bool { return strings.EqualFold(f.ID, d.ID) })
	if i < 0 {
		return list, Finding{ID: d.ID}, false
	}
	changed = slices.Clone(list)
	switch f = list[i]; {
	case f.Status == Open:
		changed[i] = f.dismiss(d, round)
	case f.Status == Dismissed && f.Reason == "" && d.Reason != "":
		changed[i].Reason = d.Reason
	default:
		return list, f, false
	}
	return changed, changed[i], true
}

func (f Finding) dismiss(d Dismissal, round int) Finding {
	f.Status, f.Ended, f.Untold = Dismissed, round, true
	return f.withDismissal(d)
}

func (f Finding) withDismissal(d Dismissal) Finding {
	f.Reason, f.DismissedAt, f.DismissedBy = d.Reason, d.At, d.By
	return f
}

// dismissal returns the dismissal of a dismissed finding.
func (f Finding) dismissal() Dismissal {
	return Dismissal{f.ID, f.Reason, f.DismissedBy, f.DismissedAt}
}

// reopen returns a dismissed finding as it is after the user has taken the dismissal back.
func (f Finding) reopen() Finding {
	f.Status, f.Ended, f.Again, f.AgainText, f.Untold = Open, 0, 0, "", false
	return f.withDismissal(Dismissal{})
}

// DecideDismissal is DismissFinding, but returns a decision to be shown to the user.
func DecideDismissal(list []Finding, by Dismissal, round int) ([]Finding, Decision) {
	before := list
	list, f, ok := DismissFinding(list, by, round)
	switch {
	case ok:
		return list, Decision{Code: CodeDismissed, Finding: f,
			NothingHolds: !slices.ContainsFunc(list, Finding.isHolding),
			ReasonAdded: slices.ContainsFunc(before, func(g Finding) bool {
				return g.ID == f.ID && g.Status == Dismissed
			})}
	case f.Status != "":
		return list, Decision{Code: CodeNotOpen, Finding: f}
	}
	return list, Decision{Code: CodeNoFinding, Finding: f, NoneOpen: len(OpenFindings(list)) == 0}
}

// ChangeFindings changes the findings of the task, and those in its last verdict. It copies the verdict first,
// because that may be in use elsewhere.
func (s *State) ChangeFindings(change func([]Finding) []Finding) {
	s.Findings = change(s.Findings)
	if s.Verdict != nil {
		v := *s.Verdict
		v.Findings = change(v.Findings)
		s.Verdict = &v
	}
}

// FoundAgain returns the findings that a review found although the user had dismissed them.
func FoundAgain(list []Finding, round int) (again []Finding) {
	for _, f := range list {
		if f.Status == Dismissed && f.Again == round {
			again = append(again, f)
		}
	}
	return again
}

// IsByDismissal reports whether a review that completed a task found a blocker that the user had dismissed. Then its
// reviewer did not call the work done.
func IsByDismissal(list []Finding, round int) bool {
	return slices.ContainsFunc(FoundAgain(list, round), func(f Finding) bool { return f.Severity == Blocker })
}

// IsByDismissal reports whether the verdict completes the task only because of what was dismissed.
func (v Verdict) IsByDismissal() bool { return v.Completed && IsByDismissal(v.Findings, v.Round) }

// ReadDismissal reads which findings the user dismisses, and why: ids such as F2, f2 or 2, perhaps with commas or "and"
// between them, perhaps a colon, and a reason. After the first id a number without F is one only if no reason follows:
// "F1 2 tests are enough" has one id. ok is false if there is no id.
func ReadDismissal(words string) (ids []string, reason string, ok bool) {
	isGap := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",，、", r) }
	isEnd := func(r rune) bool { return isGap(r) || r == ':' || r == '：' }
	onlyIDs := !slices.ContainsFunc(strings.FieldsFunc(words, isEnd), func(word string) bool {
		_, isID := findingNumber(word)
		return !isID && word != "and"
	})
	for rest := strings.TrimSpace(words); rest != ""; {
		end := strings.IndexFunc(rest, isEnd)
		if end < 0 {
			end = len(rest)
		}
		number, isID := findingNumber(rest[:end])
		if !isID || len(ids) > 0 && !onlyIDs && unicode.IsDigit(rune(rest[0])) {
			break
		}
		if id := "F" + strconv.Itoa(number); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		reason = strings.TrimLeftFunc(rest[end:], isGap)
		if said := strings.TrimLeftFunc(reason, isEnd); said != reason { // a colon: "F1: F2 has it" has one id
			return ids, said, true
		}
		rest = strings.TrimPrefix(reason, "and ")
	}
	return ids, reason, len(ids) > 0
}

func findingNumber(id string) (int, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.ToUpper(id), "F"), 10, 16)
	return int(n), err == nil && n > 0
}
