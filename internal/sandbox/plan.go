package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/claude/snapshot"
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
	// Snapshot is what claude reads by itself, as it was when the session began; nil if that is not known.
	Snapshot *snapshot.Snapshot
}

// Find finds the kind of sandbox that "cage" in ccc.json asks for, by a trial. login returns more variables for the
// reviewer, read when the reviewer starts; it is nil if there are none.
func (r Reviewer) Find() (found Found, login func() []string, err error) {
	found, login = r.Plan()
	if planned := found; planned.Kind == "" {
		found, err = Find(r.File.Supervisor.Cage, planned.Plan)
		found.Variables, found.NoCommands = planned.Variables, planned.NoCommands
	}
	if err != nil {
		err = lang.WithHint(err, lang.M("\"cage\": \"auto\" in ccc.json picks the best one that works here"))
	}
	return found, login, err
}

// Plan says what is there for the reviewer and where it may write. The kind is "" unless it is known before a trial.
func (r Reviewer) Plan() (found Found, login func() []string) {
	user := filepath.Join(r.Dirs.Claude, "settings.json")
	logins := readLogins(r.loginEnv(), r.read, r.Settings, user)
	login = logins.accessToken(r.Dirs.Login())
	if r.Env.Get(claude.DemoEnv) != "" {
		return Found{Kind: Replay}, login
	}
	plan := Plan{
		Config:   r.Dirs.Claude,
		Emptied:  r.homes(),
		Dirs:     r.toolchains(),
		Hidden:   append(rootOnly(), r.Dirs.State.Edits(), r.Dirs.Outside.State, r.File.Path),
		ReadOnly: []string{r.Settings},
		Frozen: []string{ // a running claude rereads these files
			user, filepath.Join(r.Dirs.Claude, "settings.local.json"), filepath.Join(r.Dirs.Work, ".claude"),
		},
		Layers: Layers(r.Dirs.State, r.Env.Get),
	}
	if self, err := process.Installed(); err == nil {
		plan.ReadOnly = append(plan.ReadOnly, self) // settings may ask it for a key
	}
	r.addClaude(&plan)
	plan.show(logins.needed(r.File.Path, r.home())...)
	if login == nil && !logins.hasOtherLogin() {
		plan.show(r.Dirs.Login())
	}
	for _, dir := range r.projects() {
		plan.addProject(dir, r.homes())
	}
	for _, path := range r.File.Supervisor.Visible {
		plan.show(r.absolute(path))
	}
	for _, path := range r.File.Supervisor.Hidden {
		plan.Hidden = append(plan.Hidden, r.absolute(path))
	}
	tools := r.File.Supervisor.AllowedTools
	return Found{
		Plan: plan, Variables: r.variables(logins), NoCommands: tools != nil && !slices.Contains(tools, "Bash"),
	}, login
}

// read reads a settings file: the copy, if there is one.
func (r Reviewer) read(path string) ([]byte, error) {
	if r.Snapshot.Covers(path) {
		return r.Snapshot.Read(path)
	}
	return file.Read(path, file.Max)
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

// homes lists the home that the reviewer's programs have, and the user's own if that is another one.
func (r Reviewer) homes() (list []string) {
	for _, home := range []string{r.Env.Get("HOME"), r.home()} {
		if filepath.IsAbs(home) && !slices.Contains(list, filepath.Clean(home)) {
			list = append(list, filepath.Clean(home))
		}
	}
	return list
}

// absolute returns a path of ccc.json, in which ~ is the home.
func (r Reviewer) absolute(path string) string { return file.InHome(path, r.home()) }

// toolchains lists what tests need outside of the project and of the system's directories.
func (r Reviewer) toolchains() (list []string) {
	for _, home := range r.homes() {
		list = append(list, needed(home, r.Env.Get)...)
	}
	homes, system := resolveExisting(r.homes()), resolveExisting(systemDirs)
	return slices.DeleteFunc(list, func(path string) bool {
		real := file.Real(path)
		isBelow := func(dir string) bool { return within(real, dir) }
		return slices.ContainsFunc(system, isBelow) && !slices.ContainsFunc(homes, isBelow)
	})
}

// projects lists the directories that the agent works in, with their repositories.
func (r Reviewer) projects() (list []string) {
	for _, dir := range append([]string{r.Dirs.Work}, r.Add...) {
		root := repository(dir, r.homes())
		list = append(list, dir, root)
		if common := commonDir(root); common != "" {
			list = append(list, common)
		}
	}
	return list
}

// addProject shows a project. If it contains the home, the names in the home that begin with a dot are no part of it:
// they belong to programs.
func (p *Plan) addProject(dir string, homes []string) {
	p.Dirs = append(p.Dirs, dir)
	for _, home := range homes {
		if dir == "/" || !within(file.Real(home), file.Real(dir)) {
			continue
		}
		p.Emptied = slices.DeleteFunc(p.Emptied, func(path string) bool { return path == home })
		p.Dirs = append(p.Dirs, home)
		entries, _ := os.ReadDir(home) // a home that cannot be read shows nothing
		for _, entry := range entries {
			switch path := filepath.Join(home, entry.Name()); {
			case !strings.HasPrefix(entry.Name(), ".") || slices.Contains(dotfilesOfProjects, entry.Name()):
			case isDir(path):
				p.Emptied = append(p.Emptied, path)
			default:
				p.Hidden = append(p.Hidden, path)
			}
		}
	}
}

// dotfilesOfProjects are shown also in a home that is the project.
var dotfilesOfProjects = []string{".git", ".gitattributes", ".github", ".gitignore", ".gitmodules"}

// show adds files and directories that were named, also if they are among those hidden so far.
func (p *Plan) show(paths ...string) {
	p.Hidden = slices.DeleteFunc(p.Hidden, func(path string) bool { return slices.Contains(paths, path) })
	p.Emptied = slices.DeleteFunc(p.Emptied, func(path string) bool { return slices.Contains(paths, path) })
	p.Dirs = append(p.Dirs, paths...)
}

// claudeFiles are what claude needs of its configuration directory. The session of the review is added when it starts.
// Other sessions, the history of prompts, copies of edited files and debug logs are not there.
var claudeFiles = strings.Fields("CLAUDE.md agents cache commands keybindings.json local output-styles plugins " +
	"policy-limits.json remote-settings.json rules settings.json settings.local.json skills statsig workflows")

// addClaude shows the files of the reviewer's claude, and none of the user's other configurations. Of a configuration
// directory that is also a project only the secrets are hidden.
func (r Reviewer) addClaude(p *Plan) {
	for _, dir := range []string{r.Dirs.Claude, r.Dirs.Outside.Claude, filepath.Join(r.home(), ".claude")} {
		project := slices.ContainsFunc(r.projects(), func(path string) bool { return file.Same(path, dir) })
		switch {
		case dir == "":
		case project:
			p.Hidden = append(p.Hidden, r.secretsIn(dir)...)
		default:
			p.Emptied = append(p.Emptied, dir)
		}
	}
	for _, name := range claudeFiles {
		p.Dirs = append(p.Dirs, filepath.Join(r.Dirs.Claude, name))
	}
	p.Dirs = append(p.Dirs, r.stateFile())
}

// stateFile is claude's own file: the one that counted when the session began.
func (r Reviewer) stateFile() string {
	if r.Snapshot != nil && r.Snapshot.Global != "" {
		return r.Snapshot.Global
	}
	return claude.StateFile(r.Env.Get)
}

// secretsIn lists the login in a configuration directory of claude, ccc.json, and the settings files of other launches
// and providers, which contain keys.
func (r Reviewer) secretsIn(config string) (list []string) {
	entries, _ := os.ReadDir(config) // without a directory there is nothing to hide
	for _, entry := range entries {
		path, name := filepath.Join(config, entry.Name()), entry.Name()
		secret := strings.HasPrefix(name, "settings-") || strings.HasPrefix(name, "settings.ccc-") ||
			name == ".credentials.json" || name == "ccc.json" || name == "ccc-provider-in-use.json"
		if secret && path != r.Settings {
			list = append(list, path)
		}
	}
	return list
}

// forSession adds what the claude of a session in dir needs: the session's transcript, and dir itself if it is another
// work tree of a repository that is shown.
func (p Plan) forSession(dir string) Plan {
	p.Dirs = slices.Clip(p.Dirs)
	for _, name := range []string{dir, file.Real(dir)} {
		p.Dirs = append(p.Dirs, sessionDirs(p.Config, name)...)
	}
	root := repository(dir, p.Emptied)
	if common := commonDir(root); common != "" && slices.Contains(p.Dirs, common) {
		p.Dirs = append(p.Dirs, root)
	}
	return p
}

// forProgram adds the program and what is installed with it.
func (p Plan) forProgram(path string) Plan {
	if !filepath.IsAbs(path) || within(path, "/proc") {
		return p
	}
	p.ReadOnly = append(slices.Clip(p.ReadOnly), path)
	if above, _, ok := strings.Cut(file.Real(path), "/node_modules/"); ok {
		p.ReadOnly = append(p.ReadOnly, filepath.Join(above, "node_modules"))
	}
	return p
}

// sessionDirs lists where claude stores the sessions of the project in dir. Claude ends a long name with a sum.
func sessionDirs(config, dir string) []string {
	if config == "" || dir == "" {
		return nil
	}
	const longest = 200
	path := filepath.Dir(claude.SessionFile(config, dir, ""))
	if name := filepath.Base(path); len(name) > longest {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), name[:longest]) + "-*") // the pattern is good
		return found
	}
	return []string{path}
}

// rootOnly lists the files in / and the files and directories in /etc that only root can read. Root's reviewer does not
// need them either.
func rootOnly() (list []string) {
	if os.Geteuid() != 0 {
		return nil
	}
	entries, _ := os.ReadDir("/") // root reads it
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && info.Mode()&0o004 == 0 {
			list = append(list, "/"+entry.Name())
		}
	}
	_ = filepath.WalkDir("/etc", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		info, err := entry.Info()
		if err != nil || info.Mode()&0o004 != 0 {
			return nil // removed meanwhile, or readable by everybody
		}
		list = append(list, path)
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return list
}

// Layers lists the directories that may hold a sandbox's temporary layer, the best first.
func Layers(states state.Dir, getenv func(string) string) []string {
	cache := getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(getenv("HOME"), ".cache")
	}
	return []string{"/var/tmp", filepath.Join(cache, "ccc"), os.TempDir(), string(states)}
}

// Message tells the user what a reviewer may do.
func (f Found) Message() lang.Message {
	words := map[Kind]lang.Message{
		Overlay:  lang.M("the reviewer may run any command; nothing it writes is kept (sandbox: overlay)"),
		Landlock: lang.M("the reviewer may run any command, and write only to its own directory (sandbox: landlock)"),
		Seatbelt: lang.M("the reviewer may run any command, and write only to its own directory (sandbox: seatbelt)"),
		Tools:    lang.M("the reviewer reads files, and runs no commands (sandbox: %s)", string(Tools)),
		Replay:   lang.M("commands of a recording are shown, not run"),
	}[f.Kind]
	if f.NoCommands && f.Kind.AllowsCommands() {
		words = lang.M("the reviewer reads files, and runs no commands (sandbox: %s)", string(f.Kind))
	}
	if f.Why == nil {
		return words
	}
	return lang.M("%s: %v", words, f.Why)
}
