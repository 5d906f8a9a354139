package eval

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// part is a file or folder of a case. Its hash is taken when the case is read. A file that has changed since is
// refused, so that only what the user approved is used.
type part struct {
	name       string
	dir        bool
	executable bool
	sum        [sha256.Size]byte // of a file's content
}

// MaxFile limits each file of a case, in bytes.
const MaxFile = 64 << 20

// caseFS is the file system of a case's folder. It opens only regular files and folders, and follows no symbolic link
// below that folder.
type caseFS string

func (f caseFS) Open(name string) (fs.File, error) {
	path := filepath.Join(string(f), filepath.FromSlash(name))
	info, err := os.Stat(path)
	if name != "." && err == nil {
		info, err = os.Lstat(path)
	}
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return os.Open(path)
	case !info.Mode().IsRegular():
		return nil, lang.Errorf("it is neither a file nor a folder")
	case info.Size() > MaxFile:
		return nil, lang.Errorf("it is larger than %d MiB", MaxFile>>20)
	}
	return file.Open(path)
}

// walkCase is [fs.WalkDir] over the files and folders of a case. Other files in its folder are ignored.
func walkCase(files fs.FS, do fs.WalkDirFunc) error {
	for _, part := range []string{headFile, transcriptFile, beforeDir, afterDir} {
		err := fs.WalkDir(files, part, func(name string, d fs.DirEntry, err error) error {
			if name == part && errors.Is(err, fs.ErrNotExist) {
				return nil // its reader reports it
			}
			return do(name, d, err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listParts lists the files and folders of the case, and hashes them. where is the file that an error is about.
func (c *Case) listParts() (where string, err error) {
	sum := sha256.New()
	err = walkCase(c.files, func(name string, d fs.DirEntry, err error) error {
		where = name
		if err != nil {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case !utf8.ValidString(name):
			return lang.Errorf("its name is not UTF-8")
		case strings.EqualFold(d.Name(), ".git"): // macOS ignores case in names
			return lang.Errorf("there must be no repository: one is created for the case")
		case !d.IsDir() && !d.Type().IsRegular():
			return lang.Errorf("it is neither a file nor a folder")
		case info.Size() > MaxFile && !d.IsDir():
			return lang.Errorf("it is larger than %d MiB", MaxFile>>20)
		}
		p := part{name: name, dir: d.IsDir(), executable: info.Mode()&0o100 != 0}
		if !p.dir {
			text, err := fs.ReadFile(c.files, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%q %v %d\n%s", name, info.Mode()&0o100, len(text), text)
			p.sum = sha256.Sum256(text)
		}
		c.parts = append(c.parts, p)
		return nil
	})
	c.digest = fmt.Sprintf("%x", sum.Sum(nil)[:12])
	return where, err
}

// changedError reports that a file of a case has changed since the case was read.
type changedError struct{ file string }

// Message is the text of the error, for any language.
func (*changedError) Message() lang.Message { return lang.M("it has changed since the run began") }

func (e *changedError) Error() string { return e.Message().String() }

// content reads a file of the case. A file that has changed since the case was read is a [changedError].
func (c *Case) content(p part) ([]byte, error) {
	text, err := fs.ReadFile(c.files, p.name)
	if err != nil || sha256.Sum256(text) != p.sum {
		return nil, &changedError{p.name}
	}
	return text, nil
}

var errMissing = lang.Errorf("there is no such file")

// readText reads a file of the case. The error is errMissing if the case does not have it.
func (c *Case) readText(name string) ([]byte, error) {
	i := slices.IndexFunc(c.parts, func(p part) bool { return p.name == name && !p.dir })
	if i < 0 {
		return nil, errMissing
	}
	return c.content(c.parts[i])
}
