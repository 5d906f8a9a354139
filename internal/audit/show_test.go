package audit

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"ccc/internal/claims"
	"ccc/internal/lang"
)

// TestM06NarrowReport: in a narrow terminal the worst claims are laid out anew, and times and ids stay whole.
func TestM06NarrowReport(t *testing.T) {
	const id = "5e551011-0000-4000-8000-000000000001"
	r := Report{Claims: 12, Unsupported: 12, Projects: make([]Row, 12)}
	r.Worst = []Finding{{Kind: claims.TestsPassed, Text: "All tests pass in each of the packages.", Session: id,
		Time: "2026-11-30T03:32:28Z", Project: "/home/ana/project", Reason: claims.NoCommand}}
	for _, l := range []lang.Language{lang.English, lang.Chinese} {
		var b strings.Builder
		if err := r.Text(&b, l, func() int { return 40 }); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "\n2026-11-30 03:32\n"+id+"\n/home/ana/project\n") {
			t.Errorf("the line of the session is cut:\n%s", b.String())
		}
		together := func(s string) string { return strings.Join(strings.Fields(s), "") }
		for _, left := range []string{l.Sprintf("%d more", 2),
			l.Sprintf("The worst %d of these %d, at most one of each session:", 1, 12)} {
			if !strings.Contains(together(b.String()), together(left)) {
				t.Errorf("what is left out is not said: %s\n%s", left, b.String())
			}
		}
		for line := range strings.Lines(b.String()) {
			isHint := strings.Contains(line, " ccc") || strings.Contains(line, "ccc replay") // a command stays whole
			if !isHint && uniseg.StringWidth(strings.TrimSuffix(line, "\n")) > 40 {
				t.Errorf("too long: %q", line)
			}
		}
	}
}
