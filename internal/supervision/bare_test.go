package supervision

import (
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// TestN07Bare: a claude that starts without hooks, or as with --bare, is reported once.
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

// TestN07Tools: tools that the previous agent had and this one lacks are reported once: if the
// version differs, or if the directory is the same.
func TestN07Tools(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "agent-tools.json")
	for _, tt := range []struct{ version, dir, tools, said string }{
		{"2.1.330", "/a", `"Bash","Edit","WebFetch","mcp__x__y"`, ""},
		{"2.1.330", "/a", `"Bash","Edit","WebFetch","Read"`, ""},
		{"2.1.330", "/b", `"Bash","Read"`, ""}, // the other project's settings
		{"2.1.330", "/b", `"Read"`, "the agent works without tools that the last claude here had: Bash"},
		{"2.1.330", "/b", `"Read"`, ""},
		{"2.1.330", "/b", `"Read","Bash","Task"`, ""},
		{"2.1.331", "/c", `"Read"`, "the agent works without tools that claude 2.1.330 had, because claude 2.1.331 does not have them: Bash, Task"},
		{"2.1.331", "/c", ``, ""},
	} {
		said := ""
		w := bareWatch{note: func(m lang.Message) { said += m.String() }, toolsFile: kept, hasHook: true}
		d := streamjson.NewDecoder(strings.NewReader(`{"type":"system","subtype":"init","cwd":"` + tt.dir +
			`","claude_code_version":"` + tt.version + `","tools":[` + tt.tools + "]}\n"))
		for e, err := d.Next(); err == nil; e, err = d.Next() {
			w.follow(e)
		}
		if said != tt.said {
			t.Errorf("%+v: said %q", tt, said)
		}
	}
}
