package streamjson

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// text reads the string that begins at i and returns it decoded. The result may share its bytes with the line.
func (s *scanner) text() ([]byte, error) {
	quoted, plain, err := s.rawString()
	if err != nil {
		return nil, err
	}
	return unquote(quoted, plain), nil
}

// unquote decodes the text between the quotes of a valid JSON string; plain says that it has no escapes. The result
// is that of encoding/json, also U+FFFD for invalid UTF-8, which is rare and left to encoding/json. unquote exists
// because encoding/json checks the text a second time: BenchmarkMessage has the numbers.
func unquote(quoted []byte, plain bool) []byte {
	if !utf8.Valid(quoted) {
		return unquoteSlowly(quoted)
	}
	if plain {
		return quoted
	}
	return appendUnquoted(make([]byte, 0, len(quoted)), quoted) // an escape is never shorter than its text
}

// unquoteString is unquote for a string that is kept longer than the line.
func unquoteString(quoted []byte, plain bool) string {
	switch {
	case plain && len(quoted) <= maxKnown:
		return knownWord(unquote(quoted, true))
	case plain || !utf8.Valid(quoted):
		return string(unquote(quoted, plain))
	}
	out := appendUnquoted(make([]byte, 0, len(quoted)), quoted)
	return unsafe.String(unsafe.SliceData(out), len(out)) // nobody else has out
}

// appendUnquoted decodes the text between the quotes of a valid string of valid UTF-8.
func appendUnquoted(out, quoted []byte) []byte {
	for {
		n := bytes.IndexByte(quoted, '\\')
		if n < 0 {
			return append(out, quoted...)
		}
		out = append(out, quoted[:n]...)
		c := quoted[n+1]
		quoted = quoted[n+2:]
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r := rune4(quoted)
			quoted = quoted[4:]
			if utf16.IsSurrogate(r) {
				r, quoted = surrogate(r, quoted)
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		out = append(out, c)
	}
}

// surrogate decodes a surrogate pair: r is its first half, and the second half, if there is one, is escaped at the
// beginning of rest. A single half becomes U+FFFD.
func surrogate(r rune, rest []byte) (rune, []byte) {
	if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if pair := utf16.DecodeRune(r, rune4(rest[2:])); pair != utf8.RuneError {
			return pair, rest[6:]
		}
	}
	return utf8.RuneError, rest
}

// rune4 returns the value of four hexadecimal digits.
func rune4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		r = r<<4 | rune(unhex(c))
	}
	return r
}

func unquoteSlowly(quoted []byte) []byte {
	var s string
	literal := append(append([]byte{'"'}, quoted...), '"')
	if err := json.Unmarshal(literal, &s); err != nil {
		panic("streamjson: internal error: checked string does not decode: " + err.Error())
	}
	return []byte(s)
}
