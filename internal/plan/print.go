package plan

import (
	"fmt"
	"strings"

	"ccc/internal/console"
	"ccc/internal/text"
)

// PrintTasks prints the tasks of a plan, or the only one with that number if it is not 0.
func PrintTasks(c *console.Console, path string, only int, format string) error {
	list, err := List(path, only)
	if err != nil {
		return err
	}
	if format != "text" {
		return c.JSON(list)
	}
	var lines strings.Builder
	for _, t := range list {
		state := "open"
		if t.Done {
			state = "done"
		}
		fmt.Fprintf(&lines, "%d\t%s\t%s", t.Number, state, text.OneLine(t.Title))
		if len(t.After) > 0 {
			fmt.Fprintf(&lines, "\tafter %s", strings.Trim(fmt.Sprint(t.After), "[]"))
		}
		lines.WriteByte('\n')
	}
	_, err = fmt.Fprint(c.Out, lines.String())
	return err
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
