package protocol

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Finding is one thing that is wrong, as a reviewer says it.
type Finding struct {
	ID        string // of a finding that the question named; "" for a new one
	Advice    bool   // it does not keep the work from being done
	Criterion string // the words of the person or of the rubric that the work breaks
	Evidence  string // a command that the reviewer ran in this review, or file:line
	Text      string // what to do
	Status    string // StatusOpen, StatusFixed or StatusWithdrawn
}

// The values of Finding.Status.
const (
	StatusOpen      = "open"
	StatusFixed     = "fixed"
	StatusWithdrawn = "withdrawn"
)

// advice are the severities that are none of a blocker: models also write others than the two that they are asked for.
var advice = []string{"advice", "info", "minor", "nit", "nitpick", "optional", "suggestion"}

// What an answer may hold at most. The rest is dropped.
const (
	maxFindings = 50
	maxText     = 4 << 10 // bytes of a Text
	maxField    = 1 << 10 // bytes of another field
)

var findingID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^F[1-9][0-9]{0,2}$`) })

// readFindings reads the findings of an answer. A text in place of an object is a finding that says nothing else, and
// an object in place of the list is the only one. isWhole is false if there is an open blocker that says nothing readable.
func readFindings(list json.RawMessage) (findings []Finding, isWhole bool) {
	isWhole = true
	for _, one := range entriesOf(list) {
		f, isSaid := readFinding(one)
		switch {
		case f.Text != "" || f.ID != "":
			findings = append(findings, f)
		case isSaid && f.blocks():
			isWhole = false
		}
	}
	if len(findings) > maxFindings { // what decides stays
		slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.weight(), b.weight()) })
		findings = findings[:maxFindings]
	}
	return findings, isWhole
}

// entriesOf are the entries of a list, which models also write as a text with the list in it.
func entriesOf(list json.RawMessage) (entries []json.RawMessage) {
	text := ""
	if json.Unmarshal(list, &text) == nil && json.Unmarshal([]byte(text), &entries) == nil {
		return entries
	}
	if len(list) > 0 && json.Unmarshal(list, &entries) != nil {
		return []json.RawMessage{list}
	}
	return entries
}

// readFinding reads one entry. Each field is read by itself: weak models write numbers as ids and lists as evidence.
// isSaid is false for an entry that is empty.
func readFinding(entry json.RawMessage) (f Finding, isSaid bool) {
	var fields struct{ ID, Severity, Criterion, Evidence, Text, Status any }
	if json.Unmarshal(entry, &fields) != nil {
		var other any
		if json.Unmarshal(entry, &other) != nil {
			return Finding{Status: StatusOpen}, true
		}
		f = Finding{Status: StatusOpen}
		if _, isNumber := other.(float64); isNumber {
			return f, true
		}
		f.Text = bounded(textIn(other), maxText)
		return f, f.Text != ""
	}
	f = Finding{
		Advice:    slices.Contains(advice, strings.ToLower(strings.TrimSpace(textIn(fields.Severity)))),
		Criterion: bounded(textIn(fields.Criterion), maxField), Evidence: bounded(textIn(fields.Evidence), maxField),
		Text: bounded(textIn(fields.Text), maxText), Status: StatusOpen,
	}
	id := strings.ToUpper(strings.TrimSpace(textIn(fields.ID)))
	if _, isNumber := fields.ID.(float64); isNumber {
		id = "F" + id
	}
	if findingID().MatchString(id) {
		f.ID = id
	} else if f.Text == "" {
		f.Text = cmp.Or(f.Criterion, f.Evidence)
	}
	switch strings.ToLower(strings.TrimSpace(textIn(fields.Status))) {
	case StatusFixed, "resolved", "closed", "addressed": // models also write other words than those they are given
		f.Status = StatusFixed
	case StatusWithdrawn, "retracted", "invalid":
		f.Status = StatusWithdrawn
	}
	return f, string(entry) != "null" && len(entry) > len("{}")
}

// textIn is what a value of JSON says: the parts of a list joined, and of an object the place that it names.
func textIn(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		var parts []string
		for _, part := range v {
			parts = append(parts, textIn(part))
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		if file, line := textIn(v["file"]), textIn(v["line"]); file != "" && line != "" {
			return file + ":" + line
		}
		text, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(text)
	}
	return fmt.Sprint(value)
}

// weight orders findings by how much depends on them, the heaviest first: new blockers, what is said of earlier
// findings, and advice.
func (f Finding) weight() int {
	switch {
	case f.blocks():
		return 0
	case f.ID != "":
		return 1
	}
	return 2
}

// bounded returns the beginning of a text, without characters that cannot be seen and spaces around it.
func bounded(text string, size int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "")))
	for len(text) > size {
		text = text[:size]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return text
}

// blocks reports whether a finding says that the work is not done.
func (f Finding) blocks() bool { return !f.Advice && f.Status == StatusOpen }

// Known is what a reviewer is told of the findings of earlier reviews.
type Known struct {
	Open      []Finding
	Dismissed []Finding // by the person, in this task or an earlier one
	Answers   []string  // what the agent says against them, a line each
	Since     string    // the command that shows what changed since this reviewer's last look; "" if unknown
	Unchanged bool      // that shows nothing
}

func (k Known) text() string {
	var b strings.Builder
	if len(k.Open) > 0 {
		b.WriteString("\nOpen findings of earlier reviews of this task. Give each again in \"findings\", by \"id\" with " +
			"\"status\": fixed, open, or withdrawn if it was wrong:\n" + lines(k.Open))
		if changed := " (" + k.Since + ")"; k.Since != "" {
			if k.Unchanged {
				changed = ": no file"
			}
			fmt.Fprintf(&b, "Look at these, and at what changed since the last review%s. You need not look "+
				"at the rest again. A new blocker counts only with a criterion and an evidence.\n", changed)
		}
	}
	if len(k.Answers) > 0 {
		b.WriteString("The agent's own words on them. Check whether they hold:\n")
		for _, line := range k.Answers {
			b.WriteString("| " + line + "\n")
		}
	}
	if len(k.Dismissed) > 0 {
		b.WriteString("\nThe person has dismissed these. They are settled; leave them out, in other words, too:\n" +
			lines(k.Dismissed))
	}
	return b.String()
}

// lines are the findings, one a line. Their words come from models and from files, so each is quoted.
func lines(list []Finding) string {
	var b strings.Builder
	for _, f := range list {
		severity := "blocker"
		if f.Advice {
			severity = "advice"
		}
		name := "- " // what was dismissed has no number here: in another task that may be the number of another finding
		if f.ID != "" {
			name += f.ID + " "
		}
		fmt.Fprintf(&b, "%s(%s) %q", name, severity, f.Text)
		if f.Evidence != "" {
			fmt.Fprintf(&b, ", seen: %q", f.Evidence)
		}
		b.WriteString("\n")
	}
	return b.String()
}
