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

// maxDepth is the number of repositories within each other that are looked at, without the outermost.
const maxDepth = 8

// WorkTree is what [Tree] found.
type WorkTree struct {
	Tree string // id of a commit in the repository, for [Diff] and "git diff TREE"
	// Left names what is not in the tree: untracked files over 8 MiB or without the right to read. It also names tracked
	// files that are now larger than 64 MiB, a pipe or a device; of those the tree has the old content. With a slash at
	// the end it names directories that cannot be read, repositories that are not in the index, and submodules that are
	// not at their commit; of those the tree has the commit.
	Left []string
	// Below names files in directories of Left: more than a tree takes in that an ignore rule has come to hide.
	Below []string
	// State differs if Tree or HEAD differs, if a file of Left has another size, mtime or mode, or if that holds for
	// a repository inside.
	State string
}

// Tree writes the present work tree that dir is in into the repository, so that "git diff TREE" shows what has changed
// since. It has the tracked files as they are in the work tree, and the untracked files that are not ignored. The
// result is a commit without author and time, so that the same work has the same id. Its message has what a tree cannot
// hold, see [Diff]. No branch refers to it: git gc removes it after some time, two weeks by default.
//
// The index of the user is neither locked nor written, so a commit or merge that is going on is not disturbed. Only the
// settings on line ends and ignored files count. No hook or filter runs: a changed file that a filter would change,
// such as one of git lfs, is in the tree as it is in the work tree. Flags in the index that hide files have no effect.
// Times of files in the index are believed only if our copy from the last call (ccc-index in the git directory) has
// them, and only on file systems that give a file new times for each change; elsewhere bytes are compared, of up to
// 20,000 files. What that copy was is kept in the directory marks, for a program that changes it could hide a change.
// Files whose bytes git converts by an attribute, such as ident, are told by their bytes, too. It is an error after 8 s.
//
// marks is directly in ccc's state directory. That one and ccc's temporary files are in no tree, wherever they are: they
// are ccc's work, and change with each look.
//
// base is the tree of a task's beginning; "" makes such a one. What was not ignored then is looked at, though it may be
// ignored now.
func Tree(ctx context.Context, dir, base, marks string) (WorkTree, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	r, err := find(dir)
	if errors.Is(err, errNoTop) || errors.Is(err, exec.ErrNotFound) {
		return WorkTree{}, lang.Errorf("%w: %v", ErrNoRepository, err)
	}
	if err != nil {
		return WorkTree{}, lang.Errorf("git cannot be asked here: %w", err)
	}
	if err := os.MkdirAll(marks, 0o700); err != nil {
		return WorkTree{}, lang.Errorf("git cannot be asked here: %w", err)
	}
	s := &snapshot{marks: marks, own: findOwn(dir, filepath.Dir(marks)), judged: base != ""}
	w, err := s.write(ctx, r, base)
	if err != nil {
		return WorkTree{}, lang.Errorf("git cannot be asked here: %w", cause(ctx, err))
	}
	return w, nil
}

// cause is the error of a question to git, or why that was stopped.
func cause(ctx context.Context, err error) error { return cmp.Or(context.Cause(ctx), err) }

// snapshot is a tree that is being made.
type snapshot struct {
	private
	marks   string   // see [Tree]
	own     []string // see [findOwn]
	depth   int      // how many repositories it is in
	judged  bool     // it, or what it is in, is compared with a base
	base    outside  // of the task's base
	rules   *ignoreRules
	outside outside
	left    []string
	below   []string
	inner   map[string]string // by name the State of a repository inside

	since      time.Time          // when the last call began; zero for the first
	copied     bool               // our index is a copy of the user's
	kept       bool               // our index is the one that the last call kept
	synced     bool               // and what was written since then has changed the times of its file
	unlikely   map[string]bool    // files that git has read other bytes of then than they had
	converted  map[string]bool    // files that git may read other bytes of than they have
	attributes bool               // there is a .gitattributes
	submodules []string           // in the user's index
	ignoring   []string           // the .gitignore files in the user's index
	ours       map[string]indexed // in our index, without those that were decided on already
	closed     map[string]bool    // whether a directory cannot be entered

	remove  []byte          // input of update-index --index-info: entries to remove from our index
	correct []byte          // the same: entries to put there without times
	add     []byte          // files that our index does not have, each with a zero byte at the end
	same    []indexed       // files that our index has, and whose times may be the same
	doubted map[string]bool // files to read even if our index has the same times
	differ  differing       // from our index as it is now
}

func (s *snapshot) write(ctx context.Context, r repo, base string) (w WorkTree, err error) {
	p, err := open(ctx, r)
	if err != nil {
		return w, err
	}
	defer p.close()
	began := time.Now()
	synced := s.sync()
	s.private, s.outside, s.ours, s.closed = p, p.readOutside(), map[string]indexed{}, map[string]bool{}
	s.doubted, s.inner, s.converted = map[string]bool{}, map[string]string{}, map[string]bool{}
	if s.base, err = s.readBase(ctx, base); err != nil {
		return w, err
	}
	untracked, unreadable, ignored, err := s.readIndexes(ctx)
	if err != nil {
		return w, err
	}
	for _, name := range untracked {
		s.takeUntracked(name)
	}
	switch {
	case s.rules != nil:
		err = s.takeHidden(ctx, ignored)
	case base == "":
		err = s.storeRules(ctx, slices.Concat(s.ignoring, untracked), ignored)
	}
	if err != nil {
		return w, err
	}
	s.left = append(s.left, unreadable...)
	s.doubtUnlike(s.same)
	for _, f := range s.ours {
		s.remove = append(s.remove, f.removal()...)
	}
	if err := s.readFiles(ctx); err != nil {
		return w, err
	}
	s.writeSubmodules(ctx)
	unlike, err := s.readConverted(ctx)
	if err != nil {
		return w, err
	}
	out, err := p.ask(ctx, nil, "write-tree", "--missing-ok")
	if err == nil {
		w.Tree, err = p.commit(ctx, strings.TrimSpace(out), s.outside)
	}
	if err == nil {
		err = s.keepIndex(mark{Began: began, Synced: synced, Unlike: unlike})
	}
	slices.Sort(s.left)
	w.Left, w.Below = slices.Compact(s.left), s.below
	w.State = s.describe(ctx, w)
	return w, err
}

// times are what git keeps in an index of a file, as far as it matters here.
type times struct {
	mode    uint32
	changed int64 // ctime, in seconds
	err     error
}

// isCopy reports whether our index says the same of a file as the user's, because it is a copy of that.
func (s *snapshot) isCopy(f indexed) bool { return s.copied && !f.skip && !f.assumed }

// isDated reports whether our index has the present ctime of a file, unless git finds that they differ.
func (s *snapshot) isDated(f indexed) bool { return !f.skip && s.ours[f.name].changed != 0 }

// readTimes asks for the times of files, on several cores. Those of copies, and of files whose ctime our index has, are
// not needed.
func (s *snapshot) readTimes(files []indexed) []times {
	list := make([]times, len(files))
	var readers sync.WaitGroup
	const share = 4 << 10
	for from := 0; from < len(files); from += share {
		readers.Go(func() {
			for i := from; i < min(from+share, len(files)); i++ {
				if s.isDated(files[i]) {
					list[i].changed = s.ours[files[i].name].changed
				} else if !s.isCopy(files[i]) {
					list[i] = timesOf(filepath.Join(s.top, files[i].name))
				}
			}
		})
	}
	readers.Wait()
	return list
}

func timesOf(path string) times {
	var stat unix.Stat_t
	err := unix.Lstat(path, &stat)
	return times{uint32(stat.Mode), int64(stat.Ctim.Sec), err}
}

// takeTracked decides whether a tracked file must be read, or whether our index is right about it.
func (s *snapshot) takeTracked(f indexed, now times) {
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
	if s.isCopy(f) {
		return
	}
	switch {
	case now.err != nil && f.skip: // as in a sparse checkout
		if s.outside[f.name] = absent; had.stages != f.stages {
			s.replace(had, f)
		}
	case had.skip || had.assumed: // the flags would hide a change
		s.replace(had, f)
	case now.err != nil, now.mode&unix.S_IFMT == unix.S_IFDIR: // it is gone; git notices that if our index has it
	case !known && !s.readable(f.name):
		s.replace(had, f)
	case !known:
		s.add = append(append(s.add, f.name...), 0)
	default:
		s.doubtIfRecent(f.name, now)
		s.same = append(s.same, had)
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
	if had, known := s.ours[name]; known && !had.skip && !had.assumed {
		if now := timesOf(path); now.err == nil {
			delete(s.ours, name)
			s.doubtIfRecent(name, now)
			s.same = append(s.same, had)
			return
		}
	}
	s.add = append(append(s.add, name...), 0)
}

// doubtIfRecent marks a file that may have changed after the last call began, although its times look the same: git
// compares whole seconds. A program can set the mtime of a file, but not its ctime. So it does with a file whose bytes
// were others than git has read, since the attributes may be others by now.
func (s *snapshot) doubtIfRecent(name string, now times) {
	if now.changed >= s.since.Unix() || s.unlikely[name] {
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
	if len(s.remove)+len(s.correct) > 0 {
		s.differ = s.askDiffering(ctx)
	}
	changed, gone, err := s.changed()
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

// differing is what git says of the files that differ from our index.
type differing struct {
	out string // STATUS NAME STATUS NAME, each with a zero byte at the end
	err error
}

func (p private) askDiffering(ctx context.Context) (d differing) {
	d.out, d.err = p.ask(ctx, nil, "diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty")
	return d
}

// changed lists the files that differ from our index and are to be read, and those that are gone, each with a zero byte
// at the end. It removes them from doubted.
func (s *snapshot) changed() (changed, gone []byte, err error) {
	fields := strings.SplitAfter(s.differ.out, "\x00")
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
	return changed, gone, s.differ.err
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

// fits reports whether an untracked file belongs in the tree, and whether there is such a file.
func fits(path string) (fit, there bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return false, !errors.Is(err, fs.ErrNotExist)
	}
	regular := info.Mode().IsRegular()
	return !regular || info.Size() <= maxUntracked && unix.Access(path, unix.R_OK) == nil, true
}
