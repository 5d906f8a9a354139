package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// A recording's file is called after when it began, so that names sort by time, and after the launch.
const (
	stamp     = "20060102-150405"
	extension = ".jsonl"
)

// Summary is what the beginning and the end of a recording say. Of a session that has not ended that is its launch, its id
// and claude's version.
type Summary struct {
	Path    string
	Running bool // it is still being written, or may be: a hook's as long as its claude lives
	Snapshot
}

// paths are the recordings in dir, newest first.
func paths(dir string) (list []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("read the recordings' directory: %w", err)
	}
	for _, e := range entries {
		if _, ok := began(e.Name()); ok && e.Type().IsRegular() {
			list = append(list, filepath.Join(dir, e.Name()))
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list, nil
}

// began is the time in a recording's name; ok is false if it is another file.
func began(name string) (at time.Time, ok bool) {
	name, ok = strings.CutSuffix(name, extension)
	if !ok || len(name) < len(stamp) || len(name) > len(stamp) && name[len(stamp)] != '-' {
		return at, false
	}
	at, err := time.Parse(stamp, name[:len(stamp)])
	return at, err == nil
}

// RecordingPaths are the paths of the recordings in dir, newest first.
func RecordingPaths(dir string) ([]string, error) { return paths(dir) }

// ListRecordings tells of the recordings in dir, newest first. One that cannot be read is left out and named in the error.
func ListRecordings(dir string) (list []Summary, err error) {
	names, err := paths(dir)
	for _, path := range names {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			continue // its ccc was killed before the first line, or is about to write it
		}
		s, bad := Summarize(path)
		if bad != nil {
			err = errors.Join(err, bad)
			continue
		}
		list = append(list, s)
	}
	return list, err
}

// glance is how much of the beginning and of the end of a recording is looked at.
const glance = 64 << 10

// Summarize tells of one recording.
func Summarize(path string) (s Summary, err error) {
	f, err := file.Open(path)
	if err != nil {
		return s, lang.Errorf("read a recording: %w", err)
	}
	defer f.Close()
	if s, err = summarize(f); err == nil {
		if s.Running = s.Header.Running(f); !s.Running && !s.Ended { // it may have ended just now
			s, err = summarize(f)
		}
		s.Ended = s.Ended && !s.Running
	}
	return s, err
}

// Running reports whether something may still be written to the recording. The lock of a loop's is tried and given back
// at once: a writer that wants it meanwhile waits that long.
func (h Header) Running(f *os.File) bool {
	if h.Door == DoorHook {
		return h.Process.Alive()
	}
	return locked(f)
}

// summarize tells all of a recording but whether it is running.
func summarize(f *os.File) (s Summary, err error) {
	path := f.Name()
	s.Path = path
	head := make([]byte, glance)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return s, lang.Errorf("read the recording %s: %w", path, err)
	}
	head = head[:n]
	var header Header
	first, _, _ := bytes.Cut(head, []byte("\n"))
	if err := json.Unmarshal(first, &header); err != nil || header.Version == 0 {
		return s, lang.Errorf("%s is not a recording", path)
	}
	if s.Header = header; header.Version > FormatVersion { // whether it is running is known
		return s, lang.Errorf("%s is a recording of a newer ccc", path)
	}
	claude, id := field(head, "claude_code_version"), field(head, "session_id")
	tail := head
	if info, err := f.Stat(); err == nil && info.Size() > glance {
		n, _ := f.ReadAt(head, info.Size()-glance)
		tail = head[:n]
	}
	var fold Fold
	fold.Add(&Item{Type: TypeLaunch, Launch: &header})
	if last, ok := lastItem(tail); ok && (last.Type == TypeEnd || last.Type == TypeSoFar) {
		fold.Add(&last)
	}
	s.Snapshot = fold.Snapshot()
	if s.Claude = claude; !s.Ended {
		s.End.SessionID = id
	}
	return s, nil
}

// lastItem reads the last line of text; ok is false if that is no item.
func lastItem(text []byte) (item Item, ok bool) {
	whole := bytes.TrimSuffix(text, []byte("\n"))
	err := json.Unmarshal(whole[bytes.LastIndexByte(whole, '\n')+1:], &item)
	return item, err == nil
}

// field finds a string in text that is cut off somewhere; "" if it is not there.
func field(text []byte, key string) string {
	mark := []byte(`"` + key + `":"`)
	at := bytes.Index(text, mark)
	if at < 0 {
		return ""
	}
	value, _, ok := bytes.Cut(text[at+len(mark):], []byte(`"`))
	if !ok || len(value) > 80 {
		return ""
	}
	return string(value)
}

// locked reports whether a ccc still writes the file.
func locked(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // the end of f does it, too
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}

// Retention says whether launches are written down, and how many are kept.
type Retention struct {
	Off  bool
	Keep int           // 0: all
	Age  time.Duration // 0: however old
}

// Prune makes room in dir for one more recording.
func (b Retention) Prune(dir string) (removed int, err error) {
	return Prune(dir, b.Keep, b.Oldest())
}

// Oldest is the time from before which nothing is kept; the zero time if there is no such bound.
func (b Retention) Oldest() time.Time {
	if b.Age == 0 {
		return time.Time{}
	}
	return time.Now().Add(-b.Age)
}

// RemovedMessage says how many were.
func RemovedMessage(n int) lang.Message {
	return lang.M("old recordings removed: %d (recordings.keep and recordings.max_days in ccc.json)", n)
}

// Prune removes recordings from dir: those from before oldest, and so many that with the next one there are keep. 0
// and the zero time bound nothing. One that is still being written stays.
func Prune(dir string, keep int, oldest time.Time) (removed int, err error) {
	names, err := paths(dir)
	for i, path := range names {
		at, _ := began(filepath.Base(path))
		if (keep == 0 || i < keep-1) && !at.Before(oldest) {
			continue
		}
		switch gone, bad := remove(path); {
		case bad != nil:
			err = errors.Join(err, bad)
		case gone:
			removed++
		}
	}
	return removed, err
}

func remove(path string) (bool, error) {
	f, err := file.Open(path)
	if err == nil {
		defer f.Close()
		s, _ := summarize(f) // one that cannot be read has no process
		if s.Header.Running(f) {
			return false, nil
		}
		err = os.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // another launch may prune, too
		return false, lang.Errorf("remove an old recording: %w", err)
	}
	return err == nil, nil
}
