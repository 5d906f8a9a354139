package task

import "testing"

// TestL09HasUnfixedBlocker: "F1 is still open" in a verdict that accepts the work is found, and other sentences are
// not.
func TestL09HasUnfixedBlocker(t *testing.T) {
	known := []Finding{
		{ID: "F1", Severity: Blocker, Status: Open}, {ID: "F2", Severity: Advice, Status: Open},
		{ID: "F3", Severity: Blocker, Status: Dismissed}, {ID: "F10", Severity: Blocker, Status: Fixed},
	}
	for words, want := range map[string]bool{
		"F1 (blocker) is still open: Close drops its error.": true,
		"F2 is fixed. F1 (sum.go:3) remains open.":           true,
		"**F1**: this was not fixed.":                        true,
		"f1 isn't resolved":                                  true,
		"F1 is unresolved, which I accept.":                  true,
		"F1 is still not fixed, but all else is":             true,
		"F1 still panics with nil.":                          true,
		"F1 仍未修复。":                                           true,
		"F1 is fixed. The file is still open in an editor.":  false,
		"F1 is no longer open.":                              false,
		"F1 is fixed; nothing is open.":                      false,
		"F2 is still open, and only advice.":                 false,
		"F3 is still open; the user dismissed it.":           false,
		"F10 is still open":                                  false,
		"XF1 is still open":                                  false,
		"":                                                   false,
	} {
		if got := HasUnfixedBlocker(words, known); got != want {
			t.Errorf("HasUnfixedBlocker(%q) = %v", words, got)
		}
	}
}
