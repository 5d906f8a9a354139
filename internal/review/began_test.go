package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/claude/snapshot"
	"ccc/streamjson"
)

// TestR01Began: a reviewer gives no verdict if its claude reports another model, output style, MCP server or plugin at
// the start than ccc configured. What every claude has is allowed.
func TestR01Began(t *testing.T) {
	asked := Reviewer{Model: "opus-5[1m]", forked: true, Settings: `{"outputStyle": "Explanatory"}`, Role: roleSystem}
	asked.Snapshot = &snapshot.Snapshot{Places: snapshot.Places{Managed: t.TempDir()}}
	inMessage, placed := asked, asked
	inMessage.Role, placed.forked = roleUser, false
	plugin := streamjson.Init{Plugins: []streamjson.Plugin{{Name: "evil", Path: "/p/.claude/skills/evil"}}}
	for name, c := range map[string]struct {
		r    Reviewer
		init streamjson.Init
		good bool
	}{
		"as asked": {asked, streamjson.Init{Model: "opus-5", OutputStyle: "Explanatory",
			Plugins: []streamjson.Plugin{{Name: "cc-plugin-privacy", Path: "builtin"}}}, true},
		"claude's own style":   {asked, streamjson.Init{OutputStyle: "default"}, true},
		"says nothing":         {asked, streamjson.Init{}, true},
		"another style":        {asked, streamjson.Init{OutputStyle: "evil"}, false},
		"another model":        {asked, streamjson.Init{Model: "haiku-5"}, false},
		"an alias":             {placed, streamjson.Init{Model: "haiku-5"}, true},
		"a server":             {asked, streamjson.Init{MCPServers: []streamjson.MCPServer{{Name: "evil"}}}, false},
		"a plugin":             {asked, plugin, false},
		"a plugin of a copy":   {inMessage, plugin, true},
		"a server of a copy's": {inMessage, streamjson.Init{MCPServers: []streamjson.MCPServer{{Name: "evil"}}}, false},
	} {
		if err := c.r.checkInit(c.init); (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestR01Tools: a reviewer gives no verdict if its claude lists neither Read nor Bash at the start, though ccc gave it
// these. It does not need a tool that the user or an administrator denies.
func TestR01Tools(t *testing.T) {
	const (
		named    = "Bash Glob Grep Read" // with --tools, all versions list these
		none     = "Task ListAgents SendMessage Skill TaskStop Workflow"
		native   = "Task AskUserQuestion Bash Edit Read Skill Write"
		scripted = native + " Glob Grep"
	)
	managed := t.TempDir()
	caged := Reviewer{Cage: held, Role: roleSystem}
	caged.Snapshot = &snapshot.Snapshot{Places: snapshot.Places{Managed: managed}}
	inMessage, reads, searches, denies, copied := caged, caged, caged, caged, caged
	inMessage.Role = roleUser
	reads.Cage.Kind = "tools"
	searches.Allowed, searches.Role = []string{"Grep", "Glob"}, roleUser
	denies.Settings = `{"permissions":{"deny":["Bash","Read(./.env)","Glob(*)"]}}`
	copied.Settings = filepath.Join(managed, "settings.json") // the agent has rewritten the file since
	copied.Snapshot = &snapshot.Snapshot{Places: caged.Snapshot.Places, Roots: []string{copied.Settings},
		Entries: []snapshot.Entry{{Path: copied.Settings, Data: []byte("{}")}}}
	if err := os.WriteFile(copied.Settings, []byte(`{"permissions":{"deny":["Bash"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		r       Reviewer
		version string
		tools   string
		want    string // the missing tools
	}{
		"2.1.5":                   {caged, "2.1.5", named, ""},
		"2.1.197":                 {caged, "2.1.197", named, ""},
		"2.1.330":                 {caged, "2.1.330", named, ""},
		"2.1.5, in the message":   {inMessage, "2.1.5", scripted, ""},
		"2.1.330, in the message": {inMessage, "2.1.330", native, ""},
		"a coordinator":           {inMessage, "2.1.330", none, "Read, Grep, Glob, Bash"},
		"a coordinator's tools":   {caged, "2.1.330", "", "Read, Grep, Glob, Bash"},
		"without its own search":  {caged, "2.1.150", "Bash Read", ""}, // 2.1.117 to 2.1.161, and --bare
		"other tools":             {caged, "2.2.0", "Read Shell", "Bash"},
		"without commands":        {reads, "2.1.330", "Glob Grep Read", ""},
		"the user denies":         {denies, "2.1.330", "Grep Read", ""},
		"nobody else does":        {copied, "2.1.330", "Glob Grep Read", "Bash"},
	} {
		err := c.r.checkTools(streamjson.Init{Version: c.version, Tools: strings.Fields(c.tools)})
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), "without "+c.want+",") {
			t.Errorf("%s: %v, want missing: %s", name, err, c.want)
		}
	}
	if err := searches.checkTools(streamjson.Init{Version: "2.1.330", Tools: strings.Fields(native)}); err == nil {
		t.Error("a reviewer with none of its tools may judge")
	}
	if err := caged.checkTools(streamjson.Init{}); err != nil {
		t.Errorf("a claude that lists no tools: %v", err)
	}
}

// TestR01Blind: an answer of a reviewer without its tools is no verdict, whether the tools are missing in its first
// turn or in a later one.
func TestR01Blind(t *testing.T) {
	for _, act := range []string{"blind", "blind later"} {
		got := runReviewer(t.Context(), t, request(t, act))
		if got.Completed || got.Failure != streamjson.Transient ||
			!strings.Contains(got.Reason.Error(), "began without Read") ||
			!strings.Contains(got.Reason.Error(), "does not count") {
			t.Errorf("%s: %+v", act, got)
		}
	}
}
