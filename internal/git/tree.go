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
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// ErrNoRepository is the cause of an error of [Tree] if there is no git, or dir is in no work tree.
var ErrNoRepository = errors.New("no git work tree")

// The largest sizes of files that git reads for a tree, in bytes.
const (
	maxUntracked = 8 << 20
	maxTracked   = 64 << 20 // git packs about 30 MB in a second
)

// maxDepth is how many levels of repositories inside repositories are read.
const maxDepth = 8

// StoredTree is a work tree as [Tree] stored it in the repository. A [Worktree] is a place in which git commands run.
type StoredTree struct {
	Tree string // id of a commit in the repository, for [Diff] and "git diff TREE"
	// Left names what the tree does not contain: untracked files over 8 MiB or without the right to read them, and
	// directories that cannot be read. It also names tracked files that are now larger than 64 MiB, a pipe or a
	// device: of these the tree has the old content. It also names repositories that are not in the index, and
	// submodules that are not at their commit: of these the tree has the commit. The names of directories end with a
	// slash.
	Left []string
	// Below names files in directories of Left that an ignore rule has begun to hide, and that are too many for a
	// tree.
	Below []string
	// State differs if Tree or HEAD differs, if a file of Left has another size, mtime or mode, or if the same holds
	// in a repository inside.
	State string
}

// Tree writes the current work tree of dir into the repository, so that "git diff TREE" shows later changes. It
// contains the tracked files as they are in the work tree, and the untracked files that are not ignored. The result
// is a commit without author and time, so that the same work has the same id. The commit's message has what a tree
// cannot hold, see [Diff]. No branch refers to it: git gc removes it after some time, two weeks by default.
//
// The user's index is neither locked nor written, so a running commit or merge is not disturbed. Of the settings,
// only those on line ends and ignored files count. No hook or filter runs: a changed file that a filter would change,
// such as one of git lfs, is in the tree as it is in the work tree. Flags in the index that hide files have no
// effect. The times of files are believed only if they are in our copy of the index from the last call (ccc-index in
// the git directory), and only on file systems that give a file new times for each change; elsewhere the bytes of up
// to 20,000 files are compared. The directory marks has a digest of our copy, because a program that changes the copy
// could hide a change. Files whose bytes git converts by an attribute, such as ident, are also compared by their
// bytes. It is an error after 8 s.
//
// marks is directly in ccc's state directory. That directory and ccc's temporary files are in no tree, wherever they
// are, because ccc itself changes them.
//
// base is the tree of a task's beginning; "" makes one. Files that were not ignored then are read, even if they are
// ignored now.
func Tree(ctx context.Context, dir, base, marks string) (StoredTree, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	r, err := findRepo(dir)
	if errors.Is(err, errNoTop) || errors.Is(err, exec.ErrNotFound) {
		return StoredTree{}, lang.Errorf("%w: %v", ErrNoRepository, err)
	}
	if err != nil {
		return StoredTree{}, lang.Errorf("git cannot be asked here: %w", err)
	}
	if err := os.MkdirAll(marks, 0o700); err != nil {
		return StoredTree{}, lang.Errorf("git cannot be asked here: %w", err)
	}
	s := &snapshot{marks: marks, own: findOwn(dir, filepath.Dir(marks)), hasBase: base != ""}
	w, err := s.write(ctx, r, base)
	if err != nil {
		return StoredTree{}, lang.Errorf("git cannot be asked here: %w", cause(ctx, err))
	}
	return w, nil
}

// cause returns the error of a question to git, or the reason why the question was stopped.
func cause(ctx context.Context, err error) error { return cmp.Or(context.Cause(ctx), err) }

// snapshot is a tree that is being made.
type snapshot struct {
	private
	marks       string   // see [Tree]
	own         []string // see [findOwn]
	depth       int      // how many repositories it is in
	hasBase     bool     // this repository, or one around it, is compared with a base
	base        outside  // of the task's base
	rules       *ignoreRules
	outside     outside
	unread      []string
	below       []string
	innerStates map[string]string // the State of each repository inside, by name

	lastCall        time.Time          // when the last call began; zero for the first
	isCopied        bool               // our index is a copy of the user's
	isKept          bool               // our index is the one that the last call kept
	isSynced        bool               // isKept, and every write since then has changed the times of its file
	wasConverted    map[string]bool    // files whose bytes git had converted in the last call
	converted       map[string]bool    // files whose bytes git may convert
	attributes      bool               // there is a .gitattributes
	submodules      []string           // in the user's index
	userIgnoreFiles []string           // the .gitignore files in the user's index
	undecided       map[string]indexed // files in our index that were not decided on yet
	unreadableDirs  map[string]bool    // whether a directory cannot be entered, by name

	toRemove  []byte          // input of update-index --index-info: entries to remove from our index
	toCorrect []byte          // the same: entries to write without times
	toAdd     []byte          // files that our index does not have, each with a zero byte at the end
	sameTimes []indexed       // files that our index has, and whose times may be the same
	doubted   map[string]bool // files to read even if our index has the same times
	differ    differing       // what differs from our index as it is now
}

func (s *snapshot) write(ctx context.Context, r repo, base string) (w StoredTree, err error) {
	p, err := openPrivate(ctx, r)
	if err != nil {
		return w, err
	}
	defer p.close()
	began := time.Now()
	synced := s.sync()
	s.private, s.outside, s.undecided, s.unreadableDirs = p, p.readOutside(), map[string]indexed{}, map[string]bool{}
	s.doubted, s.innerStates, s.converted = map[string]bool{}, map[string]string{}, map[string]bool{}
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
		err = s.storeRules(ctx, slices.Concat(s.userIgnoreFiles, untracked), ignored)
	}
	if err != nil {
		return w, err
	}
	s.unread = append(s.unread, unreadable...)
	s.doubtUnlike(s.sameTimes)
	for _, f := range s.undecided {
		s.toRemove = append(s.toRemove, f.removal()...)
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
	slices.Sort(s.unread)
	w.Left, w.Below = slices.Compact(s.unread), s.below
	w.State = s.describe(ctx, w)
	return w, err
}

// times are those facts of a file in git's index that matter here.
type times struct {
	mode  uint32
	ctime int64 // ctime, in seconds
	err   error
}

// isCopy reports whether our index says about a file what the user's index says, because it is a copy of that.
func (s *snapshot) isCopy(f indexed) bool { return s.isCopied && !f.skip && !f.assumed }

// isDated reports whether our index has the current ctime of a file, unless git finds that they differ.
func (s *snapshot) isDated(f indexed) bool { return !f.skip && s.undecided[f.name].ctime != 0 }

// readTimes reads the times of files, on several cores. It skips copies, and files whose ctime our index has.
func (s *snapshot) readTimes(files []indexed) []times {
	list := make([]times, len(files))
	var readers sync.WaitGroup
	const share = 4 << 10
	for from := 0; from < len(files); from += share {
		readers.Go(func() {
			for i := from; i < min(from+share, len(files)); i++ {
				if s.isDated(files[i]) {
					list[i].ctime = s.undecided[files[i].name].ctime
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

// takeTracked decides whether a tracked file must be read, or our index is right about it.
func (s *snapshot) takeTracked(f indexed, now times) {
	had, known := s.undecided[f.name]
	delete(s.undecided, f.name)
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
		s.toAdd = append(append(s.toAdd, f.name...), 0)
	default:
		s.doubtIfRecent(f.name, now)
		s.sameTimes = append(s.sameTimes, had)
	}
}

// takeUntracked decides the same about an untracked file. A name that ends with a slash is a repository.
func (s *snapshot) takeUntracked(name string) {
	path := filepath.Join(s.top, name)
	fit, there := false, true
	if !strings.HasSuffix(name, "/") {
		fit, there = checkUntracked(path)
	}
	if !fit {
		if there {
			s.unread = append(s.unread, name)
		}
		return
	}
	if had, known := s.undecided[name]; known && !had.skip && !had.assumed {
		if now := timesOf(path); now.err == nil {
			delete(s.undecided, name)
			s.doubtIfRecent(name, now)
			s.sameTimes = append(s.sameTimes, had)
			return
		}
	}
	s.toAdd = append(append(s.toAdd, name...), 0)
}

// doubtIfRecent marks a file to be read that may have changed after the last call began, although its times look the
// same, because git compares whole seconds. A program can set the mtime of a file, but not its ctime. It also marks a
// file whose bytes git had converted, because the attributes may have changed.
func (s *snapshot) doubtIfRecent(name string, now times) {
	if now.ctime >= s.lastCall.Unix() || s.wasConverted[name] {
		s.doubted[name] = true
	}
}

// replace puts the user's entry of a file into our index, without times and flags, so that git reads the file.
func (s *snapshot) replace(had, f indexed) {
	if had.name != "" { // git adds the stages of a merge only under a name that is not in the index
		s.toRemove = append(s.toRemove, had.removal()...)
	}
	for stage := range strings.Lines(f.stages) {
		s.toCorrect = fmt.Appendf(s.toCorrect, "%s\t%s\x00", strings.TrimSuffix(stage, "\n"), f.name)
	}
}

// cannotEnter reports whether the user has no right to enter a directory of the work tree. Then it adds it to left.
func (s *snapshot) cannotEnter(dir string) bool {
	closed, ok := s.unreadableDirs[dir]
	if !ok {
		closed = errors.Is(unix.Access(filepath.Join(s.top, dir)+"/.", unix.X_OK), fs.ErrPermission)
		if s.unreadableDirs[dir] = closed; closed {
			s.unread = append(s.unread, dir+"/")
		}
	}
	return closed
}

// readFiles reads the changed files into our index. It does not use git add, which would run git in each submodule
// with the submodule's settings.
func (s *snapshot) readFiles(ctx context.Context) error {
	if err := s.updateIndex(ctx, slices.Concat(s.toRemove, s.toCorrect), "-z", "--index-info"); err != nil {
		return err
	}
	if len(s.toRemove)+len(s.toCorrect) > 0 {
		s.differ = s.askDiffering(ctx)
	}
	changed, gone, err := s.listChanged()
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
	return s.updateIndex(ctx, slices.Concat(changed, s.toAdd), "--add", "--remove", "--replace", "-z", "--stdin")
}

// readable reports whether git should read a tracked file. If not, it adds the file to left.
func (s *snapshot) readable(name string) bool {
	info, err := os.Lstat(filepath.Join(s.top, name))
	fit := err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeSocket) == 0 && info.Size() <= maxTracked
	if !fit {
		s.unread = append(s.unread, name)
	}
	return fit
}

// differing is what git prints about the files that differ from our index.
type differing struct {
	out string // STATUS NAME STATUS NAME, each with a zero byte at the end
	err error
}

func (p private) askDiffering(ctx context.Context) (d differing) {
	d.out, d.err = p.ask(ctx, nil, "diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty")
	return d
}

// listChanged lists the files to be read because they differ from our index, and the files that are gone, each with a
// zero byte at the end. It removes both from doubted.
func (s *snapshot) listChanged() (changed, gone []byte, err error) {
	fields := strings.SplitAfter(s.differ.out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		name := fields[i+1]
		bare := name[:len(name)-1]
		delete(s.doubted, bare)
		switch {
		case fields[i][0] != 'D' && !s.readable(bare): // our index keeps the old content
		case fields[i][0] != 'D':
			changed = append(changed, name...)
		case s.outside[bare] != absent: // an absent file stays in the tree
			gone = append(gone, name...)
		}
	}
	return changed, gone, s.differ.err
}

// openWarning matches git's warning, in English, about a directory that it cannot list.
var openWarning = text.LazyRegexp{Expr: `(?m)^warning: could not open directory '(.*)': `}

// untrackedFiles lists the files that are neither in an index nor ignored, and the directories that cannot be read.
// Repositories have a slash at the end.
func (p private) untrackedFiles(ctx context.Context, index string) (names, unreadable []string, err error) {
	args := []string{"ls-files", "-z", "--others", "--exclude-standard"}
	c := p.command(args...)
	c.env = append(c.env, "GIT_INDEX_FILE="+index)
	out, stderr, err := c.run(ctx)
	if err != nil {
		return nil, nil, commandError(args, stderr, err)
	}
	for _, match := range openWarning.Get().FindAllStringSubmatch(stderr, -1) {
		unreadable = append(unreadable, match[1])
	}
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), unreadable, nil
}

// checkUntracked reports whether an untracked file belongs in the tree, and whether it exists.
func checkUntracked(path string) (fit, there bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return false, !errors.Is(err, fs.ErrNotExist)
	}
	regular := info.Mode().IsRegular()
	return !regular || info.Size() <= maxUntracked && unix.Access(path, unix.R_OK) == nil, true
}
