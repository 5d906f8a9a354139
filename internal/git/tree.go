package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
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

// snapshot is a tree that is being made.
type snapshot struct {
	private
	depth   int // of the repository in others
	outside outside
	left    []string

	since   time.Time          // when the last call began; zero for the first
	tracked []indexed          // in the user's index
	ours    map[string]indexed // in our index; a file that the tree is to hold is taken out of the map
	closed  map[string]bool    // of each directory, whether it cannot be entered

	remove  []byte          // for update-index --index-info: what our index is not to have
	correct []byte          // for the same: what it is to have, to be read
	add     []byte          // files that our index does not have, each with a zero byte
	doubted map[string]bool // files that are read even if their times are as our index has them
}

func (r repo) write(ctx context.Context, depth int) (tree string, left []string, err error) {
	p, err := open(ctx, r)
	if err != nil {
		return "", nil, err
	}
	defer p.close()
	began := time.Now()
	s := &snapshot{
		private: p, depth: depth, outside: p.readOutside(), closed: map[string]bool{}, doubted: map[string]bool{},
	}
	untracked, unreadable, err := s.readIndexes(ctx)
	if err != nil {
		return "", nil, err
	}
	for _, f := range s.tracked {
		s.takeTracked(f)
	}
	for _, name := range untracked {
		s.takeUntracked(name)
	}
	s.left = append(s.left, unreadable...)
	for _, f := range s.ours {
		s.remove = append(s.remove, f.removal()...)
	}
	if err := s.readFiles(ctx); err != nil {
		return "", nil, err
	}
	s.writeSubmodules(ctx)
	out, err := p.ask(ctx, nil, "write-tree", "--missing-ok")
	if err == nil {
		tree, err = p.commit(ctx, strings.TrimSpace(string(out)), s.outside)
	}
	if err == nil {
		err = p.keepIndex(began)
	}
	slices.Sort(s.left)
	return tree, slices.Compact(s.left), err
}

// takeTracked decides whether our index is right about a tracked file. The file itself is not read yet.
func (s *snapshot) takeTracked(f indexed) {
	had, known := s.ours[f.name]
	delete(s.ours, f.name)
	if s.cannotEnter(filepath.Dir(f.name)) || f.submodule() {
		if had.stages != f.stages {
			s.replace(had, f)
		}
		return
	}
	if s.since.IsZero() && !f.skip && !f.assumed {
		return // ours is a copy of the user's
	}
	var stat unix.Stat_t
	switch err := unix.Lstat(filepath.Join(s.top, f.name), &stat); {
	case err != nil && f.skip: // as in a sparse checkout
		if s.outside[f.name] = absent; had.stages != f.stages {
			s.replace(had, f)
		}
	case had.skip || had.assumed: // flags by which git would not look at it
		s.replace(had, f)
	case err != nil, stat.Mode&unix.S_IFMT == unix.S_IFDIR: // it is gone, which git sees if our index has it
	case !known:
		s.add = append(append(s.add, f.name...), 0)
	default:
		s.doubtIfRecent(f.name, stat)
	}
}

// takeUntracked does the same for a file that is neither tracked nor ignored; a name that ends with a slash is a
// repository.
func (s *snapshot) takeUntracked(name string) {
	path := filepath.Join(s.top, name)
	fit, there := false, true
	if !strings.HasSuffix(name, "/") {
		fit, there = fits(path)
	}
	if !fit {
		if there {
			s.left = append(s.left, name)
		}
		return
	}
	had, known := s.ours[name]
	var stat unix.Stat_t
	if !known || had.skip || had.assumed || unix.Lstat(path, &stat) != nil {
		s.add = append(append(s.add, name...), 0)
		return
	}
	delete(s.ours, name)
	s.doubtIfRecent(name, stat)
}

// doubtIfRecent notes a file that may have changed since the last call began though its times look the same: git
// compares whole seconds. No program can set a file's ctime.
func (s *snapshot) doubtIfRecent(name string, stat unix.Stat_t) {
	if int64(stat.Ctim.Sec) >= s.since.Unix() {
		s.doubted[name] = true
	}
}

// replace gives our index what the user's has of a file, without times and flags, so that git reads the file.
func (s *snapshot) replace(had, f indexed) {
	if had.name != "" { // git wants it out before it takes stages of a merge
		s.remove = append(s.remove, had.removal()...)
	}
	for stage := range strings.Lines(f.stages) {
		s.correct = fmt.Appendf(s.correct, "%s\t%s\x00", strings.TrimSuffix(stage, "\n"), f.name)
	}
}

// cannotEnter reports whether the user may not enter a directory of the work tree, which is then in left.
func (s *snapshot) cannotEnter(dir string) bool {
	closed, ok := s.closed[dir]
	if !ok {
		closed = errors.Is(unix.Access(filepath.Join(s.top, dir)+"/.", unix.X_OK), fs.ErrPermission)
		if s.closed[dir] = closed; closed {
			s.left = append(s.left, dir+"/")
		}
	}
	return closed
}

// readFiles reads the files that have changed into our index. It does not use git add, which starts git in each
// submodule, with that one's settings.
func (s *snapshot) readFiles(ctx context.Context) error {
	if err := s.updateIndex(ctx, slices.Concat(s.remove, s.correct), "-z", "--index-info"); err != nil {
		return err
	}
	changed, gone, err := s.changed(ctx)
	if err != nil {
		return err
	}
	for name := range s.doubted { // git does not read a file whose times it believes
		gone = append(append(gone, name...), 0)
		changed = append(append(changed, name...), 0)
	}
	// What is gone comes first: a file may be where a directory was.
	if err := s.updateIndex(ctx, gone, "--force-remove", "-z", "--stdin"); err != nil {
		return err
	}
	return s.updateIndex(ctx, slices.Concat(changed, s.add), "--add", "--remove", "--replace", "-z", "--stdin")
}

// changed lists the files that are not as our index says, and those that are gone. Each name ends with a zero byte. Of
// these none is doubted any more.
func (s *snapshot) changed(ctx context.Context) (changed, gone []byte, err error) {
	out, err := s.ask(ctx, nil, "diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty")
	fields := bytes.SplitAfter(out, []byte{0}) // STATUS NAME STATUS NAME
	for i := 0; i+1 < len(fields); i += 2 {
		name := fields[i+1]
		bare := string(name[:len(name)-1])
		delete(s.doubted, bare)
		switch {
		case fields[i][0] != 'D':
			changed = append(changed, name...)
		case s.outside[bare] != absent: // else the index says that it need not be there
			gone = append(gone, name...)
		}
	}
	return changed, gone, err
}

// writeSubmodules writes a tree of each submodule, and notes which of them are not at their commit.
func (s *snapshot) writeSubmodules(ctx context.Context) {
	for _, f := range s.tracked {
		if f.submodule() {
			work, clean := s.submodule(ctx, f.name, s.depth)
			if s.outside[f.name] = work; !clean {
				s.left = append(s.left, f.name+"/")
			}
		}
	}
}

// unopened is how git warns of a directory that it does not list, in English.
var unopened = sync.OnceValue(func() *regexp.Regexp { // each start of ccc would make it, and few need it
	return regexp.MustCompile(`(?m)^warning: could not open directory '(.*)': `)
})

// others lists what is neither in an index nor ignored, repositories with a slash at the end, and the directories that
// cannot be read.
func (p private) others(ctx context.Context, index string) (names, unreadable []string, err error) {
	args := []string{"ls-files", "-z", "--others", "--exclude-standard"}
	c := p.command(args...)
	c.env = append(c.env, "GIT_INDEX_FILE="+index)
	out, stderr, err := c.run(ctx)
	if err != nil {
		return nil, nil, failure(args, stderr, err)
	}
	for _, match := range unopened().FindAllStringSubmatch(stderr, -1) {
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
	out, err := r.ask(ctx, "rev-parse", "HEAD^{tree}", work+"^{tree}")
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
