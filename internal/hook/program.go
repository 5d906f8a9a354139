package hook

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	claudes "ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
)

// Program is one run of ccc that claude started, for a hook or a slash command.
type Program struct {
	Env     process.Env
	Work    string // the working directory
	Stdin   *os.File
	Stdout  *os.File  // what claude reads
	Stderr  io.Writer // what the user reads
	Version string    // of ccc
	// Load reads ccc.json in a directory, by a function that reads files. An unusable file is an error.
	Load func(dir string, read func(path string) ([]byte, error)) (provider.File, error)

	input     *Input // nil until it has been read
	session   string // CLAUDE_CODE_SESSION_ID of the calling claude; "" for 2.1.5 and outside of claude
	inLaunch  bool   // the caller is a launch's claude
	byCCC     bool   // ccc started that claude
	isForeign bool   // that claude's environment names a launch of another claude
}

// callingClaude finds the claude that this process runs for. For a hook the kernel knows it, whatever programs
// claude's settings put in between. Otherwise it is the nearest ancestor that is not a shell.
func (p *Program) callingClaude() (process.Process, bool) {
	if claude, ok := hookCaller(p.Stdin); ok {
		return claude, true
	}
	return process.Claude(os.Getpid())
}

// TakeEnv replaces the environment by the one that the calling claude was started with. Claude adds the "env" of its
// settings to the processes that it starts, and the agent can write the project's settings. ignored lists the CCC_
// variables that the settings changed. If the caller is not a launch's claude, the environment stays.
func (p *Program) TakeEnv() (ignored []string) {
	claude, ok := p.callingClaude()
	if !ok {
		return nil
	}
	env, err := process.Environ(claude.Pid)
	if err != nil {
		return nil
	}
	started := process.Env(env)
	p.session = cmp.Or(p.session, p.Env.Get(sessionEnv))
	switch {
	case p.ownsLaunch(claude, started):
		started = append(started, state.LaunchEnv+"="+state.OwnLaunch(claude))
	case started.Get(state.LaunchEnv) == "" && !p.hasSession(started):
		return nil
	case !p.isOwnedBy(started, claude):
		started = claudes.Env(started, state.LaunchEnvs()...)
		p.isForeign = true
	default:
		p.byCCC = true
	}
	for _, name := range p.Env.Names() {
		if strings.HasPrefix(name, "CCC_") && p.Env.Get(name) != process.Env(env).Get(name) {
			ignored = append(ignored, name)
		}
	}
	if dir, ok := p.Env.Lookup(state.ProjectEnv); ok { // claude sets it for its hooks
		started = append(started, state.ProjectEnv+"="+dir)
	}
	started = claudes.Inside(started)
	p.Env, p.inLaunch = started, true
	os.Clearenv() // for programs that inherit this process's environment
	for _, kv := range started {
		if name, value, ok := strings.Cut(kv, "="); ok {
			_ = os.Setenv(name, value) // it comes from an environment, so it is valid
		}
	}
	slices.Sort(ignored)
	return slices.Compact(ignored)
}

// ownsLaunch reports whether a claude that was started without ccc, in that environment, has become a launch.
func (p *Program) ownsLaunch(claude process.Process, env process.Env) bool {
	dirs, err := state.FindDirectories(p.Work, env.Get)
	if err != nil {
		return false
	}
	s, err := dirs.State.Load(state.OwnLaunch(claude))
	return err == nil && s.Owner == claude
}

// sessionEnv is the variable in which claude names its session to hooks and tools (2.1.197 and later).
const sessionEnv = "CLAUDE_CODE_SESSION_ID"

// hasSession reports whether there is a state for the calling claude's session, so that its reviews may be on
// although it belongs to no launch.
func (p *Program) hasSession(env process.Env) bool {
	dirs, err := state.FindDirectories(p.Work, env.Get)
	return err == nil && p.session != "" && dirs.State.Has(p.session)
}

// isOwnedBy reports whether a claude belongs to the launch that the environment of its start names.
func (p *Program) isOwnedBy(env process.Env, claude process.Process) bool {
	dirs, err := state.FindDirectories(p.Work, env.Get)
	launch := env.Get(state.LaunchEnv)
	return launch != "" && (err != nil || dirs.State.IsOwner(launch, claude))
}

// becomeLaunch treats the calling claude as a launch, though it was started without ccc.
func (p *Program) becomeLaunch() error {
	claude, ok := p.callingClaude()
	if !ok {
		return lang.Errorf("the claude that called ccc was not found")
	}
	env, err := environOutsideLoop(claude)
	if err != nil {
		return err
	}
	dirs, err := state.FindDirectories(p.Work, process.Env(env).Get)
	if err != nil {
		return err
	}
	_, err = dirs.State.Change(state.OwnLaunch(claude), func(s *state.State) { s.Owner = claude })
	if err = p.reportCorrupt(err); err != nil {
		return err
	}
	p.TakeEnv()
	return nil
}

func (p *Program) launch() string { return p.Env.Get(state.LaunchEnv) }

func (p *Program) directories() (state.Directories, error) {
	return state.FindDirectories(p.Work, p.Env.Get)
}

// atStartDirectory returns dirs with claude's start directory as Work. Claude's tools may have changed the directory
// since.
func (p *Program) atStartDirectory(dirs state.Directories) state.Directories {
	dir := p.Env.Get("PWD")
	if info, err := os.Stat(dir); err == nil && info.IsDir() && p.inLaunch && !p.isForeign {
		dirs.Work = dir
	}
	return dirs
}

// language returns the user's language; ccc.json may set it.
func (p *Program) language(f provider.File) lang.Language { return lang.Of(p.Env.Get, f.Language) }

// userLanguage returns the user's language if ccc.json has not been read yet.
func (p *Program) userLanguage() lang.Language {
	var f provider.File
	if dirs, err := p.directories(); err == nil {
		f, _ = provider.Load(dirs.Config) // a broken one names no language
	}
	return p.language(f)
}

// errorf prints a message for the user. It indents further lines, so that a path that contains a newline cannot imitate
// a message of ccc.
func (p *Program) errorf(format string, args ...any) {
	fmt.Fprintln(p.Stderr, strings.ReplaceAll("ccc: "+p.userLanguage().Sprintf(format, args...), "\n", "\n  "))
}

// reportCorrupt tells the user that an unreadable state was replaced; it returns any other error.
func (p *Program) reportCorrupt(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}

// rubricIn loads the rubric of the working directory.
func (p *Program) rubricIn(dirs state.Directories, f provider.File) (rubric.Rubric, error) {
	return rubric.LoadOrBuiltIn(p.language(f), dirs.Work, dirs.Claude)
}

func (p *Program) rubricCopy(dirs state.Directories) rubric.Copy {
	return rubric.Copy{State: dirs.State, Launch: p.launch(), Dir: dirs.Work, Notice: p.reportCorrupt}
}

func (p *Program) trust(dirs state.Directories) rubric.Trust {
	return rubric.TrustIn(dirs, p.Env.Get(state.TrustEnv))
}

// sandbox describes the reviewers of this launch for their sandbox.
func (p *Program) sandbox(f provider.File, dirs state.Directories) sandbox.Reviewer {
	return sandbox.Reviewer{File: f, Dirs: dirs, Env: p.Env, Settings: p.Env.Get(state.ReviewerEnv)}
}
