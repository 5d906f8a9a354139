package change

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/text/markdown"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Mark is the first line of a comment, by which a later run finds the comment. It is not shown.
const Mark = "<!-- ccc review -->"

// The limits of a comment, in bytes. GitHub takes 65536 characters.
const (
	maxComment = 60 << 10
	maxRow     = 400     // of a row of the table
	maxDetails = 4 << 10 // of the details on a finding below the table
)

// Markdown writes the report as a comment on a pull request of at most 60 KiB. What does not fit is counted. All
// texts that are not ccc's own are written as code.
func (r Report) Markdown(w io.Writer, language lang.Language) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n### %s %s\n\n%s: %s\n\n", Mark, r.symbol(), language.Text(r.headline()),
		markdown.Inline(text.Safe(language.Text(r.Change.Name))), language.Text(r.size()))
	if r.Failed != "" {
		b.WriteString(markdown.Fence(text.Safe(text.Head(r.Failed, maxDetails))))
	}
	open := r.openFindings()
	if len(open) > 0 {
		fmt.Fprintf(&b, "||||\n|---|---|---|\n")
	}
	rows, shown := maxComment/2, 0
	for _, f := range open {
		row := fmt.Sprintf("|%s|%s|%s|\n", strings.TrimSpace(f.ID+" "+language.Text(wording.Severity(f.Severity))),
			cell(f.Evidence), cell(text.FirstLine(f.Text)))
		if b.Len()+len(row) > rows {
			break
		}
		b.WriteString(row)
		shown++
	}
	b.WriteString("\n")
	for _, f := range open[:shown] {
		if more := r.foldedDetails(f, language); b.Len()+len(more) < maxComment-1<<10 {
			b.WriteString(more)
		}
	}
	var last []string
	add := func(m lang.Message) { last = append(last, language.Text(m)) }
	if left := len(open) - shown; left > 0 {
		add(lang.M("%d more", left))
	}
	r.ending(add)
	if len(last) > 0 {
		b.WriteString(markdown.Fence(text.Safe(text.Head(strings.Join(last, "\n"), maxDetails))))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline returns the outcome, without words of others.
func (r Report) headline() lang.Message {
	if r.Failure != streamjson.NoFailure {
		return lang.M("no verdict")
	}
	return r.outcome()
}

// symbol returns the symbol for an outcome.
func (r Report) symbol() string {
	switch {
	case r.Failure != streamjson.NoFailure, r.Blocked, isPartial(r.Verdict):
		return "❔"
	case r.Completed:
		return "✅"
	}
	return "❌"
}

// foldedDetails returns the parts of a finding that do not fit the table, folded; "" for nothing.
func (r Report) foldedDetails(f task.Finding, language lang.Language) string {
	said := r.fullText(f, language)
	if !strings.Contains(said, "\n") && len(said) < maxRow {
		return ""
	}
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s</details>\n\n", cmp.Or(f.ID, string(f.Severity)),
		markdown.Fence(text.Head(said, maxDetails)))
}

func cell(s string) string { return markdown.Cell(text.Safe(text.Head(s, maxRow))) }
