package task

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ccc/internal/text"
)

// Finding is one thing that a reviewer found wrong in a task.
type Finding struct {
	ID        string   `json:"id,omitempty"` // F1, F2, … in a task; "" in a reviewer's answer for a new one
	Severity  Severity `json:"severity"`
	Criterion string   `json:"criterion,omitempty"` // the words of the user or of the rubric that the work breaks
	// Evidence is a command that the reviewer ran in that review, or file:line.
	Evidence  string   `json:"evidence,omitempty"`
	Text      string   `json:"text"` // what to do
	Status    Status   `json:"status"`
	Reviewers []string `json:"reviewers,omitempty"` // that found it, by name; none if there is only one reviewer
	// Unproven are the parts that ccc could not confirm: criterion, evidence.
	Unproven []string `json:"unproven,omitempty"`
	Found    int      `json:"found_in,omitzero"` // the review that found it, from 1
	Ended    int      `json:"ended_in,omitzero"` // the review that it was no longer open in; 0 while it is
	Reason   string   `json:"reason,omitempty"`  // the user's, with Dismissed
	// DismissedAt is when the user dismissed it, in this task or an earlier one.
	DismissedAt time.Time `json:"dismissed_at,omitzero"`
	Again       int       `json:"again_in,omitzero"` // the last review that found it although it was dismissed
	// AgainText is what that review said, if in other words.
	AgainText string `json:"again_text,omitempty"`
	// First says that its reviewer had not looked at the task before.
	First bool `json:"first,omitempty"`
	// InWords says that the reviewer named no findings, and that Text is its feedback.
	InWords bool `json:"in_words,omitempty"`
}

// Severity says whether a finding holds the agent.
type Severity string

// The severities.
const (
	Blocker Severity = "blocker" // the work is not done while it is open
	Advice  Severity = "advice"  // it is told, and holds nobody
)

// Status is what has become of a finding.
type Status string

// The statuses.
const (
	Open      Status = "open"
	Fixed     Status = "fixed"
	Withdrawn Status = "withdrawn" // by the reviewer
	Dismissed Status = "dismissed" // by the user
)

// The values of Finding.Unproven.
const (
	CriterionUnproven = "criterion"
	EvidenceUnproven  = "evidence"
)

// MaxFindings is how many findings a task can have. Further advice is ignored.
const MaxFindings = 50

// maxNewOnly is how many reviews in a row may find only new things before the user decides.
const maxNewOnly = 2

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
		at := findSame(list, said, func(f Finding) bool {
			return slices.ContainsFunc(byIDFirst[:i], func(g Finding) bool {
				return g.ID == f.ID && g.Status == Open && g.hasReviewersOf(said)
			}) || f.isOnlyOf(said.Reviewers, round)
		})
		switch {
		case at >= 0 && mentioned[at] && list[at].Status == Open && (said.Status == Fixed || said.Status == Withdrawn):
		case at >= 0:
			mentioned[at] = true
			list[at] = list[at].update(said, round)
		case said.Status != Open && said.Status != Dismissed, len(list) >= MaxFindings && said.Severity == Advice:
		default:
			list, mentioned = append(list, newFinding(said, len(list)+1, round)), append(mentioned, true)
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

func (f Finding) hasReviewersOf(g Finding) bool { return slices.Equal(f.Reviewers, g.Reviewers) }

func newFinding(said Finding, number, round int) Finding {
	said.ID, said.Found = "F"+strconv.Itoa(number), round
	if said.Status == Dismissed {
		said.Ended, said.Again = round, round
	}
	if round > 1 && !said.First && !said.InWords && len(said.Unproven) > 0 {
		said.Severity = Advice
	}
	said.First = false
	return said
}

// update returns the finding as a later answer leaves it. The user's word stays, and a reviewer may make advice of a
// blocker, but no blocker of advice.
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
		f.Status, f.Ended, f.Reason, f.DismissedAt = Dismissed, round, said.Reason, said.DismissedAt
		return f.foundAgain(said, round)
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
	if said.Severity == Advice {
		f.Severity = Advice
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

// isOnlyOf reports whether the review of that round found it, and no other reviewer than these.
func (f Finding) isOnlyOf(reviewers []string, round int) bool {
	return f.Found == round && !slices.ContainsFunc(f.Reviewers, func(name string) bool {
		return !slices.Contains(reviewers, name)
	})
}

// findSame returns the index of the finding that an answer means: by its id, or because it is the same in like words
// and not another one in any case. It returns -1 for none.
func findSame(list []Finding, said Finding, isOther func(Finding) bool) int {
	if said.InWords {
		at := slices.IndexFunc(list, func(f Finding) bool {
			return f.InWords && f.Status == Open && f.hasReviewersOf(said)
		})
		if at >= 0 {
			return at
		}
	}
	if said.ID != "" {
		if at := slices.IndexFunc(list, func(f Finding) bool { return f.ID == said.ID }); at >= 0 {
			return at
		}
	}
	return slices.IndexFunc(list, func(f Finding) bool {
		return !isOther(f) && (f.Same(said) || f.Status == Dismissed && said.Repeats(f))
	})
}

func isNoOther(Finding) bool { return false }

// Same reports whether two findings are about the same thing: in the same file with like words, or in nearly the same
// words. Findings that name different things in the code are never the same.
func (f Finding) Same(g Finding) bool {
	if alike(f.Text, g.Text) {
		return true
	}
	if f.File() != g.File() || namesOthers(f.Text, g.Text) {
		return false
	}
	likeness := overlap(words(f.Text), words(g.Text))
	return likeness >= 0.8 || f.File() != "" && likeness >= 0.5
}

// Repeats reports whether a finding is one that was dismissed in the same task, in these words or others: it is the
// same, or it is about the same criterion and in the same file, or, where one of them names a command in place of a
// file, in some of the same words. In another task that could be a new fault: the rubric's words are the same in all of
// them.
func (f Finding) Repeats(dismissed Finding) bool {
	if f.Same(dismissed) {
		return true
	}
	criterion := words(f.Criterion)
	if len(criterion) == 0 || overlap(criterion, words(dismissed.Criterion)) < 0.9 {
		return false
	}
	if namesOthers(f.Text, dismissed.Text) {
		return false
	}
	if a, b := f.File(), dismissed.File(); a != "" && b != "" {
		return a == b
	}
	return overlap(words(f.Text), words(dismissed.Text)) >= 0.3
}

// namesOthers reports whether both texts name things of the code, and none that the other names.
func namesOthers(a, b string) bool {
	x, y := codeNames(a), codeNames(b)
	common := slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) })
	return len(x) > 0 && len(y) > 0 && !common
}

// codeNames are the words of a text that are names in code by their form: os.Close, parse_all, parseAll, Sum(nil).
func codeNames(text string) (names []string) {
	for _, word := range strings.Fields(text) {
		name, _, _ := strings.Cut(strings.Trim(word, "`\"'“”‘’,.;:!?()[]{}<>*"), "(")
		inner := strings.TrimLeftFunc(name, unicode.IsUpper)
		if strings.ContainsAny(name, "._/") || strings.ContainsFunc(inner, unicode.IsUpper) {
			names = append(names, strings.ToLower(name))
		}
	}
	return names
}

// overlap is the share of words that two texts have in common, from 0 to 1 (Dice's coefficient). A short text is not
// like a long one that happens to have its words.
func overlap(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(len(a)+len(b), 1))
}

var place = text.Pattern(`^([^\s:]+):(\d+)`)

// Place returns the file and the line of evidence that is file:line. line is 0 for other evidence.
func (f Finding) Place() (file string, line int) {
	m := place().FindStringSubmatch(strings.Trim(f.Evidence, "`\"' "))
	if m == nil {
		return "", 0
	}
	line, err := strconv.Atoi(m[2])
	if err != nil || line < 1 {
		return "", 0
	}
	return path.Clean(m[1]), line
}

// File is the file of the Place.
func (f Finding) File() string {
	file, _ := f.Place()
	return file
}

// holds reports whether the finding holds the agent.
func (f Finding) holds() bool { return f.Status == Open && f.Severity == Blocker }

// OpenFindings returns the open ones, blockers first.
func OpenFindings(list []Finding) (open []Finding) {
	for _, severity := range []Severity{Blocker, Advice} {
		for _, f := range list {
			if f.Status == Open && f.Severity == severity {
				open = append(open, f)
			}
		}
	}
	return open
}

// NamedFindings returns the open ones that a reviewer named as such, blockers first.
func NamedFindings(list []Finding) []Finding {
	return slices.DeleteFunc(OpenFindings(list), func(f Finding) bool { return f.InWords })
}

// Weigh merges the findings of a verdict into those of the task, and decides by them: with findings of which none holds
// the agent, the verdict is that the work is completed. The verdict that it returns has all findings of the task.
// onlyNew reports whether a later review than the first found only new things.
func Weigh(known []Finding, v Verdict, round int) (_ Verdict, onlyNew bool) {
	said := v.Findings
	v.Findings = mergeFindings(known, v, round)
	v.FoundAgain = len(FoundAgain(v.Findings, round))
	if len(said) == 0 || v.Completed || v.Blocked {
		return v, false
	}
	holds := func(f Finding) bool {
		at := findSame(known, f, isNoOther)
		return f.holds() && (at < 0 || known[at].Status != Dismissed)
	}
	if !slices.ContainsFunc(said, holds) && !slices.ContainsFunc(v.Findings, Finding.holds) {
		v.Completed, v.Said, v.Feedback = true, v.Feedback, ""
		return v, false
	}
	if v.Feedback == "" {
		v.Feedback = cmp.Or(textsOf(NamedFindings(v.Findings)), textsOf(OpenFindings(v.Findings)))
	}
	again := slices.ContainsFunc(said, func(f Finding) bool {
		at := findSame(known, f, isNoOther)
		if f.Status != Open || f.Severity == Advice {
			return false
		}
		return f.First || f.InWords || at >= 0 && known[at].Status != Dismissed && known[at].Severity == Blocker
	})
	return v, round > 1 && !again
}

// textsOf are the words of findings, a line each.
func textsOf(list []Finding) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}

// isCovered reports whether each line of feedback is in the texts of findings, but for the headings of reviewers.
func isCovered(feedback, texts string) bool {
	known := strings.Split(texts, "\n")
	for line := range strings.SplitSeq(feedback, "\n") {
		if line != "" && !strings.HasPrefix(line, "## ") && !slices.Contains(known, line) {
			return false
		}
	}
	return true
}

// MessageToAgent is the verdict as the agent's next message: the feedback, and the open findings, blockers first. Those
// in words are the feedback.
func (v Verdict) MessageToAgent() string {
	open := NamedFindings(v.Findings)
	if len(open) == 0 {
		return v.Feedback
	}
	var b strings.Builder
	if !isCovered(v.Feedback, textsOf(open)) {
		b.WriteString(v.Feedback + "\n\n")
	}
	for _, f := range open {
		fmt.Fprintf(&b, "%s (%s", f.ID, f.Severity)
		if len(f.Reviewers) > 0 {
			fmt.Fprintf(&b, ", %s", strings.Join(f.Reviewers, ", "))
		}
		fmt.Fprintf(&b, "): %s\n", strings.TrimSpace(f.Text))
		if f.Evidence != "" {
			fmt.Fprintf(&b, "   seen: %s\n", f.Evidence)
		}
		if f.Criterion != "" {
			fmt.Fprintf(&b, "   asked for: %q\n", f.Criterion)
		}
	}
	fmt.Fprintf(&b, "\nIf one of these is wrong, say why instead of a change: %s: the reason.", open[0].ID)
	return b.String()
}
