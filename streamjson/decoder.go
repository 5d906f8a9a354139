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

// MaxLine is how many bytes a line may have, the newline apart, unless [Decoder.Limit] says otherwise. A longer line is
// reported and skipped, the next one is read. Claude Code took 2 MB in one line and sends files and images whole
// (2.1.5, 2.1.197, 2.1.329); the bound is for a stream that is not JSON lines.
const MaxLine = 64 << 20

const (
	// bufSize is the buffer to begin with, and the most that is read at once,
	// so that after a long line little is left in the buffer it needed. A pty
	// gives 4 KiB at most, a pipe 64.
	bufSize = 64 << 10
	// keepSize is the largest buffer kept after a long line: the init and
	// control_response lines of 2.1.329 pass 64 KiB where there are many tools, and should
	// not cost a new buffer each.
	keepSize = 256 << 10
	// maxText bounds SyntaxError.Text.
	maxText = 200
)

// ErrTooLong is the Err of a [SyntaxError] for a line over the limit.
var ErrTooLong = errors.New("line too long")

var (
	errNoObject = errors.New("not a JSON object")
	errTrailing = errors.New("text after the JSON object")
)

// A SyntaxError tells of one line that is not an event. It is not final: the
// Decoder goes on with the next line.
type SyntaxError struct {
	Line   int    // the line's number, from 1
	Offset int64  // how many bytes of the stream came before the line's first
	Err    error  // what is wrong; a byte it names is counted from 0 in the line
	Text   string // the beginning of the line, as it came, at most 200 bytes
}

// Error gives the place and the reason, but none of the line: it may hold
// what does not belong into a message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("streamjson: line %d (offset %d): %v", e.Line, e.Offset, e.Err)
}

// Unwrap gives Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// A Decoder reads events from a stream. It holds one buffer, which grows for a
// long line and is given back after it, so that the memory it needs does not
// depend on how much has been read.
//
// The buffer, where 0 <= r <= seen <= w <= len(buf):
//
//	buf[:r]      consumed; the Raw of the last Event is in here
//	buf[r:seen]  the line being read; no newline in it
//	buf[seen:w]  read, not yet looked at
//	buf[w:]      free
type Decoder struct {
	rd    io.Reader
	err   error // of rd; given out once the buffer is used up
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

// NewDecoder makes a Decoder that reads from r. It reads ahead, by at most
// 64 KiB.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{rd: r, limit: MaxLine, buf: make([]byte, bufSize)}
}

// Limit sets another bound than [MaxLine], in bytes. It is to be called before
// the first Next.
func (d *Decoder) Limit(n int) { d.limit = n }

// More reports whether the next line has been read already, so that Next will not wait.
func (d *Decoder) More() bool { return bytes.IndexByte(d.buf[d.seen:d.w], '\n') >= 0 }

// Next gives the next event. At the end of the stream the error is io.EOF; a
// last line without a newline comes before it. A *[SyntaxError] means that one
// line was bad, and Next may be called again. Any other error is the reader's
// and comes again with each call.
//
// A line that is blank, or holds nothing but what a terminal adds, is skipped.
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

// readLine gives the next line without its newline. It is valid until the next
// call. With ErrTooLong it is the beginning of the line, of more than d.limit
// bytes, and skipLine must be called next.
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

// skipLine drops all up to the next newline, without keeping any of it.
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

// consume moves on to buf[r].
func (d *Decoder) consume(r int) {
	d.offset += int64(r - d.r)
	d.r, d.seen = r, r
}

// fill reads once more.
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

// makeRoom drops what was consumed. The buffer becomes larger if it is full
// nevertheless, and small again after a long line.
func (d *Decoder) makeRoom() {
	rest := d.buf[d.r:d.w]
	switch {
	case len(rest) == len(d.buf):
		// limit+1 bytes without a newline are enough to know the line for too long.
		d.buf = make([]byte, min(2*len(d.buf), max(d.limit+1, bufSize)))
	case len(d.buf) > keepSize && len(rest) <= bufSize/2:
		d.buf = make([]byte, bufSize)
	case d.r == 0:
		return // a long line that comes in small pieces is not moved for each of them
	}
	d.seen -= d.r
	d.w = copy(d.buf, rest)
	d.r = 0
}
