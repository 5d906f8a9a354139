package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/config"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
)

// cage finds the reviewer's cage, and how the reviewer logs in there. project is where it is to run, env its
// environment, settings what it gets by --settings, dirs the agent's --add-dir. login gives further variables, and is
// nil if there are none.
func (p *program) cage(
	f config.File, d directories, project string, env []string, settings string, dirs []string,
) (found sandbox.Found, login func() []string, err error) {
	found, login = p.cagePlan(f, d, project, env, settings, dirs)
	if found.Kind == "" {
		found, err = sandbox.Find(f.Supervisor.Cage, found.Plan)
	}
	return found, login, err
}

// cagePlan is what a cage is to be made for. Its kind is "" unless it is known before any trial.
func (p *program) cagePlan(
	f config.File, d directories, project string, env []string, settings string, dirs []string,
) (found sandbox.Found, login func() []string) {
	user := filepath.Join(d.Claude, "settings.json")
	logins := readLogins(env, settings, user)
	login = logins.own(d.Login())
	if p.getenv(demoEnv) != "" {
		return sandbox.Found{Kind: sandbox.Played}, login
	}
	if tools := f.Supervisor.AllowedTools; tools != nil && !slices.Contains(tools, "Bash") {
		return sandbox.Found{Kind: sandbox.Tools}, login
	}
	home := p.getenv("HOME")
	plan := sandbox.Plan{
		Dirs: append([]string{home, project, repository(project), d.Claude}, dirs...),
		Hidden: append(sandbox.Secrets(home, p.getenv), f.Path, filepath.Join(d.Claude, "ccc-provider-in-use.json"),
			editDir(d)),
		Fixed: []string{settings},
		Held: []string{ // what a running claude reads again
			user, filepath.Join(d.Claude, "settings.local.json"),
			filepath.Join(project, ".claude"),
		},
		Layers: p.layers(d),
	}
	// What is kept by programs that have been told to keep it elsewhere than in the home.
	for _, name := range []string{
		"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "GOCACHE", "GOPATH", "CARGO_HOME",
	} {
		plan.Dirs = append(plan.Dirs, filepath.SplitList(p.getenv(name))...)
	}
	if login != nil || logins.otherwise() {
		plan.Hidden = append(plan.Hidden, d.Login())
	}
	if d.Outside.Home != "" {
		plan.Dirs = append(plan.Dirs, d.Outside.Home, d.Outside.Claude)
		plan.Hidden = slices.Concat(plan.Hidden, sandbox.Secrets(d.Outside.Home, p.getenv), []string{d.Outside.State})
		home = d.Outside.Home // of clouds' logins
	}
	// Her configuration that the reviewer's claude does not have: there are two where CLAUDE_CONFIG_DIR names another.
	used := append([]string{d.Claude, string(d.State), project, repository(project)}, dirs...)
	for _, dir := range []string{d.Outside.Claude, filepath.Join(home, ".claude")} {
		if dir != "" && !file.Same(dir, d.Claude) {
			plan.Dirs = append(plan.Dirs, dir)
			plan.Hidden = append(plan.Hidden, strange(dir, logins.helper, used)...)
		}
	}
	if dir := p.getenv("CLAUDE_CONFIG_DIR"); dir != "" && filepath.Clean(dir) != filepath.Clean(home) {
		plan.Hidden = append(plan.Hidden, filepath.Join(home, ".claude.json"))
	}
	needed := logins.needs(f, home)
	plan.Hidden = slices.DeleteFunc(plan.Hidden, func(path string) bool { return slices.Contains(needed, path) })
	for _, path := range f.Supervisor.Hidden {
		if below, ok := strings.CutPrefix(path, "~/"); ok {
			path = filepath.Join(home, below)
		}
		plan.Hidden = append(plan.Hidden, path)
	}
	entries, _ := os.ReadDir(d.Claude) // without a directory there is nothing to hide
	for _, entry := range entries {
		path := filepath.Join(d.Claude, entry.Name())
		other := strings.HasPrefix(entry.Name(), "settings-") || strings.HasPrefix(entry.Name(), "settings.ccc-")
		if other && !slices.Contains(plan.Fixed, path) {
			plan.Hidden = append(plan.Hidden, path)
		}
	}
	return sandbox.Found{Plan: plan}, login
}

// strange gives what is in a configuration directory of claude's, but for what is in use all the same: the directories
// used, what the command that prints a key names, and local, where claude itself may be. Of one that is worked on as a
// project it gives the login alone.
func strange(dir, helper string, used []string) (paths []string) {
	if slices.ContainsFunc(used, func(path string) bool { return file.Same(path, dir) }) {
		return []string{filepath.Join(dir, ".credentials.json")}
	}
	entries, _ := os.ReadDir(dir) // none is there
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		needed := slices.ContainsFunc(used, func(one string) bool { return strings.HasPrefix(one+"/", path+"/") }) ||
			strings.Contains(helper, filepath.Join(filepath.Base(dir), entry.Name()))
		if entry.Name() != "local" && !needed {
			paths = append(paths, path)
		}
	}
	return paths
}

// layers are where what is written in a cage may be kept until its end, the best first.
func (p *program) layers(d directories) []string {
	cache := p.getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(p.getenv("HOME"), ".cache")
	}
	return []string{"/var/tmp", filepath.Join(cache, "ccc"), os.TempDir(), string(d.State)}
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

// logins is how claude logs in, as its environment and its settings files have it.
type logins struct {
	helper string // the command that prints a key
	env    map[string]string
}

func readLogins(env []string, settings ...string) logins {
	l := logins{env: make(map[string]string)}
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		l.env[name] = value
	}
	var helper *string
	for _, path := range settings {
		var s struct {
			Env    map[string]any `json:"env"`
			Helper *string        `json:"apiKeyHelper"`
		}
		text, err := file.Read(path, file.Max)
		if err != nil || json.Unmarshal(text, &s) != nil {
			continue // what is no file, or cannot be read, says nothing
		}
		for name, value := range s.Env {
			l.env[name] = fmt.Sprint(value)
		}
		if helper == nil { // the first counts, also if it is empty: that one takes the next one's back
			helper = s.Helper
		}
	}
	if helper != nil {
		l.helper = *helper
	}
	return l
}

// tokenVariable is that of claude's own login, the access token alone.
const tokenVariable = "CLAUDE_CODE_OAUTH_TOKEN"

// otherwise reports whether claude logs in by something else than the file of its own login.
func (l logins) otherwise() bool {
	if l.helper != "" {
		return true
	}
	for name, value := range l.env {
		other := strings.HasPrefix(name, "CLAUDE_CODE_USE_") ||
			name == "ANTHROPIC_AUTH_TOKEN" || name == "ANTHROPIC_API_KEY" || name == tokenVariable
		if other && value != "" {
			return true
		}
	}
	return false
}

// needs are the secrets by which claude logs in: those of a cloud, or ccc.json where it calls ccc for a provider's key.
func (l logins) needs(f config.File, home string) (paths []string) {
	for name, path := range map[string]string{
		"CLAUDE_CODE_USE_BEDROCK": filepath.Join(home, ".aws"),
		"CLAUDE_CODE_USE_VERTEX":  filepath.Join(home, ".config/gcloud"),
		"CLAUDE_CODE_USE_FOUNDRY": filepath.Join(home, ".azure"),
	} {
		switch strings.ToLower(l.env[name]) { // as claude reads it
		case "1", "true", "yes", "on":
			paths = append(paths, path)
		}
	}
	if strings.Contains(l.helper, " provider key ") {
		paths = append(paths, f.Path)
	}
	return paths
}

// own gives the variable by which a reviewer is on claude's own login, which is in the file: the access token alone, as
// it is when the review begins. A claude that has the file renews both tokens when the one is old, and in a cage the
// new ones would be thrown away: the person would be logged out (the variable: 2.1.5, 2.1.197, 2.1.329). It is nil if
// claude logs in otherwise.
func (l logins) own(path string) func() []string {
	if l.otherwise() {
		return nil
	}
	token := func() string {
		var login struct {
			OAuth struct {
				AccessToken string `json:"accessToken"`
			} `json:"claudeAiOauth"`
		}
		text, err := file.Read(path, file.MaxText)
		if err != nil || json.Unmarshal(text, &login) != nil {
			return ""
		}
		return login.OAuth.AccessToken
	}
	if token() == "" {
		return nil
	}
	return func() []string { return []string{tokenVariable + "=" + token()} }
}

// cageWords tell the person what holds the reviewer.
func cageWords(found sandbox.Found) lang.Message {
	words := map[sandbox.Kind]lang.Message{
		sandbox.Overlay:  lang.M("the reviewer may run any command; nothing it writes is kept (cage: overlay)"),
		sandbox.Landlock: lang.M("the reviewer may run any command, and write only to its own directory (cage: landlock)"),
		sandbox.Seatbelt: lang.M("the reviewer may run any command, and write only to its own directory (cage: seatbelt)"),
		sandbox.Tools:    lang.M("the reviewer reads files, and runs no commands (cage: tools)"),
		sandbox.Played:   lang.M("commands of a recording are shown, not run"),
	}[found.Kind]
	if found.Why == nil {
		return words
	}
	return lang.M("%s: %v", words, found.Why)
}
