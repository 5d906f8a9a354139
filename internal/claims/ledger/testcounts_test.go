package ledger

import (
	"testing"

	"ccc/internal/claims/shell"
)

// TestM02TestCounts: if an output has a sum, the counts of single files are not added to it.
func TestM02TestCounts(t *testing.T) {
	for output, want := range map[string]int{
		" ✓ a.test.ts (9 tests) 12ms\n ✓ b.test.ts (48 tests)\n\n Test Files  2 passed (2)\n      Tests  57 passed (57)": 57,
		"Test Suites: 2 passed, 2 total\nTests:       1 skipped, 57 passed, 58 total\n":                                  58,
		"      Tests  57 passed (57)\n===== 18 passed in 0.3s =====":                                                     75,
		"  Tests:    36 passed (98 assertions)\n":                                                                        36,
		"a.py 3 passed\nb.py 4 passed\n":                                                                                 7,
		"===== 40 passed, 2 skipped in 0.3s =====":                                                                       42,
		"test result: ok. 40 passed; 0 failed; 2 ignored;":                                                               42,
		"ok  \tx\t0.1s\n": 0,
	} {
		if got := (&Run{Kinds: shell.Tests}).countPassed(output); got != want {
			t.Errorf("%q: %d, not %d", output, got, want)
		}
	}
}
