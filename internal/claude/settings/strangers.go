package settings

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// Stranger is a file of a project that makes claude run something or that configures claude. Content has those parts
// of it in a canonical form.
type Stranger struct{ Path, Content string }

// harmless are the keys of a project's settings file that run nothing, and only set how claude looks and which model
// it uses. Any other key counts, even an unknown one, because each version of claude has new ones.
var harmless = []string{
	"$schema", "alwaysThinkingEnabled", "attribution", "cleanupPeriodDays", "companyAnnouncements",
	"disabledMcpjsonServers", "effortLevel", "includeCoAuthoredBy", "includeGitInstructions", "language", "model",
	"outputStyle", "prefersReducedMotion", "respectGitignore", "showTurnDuration", "spinnerTipsEnabled",
	"spinnerVerbs",
}

// harmlessPermissions are the keys of "permissions" that loosen nothing: claude ignores what a project allows until
// the user has said that the directory is trusted (2.1.197, 2.1.329, 2.1.330).
var harmlessPermissions = []string{"allow", "ask", "deny", "disableBypassPermissionsMode"}

// Strangers returns the files of a project that make claude run commands or that configure it, unless the user has
// told claude that the directory, or one above it, is trusted. In its own screen claude asks; with --print it starts
// hooks and MCP servers of an unknown directory (2.1.5, 2.1.197, 2.1.329, 2.1.330). known is claude's own file
// ".claude.json". claudeDir is the user's configuration directory, whose files belong to no project.
func Strangers(work, claudeDir, known string) []Stranger {
	list := ProjectFiles(work, claudeDir)
	if len(list) > 0 && isTrusted(work, known) {
		return nil
	}
	return list
}

// ProjectFiles returns the files of a project that make claude run commands or that configure it. Claude reads
// settings in the directory itself; it reads .mcp.json, skills and agents also in the directories above, even beyond
// the repository.
func ProjectFiles(work, claudeDir string) (list []Stranger) {
	add := func(path string, text []byte, err error, runs func([]byte) (string, error)) {
		content := ""
		if err == nil && text != nil {
			content, err = runs(text)
		}
		if err != nil { // claude may be able to read it
			content = err.Error() + "\n" + file.Digest(string(text))
		}
		if content != "" {
			list = append(list, Stranger{path, content})
		}
	}
	for dir := filepath.Clean(work); ; dir = filepath.Dir(dir) {
		own := filepath.Join(dir, ".claude")
		if file.Same(own, claudeDir) { // the directory is the user's home
			break
		}
		if dir == filepath.Clean(work) {
			for _, name := range claude.ProjectSettings {
				path := filepath.Join(own, name)
				text, err := file.ReadJSON(path)
				add(path, text, err, settingsRun)
			}
			path := filepath.Join(own, "scheduled_tasks.json") // it has prompts
			text, err := file.Read(path, file.MaxText)
			add(path, text, err, func(text []byte) (string, error) { return string(bytes.TrimSpace(text)), nil })
		}
		path := filepath.Join(dir, claude.MCPFile)
		text, err := file.ReadJSON(path)
		add(path, text, err, servers)
		for _, name := range claude.PromptFolders {
			folder := filepath.Join(own, name)
			files, err := filesIn(folder)
			add(folder, nil, err, nil)
			for _, path := range files {
				if strings.HasSuffix(path, ".md") {
					text, err := file.Read(path, file.MaxText)
					add(path, text, err, frontMatterCommands)
				}
			}
		}
		list = append(list, pluginsIn(claude.SkillsIn(own))...)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return list
}

// settingsRun returns what is not harmless in a settings file, as JSON; "" for nothing.
func settingsRun(text []byte) (string, error) {
	all, err := jsonedit.Members(text)
	if err != nil {
		return "", err
	}
	maps.DeleteFunc(all, func(key string, _ json.RawMessage) bool { return slices.Contains(harmless, key) })
	if permissions, err := jsonedit.Members(all["permissions"]); err == nil {
		maps.DeleteFunc(permissions, func(key string, _ json.RawMessage) bool {
			return slices.Contains(harmlessPermissions, key)
		})
		if delete(all, "permissions"); len(permissions) > 0 {
			all["permissions"], _ = json.Marshal(permissions) // it was JSON
		}
	}
	return asJSON(all)
}

// servers returns the MCP servers of a .mcp.json, as JSON; "" for none.
func servers(text []byte) (string, error) {
	all, err := jsonedit.Members(text)
	if err != nil {
		return "", err
	}
	list, err := jsonedit.Members(all["mcpServers"])
	if err != nil {
		return "", err
	}
	return asJSON(list)
}

// asJSON returns the members as JSON; "" if there are none.
func asJSON(members map[string]json.RawMessage) (string, error) {
	if len(members) == 0 {
		return "", nil
	}
	text, err := json.Marshal(members)
	return string(text), err
}

const (
	maxDepth = 6 // of folders in folders
	maxFiles = 10_000
)

// filesIn lists the files of a folder and of the folders in it. It follows symbolic links.
func filesIn(dir string) (paths []string, err error) {
	err = file.Walk(dir, file.Limits{Files: maxFiles, Depth: maxDepth}, func(path string, info fs.FileInfo) error {
		if !info.IsDir() {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		err = lang.Errorf("it has more than %d files, or folders more than %d deep", maxFiles, maxDepth)
	}
	return paths, err
}

// frontMatterCommands returns the hooks and MCP servers in the front matter of a markdown file; "" for none.
func frontMatterCommands(markdown []byte) (string, error) {
	mark := []byte("---")
	rest, ok := bytes.CutPrefix(bytes.TrimPrefix(markdown, []byte("\xef\xbb\xbf")), mark)
	front, _, closed := bytes.Cut(rest, append([]byte("\n"), mark...))
	if !ok || !closed {
		return "", nil
	}
	all := make(map[string]any)
	if len(front) > text.MaxFrontMatter {
		return "", lang.Errorf("the front matter is longer than %d KiB", text.MaxFrontMatter>>10)
	}
	if err := yaml.Unmarshal(front, &all); err != nil {
		return "", err
	}
	maps.DeleteFunc(all, func(key string, _ any) bool { return key != "hooks" && key != "mcpServers" })
	if len(all) == 0 {
		return "", nil
	}
	content, err := json.Marshal(all)
	return string(content), err
}

// pluginsIn returns the folders of skills that are plugins: those may have hooks, MCP servers and mods. The content is
// the digest of each file.
func pluginsIn(skills string) (list []Stranger) {
	for _, name := range file.Names(skills, maxFiles) {
		folder := filepath.Join(skills, name)
		if _, err := os.Lstat(filepath.Join(folder, ".claude-plugin")); err != nil {
			continue
		}
		var lines strings.Builder
		files, err := filesIn(folder)
		if err != nil {
			lines.WriteString(err.Error() + "\n")
		}
		for _, path := range files {
			text, err := file.Read(path, file.Max)
			name, _ := filepath.Rel(folder, path)
			lines.WriteString(name + " " + file.Digest(string(text))[:16])
			if err != nil {
				lines.WriteString(" " + err.Error())
			}
			lines.WriteString("\n")
		}
		list = append(list, Stranger{folder, lines.String()})
	}
	return list
}

// isTrusted reports whether the user has told claude to trust the directory, or one above it.
func isTrusted(work, known string) bool {
	text, err := file.ReadJSON(known)
	var all struct {
		Projects map[string]struct {
			Accepted bool `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	if err != nil || json.Unmarshal(text, &all) != nil {
		return false
	}
	for dir := file.Real(work); ; dir = filepath.Dir(dir) {
		if all.Projects[dir].Accepted {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
