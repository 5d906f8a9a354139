package lang

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTerminalDoc: the program prints the texts of ccc that docs/guides/terminal.md shows.
func TestTerminalDoc(t *testing.T) {
	page, err := os.ReadFile("../../docs/guides/terminal.md")
	if err != nil {
		t.Fatal(err)
	}
	var known []*regexp.Regexp
	verb := regexp.MustCompile(`%(\\\[\d\\\])?[-+#.\d\\]*[a-zA-Z]`)
	for english := range chinese() {
		if key := strings.TrimSpace(strings.Trim(english, "─ ")); len(verb.ReplaceAllString(key, "")) > 5 {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(key), "%%", "%")
			known = append(known, regexp.MustCompile(`(?s)^`+verb.ReplaceAllString(pattern, ".*")+`$`))
		}
	}
	said := 0
	for i, block := range strings.Split(string(page), "```") {
		if i%2 == 0 { // between the screens
			continue
		}
		block = strings.ReplaceAll(block, "\n     ", " ") // a broken line; behind a note a line of its own
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			own, note := strings.CutPrefix(line, "ccc: ")
			if rule, ok := strings.CutPrefix(line, "── "); ok {
				own, note = strings.TrimSuffix(rule, " ──"), true
			}
			if !note {
				continue
			}
			said++
			found := false
			for _, k := range known {
				found = found || k.MatchString(own)
			}
			if !found {
				t.Errorf("docs/guides/terminal.md shows %q, which the program does not say", own)
			}
		}
	}
	if said < 8 {
		t.Errorf("docs/guides/terminal.md shows %d lines of ccc's own", said)
	}
}
