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

// mark describes the index that was kept last in a git directory. An agent can write to that index, and so hide a
// change of a file. So the index is believed only if it matches its mark, which is stored outside of the project.
type mark struct {
	Index string    `json:"index"` // SHA-256 of the index; "" matches none
	Began time.Time `json:"began"` // when the call began that kept the index
	// Synced says that every write into a file after that call began has changed the file's times.
	Synced bool `json:"synced,omitempty"`
	// Unlike are the files whose bytes git had converted.
	Unlike []string `json:"unlike,omitempty"`
}

// maxUnlike is how many names a mark may have.
const maxUnlike = 10_000

// markPath returns the path of the mark of a git directory.
func (s *snapshot) markPath() string {
	return filepath.Join(s.marks, file.Digest(s.gitDir)[:16]+".json")
}

// copyLast makes our index. It copies the kept index if that matches its mark, and in the first call the user's
// index. If the kept one does not match or is missing, every file is read. At a task's beginning nothing can be
// hidden yet.
func (s *snapshot) copyLast(users string) error {
	return file.WithLock(s.markPath(), func() error {
		var m mark
		text, err := file.ReadOwn(s.markPath())
		if err == nil && text == nil {
			if s.isCopied = !s.hasBase; s.isCopied {
				return copyIndex(users, s.index())
			}
			return nil
		}
		if err != nil {
			return err
		}
		if json.Unmarshal(text, &m) != nil { // it is torn, or not written by ccc
			m = mark{}
		}
		if err := copyIndex(filepath.Join(s.gitDir, lastIndex), s.index()); err != nil {
			return err
		}
		sum, err := digest(s.index())
		if s.lastCall = m.Began; err == nil && sum != "" && sum == m.Index {
			// Git reads files again that are not older than its index.
			s.isKept, s.isSynced, s.wasConverted = true, m.Synced, map[string]bool{}
			for _, name := range m.Unlike {
				s.wasConverted[name] = true
			}
			return os.Chtimes(s.index(), m.Began, m.Began)
		}
		if sum != "" {
			err = errors.Join(err, os.Remove(s.index()))
		}
		if s.isCopied = !s.hasBase; s.isCopied {
			s.lastCall = time.Time{}
			err = errors.Join(err, copyIndex(users, s.index()))
		}
		return err
	})
}

// digest returns the SHA-256 of a file; "" if there is no such file.
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

// keepIndex saves our index for the next call, completely or not at all. It sets the digest in the mark.
func (s *snapshot) keepIndex(m mark) error {
	sum, err := digest(s.index())
	if err != nil || sum == "" {
		return err // if the index is empty there is no file
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
	if m.Index = sum; len(m.Unlike) > maxUnlike { // the next call then reads every file
		m.Index, m.Unlike = "", nil
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return file.WithLock(s.markPath(), func() error {
		if err := os.Rename(written, filepath.Join(s.gitDir, lastIndex)); err != nil {
			return err
		}
		pending := s.markPath() + ".new" // after a torn mark every file would be read again
		return errors.Join(os.WriteFile(pending, text, 0o600), os.Rename(pending, s.markPath()))
	})
}
