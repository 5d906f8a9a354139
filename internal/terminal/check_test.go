package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ccc/integration/events"
	"ccc/integration/files"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// TestG01ChecksFolded: each check takes a line. A failed one shows the end of its output, in which nothing moves the
// cursor.
func TestG01ChecksFolded(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Lang: lang.English, Width: columns(30)})
	s.ShowCheck("unit")
	s.ShowCheckResult("unit", "exit 1, 0.1s", false, "1\n2\n3\n4\x1b[2J\n"+strings.Repeat("x", 50)+"\n6\n")
	s.ShowCheckResult("lint", "ok before", true, "")
	s.ShowCheckResult("integration", "passed before, and no file has changed since", true, "")
	s.Flush()
	want := `│ ● check unit
│   ⎿ exit 1, 0.1s
│   ⎿ … 2 earlier lines
│     3
│     4` + text.Safe("\x1b[2J") + `
│     xxxxxxxxxxxxxxxxxxxxxxx…
│     6
│ ● check lint · ok before
│ ● check integration
│   ⎿ passed before, and no
│     file has changed since
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(s.tools) != 0 {
		t.Errorf("%d checks still run", len(s.tools))
	}
}

// TestG01ChecksStream: while a check runs the last lines of its output are shown below it. At its end only its own line
// stays.
func TestG01ChecksStream(t *testing.T) {
	now := time.Unix(0, 0)
	term := newTerminal(40, 12)
	s := New(term, Options{
		Lang: lang.English, Styled: true, Typing: true, Width: columns(40), Height: columns(12),
		Now: func() time.Time { return now },
	})
	s.ShowCheck("unit")
	for i := range 6 {
		s.ShowCheckLine("unit", fmt.Sprintf("line %d\x1b[2J", i))
	}
	s.ShowCheckLine("unit", " ")
	s.ShowCheckLine("other", "of a check that does not run")
	s.ShowCheckLine("unit", strings.Repeat("x", 50))
	s.Redraw()
	s.slowWriter.wait(time.Minute)
	running := term.text()
	s.ShowCheckResult("unit", "ok, 0.1s", true, "")
	s.slowWriter.wait(time.Minute)
	files.Golden(t, "testdata/check.golden", running+term.text())
	s.Leave()
}

// TestStoppedReviewIsOver: after a review was stopped, no part of it is drawn as running, and its check has one row.
func TestStoppedReviewIsOver(t *testing.T) {
	sc := newScene(t, 40, 12)
	e := events.Of(t, call("a", "Bash", map[string]any{"command": "ls"}))
	sc.ShowReviewer("", e)
	sc.ShowReviewer("security", e)
	sc.ShowCheck("unit")
	sc.playAgent(call("b", "Bash", map[string]any{"command": "make"}))
	sc.EndReview()
	sc.ShowCheckResult("unit", "stopped", false, "") // which is known only now
	sc.Redraw()
	sc.slowWriter.wait(time.Minute)
	got := sc.terminal.text()
	for _, line := range []string{
		"│ ● Bash ls · no result\n", "│ security ● Bash ls · no result\n", "│ ● check unit · stopped\n",
		"\n● Bash make · 0.0s\n",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("%q is not shown:\n%s", line, got)
		}
	}
	if strings.Count(got, "check unit") != 1 {
		t.Errorf("the check has more than one row:\n%s", got)
	}
}
