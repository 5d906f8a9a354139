package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// PluginName is Claude Code's name for ccc's plugin and its marketplace, once ccc has written them.
const PluginName = "ccc@ccc-local"

// FromPlugin is the argument that tells ccc that the plugin called it. The plugin's commands contain it, because
// claude's settings decide over the environment.
const FromPlugin = "--plugin"

// PluginDir returns the directory of the plugin that [Hook.WritePlugin] writes, in claude's configuration directory.
func PluginDir(dir string) string { return filepath.Join(dir, "ccc-plugin") }

// WritePlugin writes a plugin for Claude Code, which is its own marketplace. It replaces one that is there. The plugin
// calls ccc by its absolute path, because a project's settings can set the PATH of hooks and commands (2.1.5, 2.1.197,
// 2.1.329).
func (h Hook) WritePlugin(dir string) error {
	if strings.ContainsAny(h.Program, "`\n$") { // a command's text would interpret these
		return lang.Errorf("%s cannot be used in a slash command: install ccc in another directory", h.Program)
	}
	start := h.startEntry()
	start["command"] = h.quotedProgram() + " " + startCommand + " " + FromPlugin
	prompt := h.prompt()
	prompt["command"] = h.quotedProgram() + " " + promptCommand + " " + FromPlugin
	stop := h.stopEntry()
	stop["command"] = h.quotedProgram() + " " + hookCommand // if ccc is gone, claude reports that
	about := map[string]any{
		"name": "ccc", "description": "Each time Claude Code stops, a second claude reviews the work: " +
			"/ccc:supervisor TASK, /ccc:supervisoroff", "author": map[string]any{"name": "The ccc authors"},
	}
	name, market, _ := strings.Cut(PluginName, "@")
	files := map[string]any{
		".claude-plugin/plugin.json": about,
		".claude-plugin/marketplace.json": map[string]any{
			"name": market, "owner": about["author"], "metadata": map[string]any{"description": about["description"]},
			"plugins": []any{map[string]any{"name": name, "source": "./", "description": about["description"]}},
		},
		"hooks/hooks.json": map[string]any{"hooks": map[string]any{
			"Stop": []any{group(stop)}, "SessionStart": []any{group(start)}, "UserPromptSubmit": []any{group(prompt)},
		}},
	}
	for _, c := range commands {
		text := c.text(h.quotedProgram(), lang.English) // as all that describes the plugin
		files["commands/"+c.name] = strings.Replace(text, FromCommand+"`\n", FromPlugin+"`\n", 1)
	}
	for path, content := range files {
		text, ok := content.(string)
		if !ok {
			out, err := json.MarshalIndent(content, "", "  ")
			if err != nil {
				return err
			}
			text = string(out) + "\n"
		}
		path = filepath.Join(PluginDir(dir), path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return lang.Errorf("create the directory of the plugin: %w", err)
		}
		if err := file.Update(path, file.Text, func([]byte) ([]byte, error) { return []byte(text), nil }); err != nil {
			return err
		}
	}
	return nil
}
