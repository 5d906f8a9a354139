package review

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
	"ccc/internal/settings"
	"ccc/streamjson"
)

// strictMCP reports whether the reviewer's claude is told to start no MCP server. Beside an administrator's servers
// claude refuses to start with that option (2.1.5 to 2.1.330). Then it has those alone, and no tool of theirs. One that
// came during the session keeps claude from starting, where no copy hides it: there is no verdict then.
func (r Reviewer) strictMCP() bool {
	path := filepath.Join(r.managed(), "managed-mcp.json")
	if r.Baseline.Covers(path) {
		return !r.Baseline.Has(path)
	}
	_, err := os.Stat(path)
	return err != nil
}

// managed is the directory of the administrator's settings.
func (r Reviewer) managed() string {
	if r.Baseline != nil {
		return r.Baseline.Managed
	}
	return settings.ManagedDir()
}

// checkInit compares how the reviewer's claude says that it has begun with how it was to begin. A difference comes from
// a source that nobody knows of, so that its verdict would not count.
func (r Reviewer) checkInit(init streamjson.Init) error {
	if r.Cage.Kind == sandbox.Replay {
		return nil // what is played was checked when it was recorded
	}
	if r.strictMCP() {
		for _, server := range init.MCPServers {
			return lang.Errorf("the reviewer's claude began with the MCP server %s, though it was to have none", server.Name)
		}
	}
	if style := init.OutputStyle; style != "" && style != "default" && style != r.outputStyle() {
		return lang.Errorf("the reviewer's claude began with the output style %s, which its settings do not name", style)
	}
	for _, plugin := range init.Plugins {
		if !r.inMessage() && plugin.Path != "" && plugin.Path != "builtin" {
			return lang.Errorf("the reviewer's claude began with the plugin %s, though it was to read no settings but ccc's",
				plugin.Name)
		}
	}
	wanted, got := strings.TrimSuffix(r.Model, "[1m]"), strings.TrimSuffix(init.Model, "[1m]")
	if r.forked && wanted != "" && got != "" && wanted != got {
		return lang.Errorf("the reviewer's claude began with the model %s, and not with the agent's, %s", got, wanted)
	}
	return nil
}

// outputStyle is the style that the reviewer's settings name; "" if they name none.
func (r Reviewer) outputStyle() string {
	text := []byte(r.Settings)
	if !strings.HasPrefix(r.Settings, "{") {
		text, _ = file.ReadJSON(r.Settings) // claude says what is wrong with it
	}
	var own struct {
		Style string `json:"outputStyle"`
	}
	_ = json.Unmarshal(text, &own)
	return own.Style
}
