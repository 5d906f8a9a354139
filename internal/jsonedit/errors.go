package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"ccc/internal/lang"
)

// syntaxError is the error for a text that is not valid JSON.
type syntaxError struct{ error }

func (e syntaxError) Unwrap() error { return e.error }

// Hint tells the user what to do about it.
func (e syntaxError) Hint() lang.Message {
	return lang.M("fix the file, or move it away; if another program was just writing it, try again")
}

// Locate adds line and column to an error of encoding/json.
func Locate(text []byte, err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
		if offset > 0 && !strings.HasPrefix(syntax.Error(), "unexpected end") {
			offset-- // it counts the wrong character too
		}
		err = syntaxWords(text, int(offset), syntax)
	case errors.As(err, &mismatch):
		v, _ := hujson.Parse(text) // it was JSON
		at := mismatchAt(&v, mismatch)
		if offset = mismatch.Offset; at != nil {
			offset = int64(at.StartOffset)
		}
		err = mismatched(mismatch, at)
	}
	if offset < 0 || offset > int64(len(text)) {
		return err
	}
	line, column := LineColumn(text, int(offset))
	err = lang.Errorf("line %d, column %d: %w", line, column, err)
	if syntax != nil {
		err = syntaxError{err}
	}
	return err
}

// expectations translate the messages of encoding/json into what JSON needs at the wrong place.
var expectations = []struct {
	end  string // how the message of encoding/json ends
	what lang.Message
}{
	{"after object key:value pair", lang.M("a comma or }")},
	{"after array element", lang.M("a comma or ]")},
	{"after object key", lang.M("a colon")},
	{"looking for beginning of object key string", lang.M("a name in double quotes, or }")},
	{"looking for beginning of value", lang.M("a value")},
	{"after top-level value", lang.M("the end of the file")},
}

// syntaxWords describes a syntax error. It quotes only the wrong character, since the text may hold secrets.
func syntaxWords(text []byte, offset int, err *json.SyntaxError) error {
	if offset >= len(text) {
		return lang.Errorf("the end is missing")
	}
	r, _ := utf8.DecodeRune(text[offset:])
	for _, e := range expectations {
		if strings.HasSuffix(err.Error(), e.end) {
			return lang.Errorf("expected %s, found %s", e.what, strconv.QuoteRune(r))
		}
	}
	return lang.Errorf("%s does not belong in a text, a number or a word", strconv.QuoteRune(r))
}

// NotText returns the error for a JSON text that is not UTF-8, with the place. Programs read such bytes differently, so
// one name could mean two things.
func NotText(text []byte) error {
	offset := 0
	for offset < len(text) {
		r, size := utf8.DecodeRune(text[offset:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	line, column := LineColumn(text, offset)
	return lang.Errorf("line %d, column %d: %w", line, column, lang.Errorf("a character is not UTF-8"))
}

// LineColumn returns the line and the column of an offset. Both begin at 1, and columns count bytes.
func LineColumn(text []byte, offset int) (line, column int) {
	before := text[:offset]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// mismatchAt finds the value that has the wrong type. It is nil if the value is not found.
func mismatchAt(v *hujson.Value, e *json.UnmarshalTypeError) *hujson.Value {
	if e.Offset < 0 {
		return v.Find(Pointer(strings.Split(e.Field, ".")...))
	}
	var found *hujson.Value
	at := int(e.Offset) - 1 // the offset is after the value, or after its first character
	for v := range v.All() {
		if v.StartOffset <= at && at < v.EndOffset {
			found = v // All visits outer values first: the last match is the innermost
		}
	}
	return found
}

// Expecter is a type that reads itself from JSON, such as a duration, and names the values that it accepts.
type Expecter interface{ Expected() lang.Message }

// mismatched describes a value that has the wrong type. at is nil if the value was not found.
func mismatched(e *json.UnmarshalTypeError, at *hujson.Value) error {
	kind, number, _ := strings.Cut(e.Value, " ")
	found, known := map[string]lang.Message{
		"string": lang.M("text"), "number": lang.M("a number"), "bool": lang.M("a boolean"), "array": lang.M("a list"),
		"object": lang.M("keys with values"),
	}[kind]
	if number != "" || !known { // the value itself, a number or a duration
		found = lang.Verbatim(strings.TrimPrefix(e.Value, "number "))
	}
	wanted, known := map[reflect.Kind]lang.Message{
		reflect.String: lang.M("text"), reflect.Int: lang.M("a whole number"), reflect.Float64: lang.M("a number"),
		reflect.Bool: lang.M("true or false"), reflect.Slice: lang.M("a list"),
	}[e.Type.Kind()]
	expecter, isExpecter := reflect.Zero(e.Type).Interface().(Expecter)
	switch {
	case isExpecter:
		wanted = expecter.Expected()
	case !known:
		wanted = lang.M("keys with values")
	}
	if plain := unquoted(at, e.Type); plain != "" {
		return lang.Errorf("%s: expected %s, found text: write %s, without the quotes", e.Field, wanted, plain)
	}
	if e.Field == "" {
		return lang.Errorf("expected %s, found %s", wanted, found)
	}
	return lang.Errorf("%s: expected %s, found %s", e.Field, wanted, found)
}

// unquoted returns the text between the quotes of a string, if it would be valid without them, such as 3 for "3";
// else "".
func unquoted(at *hujson.Value, wanted reflect.Type) string {
	if at == nil || at.Value.Kind() != '"' {
		return ""
	}
	inner := strings.TrimSpace(at.Value.(hujson.Literal).String())
	var err error
	switch {
	case wanted.Implements(reflect.TypeFor[Expecter]()), wanted.Kind() == reflect.Float64:
		_, err = strconv.ParseFloat(inner, 64)
	case wanted.Kind() == reflect.Int:
		_, err = strconv.Atoi(inner)
	case wanted.Kind() == reflect.Bool && (inner == "true" || inner == "false"):
	default:
		return ""
	}
	if err != nil || !json.Valid([]byte(inner)) {
		return ""
	}
	return inner
}
