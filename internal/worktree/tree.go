package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
)

// ErrNoRepository is wrapped by the errors of [Tree] where there is no git, or no work tree of it.
var ErrNoRepository = errors.New("no git work tree")

// maxUntracked is the size in bytes from which an untracked file stays out of a tree.
const maxUntracked = 8 << 20

// Tree writes the work tree that dir is in, as it is now, into the repository as a tree object, so that "git diff TREE"
// is what has changed since: the files of the index as they are in the work tree, and those that are neither in the
// index nor ignored. What it wrote belongs to no commit: git gc removes it, after two weeks by default.
//
// left names what is not in the tree, below the top: untracked files over 8 MiB or that cannot be read, and, with a
// slash at the end, repositories that are not in the index. Of a submodule the tree has the commit, not its files.
//
// The person's index is read, not locked and not written; a commit or merge under way is left alone. Neither hooks nor
// filters are run, so that a file that a filter changes (git lfs) is in the tree as it lies there if it was touched.
// Files that the index is told to take for unchanged are looked at all the same. After 10 s it is an error.
func Tree(ctx context.Context, dir string) (tree string, left []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	top, err := rev(ctx, dir, "--show-toplevel")
	if err != nil {
		return "", nil, lang.Errorf("%w: %v", ErrNoRepository, err)
	}
	scratch, err := os.MkdirTemp("", "ccc-index-")
	if err != nil {
		return "", nil, lang.Errorf("write the tree of the work: %w", err)
	}
	defer os.RemoveAll(scratch)
	if tree, left, err = write(ctx, top, filepath.Join(scratch, "index")); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", nil, lang.Errorf("write the tree of the work: %w", err)
	}
	return tree, left, nil
}

func write(ctx context.Context, top, index string) (tree string, left []string, err error) {
	original, err := rev(ctx, top, "--git-path", "index")
	if err != nil {
		return "", nil, err
	}
	if !filepath.IsAbs(original) {
		original = filepath.Join(top, original)
	}
	if err := copyIndex(original, index); err != nil {
		return "", nil, err
	}
	g := indexed{ctx: ctx, top: top, index: index}
	if err := g.withoutFilters(); err != nil {
		return "", nil, err
	}
	files, err := g.run(nil, "ls-files", "-z", "-v", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return "", nil, err
	}
	var update, assumed, skipped []byte
	for entry := range bytes.SplitSeq(files, []byte{0}) {
		if len(entry) < 3 {
			continue
		}
		tag, name := entry[0], entry[2:] // "H name"
		line := append(bytes.Clone(name), 0)
		switch {
		case tag == '?' && bytes.HasSuffix(name, []byte("/")):
			left = append(left, string(name))
		case tag == '?':
			switch fit, there := fits(filepath.Join(top, string(name))); {
			case fit:
				update = append(update, line...)
			case there:
				left = append(left, string(name))
			}
		case tag == 'S' || tag == 's':
			if _, err := os.Lstat(filepath.Join(top, string(name))); err == nil {
				assumed, skipped = append(assumed, line...), append(skipped, line...)
			}
		case tag >= 'a':
			assumed = append(assumed, line...)
		}
	}
	for flag, names := range map[string][]byte{"--no-assume-unchanged": assumed, "--no-skip-worktree": skipped} {
		if len(names) > 0 {
			if _, err := g.run(names, "update-index", flag, "-z", "--stdin"); err != nil {
				return "", nil, err
			}
		}
	}
	// Not git add: that starts git in each submodule, with that one's settings.
	changed, err := g.run(nil, "diff-files", "-z", "--name-only", "--no-renames", "--ignore-submodules=dirty")
	if err != nil {
		return "", nil, err
	}
	if update = append(changed, update...); len(update) > 0 { // in this order: a file may be where a directory was
		if _, err := g.run(update, "update-index", "--add", "--remove", "--replace", "-z", "--stdin"); err != nil {
			return "", nil, err
		}
	}
	out, err := g.run(nil, "write-tree", "--missing-ok")
	return strings.TrimSpace(string(out)), left, err
}

// fits reports whether an untracked file is to be in the tree, and whether it is there at all.
func fits(path string) (fit, there bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return false, !errors.Is(err, fs.ErrNotExist)
	}
	regular := info.Mode().IsRegular()
	return !regular || info.Size() <= maxUntracked && unix.Access(path, unix.R_OK) == nil, true
}

// copyIndex copies the index, if there is one. Git replaces it by a rename, so that what is read is whole. The copy has
// its time: files as new as that are compared by git with what they were.
func copyIndex(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// rev is git rev-parse with one answer, which may hold any character.
func rev(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := output(command(ctx, dir, append([]string{"rev-parse"}, args...)...))
	text := strings.TrimSuffix(string(out), "\n")
	if err == nil && text == "" {
		err = errNoTop // a bare repository
	}
	return text, err
}

// output runs git. Its error has what git said.
func output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		said, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = fmt.Errorf("%w: %s", err, strings.ToValidUTF8(said, "\uFFFD"))
	}
	return out, err
}

// indexed is git with an index of its own.
type indexed struct {
	ctx        context.Context
	top, index string
	settings   [][2]string // for the environment, where a name may hold any character
}

// withoutFilters takes their programs from the filters that the settings know.
func (g *indexed) withoutFilters() error {
	names, err := output(command(g.ctx, g.top, "config", "-z", "--name-only", "--get-regexp", `^filter\..*`))
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil // there are none
	}
	for name := range bytes.SplitSeq(names, []byte{0}) {
		if dot := bytes.LastIndexByte(name, '.'); dot > 0 {
			filter := string(name[:dot])
			g.settings = append(g.settings, [2]string{filter + ".clean"}, [2]string{filter + ".process"},
				[2]string{filter + ".required", "false"})
		}
	}
	return err
}

func (g *indexed) run(stdin []byte, args ...string) ([]byte, error) {
	args = append([]string{
		"-c", "core.hooksPath=/dev/null", "-c", "core.splitIndex=false", "-c", "core.safecrlf=false",
	}, args...)
	cmd := command(g.ctx, g.top, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	env := cmd.Environ()
	count := 0 // of the settings that are in the environment already
	for _, entry := range env {
		if n, ok := strings.CutPrefix(entry, "GIT_CONFIG_COUNT="); ok {
			count, _ = strconv.Atoi(n)
		}
	}
	for _, s := range g.settings {
		n := strconv.Itoa(count)
		env = append(env, "GIT_CONFIG_KEY_"+n+"="+s[0], "GIT_CONFIG_VALUE_"+n+"="+s[1])
		count++
	}
	cmd.Env = append(env, "GIT_INDEX_FILE="+g.index, "GIT_CONFIG_COUNT="+strconv.Itoa(count))
	return output(cmd)
}
