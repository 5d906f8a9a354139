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

// strictMCP reports whether the reviewer's claude is told to start no MCP server. Beside an administrator's servers
// claude refuses to start with that option (2.1.5 to 2.1.330). Then it has those alone, and no tool of theirs. One that
// came during the session keeps claude from starting, where no copy hides it: there is no verdict then.
func (r Reviewer) strictMCP() bool {
	path := filepath.Join(r.managed(), "managed-mcp.json")
	if r.Snapshot.Covers(path) {
		return !r.Snapshot.Has(path)
	}
	_, err := os.Stat(path)
	return err != nil
}

// managed is the directory of the administrator's settings.
func (r Reviewer) managed() string {
	if r.Snapshot != nil {
		return r.Snapshot.Managed
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

// checkTools is the part of checkInit that holds for each turn: the reviewer has Read and Bash if it was given them, and
// one of its tools at least. A row in the session's transcript can take them away ("mode":"coordinator"; measured on
// 2.1.330), and whoever has none sees nothing. Grep and Glob are not demanded: by themselves claude's own builds have
// none from 2.1.117 on, 2.1.162 and later have them where --tools names them, and Bash and Read see what they see.
func (r Reviewer) checkTools(init streamjson.Init) error {
	if r.Cage.Kind == sandbox.Replay || init.Tools == nil { // each claude that was measured lists them
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
		strings.Join(missing, ", "))
}

// deniedTools are the tools that the user's or the administrator's settings take away as a whole.
func (r Reviewer) deniedTools() (names []string) {
	texts := [][]byte{r.settings()}
	for _, path := range settings.ManagedFiles(r.managed()) {
		texts = append(texts, r.copyOf(path))
	}
	for _, text := range texts {
		var rules struct{ Permissions struct{ Deny []string } }
		_ = json.Unmarshal(text, &rules) // claude says what is wrong with it
		for _, rule := range rules.Permissions.Deny {
			names = append(names, strings.TrimSuffix(rule, "(*)"))
		}
	}
	return names
}

// outputStyle is the style that the reviewer's settings name; "" if they name none.
func (r Reviewer) outputStyle() string {
	var own struct {
		Style string `json:"outputStyle"`
	}
	_ = json.Unmarshal(r.settings(), &own) // claude says what is wrong with it
	return own.Style
}

// settings are the reviewer's settings, as its claude finds them.
func (r Reviewer) settings() []byte {
	if strings.HasPrefix(r.Settings, "{") {
		return []byte(r.Settings)
	}
	return r.copyOf(r.Settings)
}

// copyOf is a file as the reviewer's claude finds it: as it was when the session began, if it was copied then.
func (r Reviewer) copyOf(path string) []byte {
	text, err := r.Snapshot.Read(path)
	if err != nil && r.Snapshot != nil {
		text, _ = file.ReadJSON(path) // claude says what is wrong with it
	}
	return text
}
