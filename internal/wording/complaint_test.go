package wording

import (
	"strings"
	"testing"
)

// TestComplaint: of a long complaint the first line and the last ones are shown, and no line whole that never ends.
func TestComplaint(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"", ""},
		{"Error: no\nat f (x.js:1)\nNode.js v20", "Error: no\nNode.js v20"},
		{"1\n2\n3\n4\n5", "1\n2\n3\n4\n5"},
		{"1\n2\n3\n4\n5\n6", "1\n…\n3\n4\n5\n6"},
		{"x.js:1\n" + strings.Repeat("x", 500) + "\nError: no", "x.js:1\n" + strings.Repeat("x", 299) + "…\nError: no"},
	} {
		if got := Complaint(strings.Split(c.said, "\n")); got != c.want {
			t.Errorf("of %q\n%q is shown, want\n%q", c.said, got, c.want)
		}
	}
}
