package streamjson

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// outcome is a result of Next on one line: the event's subtype or the error.
func outcome(e Event, err error) string {
	var bad *SyntaxError
	switch {
	case errors.As(err, &bad):
		return fmt.Sprintf("bad %d@%d %v %q", bad.Line, bad.Offset, bad.Err, bad.Text)
	case err != nil:
		return err.Error()
	}
	return fmt.Sprintf("%d %s", e.Line, e.Raw)
}

// outcomes reads up to the first final error, which is the last outcome.
func outcomes(d *Decoder) []string {
	var all []string
	for {
		e, err := d.Next()
		all = append(all, outcome(e, err))
		var bad *SyntaxError
		if err != nil && !errors.As(err, &bad) {
			return all
		}
	}
}

func TestDecoder(t *testing.T) {
	for _, test := range []struct {
		name, in string
		limit    int // 0: the default
		want     []string
	}{
		{"empty", "", 0, nil},
		{"one", `{"a":1}` + "\n", 0, []string{`1 {"a":1}`}},
		{"no newline at the end", "{}\n{}", 0, []string{"1 {}", "2 {}"}},
		{"blank lines count", "\n \t\r\n{}\n\n", 0, []string{"3 {}"}},
		{"CRLF", "{}\r\n{}\r\n", 0, []string{"1 {}", "2 {}"}},
		{"noise around", "^C\x1b[?25h{}\x1b[0m \r\n", 0, []string{"1 {}"}},
		{"noise alone", "{}\n\x1b[?25h\n^C\x1b[?25h", 0, []string{"1 {}"}},
		{"white space in it", " { \"a\" : [ 1 , 2 ] } \n", 0, []string{`1 { "a" : [ 1 , 2 ] }`}},
		{"cut off", `{"a":`, 0, []string{`bad 1@0 at byte 5: the line ends where a value is due "{\"a\":"`}},
		{"text before", "x {}\n{}\n", 0, []string{`bad 1@0 not a JSON object "x {}"`, "2 {}"}},
		{"text after", "{} x\n{}\n", 0, []string{`bad 1@0 at byte 2: text after the JSON object "{} x"`, "2 {}"}},
		{"two in a line", "{}{}\n{}\n", 0, []string{`bad 1@0 at byte 2: text after the JSON object "{}{}"`, "2 {}"}},
		{"not an object", "[{}]\n\"{}\"\nnull\n", 0, []string{
			`bad 1@0 not a JSON object "[{}]"`, `bad 2@5 not a JSON object "\"{}\""`, `bad 3@10 not a JSON object "null"`}},
		{"the place is that of the line", "{}\n\n  ^C {]\r\n{}\n", 0, []string{
			"1 {}", `bad 3@4 at byte 6: ']' where a key is due "  ^C {]"`, "4 {}"}},
		{"at the limit", "{   }\n{}\n", 5, []string{"1 {   }", "2 {}"}},
		{"over the limit", "{    }\n{}\n", 5, []string{`bad 1@0 line too long "{    "`, "2 {}"}},
		{"over the limit at the end", "{}\n{    }", 5, []string{"1 {}", `bad 2@3 line too long "{    "`}},
		{"blank over the limit", "      \n{}\n", 5, []string{`bad 1@0 line too long "     "`, "2 {}"}},
		{"over the limit twice", "{    }\n{    }\n{}", 5, []string{
			`bad 1@0 line too long "{    "`, `bad 2@7 line too long "{    "`, "3 {}"}},
		{"text is short", strings.Repeat("x", 300), 0,
			[]string{`bad 1@0 not a JSON object "` + strings.Repeat("x", 200) + `"`}},
		{"text is whole characters", "x" + strings.Repeat("é", 150), 0, []string{
			`bad 1@0 not a JSON object "x` + strings.Repeat("é", 99) + `"`}},
		{"NUL", "\x00{}\x00\n{\x00}\n", 0, []string{"1 {}", `bad 2@5 at byte 1: '\x00' where a key is due "{\x00}"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := append(test.want, "EOF", "EOF")
			for name, r := range map[string]io.Reader{
				"bulk":  strings.NewReader(test.in),
				"bytes": iotest.OneByteReader(strings.NewReader(test.in)),
			} {
				d := NewDecoder(r)
				if test.limit > 0 {
					d.Limit(test.limit)
				}
				got := append(outcomes(d), outcome(d.Next()))
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: outcomes of %q =\n%q, want\n%q", name, test.in, got, want)
				}
			}
		})
	}
}

func TestB17BadLineIsReportedAndSkipped(t *testing.T) {
	d := NewDecoder(strings.NewReader("{\"type\":\"system\"}\nError: not JSON {\n{\"type\":\"result\"}\n"))
	if e, err := d.Next(); err != nil || e.Type != TypeSystem {
		t.Fatalf("Next() = %v, %v, want the system event", e.Type, err)
	}
	_, err := d.Next()
	var bad *SyntaxError
	if !errors.As(err, &bad) {
		t.Fatalf("Next() = %v, want a *SyntaxError", err)
	}
	if want := (SyntaxError{Line: 2, Offset: 18, Err: errNoObject, Text: "Error: not JSON {"}); *bad != want {
		t.Errorf("error = %+v, want %+v", *bad, want)
	}
	if got, want := err.Error(), "streamjson: line 2 (offset 18): not a JSON object"; got != want {
		t.Errorf("message = %q, want %q", got, want)
	}
	if e, err := d.Next(); err != nil || e.Type != TypeResult || e.Line != 3 {
		t.Fatalf("Next() = %v, %v, want the result on line 3", e.Type, err)
	}
}

func TestTooLongCanBeTold(t *testing.T) {
	d := NewDecoder(strings.NewReader("{    }"))
	d.Limit(2)
	if _, err := d.Next(); !errors.Is(err, ErrTooLong) {
		t.Errorf("Next() = %v, want ErrTooLong", err)
	}
}

// TestReaderError: what was read before the error is returned first, and then the error itself, unchanged, by every
// further call.
func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"between lines", "{}\n", []string{"1 {}", "broken", "broken"}},
		{"after a whole object", "{}", []string{"1 {}", "broken", "broken"}},
		{"in an object", "{", []string{`bad 1@0 at byte 1: the line ends where a key is due "{"`, "broken", "broken"}},
		{"in a long line", "{         ", []string{`bad 1@0 line too long "{    "`, "broken", "broken"}},
	} {
		d := NewDecoder(io.MultiReader(strings.NewReader(test.in), iotest.ErrReader(broken)))
		d.Limit(5)
		var got []string
		for range test.want {
			got = append(got, outcome(d.Next()))
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: outcomes = %q, want %q", test.name, got, test.want)
		}
	}
}

// nothing is a reader that never returns a byte or an error.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

func TestReaderWithoutProgress(t *testing.T) {
	if _, err := NewDecoder(nothing{}).Next(); err != io.ErrNoProgress {
		t.Errorf("Next() = %v, want io.ErrNoProgress", err)
	}
}

// flood is a reader that returns size bytes, all of them x.
type flood struct{ size int }

func (f *flood) Read(p []byte) (int, error) {
	if f.size == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), f.size)], xs)
	f.size -= n
	return n, nil
}

var xs = strings.Repeat("x", 64<<10)

// TestBufferIsGivenBack: after a long line the buffer has its old size.
func TestBufferIsGivenBack(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 8<<20) + `"}`
	small := strings.Repeat("{}\n", 100_000)
	d := NewDecoder(strings.NewReader(small + long + "\n" + small))
	for i := range 200_001 {
		if _, err := d.Next(); err != nil {
			t.Fatalf("event %d: %v", i, err)
		}
		if d.line == 100_001 && len(d.buf) < len(long) {
			t.Fatalf("buffer holds %d bytes of a line of %d", len(d.buf), len(long))
		}
	}
	if len(d.buf) > keepSize {
		t.Errorf("buffer after a long line = %d bytes, want at most %d", len(d.buf), keepSize)
	}
}

// TestLineOverTheLimitIsNotBuffered: the buffer grows to the limit, no further.
func TestLineOverTheLimitIsNotBuffered(t *testing.T) {
	const limit = 1 << 20
	d := NewDecoder(io.MultiReader(&flood{200 << 20}, strings.NewReader("\n{}\n")))
	d.Limit(limit)
	if _, err := d.Next(); !errors.Is(err, ErrTooLong) {
		t.Fatalf("Next() = %v, want ErrTooLong", err)
	}
	if len(d.buf) > limit+1 {
		t.Errorf("buffer = %d bytes, want at most %d", len(d.buf), limit+1)
	}
	if got, want := outcome(d.Next()), "2 {}"; got != want {
		t.Errorf("after the long line: %s, want %s", got, want)
	}
	if len(d.buf) > keepSize {
		t.Errorf("buffer after it = %d bytes, want at most %d", len(d.buf), keepSize)
	}
}

// TestMaxLine: reads a line of exactly MaxLine bytes, and one with one byte more.
func TestMaxLine(t *testing.T) {
	const begin, end = `{"a":"`, `"}`
	fill := MaxLine - len(begin) - len(end)
	d := NewDecoder(io.MultiReader(
		strings.NewReader(begin), &flood{fill}, strings.NewReader(end+"\n"),
		strings.NewReader(begin), &flood{fill + 1}, strings.NewReader(end+"\n{}")))
	if e, err := d.Next(); err != nil || len(e.Raw) != MaxLine {
		t.Errorf("Next() = %d bytes, %v, want %d", len(e.Raw), err, MaxLine)
	}
	if _, err := d.Next(); !errors.Is(err, ErrTooLong) {
		t.Errorf("Next() = %v, want ErrTooLong", err)
	}
	if got, want := outcome(d.Next()), "3 {}"; got != want {
		t.Errorf("Next() = %s, want %s", got, want)
	}
}

func TestNextDoesNotAllocate(t *testing.T) {
	line := `{"type":"system","subtype":"status","session_id":"s","parent_tool_use_id":"t"}` + "\n"
	d := NewDecoder(strings.NewReader(strings.Repeat(line, 500)))
	if n := testing.AllocsPerRun(400, func() {
		if _, err := d.Next(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Next allocates %v times per line, want 0", n)
	}
}

func TestNoise(t *testing.T) {
	for _, test := range []struct {
		in   string
		want string // what is left
	}{
		{"", ""},
		{"x", "x"},
		{" \t\r\n\x00\x07\x7fx", "x"},
		{"^Cx", "x"},
		{"^C^Cx", "x"},
		{"^Dx", "^Dx"},
		{"^", "^"},
		{"\x1b", ""},
		{"\x1b[", ""},
		{"\x1b[?2", ""},
		{"\x1b[?25hx", "x"},
		{"\x1b[0mx", "x"},
		{"\x1b[1;31mx", "x"},
		{"\x1b[0 qx", "x"},
		{"\x1b[>4;2m\x1b[<ux", "x"},
		{"\x1b[\x1b[0mx", "x"},
		{"\x1b7x", "x"},
		{"\x1b=x", "x"},
		{"\x1b(Bx", "x"},
		{"\x1b]0;a title ✳\x07x", "x"},
		{"\x1b]0;a title\x1b\\x", "x"},
		{"\x1bP+q\x1b\\x", "x"},
		{"\x1b]0;no end", "\x1b]0;no end"},
		{"\x1b]0;no end{}\x07", "\x1b]0;no end{}\x07"},
		{"\x1b[{}", "{}"},
		{"\x1b[?25{}", "{}"},
		{"\x1b{}", "{}"},
		{"\x1b({}", "{}"},
	} {
		if got := test.in[noiseLen([]byte(test.in)):]; got != test.want {
			t.Errorf("noise(%q) leaves %q, want %q", test.in, got, test.want)
		}
	}
}
