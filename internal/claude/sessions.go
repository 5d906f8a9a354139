package claude

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Session is a stored session of a project.
type Session struct {
	ID   string
	Path string    // of its file
	Last time.Time // when something was written to it last
}

// Sessions returns the sessions of the project in dir, newest first.
func Sessions(configDir, dir string) (list []Session, err error) {
	parent := filepath.Join(configDir, "projects", Slug(file.Real(dir)))
	entries, err := os.ReadDir(parent)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("look for sessions: %w", err)
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if info, err := e.Info(); ok && err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			list = append(list, Session{id, filepath.Join(parent, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b Session) int { return b.Last.Compare(a.Last) })
	return list, nil
}

// Latest returns the session with which claude --continue goes on: the newest of a list in which something was said.
// 2.1.5's own screen, left without a message, leaves a file with only a summary of another session.
func Latest(list []Session) (one Session, ok bool) {
	i := slices.IndexFunc(list, func(s Session) bool { return HasMessage(s.Path) })
	if i < 0 {
		return one, false
	}
	return list[i], true
}

// SessionsBeginning returns the sessions of all projects whose ID begins with word.
func SessionsBeginning(configDir, word string) (list []Session) {
	projects := filepath.Join(configDir, "projects")
	dirs, _ := os.ReadDir(projects) // none if it cannot be read
	for _, dir := range dirs {
		entries, _ := os.ReadDir(filepath.Join(projects, dir.Name()))
		for _, e := range entries {
			id, ok := strings.CutSuffix(e.Name(), ".jsonl")
			if ok && strings.HasPrefix(id, word) && e.Type().IsRegular() {
				list = append(list, Session{ID: id, Path: filepath.Join(projects, dir.Name(), e.Name())})
			}
		}
	}
	return list
}

// SessionFile returns the path at which claude looks for a session of the project in dir. dir must have no symbolic
// link in its path.
func SessionFile(configDir, dir, session string) string {
	return filepath.Join(configDir, "projects", Slug(dir), session+".jsonl")
}

// Slug returns claude's name for the directory of a project's sessions (docs/design/claude.md, "Session files").
// Claude shortens a name of more than 200 characters and adds a checksum of its own; the sessions of such a project
// are not found.
func Slug(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, dir)
}

// WithSession returns the arguments with that session in place of the one that the user chose.
func (a Args) WithSession(session string) Args {
	args := slices.DeleteFunc(slices.Clone(a.args), func(g arg) bool {
		return g.name == "--resume" || g.name == "--continue"
	})
	words := []string{"--resume", session}
	a.args = append([]arg{{name: "--resume", values: words[1:], words: words}}, args...)
	a.Resume, a.Continue, a.Pick = session, false, false
	return a
}
