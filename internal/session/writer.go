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
)

const (
	// full is how much may wait to be written.
	full = 64 << 10
	// patience is how long it may wait: what a kill can lose at most.
	patience = 20 * time.Millisecond
)

// Writer writes a recording, in whole lines. All methods may be called from any goroutine, none fails: an error is told
// once, and nothing more is written. A nil Writer writes nothing.
type Writer struct {
	began  time.Time // by the wall clock: the other one stands still while a machine sleeps
	mask   *secret.Mask
	failed func(error)
	max    int64 // bytes of the file

	mu     sync.Mutex
	newest time.Duration // written, since began
	told   bool          // the last line is of what was said before a stop, see [Writer.Told]
	file   *os.File
	shared bool // other processes write it, too: it is locked only for each write
	buf    []byte
	wrote  time.Time
	armed  bool // a timer runs that will look what waits
	size   int64
	err    error
}

// maxSize is how many bytes a recording has. One that has grown so large ends with a notice that says so.
const maxSize = 256 << 20

// CreateRecording begins a recording in dir, in which mask masks what is secret. The file is called after the time at which it is
// made: a hook's holds what was said before. It is locked as long as it is written, or for each write alone where it is
// the hook's (see [AppendRecording]). failed is told the first error of the Writer.
func CreateRecording(dir string, h Header, mask *secret.Mask, failed func(error)) (*Writer, error) {
	h.Version = FormatVersion
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, lang.Errorf("create the recordings' directory: %w", err)
	}
	file, err := create(filepath.Join(dir, time.Now().UTC().Format(stamp)+"-"+prefix(h.Launch)))
	if err != nil {
		return nil, lang.Errorf("create a recording: %w", err)
	}
	w := &Writer{began: h.At.Round(0), mask: mask, failed: failed, max: maxSize, file: file, shared: h.Door == DoorHook}
	if !w.shared {
		if err := lock(file); err != nil {
			file.Close()
			return nil, err
		}
	}
	w.add(h)
	w.Flush()
	return w, nil
}

// AppendRecording goes on with a recording of the hook's, of which each call is a process of its own. A last line that a killed
// one has left cut off is taken away. It is an error if there is no such recording any more, or if it is full.
func AppendRecording(path string, mask *secret.Mask, failed func(error)) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, lang.Errorf("read a recording: %w", err)
	}
	w := &Writer{mask: mask, failed: failed, max: maxSize, file: f, shared: true}
	if err := w.resume(); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// resume reads the header, and takes away what is no whole line at the end.
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
		return lang.Errorf("%s is not a recording", w.file.Name()) // of the hook's, with room
	}
	w.began, w.size = s.Header.At, info.Size()
	for part := make([]byte, glance); ; {
		n, err := w.file.ReadAt(part[:min(w.size, glance)], max(w.size-glance, 0))
		if err != nil {
			return lang.Errorf("read the recording %s: %w", w.file.Name(), err)
		}
		cut := n - 1 - bytes.LastIndexByte(part[:n], '\n')
		if w.size -= int64(cut); cut < n || n == 0 {
			w.behind(part[:n-cut])
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

// behind reads the last line of text, behind which it will be gone on.
func (w *Writer) behind(text []byte) {
	last, ok := lastItem(text)
	if !ok {
		return // it is longer than a glance
	}
	w.newest = time.Duration(last.T * float64(time.Second))
	w.told = last.Type == TypePerson || last.Type == TypeStop || last.Type == TypeLine && last.Phase == "agent" ||
		last.Type == TypePhase && last.From != "review"
}

// Told gives up to when a hook that was killed has written down what was said before its stop; ok is false where none
// was killed just then.
func (w *Writer) Told() (until time.Time, ok bool) {
	if w == nil || !w.told {
		return until, false
	}
	return w.began.Add(w.newest + time.Millisecond), true // in which it counts
}

// lock locks a recording.
func lock(f *os.File) error {
	if err := file.Hold(f); err != nil {
		return lang.Errorf("lock the recording: %w", err)
	}
	return nil
}

// unlock gives the lock back.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) } // the end of f does it, too

// create makes a file that is not there yet: two launches may bear one id.
func create(path string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND | os.O_EXCL
	file, err := os.OpenFile(path+extension, flags, 0o600)
	for n := 2; errors.Is(err, fs.ErrExist) && n < 1000; n++ {
		file, err = os.OpenFile(fmt.Sprintf("%s-%d%s", path, n, extension), flags, 0o600)
	}
	return file, err
}

// prefix is what of a launch's id goes into a file's name.
func prefix(launch string) string {
	short := []byte(launch[:min(len(launch), 8)])
	for i, c := range short {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			short[i] = '_'
		}
	}
	return string(short)
}

// Path is the recording's file, "" for a nil Writer.
func (w *Writer) Path() string {
	if w == nil {
		return ""
	}
	return w.file.Name()
}

// Line writes down a line of agent or review, with the reviewer's name where there are several. It may wait for
// [Writer.Flush], for the next item or for a few milliseconds.
func (w *Writer) Line(phase, reviewer string, raw []byte) {
	w.LineAt(time.Now(), phase, reviewer, raw)
}

// LineAt writes down a line that was printed at that time.
func (w *Writer) LineAt(at time.Time, phase, reviewer string, raw []byte) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	begin := len(w.buf)
	w.buf = append(w.buf, `{"t":`...)
	w.buf = appendSeconds(w.buf, w.since(at))
	w.buf = append(w.buf, `,"type":"line","phase":"`...)
	w.buf = append(w.buf, phase...)
	if reviewer != "" { // of letters, digits, - and _
		w.buf = append(append(w.buf, `","reviewer":"`...), reviewer...)
	}
	w.buf = append(w.buf, `","raw":`...)
	start := len(w.buf)
	w.buf = append(w.buf, raw...)
	for i := bytes.IndexByte(w.buf[start:], '\r'); i >= 0; i = bytes.IndexByte(w.buf[start:], '\r') {
		w.buf[start+i] = ' ' // between tokens: in a string it is an escape
	}
	w.buf = append(w.buf, '}', '\n')
	w.masked(begin)
	if len(w.buf) >= full {
		w.flush()
	} else if !w.armed {
		w.armed = true
		time.AfterFunc(patience, w.due)
	}
}

// due writes what has waited for long. In a stream that does not pause there is nothing: it goes off no more often than
// patience says.
func (w *Writer) due() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.armed = false
	w.flush()
}

// appendSeconds writes a time in seconds, with three decimals.
func appendSeconds(b []byte, t time.Duration) []byte {
	ms := t.Milliseconds()
	b = strconv.AppendInt(b, ms/1000, 10)
	return append(b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
}

// Item writes down anything else, at once.
func (w *Writer) Item(i Item) { w.ItemAt(time.Now(), i) }

// ItemAt writes down what happened at that time.
func (w *Writer) ItemAt(at time.Time, i Item) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	i.T = float64(w.since(at).Milliseconds()) / 1000
	w.add(i)
	w.flush()
}

// Pause says that nothing more is there to be written just now.
func (w *Writer) Pause() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.wrote) > patience { // else the timer does it: a stream has many pauses
		w.flush()
	}
}

// Flush writes what has waited.
func (w *Writer) Flush() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
}

// Close ends the recording with what the launch came to.
func (w *Writer) Close(end End) {
	if w == nil {
		return
	}
	w.Item(Item{Type: TypeEnd, End: end})
	w.close()
}

// Leave ends what this process has to write of a shared recording, with what the launch has come to. It sets
// End.DurationMS.
func (w *Writer) Leave(end End) {
	if w == nil {
		return
	}
	end.DurationMS = time.Since(w.began).Milliseconds()
	w.Item(Item{Type: TypeSoFar, End: end})
	w.close()
}

func (w *Writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail(w.file.Close())
	w.err = os.ErrClosed // what a process still says is not worth a word
}

// What follows is called with the lock held, or before there is anybody else.

// since is when something happened, from the beginning. It never goes back, also where the clock does.
func (w *Writer) since(at time.Time) time.Duration {
	w.newest = max(w.newest, at.Sub(w.began))
	return w.newest
}

func (w *Writer) add(v any) {
	begin := len(w.buf)
	text := bytes.NewBuffer(w.buf)
	enc := json.NewEncoder(text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("recording: internal error: " + err.Error())
	}
	w.buf = text.Bytes()
	w.masked(begin)
}

// masked masks what is secret in the line that begins there. A line that then is none any more, since the secret was
// not in a string of it, is left out.
func (w *Writer) masked(begin int) {
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
			w.end()
		}
		w.wrote = time.Now()
	}
	if cap(w.buf) > 4*full {
		w.buf = nil
	}
	w.buf = w.buf[:0]
}

// write writes whole lines.
func (w *Writer) write(text []byte) (n int, err error) {
	if w.shared {
		if err := lock(w.file); err != nil {
			return 0, err
		}
		defer unlock(w.file)
	}
	return w.file.Write(text)
}

// end ends a recording that is as large as it may be.
func (w *Writer) end() {
	err := lang.Errorf("it has reached %d MiB", w.max>>20)
	w.buf = w.buf[:0]
	at := float64(w.since(time.Now()).Milliseconds()) / 1000
	w.add(Item{T: at, Type: TypeNotice, Text: "recording has stopped: " + err.Error()})
	_, _ = w.write(w.buf) // what is wrong is told below
	w.fail(err)
}

func (w *Writer) fail(err error) {
	if err != nil && w.err == nil {
		w.err = err
		w.failed(lang.Errorf("write the recording: %w", err))
	}
}
