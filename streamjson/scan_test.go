package streamjson

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// valid is json.Valid by means of a scanner.
func valid(b []byte) bool {
	s := scanner{b: b}
	return s.skip() == nil && s.peek() == 0 && s.i == len(b) && s.depth == 0
}

// scanTable has JSON and near misses; FuzzScan begins with it.
var scanTable = []string{
	``, ` `, `{}`, `[]`, ` { } `, `[ ]`, `{"a":1}`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{a:1}`, `{1:1}`,
	`{"a":1 "b":2}`,
	`[1]`, `[1,]`, `[,1]`, `[1 2]`, `[1}`, `{"a":1]`, `[[[]]]`, `[[[]]`, `[[]]]`, `[{"a":[{}]},{"b":[]}]`,
	`{"a":{"b":[1,{"c":2}]},"d":3}`,
	`{"a":[]`, `{"a":[}`, `[{]}`, `{"a":{}}x`, `[],`, `[] []`,
	`0`, `-0`, `01`, `-`, `+1`, `1.`, `.5`, `1.5`, `-1.5e10`, `1e`, `1e+`, `1E-7`, `1e5.5`, `0x1`, `1_0`, `NaN`,
	`Infinity`, `1e400`, `12345678901234567890`,
	`true`, `false`, `null`, `tru`, `truth`, `True`, `nul`, `nulll`, `t`, `f`, `n`, `truefalse`,
	`""`, `"`, `"a`, `"a"`, `"abcdefg"`, `"abcdefgh"`, `"abcdefghi"`, `"abcdefghijklmnop"`, `"abcdefghijklmnopq\n"`,
	`"\""`, `"\\"`, `"\/\b\f\n\r\t"`, `"\x"`, `"\u00e9"`, `"\u00E9"`, `"\u00g9"`, `"\u00"`, `"\u"`, `"\`, `"\"`,
	`"\\\"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\n"`,
	"\"\x00\"", "\"\x1f\"", "\"\x20\"", "\"\x7f\"", "\"tab\there\"", "\"\xff\"", "\"ab\xc3\"", "\"\xed\xa0\x80\"",
	"\"é✳😀\"", "\"12345678\x1f\"", "\"1234567\x80\x1f\"", "\"\x80\x81\x82\x83\x84\x85\x86\x87\"",
	"\t\r\n[\t1\r,\n2 ]\t", "\v{}", "\u00a0{}", "\ufeff{}", "{}\x00", "\x00{}", "{\"a\":1\x00}",
	`'a'`, `/**/{}`, `{"a":1}//`, `"a""b"`, `{"a":"b":"c"}`, `{"":""}`, `{"\u0061":1}`, `{"\x":1}`,
	strings.Repeat("[", 200) + strings.Repeat("]", 200), strings.Repeat(`{"a":`, 130) + `1` + strings.Repeat("}", 130),
	strings.Repeat(`[{"a":`, 70) + "0" + strings.Repeat("}]", 70),
}

func TestScan(t *testing.T) {
	for _, in := range scanTable {
		if got, want := valid([]byte(in)), json.Valid([]byte(in)); got != want {
			t.Errorf("valid(%q) = %t, want %t", in, got, want)
		}
	}
}

// TestScanDepth: the maximum depth is that of encoding/json, however it is reached.
func TestScanDepth(t *testing.T) {
	for _, brackets := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
		for depth, want := range map[int]bool{maxDepth - 1: true, maxDepth: true, maxDepth + 1: false} {
			b := []byte(strings.Repeat(brackets[0], depth-1) + "[]" + strings.Repeat(brackets[1], depth-1))
			if got := valid(b); got != want || json.Valid(b) != want {
				t.Errorf("valid at depth %d of %s = %t, want %t", depth, brackets[0], got, want)
			}
		}
	}
	deep := `{"a":` + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + "}"
	if _, err := NewDecoder(strings.NewReader(deep)).Next(); err == nil {
		t.Errorf("Next() of depth %d gives no error", maxDepth+1)
	}
}

// TestManyEscapes: the time grows only with the length. A scanner that searched for each quote from the start would
// need hours here.
func TestManyEscapes(t *testing.T) {
	b := []byte(`{"a":"` + strings.Repeat(`\"`, 8<<20) + `"}`)
	if !valid(b) {
		t.Error("valid of 8 Mi escaped quotes = false, want true")
	}
}

func FuzzScan(f *testing.F) {
	for _, in := range scanTable {
		f.Add([]byte(in))
	}
	for _, line := range bytes.Split(recorded(f), []byte("\n")) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if got, want := valid(in), json.Valid(in); got != want {
			t.Errorf("valid(%q) = %t, want %t", in, got, want)
		}
	})
}

// unquoted decodes a JSON string with a scanner.
func unquoted(b []byte) (string, error) {
	s := scanner{b: b}
	if s.peek() != '"' {
		return "", s.unexpected("a string")
	}
	text, err := s.text()
	return string(text), err
}

// FuzzText: strings are decoded as encoding/json does.
func FuzzText(f *testing.F) {
	for _, in := range scanTable {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, quoted := range [][]byte{in, append(append([]byte{'"'}, in...), '"')} {
			quoted = bytes.TrimSpace(quoted)
			var want string
			if !json.Valid(quoted) || json.Unmarshal(quoted, &want) != nil || quoted[0] != '"' {
				continue
			}
			if got, err := unquoted(quoted); err != nil || got != want {
				t.Errorf("text of %q = %q, %v, want %q", quoted, got, err, want)
			}
		}
	})
}

// FuzzMessage: a message is decoded as encoding/json does, if encoding/json finds no error in it.
func FuzzMessage(f *testing.F) {
	for _, line := range bytes.Split(recorded(f), []byte("\n")) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		e, err := NewDecoder(bytes.NewReader(in)).Next()
		if err != nil || e.Type != TypeAssistant && e.Type != TypeUser {
			return
		}
		got, err := e.Message()
		if err != nil {
			return // encoding/json lets more pass: {"message":null} in a block, say
		}
		for _, b := range got.Content {
			b.ContentText()
		}
		checkMessage(t, e, got)
	})
}

func checkMessage(t *testing.T, e Event, got Message) {
	t.Helper()
	want, err := viaJSON(e)
	if err == nil && exactKeys(e.Raw) && !reflect.DeepEqual(got, want) {
		t.Errorf("Message() of %s =\n%+v, want\n%+v", e.Raw, got, want)
	}
}

// exactKeys reports whether each key occurs once and in its exact spelling. encoding/json accepts "ERROR" for "error",
// and merges duplicates.
func exactKeys(raw []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(raw))
	return distinct(dec)
}

func distinct(dec *json.Decoder) bool {
	token, err := dec.Token()
	delim, ok := token.(json.Delim)
	if err != nil || !ok {
		return err == nil
	}
	seen := make(map[string]bool)
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return false
			}
			name := key.(string)
			folded := strings.ToLower(strings.ToUpper(name)) // long s and Kelvin sign fold, too
			if seen[folded] || folded != name && name != "isSynthetic" && name != "isReplay" {
				return false
			}
			seen[folded] = true
		}
		if !distinct(dec) {
			return false
		}
	}
	_, err = dec.Token()
	return err == nil
}
