package layout

import (
	"slices"
	"strings"
	"testing"
)

// TestCutKeepsWhatIsShown: wherever a text is cut, all that was shown of it stays, and nothing of the rest is lost.
func TestCutKeepsWhatIsShown(t *testing.T) {
	const all = "# A heading\n\nSome *words* of a paragraph,\nin two lines.\n\n- one\n  - two, and more\n- three\n\n" +
		"```go\nfunc f() {\n    x := \"y\"\n\n}\n```\n先写解析器，再用 vim 写测试。\n\n" +
		"| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end."
	words := func(lines []string) []string {
		return strings.Fields(withoutStyles(strings.Join(lines, "\n")))
	}
	for at := range all {
		m := &Markdown{Width: columns(40)}
		lines := m.Feed(all[:at])
		shown := m.Rest()
		cut := m.Cut(true)
		if !slices.Equal(words(cut), words(shown)) {
			t.Errorf("%q: cut %q, shown %q", all[:at], cut, shown)
		}
		if again := m.Cut(true); len(again) > 0 {
			t.Errorf("%q: cut again %q", all[:at], again)
		}
		rest := words(append(m.Feed(all[at:]), m.Rest()...))
		for _, word := range words(set(40, all)) {
			isWord := word[0] < 0x80 // and no part of a line in Chinese, or of a table's frame
			if isWord && !slices.Contains(words(append(lines, cut...)), word) && !slices.Contains(rest, word) {
				t.Errorf("%q: %q is lost", all[:at], word)
			}
		}
	}
}
