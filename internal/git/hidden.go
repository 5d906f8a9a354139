package git

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
)

// The ignore rules at the beginning of a task decide what is ignored during the task. They are stored with the task's
// base. A file that they do not ignore is read even if a later rule hides it.

// ignoreRules are the texts of the ignore rules at the beginning of a task.
type ignoreRules struct {
	Outside map[string][]byte // files outside of the work tree, by [ignoreFile.copy]
	Inside  map[string][]byte // .gitignore files, by path
}

const (
	gitignore = ".gitignore"
	// missingFile is stored instead of the hash of a file that no longer exists.
	missingFile = "gone"
	// rulesOf is the key in [outside] under which the id of the blob with the rules is stored.
	rulesOf = ""
	// maxRules is how many .gitignore files are stored.
	maxRules = 10_000
	// Limits for files that a later rule hides and that are put into a tree: their number, and their total size in
	// bytes.
	maxHidden      = 500
	maxHiddenBytes = 32 << 20
)

// readBase reads the rules with which the tree base was made, and uses them from here on.
func (s *snapshot) readBase(ctx context.Context, base string) (old outside, err error) {
	if base == "" {
		return nil, nil
	}
	if old, err = s.outsideOf(ctx, base); err != nil || old[rulesOf] == "" {
		return old, err
	}
	_, text, err := s.object(ctx, old[rulesOf])
	if err == nil {
		s.rules = new(ignoreRules)
		err = json.Unmarshal([]byte(text), s.rules)
	}
	if err != nil {
		return nil, err
	}
	s.outside[rulesOf] = old[rulesOf]
	for copied, text := range s.rules.Outside {
		err = errors.Join(err, os.WriteFile(filepath.Join(s.dir, copied), text, 0o600))
	}
	for name := range s.rules.Inside {
		s.hashRules(name)
	}
	return old, err
}

// storeRules writes the present rules into the repository. ignored lists what git ignores.
func (s *snapshot) storeRules(ctx context.Context, names, ignored []string) error {
	for _, name := range ignored {
		if dir, ok := strings.CutSuffix(name, "/"); ok {
			// Everything in the directory is ignored, perhaps by a rule inside it.
			names = append(names, path.Join(dir, gitignore))
			below, _ := file.Entries(filepath.Join(s.top, dir), maxListed)
			for _, entry := range below {
				if entry.IsDir() {
					names = append(names, path.Join(dir, entry.Name(), gitignore))
				}
			}
		}
	}
	rules := ignoreRules{Outside: map[string][]byte{}, Inside: map[string][]byte{}}
	for _, f := range s.ignore {
		rules.Outside[f.copy], _ = file.Read(filepath.Join(s.dir, f.copy), maxIgnore)
	}
	for _, name := range slices.Concat(names, ignored) {
		full := filepath.Join(s.top, name)
		info, err := os.Lstat(full)
		if path.Base(name) != gitignore || err != nil || !info.Mode().IsRegular() || len(rules.Inside) == maxRules {
			continue
		}
		if text, err := file.Read(full, maxIgnore); err == nil {
			rules.Inside[name] = text
			s.hashRules(name)
		}
	}
	text, err := json.Marshal(rules)
	if err != nil {
		return err
	}
	id, err := s.ask(ctx, text, "hash-object", "-w", "--stdin")
	s.outside[rulesOf] = strings.TrimSpace(id)
	return err
}

// hashRules stores a hash of a .gitignore file next to the tree, if the file itself is ignored.
func (s *snapshot) hashRules(name string) {
	text, err := file.Read(filepath.Join(s.top, name), maxIgnore)
	switch s.outside[name] = fmt.Sprintf("%x", sha256.Sum256(text)); {
	case errors.Is(err, fs.ErrNotExist):
		s.outside[name] = missingFile
	case err != nil:
		s.outside[name] = err.Error()
	}
}

// ignored lists what git ignores and is not in the index: files, and directories with a slash at the end.
func (p private) ignored(ctx context.Context, index string) ([]string, error) {
	args := []string{"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"}
	c := p.command(args...)
	c.env = append(c.env, "GIT_INDEX_FILE="+index)
	out, stderr, err := c.run(ctx)
	return fields(out), commandError(args, stderr, err)
}

// takeHidden adds the files that are ignored now and were not ignored by the rules of the base.
func (s *snapshot) takeHidden(ctx context.Context, ignored []string) error {
	fresh, err := s.filterHidden(ctx, ignored)
	if err != nil || len(fresh) == 0 {
		return err
	}
	slices.Sort(fresh)
	groups, dirs := map[string][]string{}, []string(nil)
	for _, name := range fresh {
		switch last := len(dirs) - 1; {
		case last >= 0 && strings.HasPrefix(name, dirs[last]):
		case strings.HasSuffix(name, "/"):
			dirs = append(dirs, name)
		default:
			groups[name] = []string{name}
		}
	}
	names, err := s.filesBelow(ctx, dirs)
	if err != nil {
		return err
	}
	for _, name := range names {
		if i, found := slices.BinarySearch(dirs, name); !found && i > 0 && strings.HasPrefix(name, dirs[i-1]) {
			groups[dirs[i-1]] = append(groups[dirs[i-1]], name)
		}
	}
	files, bytes := maxHidden, int64(maxHiddenBytes)
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		var size int64
		for _, name := range groups[group] {
			if info, err := os.Lstat(filepath.Join(s.top, name)); err == nil {
				size += info.Size()
			}
		}
		if len(groups[group]) > files || size > bytes {
			s.unread, s.below = append(s.unread, group), append(s.below, groups[group]...)
			continue
		}
		files, bytes = files-len(groups[group]), bytes-size
		for _, name := range groups[group] {
			s.takeUntracked(name)
		}
	}
	return nil
}

// HiddenByIgnore lists what git ignores in the work tree of dir by a rule that is neither in a .gitignore of the commit
// nor in the user's own ignore file: files, and directories with a slash at the end. marks is as in [Tree].
func HiddenByIgnore(ctx context.Context, dir, marks, commit string) (names []string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	r, err := findRepo(dir)
	if err != nil {
		return nil, err
	}
	s := snapshot{own: findOwn(dir, filepath.Dir(marks)), rules: new(ignoreRules)}
	if s.private, err = openPrivate(ctx, r); err != nil {
		return nil, err
	}
	defer s.close()
	users := filepath.Join(s.dir, usersIndex)
	if err := copyIndex(filepath.Join(s.gitDir, "index"), users); err != nil {
		return nil, err
	}
	if names, err = s.ignored(ctx, users); err != nil || len(names) == 0 {
		return nil, cause(ctx, err)
	}
	s.rules.Inside, err = s.ignoreRulesAt(ctx, commit)
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, "info", "exclude"), nil, 0o600)
	}
	if err == nil {
		names, err = s.filterHidden(ctx, slices.DeleteFunc(names, s.isOwn))
	}
	slices.Sort(names)
	return names, cause(ctx, err)
}

// ignoreRulesAt returns the .gitignore files of a commit, by path.
func (r repo) ignoreRulesAt(ctx context.Context, commit string) (map[string][]byte, error) {
	out, err := r.ask(ctx, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	names := slices.DeleteFunc(fields(out), func(name string) bool {
		return path.Base(name) != gitignore || strings.Contains(name, "\n")
	})
	names = names[:min(len(names), maxRules)]
	args := []string{"cat-file", "--batch"}
	c := r.command(args...)
	c.stdin = []byte(commit + ":" + strings.Join(names, "\n"+commit+":") + "\n")
	out, stderr, err := c.run(ctx)
	rules := map[string][]byte{}
	for _, name := range names { // the output is: ID blob SIZE, a line end, the content, a line end
		about, rest, _ := strings.Cut(out, "\n")
		var id, kind string
		var size int
		if n, _ := fmt.Sscan(about, &id, &kind, &size); n < 3 || size > len(rest)-1 {
			break // the rules of the remaining names are missing, so what they ignore is listed
		}
		if kind == "blob" {
			rules[name] = []byte(rest[:size])
		}
		out = rest[size+1:]
	}
	return rules, commandError(args, stderr, err)
}

// filesBelow lists the files in directories that the rules of the base do not ignore.
func (s *snapshot) filesBelow(ctx context.Context, dirs []string) ([]string, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	args := append([]string{"--literal-pathspecs", "ls-files", "-z", "--others", "--"}, dirs...)
	c := s.command(args...)
	c.env = append(c.env, "GIT_INDEX_FILE="+filepath.Join(s.dir, usersIndex))
	out, stderr, err := c.run(ctx)
	if err != nil {
		return nil, commandError(args[1:], stderr, err)
	}
	return s.filterHidden(ctx, slices.DeleteFunc(fields(out), s.isOwn))
}

// filterHidden returns the names that the rules of the base do not ignore. Git applies the rules in an otherwise
// empty directory.
func (s *snapshot) filterHidden(ctx context.Context, names []string) (list []string, err error) {
	if len(names) == 0 {
		return nil, nil
	}
	top := filepath.Join(s.dir, "rules")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return nil, err
	}
	for name, text := range s.rules.Inside {
		full := filepath.Join(top, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, text, 0o600)); err != nil {
			return nil, err
		}
	}
	args := []string{"check-ignore", "--no-index", "-z", "--stdin"}
	c := s.command(args...)
	c.dir, c.env = top, append(c.env, "GIT_WORK_TREE="+top, "PWD="+top)
	c.stdin = []byte(strings.Join(names, "\x00") + "\x00")
	out, stderr, err := c.run(ctx)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // it means that none is ignored
	}
	if err != nil {
		return nil, commandError(args, stderr, err)
	}
	ignored := map[string]bool{}
	for _, name := range fields(out) {
		ignored[name] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return ignored[name] }), nil
}
