package outcome

import (
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// WriteTable prints the tasks of a run. Below the table are the reasons why tasks are not done, and the totals. What does
// not fit into the width is below it, too, so that it is complete: the ids of the sessions, the branches, and what is said
// beside the outcomes. What is left of the width the titles have; rounds, cost and time leave the table where that is
// less than minTitle columns. Without a width it may be as wide as it is.
func (r Result) WriteTable(w io.Writer, width func() int, language lang.Language) error {
	shape := withSessions
	for width != nil && shape < outcomesOnly && tableWidth(r.tableRows(shape, language)) > width() {
		shape++
	}
	if shape == outcomesOnly && tableWidth(r.tableRows(untitled, language))+2+minTitle > width() {
		shape = titlesFirst
	}
	if err := layout.Table(w, r.tableRows(shape, language), width); err != nil {
		return err
	}
	var lines []string
	say := func(m lang.Message) {
		said := language.Text(m)
		if width != nil && uniseg.StringWidth(said) > width() {
			said = strings.ReplaceAll(layout.Wrap(said, max(width()-2, 1)), "\n", "\n  ")
		}
		lines = append(lines, said)
	}
	for _, row := range r.Tasks {
		add := func(m lang.Message) { say(lang.M("task %d: %s", row.Number, m)) }
		name := func(m lang.Message) { // in one line, so that it can be copied
			lines = append(lines, language.Text(lang.M("task %d: %s", row.Number, m)))
		}
		if shape > withSessions && row.Session() != "" {
			name(lang.M("session %s", row.Session()))
		}
		if shape > withBranches && row.Branch != "" {
			name(lang.M("branch %s", row.Branch))
		}
		if shape == titlesFirst && row.Ending != nil {
			add(lang.Verbatim(numbersOf(row.Cells(false, language), language)))
		}
		switch why := row.Why(shape >= outcomesOnly); {
		case !why.Empty():
			add(why)
		case shape >= outcomesOnly && row.Ending != nil && row.Short().String() != row.Label().String():
			add(row.Short())
		}
	}
	say(r.Totals())
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// tableShape says what the table of a run has besides the outcomes, from the widest on.
type tableShape int

const (
	withSessions tableShape = iota
	withBranches
	withWords    // what is said beside an outcome
	outcomesOnly // in a word each
	titlesFirst  // no rounds, cost and time
	untitled     // what the titles are beside
)

// minTitle is how many columns a title has before other cells leave the table.
const minTitle = 12

// tableRows are the rows of the table. The title is the last cell where it may be cut.
func (r Result) tableRows(shape tableShape, language lang.Language) (rows []string) {
	add := func(cells string) {
		list := strings.Split(cells, "\t")
		switch list = list[:len(list)-min(int(shape), 2)]; shape {
		case titlesFirst:
			list = slices.Delete(list, 2, 5)
		case untitled:
			list = list[:len(list)-1]
		}
		rows = append(rows, strings.Join(list, "\t"))
	}
	add(tableHead(language))
	for _, row := range r.Tasks {
		add(row.Cells(shape < outcomesOnly, language))
	}
	return rows
}

func tableHead(language lang.Language) string {
	return language.Sprintf("TASK\tOUTCOME\tROUNDS\tCOST\tTIME\tTITLE\tBRANCH\tSESSION")
}

// numbersOf is what titlesFirst leaves out of a row, with the names of its columns.
func numbersOf(cells string, language lang.Language) string {
	names, numbers := strings.Split(tableHead(language), "\t"), strings.Split(cells, "\t")
	var said []string
	for i := 2; i < 5; i++ {
		said = append(said, names[i]+" "+numbers[i])
	}
	return strings.Join(said, " · ")
}

// tableWidth is how many columns a table of these rows takes.
func tableWidth(rows []string) (most int) {
	var b strings.Builder
	_ = layout.Table(&b, slices.Clone(rows), nil) // to memory
	for line := range strings.SplitSeq(b.String(), "\n") {
		most = max(most, uniseg.StringWidth(line))
	}
	return most
}

// Print prints the tasks of a run on standard output, and the next steps on standard error. named reports whether the
// run has a --run-id.
func (r Result) Print(c *console.Console, format string, keepGoing, named bool) error {
	switch format {
	case "json":
		return c.JSON(r)
	case "stream-json": // its last event is the result
		return nil
	}
	language := c.Language()
	if err := r.WriteTable(c.Text, console.Columns(c.Out), language); err != nil {
		return err
	}
	var merge []string
	for _, row := range r.Tasks {
		if row.Dir != "" {
			c.Notef("task %d: its work tree is kept: cd %s", row.Number, text.ShellWord(row.Dir))
		}
	}
	for _, row := range r.Tasks {
		if row.PullRequest != "" {
			c.Notef("task %d: its pull request is %s", row.Number, row.PullRequest)
		}
	}
	if len(r.Commands) > 0 {
		c.SayUnwrapped("ccc: " + language.Sprintf("the pull requests are yours to open:") + "\n" +
			strings.Join(r.Commands, "\n"))
	}
	for _, conflict := range r.Conflicts {
		c.Notef("%s", conflict.Message())
	}
	if r.Merged != nil && r.Merged.First != "" {
		merge = append(merge, r.Merged.First)
	}
	for _, branch := range r.Merge {
		merge = append(merge, "git merge "+text.ShellWord(branch))
	}
	if len(merge) > 0 {
		c.SayUnwrapped("ccc: " + language.Sprintf("the branches are yours to merge:") + "\n" + strings.Join(merge, "\n"))
	}
	if next := r.Next(keepGoing); !next.Empty() && (r.Retryable || !named) {
		c.Notef("%s", next)
	}
	return nil
}
