package mods

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// Plugin is a plugin with mods or hooks, which run in claude.
type Plugin struct {
	Name    string
	Dir     string
	Modules bool // it has a mod
	Hooks   bool // it has hooks that run commands
}

// Message names the plugin and its folder.
func (p Plugin) Message() lang.Message {
	switch {
	case p.Modules && p.Hooks:
		return lang.M("mod and hooks %s: %s", p.Name, p.Dir)
	case p.Modules:
		return lang.M("mod %s: %s", p.Name, p.Dir)
	}
	return lang.M("hooks of the plugin %s: %s", p.Name, p.Dir)
}

// Places are the places where a claude looks for plugins.
type Places struct {
	Claude string   // its configuration directory
	Work   string   // the project's directory; those above it do not count
	Env    string   // CLAUDE_CODE_PLUGIN_DIRS of the environment
	Dirs   []string // each --plugin-dir
}

// DirsEnv is the variable that names folders of plugins. Its value in the user's settings counts before the
// environment; a value in a project's settings does not count (2.1.329, 2.1.330).
const DirsEnv = "CLAUDE_CODE_PLUGIN_DIRS"

// maxPlugins limits how many entries of a folder are considered.
const maxPlugins = 1000

// Find lists the plugins with mods or hooks that a claude in these places would load: those of skills folders, those
// that are named, and the installed ones.
func Find(p Places) (list []Plugin) {
	var all []pluginSettings // the user's first
	for _, path := range claude.SettingsFiles(p.Claude, p.Work) {
		all = append(all, settingsIn(path))
	}
	named := p.Env
	if dirs, ok := all[0].Env[DirsEnv].(string); ok {
		named = dirs
	}
	dirs := slices.Concat(filepath.SplitList(named), p.Dirs)
	for _, skills := range []string{claude.SkillsIn(p.Claude), claude.SkillsIn(filepath.Join(p.Work, ".claude"))} {
		for _, name := range file.Names(skills, maxPlugins) {
			dirs = append(dirs, filepath.Join(skills, name))
		}
	}
	home, _ := os.UserHomeDir() // without one ~ stays
	for _, dir := range dirs {
		if found, ok := Look(file.InHome(dir, home)); ok {
			list = append(list, found)
		}
	}
	return append(list, p.installedPlugins(all)...)
}

// Look reads the folder of a plugin. ok is false if it has neither mods nor hooks, or is no plugin.
func Look(dir string) (p Plugin, ok bool) {
	manifest, err := jsonedit.ReadMembers(filepath.Join(dir, ".claude-plugin", "plugin.json"))
	if err != nil || manifest == nil {
		return p, false
	}
	p = Plugin{Name: filepath.Base(dir), Dir: dir}
	_ = json.Unmarshal(manifest["name"], &p.Name) // without a name the folder names it
	paths := []string{filepath.Join("hooks", "hooks.json")}
	var one string
	var several []string
	switch hooks := manifest["hooks"]; {
	case json.Unmarshal(hooks, &one) == nil && one != "":
		paths = append(paths, one)
	case json.Unmarshal(hooks, &several) == nil:
		paths = append(paths, several...)
	case len(hooks) > 0 && string(hooks) != "null":
		p.Hooks = true
	}
	for _, path := range paths {
		hooks, _ := jsonedit.ReadMembers(filepath.Join(dir, path)) // without it there are none
		p.Modules = p.Modules || len(hooks["modules"]) > 0
		p.Hooks = p.Hooks || len(hooks["hooks"]) > 0
	}
	return p, p.Modules || p.Hooks
}

// installedPlugins lists the installed plugins that no settings file turns off.
func (p Places) installedPlugins(settings []pluginSettings) (list []Plugin) {
	text, err := file.ReadJSON(filepath.Join(p.Claude, "plugins", "installed_plugins.json"))
	if err != nil || text == nil {
		return nil
	}
	var all struct {
		Plugins map[string][]struct {
			Path    string `json:"installPath"`
			Project string `json:"projectPath"`
		} `json:"plugins"`
	}
	if json.Unmarshal(text, &all) != nil {
		return nil
	}
	enabled := map[string]bool{}
	for _, s := range settings {
		for name, value := range s.Enabled {
			on, known := value.(bool)
			enabled[name] = on || !known // a list of versions also enables it
		}
	}
	for name, places := range all.Plugins {
		for _, one := range places {
			on, said := enabled[name]
			if found, ok := Look(one.Path); ok && (on || !said) && (one.Project == "" || one.Project == p.Work) {
				list = append(list, found)
			}
		}
	}
	slices.SortFunc(list, func(a, b Plugin) int { return strings.Compare(a.Dir, b.Dir) })
	return slices.Compact(list)
}

// pluginSettings are the keys of a settings file that choose plugins.
type pluginSettings struct {
	Env     map[string]any
	Enabled map[string]any
}

// settingsIn reads these keys of a file. A file that cannot be read sets none; claude reports it.
func settingsIn(path string) (s pluginSettings) {
	all, _ := jsonedit.ReadMembers(path)
	_ = json.Unmarshal(all["env"], &s.Env) // a value of another kind chooses none
	_ = json.Unmarshal(all["enabledPlugins"], &s.Enabled)
	return s
}
