package streamjson

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// maxDepth is how deep objects and arrays may nest. encoding/json has the same limit, so it can decode each line that
// this package accepts.
const maxDepth = 10_000

// A scanner validates JSON by RFC 8259, in one pass and without a copy. Each method leaves i on the first byte after
// what it read or, after an error, on the wrong byte.
//
// Like encoding/json it does not check UTF-8: invalid text is replaced when it is decoded.
//
// No library does this as fast: docs/design/overview.md has the numbers of encoding/json/jsontext.
type scanner struct {
	b     []byte
	i     int
	depth int // containers open around b[i], not counting those opened by skip
	// objects has bit d set if the container at depth d is an object. Bits above the current depth are outdated. Only
	// skip needs it; object and array know what they read.
	objects [maxDepth/64 + 1]uint64
	typeErr error // the first value that is valid JSON but of the wrong type there
}

// errDepth is a variable only to keep skip free of formatting.
var errDepth = fmt.Errorf("nested deeper than %d", maxDepth)

// unexpected returns the error for the byte at i, where want was expected.
func (s *scanner) unexpected(want string) error {
	if s.i >= len(s.b) {
		return fmt.Errorf("at byte %d: the line ends where %s is due", len(s.b), want)
	}
	return fmt.Errorf("at byte %d: %q where %s is due", s.i, s.b[s.i], want)
}

// peek moves to the next byte that is not white space and returns it; 0 at the end, since a zero byte is never valid
// between tokens. Claude Code writes no white space between tokens, so the common case is small enough to be inlined.
func (s *scanner) peek() byte {
	if s.i < len(s.b) && s.b[s.i] > ' ' {
		return s.b[s.i]
	}
	return s.space()
}

func (s *scanner) space() byte {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return c
		}
	}
	return 0
}

// object reads the object that begins at i. It calls member with each key, without quotes; member must read the
// value. Only skip checks the depth: callers of object and array are a few levels deep.
func (s *scanner) object(member func(key []byte) error) error {
	if s.peek() != '{' {
		return s.unexpected("an object")
	}
	s.depth++
	s.i++
	if s.peek() == '}' {
		s.i++
		s.depth--
		return nil
	}
	for {
		key, err := s.key()
		if err != nil {
			return err
		}
		if err := member(key); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.i++
		case '}':
			s.i++
			s.depth--
			return nil
		default:
			return s.unexpected("',' or '}'")
		}
	}
}

// array reads the array that begins at i. It calls element for each element, which element must read.
func (s *scanner) array(element func() error) error {
	if s.peek() != '[' {
		return s.unexpected("an array")
	}
	s.depth++
	s.i++
	if s.peek() == ']' {
		s.i++
		s.depth--
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.i++
		case ']':
			s.i++
			s.depth--
			return nil
		default:
			return s.unexpected("',' or ']'")
		}
	}
}

// key reads a key and its colon.
func (s *scanner) key() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.unexpected("a key")
	}
	key, plain, err := s.rawString()
	if err != nil {
		return nil, err
	}
	if !plain {
		key = unquote(key, false)
	}
	if s.peek() != ':' {
		return nil, s.unexpected("':'")
	}
	s.i++
	return key, nil
}

// skip reads one value of any kind. It is the inner loop, and therefore long:
// most of a line is read here, without recursion and without a call per byte.
func (s *scanner) skip() error {
	base := s.depth
	depth := base
	inObject := false
	for {
		// A value begins here.
		switch c := s.peek(); c {
		case '{', '[':
			if depth == maxDepth {
				return errDepth
			}
			depth++
			inObject = c == '{'
			s.enter(depth, inObject)
			s.i++
			if s.peek() != c+2 { // '}' and ']' come two after their partners
				if inObject {
					if _, err := s.key(); err != nil {
						return err
					}
				}
				continue
			}
			depth--
			s.i++
			inObject = s.isObject(depth)
		case '"':
			if _, _, err := s.rawString(); err != nil {
				return err
			}
		default:
			if err := s.scalar(c); err != nil {
				return err
			}
		}
		// A value has ended: close what ends with it, then go on to the next.
		for {
			if depth == base {
				return nil
			}
			c := s.peek()
			if c == ',' {
				s.i++
				if inObject {
					if _, err := s.key(); err != nil {
						return err
					}
				}
				break
			}
			if inObject && c != '}' || !inObject && c != ']' {
				return s.unexpected("',' or the end of the object or array")
			}
			s.i++
			depth--
			inObject = s.isObject(depth)
		}
	}
}

// enter notes of what kind the value at that depth is: an object or an array.
func (s *scanner) enter(depth int, isObject bool) {
	word, bit := depth>>6, uint64(1)<<(depth&63)
	if isObject {
		s.objects[word] |= bit
	} else {
		s.objects[word] &^= bit
	}
}

// isObject reports whether the value at that depth is an object. Otherwise it is an array.
func (s *scanner) isObject(depth int) bool { return s.objects[depth>>6]>>(depth&63)&1 == 1 }

// scalar reads a number or literal that begins with c.
func (s *scanner) scalar(c byte) error {
	switch c {
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number()
	}
	return s.unexpected("a value")
}

func (s *scanner) literal(word string) error {
	if len(s.b)-s.i < len(word) || string(s.b[s.i:s.i+len(word)]) != word {
		return s.unexpected("'" + word + "'")
	}
	s.i += len(word)
	return nil
}

func (s *scanner) number() error {
	if s.b[s.i] == '-' {
		s.i++
	}
	if s.i < len(s.b) && s.b[s.i] == '0' {
		s.i++
	} else if !s.digits() {
		return s.unexpected("a digit")
	}
	if s.i < len(s.b) && s.b[s.i] == '.' {
		s.i++
		if !s.digits() {
			return s.unexpected("a digit")
		}
	}
	if s.i < len(s.b) && s.b[s.i]|0x20 == 'e' {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == '+' || s.b[s.i] == '-') {
			s.i++
		}
		if !s.digits() {
			return s.unexpected("a digit")
		}
	}
	return nil
}

// digits reads a run of digits and reports whether there was one.
func (s *scanner) digits() bool {
	i := s.i
	for i < len(s.b) && s.b[i]-'0' <= 9 {
		i++
	}
	read := i > s.i
	s.i = i
	return read
}

// rawString reads the string that begins at i and returns the text between its quotes, with its escapes; plain says
// that there are none.
//
// It looks at eight bytes in one step, with two steps in a turn of the loop. In mask, the top bit of a byte is set if
// the byte matters: a backslash, a quote or a control character. XOR with 2 turns a quote into a space and a space
// into a quote, and leaves control characters below both, so bytes below '!' are then quotes or control characters. A
// borrow can set bits above the first such byte but never below, and only the first is used.
func (s *scanner) rawString() (text []byte, plain bool, err error) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	b, start := s.b, s.i+1
	i := start
	plain = true
	for {
		for len(b)-i >= 16 {
			two := b[i : i+16 : i+16]
			v, w := binary.LittleEndian.Uint64(two), binary.LittleEndian.Uint64(two[8:])
			mask := (((v ^ 2*ones) - '!'*ones) | ((v ^ '\\'*ones) - ones)) &^ v & tops
			if mask != 0 {
				i += bits.TrailingZeros64(mask) >> 3
				goto found
			}
			mask = (((w ^ 2*ones) - '!'*ones) | ((w ^ '\\'*ones) - ones)) &^ w & tops
			if mask != 0 {
				i += 8 + bits.TrailingZeros64(mask)>>3
				goto found
			}
			i += 16
		}
		for i < len(b) && b[i] != '"' && b[i] != '\\' && b[i] >= ' ' {
			i++
		}
	found:
		switch {
		case i == len(b) || b[i] < ' ':
			s.i = i
			return nil, false, s.unexpected("the end of a string")
		case b[i] == '"':
			s.i = i + 1
			return b[start:i], plain, nil
		}
		plain = false
		if i+1 < len(b) && shortEscape[b[i+1]] {
			i += 2
			continue
		}
		s.i = i
		if err := s.escape(); err != nil {
			return nil, false, err
		}
		i = s.i
	}
}

// shortEscape has the escapes of one character: all but \u.
var shortEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escape reads the escape that begins at i.
func (s *scanner) escape() error {
	s.i++
	if s.i == len(s.b) {
		return s.unexpected("an escape")
	}
	switch s.b[s.i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return nil
	case 'u':
		s.i++
		for end := s.i + 4; s.i < end; s.i++ {
			if s.i == len(s.b) || unhex(s.b[s.i]) < 0 {
				return s.unexpected("a hexadecimal digit")
			}
		}
		return nil
	}
	return s.unexpected("an escape")
}

// unhex returns the value of a hexadecimal digit, or -1.
func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
