package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
)

// ErrNoRepository is the cause of an error of [Tree] if there is no git, or dir is in no work tree.
var ErrNoRepository = errors.New("no git work tree")

// The largest sizes of files that git reads for a tree, in bytes.
const (
	maxUntracked = 8 << 20
	maxTracked   = 64 << 20 // git packs about 30 MB in a second
)

// Tree writes the present work tree that dir is in into the repository, so that "git diff TREE" shows what has changed
// since. It has the tracked files as they are in the work tree, and the untracked files that are not ignored. The
// result is a commit without author and time, so that the same work has the same id. Its message has what a tree cannot
// hold, see [Diff]. No branch refers to it: git gc removes it after some time, two weeks by default.
//
// left names what is not in the tree: untracked files over 8 MiB or without the right to read. It also names tracked
// files that are now larger than 64 MiB, a pipe or a device; of those the tree has the old content. With a slash at the
// end it names directories that cannot be read, repositories that are not in the index, and submodules that are not at
// their commit; of those the tree has the commit.
//
// The index of the user is neither locked nor written, so a commit or merge that is going on is not disturbed. Only the
// settings on line ends and ignored files count. No hook or filter runs: a changed file that a filter would change,
// such as one of git lfs, is in the tree as it is in the work tree. Flags in the index that hide files have no effect.
// Times of files in the index are believed only if our copy from the last call (ccc-index in the git directory) has
// them. It is an error after 8 s.
func Tree(ctx context.Context, dir string) (tree string, left []string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	r, err := find(dir)
	if errors.Is(err, errNoTop) || errors.Is(err, exec.ErrNotFound) {
		return "", nil, lang.Errorf("%w: %v", ErrNoRepository, err)
	}
	if err != nil {
		return "", nil, lang.Errorf("git cannot be asked here: %w", err)
	}
	if tree, left, err = r.write(ctx, 0); err != nil {
		return "", nil, lang.Errorf("git cannot be asked here: %w", cause(ctx, err))
	}
	return tree, left, nil
}

// cause is the error of a question to git, or why that was stopped.
func cause(ctx context.Context, err error) error { return cmp.Or(context.Cause(ctx), err) }

// snapshot is a tree that is being made.
type snapshot struct {
	private
	depth   int // how many repositories it is in
	outside outside
	left    []string

	since      time.Time          // when the last call began; zero for the first
	submodules []string           // in the user's index
	ours       map[string]indexed // in our index, without those that were decided on already
	closed     map[string]bool    // whether a directory cannot be entered

	remove  []byte          // input of update-index --index-info: entries to remove from our index
	correct []byte          // the same: entries to put there without times
	add     []byte          // files that our index does not have, each with a zero byte at the end
	doubted map[string]bool // files to read even if our index has the same times
}

func (r repo) write(ctx context.Context, depth int) (tree string, left []string, err error) {
	p, err := open(ctx, r)
	if err != nil {
		return "", nil, err
	}
	defer p.close()
	began := time.Now()
	s := &snapshot{
		private: p, depth: depth, outside: p.readOutside(), ours: map[string]indexed{}, closed: map[string]bool{},
		doubted: map[string]bool{},
	}
	untracked, unreadable, err := s.readIndexes(ctx)
	if err != nil {
		return "", nil, err
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
		tree, err = p.commit(ctx, strings.TrimSpace(out), s.outside)
	}
	if err == nil {
		err = p.keepIndex(began)
	}
	slices.Sort(s.left)
	return tree, slices.Compact(s.left), err
}

// takeTracked decides whether a tracked file must be read, or whether our index is right about it.
func (s *snapshot) takeTracked(f indexed) {
	had, known := s.ours[f.name]
	delete(s.ours, f.name)
	if f.submodule() {
		s.submodules = append(s.submodules, f.name)
	}
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
	case had.skip || had.assumed: // the flags would hide a change
		s.replace(had, f)
	case err != nil, stat.Mode&unix.S_IFMT == unix.S_IFDIR: // it is gone; git notices that if our index has it
	case !known && !s.readable(f.name):
		s.replace(had, f)
	case !known:
		s.add = append(append(s.add, f.name...), 0)
	default:
		s.doubtIfRecent(f.name, stat)
	}
}

// takeUntracked does the same for an untracked file. A name that ends with a slash is a repository.
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

// doubtIfRecent marks a file that may have changed after the last call began, although its times look the same: git
// compares whole seconds. A program can set the mtime of a file, but not its ctime.
func (s *snapshot) doubtIfRecent(name string, stat unix.Stat_t) {
	if int64(stat.Ctim.Sec) >= s.since.Unix() {
		s.doubted[name] = true
	}
}

// replace puts the user's entry of a file into our index, without times and flags, so that git reads the file.
func (s *snapshot) replace(had, f indexed) {
	if had.name != "" { // git adds stages of a merge only to a name that it does not have
		s.remove = append(s.remove, had.removal()...)
	}
	for stage := range strings.Lines(f.stages) {
		s.correct = fmt.Appendf(s.correct, "%s\t%s\x00", strings.TrimSuffix(stage, "\n"), f.name)
	}
}

// cannotEnter reports whether the user has no right to enter a directory of the work tree, and adds it to left then.
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

// readFiles reads the changed files into our index. It does not use git add, which runs git in each submodule, with the
// settings of that.
func (s *snapshot) readFiles(ctx context.Context) error {
	if err := s.updateIndex(ctx, slices.Concat(s.remove, s.correct), "-z", "--index-info"); err != nil {
		return err
	}
	changed, gone, err := s.changed(ctx)
	if err != nil {
		return err
	}
	for name := range s.doubted { // git reads a file again only after its entry was removed
		if !s.readable(name) {
			continue
		}
		gone = append(append(gone, name...), 0)
		changed = append(append(changed, name...), 0)
	}
	// Removals come first: a file may be where a directory was.
	if err := s.updateIndex(ctx, gone, "--force-remove", "-z", "--stdin"); err != nil {
		return err
	}
	return s.updateIndex(ctx, slices.Concat(changed, s.add), "--add", "--remove", "--replace", "-z", "--stdin")
}

// readable reports whether git should read a tracked file. If not, it adds the file to left.
func (s *snapshot) readable(name string) bool {
	info, err := os.Lstat(filepath.Join(s.top, name))
	fit := err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeSocket) == 0 && info.Size() <= maxTracked
	if !fit {
		s.left = append(s.left, name)
	}
	return fit
}

// changed lists the files that differ from our index and are to be read, and those that are gone, each with a zero byte
// at the end. It removes them from doubted.
func (s *snapshot) changed(ctx context.Context) (changed, gone []byte, err error) {
	out, err := s.ask(ctx, nil, "diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty")
	fields := strings.SplitAfter(out, "\x00") // STATUS NAME STATUS NAME
	for i := 0; i+1 < len(fields); i += 2 {
		name := fields[i+1]
		bare := name[:len(name)-1]
		delete(s.doubted, bare)
		switch {
		case fields[i][0] != 'D' && !s.readable(bare): // our index keeps what it was
		case fields[i][0] != 'D':
			changed = append(changed, name...)
		case s.outside[bare] != absent: // an absent file stays in the tree
			gone = append(gone, name...)
		}
	}
	return changed, gone, err
}

// writeSubmodules writes a tree of each submodule, and adds those that are not at their commit to left.
func (s *snapshot) writeSubmodules(ctx context.Context) {
	for _, name := range s.submodules {
		work, clean := s.submodule(ctx, name, s.depth)
		if s.outside[name] = work; !clean {
			s.left = append(s.left, name+"/")
		}
	}
}

// unopened matches the warning of git, in English, for a directory that it cannot list.
var unopened = sync.OnceValue(func() *regexp.Regexp { // compiled when it is needed: ccc must start fast
	return regexp.MustCompile(`(?m)^warning: could not open directory '(.*)': `)
})

// others lists the files that are neither in an index nor ignored, and the directories that cannot be read.
// Repositories have a slash at the end.
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
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), unreadable, nil
}

// submodule returns the tree of a submodule, or "" if that was not fetched, and whether it is at its commit.
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
	head, tree, _ := strings.Cut(strings.TrimSpace(out), "\n")
	return work, err == nil && len(left) == 0 && head == tree
}

// fits reports whether an untracked file belongs in the tree, and whether there is such a file.
func fits(path string) (fit, there bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return false, !errors.Is(err, fs.ErrNotExist)
	}
	regular := info.Mode().IsRegular()
	return !regular || info.Size() <= maxUntracked && unix.Access(path, unix.R_OK) == nil, true
}
