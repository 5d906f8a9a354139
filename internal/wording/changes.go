package wording

import (
	"fmt"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
)

// FileChanges returns a heading with the totals, and a line for each file that is named.
func FileChanges(c task.FileChanges, since task.Since, language lang.Language) (lines []string) {
	if c.Files == 0 {
		return nil
	}
	heading := lang.M("files changed in this task, by anyone: %d, lines +%d -%d", c.Files, c.Added, c.Deleted)
	switch since {
	case task.SinceLaunch:
		heading = lang.M("files changed since the launch, by anyone: %d, lines +%d -%d", c.Files, c.Added, c.Deleted)
	case task.SinceCompleted:
		heading = lang.M("files changed since the last completed task, by anyone: %d, lines +%d -%d", c.Files,
			c.Added, c.Deleted)
	}
	lines = append(lines, language.Text(heading))
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
