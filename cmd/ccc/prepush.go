package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/prepush"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// writePrePush puts ccc into the repository's pre-push hook, or prints what its manager is to be given.
func (p *program) writePrePush(reviews bool) error {
	if p.Getenv(review.InReviewEnv) != "" {
		return console.Usage(lang.Errorf("a reviewer writes no hook"))
	}
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	place, err := prepush.Find(context.Background(), dirs.Work)
	if err != nil {
		return err
	}
	if place.Manager != prepush.None {
		err := p.Printf("%s manages the hooks here, so nothing was written. Put this into %s:\n", string(place.Manager),
			place.File)
		if err == nil {
			err = p.Printf("%s\n", strings.Join(place.Lines(reviews), "\n"))
		}
		if err == nil && place.Manager == prepush.PreCommit {
			err = p.Printf("and then: %s\n", "pre-commit install --hook-type pre-push")
		}
		return err
	}
	self, err := process.Installed()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(dirs.State), 0o700); err != nil {
		return err
	}
	if err := prepush.List(dirs.State.Hooks()).Add(place.Hook); err != nil {
		return err
	}
	before, err := place.Install(self, p.hooksLock(dirs), reviews)
	if err != nil {
		return err
	}
	if err := p.Printf("%s written: git calls it before each push\n", place.Hook); err != nil {
		return err
	}
	if before != "" {
		if err := p.Printf("what stood there is called first: %s\n", before); err != nil {
			return err
		}
	}
	if r, err := rubric.LoadOrBuiltIn(p.Language(), dirs.Work, dirs.Claude); err == nil && len(r.Checks) == 0 && !reviews {
		p.Notef("%s names no checks yet: until it does nothing runs before a push", r.Path)
	}
	return nil
}

func (p *program) hooksLock(dirs state.Directories) string {
	return filepath.Join(string(dirs.State), "pre-push.lock")
}

// removePrePush takes ccc out of all hooks, and returns what it says of them.
func (p *program) removePrePush(dirs state.Directories) (removed, kept []string, err error) {
	list := prepush.List(dirs.State.Hooks())
	hooks, err := list.Hooks()
	if err != nil || len(hooks) == 0 {
		return nil, nil, err
	}
	for _, hook := range hooks {
		was, stays, err := prepush.Remove(hook, p.hooksLock(dirs))
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
