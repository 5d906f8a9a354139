package screen

import (
	"strings"
	"testing"

	"ccc/internal/lang"
)

// TestG01ChecksFolded: a line for each, of a red one the end of its output, and nothing in it moves the cursor.
func TestG01ChecksFolded(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Lang: lang.English, Width: columns(30)})
	s.Checking("unit")
	s.Checked("unit", "exit 1, 0.1s", false, "1\n2\n3\n4\x1b[2J\n"+strings.Repeat("x", 50)+"\n6\n")
	s.Checked("lint", "ok before", true, "")
	s.Flush()
	want := `│ ● check unit
│   ⎿ exit 1, 0.1s
│   ⎿ … 2 lines before
│     3
│     4` + Safe("\x1b[2J") + `
│     xxxxxxxxxxxxxxxxxxxxxxx…
│     6
│ ● check lint · ok before
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(s.tools) != 0 {
		t.Errorf("%d checks still run", len(s.tools))
	}
}
