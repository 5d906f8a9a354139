package git

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ccc/internal/file"
)

// mark says of the index that was kept last in a git directory what it was. An agent can write that index, and so hide a
// change of a file. It is believed only if it is the one of the mark, which is outside of the project.
type mark struct {
	Index string    `json:"index"` // SHA-256; "" matches none
	Began time.Time `json:"began"` // of the call that kept it
	// Synced says that what was written into a file after that call began has changed the times of the file.
	Synced bool `json:"synced,omitempty"`
	// Unlike are the files that git has read other bytes of than they had.
	Unlike []string `json:"unlike,omitempty"`
}

// maxUnlike bounds the names in a mark.
const maxUnlike = 10_000

// markPath is the path of the mark of a git directory.
func (s *snapshot) markPath() string {
	return filepath.Join(s.marks, file.Digest(s.gitDir)[:16]+".json")
}

// copyLast makes our index: a copy of the kept one if that is what its mark says, or of the user's in the first call. If
// another one was kept, or none, every file is read; but at a task's beginning nothing can be hidden yet.
func (s *snapshot) copyLast(users string) error {
	return file.Locked(s.markPath(), func() error {
		var m mark
		text, err := file.ReadOwn(s.markPath())
		if err == nil && text == nil {
			if s.copied = !s.judged; s.copied {
				return copyIndex(users, s.index())
			}
			return nil
		}
		if err != nil {
			return err
		}
		if json.Unmarshal(text, &m) != nil { // torn, or not ccc's
			m = mark{}
		}
		if err := copyIndex(filepath.Join(s.gitDir, lastIndex), s.index()); err != nil {
			return err
		}
		sum, err := digest(s.index())
		if s.since = m.Began; err == nil && sum != "" && sum == m.Index { // git reads files again that are not older than its index
			s.kept, s.synced, s.unlikely = true, m.Synced, map[string]bool{}
			for _, name := range m.Unlike {
				s.unlikely[name] = true
			}
			return os.Chtimes(s.index(), m.Began, m.Began)
		}
		if sum != "" {
			err = errors.Join(err, os.Remove(s.index()))
		}
		if s.copied = !s.judged; s.copied {
			s.since = time.Time{}
			err = errors.Join(err, copyIndex(users, s.index()))
		}
		return err
	})
}

// digest is the SHA-256 of a file; "" if there is none.
func digest(path string) (string, error) {
	f, err := file.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}

// keepIndex saves our index for the next call, whole or not at all. It fills in the digest of the mark.
func (s *snapshot) keepIndex(m mark) error {
	sum, err := digest(s.index())
	if err != nil || sum == "" {
		return err // an empty index has no file
	}
	dir, err := os.MkdirTemp(s.gitDir, lastIndex+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	written := filepath.Join(dir, "index")
	if err := copyIndex(s.index(), written); err != nil {
		return err
	}
	if m.Index = sum; len(m.Unlike) > maxUnlike { // every file is read then
		m.Index, m.Unlike = "", nil
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return file.Locked(s.markPath(), func() error {
		if err := os.Rename(written, filepath.Join(s.gitDir, lastIndex)); err != nil {
			return err
		}
		pending := s.markPath() + ".new" // a torn mark has every file read again
		return errors.Join(os.WriteFile(pending, text, 0o600), os.Rename(pending, s.markPath()))
	})
}
