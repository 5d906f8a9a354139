package change

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// HookManager is a program that manages a repository's hooks.
type HookManager string

// The managers that are known. HooksPath is whatever has set core.hooksPath.
const (
	NoManager HookManager = ""
	Husky     HookManager = "husky"
	Lefthook  HookManager = "lefthook"
	PreCommit HookManager = "pre-commit"
	HooksPath HookManager = "core.hooksPath"
)

// PushHook is where the hook of a project's repository is.
type PushHook struct {
	Hook    string      // path of the hook
	Project string      // directory of the project, from the top of the work tree, with a slash at the end
	Manager HookManager // NoManager if ccc may write the hook
	File    string      // of the manager, for [PushHook.Lines]
}

// FindPushHook finds the hook of the repository that dir is in.
func FindPushHook(ctx context.Context, dir string) (p PushHook, err error) {
	prefix, err := git.Prefix(dir)
	if err != nil {
		return p, lang.Errorf("%s is not in a git repository", dir)
	}
	h, err := git.FindHooks(ctx, dir)
	if err != nil {
		return p, err
	}
	p.Hook, p.Project = filepath.Join(h.Dir, "pre-push"), "./"+prefix
	there := func(names ...string) bool {
		for _, name := range names {
			if p.File = filepath.Join(h.Top, name); file.Exists(p.File) {
				return true
			}
		}
		return false
	}
	switch {
	case there(".husky"):
		p.Manager, p.File = Husky, filepath.Join(p.File, "pre-push")
	case there("lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", ".config/lefthook.yml",
		"lefthook.toml", "lefthook.json"):
		p.Manager = Lefthook
	case there(".pre-commit-config.yaml"):
		p.Manager = PreCommit
	case h.Configured && !file.Same(h.Dir, h.Own):
		p.Manager, p.File = HooksPath, p.Hook
	default:
		p.File = ""
	}
	return p, nil
}

// pushWords returns the words of the ccc command that a hook runs.
func pushWords(reviews bool) string {
	if reviews {
		return "ccc review --pre-push"
	}
	return "ccc review --pre-push --checks-only"
}

// Lines returns what the user must put into the configuration of a hook manager. reviews says that reviewers are
// asked, too.
func (p PushHook) Lines(reviews bool) []string {
	command, below := pushWords(reviews), p.Project != "./"
	if below && p.Manager != Lefthook {
		command = "(cd " + text.ShellWord(strings.TrimPrefix(p.Project, "./")) + " && " + command + ")"
	}
	switch p.Manager {
	case Lefthook:
		lines := []string{"pre-push:", "  commands:", "    ccc:", "      run: " + command, "      use_stdin: true"}
		if below {
			lines = append(lines, "      root: "+quoteYAML(strings.TrimPrefix(p.Project, "./")))
		}
		return lines
	case PreCommit:
		if below {
			command = "sh -c " + text.ShellWord(command)
		}
		return []string{
			"- repo: local", "  hooks:", "    - id: ccc", "      name: ccc", "      entry: " + quoteYAML(command),
			"      language: system", "      stages: [pre-push]",
			"      pass_filenames: false", "      always_run: true",
		}
	}
	return []string{command}
}

func quoteYAML(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// The parts of the hook. The path of ccc goes between them, and a line for each project after them.
const (
	mark      = "# Written by `ccc init --pre-push`; `ccc uninstall` takes it out again. Lines of your own stay.\n"
	hookStart = `#!/bin/sh
` + mark
	callEarlierHook = `pushed=$(cat)
pushed() { [ -z "$pushed" ] || printf '%s\n' "$pushed"; }
before=${0%/*}/pre-push` + earlierSuffix + ` # what stood here
if [ -x "$before" ]; then
	pushed | "$before" "$@" || exit
fi
`
	programLine   = "program="
	hookFunctions = `[ -x "$program" ] || program=$(command -v ccc)
ccc() {
	if [ "$program" ]; then
		"$program" "$@"
	else
		echo 'ccc is gone: it looks at nothing before this push' >&2
	fi
}
project() {
	[ ! -d "$1" ] || pushed | (cd "$1" && shift && "$@") || exit
}
`
	projectLine = "project "
)

// earlierSuffix is added to the name of a hook that was there before ccc's.
const earlierSuffix = ".before-ccc"

// isOurs reports whether a hook is one that ccc has written.
func isOurs(hook string) bool { return strings.Contains(hook, mark) }

// isLine reports whether a line of the hook is one of ccc's, for a project.
func isLine(l string) bool {
	return strings.HasPrefix(l, projectLine) && strings.Contains(l, " ccc review --pre-push")
}

// Install writes the hook, or the project's line in it. self is the path of ccc. before is the name of an older hook,
// which the new hook calls first; "" for none. lock is the file under whose lock ccc changes hooks.
func (p PushHook) Install(self, lock string, reviews bool) (before string, err error) {
	err = file.WithLockFile(lock, func() error {
		old, err := readHook(p.Hook)
		if err != nil {
			return err
		}
		moved := false
		if _, none := os.Lstat(p.Hook); none == nil && !isOurs(old) {
			if _, err := os.Lstat(p.Hook + earlierSuffix); err == nil {
				return lang.Errorf("%s and %s are both there, and neither is ccc's: move one of them away", p.Hook,
					p.Hook+earlierSuffix)
			}
			if err := os.Rename(p.Hook, p.Hook+earlierSuffix); err != nil {
				return err
			}
			old, moved = "", true
		}
		if err := writeHook(p.Hook, p.withProjectLine(old, self, reviews)); err != nil {
			if moved {
				_ = os.Rename(p.Hook+earlierSuffix, p.Hook) // the error is returned
			}
			return err
		}
		if file.Exists(p.Hook + earlierSuffix) {
			before = p.Hook + earlierSuffix
		}
		return nil
	})
	if err != nil {
		err = lang.Errorf("write the hook: %w", err)
	}
	return before, err
}

// withProjectLine returns the hook with the project's line added or replaced. All other lines stay.
func (p PushHook) withProjectLine(old, self string, reviews bool) string {
	if old == "" {
		old = hookStart + callEarlierHook + programLine + "\n" + hookFunctions
	}
	begin := projectLine + text.ShellWord(p.Project) + " "
	var b strings.Builder
	found := false
	for l := range strings.Lines(old) {
		switch {
		case strings.HasPrefix(l, programLine):
			l = programLine + text.ShellWord(self) + "\n"
		case isLine(l) && strings.HasPrefix(l, begin):
			l, found = begin+pushWords(reviews)+"\n", true
		case !strings.HasSuffix(l, "\n"):
			l += "\n"
		}
		b.WriteString(l)
	}
	if !found {
		b.WriteString(begin + pushWords(reviews) + "\n")
	}
	return b.String()
}

// RemovePushHook removes ccc from a hook and restores an older hook. If the user has added lines, these lines and the
// call of the older hook stay. was says whether ccc was in the hook, and stays whether something of the user is left
// there.
func RemovePushHook(hook, lock string) (was, stays bool, err error) {
	if !file.Exists(filepath.Dir(hook)) {
		return false, false, nil // the repository is gone
	}
	err = file.WithLockFile(lock, func() error {
		old, err := readHook(hook)
		if err != nil || !isOurs(old) {
			return err
		}
		was = true
		if rest := withoutCcc(old); rest != "" {
			stays = true
			return writeHook(hook, rest)
		}
		if err := os.Remove(hook); err != nil {
			return err
		}
		if _, err := os.Lstat(hook + earlierSuffix); err != nil {
			return nil
		}
		return os.Rename(hook+earlierSuffix, hook)
	})
	if err != nil {
		err = lang.Errorf("take ccc out of the hook %s: %w", hook, err)
	}
	return was, stays, err
}

// withoutCcc returns the hook without ccc's lines; "" if it has no others.
func withoutCcc(hook string) string {
	var mine strings.Builder
	self := ""
	for l := range strings.Lines(hook) {
		if strings.HasPrefix(l, programLine) {
			self = l
		}
		if !isLine(l) {
			mine.WriteString(l)
		}
	}
	rest := mine.String()
	if rest == hookStart+callEarlierHook+self+hookFunctions {
		return ""
	}
	return strings.NewReplacer(mark, "", self+hookFunctions, "").Replace(rest)
}

// readHook reads the beginning of a hook, which may be a program; "" if there is none. Ours is no longer than that.
func readHook(path string) (string, error) {
	f, err := file.Open(path)
	if errors.Is(err, fs.ErrNotExist) { // or a symbolic link that leads nowhere
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	hook, err := io.ReadAll(io.LimitReader(f, file.MaxText))
	return string(hook), err
}

// writeHook replaces a hook in one step, so that no push runs half of it.
func writeHook(path, hook string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "pre-push.new-")
	if err != nil {
		return err
	}
	_, err = f.WriteString(hook)
	if err == nil {
		err = f.Chmod(0o755)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the error is returned
	}
	return err
}
