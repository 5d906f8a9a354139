package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/rubric"
)

// What stands in a transcript for the directories of the one who judges.
const (
	someProject = "/ccc-case/project"
	someHome    = "/ccc-case/home"
)

// Place is a case laid out: a home of its own with claude's configuration, and the project.
type Place struct {
	Dir        string // all of it, mode 0700; no symbolic link is in its path
	Home       string
	Claude     string // claude's configuration directory
	Temp       string // for TMPDIR
	Project    string
	Session    string
	Transcript string // where claude looks for it

	c          Case
	rubricText []byte // the rubric as it was laid out
	lock       *os.File
}

// prefix begins the names of places in the system's temporary directory. It says nothing of a trial: the reviewer reads
// it.
const placePrefix = "ccc-work-"

// lockName is the file in a place that is locked as long as its ccc lives.
const lockName = ".lock"

// begin lays a case out as it was before the task. body is the rubric's text: it stands where the case has none of its
// own, and with always instead of that.
func (c Case) layOut(ctx context.Context, body string, always bool) (p *Place, err error) {
	p = &Place{c: c, Session: c.Session}
	if p.Dir, err = os.MkdirTemp("", placePrefix); err != nil {
		return nil, lang.Errorf("lay out the case: %w", err)
	}
	defer func() {
		if err != nil {
			p.remove()
			err = lang.Errorf("lay out the case: %w", err)
		}
	}()
	if p.lock, err = os.Create(filepath.Join(p.Dir, lockName)); err != nil {
		return p, err
	}
	if err = file.Hold(p.lock); err != nil {
		return p, err
	}
	if p.Dir, err = filepath.EvalSymlinks(p.Dir); err != nil {
		return p, err
	}
	p.Home, p.Temp = filepath.Join(p.Dir, "home"), filepath.Join(p.Dir, "tmp")
	p.Claude, p.Project = filepath.Join(p.Home, ".claude"), filepath.Join(p.Dir, "project")
	for _, dir := range []string{p.Home, p.Claude, p.Temp, p.Project} {
		if err = os.Mkdir(dir, 0o700); err != nil {
			return p, err
		}
	}
	if err = p.writeTranscript(); err != nil {
		return p, err
	}
	front, own := rubric.Split(string(c.rubric))
	if always || strings.TrimSpace(own) == "" {
		own = body
	}
	p.rubricText = p.withRealDirs([]byte(front+own), false)
	if err = p.writeTree(beforeDir); err != nil {
		return p, err
	}
	if c.rubric == nil { // then it is the person's own, for all her projects
		if err = os.WriteFile(filepath.Join(p.Claude, rubric.File), p.rubricText, 0o600); err != nil {
			return p, err
		}
	}
	return p, p.commit(ctx)
}

// tell writes the session's file, with the directories that there are.
func (p *Place) writeTranscript() error {
	settled, err := claude.Settled(p.Project)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.Claude, ".claude.json"), settled, 0o600); err != nil {
		return err
	}
	p.Transcript = claude.SessionFile(p.Claude, p.Project, p.Session)
	if err := os.MkdirAll(filepath.Dir(p.Transcript), 0o700); err != nil {
		return err
	}
	return os.WriteFile(p.Transcript, p.withRealDirs(p.c.transcript, true), 0o600)
}

// told is a text of the case with the directories that there are; inJSON says that they stand in strings of JSON.
func (p *Place) withRealDirs(text []byte, inJSON bool) []byte {
	for from, to := range map[string]string{someProject: p.Project, someHome: p.Home} {
		path := []byte(to)
		if inJSON {
			quoted, _ := json.Marshal(to) // a string is no error
			path = quoted[1 : len(quoted)-1]
		}
		text = bytes.ReplaceAll(text, []byte(from), path)
		text = bytes.ReplaceAll(text, []byte(claude.Slug(from)), []byte(claude.Slug(to)))
	}
	return text
}

// commit makes the repository. Nothing of the person's settings of git counts.
func (p *Place) commit(ctx context.Context) error {
	const date = "2026-01-01T00:00:00Z"
	env := []string{"HOME=" + p.Home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=" + date}
	if err := git.Init(ctx, p.Project, "main", env); err != nil {
		return err
	}
	return git.CommitAll(ctx, p.Project, "The beginning", env)
}

// work lays the work tree out as the agent left it.
func (p *Place) applyWork() error {
	if err := p.writeTree(afterDir); err != nil {
		return lang.Errorf("lay out the case: %w", err)
	}
	return nil
}

// lay makes the project what a tree of the case is. A file that is so already is not written again.
func (p *Place) writeTree(tree string) error {
	wanted := map[string]bool{".": true}
	for _, one := range p.c.parts {
		name, below := strings.CutPrefix(one.name, tree+"/")
		if !below {
			continue
		}
		at := filepath.FromSlash(name)
		wanted[at] = true
		if err := p.writePart(one, at); err != nil {
			return err
		}
	}
	var gone []string
	err := filepath.WalkDir(p.Project, func(path string, d fs.DirEntry, err error) error {
		at, relErr := filepath.Rel(p.Project, path)
		if err = errors.Join(err, relErr); err != nil {
			return err
		}
		if at == ".git" {
			return filepath.SkipDir
		}
		if !wanted[at] {
			gone = append(gone, path)
			if d.IsDir() {
				return filepath.SkipDir
			}
		}
		return nil
	})
	for _, path := range gone {
		err = errors.Join(err, os.RemoveAll(path))
	}
	return err
}

// put makes what is at a path below the project what a part of the case is.
func (p *Place) writePart(one part, at string) error {
	to := filepath.Join(p.Project, at)
	if one.dir {
		return os.MkdirAll(to, 0o755)
	}
	text, err := p.c.content(one)
	if err != nil {
		return err
	}
	switch {
	case at == rubric.File && bytes.Equal(text, p.c.rubric):
		text = p.rubricText
	case !isBinary(text):
		text = p.withRealDirs(text, false)
	}
	mode := fs.FileMode(0o644)
	if one.executable || p.c.Dir == "" && bytes.HasPrefix(text, []byte("#!")) {
		mode = 0o755
	}
	if is, err := os.Stat(to); err == nil && is.Mode().Perm() == mode {
		if old, err := os.ReadFile(to); err == nil && bytes.Equal(old, text) {
			return nil
		}
	}
	if err := os.WriteFile(to, text, mode); err != nil {
		return err
	}
	return os.Chmod(to, mode)
}

// remove removes the place with all that is in it. What a process that has just ended still wrote goes, too.
func (p *Place) remove() {
	for range 3 {
		if removeAll(p.Dir) == nil {
			break
		}
	}
	if p.lock != nil {
		p.lock.Close()
	}
}

// removed removes a directory, also what in it may not be written to, as Go's caches of modules.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // RemoveAll tells
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// minAge is how long a place may be without a lock: its ccc is about to make it.
const minAge = time.Minute

// Sweep removes what a ccc that was killed has left of its places.
func Sweep() {
	entries, _ := os.ReadDir(os.TempDir()) // what cannot be listed stays
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), placePrefix) {
			continue
		}
		dir := filepath.Join(os.TempDir(), entry.Name())
		info, err := entry.Info()
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < minAge || !ownFile(info) {
			continue
		}
		lock, err := file.Open(filepath.Join(dir, lockName))
		if err == nil {
			if held, err := file.TryHold(lock); err == nil && held {
				_ = removeAll(dir) // else the next start does
			}
			lock.Close()
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			_ = removeAll(dir)
		}
	}
}

// ours reports whether the file is this user's: in a directory for all, others can make what has our names.
func ownFile(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
