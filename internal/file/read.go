package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"ccc/internal/lang"
)

// How much of a file is read, in bytes. One that is larger is an error: what goes wrong with a file is to cost neither
// memory nor time.
const (
	Max     = 16 << 20 // of what ccc writes, too
	MaxText = 1 << 20  // of a text for a model
)

// errIrregular is the error for what only looks like a file: a pipe, which nobody may ever write to, a device that
// never ends, a directory.
var errIrregular = lang.Errorf("it is not a regular file")

// errBusy is the error for a file that another program is writing.
var errBusy = lang.Errorf("another program is writing it, nothing was changed: try again when that is done")

func tooLarge(limit int64) error { return lang.Errorf("it is larger than %d MiB", limit>>20) }

// Open opens a regular file for reading. Anything else is an error, and never waited for.
func Open(path string) (*os.File, error) {
	f, _, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, notRead(path, err)
	}
	return f, nil
}

// Append opens a regular file for appending, which is made with mode 0600 if it is not there. It follows no symbolic
// link: ccc's own files are none.
func Append(path string) (*os.File, error) {
	f, _, err := open(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, lang.Errorf("open %s: %w", path, reason(path, err))
	}
	return f, nil
}

// open opens a regular file. Not to wait, as one that opens a pipe does, makes no difference to a regular file.
func open(path string, flags int) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, flags|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0o600)
	if errors.Is(err, syscall.ENXIO) { // a socket, or a pipe without a reader
		err = errIrregular
	}
	if errors.Is(err, syscall.ELOOP) && flags&syscall.O_NOFOLLOW != 0 {
		err = lang.Errorf("it is a symbolic link, and ccc's own files are none")
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = syscall.EISDIR
	case !info.Mode().IsRegular():
		err = errIrregular
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read gives the content of a regular file of at most limit bytes, nil if there is no file.
func Read(path string, limit int64) ([]byte, error) {
	c, err := read(path, 0, limit)
	return c.text, err
}

// ReadJSON is Read for JSON, of at most [Max] bytes, also as persons write it, see [Standard]. Where another program
// writes the file in place, it is empty or cut off for a moment: then it is read again until it is JSON, or has been as
// it is for a second. So what is empty, or no JSON, was so before. It is an error if it is still being written after
// three seconds.
func ReadJSON(path string) ([]byte, error) {
	c, err := settled(path, 0)
	return c.text, err
}

// ReadOwn is ReadJSON for a file of ccc's own: a symbolic link is an error.
func ReadOwn(path string) ([]byte, error) {
	c, err := settled(path, syscall.O_NOFOLLOW)
	return c.text, err
}

const (
	moment = time.Second // who writes a file in place is done with it sooner
	again  = 20 * time.Millisecond
)

// settled is ReadJSON, with more flags for the file.
func settled(path string, flags int) (c content, err error) {
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
		time.Sleep(again)
	}
}

// content is what was read of a file.
type content struct {
	text []byte      // nil if there is no file
	info fs.FileInfo // nil if there is no file
	// Who had it open for writing. The time of a change alone does not say that nobody writes: a file that is emptied
	// has its new size first, and its new time when the file system gets to it (ext4).
	writers writers
}

// writers says whether somebody had a file open for writing while it was read.
type writers int

const (
	unknown writers = iota
	none
	some
)

// read is Read, with more flags for the file.
func read(path string, flags int, limit int64) (c content, err error) {
	f, info, err := open(path, os.O_RDONLY|flags)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, notRead(path, err)
	}
	defer f.Close()
	c.writers = hold(f)
	text := make([]byte, 0, min(info.Size(), limit)+bytes.MinRead)
	buf := bytes.NewBuffer(text)
	if _, err = buf.ReadFrom(io.LimitReader(f, limit+1)); err == nil && int64(buf.Len()) > limit {
		err = tooLarge(limit)
	}
	if err != nil {
		return c, notRead(path, err)
	}
	c.text, c.info = buf.Bytes(), info
	return c, nil
}

// notRead names the file once: the system's error does, too.
func notRead(path string, err error) error {
	return lang.Errorf("read %s: %w", path, reason(path, err))
}

// reason is the error without the path.
func reason(path string, err error) error {
	if named := new(fs.PathError); errors.As(err, &named) && named.Path == path {
		return named.Err
	}
	return err
}
