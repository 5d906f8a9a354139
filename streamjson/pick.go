package streamjson

import (
	"errors"
	"fmt"
	"strconv"
)

// errFound ends a scan that has what it is for.
var errFound = errors.New("found")

// pick gives top-level strings of an event, decoded, in the order of the keys; "" for what is absent or no string. It is
// for one or two of many fields, and reads no further than to the last of them: decoding them all costs ten times as much.
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

// ending decodes of a result what a [Tracker] needs.
func (e Event) ending() (Result, error) {
	r := Result{Subtype: e.Subtype}
	s := scanner{b: e.Raw}
	err := s.object(func(key []byte) error {
		switch string(key) {
		case "is_error":
			return s.boolInto(&r.IsError)
		case "result":
			return s.stringInto(&r.Result)
		case "errors":
			return s.stringsInto(&r.Errors)
		case "total_cost_usd":
			return s.floatInto(&r.TotalCostUSD)
		case "terminal_reason":
			return s.stringInto(&r.TerminalReason)
		case "api_error_status":
			return s.intInto(&r.APIErrorStatus)
		case "structured_output":
			return s.rawInto(&r.StructuredOutput)
		}
		return s.skip()
	})
	if err == nil {
		err = s.odd
	}
	if err != nil {
		return r, fmt.Errorf("streamjson: line %d, %s: %w", e.Line, e.kind(), err)
	}
	if string(r.StructuredOutput) == "null" {
		r.StructuredOutput = nil
	}
	return r, nil
}

func (s *scanner) stringsInto(dst *[]string) error {
	if s.peek() != '[' {
		return s.oddValue("an array")
	}
	return s.array(func() error {
		*dst = append(*dst, "")
		return s.stringInto(&(*dst)[len(*dst)-1])
	})
}

func (s *scanner) floatInto(dst *float64) error {
	c := s.peek()
	if c != '-' && c-'0' > 9 {
		return s.oddValue("a number")
	}
	start := s.i
	err := s.skip()
	*dst, _ = strconv.ParseFloat(string(s.b[start:s.i]), 64) // too large is infinite
	return err
}
