package task

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

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
	DismissedBy Dismisser `json:"dismissed_by,omitempty"` // "" if an older ccc stored it
	Again       int       `json:"again_in,omitzero"`      // the last review that found it although it was dismissed
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
	// Reopened is only in a verdict: the user has taken a dismissal back, and the finding is open again.
	Reopened Status = "reopened"
)

// The values of Finding.Unproven.
const (
	CriterionUnproven = "criterion"
	EvidenceUnproven  = "evidence"
)

// MaxFindings is how many open findings a task can have. Further advice is ignored.
const MaxFindings = 50

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

// CountOpen counts the open ones that a reviewer named as such.
func CountOpen(list []Finding) (blockers, advice int) {
	for _, f := range NamedFindings(list) {
		if f.Severity == Blocker {
			blockers++
		} else {
			advice++
		}
	}
	return blockers, advice
}

// MessageToAgent is the verdict as the agent's next message: the feedback, and the open findings, blockers first. Those
// in words are the feedback.
func (v Verdict) MessageToAgent() string {
	open, settled := NamedFindings(v.Findings), v.justDismissed()
	if len(open) == 0 {
		return strings.TrimSpace(v.Feedback + "\n\n" + settled)
	}
	var b strings.Builder
	if !IsCovered(v.Feedback, open) {
		b.WriteString(v.Feedback + "\n\n")
	}
	for _, f := range open {
		fmt.Fprintf(&b, "%s (%s", f.ID, f.Severity)
		if len(f.Reviewers) > 0 {
			fmt.Fprintf(&b, ", %s", strings.Join(f.Reviewers, ", "))
		}
		fmt.Fprintf(&b, "): %s\n", strings.ReplaceAll(strings.TrimSpace(f.Text), "\n", "\n   "))
		if f.Evidence != "" {
			fmt.Fprintf(&b, "   seen: %s%s\n", f.Evidence, f.unlessProven(EvidenceUnproven, " (not confirmed)"))
		}
		if f.Criterion != "" {
			const notAsked = " (in no words of the user or the rubric)"
			fmt.Fprintf(&b, "   asked for: %q%s\n", f.Criterion, f.unlessProven(CriterionUnproven, notAsked))
		}
	}
	fmt.Fprintf(&b, "\nIf one of these is wrong, say why instead of a change: %s: the reason.", open[0].ID)
	if settled != "" {
		b.WriteString("\n\n" + settled)
	}
	return b.String()
}

// unlessProven returns what is to be said of a part that ccc could not confirm.
func (f Finding) unlessProven(part, note string) string {
	if slices.Contains(f.Unproven, part) {
		return note
	}
	return ""
}

// justDismissed tells the agent which findings of the message before it the user has dismissed since; "" for none.
func (v Verdict) justDismissed() string {
	var list []string
	for _, f := range v.Findings {
		if f.Status == Dismissed && f.Ended > 0 && f.Ended >= v.Round-1 && f.Found < v.Round {
			list = append(list, fmt.Sprintf("The user has dismissed %s: do nothing for it.", f.ID))
		}
	}
	return strings.Join(list, "\n")
}

// IsCovered reports whether each line of feedback is in the texts of the findings that reviewers named, but for the
// headings of reviewers.
func IsCovered(feedback string, list []Finding) bool {
	named := slices.DeleteFunc(slices.Clone(list), func(f Finding) bool { return f.InWords })
	known := strings.Split(textsOf(named), "\n")
	for line := range strings.SplitSeq(feedback, "\n") {
		if line != "" && !strings.HasPrefix(line, "## ") && !slices.Contains(known, line) {
			return false
		}
	}
	return true
}

// textsOf are the words of findings, a line each.
func textsOf(list []Finding) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}
