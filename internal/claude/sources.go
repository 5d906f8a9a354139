package claude

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
)

// Claude reads these files by itself (2.1.5 to 2.1.330): they configure it, make it run something, or instruct the
// model. All code that copies them, compares them or asks the user about them takes the names from here.
var (
	// ProjectSettings are the settings files in a project's directory .claude. A later one overrides an earlier one.
	ProjectSettings = []string{"settings.json", "settings.local.json"}
	// PromptFolders are folders in a directory .claude whose files can name hooks and MCP servers.
	PromptFolders = []string{"agents", "commands", skillsFolder}
	// Instructions are the files for the model in the project's directory, in those above it, and below it.
	Instructions = []string{"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"}
	// Sources are the entries of a directory .claude, the user's or a project's, that claude reads.
	Sources = slices.Concat(ProjectSettings, PromptFolders, []string{
		"remote-settings.json", "CLAUDE.md", "AGENTS.md", "rules", "output-styles", "workflows", "dev-mods", "mods",
	})
)

// MCPFile is the file that names MCP servers, in the project's directory and in those above it.
const MCPFile = ".mcp.json"

const skillsFolder = "skills"

// SkillsIn is the folder of skills in a directory .claude. A skill with a folder .claude-plugin is a plugin.
func SkillsIn(dir string) string { return filepath.Join(dir, skillsFolder) }

// SettingsFiles lists the settings files of a claude with that configuration directory, in a project's directory. A
// later file overrides an earlier one.
func SettingsFiles(config, work string) []string {
	files := []string{filepath.Join(config, ProjectSettings[0])}
	for _, name := range ProjectSettings {
		files = append(files, filepath.Join(work, ".claude", name))
	}
	return files
}

// StateFileName and OldStateFile are names of claude's own file. If the old one exists, in the configuration
// directory, claude ignores the other (2.1.5 to 2.1.330).
const (
	StateFileName = ".claude.json"
	OldStateFile  = ".config.json"
)

// StateFile returns the path of claude's own file, with its settings and what it knows about projects.
func StateFile(getenv func(string) string) string {
	dir := getenv("CLAUDE_CONFIG_DIR")
	old := filepath.Join(cmp.Or(dir, filepath.Join(getenv("HOME"), ".claude")), OldStateFile)
	if info, err := os.Stat(old); err == nil && info.Mode().IsRegular() {
		return old
	}
	return filepath.Join(cmp.Or(dir, getenv("HOME")), StateFileName)
}
