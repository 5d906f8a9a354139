package launch

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/worktree"
)

// gitTime bounds git, which is asked at the beginning of a launch and at its end.
const gitTime = 2 * time.Second

// tree is what git knew of the work when the launch began; the zero value is no repository.
type tree struct {
	head      string
	untracked []string
}

// git asks git about the work in dir.
func git(dir string, args ...string) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	out, err := worktree.Git(ctx, dir, args...)
	return string(bytes.TrimRight(out, "\n")), err == nil
}

// lookAt remembers the state of the work. The first commit may still be to come.
func lookAt(dir string) (t tree) {
	head, ok := git(dir, "rev-parse", "--verify", "--quiet", "HEAD")
	if ok {
		t.head, t.untracked = head, untracked(dir)
	}
	return t
}

func untracked(dir string) []string {
	out, _ := git(dir, "ls-files", "--others", "--exclude-standard")
	return strings.FieldsFunc(out, func(r rune) bool { return r == '\n' })
}

// changed says what the files of the work have become since, in lines.
func changed(dir string, since tree, language lang.Language) (lines []string) {
	if since.head == "" {
		return nil
	}
	stat, ok := git(dir, "diff", "--stat=80", "--no-ext-diff", "--no-textconv", since.head)
	if ok && stat != "" {
		lines = strings.Split(stat, "\n")
	}
	created := slices.DeleteFunc(untracked(dir), func(name string) bool { return slices.Contains(since.untracked, name) })
	if len(created) > 0 {
		lines = append(lines, language.Sprintf(" new: %s", listed(created)))
	}
	return lines
}
