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

// Finding is one fault of the work, as a reviewer describes it.
type Finding struct {
	ID        string // the id of a finding that the question listed; "" for a new one
	Advice    bool   // it does not keep the work from being done
	Criterion string // a quotation of the user or the rubric that the work does not satisfy
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

// advice lists the severities that count as advice. Models use more words than the two that they are asked to use.
var advice = []string{"advice", "info", "minor", "nit", "nitpick", "optional", "suggestion"}

// The limits of an answer. What exceeds them is dropped.
const (
	maxFindings = 50
	maxText     = 4 << 10 // length of Text in bytes
	maxField    = 1 << 10 // length of each other field in bytes
)

var findingID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^F[1-9][0-9]{0,2}$`) })

// readFindings reads the findings of an answer. A text instead of an object is a finding with only that text. An object
// instead of the list is the only finding. isWhole is false if there is an open blocker without any readable text.
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
	if len(findings) > maxFindings { // sorting keeps the findings that decide
		slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.weight(), b.weight()) })
		findings = findings[:maxFindings]
	}
	return findings, isWhole
}

// entriesOf returns the entries of a list. Models also write the list as a JSON string.
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

// readFinding reads one entry. It reads each field separately, because weak models write numbers as ids and lists as
// evidence. isSaid is false for an empty entry.
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
		f.Text = clean(textIn(other), maxText)
		return f, f.Text != ""
	}
	f = Finding{
		Advice:    slices.Contains(advice, strings.ToLower(strings.TrimSpace(textIn(fields.Severity)))),
		Criterion: clean(textIn(fields.Criterion), maxField), Evidence: clean(textIn(fields.Evidence), maxField),
		Text: clean(textIn(fields.Text), maxText), Status: StatusOpen,
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
	case StatusFixed, "resolved", "closed", "addressed": // models also write other words than the given ones
		f.Status = StatusFixed
	case StatusWithdrawn, "retracted", "invalid":
		f.Status = StatusWithdrawn
	}
	return f, string(entry) != "null" && len(entry) > len("{}")
}

// textIn returns a JSON value as text. For a list it joins the parts. For an object it returns the place that the
// object names.
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

// weight returns the sort position of a finding, the most important first: new blockers, then findings with a known id,
// then advice.
func (f Finding) weight() int {
	switch {
	case f.blocks():
		return 0
	case f.ID != "":
		return 1
	}
	return 2
}

// clean returns the beginning of a text, without invisible characters and without spaces around it.
func clean(text string, size int) string {
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

// Known is what a reviewer is told about the findings of earlier reviews.
type Known struct {
	Open      []Finding
	Dismissed []Finding // by the user, in this task or an earlier one
	Answers   []string  // the agent's replies to findings, one per line
	Since     string    // the command that shows the changes since this reviewer last looked; "" if unknown
	Unchanged bool      // that command would show nothing
}

func (k Known) text() string {
	var b strings.Builder
	if len(k.Open) > 0 {
		b.WriteString("\nOpen findings of earlier reviews of this task. Give each again in \"findings\", by " +
			"\"id\" with \"status\": fixed, open, or withdrawn if it was wrong:\n" + lines(k.Open))
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

// lines lists findings, one per line. Their texts come from models and from files, so each is quoted.
func lines(list []Finding) string {
	var b strings.Builder
	for _, f := range list {
		severity := "blocker"
		if f.Advice {
			severity = "advice"
		}
		name := "- " // dismissed findings get no id: they may be from another task, where ids mean other findings
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
