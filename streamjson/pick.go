package streamjson

import (
	"errors"
	"strconv"
)

// errFound ends a scan that has found what it was looking for.
var errFound = errors.New("found")

// pick returns top-level strings of an event, decoded, in the order of the keys; "" if a key is absent or its value
// is not a string. It stops at the last of them: decoding all the fields of a line costs ten times as much.
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

// record reads an object. member reads the values of keys that it knows, and reports whether it knew the key. Other
// values are skipped.
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
