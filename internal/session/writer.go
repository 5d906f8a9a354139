package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/text"
)

const (
	// flushSize is how many bytes may wait before they are written.
	flushSize = 64 << 10
	// patience is how long bytes may wait. A kill loses at most the lines of that time.
	patience = 20 * time.Millisecond
)

// Writer writes a recording in whole lines. All methods may be called from any goroutine. None of them fails: the
// first error goes to a callback, and nothing is written after it. A nil Writer writes nothing.
type Writer struct {
	start   time.Time // by the wall clock: the monotonic clock stops while the machine sleeps
	mask    *secret.Mask
	onError func(error)
	max     int64 // largest size of the file, in bytes

	mu             sync.Mutex
	newest         time.Duration // time of the last line, counted from began
	openBefore     bool          // the last line is from before a stop, see [Writer.UpTo]
	file           *os.File
	soFar          End  // with which the file ended when it was opened
	isShared       bool // other processes write the file, too, so it is locked for each write only
	buf            []byte
	lastWrite      time.Time
	flushScheduled bool // a timer runs that will flush
	size           int64
	err            error
}

// maxSize is how many bytes a recording may have. When it has that size, a notice ends it.
const maxSize = 256 << 20

// CreateRecording creates a recording in dir. mask masks secrets. The name contains the time of creation, which may
// be later than h.At, because a hook's recording includes what was said before it. The file is locked while it is
// written; a hook's recording is locked for each write only (see [AppendRecording]). failed gets the first error of
// the Writer.
func CreateRecording(dir string, h Header, mask *secret.Mask, failed func(error)) (*Writer, error) {
	h.Version = FormatVersion
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, lang.Errorf("create the recordings' directory: %w", err)
	}
	now := time.Now()
	if h.Door == DoorHook {
		h.Created = now.Round(0)
	}
	file, err := create(filepath.Join(dir, now.UTC().Format(stamp)+"-"+launchPrefix(h.Launch)))
	if err != nil {
		return nil, lang.Errorf("create a recording: %w", err)
	}
	w := &Writer{
		start: h.At.Round(0), mask: mask, onError: failed, max: maxSize, file: file, isShared: h.Door == DoorHook,
	}
	if !w.isShared {
		if err := lock(file); err != nil {
			file.Close()
			return nil, err
		}
	}
	w.add(h)
	w.Flush()
	return w, nil
}

// AppendRecording opens a recording of the hook to add to it, because each call of the hook is a process of its own.
// It removes a last line that a killed process left unfinished. It fails if there is no such recording, or if it is
// full.
func AppendRecording(path string, mask *secret.Mask, failed func(error)) (*Writer, error) {
	f, err := file.Extend(path)
	if err != nil {
		return nil, lang.Errorf("read a recording: %w", err)
	}
	w := &Writer{mask: mask, onError: failed, max: maxSize, file: f, isShared: true}
	if err := w.resume(); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// resume reads the header, and removes an unfinished line at the end.
func (w *Writer) resume() error {
	if err := lock(w.file); err != nil {
		return err
	}
	defer unlock(w.file)
	s, err := summarize(w.file)
	info, statErr := w.file.Stat()
	switch err := errors.Join(err, statErr); {
	case err != nil:
		return err
	case s.Header.Door != DoorHook || info.Size() > w.max:
		return lang.Errorf("%s is not a recording", w.file.Name()) // it is not of the hook, or it is full
	}
	w.start, w.size = s.Header.At, info.Size()
	for part := make([]byte, glance); ; {
		n, err := w.file.ReadAt(part[:min(w.size, glance)], max(w.size-glance, 0))
		if err != nil {
			return lang.Errorf("read the recording %s: %w", w.file.Name(), err)
		}
		cut := n - 1 - bytes.LastIndexByte(part[:n], '\n')
		if w.size -= int64(cut); cut < n || n == 0 {
			w.readLast(part[:n-cut])
			break
		}
	}
	if w.size == info.Size() {
		return nil
	}
	if err := w.file.Truncate(w.size); err != nil {
		return lang.Errorf("write the recording: %w", err)
	}
	return nil
}

// readLast reads the last line of text.
func (w *Writer) readLast(text []byte) {
	last, ok := lastItem(text)
	if !ok {
		return // the line is longer than a glance
	}
	w.newest = time.Duration(last.T * float64(time.Second))
	if last.Type == TypeSoFar {
		w.soFar = last.End
	}
	w.openBefore = last.Type == TypePerson || last.Type == TypeStop || last.Type == TypeLine && last.Phase == "agent" ||
		last.Type == TypePhase && last.From != "review"
}

// UpTo returns the time up to which the recording has what was said before a stop. ok is true if the hook of that
// stop was killed before it recorded the stop.
func (w *Writer) UpTo() (until time.Time, ok bool) {
	if w == nil || !w.openBefore {
		return until, false
	}
	return w.start.Add(w.newest + time.Millisecond), true // items have milliseconds
}

// lock locks a recording.
func lock(f *os.File) error {
	if err := file.Hold(f); err != nil {
		return lang.Errorf("lock the recording: %w", err)
	}
	return nil
}

// unlock unlocks a recording.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) } // closing f does it, too

// create creates a new file. Two launches may have the same ID, so it may add a number to the name.
func create(path string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND | os.O_EXCL
	file, err := os.OpenFile(path+extension, flags, 0o600)
	for n := 2; errors.Is(err, fs.ErrExist) && n < 1000; n++ {
		file, err = os.OpenFile(fmt.Sprintf("%s-%d%s", path, n, extension), flags, 0o600)
	}
	return file, err
}

// launchPrefix returns the part of a launch's ID that goes into the name of a file.
func launchPrefix(launch string) string {
	short := []byte(launch[:min(len(launch), 8)])
	for i, c := range short {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			short[i] = '_'
		}
	}
	return string(short)
}

// Path returns the path of the recording, "" for a nil Writer.
func (w *Writer) Path() string {
	if w == nil {
		return ""
	}
	return w.file.Name()
}

// Line writes a line that the agent or a reviewer has just printed. reviewer is "" if the review has only one. The
// line may wait for [Writer.Flush], for the next item, or for a few milliseconds.
func (w *Writer) Line(phase, reviewer string, raw []byte) {
	w.LineAt(time.Now(), phase, reviewer, raw)
}

// LineAt writes a line that was printed at that time.
func (w *Writer) LineAt(at time.Time, phase, reviewer string, raw []byte) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	begin := len(w.buf)
	w.buf = append(w.buf, `{"t":`...)
	w.buf = appendSeconds(w.buf, w.itemTime(at))
	w.buf = append(w.buf, `,"type":"line","phase":"`...)
	w.buf = append(w.buf, phase...)
	if reviewer != "" { // a name needs no escapes
		w.buf = append(append(w.buf, `","reviewer":"`...), reviewer...)
	}
	w.buf = append(w.buf, `","raw":`...)
	start := len(w.buf)
	w.buf = append(w.buf, raw...)
	for i := bytes.IndexByte(w.buf[start:], '\r'); i >= 0; i = bytes.IndexByte(w.buf[start:], '\r') {
		w.buf[start+i] = ' ' // it is between tokens: inside a string it would be escaped
	}
	w.buf = append(w.buf, '}', '\n')
	w.maskLine(begin)
	if len(w.buf) >= flushSize {
		w.flush()
	} else if !w.flushScheduled {
		w.flushScheduled = true
		time.AfterFunc(patience, w.flushLate)
	}
}

// flushLate writes the lines that have waited for patience.
func (w *Writer) flushLate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flushScheduled = false
	w.flush()
}

// appendSeconds appends a time in seconds, with three decimals.
func appendSeconds(b []byte, t time.Duration) []byte {
	ms := t.Milliseconds()
	b = strconv.AppendInt(b, ms/1000, 10)
	return append(b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
}

// Item writes any other item at once.
func (w *Writer) Item(i Item) { w.ItemAt(time.Now(), i) }

// ItemAt writes at once what happened at that time.
func (w *Writer) ItemAt(at time.Time, i Item) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	i.T = float64(w.itemTime(at).Milliseconds()) / 1000
	w.add(i)
	w.flush()
}

// Pause says that nothing more will be written for now, so waiting lines may be written.
func (w *Writer) Pause() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.lastWrite) > patience { // a stream has many pauses: otherwise the timer writes
		w.flush()
	}
}

// Flush writes the lines that wait.
func (w *Writer) Flush() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
}

// Close ends the recording with the result of the launch.
func (w *Writer) Close(end End) {
	if w == nil {
		return
	}
	w.Item(Item{Type: TypeEnd, End: end})
	w.close()
}

// Leave ends the part of a shared recording that this process writes. end is the result of the launch so far; Leave
// sets its DurationMS.
func (w *Writer) Leave(end End) {
	if w == nil {
		return
	}
	end.DurationMS = time.Since(w.start).Milliseconds()
	w.Item(Item{Type: TypeSoFar, End: end})
	w.close()
}

// LeaveAsBefore is [Writer.Leave] with the result that the recording had when it was opened.
func (w *Writer) LeaveAsBefore() {
	w.Item(Item{Type: TypeSoFar, End: w.soFar})
	w.close()
}

func (w *Writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail(w.file.Close())
	w.err = os.ErrClosed // later lines are lost without an error
}

// The methods from here on are called with the lock held, or before the Writer is shared.

// itemTime returns the time of an item, counted from the beginning. It never goes back, even if the clock does.
func (w *Writer) itemTime(at time.Time) time.Duration {
	w.newest = max(w.newest, at.Sub(w.start))
	return w.newest
}

func (w *Writer) add(v any) {
	begin := len(w.buf)
	line := bytes.NewBuffer(w.buf)
	if err := text.EncodeJSON(line, v); err != nil {
		panic("recording: internal error: " + err.Error())
	}
	w.buf = line.Bytes()
	w.maskLine(begin)
}

// maskLine masks secrets in the line that begins at an offset of the buffer. If masking breaks the JSON, because a
// secret was not inside a string, it removes the line.
func (w *Writer) maskLine(begin int) {
	line := w.buf[begin:]
	if masked := w.mask.Bytes(line); len(masked) != len(line) || &masked[0] != &line[0] {
		if w.buf = w.buf[:begin]; json.Valid(masked) {
			w.buf = append(w.buf, masked...)
		}
	}
}

func (w *Writer) flush() {
	if len(w.buf) == 0 {
		return
	}
	if w.err == nil {
		n, err := w.write(w.buf)
		w.fail(err)
		if w.size += int64(n); w.size > w.max && w.err == nil {
			w.writeStop()
		}
		w.lastWrite = time.Now()
	}
	if cap(w.buf) > 4*flushSize {
		w.buf = nil
	}
	w.buf = w.buf[:0]
}

// write writes lines.
func (w *Writer) write(text []byte) (n int, err error) {
	if w.isShared {
		if err := lock(w.file); err != nil {
			return 0, err
		}
		defer unlock(w.file)
	}
	return w.file.Write(text)
}

// writeStop ends a recording that has reached its maximum size.
func (w *Writer) writeStop() {
	err := lang.Errorf("it has reached %d MiB", w.max>>20)
	w.buf = w.buf[:0]
	at := float64(w.itemTime(time.Now()).Milliseconds()) / 1000
	w.add(Item{T: at, Type: TypeNotice, Text: "recording has stopped: " + err.Error()})
	_, _ = w.write(w.buf) // the error is reported below
	w.fail(err)
}

func (w *Writer) fail(err error) {
	if err != nil && w.err == nil {
		w.err = err
		w.onError(lang.Errorf("write the recording: %w", err))
	}
}
