package wording

import (
	"fmt"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
)

// FileChanges returns a heading with the totals, and a line for each file that is named. ofTask says that they are
// those of a task, and not of the launch.
func FileChanges(c task.FileChanges, ofTask bool, language lang.Language) (lines []string) {
	if c.Files == 0 {
		return nil
	}
	heading := language.Sprintf("files changed since the launch, by anyone: %d, lines +%d -%d", c.Files, c.Added,
		c.Deleted)
	if ofTask {
		heading = language.Sprintf("files changed in this task, by anyone: %d, lines +%d -%d", c.Files, c.Added,
			c.Deleted)
	}
	lines = append(lines, heading)
	for _, f := range c.First {
		lines = append(lines, "  "+language.Text(fileChange(f)))
	}
	if more := c.Files - len(c.First); more > 0 {
		lines = append(lines, language.Sprintf("  and %d more", more))
	}
	return lines
}

// fileChange describes the change of a file in one line.
func fileChange(f task.FileChange) lang.Message {
	path := strings.ReplaceAll(f.Path, "\n", "␊")
	counts := fmt.Sprintf("+%d -%d", f.Added, f.Deleted)
	if f.Binary {
		counts = "±"
	}
	switch f.Status {
	case "A":
		return lang.M("%s %s (new)", path, counts)
	case "D":
		return lang.M("%s %s (deleted)", path, counts)
	case "R":
		return lang.M("%s %s (was %s)", path, counts, strings.ReplaceAll(f.From, "\n", "␊"))
	}
	return lang.M("%s %s", path, counts)
}
