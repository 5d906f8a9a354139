package claude

import (
	"slices"
	"strings"
	"testing"
)

func TestShownHoldsNoSecret(t *testing.T) {
	for line, want := range map[string]string{
		"":                               "",
		"--model opus fix it":            "--model opus fix it",
		"--settings SECRET -c":           "--settings … -c",
		"--settings=SECRET --verbose":    "--settings=… --verbose",
		"--mcp-config SECRET SECRET -p":  "--mcp-config … … -p",
		"--append-system-prompt=SECRET":  "--append-system-prompt=…",
		"--agents SECRET -- words to it": "--agents … -- words to it",
	} {
		a, err := ParseArgs(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Shown(); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("Shown of %q = %q, want %q", line, got, want)
		}
	}
}
