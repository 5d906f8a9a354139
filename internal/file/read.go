package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"ccc/internal/lang"
)

// The largest files that are read, in bytes. A larger file is an error, so that a damaged one costs neither memory
// nor time.
const (
	Max     = 16 << 20 // files of ccc and others
	MaxText = 1 << 20  // a text for a model
)

// errIrregular is the error for anything but a regular file: a pipe, which may have no writer, a device without an
// end, a directory.
var errIrregular = lang.Errorf("it is not a regular file")

// errBusy is the error for a file that another program is writing.
var errBusy = lang.Errorf("another program is writing it, nothing was changed: try again when that is done")

func tooLarge(limit int64) error { return lang.Errorf("it is larger than %d MiB", limit>>20) }

// Open opens a regular file for reading. Anything else is an error. It never waits.
func Open(path string) (*os.File, error) {
	f, _, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, readError(path, err)
	}
	return f, nil
}

// openOwn opens a regular file. It follows no symbolic link, because ccc's own files are not links.
func openOwn(path string, flags int) (*os.File, error) {
	f, _, err := open(path, flags|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, lang.Errorf("open %s: %w", path, withoutPath(path, err))
	}
	return f, nil
}

// Append opens a regular file for appending. It makes a missing one, with mode 0600. It follows no symbolic link.
func Append(path string) (*os.File, error) {
	return openOwn(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
}

// Overwrite opens a regular file for writing, and empties it. It makes a missing one, with mode 0600. It follows no
// symbolic link.
func Overwrite(path string) (*os.File, error) {
	return openOwn(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
}

// Extend opens a regular file for reading and appending. It follows no symbolic link.
func Extend(path string) (*os.File, error) {
	return openOwn(path, os.O_RDWR|os.O_APPEND)
}

// Entries lists at most limit entries of a directory, unordered.
func Entries(dir string, limit int) ([]fs.DirEntry, error) {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(limit)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return list, err
}

// batch is how many entries of a directory are in memory at once.
const batch = 1024

// Each calls visit for the entries of a directory, unordered. Its memory does not grow with their number. An error of
// visit ends it.
func Each(dir string, visit func(fs.DirEntry) error) error {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		list, err := f.ReadDir(batch)
		for _, entry := range list {
			if err := visit(entry); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Names lists at most limit names in a directory, sorted; fewer, or none, if the directory cannot be read.
func Names(dir string, limit int) (names []string) {
	list, _ := Entries(dir, limit)
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	slices.Sort(names)
	return names
}

// open opens a regular file. O_NONBLOCK keeps it from waiting for a pipe, and changes nothing for a regular file.
func open(path string, flags int) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, flags|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0o600)
	if errors.Is(err, syscall.ENXIO) { // a socket, or a pipe without a reader
		err = errIrregular
	}
	if errors.Is(err, syscall.ELOOP) && flags&syscall.O_NOFOLLOW != 0 {
		err = lang.Errorf("it is a symbolic link, which ccc's own files never are")
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = syscall.EISDIR
	case !info.Mode().IsRegular(), isMadeByKernel(f, info):
		err = errIrregular
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read returns the content of a regular file of at most limit bytes, or nil if there is no file.
func Read(path string, limit int64) ([]byte, error) {
	c, err := read(path, 0, limit)
	return c.text, err
}

// ReadJSON is Read for JSON of at most [Max] bytes, which may have comments, see [Standard]. While another program
// writes the file in place, it is empty or cut off for a moment. So ReadJSON reads a file that is not JSON again,
// until it is JSON or has not changed for a second. If the file still changes after three seconds, that is an error.
func ReadJSON(path string) ([]byte, error) {
	c, err := readSettled(path, 0)
	return c.text, err
}

// ReadOwn is ReadJSON for a file of ccc's own: a symbolic link is an error.
func ReadOwn(path string) ([]byte, error) {
	c, err := readSettled(path, syscall.O_NOFOLLOW)
	return c.text, err
}

const (
	moment     = time.Second // longer than a program takes to write a file in place
	retryPause = 20 * time.Millisecond
)

// readSettled is ReadJSON with additional flags for opening.
func readSettled(path string, flags int) (c content, err error) {
	var before content
	var since time.Time
	began := time.Now()
	for {
		c, err = read(path, flags, Max)
		if err != nil || c.text == nil || json.Valid(c.text) || json.Valid(Standard(c.text)) {
			return c, err
		}
		now := time.Now()
		switch modified := c.info.ModTime(); {
		case before.text == nil && c.writers == none && modified.Before(now):
			since = modified
		case before.text == nil, !modified.Equal(before.info.ModTime()), !bytes.Equal(c.text, before.text):
			since = now
		}
		if before = c; now.Sub(since) >= moment {
			return c, nil
		}
		if now.Sub(began) > 3*moment {
			return content{}, lang.Errorf("read %s: %w", path, errBusy)
		}
		time.Sleep(retryPause)
	}
}

// content is what was read of a file.
type content struct {
	text []byte      // nil if there is no file
	info fs.FileInfo // nil if there is no file
	// An unchanged mtime does not prove that nobody writes: when a file on ext4 is emptied, its size changes before
	// its mtime.
	writers writers
}

// writers says whether a program had the file open for writing while it was read.
type writers int

const (
	unknown writers = iota
	none
	some
)

// read is Read with additional flags for opening.
func read(path string, flags int, limit int64) (c content, err error) {
	f, info, err := open(path, os.O_RDONLY|flags)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, readError(path, err)
	}
	defer f.Close()
	c.writers = leaseFile(f)
	text := make([]byte, 0, min(info.Size(), limit)+bytes.MinRead)
	buf := bytes.NewBuffer(text)
	if _, err = buf.ReadFrom(io.LimitReader(f, limit+1)); err == nil && int64(buf.Len()) > limit {
		err = tooLarge(limit)
	}
	if err != nil {
		return c, readError(path, err)
	}
	c.text, c.info = buf.Bytes(), info
	return c, nil
}

// readError returns the error for a file. It names the file only once, although the system's error names it, too.
func readError(path string, err error) error {
	return lang.Errorf("read %s: %w", path, withoutPath(path, err))
}

// withoutPath returns the error without the path.
func withoutPath(path string, err error) error {
	if named := new(fs.PathError); errors.As(err, &named) && named.Path == path {
		return named.Err
	}
	return err
}
