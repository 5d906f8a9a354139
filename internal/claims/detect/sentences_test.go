package detect

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// A sentenceCount counts the claims in a set of labelled messages, in one language.
type sentenceCount struct{ labels, found, invented int }

// measureSentences compares the kinds found in each message of a set with its labels.
func measureSentences(t *testing.T, name string) (counts map[string]sentenceCount, misses []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	counts = map[string]sentenceCount{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("%s: %q", name, line)
		}
		var want, got []string
		if parts[1] != "-" {
			want = strings.Fields(parts[1])
		}
		for _, s := range Statements(strings.ReplaceAll(parts[2], `\n`, "\n"), "") {
			if kind := string(s.Kind); !slices.Contains(got, kind) {
				got = append(got, kind)
			}
		}
		c := counts[parts[0]]
		c.labels += len(want)
		for _, kind := range want {
			if slices.Contains(got, kind) {
				c.found++
			} else {
				misses = append(misses, fmt.Sprintf("not found: %s %q", kind, parts[2]))
			}
		}
		for _, kind := range got {
			if !slices.Contains(want, kind) {
				c.invented++
				misses = append(misses, fmt.Sprintf("invented: %s %q", kind, parts[2]))
			}
		}
		counts[parts[0]] = c
	}
	return counts, misses
}

// TestM01Sentences: what docs/design/claims.md says about the labelled messages is true.
func TestM01Sentences(t *testing.T) {
	for _, set := range []string{"one", "two", "three", "four", "five"} {
		counts, misses := measureSentences(t, "testdata/sentences-"+set+".txt")
		for language, c := range counts {
			if c.found < c.labels || c.invented > 0 {
				t.Errorf("%s, %s: %d of %d found, %d invented", set, language, c.found, c.labels, c.invented)
			}
		}
		if len(misses) > 0 {
			t.Log(strings.Join(misses, "\n"))
		}
	}
	counts, misses := measureSentences(t, "testdata/sentences-seven.txt")
	if en, zh := counts["en"], counts["zh"]; en.found < 38 || zh.found < zh.labels || en.invented+zh.invented > 0 {
		t.Errorf("seven: %v\n%s", counts, strings.Join(misses, "\n"))
	}
	// The eighth and ninth have no form twice: in each there are some that nothing is for.
	for set, least := range map[string]map[string]sentenceCount{
		"eight": {"en": {found: 140, invented: 1}, "zh": {found: 135, invented: 2}},
		"nine":  {"en": {found: 129, invented: 1}, "zh": {found: 131, invented: 2}},
	} {
		counts, misses = measureSentences(t, "testdata/sentences-"+set+".txt")
		for language, c := range counts {
			if w := least[language]; c.found < w.found || c.invented > w.invented {
				t.Errorf("%s, %s: %+v\n%s", set, language, c, strings.Join(misses, "\n"))
			}
		}
	}
	// The detector has never been adjusted to the sixth set. Its misses are not printed, so that nobody does that.
	counts, _ = measureSentences(t, "testdata/sentences-six.txt")
	if c := counts["zh"]; c.found < 47 || c.invented > 0 {
		t.Errorf("six: %d of %d found, %d invented", c.found, c.labels, c.invented)
	}
}
