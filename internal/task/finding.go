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

// Finding is a fault that a reviewer found in a task.
type Finding struct {
	ID        string   `json:"id,omitempty"` // F1, F2, … in a task; "" in a reviewer's answer for a new one
	Severity  Severity `json:"severity"`
	Criterion string   `json:"criterion,omitempty"` // the words of the user or of the rubric that the work violates
	// Evidence is a command that the reviewer ran in that review, or file:line.
	Evidence string `json:"evidence,omitempty"`
	Text     string `json:"text"` // what the agent is to do
	Status   Status `json:"status"`
	// Names of the reviewers that found it; none if there is only one reviewer.
	Reviewers []string `json:"reviewers,omitempty"`
	// Unproven are the parts that ccc could not confirm: criterion, evidence.
	Unproven []string `json:"unproven,omitempty"`
	Found    int      `json:"found_in,omitzero"` // the review that found it, from 1
	// The review, from 1, in which it was no longer open; 0 while it is open.
	Ended  int    `json:"ended_in,omitzero"`
	Reason string `json:"reason,omitempty"` // the user's reason, with Dismissed
	// DismissedAt is when the user dismissed the finding, in this task or an earlier one.
	DismissedAt time.Time `json:"dismissed_at,omitzero"`
	DismissedBy Dismisser `json:"dismissed_by,omitempty"` // "" if an older ccc stored it
	Untold      bool      `json:"untold,omitempty"`       // no feedback has told the agent that it was dismissed
	Again       int       `json:"again_in,omitzero"`      // the last review that found it although it was dismissed
	// AgainText is what that review said, if its words differed.
	AgainText string `json:"again_text,omitempty"`
	// First says that the reviewer had not reviewed the task before.
	First bool `json:"first,omitempty"`
	// InWords says that the reviewer named no findings, so that Text is the reviewer's feedback.
	InWords bool `json:"in_words,omitempty"`
	// Unnamed, with Fixed, says that a reviewer accepted the work without a word about the finding.
	Unnamed bool `json:"unnamed,omitempty"`
}

// Severity says whether a finding holds the agent.
type Severity string

// The severities.
const (
	Blocker Severity = "blocker" // the work is not done while it is open
	Advice  Severity = "advice"  // the agent is told, but may stop
)

// Status is the state of a finding.
type Status string

// The statuses.
const (
	Open      Status = "open"
	Fixed     Status = "fixed"
	Withdrawn Status = "withdrawn" // by the reviewer
	Dismissed Status = "dismissed" // by the user
	// Reopened occurs only in a verdict: the user has taken a dismissal back, and the finding is open again.
	Reopened Status = "reopened"
)

// The values of Finding.Unproven.
const (
	CriterionUnproven = "criterion"
	EvidenceUnproven  = "evidence"
)

// MaxFindings is how many open findings a task can have. After that, new advice is ignored.
const MaxFindings = 50

var place = text.LazyRegexp{Expr: `^([^\s:]+):(\d+)`}

// Place returns the file and the line of evidence that is file:line. line is 0 for other evidence.
func (f Finding) Place() (file string, line int) {
	m := place.Get().FindStringSubmatch(strings.Trim(f.Evidence, "`\"' "))
	if m == nil {
		return "", 0
	}
	line, err := strconv.Atoi(m[2])
	if err != nil || line < 1 {
		return "", 0
	}
	return path.Clean(m[1]), line
}

// File returns the file of [Finding.Place].
func (f Finding) File() string {
	file, _ := f.Place()
	return file
}

// isHolding reports whether the finding keeps the agent from stopping.
func (f Finding) isHolding() bool { return f.Status == Open && f.Severity == Blocker }

// OpenFindings returns the open findings, blockers first.
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

// NamedFindings returns the open findings that a reviewer named one by one, blockers first.
func NamedFindings(list []Finding) []Finding {
	return slices.DeleteFunc(OpenFindings(list), func(f Finding) bool { return f.InWords })
}

// CountOpen counts the open findings that a reviewer named one by one.
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

// MessageToAgent returns the verdict as a message to the agent: the feedback, and the open findings, blockers first.
// It leaves out findings in words, because they are the feedback, and what the user has dismissed.
func (v Verdict) MessageToAgent() string {
	open, feedback := NamedFindings(v.Findings), v.WithoutDismissed(v.Feedback)
	if IsCovered(feedback, open) {
		feedback = ""
	}
	settled := v.justDismissed(feedback != "")
	if len(open) == 0 {
		return strings.TrimSpace(feedback + "\n\n" + settled)
	}
	var b strings.Builder
	if feedback != "" {
		b.WriteString(feedback + "\n\n")
	}
	for _, f := range open {
		fmt.Fprintf(&b, "%s (%s", f.ID, f.Severity)
		if len(f.Reviewers) > 0 {
			fmt.Fprintf(&b, ", %s", strings.Join(f.Reviewers, ", "))
		}
		fmt.Fprintf(&b, "): %s\n", strings.ReplaceAll(strings.TrimSpace(f.Text), "\n", "\n   "))
		if f.Evidence != "" {
			fmt.Fprintf(&b, "   seen: %s%s\n", f.Evidence, f.noteUnproven(EvidenceUnproven, " (not found)"))
		}
		if f.Criterion != "" {
			const notAsked = " (not found in the user's words or the rubric)"
			fmt.Fprintf(&b, "   asked for: %q%s\n", f.Criterion, f.noteUnproven(CriterionUnproven, notAsked))
		}
	}
	fmt.Fprintf(&b, "\nIf one of these is wrong, say why instead of a change: %s: the reason.", open[0].ID)
	if settled != "" {
		b.WriteString("\n\n" + settled)
	}
	return b.String()
}

// noteUnproven returns note if ccc could not confirm that part of the finding; "" otherwise.
func (f Finding) noteUnproven(part, note string) string {
	if slices.Contains(f.Unproven, part) {
		return note
	}
	return ""
}

// WithoutDismissed returns a reviewer's words without the lines that repeat what the user has dismissed.
func (v Verdict) WithoutDismissed(words string) string {
	var dismissed []Finding
	for _, f := range v.Findings {
		if f.Status == Dismissed {
			dismissed = append(dismissed, f, Finding{Text: f.AgainText})
		}
	}
	known := strings.Split(textsOf(dismissed), "\n")
	open := strings.Split(textsOf(OpenFindings(v.Findings)), "\n")
	lines := slices.DeleteFunc(strings.Split(words, "\n"), func(line string) bool {
		return line != "" && slices.Contains(known, line) && !slices.Contains(open, line)
	})
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// justDismissed tells the agent which findings the user has dismissed since its previous message, and, if it gets a
// reviewer's own words, which ones those may still be about; "" for none.
func (v Verdict) justDismissed(inWords bool) string {
	var list []string
	for _, f := range v.Findings {
		switch {
		case f.Status != Dismissed:
		case f.Untold && f.Found < v.Round:
			list = append(list, fmt.Sprintf("The user has dismissed %s: do nothing for it.", f.ID))
		case inWords && f.Again > 0 && f.Again == v.Round:
			list = append(list, fmt.Sprintf("The user has dismissed this: do nothing for it: %s", text.FirstLine(f.Text)))
		}
	}
	return strings.Join(list, "\n")
}

// AfterMessage returns the findings of a verdict after its message has told the agent what was dismissed.
func AfterMessage(list []Finding) []Finding {
	list = slices.Clone(list)
	for i := range list {
		list[i].Untold = false
	}
	return list
}

// IsCovered reports whether each line of the feedback is in a text of the findings that reviewers named. Headings
// with the names of reviewers do not count.
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

// textsOf returns the texts of findings, each in a line.
func textsOf(list []Finding) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}
