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

// WriteTable prints the table of a run's tasks. Below the table it prints why tasks are not done, and the totals. It
// also prints there what does not fit into the width: session ids, branches, and the details of outcomes. Titles get
// the remaining width. If that is less than minTitle columns, the table leaves out rounds, cost and time. If width is
// nil, the width is not limited.
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
	costs := r.costs()
	for i, row := range r.Tasks {
		add := func(m lang.Message) { say(lang.M("task %d: %s", row.Number, m)) }
		name := func(m lang.Message) { // in one line, so that the user can copy it
			lines = append(lines, language.Text(lang.M("task %d: %s", row.Number, m)))
		}
		if shape > withSessions && row.Session() != "" {
			name(lang.M("session %s", row.Session()))
		}
		if shape > withBranches && row.Branch != "" {
			name(lang.M("branch %s", row.Branch))
		}
		if shape == titlesFirst && row.Ending != nil {
			add(lang.Verbatim(numbersOf(row.cells(costs[i], false, language), language)))
		}
		switch why := row.Why(shape >= outcomesOnly); {
		case shape < outcomesOnly && why.String() == row.Short().String(): // the table says it
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

// tableShape says which cells a table has besides the outcomes. The widest shape comes first.
type tableShape int

const (
	withSessions tableShape = iota
	withBranches
	withWords    // with the details of each outcome
	outcomesOnly // outcomes in one or two words
	titlesFirst  // no rounds, cost and time
	untitled     // without the titles; its width is what a title does not get
)

// minTitle is the minimum width of a title, in columns. Other cells are left out to keep it.
const minTitle = 12

// tableRows returns the rows of the table. The title is the last cell if it may be cut.
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
	costs := r.costs()
	for i, row := range r.Tasks {
		add(row.cells(costs[i], shape < outcomesOnly, language))
	}
	return rows
}

func tableHead(language lang.Language) string {
	return language.Sprintf("TASK\tOUTCOME\tROUNDS\tCOST\tTIME\tTITLE\tBRANCH\tSESSION")
}

// numbersOf returns the cells that titlesFirst leaves out of a row, with the names of their columns.
func numbersOf(cells string, language lang.Language) string {
	names, numbers := strings.Split(tableHead(language), "\t"), strings.Split(cells, "\t")
	var said []string
	for i := 2; i < 5; i++ {
		said = append(said, names[i]+" "+numbers[i])
	}
	return strings.Join(said, " · ")
}

// tableWidth returns the width of a table with these rows, in columns.
func tableWidth(rows []string) (most int) {
	var b strings.Builder
	_ = layout.Table(&b, slices.Clone(rows), nil) // writing to memory never fails
	for line := range strings.SplitSeq(b.String(), "\n") {
		most = max(most, uniseg.StringWidth(line))
	}
	return most
}

// Print prints the tasks of a run on standard output, and the next steps on standard error. named says that the run has
// a --run-id.
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
		c.SayUnwrapped("ccc: " + language.Sprintf("the branches are yours to merge:") + "\n" +
			strings.Join(merge, "\n"))
	}
	if next := r.Next(keepGoing); !next.Empty() && (r.Retryable || !named) {
		c.Notef("%s", next)
	}
	return nil
}
