package change

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/console"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// WritePushHook adds ccc to the repository's pre-push hook. If a hook manager owns that hook, it prints the lines for
// the manager's configuration instead, and the exit code is 1 until they are there.
func (c Command) WritePushHook(reviews bool) error {
	if c.Getenv(review.InReviewEnv) != "" {
		return console.Usage(lang.Errorf("a reviewer writes no hook"))
	}
	dirs, err := c.Directories()
	if err != nil {
		return err
	}
	place, err := FindPushHook(context.Background(), dirs.Work)
	if err != nil {
		return err
	}
	if place.Manager != NoManager {
		return c.printPushLines(place, reviews)
	}
	self, err := process.InstalledPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(dirs.State), 0o700); err != nil {
		return err
	}
	if err := PushHooks(dirs.State.Hooks()).Add(place.Hook); err != nil {
		return err
	}
	before, err := place.Install(self, c.hooksLock(dirs), reviews)
	if err != nil {
		return err
	}
	if err := c.Printf("%s written: git calls it before each push\n", place.Hook); err != nil {
		return err
	}
	if before != "" {
		if err := c.Printf("the hook that was there is called first: %s\n", before); err != nil {
			return err
		}
	}
	r, err := rubric.LoadOrBuiltIn(c.Language(), dirs.Work, dirs.Claude)
	if err == nil && len(r.Checks) == 0 && !reviews {
		c.Notef("%s names no checks yet: until it does nothing runs before a push", r.Path)
	}
	return nil
}

// printPushLines prints what the user puts into the configuration of a hook manager, unless that calls ccc already.
func (c Command) printPushLines(place PushHook, reviews bool) error {
	content, _ := file.Read(place.File, file.MaxText) // one that cannot be read has none of them
	var there []string
	for line := range strings.Lines(string(content)) {
		there = append(there, strings.TrimSpace(line))
	}
	missing := func(line string) bool { return !slices.Contains(there, strings.TrimSpace(line)) }
	if !slices.ContainsFunc(place.Lines(reviews), missing) {
		return c.Printf("%s calls ccc before each push already\n", place.File)
	}
	err := c.Printf("ccc has written no hook, because %s manages the hooks here. Put this into %s:\n",
		string(place.Manager), place.File)
	if err == nil {
		err = c.Printf("%s\n", strings.Join(place.Lines(reviews), "\n"))
	}
	if err == nil && place.Manager == PreCommit {
		err = c.Printf("and then: %s\n", "pre-commit install --hook-type pre-push")
	}
	return cmp.Or(err, error(console.Exit(1)))
}

func (c Command) hooksLock(dirs state.Directories) string {
	return filepath.Join(string(dirs.State), "pre-push.lock")
}

// RemovePushHooks removes ccc from all hooks, and returns messages about them.
func (c Command) RemovePushHooks(dirs state.Directories) (removed, kept []string, err error) {
	list := PushHooks(dirs.State.Hooks())
	hooks, err := list.Hooks()
	if err != nil || len(hooks) == 0 {
		return nil, nil, err
	}
	for _, hook := range hooks {
		was, stays, err := RemovePushHook(hook, c.hooksLock(dirs))
		switch {
		case err != nil:
			return removed, kept, err
		case stays:
			kept = append(kept, hook)
		case was:
			removed = append(removed, hook)
		}
	}
	return removed, kept, list.Clear()
}
