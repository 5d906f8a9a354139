package doctor

import (
	"strings"
	"testing"

	"ccc/internal/lang"
)

// In a narrow terminal what was found has the whole width, below the name of its check.
func TestNarrowText(t *testing.T) {
	list := []Result{{Name: "state", State: Broken, Found: lang.M("/home/me/.claude/ccc cannot be written: read-only"),
		Cure: lang.M("chmod u+w /home/me/.claude/ccc")}}
	var b strings.Builder
	if err := WriteText(&b, list, true, func() int { return 40 }, lang.English); err != nil {
		t.Fatal(err)
	}
	want := "✗ state\n  /home/me/.claude/ccc cannot be\n  written: read-only\n  → chmod u+w /home/me/.claude/ccc\n"
	if got, _, _ := strings.Cut(b.String(), "\n\n"); got+"\n" != want {
		t.Errorf("%q, want %q", got, want)
	}
}
