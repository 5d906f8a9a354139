package text

import (
	"strings"
	"testing"
	"time"
)

func TestMatchGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"**/*_test.go", "a_test.go", true},
		{"**/*_test.go", "x/y/a_test.go", true},
		{"**/*_test.go", "x/y/a.go", false},
		{"*.go", "a.go", true},
		{"*.go", "x/a.go", false},
		{".github/**", ".github/workflows/ci.yml", true},
		{".github/**", ".github", true},
		{".github/**", "x/.github/a", false},
		{"ci/**", "cix/a", false},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/**/b", "a/x/y/bb", false},
		{"**", "any/thing", true},
		{"**/x/**", "a/x/b/c", true},
		{"a?c", "a中c", true},
		{"[a-c]/[^x]", "b/y", true},
		{"[a-c]/[^x]", "b/x", false},
		{`\*`, "*", true},
		{`\*`, "a", false},
		{"a*", "a\nb", true},
		{"", "", false},
	} {
		if err := CheckGlob(c.pattern); (err != nil) != (c.pattern == "") {
			t.Errorf("CheckGlob(%q) = %v", c.pattern, err)
		}
		if got := MatchGlob([]string{"never", c.pattern}, c.name); got != c.want {
			t.Errorf("MatchGlob(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for pattern, want := range map[string]string{
		"":          "empty",
		"[a":        "without its ]",
		`a\`:        "ends with",
		"/a":        "not inside the project",
		"./a":       "not inside the project",
		"a/../b":    "not inside the project",
		"ci/":       `"ci/**"`,
		"a//b":      "two slashes",
		"*.{go,ts}": "several patterns",
		"!a":        "several patterns",
		"**.go":     "whole part",
		"a/b**/c":   "whole part",
	} {
		if err := CheckGlob(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("CheckGlob(%q) = %v, want %q", pattern, err, want)
		}
	}
}

// TestMatchGlobIsBounded: a pattern takes no more steps than its length times that of the name.
func TestMatchGlobIsBounded(t *testing.T) {
	began := time.Now()
	MatchGlob([]string{strings.Repeat("**/", 500) + "x"}, strings.Repeat("a/", 2000)+"b")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
