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
		if got := a.MaskedWords(); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("Shown of %q = %q, want %q", line, got, want)
		}
	}
}

func TestAgain(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "",
		"fix it --permission-mode plan": "--permission-mode plan",
		"-p --output-format json --verbose --model opus -- task":   "--verbose --model opus",
		"--resume a --add-dir x y --settings s.json --max-turns 3": "--add-dir x y --settings s.json --max-turns 3",
		`--mcp-config m.json {"SECRET":1} --settings={"SECRET":1}`: "--mcp-config … … --settings=…",
		"--mcp-config=m.json --append-system-prompt SECRET --effort h": "--mcp-config=m.json " +
			"--append-system-prompt … --effort h",
		"--wrong=2 --model opus": "--model opus",
		"-c --fork-session --session-id x --dangerously-skip-permissions": "--dangerously-skip-permissions",
	} {
		a, err := ParseArgs(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.ResumeArguments("--wrong"); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("Again of %q = %q, want %q", line, got, want)
		}
	}
}
