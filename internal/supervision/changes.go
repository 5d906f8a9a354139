package supervision

import (
	"context"
	"time"

	"ccc/internal/git"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// gitTime is how long git may take at the end of a launch.
const gitTime = 2 * time.Second

// changeLines lists the files that changed since the launch began; none if their state at the beginning is unknown.
// lines says it to the user.
func (r *reviews) changeLines() (changes task.FileChanges, lines []string) {
	base := r.base().Tree
	if base == "" {
		return changes, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	now, err := git.Tree(ctx, r.Dir, base, r.State.Indexes())
	if err != nil {
		return changes, r.unknownChanges(err)
	}
	changes, err = r.changesBetween(ctx, base, now.Tree)
	if err != nil {
		return changes, r.unknownChanges(err)
	}
	r.recorder.Changes(changes)
	return changes, wording.FileChanges(changes, task.SinceLaunch, r.language)
}

// reviewedChanges returns the files that changed from the beginning of the task to its newest review; none if their
// state is unknown. If git fails, unknown says so to the user.
func (r *reviews) reviewedChanges() (changes task.FileChanges, unknown []string) {
	t := r.recorder.trees.Load()
	if t == nil || t.base == "" || t.work == "" {
		return changes, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	changes, err := r.changesBetween(ctx, t.base, t.work)
	if err != nil {
		return changes, r.unknownChanges(err)
	}
	return changes, nil
}

func (r *reviews) unknownChanges(err error) []string {
	return []string{r.language.Sprintf("could not tell which files changed: %v", err)}
}

// changesBetween returns the files that differ between two git trees: those of a task, or of the launch.
func (r *reviews) changesBetween(ctx context.Context, base, tree string) (task.FileChanges, error) {
	list, err := git.Diff(ctx, r.Dir, base, tree)
	return fileChanges(list), err
}

// fileChanges returns git's changes for the words about them, and for the recording.
func fileChanges(list []git.Change) (c task.FileChanges) {
	for _, one := range list {
		c.Add(task.FileChange{
			Status: string(one.Status), Path: one.Path, From: one.From, Added: one.Added, Deleted: one.Deleted,
			Binary: one.Binary,
		})
	}
	return c
}
