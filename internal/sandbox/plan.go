package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// Reviewer holds what the sandbox of a reviewer depends on.
type Reviewer struct {
	File     provider.File
	Dirs     state.Directories
	Env      process.Env // ccc's own
	Login    process.Env // the environment that has this reviewer's login; nil for Env
	Settings string      // the file that it gets by --settings
	Add      []string    // the agent's --add-dir
}

// Find finds the kind of sandbox that "cage" in ccc.json asks for, by a trial. login returns more variables for the
// reviewer, read when the reviewer starts; it is nil if there are none.
func (r Reviewer) Find() (found Found, login func() []string, err error) {
	found, login = r.Plan()
	if found.Kind == "" {
		found, err = Find(r.File.Supervisor.Cage, found.Plan)
	}
	if err != nil {
		err = lang.WithHint(err, lang.M("\"cage\": \"auto\" in ccc.json picks the best one that works here"))
	}
	return found, login, err
}

// Plan says what is hidden from the reviewer and where it may write. The kind is "" unless it is known before a trial.
func (r Reviewer) Plan() (found Found, login func() []string) {
	user := filepath.Join(r.Dirs.Claude, "settings.json")
	logins := readLogins(r.loginEnv(), r.Settings, user)
	login = logins.accessToken(r.Dirs.Login())
	if r.Env.Get(claude.DemoEnv) != "" {
		return Found{Kind: Replay}, login
	}
	if tools := r.File.Supervisor.AllowedTools; tools != nil && !slices.Contains(tools, "Bash") {
		return Found{Kind: Tools}, login
	}
	plan := Plan{
		Dirs:     r.writableDirs(),
		ReadOnly: []string{r.Settings},
		Frozen: []string{ // a running claude rereads these files
			user, filepath.Join(r.Dirs.Claude, "settings.local.json"), filepath.Join(r.Dirs.Work, ".claude"),
		},
		Layers: Layers(r.Dirs.State, r.Env.Get),
	}
	plan.Hidden = r.secretPaths(login != nil || logins.hasOtherLogin())
	others, further := r.otherConfigurations(logins.helper)
	plan.Hidden, plan.Dirs = append(plan.Hidden, others...), append(plan.Dirs, further...)
	needed := logins.neededSecrets(r.File.Path, r.home())
	plan.Hidden = slices.DeleteFunc(plan.Hidden, func(path string) bool { return slices.Contains(needed, path) })
	for _, path := range r.File.Supervisor.Hidden {
		if below, ok := strings.CutPrefix(path, "~/"); ok {
			path = filepath.Join(r.home(), below)
		}
		plan.Hidden = append(plan.Hidden, path)
	}
	plan.Hidden = append(plan.Hidden, r.otherSettings()...)
	return Found{Plan: plan}, login
}

func (r Reviewer) loginEnv() process.Env {
	if r.Login != nil {
		return r.Login
	}
	return r.Env
}

// home is the user's home directory.
func (r Reviewer) home() string {
	if r.Dirs.Outside.Home != "" {
		return r.Dirs.Outside.Home
	}
	return r.Env.Get("HOME")
}

// directoryVariables name the directories of programs that keep files outside the home.
var directoryVariables = []string{
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "GOCACHE", "GOPATH", "CARGO_HOME",
}

// writableDirs lists the directories in which the reviewer may write. What it writes there is thrown away.
func (r Reviewer) writableDirs() []string {
	dirs := append([]string{r.Env.Get("HOME"), r.Dirs.Work, repository(r.Dirs.Work), r.Dirs.Claude}, r.Add...)
	for _, name := range directoryVariables {
		dirs = append(dirs, filepath.SplitList(r.Env.Get(name))...)
	}
	if r.Dirs.Outside.Home != "" {
		dirs = append(dirs, r.Dirs.Outside.Home, r.Dirs.Outside.Claude)
	}
	return dirs
}

// secretPaths lists secrets of the user and of ccc, and claude's login file if the reviewer logs in without it.
func (r Reviewer) secretPaths(otherLogin bool) []string {
	list := append(Secrets(r.Env.Get("HOME"), r.Env.Get), r.File.Path,
		filepath.Join(r.Dirs.Claude, "ccc-provider-in-use.json"), r.Dirs.State.Edits())
	if otherLogin {
		list = append(list, r.Dirs.Login())
	}
	if r.Dirs.Outside.Home != "" {
		list = slices.Concat(list, Secrets(r.Dirs.Outside.Home, r.Env.Get), []string{r.Dirs.Outside.State})
	}
	return list
}

// otherConfigurations hides the user's configurations of claude that the reviewer's claude does not use. There are two
// where CLAUDE_CONFIG_DIR names another directory than ~/.claude.
func (r Reviewer) otherConfigurations(helper string) (hidden, dirs []string) {
	home := r.home()
	used := append([]string{r.Dirs.Claude, string(r.Dirs.State), r.Dirs.Work, repository(r.Dirs.Work)}, r.Add...)
	for _, dir := range []string{r.Dirs.Outside.Claude, filepath.Join(home, ".claude")} {
		if dir != "" && !file.Same(dir, r.Dirs.Claude) {
			dirs = append(dirs, dir)
			hidden = append(hidden, unusedEntries(dir, helper, used)...)
		}
	}
	if dir := r.Env.Get("CLAUDE_CONFIG_DIR"); dir != "" && filepath.Clean(dir) != filepath.Clean(home) {
		hidden = append(hidden, filepath.Join(home, ".claude.json"))
	}
	return hidden, dirs
}

// otherSettings lists the settings files of other launches and providers. They contain keys.
func (r Reviewer) otherSettings() (list []string) {
	entries, _ := os.ReadDir(r.Dirs.Claude) // without a directory there is nothing to hide
	for _, entry := range entries {
		path := filepath.Join(r.Dirs.Claude, entry.Name())
		other := strings.HasPrefix(entry.Name(), "settings-") || strings.HasPrefix(entry.Name(), "settings.ccc-")
		if other && path != r.Settings {
			list = append(list, path)
		}
	}
	return list
}

// unusedEntries lists the entries of a configuration directory of claude that the reviewer does not need. It keeps the
// directories in used, what the key helper command names, and local, where claude itself may be installed. If dir
// itself is in use, for example as the project, only the login is listed.
func unusedEntries(dir, helper string, used []string) (paths []string) {
	if slices.ContainsFunc(used, func(path string) bool { return file.Same(path, dir) }) {
		return []string{filepath.Join(dir, ".credentials.json")}
	}
	entries, _ := os.ReadDir(dir) // it may not exist
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

// Layers lists the directories that may hold a sandbox's temporary layer, the best first.
func Layers(states state.Dir, getenv func(string) string) []string {
	cache := getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(getenv("HOME"), ".cache")
	}
	return []string{"/var/tmp", filepath.Join(cache, "ccc"), os.TempDir(), string(states)}
}

// repository returns the root of dir's git work tree, or dir itself. The sandbox covers the root so that git works in a
// subdirectory.
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

// Message tells the user what a reviewer may do.
func (f Found) Message() lang.Message {
	words := map[Kind]lang.Message{
		Overlay:  lang.M("the reviewer may run any command; nothing it writes is kept (cage: overlay)"),
		Landlock: lang.M("the reviewer may run any command, and write only to its own directory (cage: landlock)"),
		Seatbelt: lang.M("the reviewer may run any command, and write only to its own directory (cage: seatbelt)"),
		Tools:    lang.M("the reviewer reads files, and runs no commands (cage: tools)"),
		Replay:   lang.M("commands of a recording are shown, not run"),
	}[f.Kind]
	if f.Why == nil {
		return words
	}
	return lang.M("%s: %v", words, f.Why)
}
