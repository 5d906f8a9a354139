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

// Placeholders in a case for directories that differ on each machine.
const (
	someProject = "/ccc-case/project"
	someHome    = "/ccc-case/home"
)

// Place is the temporary directory in which a case is judged: a home with claude's configuration, and the project.
type Place struct {
	Dir        string // mode 0700; its path contains no symbolic link
	Home       string
	Claude     string // claude's configuration directory
	Temp       string // for TMPDIR
	Project    string
	Session    string
	Transcript string // path of the session's file, where claude looks for it

	c          Case
	rubricText []byte // the SUPERVISOR.md that was written
	lock       *os.File
}

// placePrefix begins the names of places in the system's temporary directory. The reviewer sees the name, so it does
// not reveal that this is a trial.
const placePrefix = "ccc-work-"

// lockName is a file in each place. Its ccc holds a lock on it until it ends.
const lockName = ".lock"

// layOut creates a place with the case as it was before the task. body is the rubric's text if the case has none; with
// override it replaces the case's text.
func (c Case) layOut(ctx context.Context, body string, override bool) (p *Place, err error) {
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
	if override || strings.TrimSpace(own) == "" {
		own = body
	}
	p.rubricText = p.withRealDirs([]byte(front+own), false)
	if err = p.writeTree(beforeDir); err != nil {
		return p, err
	}
	if c.rubric == nil { // the project has no rubric: write the one for all projects
		if err = os.WriteFile(filepath.Join(p.Claude, rubric.File), p.rubricText, 0o600); err != nil {
			return p, err
		}
	}
	return p, p.commit(ctx)
}

// writeTranscript writes claude's file of the session, with the place's directories.
func (p *Place) writeTranscript() error {
	settled, err := claude.SettledState(p.Project)
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

// withRealDirs replaces the placeholders in a text of the case by the place's directories. With inJSON the paths are
// escaped as in JSON strings.
func (p *Place) withRealDirs(text []byte, inJSON bool) []byte {
	for from, to := range map[string]string{someProject: p.Project, someHome: p.Home} {
		path := []byte(to)
		if inJSON {
			quoted, _ := json.Marshal(to) // a string always has a JSON form
			path = quoted[1 : len(quoted)-1]
		}
		text = bytes.ReplaceAll(text, []byte(from), path)
		text = bytes.ReplaceAll(text, []byte(claude.Slug(from)), []byte(claude.Slug(to)))
	}
	return text
}

// commit creates the git repository. The user's git configuration is not used.
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

// applyWork makes the project what the agent left.
func (p *Place) applyWork() error {
	if err := p.writeTree(afterDir); err != nil {
		return lang.Errorf("lay out the case: %w", err)
	}
	return nil
}

// writeTree makes the project equal to a folder of the case, before or after. It does not write files that are already
// equal.
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

// writePart writes a file or folder of the case to a path below the project.
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

// remove removes the place. It tries three times: a process that is ending may still write files.
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

// removeAll removes a directory, read-only directories in it included. Go's module cache has such directories.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // RemoveAll below reports what cannot be removed
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// minAge is the age before [Sweep] removes a place without a lock: a new one gets its lock only after it was created.
const minAge = time.Minute

// Sweep removes the places of a ccc that was killed.
func Sweep(l file.Listing) {
	for _, name := range l.Names(os.TempDir(), placePrefix) {
		dir := filepath.Join(os.TempDir(), name)
		info, err := os.Lstat(dir)
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

// ownFile reports whether this user owns the file. Others can create files with our names in a shared directory.
func ownFile(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
