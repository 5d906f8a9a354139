package session

import (
	"bytes"
	"cmp"
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

// The name of a recording is the time at which it began, so that names sort by time, and a part of the launch's ID.
const (
	stamp     = "20060102-150405"
	extension = ".jsonl"
)

// Summary is what can be learned from the beginning and the end of a recording. If the session has not ended, that is
// its launch, its id and claude's version.
type Summary struct {
	Path    string
	Running bool   // more may be written to it; to a hook's recording as long as its claude lives
	Task    string // the plan's, or what the user said first; "" if the beginning does not have it
	Snapshot
}

// RecordingPaths returns the paths of the recordings in dir, newest first.
func RecordingPaths(dir string) (list []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("read the recordings' directory: %w", err)
	}
	for _, e := range entries {
		if _, ok := timeInName(e.Name()); ok && e.Type().IsRegular() {
			list = append(list, filepath.Join(dir, e.Name()))
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list, nil
}

// timeInName returns the time in the name of a recording. ok is false for any other file.
func timeInName(name string) (at time.Time, ok bool) {
	name, ok = strings.CutSuffix(name, extension)
	if !ok || len(name) < len(stamp) || len(name) > len(stamp) && name[len(stamp)] != '-' {
		return at, false
	}
	at, err := time.Parse(stamp, name[:len(stamp)])
	return at, err == nil
}

// ListRecordings summarizes the recordings in dir, newest first. It leaves out those that cannot be read and names
// them in the error.
func ListRecordings(dir string) (list []Summary, err error) {
	names, err := RecordingPaths(dir)
	for _, path := range names {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			continue // its ccc is about to write the first line, or was killed before it could
		}
		s, bad := Summarize(path)
		if bad != nil {
			err = errors.Join(err, bad)
			continue
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, compareNewest)
	return list, err
}

// compareNewest orders recordings by the time at which they were created, the newest first: by the second in the name,
// and within one second by the header.
func compareNewest(a, b Summary) int {
	second := func(s Summary) time.Time {
		at, _ := timeInName(filepath.Base(s.Path))
		return at
	}
	created := func(s Summary) time.Time {
		if s.Header.Created.IsZero() {
			return s.Header.At
		}
		return s.Header.Created
	}
	return cmp.Or(second(b).Compare(second(a)), created(b).Compare(created(a)))
}

// glance is how many bytes at the beginning and at the end of a recording are read for a summary.
const glance = 64 << 10

// Summarize reads the beginning and the end of the recording at path.
func Summarize(path string) (s Summary, err error) {
	f, err := file.Open(path)
	if err != nil {
		return s, lang.Errorf("read a recording: %w", err)
	}
	defer f.Close()
	if s, err = summarize(f); err == nil {
		if s.Running = s.Header.Running(f); !s.Running && !s.Ended { // it may have ended in between
			s, err = summarize(f)
		}
		s.Ended = s.Ended && !s.Running
	}
	return s, err
}

// Running reports whether more may be written to the recording f. For a loop's recording it tries to lock the file, and
// unlocks it at once. A hook's recording is completed by the ccc that started claude, after claude's end.
func (h Header) Running(f *os.File) bool {
	if h.Door == DoorHook {
		return h.Process.Alive() || h.Starter.Alive()
	}
	return isLocked(f)
}

// summarize is [Summarize], but does not set Running.
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
	if s.Header = header; header.Version > FormatVersion { // remove asks separately whether it runs
		return s, lang.Errorf("%s is a recording of a newer ccc", path)
	}
	claude := field(head, "claude_code_version")
	id := cmp.Or(header.SessionID, agentSession(head), header.Continues)
	s.Task = cmp.Or(header.Title, firstMessage(header, head))
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

// agentSession returns the session of the agent's first line in text; "" if no line names it. A reviewer, whose lines
// may come first, is in a session of its own.
func agentSession(text []byte) string {
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte(`,"type":"line","phase":"agent",`)) {
			if id := field(line, "session_id"); id != "" {
				return id
			}
		}
	}
	return ""
}

// firstMessage returns the words with which the first task in text began; "" if they are not in it.
func firstMessage(header Header, text []byte) string {
	var fold Fold
	fold.Add(&Item{Type: TypeLaunch, Launch: &header})
	for line := range bytes.Lines(text) {
		var item Item
		begins := bytes.Contains(line, []byte(`"type":"`+TypePerson+`"`)) ||
			bytes.Contains(line, []byte(`"type":"`+TypeTurn+`"`)) || bytes.Contains(line, []byte(`"continued":{`))
		if !begins || json.Unmarshal(line, &item) != nil {
			continue
		}
		if c := fold.Add(&item); c.Opening != nil {
			return c.Opening.Text.Head
		}
	}
	return ""
}

// field finds the value of a string field in JSON that may be cut off; "" if there is none.
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

// isLocked reports whether a ccc still writes the file.
func isLocked(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // closing f does it, too
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}

// Retention says whether launches are recorded, and which recordings are kept.
type Retention struct {
	Off  bool
	Keep int           // how many; 0 for all
	Age  time.Duration // how old; 0 for any age
}

// Prune makes room in dir for one more recording.
func (b Retention) Prune(dir string) (removed int, err error) {
	return Prune(dir, b.Keep, b.Oldest())
}

// Oldest returns the time before which recordings are removed, zero for none.
func (b Retention) Oldest() time.Time {
	if b.Age == 0 {
		return time.Time{}
	}
	return time.Now().Add(-b.Age)
}

// RemovedMessage says how many recordings were removed.
func RemovedMessage(n int) lang.Message {
	return lang.M("old recordings removed: %d (recordings.keep and recordings.max_days in ccc.json)", n)
}

// Prune removes the recordings in dir that are older than oldest, and so many of the oldest that with one more there
// are keep of them. A zero value sets no limit. A recording that is still being written stays.
func Prune(dir string, keep int, oldest time.Time) (removed int, err error) {
	names, err := RecordingPaths(dir)
	for i, path := range names {
		at, _ := timeInName(filepath.Base(path))
		if (keep == 0 || i < keep-1) && !at.Before(oldest) {
			continue
		}
		switch gone, bad := removeRecording(path); {
		case bad != nil:
			err = errors.Join(err, bad)
		case gone:
			removed++
		}
	}
	return removed, err
}

func removeRecording(path string) (bool, error) {
	f, err := file.Open(path)
	if err == nil {
		defer f.Close()
		s, _ := summarize(f) // a file that cannot be read belongs to no process
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

// Current returns the ID of the session that a recording is in at its end so far; "" if claude has not told it.
func Current(path string) string {
	now, _ := readAll(path)
	return now.ID
}

// UpToNow returns the summary with the reviews and the cost so far, if the recording is being written. For that it
// reads all of it.
func (s Summary) UpToNow() Summary {
	if !s.Running {
		return s
	}
	if now, ok := readAll(s.Path); ok {
		s.End.Rounds, s.End.CostUSD, s.End.AtLeast = now.Rounds, now.TotalUSD, now.AtLeast
	}
	return s
}

// OpenReview returns the cost and the tokens of the review that a recording has no end of, as far as they were seen.
func OpenReview(path string) (usd float64, tokens int64) {
	now, _ := readAll(path)
	return now.Open.USD, now.Open.Tokens
}

// readAll reads a recording to its end so far, without the lines that are damaged.
func readAll(path string) (now Snapshot, ok bool) {
	f, err := file.Open(path)
	if err != nil {
		return now, false
	}
	defer f.Close()
	var fold Fold
	for r := NewReader(f); ; {
		item, err := r.Next()
		var damage *DamageError
		if err != nil && !errors.As(err, &damage) {
			return fold.Snapshot(), true
		}
		if err == nil {
			fold.Add(&item)
		}
	}
}
