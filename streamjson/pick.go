package streamjson

import (
	"errors"
	"strconv"
)

// errFound ends a scan that has what it is for.
var errFound = errors.New("found")

// pick gives top-level strings of an event, decoded, in the order of the keys; "" for what is absent or no string. It
// reads no further than to the last of them: decoding all of a line's many fields costs ten times as much.
func (e Event) pick(keys ...string) []string {
	values := make([]string, len(keys))
	missing := len(keys)
	s := scanner{b: e.Raw}
	s.object(func(key []byte) error { // the line has been checked
		for i := range keys {
			if string(key) != keys[i] || s.peek() != '"' {
				continue
			}
			text, err := s.text()
			values[i] = string(text)
			if missing--; missing == 0 {
				return errFound
			}
			return err
		}
		return s.skip()
	})
	return values
}

// record reads an object of which member takes the values it knows; it reports whether it did. Any other is skipped.
func (s *scanner) record(member func(key []byte) (known bool, err error)) error {
	if s.peek() != '{' {
		return s.oddValue("an object")
	}
	return s.object(func(key []byte) error {
		known, err := member(key)
		if !known {
			return s.skip()
		}
		return err
	})
}

func (s *scanner) stringsInto(dst *[]string) error {
	*dst = nil
	if s.peek() != '[' {
		return s.oddValue("an array")
	}
	return s.array(func() error {
		*dst = append(*dst, "")
		return s.stringInto(&(*dst)[len(*dst)-1])
	})
}

func (s *scanner) floatInto(dst *float64) error {
	*dst = 0
	c := s.peek()
	if c != '-' && c-'0' > 9 {
		return s.oddValue("a number")
	}
	start := s.i
	err := s.skip()
	*dst, _ = strconv.ParseFloat(string(s.b[start:s.i]), 64) // too large is infinite
	return err
}
