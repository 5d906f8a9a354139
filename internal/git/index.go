package git

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// usersIndex is the copy of the user's index in the private directory.
const usersIndex = "users-index"

// maxIndex is the largest index that is read, in bytes. The index of a million files is smaller.
const maxIndex = 256 << 20

// lastIndex is the name of the file in the git directory that keeps our index between two calls, see [mark].
const lastIndex = "ccc-index"

// indexed is a file in an index.
type indexed struct {
	name          string
	stages        string // MODE ID STAGE in lines; a merge conflict has several
	skip, assumed bool   // the flags skip-worktree and assume-unchanged, which hide changes
	ctime         int64  // ctime in seconds; 0 if it was not read
}

func (f indexed) submodule() bool { return strings.HasPrefix(f.stages, "160000 ") }

// removal returns the line for update-index --index-info that removes the file from an index.
func (f indexed) removal() string {
	return "0 " + strings.Fields(f.stages)[1] + "\t" + f.name + "\x00"
}

// readIndexes reads the tracked files from the user's index. First it makes our index: a copy of the one of the last
// call, or of the user's at the first call. It believes only the times in our index, because an agent can write false
// ones into the user's. For untracked and unreadable see [private.others], for ignored see [private.ignored].
func (s *snapshot) readIndexes(ctx context.Context) (untracked, unreadable, ignored []string, err error) {
	users := filepath.Join(s.dir, usersIndex)
	if err := copyIndex(filepath.Join(s.gitDir, "index"), users); err != nil {
		return nil, nil, nil, err
	}
	if err := s.copyLast(users); err != nil {
		return nil, nil, nil, err
	}
	var tracked []indexed
	var othersErr, ignoredErr, usersErr error
	var questions sync.WaitGroup
	questions.Go(func() { untracked, unreadable, othersErr = s.untrackedFiles(ctx, users) })
	questions.Go(func() { ignored, ignoredErr = s.ignored(ctx, users) })
	questions.Go(func() {
		usersErr = s.listIndex(ctx, users, func(f indexed) {
			if !s.isOwn(f.name) {
				tracked = append(tracked, f)
			}
		})
	})
	questions.Go(func() { s.differ = s.askDiffering(ctx) })
	err = s.listOurs(ctx)
	var attributesErr error
	known := slices.Collect(maps.Keys(s.undecided))
	questions.Go(func() { attributesErr = s.askAttributes(ctx, known) })
	questions.Wait()
	if err != nil && !s.isCopied { // the kept index is damaged, so every file is read
		clear(s.undecided)
		if err = os.Remove(s.index()); err == nil {
			s.differ = differing{}
		}
	}
	if !s.isCopied {
		s.sameTimes = make([]indexed, 0, len(tracked))
	}
	for i, now := range s.readTimes(tracked) {
		if s.takeTracked(tracked[i], now); path.Base(tracked[i].name) == gitignore {
			s.userIgnoreFiles = append(s.userIgnoreFiles, tracked[i].name)
		}
	}
	for _, list := range []*[]string{&untracked, &unreadable, &ignored} {
		*list = slices.DeleteFunc(*list, s.isOwn)
	}
	return untracked, unreadable, ignored, errors.Join(err, usersErr, othersErr, ignoredErr, attributesErr)
}

// listOurs lists the files of our index. If the index was kept from the last call, git is not needed.
func (s *snapshot) listOurs(ctx context.Context) error {
	if s.isKept && s.readOurs() {
		return nil
	}
	clear(s.undecided)
	return s.listIndex(ctx, s.index(), func(f indexed) { s.undecided[f.name] = f })
}

// index returns the path of our index.
func (p private) index() string { return filepath.Join(p.dir, "index") }

// updateIndex runs git update-index on our index, unless the input is empty.
func (p private) updateIndex(ctx context.Context, stdin []byte, args ...string) error {
	if len(stdin) == 0 {
		return nil
	}
	_, err := p.ask(ctx, stdin, append([]string{"update-index"}, args...)...)
	return err
}

// listIndex calls add for each file of an index.
func (p private) listIndex(ctx context.Context, index string, add func(indexed)) error {
	args := []string{"ls-files", "-z", "--cached", "-v", "--stage"}
	c := p.command(args...)
	c.env = append(c.env, "GIT_INDEX_FILE="+index)
	var last indexed             // a merge conflict has several lines for a file
	c.each = func(line string) { // TAG MODE ID STAGE<tab>NAME
		about, name, ok := strings.Cut(line, "\t")
		if !ok || len(about) < 2 {
			return
		}
		if last.name == name {
			last.stages += "\n" + about[2:]
			return
		}
		if last.name != "" {
			add(last)
		}
		tag := about[0]
		last = indexed{name: name, stages: about[2:], skip: tag == 'S' || tag == 's', assumed: tag >= 'a'}
	}
	_, stderr, err := c.run(ctx)
	if last.name != "" && err == nil {
		add(last)
	}
	return commandError(args, stderr, err)
}

// copyIndex copies an index if it exists. Git replaces an index by a rename, so the copy is never torn. The copy
// keeps the mtime, because git reads files whose times are not older than the index.
func copyIndex(from, to string) error {
	in, err := file.Open(from)
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
	if info.Size() > maxIndex {
		return lang.Errorf("%s is larger than %d MiB", from, maxIndex>>20)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, maxIndex))
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
