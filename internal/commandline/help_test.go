package commandline

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestUsageHasExitCodes: docs/reference/exit-codes.md names each exit code of the help.
func TestUsageHasExitCodes(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| exit code |")
	table, _, _ = strings.Cut(table, "\n\n")
	codes := strings.FieldsFunc(table, func(r rune) bool { return strings.ContainsRune("|,; \n", r) })
	for _, code := range exitCodes() {
		if !slices.Contains(codes, code.name) {
			t.Errorf("docs/reference/exit-codes.md does not name %s", code.name)
		}
	}
}
