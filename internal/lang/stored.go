package lang

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
	"unicode"
)

// Stored is a message as a file keeps it, so that it can be told in another language later.
type Stored struct {
	Format string `json:"format"`         // English
	Args   []any  `json:"args,omitempty"` // numbers, strings, durations, and messages, each a Stored
}

type storedDuration struct {
	Duration string `json:"duration"` // as Go writes it: 1m30s
}

// Stored returns the message for a file; nil if it is empty.
func (m Message) Stored() *Stored {
	if m.Empty() {
		return nil
	}
	kept := &Stored{Format: m.format}
	for _, arg := range m.args {
		kept.Args = append(kept.Args, storedArg(arg))
	}
	return kept
}

func storedArg(arg any) any {
	switch arg := arg.(type) {
	case Message:
		if arg.Empty() {
			return ""
		}
		return arg.Stored()
	case time.Duration:
		return storedDuration{arg.String()}
	case interface{ Message() Message }:
		return storedArg(arg.Message())
	case error:
		return arg.Error()
	}
	switch v := reflect.ValueOf(arg); {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return v.Float()
	}
	return fmt.Sprint(arg)
}

// Message returns the message; it is empty if it is none of ccc's.
func (s *Stored) Message() Message {
	if s == nil || !isOurs(s.Format) {
		return Message{}
	}
	m := Message{format: s.Format}
	verbs := verb.FindAllString(s.Format, -1)
	for i, arg := range s.Args {
		isFloat := i < len(verbs) && strings.HasSuffix(verbs[i], "f")
		m.args = append(m.args, readArg(arg, isFloat))
	}
	return m
}

// isOurs reports whether a format is in the catalog, or needs no entry there because it has no words.
func isOurs(format string) bool {
	_, known := chinese()[format]
	words := strings.NewReplacer("%s", "", "%v", "", "%d", "").Replace(format)
	return known || !strings.ContainsFunc(words, func(r rune) bool { return r == '%' || unicode.IsLetter(r) })
}

// readArg returns an argument from a file, as JSON has it, in the type that its verb needs.
func readArg(arg any, isFloat bool) any {
	switch arg := arg.(type) {
	case float64:
		if !isFloat && arg == math.Trunc(arg) {
			return int64(arg)
		}
	case string:
		return text(arg)
	case storedDuration:
		return readDuration(arg.Duration)
	case map[string]any:
		if d, ok := arg["duration"].(string); ok {
			return readDuration(d)
		}
		var s Stored
		s.Format, _ = arg["format"].(string)
		s.Args, _ = arg["args"].([]any)
		return s.Message()
	case *Stored:
		return arg.Message()
	}
	return arg
}

// readDuration returns a duration from a file, or its text if that is none.
func readDuration(stored string) any {
	d, err := time.ParseDuration(stored)
	if err != nil {
		return text(stored)
	}
	return d
}
