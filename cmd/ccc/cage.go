package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/cage"
	"ccc/internal/config"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// cage finds the reviewer's cage. project is where it is to run, settings what it gets by --settings, dirs the agent's
// --add-dir.
func (p *program) cage(f config.File, d directories, project, settings string, dirs []string) (cage.Found, error) {
	if p.getenv(demoEnv) != "" {
		return cage.Found{Kind: cage.Played}, nil
	}
	if tools := f.Supervisor.AllowedTools; tools != nil && !slices.Contains(tools, "Bash") {
		return cage.Found{Kind: cage.Tools}, nil
	}
	home := p.getenv("HOME")
	plan := cage.Plan{
		Dirs:   append([]string{home, project, repository(project), d.claude}, dirs...),
		Hidden: append(cage.Secrets(home), f.Path, filepath.Join(d.claude, "ccc-provider-in-use.json")),
		Fixed:  []string{settings},
		Held: []string{ // what a running claude reads again
			filepath.Join(d.claude, "settings.json"), filepath.Join(d.claude, "settings.local.json"),
			filepath.Join(project, ".claude"),
		},
		Layers: []string{"/var/tmp"},
	}
	// What is kept by programs that have been told to keep it elsewhere than in the home.
	for _, name := range []string{
		"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "GOCACHE", "GOPATH", "CARGO_HOME",
	} {
		plan.Dirs = append(plan.Dirs, filepath.SplitList(p.getenv(name))...)
	}
	if p.ownLogin(d, settings) != nil {
		plan.Hidden = append(plan.Hidden, d.login())
	}
	needed := p.login(f, home, settings, filepath.Join(d.claude, "settings.json"))
	plan.Hidden = slices.DeleteFunc(plan.Hidden, func(path string) bool { return slices.Contains(needed, path) })
	for _, path := range f.Supervisor.Hidden {
		if below, ok := strings.CutPrefix(path, "~/"); ok {
			path = filepath.Join(home, below)
		}
		plan.Hidden = append(plan.Hidden, path)
	}
	entries, _ := os.ReadDir(d.claude) // without a directory there is nothing to hide
	for _, entry := range entries {
		path := filepath.Join(d.claude, entry.Name())
		if strings.HasPrefix(entry.Name(), "settings-") && !slices.Contains(plan.Fixed, path) {
			plan.Hidden = append(plan.Hidden, path)
		}
	}
	cache := p.getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(home, ".cache")
	}
	plan.Layers = append(plan.Layers, filepath.Join(cache, "ccc"), os.TempDir(), string(d.state))
	return cage.Find(f.Supervisor.Cage, plan)
}

// repository is the top of the work tree that a directory is in, or the directory itself: git is to work in a part of
// it, too.
func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// login are the secrets that claude logs in by itself, as the environment and the settings files have it: those of a
// cloud, or ccc.json where it calls ccc for a provider's key.
func (p *program) login(f config.File, home string, settings ...string) (paths []string) {
	helper, env := p.configured(settings...)
	for name, path := range map[string]string{
		"CLAUDE_CODE_USE_BEDROCK": filepath.Join(home, ".aws"),
		"CLAUDE_CODE_USE_VERTEX":  filepath.Join(home, ".config/gcloud"),
		"CLAUDE_CODE_USE_FOUNDRY": filepath.Join(home, ".azure"),
	} {
		if on := strings.ToLower(env[name]); on == "1" || on == "true" || on == "yes" || on == "on" { // as claude reads it
			paths = append(paths, path)
		}
	}
	if strings.Contains(helper, " provider key ") {
		paths = append(paths, f.Path)
	}
	return paths
}

// configured is what claude is told by its environment and settings files: the command that prints a key, and the
// variables.
func (p *program) configured(settings ...string) (helper string, env map[string]string) {
	env = make(map[string]string)
	for _, kv := range p.env {
		name, value, _ := strings.Cut(kv, "=")
		env[name] = value
	}
	for _, path := range settings {
		var s struct {
			Env    map[string]any `json:"env"`
			Helper string         `json:"apiKeyHelper"`
		}
		text, err := file.Read(path, file.Max)
		if err != nil || json.Unmarshal(text, &s) != nil {
			continue // what is no file, or cannot be read, says nothing
		}
		for name, value := range s.Env {
			env[name] = fmt.Sprint(value)
		}
		helper = cmp.Or(helper, s.Helper)
	}
	return helper, env
}

// login is where claude keeps its own login.
func (d directories) login() string { return filepath.Join(d.claude, ".credentials.json") }

// ownLogin gives the variable by which a reviewer is on claude's own login: the access token alone, as it is when the
// review begins. A claude that has the file renews both tokens when the one is old, and in a cage the new ones would be
// thrown away: the person would be logged out (the variable: 2.1.5, 2.1.329). It is nil if claude logs in otherwise.
func (p *program) ownLogin(d directories, settings string) func() []string {
	const variable = "CLAUDE_CODE_OAUTH_TOKEN"
	helper, env := p.configured(settings, filepath.Join(d.claude, "settings.json"))
	if helper != "" {
		return nil
	}
	for name, value := range env {
		other := strings.HasPrefix(name, "CLAUDE_CODE_USE_") ||
			name == "ANTHROPIC_AUTH_TOKEN" || name == "ANTHROPIC_API_KEY" || name == variable
		if other && value != "" {
			return nil
		}
	}
	token := func() string {
		var login struct {
			OAuth struct {
				AccessToken string `json:"accessToken"`
			} `json:"claudeAiOauth"`
		}
		text, err := file.Read(d.login(), file.MaxText)
		if err != nil || json.Unmarshal(text, &login) != nil {
			return ""
		}
		return login.OAuth.AccessToken
	}
	if token() == "" {
		return nil
	}
	return func() []string { return []string{variable + "=" + token()} }
}

// cageWords tell the person what holds the reviewer.
func cageWords(found cage.Found) lang.Message {
	words := map[cage.Kind]lang.Message{
		cage.Overlay:  lang.M("the reviewer may run anything, and nothing that it writes stays (cage: overlay)"),
		cage.Landlock: lang.M("the reviewer may run anything, and writes to a directory of its own alone (cage: landlock)"),
		cage.Seatbelt: lang.M("the reviewer may run anything, and writes to a directory of its own alone (cage: seatbelt)"),
		cage.Tools:    lang.M("the reviewer reads, and runs no command (cage: tools)"),
		cage.Played:   lang.M("the commands of a recording are told, and none is run"),
	}[found.Kind]
	if found.Why == nil {
		return words
	}
	return lang.M("%s: %v", words, found.Why)
}
