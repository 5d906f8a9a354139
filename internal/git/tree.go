package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
)

// ErrNoRepository is wrapped by the errors of [Tree] where there is no git, or no work tree of it.
var ErrNoRepository = errors.New("no git work tree")

// maxUntracked is the size in bytes from which an untracked file stays out of a tree.
const maxUntracked = 8 << 20

// Tree writes the work tree that dir is in, as it is now, into the repository, so that "git diff TREE" is what has
// changed since: the files of the index as they are in the work tree, and those that are neither in the index nor
// ignored. It is a commit of that tree, for what a tree cannot hold (see [Diff]), without an author or a time: the same
// work has the same name. No branch holds it: git gc removes it, after two weeks by default.
//
// left names what is not in the tree, below the top: untracked files over 8 MiB or that cannot be read, and, with a
// slash at the end, directories that cannot be read, repositories that are not in the index, and submodules that hold
// something else than their commit; the tree has only that.
//
// The person's index is read, not locked and not written; a commit or merge under way is left alone. Of the settings
// only those are followed that say how a file is read (ends of lines) and what is ignored; neither hooks nor filters
// are run, so that a file that a filter changes (git lfs) is in the tree as it lies there if it was touched. Files that
// the index is told to take for unchanged are looked at all the same. What the index says of a file's times is believed
// only if it did so at the last call, of which a copy is in the git directory (ccc-index). After 10 s it is an error.
func Tree(ctx context.Context, dir string) (tree string, left []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r, err := find(dir)
	if err != nil {
		return "", nil, lang.Errorf("%w: %v", ErrNoRepository, err)
	}
	if tree, left, err = r.write(ctx, 0); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", nil, lang.Errorf("write the tree of the work: %w", err)
	}
	return tree, left, nil
}

func (r repo) write(ctx context.Context, depth int) (tree string, left []string, err error) {
	p, err := open(ctx, r)
	if err != nil {
		return "", nil, err
	}
	defer p.close()
	index, last := filepath.Join(p.dir, "index"), filepath.Join(p.gitDir, "ccc-index")
	if err := copyIndex(filepath.Join(p.gitDir, "index"), index); err != nil {
		return "", nil, err
	}
	began := time.Now()
	first, then := true, int64(0)
	if info, err := os.Stat(last); err == nil {
		first, then = false, info.ModTime().Unix()
	}
	believed := map[string]string{}
	var reads sync.WaitGroup
	reads.Go(func() {
		old, _ := p.files(ctx, last) // one that cannot be read is not believed
		for _, f := range old {
			believed[f.name] = f.entry
		}
	})
	files, err := p.files(ctx, index)
	reads.Wait()
	if err != nil {
		return "", nil, err
	}
	var assumed, skipped []byte
	doubted := map[string]bool{}
	var submodules []string
	beside := p.beside()
	closed := map[string]bool{} // by directory
	for _, f := range files {
		line, path := append([]byte(f.name), 0), filepath.Join(p.top, f.name)
		parent := filepath.Dir(f.name)
		if _, ok := closed[parent]; !ok {
			closed[parent] = errors.Is(unix.Access(filepath.Dir(path)+"/.", unix.X_OK), fs.ErrPermission)
			if closed[parent] {
				left = append(left, parent+"/")
			}
		}
		if f.submodule {
			submodules = append(submodules, f.name)
		}
		if closed[parent] || f.submodule {
			continue
		}
		if f.skip {
			if _, err := os.Lstat(path); err != nil { // as in a sparse checkout
				beside[f.name] = absent
				continue
			}
			skipped = append(skipped, line...)
		}
		if f.assumed {
			assumed = append(assumed, line...)
		}
		// Git compares whole seconds, so that what changed in the second of the last call may have done so after it.
		if !first && (believed[f.name] != f.entry || f.changed() >= then) {
			doubted[f.name] = true
		}
	}
	others, unreadable, err := p.others(ctx)
	if err != nil {
		return "", nil, err
	}
	var add []byte
	for _, name := range others {
		fit, there := false, true
		if !strings.HasSuffix(name, "/") {
			fit, there = fits(filepath.Join(p.top, name))
		}
		switch {
		case fit:
			add = append(append(add, name...), 0)
		case there:
			left = append(left, name)
		}
	}
	left = append(left, unreadable...)
	update := func(names []byte, flags ...string) {
		if err == nil && len(names) > 0 {
			_, err = p.run(ctx, names, slices.Concat([]string{"update-index"}, flags, []string{"-z", "--stdin"})...)
		}
	}
	update(assumed, "--no-assume-unchanged")
	update(skipped, "--no-skip-worktree")
	if err != nil {
		return "", nil, err
	}
	// Not git add: that starts git in each submodule, with that one's settings.
	out, err := p.run(ctx, nil, "diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty")
	var remove, change []byte
	fields := bytes.SplitAfter(out, []byte{0}) // STATUS NAME STATUS NAME
	for i := 0; i+1 < len(fields); i += 2 {
		name := fields[i+1]
		delete(doubted, string(name[:len(name)-1]))
		if fields[i][0] == 'D' {
			remove = append(remove, name...)
		} else {
			change = append(change, name...)
		}
	}
	for name := range doubted { // git would not look into a file whose times it believes
		remove = append(append(remove, name...), 0)
		change = append(append(change, name...), 0)
	}
	update(remove, "--force-remove") // first: a file may be where a directory was
	update(slices.Concat(change, add), "--add", "--remove", "--replace")
	if err != nil {
		return "", nil, err
	}
	for _, name := range submodules {
		work, clean := p.submodule(ctx, name, depth)
		if beside[name] = work; !clean {
			left = append(left, name+"/")
		}
	}
	out, err = p.run(ctx, nil, "write-tree", "--missing-ok")
	if err == nil {
		tree, err = p.commit(ctx, strings.TrimSpace(string(out)), beside)
	}
	if err == nil {
		err = keep(index, last, began)
	}
	slices.Sort(left)
	return tree, slices.Compact(left), err
}

// indexed is a file that the index has.
type indexed struct {
	name                     string
	entry                    string // all that the index says of it, its times and flags included
	submodule, assumed, skip bool
}

// changed is the file's ctime in seconds, by the index.
func (f indexed) changed() int64 {
	const name = "  ctime: " // SECONDS:NANOSECONDS
	at := strings.LastIndex(f.entry, name)
	if at < 0 {
		return math.MaxInt64
	}
	seconds, _, _ := strings.Cut(f.entry[at+len(name):], ":")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return math.MaxInt64 // not known
	}
	return n
}

// files lists an index.
func (p private) files(ctx context.Context, index string) (list []indexed, err error) {
	cmd := p.command(ctx, "ls-files", "-z", "--cached", "-v", "-s", "--debug")
	cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+index)
	out, err := output(cmd)
	// "H MODE ID STAGE\tNAME\x00", and five lines of times and flags
	parts := strings.Split(string(out), "\x00")
	head := parts[0]
	for _, part := range parts[1:] {
		end := 0
		for range 5 {
			end += strings.IndexByte(part[end:], '\n') + 1
		}
		about, name, ok := strings.Cut(head, "\t")
		if !ok || len(about) < 8 {
			return nil, fmt.Errorf("git ls-files says %q", head)
		}
		list = append(list, indexed{
			name: name, entry: head + part[:end], submodule: about[2:8] == "160000",
			assumed: about[0] >= 'a', skip: about[0] == 'S' || about[0] == 's',
		})
		head = part[end:]
	}
	return list, err
}

// unopened is how git warns of a directory that it does not list, in English.
var unopened = sync.OnceValue(func() *regexp.Regexp { // each start of ccc would make it, and few need it
	return regexp.MustCompile(`(?m)^warning: could not open directory '(.*)': `)
})

// others lists what is neither in the index nor ignored, repositories with a slash at the end, and the directories that
// cannot be read.
func (p private) others(ctx context.Context) (names, unreadable []string, err error) {
	cmd := p.command(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, strings.ToValidUTF8(strings.TrimSpace(said.String()), "\uFFFD"))
	}
	for _, match := range unopened().FindAllStringSubmatch(said.String(), -1) {
		unreadable = append(unreadable, match[1])
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), unreadable, nil
}

// submodule is a name for the files in a submodule, "" where it was not fetched, and whether they are those of its
// commit.
func (p private) submodule(ctx context.Context, name string, depth int) (work string, clean bool) {
	r, err := find(filepath.Join(p.top, name))
	if err != nil || r.top != filepath.Join(p.top, name) {
		return "", true
	}
	if depth == maxDepth {
		return "", false
	}
	work, left, err := r.write(ctx, depth+1)
	if err != nil {
		return "", false
	}
	out, err := r.git(ctx, "rev-parse", "HEAD^{tree}", work+"^{tree}").Output()
	head, tree, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return work, err == nil && len(left) == 0 && head == tree
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

// keep puts the index where the next call finds it, with the time of this one, whole or not at all.
func keep(index, last string, began time.Time) error {
	if _, err := os.Stat(index); errors.Is(err, fs.ErrNotExist) {
		return nil // nothing is in it
	}
	dir, err := os.MkdirTemp(filepath.Dir(last), "ccc-index-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	written := filepath.Join(dir, "index")
	if err := copyIndex(index, written); err != nil {
		return err
	}
	if err := os.Chtimes(written, began, began); err != nil {
		return err
	}
	return os.Rename(written, last)
}
