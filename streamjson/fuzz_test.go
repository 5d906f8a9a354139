package streamjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"testing"
)

// chopped is a reader that returns pieces of the lengths in sizes, again and again.
type chopped struct {
	rest  []byte
	sizes []byte
	i     int
}

func (c *chopped) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := len(c.rest)
	if len(c.sizes) > 0 {
		n = int(c.sizes[c.i%len(c.sizes)]) // 0 is allowed: a reader may give nothing
		c.i++
	}
	n = copy(p, c.rest[:min(n, len(c.rest))])
	c.rest = c.rest[n:]
	return n, nil
}

// FuzzDecode: for any input in any pieces the outcomes are the same, offsets grow, and a bad line does not hide the
// good one after it.
func FuzzDecode(f *testing.F) {
	for _, name := range inputs(f) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 4096)], []byte{3, 1, 200}, 1000)
	}
	f.Add([]byte("^C\x1b[?25h{}\x1b[0m\r\n{\r\n\n{}"), []byte{1, 0, 2}, 5)
	f.Add([]byte("{    }\n{}"), []byte{1}, 5)
	f.Fuzz(func(t *testing.T, in, sizes []byte, limit int) {
		if limit < 1 || len(sizes) > 0 && bytes.Count(sizes, []byte{0}) == len(sizes) {
			return
		}
		want := decodeAll(t, &chopped{rest: in}, limit)
		if got := decodeAll(t, &chopped{rest: in, sizes: sizes}, limit); !reflect.DeepEqual(got, want) {
			t.Errorf("in pieces of %v: %q, want %q", sizes, got, want)
		}
		const good = `{"type":"result"}`
		if limit < len(good) {
			return
		}
		got := decodeAll(t, &chopped{rest: append(bytes.Clone(in), "\n"+good...)}, limit)
		if last := got[len(got)-1]; !bytes.HasSuffix([]byte(last), []byte(good)) || len(got) != len(want)+1 {
			t.Errorf("a good line after %q gives %q", in, last)
		}
	})
}

// decodeAll reads to io.EOF and checks the invariants of each outcome.
func decodeAll(t *testing.T, r io.Reader, limit int) []string {
	t.Helper()
	d := NewDecoder(r)
	d.Limit(limit)
	var all []string
	line, offset := 0, int64(-1)
	for {
		e, err := d.Next()
		if err == io.EOF {
			return all
		}
		at := e.Line
		var bad *SyntaxError
		if errors.As(err, &bad) {
			at = bad.Line
			if bad.Offset <= offset || len(bad.Text) > maxText {
				t.Errorf("error at offset %d after one at %d, with a text of %d bytes", bad.Offset, offset, len(bad.Text))
			}
			offset = bad.Offset
		} else if err != nil {
			t.Fatalf("Next() = %v", err)
		} else if !json.Valid(e.Raw) || len(e.Raw) > limit {
			t.Errorf("Raw = %q with a limit of %d", e.Raw, limit)
		}
		if at <= line {
			t.Errorf("line %d after line %d", at, line)
		}
		line = at
		all = append(all, outcome(e, err))
		_, _ = body(e) // must not panic
	}
}
