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

// Reviewer has the inputs from which the sandbox of a reviewer is planned.
type Reviewer struct {
	File     provider.File
	Dirs     state.Directories
	Env      process.Env // ccc's own environment
	Login    process.Env // the environment with this reviewer's login; nil for Env
	Settings string      // the settings file that it gets with --settings
	Add      []string    // the directories in the agent's --add-dir
	// Snapshot has the files that claude reads by itself, from the beginning of the session; nil if unknown.
	Snapshot *snapshot.Snapshot
}

// Find finds by trials the kind of sandbox that "cage" in ccc.json asks for. login returns additional variables for the
// reviewer when it starts; it is nil if there are none.
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

// Plan lists what the reviewer can see and where it may write. found.Kind is "" unless it is known without a trial.
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
		Frozen: []string{ // a running claude reads these files again
			user, filepath.Join(r.Dirs.Claude, "settings.local.json"), filepath.Join(r.Dirs.Work, ".claude"),
		},
		Layers: Layers(r.Dirs.State, r.Env.Get),
	}
	if self, err := process.InstalledPath(); err == nil {
		plan.ReadOnly = append(plan.ReadOnly, self) // apiKeyHelper may call ccc for a key
	}
	r.addClaude(&plan)
	plan.show(logins.neededFiles(r.File.Path, r.home())...)
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

// read returns the content of a settings file, from the snapshot if that has it.
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

// home returns the user's home directory.
func (r Reviewer) home() string {
	if r.Dirs.Outside.Home != "" {
		return r.Dirs.Outside.Home
	}
	return r.Env.Get("HOME")
}

// homes returns the home of the reviewer's programs, and the user's home if that is different.
func (r Reviewer) homes() (list []string) {
	for _, home := range []string{r.Env.Get("HOME"), r.home()} {
		if filepath.IsAbs(home) && !slices.Contains(list, filepath.Clean(home)) {
			list = append(list, filepath.Clean(home))
		}
	}
	return list
}

// absolute resolves a path in ccc.json, where ~ means the home.
func (r Reviewer) absolute(path string) string { return file.InHome(path, r.home()) }

// toolchains returns the paths that tests need outside of the project and of system directories.
func (r Reviewer) toolchains() (list []string) {
	for _, home := range r.homes() {
		list = append(list, neededPaths(home, r.Env.Get)...)
	}
	homes, system := resolveExisting(r.homes()), resolveExisting(systemDirs)
	return slices.DeleteFunc(list, func(path string) bool {
		real := file.Real(path)
		isBelow := func(dir string) bool { return within(real, dir) }
		return slices.ContainsFunc(system, isBelow) && !slices.ContainsFunc(homes, isBelow)
	})
}

// projects returns the directories that the agent works in, with their repositories.
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

// addProject adds a project to the plan. If the project contains the home, it leaves out the names in the home that
// begin with a dot, because these belong to programs.
func (p *Plan) addProject(dir string, homes []string) {
	p.Dirs = append(p.Dirs, dir)
	for _, home := range homes {
		if dir == "/" || !within(file.Real(home), file.Real(dir)) {
			continue
		}
		p.Emptied = slices.DeleteFunc(p.Emptied, func(path string) bool { return path == home })
		p.Dirs = append(p.Dirs, home)
		entries, _ := os.ReadDir(home) // an unreadable home shows nothing
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

// dotfilesOfProjects are shown even if the home is the project.
var dotfilesOfProjects = []string{".git", ".gitattributes", ".github", ".gitignore", ".gitmodules"}

// show adds files and directories to the plan, and no longer hides them.
func (p *Plan) show(paths ...string) {
	p.Hidden = slices.DeleteFunc(p.Hidden, func(path string) bool { return slices.Contains(paths, path) })
	p.Emptied = slices.DeleteFunc(p.Emptied, func(path string) bool { return slices.Contains(paths, path) })
	p.Dirs = append(p.Dirs, paths...)
}

// claudeFiles are the entries of its configuration directory that claude needs. The session under review is added
// later. Other sessions, the prompt history, copies of edited files and debug logs are not shown.
var claudeFiles = strings.Fields("CLAUDE.md agents cache commands keybindings.json local output-styles plugins " +
	"policy-limits.json remote-settings.json rules settings.json settings.local.json skills statsig workflows")

// addClaude adds the configuration of the reviewer's claude, and hides the user's other configurations. If a
// configuration directory is also a project, only its secrets are hidden.
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

// stateFile returns the path of the state file that claude used when the session began.
func (r Reviewer) stateFile() string {
	if r.Snapshot != nil && r.Snapshot.Global != "" {
		return r.Snapshot.Global
	}
	return claude.StateFile(r.Env.Get)
}

// secretsIn returns the paths of secrets in a claude configuration directory: the login, ccc.json, and the settings
// files of other launches and providers, which contain keys.
func (r Reviewer) secretsIn(config string) (list []string) {
	entries, _ := os.ReadDir(config) // if the directory is missing, there is nothing to hide
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

// forSession adds the session's transcript, and dir if it is another work tree of a repository in the plan.
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

// forProgram adds the program and the files that are installed with it.
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

// sessionDirs returns the directories in which claude may store the sessions of the project in dir. Claude shortens a
// long name and appends a hash.
func sessionDirs(config, dir string) []string {
	if config == "" || dir == "" {
		return nil
	}
	const longest = 200
	path := filepath.Dir(claude.SessionFile(config, dir, ""))
	if name := filepath.Base(path); len(name) > longest {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), name[:longest]) + "-*") // the pattern is valid
		return found
	}
	return []string{path}
}

// rootOnly returns the files in /, and the files and directories in /etc, that only root can read. A reviewer that runs
// as root does not need them.
func rootOnly() (list []string) {
	if os.Geteuid() != 0 {
		return nil
	}
	entries, _ := os.ReadDir("/") // root can always read it
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
			return nil // it was removed meanwhile, or everybody can read it
		}
		list = append(list, path)
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return list
}

// Layers returns the directories in which a sandbox may put its temporary layer, the best first.
func Layers(states state.Dir, getenv func(string) string) []string {
	cache := getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(getenv("HOME"), ".cache")
	}
	return []string{"/var/tmp", filepath.Join(cache, "ccc"), os.TempDir(), string(states)}
}

// Message returns a message that tells the user what a reviewer may do.
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
