package review

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
	"ccc/streamjson"
)

// strictMCP reports whether the reviewer's claude gets the option to start no MCP server. If an administrator has
// configured servers, claude refuses to start with that option (2.1.5 to 2.1.330). Without the option it has only the
// administrator's servers, and none of their tools. If such a server was added during the session and no copy hides it,
// claude does not start, and there is no verdict.
func (r Reviewer) strictMCP() bool {
	path := filepath.Join(r.managed(), "managed-mcp.json")
	if r.Snapshot.Covers(path) {
		return !r.Snapshot.Has(path)
	}
	_, err := os.Stat(path)
	return err != nil
}

// managed returns the directory of the administrator's settings.
func (r Reviewer) managed() string {
	if r.Snapshot != nil {
		return r.Snapshot.Managed
	}
	return settings.ManagedDir()
}

// checkInit returns an error if the reviewer's claude began otherwise than ccc configured it. Then something unknown
// has changed its configuration, and its verdict would not count.
func (r Reviewer) checkInit(init streamjson.Init) error {
	if r.Cage.Kind == sandbox.Replay {
		return nil // a played recording was checked when it was made
	}
	if r.strictMCP() {
		for _, server := range init.MCPServers {
			return lang.Errorf("the reviewer's claude began with the MCP server %s, though it was to have none",
				server.Name)
		}
	}
	if style := init.OutputStyle; style != "" && style != "default" && style != r.outputStyle() {
		return lang.Errorf("the reviewer's claude began with the output style %s, which its settings do not name",
			style)
	}
	for _, plugin := range init.Plugins {
		if !r.inMessage() && plugin.Path != "" && plugin.Path != "builtin" {
			return lang.Errorf("the reviewer's claude began with the plugin %s, though it was to read no "+
				"settings but ccc's",
				plugin.Name)
		}
	}
	wanted, got := strings.TrimSuffix(r.Model, "[1m]"), strings.TrimSuffix(init.Model, "[1m]")
	if r.forked && wanted != "" && got != "" && wanted != got {
		return lang.Errorf("the reviewer's claude began with the model %s, and not with the agent's, %s", got, wanted)
	}
	return nil
}

// checkTools is the part of checkInit that is done in every turn. The reviewer must have Read and Bash if it was given
// them, and at least one of its tools. A line in the session's transcript can take tools away ("mode":"coordinator";
// measured on 2.1.330), and a reviewer without tools sees nothing. Grep and Glob are not required: from 2.1.117 on
// claude's own builds have them only if --tools names them, from 2.1.162 on, and Bash and Read can do the same.
func (r Reviewer) checkTools(init streamjson.Init) error {
	if r.Cage.Kind == sandbox.Replay || init.Tools == nil { // every measured version lists its tools
		return nil
	}
	denied := r.deniedTools()
	given := slices.DeleteFunc(r.tools(), func(name string) bool { return slices.Contains(denied, name) })
	missing := slices.DeleteFunc(slices.Clone(given), func(name string) bool {
		return slices.Contains(init.Tools, name)
	})
	if len(missing) < len(given) {
		missing = slices.DeleteFunc(missing, func(name string) bool { return name != bash && name != "Read" })
	}
	if len(missing) == 0 {
		return nil
	}
	return lang.Errorf("the reviewer's claude began without %s, which it was given. A newer claude may do that. Or "+
		"something wrote a line into the session's transcript (about claude's mode or agent) that takes tools away",
		lang.List(missing...))
}

// deniedTools returns the tools that settings of the user or an administrator deny entirely.
func (r Reviewer) deniedTools() (names []string) {
	texts := [][]byte{r.settings()}
	for _, path := range settings.ManagedFiles(r.managed()) {
		texts = append(texts, r.copyOf(path))
	}
	for _, text := range texts {
		var rules struct{ Permissions struct{ Deny []string } }
		_ = json.Unmarshal(text, &rules) // claude itself reports broken settings
		for _, rule := range rules.Permissions.Deny {
			names = append(names, strings.TrimSuffix(rule, "(*)"))
		}
	}
	return names
}

// outputStyle returns the style that the reviewer's settings name; "" for none.
func (r Reviewer) outputStyle() string {
	var own struct {
		Style string `json:"outputStyle"`
	}
	_ = json.Unmarshal(r.settings(), &own) // claude itself reports broken settings
	return own.Style
}

// settings returns the reviewer's settings as its claude sees them.
func (r Reviewer) settings() []byte {
	if strings.HasPrefix(r.Settings, "{") {
		return []byte(r.Settings)
	}
	return r.copyOf(r.Settings)
}

// copyOf returns a file as the reviewer's claude sees it: the copy from the beginning of the session if there is one.
func (r Reviewer) copyOf(path string) []byte {
	text, err := r.Snapshot.Read(path)
	if err != nil && r.Snapshot != nil {
		text, _ = file.ReadJSON(path) // claude itself reports broken settings
	}
	return text
}
