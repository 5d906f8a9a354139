package ledger

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// lineComments maps a family of languages to what begins a comment that fills a line.
var lineComments = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"go": "//", "js": "//", "rust": "//", "java": "//", "php": "//", "net": "//", "swift": "//", "dart": "//",
		"zig": "//", "c": "//",
		"sh": "#", "py": "#", "ruby": "#", "elixir": "#",
	}
}}

// differsOnlyInComments reports whether an edit leaves the code as it was: only lines of prose in comments differ, or
// the project's own version number.
func differsOnlyInComments(file, old, changed string) bool {
	marker := lineComments.Get()[shell.FamilyOf(path.Ext(strings.ToLower(file)))]
	mayBe := marker != "" && strings.Contains(old+changed, marker) || versionLine.MatchString(old)
	if old == "" || changed == "" || !mayBe {
		return false
	}
	return slices.Equal(codeLines(old, marker), codeLines(changed, marker))
}

// versionLine matches a line of a manifest that sets the package's version.
var versionLine = text.LazyRegexp{Expr: `(?m)^\s*["']?(?:version|__version__|versionName|versionCode)["']?\s*[:=]` +
	`\s*["']?v?\d[\w.+-]*["']?,?\s*$`}

// codeLines returns the lines that are code, or directives in comments: all but prose and versions.
func codeLines(code, marker string) (list []string) {
	for line := range strings.Lines(code) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), marker)
		if (marker == "" || !ok || !isProseComment(rest)) && !versionLine.MatchString(line) {
			list = append(list, line)
		}
	}
	return list
}

// isProseComment reports whether a comment consists of words and is no directive for a tool, such as "//go:embed" or "#
// type: ignore".
func isProseComment(comment string) bool {
	words := strings.Fields(strings.TrimLeft(comment, "/"))
	if len(words) == 0 {
		return true
	}
	return (comment[0] == ' ' || comment[0] == '/') && !slices.ContainsFunc(words, func(w string) bool {
		at := strings.IndexAny(w, ":@=")
		return at >= 0 && at < len(w)-1 || strings.Contains(w, "nolint") || strings.Contains(w, "noqa") ||
			strings.HasPrefix(w, "eslint") || strings.HasPrefix(w, "+") || strings.HasSuffix(w, ":") &&
			unicode.IsLower(rune(w[0]))
	})
}
