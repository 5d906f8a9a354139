// Package streamjson reads and writes the JSON lines that Claude Code speaks
// with --output-format and --input-format stream-json.
//
// A [Decoder] cuts a stream into lines and gives one [Event] for each line
// that is a JSON object. The rules:
//
//   - A line that is not an event is reported, as a [*SyntaxError], and never
//     costs the next line.
//   - An Event is cheap: the line is checked in full, but only its type,
//     subtype and session are picked out. The methods of Event, such as
//     [Event.Message], decode the rest when asked.
//   - What a version of Claude Code adds is not an error: an unknown type is an
//     Event of [TypeOther], unknown fields are skipped.
//   - The reader may be a pipe or a pty. On a pty, what the terminal adds to a
//     line (escape sequences, an echoed ^C, carriage returns) is dropped.
//
// Comments name the version of Claude Code that showed a fact: 2.1.5, 2.1.197 or 2.1.329. "SDK" marks what no recording
// shows, taken from the types of claude-agent-sdk 0.3.329, which goes with 2.1.329.
//
// Nothing here starts a goroutine, and no value may be used by two at once.
// The package promises no order of events, nor that every field is there.
package streamjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// MaxLine is how many bytes a line may have, without the newline, unless [Decoder.Limit] sets another limit. A longer
// line is reported and skipped, and the next one is read. Claude Code accepted 2 MB in one line and sends files and
// images whole (2.1.5, 2.1.197, 2.1.329). The limit is for a stream that does not consist of JSON lines.
const MaxLine = 64 << 20

const (
	// bufSize is the first size of the buffer, and the most that is read at once. So little is left in a buffer that
	// a long line needed. A pty gives at most 4 KiB at once, a pipe 64.
	bufSize = 64 << 10
	// keepSize is the largest buffer kept after a long line: the init and
	// control_response lines of 2.1.329 pass 64 KiB where there are many tools, and should
	// not cost a new buffer each.
	keepSize = 256 << 10
	// maxText is the longest SyntaxError.Text, in bytes.
	maxText = 200
)

// ErrTooLong is the Err of a [SyntaxError] for a line over the limit.
var ErrTooLong = errors.New("line too long")

var (
	errNoObject = errors.New("not a JSON object")
	errTrailing = errors.New("text after the JSON object")
)

// A SyntaxError is about one line that is not an event. It is not final: the Decoder continues with the next line.
type SyntaxError struct {
	Line   int    // the line's number, from 1
	Offset int64  // bytes of the stream before the line
	Err    error  // what is wrong; a position in it is counted from 0 in the line
	Text   string // the beginning of the line, unchanged, at most 200 bytes
}

// Error returns the place and the reason, but no text of the line, which may be secret.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("streamjson: line %d (offset %d): %v", e.Line, e.Offset, e.Err)
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// A Decoder reads events from a stream. It has one buffer, which grows for a long line and shrinks after it, so that
// its memory does not depend on how much was read.
//
// The buffer, where 0 <= r <= seen <= w <= len(buf):
//
//	buf[:r]      consumed; contains the Raw of the last Event
//	buf[r:seen]  the line being read; has no newline
//	buf[seen:w]  read from the stream, not searched yet
//	buf[w:]      free
type Decoder struct {
	rd    io.Reader
	err   error // error of rd; returned once the buffer is used up
	limit int

	buf        []byte
	r, seen, w int
	offset     int64 // of buf[r] in the stream
	line       int   // how many lines were begun
	skipping   bool  // buf[r] is in a line that was reported as too long

	scan    scanner
	memo    memo
	session string // the last one: most lines have the same
	parent  string
}

// NewDecoder returns a Decoder that reads from r. It reads ahead, by at most 64 KiB.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{rd: r, limit: MaxLine, buf: make([]byte, bufSize)}
}

// Limit sets another limit than [MaxLine], in bytes. Call it before the first Next.
func (d *Decoder) Limit(n int) { d.limit = n }

// More reports whether the next line has been read already, so that Next will not wait.
func (d *Decoder) More() bool { return bytes.IndexByte(d.buf[d.seen:d.w], '\n') >= 0 }

// Next returns the next event. At the end of the stream the error is io.EOF; a last line without a newline comes
// before it. A *[SyntaxError] means that one line was bad, and Next may be called again. Any other error comes from
// the reader, and each later call returns it again.
//
// A line that is blank, or has only bytes that a terminal adds, is skipped.
func (d *Decoder) Next() (Event, error) {
	for {
		if d.skipping {
			if err := d.skipLine(); err != nil {
				return Event{}, err
			}
		}
		start := d.offset
		line, err := d.readLine()
		line = bytes.TrimSuffix(line, []byte("\r")) // so that CRLF makes no difference to errors
		if err == ErrTooLong {
			return Event{}, d.syntaxError(line, start, err)
		}
		if err != nil {
			return Event{}, err
		}
		if e, ok, err := d.event(line); err != nil {
			return Event{}, d.syntaxError(line, start, err)
		} else if ok {
			return e, nil
		}
	}
}

func (d *Decoder) syntaxError(line []byte, offset int64, err error) error {
	text := line[:min(len(line), maxText, d.limit)]
	if n := len(text); n < len(line) {
		for n > 0 && n > len(text)-utf8.UTFMax && !utf8.RuneStart(line[n]) {
			n-- // not in the middle of a character
		}
		text = text[:n]
	}
	return &SyntaxError{Line: d.line, Offset: offset, Err: err, Text: string(text)}
}

// readLine returns the next line without its newline. It is valid until the next call. With ErrTooLong it is the
// beginning of a line with more than d.limit bytes, and skipLine must be called next.
func (d *Decoder) readLine() ([]byte, error) {
	for {
		n := bytes.IndexByte(d.buf[d.seen:d.w], '\n')
		end := d.w
		if n >= 0 {
			end = d.seen + n
		}
		line := d.buf[d.r:end]
		switch {
		case len(line) > d.limit:
			d.line++
			d.skipping = true
			return line, ErrTooLong
		case n >= 0:
			d.line++
			d.consume(end + 1)
			return line, nil
		case d.err == nil:
			d.seen = d.w
			d.fill()
		case len(line) > 0:
			d.line++
			d.consume(end)
			return line, nil
		default:
			return nil, d.err
		}
	}
}

// skipLine drops everything up to the next newline, without storing it.
func (d *Decoder) skipLine() error {
	for {
		if n := bytes.IndexByte(d.buf[d.r:d.w], '\n'); n >= 0 {
			d.consume(d.r + n + 1)
			d.skipping = false
			return nil
		}
		d.consume(d.w)
		if d.err != nil {
			return d.err
		}
		d.fill()
	}
}

// consume moves the beginning of the current line to buf[r].
func (d *Decoder) consume(r int) {
	d.offset += int64(r - d.r)
	d.r, d.seen = r, r
}

// fill reads from the stream once.
func (d *Decoder) fill() {
	d.makeRoom()
	const maxEmptyReads = 100 // as in bufio
	for range maxEmptyReads {
		n, err := d.rd.Read(d.buf[d.w:min(len(d.buf), d.w+bufSize)])
		d.w += n
		if err != nil {
			d.err = err
			return
		}
		if n > 0 {
			return
		}
	}
	d.err = io.ErrNoProgress
}

// makeRoom drops the consumed bytes. If the buffer is still full, it becomes larger. After a long line it becomes
// small again.
func (d *Decoder) makeRoom() {
	rest := d.buf[d.r:d.w]
	switch {
	case len(rest) == len(d.buf):
		// limit+1 bytes without a newline are enough to know that the line is too long.
		d.buf = make([]byte, min(2*len(d.buf), max(d.limit+1, bufSize)))
	case len(d.buf) > keepSize && len(rest) <= bufSize/2:
		d.buf = make([]byte, bufSize)
	case d.r == 0:
		return // otherwise a long line in small pieces would be moved for each piece
	}
	d.seen -= d.r
	d.w = copy(d.buf, rest)
	d.r = 0
}
