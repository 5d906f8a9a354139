package hook

import (
	"os"
	"slices"

	"golang.org/x/term"

	"ccc/internal/process"
	"ccc/internal/state"
)

// IsCall reports whether this ccc, started without arguments, is a hook: 2.1.5 ignores the arguments of a hook and
// has a shell run its program alone. It is one if claude's variable for hooks is set, and if claude is at the other
// end of standard input, which the kernel knows.
func IsCall(env process.Env, stdin *os.File) bool {
	if env.Get(state.ProjectEnv) == "" || term.IsTerminal(int(stdin.Fd())) {
		return false
	}
	_, ok := hookCaller(stdin)
	return ok
}

// IsStatusLine reports whether claude has started this program for its status line, perhaps through a script. Like a
// hook, a status line gets a socket as its standard input (2.1.5 to 2.1.330).
func IsStatusLine(stdin *os.File) bool {
	_, ok := hookCaller(stdin)
	return ok
}

// hookCaller returns the ancestor at the other end of a hook's standard input: the claude that calls the hook.
func hookCaller(stdin *os.File) (claude process.Process, ok bool) {
	claude, ok = process.Peer(stdin)
	return claude, ok && claude.IsAbove(os.Getpid())
}

// isForged reports whether somebody other than claude has called this hook of a running claude. The agent can start
// this program with a stop that it made up and an environment that it chose, but it cannot give it a socket of
// claude's.
func (p *Program) isForged(states state.Dir, session string) bool {
	if _, ok := hookCaller(p.Stdin); ok {
		return false
	}
	caller, _ := process.Claude(os.Getpid())
	of, _ := states.Load(session) // each stop reports an unreadable state
	return p.inLaunch || slices.ContainsFunc([]string{p.launch(), session, of.Launch}, func(id string) bool {
		s, err := states.Read(id)
		return id != "" && err == nil && s.Owner.Alive() && s.Owner != caller
	})
}

// Call runs the hook for the event that the input names.
func (p *Program) Call() error {
	in, err := ReadInput(p.Stdin, "")
	if err != nil {
		return err
	}
	p.input = &in
	switch in.Event {
	case "Stop", subagentStop, taskCompleted:
		return p.Stop(StopOptions{Direct: true, Shell: true})
	case "SessionStart":
		return p.SessionStart(false)
	case "UserPromptSubmit":
		return p.Prompt(false)
	case "Notification":
		return p.Notification()
	}
	return nil
}

// readInput returns the input of the hook, see [ReadInput].
func (p *Program) readInput(session string) (Input, error) {
	if p.input != nil {
		return *p.input, nil
	}
	return ReadInput(p.Stdin, session)
}
