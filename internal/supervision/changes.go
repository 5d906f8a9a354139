package supervision

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ccc/internal/git"
	"ccc/internal/lang"
)

// gitTime is how long git may take at the end of a launch.
const gitTime = 2 * time.Second

// changeLines lists the files that changed since the launch began. It is nil if their state at the beginning is
// unknown.
func (r *reviews) changeLines() []string {
	base := r.base().Tree
	if base == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	now, err := git.Tree(ctx, r.Dir, base, r.State.Indexes())
	if err != nil {
		return []string{r.language.Sprintf("could not tell which files changed: %v", err)}
	}
	return r.changesBetween(ctx, base, now.Tree, false)
}

// reviewedChangeLines lists the files that changed from the beginning of the task to its newest review. It is nil if
// their state is unknown.
func (r *reviews) reviewedChangeLines() []string {
	t := r.recorder.trees.Load()
	if t == nil || t.base == "" || t.work == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	return r.changesBetween(ctx, t.base, t.work, true)
}

// changesBetween lists the files that differ between two git trees: those of a task, or of the launch.
func (r *reviews) changesBetween(ctx context.Context, base, tree string, ofTask bool) []string {
	list, err := git.Diff(ctx, r.Dir, base, tree)
	if err != nil {
		return []string{r.language.Sprintf("could not tell which files changed: %v", err)}
	}
	return changeSummary(list, ofTask, r.language)
}

// changeSummary returns a heading with the totals, and a line for each file.
func changeSummary(list []git.Change, ofTask bool, language lang.Language) (lines []string) {
	if len(list) == 0 {
		return nil
	}
	added, deleted := 0, 0
	for i, c := range list {
		added, deleted = added+c.Added, deleted+c.Deleted
		if i < maxListed {
			lines = append(lines, "  "+language.Text(describeChange(c)))
		}
	}
	if more := len(list) - maxListed; more > 0 {
		lines = append(lines, language.Sprintf("  and %d more", more))
	}
	heading := language.Sprintf("files changed since the launch, by anyone: %d, lines +%d -%d", len(list), added, deleted)
	if ofTask {
		heading = language.Sprintf("files changed in this task, by anyone: %d, lines +%d -%d", len(list), added, deleted)
	}
	return slices.Insert(lines, 0, heading)
}

// describeChange describes the change of a file in one line.
func describeChange(c git.Change) lang.Message {
	path := strings.ReplaceAll(c.Path, "\n", "␊")
	counts := fmt.Sprintf("+%d -%d", c.Added, c.Deleted)
	if c.Binary {
		counts = "±"
	}
	switch c.Status {
	case 'A':
		return lang.M("%s %s (new)", path, counts)
	case 'D':
		return lang.M("%s %s (deleted)", path, counts)
	case 'R':
		return lang.M("%s %s (was %s)", path, counts, strings.ReplaceAll(c.From, "\n", "␊"))
	}
	return lang.M("%s %s", path, counts)
}
