package launch

import (
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// TestN07Bare: a claude that starts without hooks, or as with --bare, is named once.
func TestN07Bare(t *testing.T) {
	const (
		hook = `{"type":"system","subtype":"hook_response","hook_event":"SessionStart"}`
		init = `{"type":"system","subtype":"init","tools":["Bash","Edit","Read"]}`
	)
	for _, tt := range []struct {
		lines []string
		said  string
	}{
		{[]string{hook, init, init}, ""},
		{[]string{`{"type":"system","subtype":"init"}`}, ""}, // no claude
		{[]string{init, hook, init}, "this claude runs no hooks, neither yours nor the project's; if that is because of " +
			"--bare, it reads no CLAUDE.md either"},
	} {
		said := ""
		w := bareWatch{note: func(m lang.Message) { said += m.String() }}
		d := streamjson.NewDecoder(strings.NewReader(strings.Join(tt.lines, "\n") + "\n"))
		for e, err := d.Next(); err == nil; e, err = d.Next() {
			w.follow(e)
		}
		if said != tt.said {
			t.Errorf("of %q is said %q, want %q", tt.lines, said, tt.said)
		}
	}
}
