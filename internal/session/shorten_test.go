package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestM07LongLine: of a long string the beginning and the end are read, whatever it contains, and other lines are read
// whole.
func TestM07LongLine(t *testing.T) {
	short := `{"a":"` + strings.Repeat("x", 1000) + `","b":[1,2]}` + "\n"
	for _, unit := range []string{"x", "é", "\n", `"`, `\`, "\x01", "𝄞<", "line\n\\u\t"} {
		long, _ := json.Marshal(map[string]any{
			"a": 1, "b": "BEGIN" + strings.Repeat(unit, 3<<20/len(unit)) + "END", "c": strings.Repeat(unit, 90<<10),
			"d": []string{"x", unit},
		})
		in := short + string(long) + "\n" + short
		got, err := io.ReadAll(newShortLines(iotest.HalfReader(strings.NewReader(in))))
		lines := bytes.SplitAfter(got, []byte("\n"))
		if err != nil || len(lines) != 4 || string(lines[0]) != short || string(lines[2]) != short {
			t.Fatalf("%q: %v, %d lines", unit, err, len(lines))
		}
		if len(lines[1]) > 4<<20 {
			t.Errorf("%q: %d bytes of %d are kept", unit, len(lines[1]), len(long))
		}
		var back struct {
			A    int
			B, C string
			D    []string
		}
		if err := json.Unmarshal(lines[1], &back); err != nil {
			t.Fatalf("%q: %v", unit, err)
		}
		if !strings.HasPrefix(back.B, "BEGIN"+unit) || !strings.HasSuffix(back.B, unit+"END") || back.A != 1 ||
			!strings.HasPrefix(back.C, unit) || fmt.Sprint(back.D) != fmt.Sprint([]string{"x", unit}) {
			t.Errorf("%q: %.40q…%q", unit, back.B, back.B[len(back.B)-40:])
		}
	}
}

// TestM07ManyLongStrings: what is kept of a line is limited, however many long strings it has. A truncated line does
// not affect the next one.
func TestM07ManyLongStrings(t *testing.T) {
	long := `{"a":["` + strings.Repeat(strings.Repeat("x", 900<<10)+`","`, 60) + `"]}` + "\n"
	in := long + `{"cut":"` + strings.Repeat(`\u00e9`, 300<<10) + "\n" + `{"a":1}`
	got, err := io.ReadAll(newShortLines(strings.NewReader(in)))
	lines := strings.SplitAfter(string(got), "\n")
	if err != nil || len(lines) != 3 || lines[2] != `{"a":1}` || len(lines[0]) > 12<<20 || !json.Valid([]byte(lines[0])) {
		t.Errorf("%v, %d lines, %d bytes", err, len(lines), len(lines[0]))
	}
}
