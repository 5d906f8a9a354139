package claims

import "testing"

// TestM08Games: commands that look like the real one, and real ones that look odd.
func TestM08Games(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{} {
		if got := verdictsOf(play(t, nil, c.script...)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.script, got, c.want)
		}
	}
}
