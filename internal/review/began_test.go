package review

import (
	"testing"

	"ccc/internal/baseline"
	"ccc/streamjson"
)

// TestR01Began: a reviewer whose claude says at its start that it has another model, output style, MCP server or plugin
// than it was to have gives no verdict; what claude has by itself is no difference.
func TestR01Began(t *testing.T) {
	asked := Reviewer{Model: "opus-5[1m]", forked: true, Settings: `{"outputStyle": "Explanatory"}`, Role: roleSystem}
	asked.Baseline = &baseline.Baseline{Places: baseline.Places{Managed: t.TempDir()}}
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
