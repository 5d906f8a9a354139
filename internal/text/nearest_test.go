package text

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"init", "init", 0}, {"inti", "init", 1}, {"ini", "init", 1}, {"initt", "init", 1},
		{"imit", "init", 1}, {"recordngs", "recordings", 1}, {"kitten", "sitting", 3}, {"审查", "审核", 1},
		{"abcd", "badc", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"init", "trust", "recordings", "replay", "glm", "ds", "supervisor-mode"}
	for word, want := range map[string]string{
		"inti": "init", "trsut": "trust", "recordngs": "recordings", "recrodngs": "recordings", "glmm": "glm",
		"gml": "glm", "hi": "", "d": "", "dd": "", "do": "", "fix": "", "hello": "", "": "", "x": "",
		"supervisr-mod": "supervisor-mode",
		"init":          "init",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
