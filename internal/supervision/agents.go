package supervision

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/loop"
	"ccc/ptyio"
)

// agents starts the agent's processes, one after another. child is the newest one.
type agents struct {
	Agent
	Identity
	isAttended bool
	front      front
	recorder   *recorder
	tee        *tee
	child      atomic.Pointer[ptyio.Child]
	ran        []string // see programs. Only reviews use it, one at a time

	hasSignal func() bool // reports whether a signal ends the launch
}

func newAgents(c Config) *agents {
	return &agents{Agent: c.Agent, Identity: c.Identity, isAttended: c.Attended}
}

// start starts an agent's process. The loop calls it.
func (a *agents) start(s loop.Session) (loop.Process, error) {
	command := ptyio.Command{
		Path: a.Claude.Path,
		Args: slices.Concat(a.Claude.Args, a.Args.Agent(a.Settings, s.ID, s.Model, s.Budget.USD)),
		Dir:  a.dirOf(s),
		Env:  a.Env,
		Size: a.front.size(),
	}
	child, err := ptyio.Start(command)
	if errors.Is(err, ptyio.ErrNoPTY) {
		a.front.note(lang.M("%v: the agent's output is read through pipes instead; everything else works as usual",
			err))
		command.Pipes = true
		child, err = ptyio.Start(command)
	}
	if err != nil {
		return loop.Process{}, err
	}
	questions := a.front.connectAgent(child.Send)
	a.Log.Info("agent started", "pid", child.Pid(), "session", s.ID)
	a.child.Store(child)
	a.recorder.Item(session.Item{Type: session.TypeStart, Phase: "agent"})
	end := func() string {
		how := ""
		if a.hasSignal() && !a.isAttended { // ending a job must leave none of its processes
			how = child.EndAll().String()
		} else {
			how = child.End().String()
		}
		questions.onEnd()
		return how
	}
	output := io.Reader(child)
	if command.Pipes {
		output = io.MultiReader(child, &lastWords{child: child})
	}
	return loop.Process{
		Output: a.withTee(output), Send: child.Send, End: end, Kill: func() { child.Kill() },
		Control: questions.onEvent,
	}, nil
}

// lastWords reads the output of a child on pipes, and after its end what the child wrote to stderr. There claude
// (2.1.5) says why it does not start, or that a session does not exist. On a pty the output itself includes stderr.
type lastWords struct {
	child *ptyio.Child
	text  *strings.Reader
}

func (l *lastWords) Read(p []byte) (int, error) {
	if l.text == nil {
		l.child.End() // after that its stderr is complete
		l.text = strings.NewReader(l.child.Stderr())
	}
	return l.text.Read(p)
}

func (a *agents) withTee(output io.Reader) io.Reader {
	if a.tee == nil {
		return output
	}
	return io.TeeReader(output, a.tee)
}

func (a *agents) resize(size ptyio.Size) {
	if child := a.child.Load(); child != nil {
		child.Resize(size)
	}
}

// programs lists the files of the programs that the agent's claude runs, or ran when they were last looked for.
func (a *agents) programs() []string {
	if child := a.child.Load(); child != nil {
		if list := process.Programs(child.Pid()); len(list) > 0 {
			a.ran = list
		}
	}
	return a.ran
}

// kill kills the agent at once.
func (a *agents) kill() {
	if child := a.child.Load(); child != nil {
		child.Kill()
	}
}
