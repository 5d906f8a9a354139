package plan

import (
	"fmt"
	"io"
	"strings"

	"ccc/internal/console"
	"ccc/internal/text"
)

// PrintTasks prints all tasks of a plan, or one task if only is its number. only is 0 for all.
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
	if console.Columns(c.Out) != nil { // the user reads it, and no script
		_, err = io.WriteString(c.Wrapped(), strings.ReplaceAll(lines.String(), "\t", "  "))
	} else {
		_, err = io.WriteString(c.Out, lines.String())
	}
	return err
}
