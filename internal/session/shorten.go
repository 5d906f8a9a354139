package session

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// How many bytes of a long line shortLines keeps: of each string its beginning, and of its end as much or twice as
// much; of all strings together; and of each string when that is used up.
const (
	stringPart = 512 << 10
	lineParts  = 8 << 20
	leastPart  = 4 << 10
	wholeLine  = 256 << 10 // a line up to this length is kept whole
)

// shortLines reads JSON lines, and leaves out the middle of long strings. So a tool's result of tens of megabytes, of
// which claims need only the beginning and the end, is never in memory as a whole. It passes on other lines
// unchanged.
type shortLines struct {
	in   *bufio.Reader
	out  []byte // bytes that were not read yet
	err  error  // the error after those bytes
	line longLine

	// shortenResult returns what is needed of a line, of which it gets the beginning if the line is long. ok is false
	// if it does not know, or if the line is needed as it is. It may be nil, and may change the beginning.
	shortenResult func(begin []byte) (short []byte, ok bool)
	isSkipping    bool // of the long line that is being read, the rest is not needed
}

// byteOrderMark is written by some editors at the beginning of a file.
const byteOrderMark = "\ufeff"

// maxShortened is the longest line without long strings, in bytes.
const maxShortened = 16 << 20

// newShortReader makes a [Reader] for claims. Its memory does not grow with the length of lines.
func newShortReader(r io.Reader) *Reader { return newLinesReader(newShortLines(r)) }

func newLinesReader(lines *shortLines) *Reader {
	d := NewReader(lines)
	d.decoder.Limit(maxShortened)
	return d
}

func newShortLines(r io.Reader) *shortLines {
	in := bufio.NewReaderSize(r, wholeLine)
	if begin, _ := in.Peek(len(byteOrderMark)); string(begin) == byteOrderMark {
		_, _ = in.Discard(len(byteOrderMark)) // these bytes are buffered
	}
	return &shortLines{in: in}
}

func (s *shortLines) Read(p []byte) (int, error) {
	for len(s.out) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		part, err := s.in.ReadSlice('\n')
		full := errors.Is(err, bufio.ErrBufferFull)
		if full {
			err = nil
		}
		s.out, s.err = s.shorten(part, full), err
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}

// shorten returns what is kept of the next part of a line. more says that other parts follow.
func (s *shortLines) shorten(part []byte, more bool) []byte {
	switch {
	case s.isSkipping:
		s.isSkipping = more
		return nil
	case s.line.hasBegun:
		return s.line.shorten(part, !more)
	case s.shortenResult != nil && (more || bytes.HasSuffix(part, []byte("}\n"))):
		if short, ok := s.shortenResult(part); ok {
			s.isSkipping = more
			return short
		}
	}
	if more {
		return s.line.shorten(part, false)
	}
	return part
}

// longLine is the position in a line that is read in parts.
type longLine struct {
	hasBegun  bool
	isQuoted  bool // the position is inside a string
	escape    int  // bytes of an escape that still follow; afterBackslash if their number is unknown
	headBytes int  // how many bytes of the string's beginning are kept
	length    int  // bytes of the string so far
	keptBytes int  // bytes kept of all strings before
	// end has the newest bytes after the beginning of the string, in two halves. Each half begins with a whole
	// character.
	end        [2][]byte
	hasDropped bool // a part of the string was left out
	out        []byte
}

const afterBackslash = -1

// shorten returns what is kept of the next part of the line. The result is valid until the next call.
func (l *longLine) shorten(part []byte, last bool) []byte {
	l.hasBegun, l.out = true, l.out[:0]
	for _, b := range part {
		switch {
		case l.isQuoted && (b != '"' && b != '\n' || b == '"' && l.escape == afterBackslash):
			l.inString(b)
			continue
		case l.isQuoted:
			l.endString()
		case b == '"':
			l.isQuoted, l.length, l.headBytes = true, 0, max(leastPart, min(stringPart, lineParts-l.keptBytes))
		}
		l.out = append(l.out, b)
	}
	if last {
		l.endString() // the line was cut off inside a string
		l.hasBegun, l.keptBytes = false, 0
	}
	return l.out
}

// inString reads a byte of a string.
func (l *longLine) inString(b byte) {
	whole := l.escape == 0 // a character may begin here
	switch {
	case whole && b == '\\':
		l.escape = afterBackslash
	case l.escape == afterBackslash && b == 'u':
		l.escape = len("0000")
	case l.escape == afterBackslash:
		l.escape = 0
	case l.escape > 0:
		l.escape--
	}
	l.length++
	if l.length <= l.headBytes || len(l.end[0]) == 0 && !whole {
		l.out = append(l.out, b)
		return
	}
	if whole && len(l.end[0]) >= l.headBytes {
		l.hasDropped = l.hasDropped || len(l.end[1]) > 0
		l.end[0], l.end[1] = l.end[1][:0], l.end[0]
	}
	l.end[0] = append(l.end[0], b)
}

// endString reads the end of the string.
func (l *longLine) endString() {
	if l.hasDropped {
		l.out = append(l.out, `\n`...)
	}
	l.out = append(append(l.out, l.end[1]...), l.end[0]...)
	l.keptBytes += min(l.length, l.headBytes) + len(l.end[0]) + len(l.end[1])
	l.end[0], l.end[1] = l.end[0][:0], l.end[1][:0]
	l.isQuoted, l.hasDropped, l.escape = false, false, 0
}
