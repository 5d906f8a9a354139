package doctor

import (
	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
)

// Subject is the installation to check.
type Subject struct {
	Getenv    func(name string) string
	Work      string // the project's directory
	Claude    string // claude's configuration directory
	Managed   string // the directory of the managed settings
	Program   string // this ccc, as hooks call it
	State     state.Dir
	Binary    claude.Binary
	BinaryErr error // why there is no claude to run
	Env       []string
	File      provider.File
	FileErr   error         // why ccc.json cannot be used
	HasLogin  bool          // a key or a login of claude was found
	Written   []file.Family // files that ccc replaces as a whole
	// Cage finds out which sandbox works, by a trial, and calls inside while a process can be started in it.
	Cage func(inside func(sandbox.Found)) (found sandbox.Found, words lang.Message, err error)
	// Directories in which sandboxes may have left layers.
	Layers  []string
	Rubric  func() (rubric.Rubric, error)
	Trusted func(rubric.Rubric) (bool, error)
	Columns int // of the terminal; 0 for none

	claudeStarts bool // set by [Checks]
}

// Inspect describes the installation that dirs and env name. f is ccc.json, and fileErr the reason why it cannot be
// used. The language selects the built-in rubric.
func Inspect(
	dirs state.Directories, env []string, f provider.File, fileErr error, language lang.Language,
) (Subject, error) {
	getenv := process.Env(env).Get
	self, err := process.InstalledPath()
	if err != nil {
		return Subject{}, err
	}
	s := Subject{
		Getenv: getenv, Work: dirs.Work, Claude: dirs.Claude, Managed: settings.ManagedDir(), Program: self,
		State: dirs.State, Env: env, Written: dirs.Families(), File: f, FileErr: fileErr,
		Rubric: func() (rubric.Rubric, error) { return rubric.LoadOrBuiltIn(language, dirs.Work, dirs.Claude) },
		Trusted: func(r rubric.Rubric) (bool, error) {
			return rubric.TrustIn(dirs, getenv(state.TrustEnv)).IsAllowed(r)
		},
	}
	s.Binary, s.BinaryErr = claude.FromEnv(getenv)
	current, _ := f.Provider("") // an unreadable file has no provider
	_, reviewer := settings.LaunchSettings(dirs.Claude, current)
	caged := sandbox.Reviewer{File: f, Dirs: dirs, Env: env, Settings: reviewer}
	s.HasLogin = caged.HasLogin()
	found, _ := caged.Plan()
	s.Layers = found.Plan.Layers
	s.Cage = func(inside func(sandbox.Found)) (sandbox.Found, lang.Message, error) {
		tried, err := tryCage(f.Supervisor.Cage, found, inside)
		return tried, tried.Message(), err
	}
	return s, nil
}

// tryCage finds out which sandbox works here. Its layers are in new directories next to those of the launches, which
// it does not touch. inside is called while they exist, if a sandbox works.
func tryCage(want string, found sandbox.Found, inside func(sandbox.Found)) (sandbox.Found, error) {
	if found.Kind != "" {
		return found, nil
	}
	plan := found.Plan
	plan.Layers = nil
	for _, dir := range found.Plan.Layers {
		layer, remove, err := trialDir(dir)
		if err != nil {
			continue // the directory is missing, or not writable
		}
		defer remove()
		plan.Layers = append(plan.Layers, layer)
	}
	tried, err := sandbox.Find(want, plan)
	tried.NoCommands, tried.Variables = found.NoCommands, found.Variables
	if err == nil {
		inside(tried)
	}
	return tried, err
}
