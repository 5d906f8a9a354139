package session

import (
	"bufio"
	"errors"
	"io"
)

// How much of a line shortLines hands on, in bytes: of a string, its begin and as much or twice as much of its end, and
// of all strings together. Of what is over that, each string keeps less.
const (
	stringPart = 512 << 10
	lineParts  = 8 << 20
	leastPart  = 4 << 10
	wholeLine  = 256 << 10 // a line up to that length is not looked at
)

// shortLines reads JSON lines, and leaves out the middle of long strings: a result of tens of megabytes, of which the
// claims need the begin and the end, does not come into memory. Other lines it hands on as they are.
type shortLines struct {
	in   *bufio.Reader
	out  []byte // not read yet
	err  error  // what comes after it
	line longLine

	light   int64 // bytes in which a line is dropped if skip says so, by how it begins; an empty line takes its place
	skip    func(begin []byte) bool
	dropped bool // the line that is read in parts is one
}

var emptyLine = []byte("\n")

// byteOrderMark is what some editors begin a file with.
const byteOrderMark = "\ufeff"

// maxShortened bounds a line without long strings.
const maxShortened = 16 << 20

// newShortReader makes a [Reader] for claims, whose memory does not grow with the lines.
func newShortReader(r io.Reader) *Reader { return newLinesReader(newShortLines(r)) }

func newLinesReader(lines *shortLines) *Reader {
	d := NewReader(lines)
	d.decoder.Limit(maxShortened)
	return d
}

func newShortLines(r io.Reader) *shortLines {
	in := bufio.NewReaderSize(r, wholeLine)
	if begin, _ := in.Peek(len(byteOrderMark)); string(begin) == byteOrderMark {
		_, _ = in.Discard(len(byteOrderMark)) // they are there
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
		begun := s.line.begun || s.dropped
		s.light -= int64(len(part))
		if s.dropped = s.dropped || !begun && s.light > 0 && s.skip(part); s.dropped {
			s.dropped = full
			part = part[len(part):]
			if !full {
				part = emptyLine
			}
		}
		if s.out, s.err = part, err; !s.dropped && (full || s.line.begun) {
			s.out = s.line.shorten(part, !full)
		}
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}

// longLine is the place in a line that is read in parts.
type longLine struct {
	begun  bool
	quoted bool // in a string
	escape int  // bytes of an escape that are still to come; afterBackslash if that is not known yet
	begin  int  // how much of the string's begin is kept
	length int  // of the string so far
	kept   int  // of all strings before
	// end is what came after the begin of the string, the last of it. Each half begins with a whole character.
	end     [2][]byte
	dropped bool // of the string
	out     []byte
}

const afterBackslash = -1

// shorten returns what is kept of the next part of the line. It is valid until the next call.
func (l *longLine) shorten(part []byte, last bool) []byte {
	l.begun, l.out = true, l.out[:0]
	for _, b := range part {
		switch {
		case l.quoted && (b != '"' && b != '\n' || b == '"' && l.escape == afterBackslash):
			l.inString(b)
			continue
		case l.quoted:
			l.endString()
		case b == '"':
			l.quoted, l.length, l.begin = true, 0, max(leastPart, min(stringPart, lineParts-l.kept))
		}
		l.out = append(l.out, b)
	}
	if last {
		l.endString() // of a line that was cut off
		l.begun, l.kept = false, 0
	}
	return l.out
}

// inString adds a byte of a string.
func (l *longLine) inString(b byte) {
	whole := l.escape == 0 // it begins a character
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
	if l.length <= l.begin || len(l.end[0]) == 0 && !whole {
		l.out = append(l.out, b)
		return
	}
	if whole && len(l.end[0]) >= l.begin {
		l.dropped = l.dropped || len(l.end[1]) > 0
		l.end[0], l.end[1] = l.end[1][:0], l.end[0]
	}
	l.end[0] = append(l.end[0], b)
}

// endString adds the end of the string.
func (l *longLine) endString() {
	if l.dropped {
		l.out = append(l.out, `\n`...)
	}
	l.out = append(append(l.out, l.end[1]...), l.end[0]...)
	l.kept += min(l.length, l.begin) + len(l.end[0]) + len(l.end[1])
	l.end[0], l.end[1] = l.end[0][:0], l.end[1][:0]
	l.quoted, l.dropped, l.escape = false, false, 0
}
