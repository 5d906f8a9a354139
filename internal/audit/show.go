package audit

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// maxColumns is the greatest width of a report.
const maxColumns = 80

// maxRows is the greatest number of projects, and of models, that is shown.
const maxRows = 10

// table is one part of a report.
type table struct {
	title string
	rows  []Row
}

func (r Report) tables(language lang.Language) []table {
	kinds := slices.Clone(r.Kinds)
	for i, row := range kinds {
		kinds[i].Name = wording.ClaimKind(claims.Kind(row.Name), language)
	}
	reasons := slices.Clone(r.Reasons)
	for i, row := range reasons {
		reasons[i].Name = wording.ReasonName(claims.Reason(row.Name), language)
	}
	return []table{
		{language.Sprintf("KIND"), kinds},
		{language.Sprintf("REASON"), reasons},
		{language.Sprintf("PROJECT"), r.Projects},
		{language.Sprintf("MONTH"), r.Months},
		{language.Sprintf("MODEL"), r.Models},
	}
}

// lines returns the sums as sentences, one in each line.
func (r Report) lines(language lang.Language) (list []string) {
	say := func(m lang.Message) { list = append(list, language.Text(m)) }
	if r.Claims > 0 {
		say(lang.M("claims without support: %d of %d (%s)", r.Unsupported, r.Claims,
			percent(r.Unsupported, r.Claims)))
	} else {
		say(lang.M("no claim was recognized"))
	}
	if r.Shown > 0 {
		say(lang.M("not among them: %d whose exit status a pipe or the like hides, and whose output says "+
			"that it passed",
			r.Shown))
	}
	say(lang.M("sessions: %d · stops: %d · judged: %d (%s)", r.Sessions, r.Stops, r.Judged, percent(r.Judged, r.Stops)))
	if r.OtherLanguage > 0 {
		say(lang.M("not judged, since neither in English nor in Chinese: %d", r.OtherLanguage))
	}
	if r.Interrupted > 0 || r.Broken > 0 {
		say(lang.M("other turns, not judged: you interrupted %d, %d broke off", r.Interrupted, r.Broken))
	}
	if len(r.Unread) > 0 {
		say(lang.M("files and folders that could not be read to their end: %d", len(r.Unread)))
	}
	return list
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// Text writes the report for a terminal of that width; nil for a wide one.
func (r Report) Text(w io.Writer, language lang.Language, width func() int) error {
	columns := maxColumns
	if width != nil && width() > 0 {
		columns = min(width(), columns)
	}
	var b strings.Builder
	for _, line := range r.lines(language) {
		b.WriteString(layout.Wrap(line, columns) + "\n")
	}
	for _, t := range r.tables(language) {
		if len(t.rows) == 0 {
			continue
		}
		b.WriteByte('\n')
		rows := []string{language.Sprintf("CLAIMS\tUNSUPPORTED\t%s", t.title)}
		for _, row := range t.rows[:min(len(t.rows), maxRows)] {
			rows = append(rows, cells(row, "\t"))
		}
		if more := len(t.rows) - maxRows; more > 0 {
			rows = append(rows, "\t\t"+language.Sprintf("%d more", more))
		}
		if err := layout.Table(&b, rows, func() int { return columns }); err != nil {
			return err
		}
	}
	if len(r.Worst) > 0 {
		b.WriteString("\n" + layout.Wrap(r.worstTitle(language), columns) + "\n")
	}
	for _, f := range r.Worst {
		wrap := func(line string) string {
			return layout.Wrap(text.Clip(text.OneLine(line), 4*maxColumns), columns) + "\n"
		}
		b.WriteString("\n" + wrap(fmt.Sprintf("%s  %s  %s", day(f.Time), f.Session, f.Project)))
		said := fmt.Sprintf("%s “%s”", wording.ClaimKind(f.Kind, language), f.Text)
		b.WriteString("  " + text.ClipLine(said, columns-2) + "\n")
		b.WriteString(wrap("  " + f.why(language)))
	}
	for _, line := range r.next(language) {
		b.WriteString("\n" + line)
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// worstTitle is the title of the claims that are named, and says how many there were.
func (r Report) worstTitle(language lang.Language) string {
	if len(r.Worst) == r.Unsupported {
		return language.Sprintf("The worst:")
	}
	return language.Sprintf("The worst %d of these %d, at most one of each session:", len(r.Worst), r.Unsupported)
}

// cells returns a row's cells, with the name last.
func cells(row Row, separator string) string {
	claims := "–"
	if row.Claims > 0 {
		claims = fmt.Sprint(row.Claims)
	}
	share := ""
	if row.Claims > 0 {
		share = " (" + percent(row.Unsupported, row.Claims) + ")"
	}
	return strings.Join([]string{claims, fmt.Sprintf("%d%s", row.Unsupported, share), row.Name}, separator)
}

// day returns the time of a finding, to the minute.
func day(at string) string {
	return strings.Replace(at[:min(len(at), len("2006-01-02T15:04"))], "T", " ", 1)
}

// why returns why the claim is not supported, and which commands ran.
func (f Finding) why(language lang.Language) string {
	why := language.Text(wording.NamedClaimReason(f.claim))
	for _, n := range f.Steps {
		why += " · " + language.Sprintf("step %d", n)
	}
	return why
}

// next returns what the user can do about the findings.
func (r Report) next(language lang.Language) []string {
	if r.Unsupported == 0 {
		return nil
	}
	return []string{
		language.Sprintf("To see one with its steps: ccc replay --claims ~/.claude/projects/*/SESSION.jsonl"),
		language.Sprintf("To be told of them at each stop, without a review, start claude with: ccc"),
	}
}

// Markdown writes the report for a page or a comment.
func (r Report) Markdown(w io.Writer, language lang.Language) error {
	var b strings.Builder
	for _, line := range r.lines(language) {
		b.WriteString("- " + line + "\n")
	}
	for _, t := range r.tables(language) {
		if len(t.rows) == 0 {
			continue
		}
		titles := strings.ReplaceAll(language.Sprintf("CLAIMS\tUNSUPPORTED\t%s", t.title), "\t", " | ")
		b.WriteString("\n| " + titles + " |\n| ---: | ---: | --- |\n")
		for _, row := range t.rows[:min(len(t.rows), maxRows)] {
			row.Name = markdownCell(row.Name)
			b.WriteString("| " + cells(row, " | ") + " |\n")
		}
		if more := len(t.rows) - maxRows; more > 0 {
			b.WriteString("| | | " + language.Sprintf("%d more", more) + " |\n")
		}
	}
	for i, f := range r.Worst {
		if i == 0 {
			b.WriteString("\n" + r.worstTitle(language) + "\n\n")
		}
		fmt.Fprintf(&b, "%d. %s, %s, %s, %s: “%s” — %s\n", i+1, day(f.Time), f.Session, markdownCell(f.Project),
			wording.ClaimKind(f.Kind, language), markdownCell(f.Text), markdownCell(f.why(language)))
	}
	for _, line := range r.next(language) {
		sentence, command, _ := strings.Cut(line, ": ccc")
		b.WriteString("\n" + sentence + ": `ccc" + command + "`\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownCell quotes characters that have a meaning in markdown.
func markdownCell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "\\`", "*", `\*`, "[", `\[`, "@", "&#64;").Replace(
		text.Safe(text.OneLine(s)))
}
