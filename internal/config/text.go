package config

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

// syntaxError is the error for a text that is no JSON.
type syntaxError struct{ error }

func (e syntaxError) Unwrap() error { return e.error }

// Hint says how it may have come about.
func (e syntaxError) Hint() lang.Message {
	return lang.M("fix the file, or move it away; if another program was just writing it, try again")
}

// located adds line and column to an error of encoding/json.
func located(text []byte, err error) error {
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
	line, column := lineColumn(text, int(offset))
	err = lang.Errorf("line %d, column %d: %w", line, column, err)
	if syntax != nil {
		err = syntaxError{err}
	}
	return err
}

// expectations are what JSON has to have, by how encoding/json says that something else is there.
var expectations = []struct {
	end  string // of its message
	what lang.Message
}{
	{"after object key:value pair", lang.M("a comma or }")},
	{"after array element", lang.M("a comma or ]")},
	{"after object key", lang.M("a colon")},
	{"looking for beginning of object key string", lang.M("a name in double quotes, or }")},
	{"looking for beginning of value", lang.M("a value")},
	{"after top-level value", lang.M("the end of the file")},
}

// syntaxWords says in words where a text is no JSON. The character that is wrong is all that it shows of it.
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

// notText is the error for what is not UTF-8, which JSON has to be: each reader would make another name of it.
func notText(text []byte) error {
	offset := 0
	for offset < len(text) {
		r, size := utf8.DecodeRune(text[offset:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	line, column := lineColumn(text, offset)
	return lang.Errorf("line %d, column %d: %w", line, column, lang.Errorf("a character is not UTF-8"))
}

// lineColumn gives line and column of an offset, both from 1; columns are bytes.
func lineColumn(text []byte, offset int) (line, column int) {
	before := text[:offset]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// mismatchAt finds the value that is of another kind than it has to be; nil if it is not found.
func mismatchAt(v *hujson.Value, e *json.UnmarshalTypeError) *hujson.Value {
	if e.Offset < 0 {
		return v.Find(pointer(strings.Split(e.Field, ".")...))
	}
	var found *hujson.Value
	at := int(e.Offset) - 1 // it is behind the value, or behind its first character
	for v := range v.All() {
		if v.StartOffset <= at && at < v.EndOffset {
			found = v // an inner one comes after the outer one
		}
	}
	return found
}

// mismatched says in words that a value is of another kind than it has to be. at is nil where that is not known.
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
	switch {
	case e.Type == reflect.TypeFor[duration]():
		wanted = lang.M(`seconds or a text such as "90m" or "8h"`)
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

// unquoted is what stands in a text that would be right without its quotes, "" if that is not so.
func unquoted(at *hujson.Value, wanted reflect.Type) string {
	if at == nil || at.Value.Kind() != '"' {
		return ""
	}
	inner := strings.TrimSpace(at.Value.(hujson.Literal).String())
	var err error
	switch {
	case wanted == reflect.TypeFor[duration](), wanted.Kind() == reflect.Float64:
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

// providerMembers are the providers as they stand in the file, in an order that a map does not know.
func providerMembers(v hujson.Value) []hujson.ObjectMember {
	if providers, ok := section(v, "providers").Value.(*hujson.Object); ok {
		return providers.Members
	}
	return nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// section gives the member of the whole file's object that encoding/json reads for a known name; it takes any case. The
// zero value stands for none.
func section(v hujson.Value, name string) hujson.Value {
	if m := sectionMember(v, name); m != nil {
		return m.Value
	}
	return hujson.Value{}
}

func sectionMember(v hujson.Value, name string) *hujson.ObjectMember {
	all, _ := v.Value.(*hujson.Object)
	if all == nil {
		return nil
	}
	for i := range all.Members {
		if strings.EqualFold(nameOf(all.Members[i]), name) {
			return &all.Members[i]
		}
	}
	return nil
}

// unambiguous refuses names that stand twice in an object: encoding/json, a person and the next program would each
// take another one. Names that ccc knows count with any case, as they are read.
func unambiguous(text []byte, v hujson.Value, path ...string) error {
	if list, ok := v.Value.(*hujson.Array); ok {
		for i, element := range list.Elements {
			if err := unambiguous(text, element, append(path[:len(path):len(path)], strconv.Itoa(i))...); err != nil {
				return err
			}
		}
	}
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	folded := len(path) == 0 || len(path) == 1 &&
		(strings.EqualFold(path[0], "supervisor") || strings.EqualFold(path[0], "recordings"))
	first := make(map[string]int) // where a name stands
	for _, m := range object.Members {
		name := nameOf(m)
		at := append(path[:len(path):len(path)], name)
		if folded {
			name = strings.ToLower(name)
		}
		if offset, twice := first[name]; twice {
			before, _ := lineColumn(text, offset)
			line, _ := lineColumn(text, m.Name.StartOffset)
			return lang.Errorf("%s stands twice, on line %d and on line %d, and only one can count: take one out",
				strings.Join(at, "."), before, line)
		}
		first[name] = m.Name.StartOffset
		if err := unambiguous(text, m.Value, at...); err != nil {
			return err
		}
	}
	return nil
}

// checkEnv refuses lists and objects in the env of settings: claude would make a text of them (2.1.5, 2.1.197,
// 2.1.329), which nobody means. prefix names the object that has the env.
func checkEnv(text []byte, settings hujson.Value, prefix string) error {
	env := settings.Find("/env")
	if env == nil || env.Value.Kind() == 'n' {
		return nil
	}
	wrong := func(v hujson.Value, key string, wanted lang.Message) error {
		found := lang.M("a list")
		switch v.Value.Kind() {
		case '{':
			found = lang.M("keys with values")
		case '"':
			found = lang.M("text")
		case '0':
			found = lang.M("a number")
		case 't', 'f':
			found = lang.M("a boolean")
		}
		line, column := lineColumn(text, v.StartOffset)
		return lang.Errorf("line %d, column %d: %w", line, column,
			lang.Errorf("%s: expected %s, found %s", prefix+key, wanted, found))
	}
	variables, ok := env.Value.(*hujson.Object)
	if !ok {
		return wrong(*env, "env", lang.M("keys with values"))
	}
	for _, m := range variables.Members {
		if kind := m.Value.Value.Kind(); kind == '{' || kind == '[' {
			return wrong(m.Value, "env."+nameOf(m), lang.M("text"))
		}
	}
	return nil
}
