package hook

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
	"ccc/ptyio"
)

// Program is a run of ccc that claude has called, for a hook or a slash command.
type Program struct {
	Env     process.Env
	Work    string // the working directory
	Stdin   *os.File
	Stdout  *os.File  // what claude reads
	Stderr  io.Writer // what the user reads
	Version string    // of ccc
	// Load reads ccc.json. A file that could not be used is an error.
	Load func(state.Directories) (provider.File, error)

	inLaunch bool // the claude of a launch has called
	byCCC    bool // ccc has started that claude
}

// callingClaude is the claude for which this process runs.
func callingClaude() (process.Process, bool) { return process.Claude(os.Getpid()) }

// TakeEnv replaces the environment by the one with which the calling claude was started. Claude puts the "env" of its
// settings into what it calls, and the agent can write the project's settings. ignored are the variables of ccc that
// the settings set to something else. A program that no claude of a launch has called keeps its environment.
func (p *Program) TakeEnv() (ignored []string) {
	claude, ok := callingClaude()
	if !ok {
		return nil
	}
	env, err := process.Environ(claude.Pid)
	if err != nil {
		return nil
	}
	started := process.Env(env)
	switch {
	case p.ownsLaunch(claude, started):
		started = append(started, state.LaunchEnv+"="+state.OwnLaunch(claude))
	case started.Get(state.LaunchEnv) == "":
		return nil
	default:
		p.byCCC = true
	}
	for _, name := range p.Env.Names() {
		if strings.HasPrefix(name, "CCC_") && p.Env.Get(name) != started.Get(name) {
			ignored = append(ignored, name)
		}
	}
	if dir, ok := p.Env.Lookup(state.ProjectEnv); ok { // claude tells it to its hooks
		started = append(started, state.ProjectEnv+"="+dir)
	}
	p.Env, p.inLaunch = started, true
	os.Clearenv() // for programs that are started with this process's environment
	for _, kv := range started {
		if name, value, ok := strings.Cut(kv, "="); ok {
			_ = os.Setenv(name, value) // it was in an environment, so it can be in this one
		}
	}
	slices.Sort(ignored)
	return slices.Compact(ignored)
}

// ownsLaunch reports whether a claude that was started without ccc, with that environment, has become a launch.
func (p *Program) ownsLaunch(claude process.Process, env process.Env) bool {
	dirs, err := state.FindDirectories(p.Work, env.Get)
	if err != nil {
		return false
	}
	s, err := dirs.State.Load(state.OwnLaunch(claude))
	return err == nil && s.Owner == claude
}

// foreign reports whether the calling claude was started in the environment of another claude's launch that still runs:
// none of its stops would be reviewed.
func (p *Program) foreign() bool {
	claude, ok := callingClaude()
	if !ok || !p.inLaunch {
		return false
	}
	dirs, err := p.directories()
	if err != nil {
		return false
	}
	s, err := dirs.State.Load(p.launch())
	return err == nil && s.Owner.Alive() && s.Owner != claude
}

// becomeLaunch makes the calling claude, which was started without ccc, a launch.
func (p *Program) becomeLaunch() error {
	claude, ok := callingClaude()
	if !ok {
		return lang.Errorf("the claude that called ccc was not found")
	}
	env, err := process.Environ(claude.Pid)
	if err != nil {
		return err
	}
	if ptyio.Marked(env) {
		return lang.Errorf("this claude runs in ccc's loop, which reviews each stop itself")
	}
	dirs, err := state.FindDirectories(p.Work, process.Env(env).Get)
	if err != nil {
		return err
	}
	_, err = dirs.State.Change(state.OwnLaunch(claude), func(s *state.State) { s.Owner = claude })
	if err = p.notice(err); err != nil {
		return err
	}
	p.TakeEnv()
	return nil
}

func (p *Program) launch() string { return p.Env.Get(state.LaunchEnv) }

func (p *Program) directories() (state.Directories, error) {
	return state.FindDirectories(p.Work, p.Env.Get)
}

// atStart gives the directories with the one in which claude was started as the working directory: claude's tools may
// have gone elsewhere since.
func (p *Program) atStart(dirs state.Directories) state.Directories {
	dir := p.Env.Get("PWD")
	if info, err := os.Stat(dir); err == nil && info.IsDir() && p.inLaunch {
		dirs.Work = dir
	}
	return dirs
}

// language is the user's, which ccc.json may name.
func (p *Program) language(f provider.File) lang.Language { return lang.Of(p.Env.Get, f.Language) }

// spoken is the user's language where ccc.json has not been read yet.
func (p *Program) spoken() lang.Language {
	var f provider.File
	if dirs, err := p.directories(); err == nil {
		f, _ = provider.Load(dirs.Config) // a broken one names no language
	}
	return p.language(f)
}

// errorf tells the user something. Further lines are indented, so that no path with a newline in it can pass for a
// message of ccc.
func (p *Program) errorf(format string, args ...any) {
	fmt.Fprintln(p.Stderr, strings.ReplaceAll("ccc: "+p.spoken().Sprintf(format, args...), "\n", "\n  "))
}

// notice tells the user of a state that had to begin anew, and gives back any other error.
func (p *Program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}

// rubricIn is the rubric of the working directory.
func (p *Program) rubricIn(dirs state.Directories, f provider.File) (rubric.Rubric, error) {
	return rubric.LoadOrBuiltIn(p.language(f), dirs.Work, dirs.Claude)
}

func (p *Program) copyOf(dirs state.Directories) rubric.Copy {
	return rubric.Copy{State: dirs.State, Launch: p.launch(), Dir: dirs.Work, Notice: p.notice}
}

func (p *Program) trust(dirs state.Directories) rubric.Trust {
	return rubric.TrustIn(dirs, p.Env.Get(state.TrustEnv))
}

// sandbox is what the sandbox of this launch's reviewers depends on.
func (p *Program) sandbox(f provider.File, dirs state.Directories) sandbox.Reviewer {
	return sandbox.Reviewer{File: f, Dirs: dirs, Env: p.Env, Settings: p.Env.Get(state.ReviewerEnv)}
}
