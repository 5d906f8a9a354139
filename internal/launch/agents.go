package launch

import (
	"errors"
	"io"
	"slices"
	"sync/atomic"

	"ccc/internal/lang"
	"ccc/internal/recording"
	"ccc/loop"
	"ccc/ptyio"
)

// agents starts the agent's processes, one after another, and knows the one that runs.
type agents struct {
	Config
	front    front
	recorder *recorder
	tee      *tee
	running  atomic.Pointer[ptyio.Child]
}

// noPTY is the error of an agent for which there is no pseudo-terminal.
type noPTY struct{ error }

func (e noPTY) Unwrap() error { return e.error }
func (e noPTY) Hint() lang.Message {
	return lang.M("the loop needs a pseudo-terminal: is /dev/ptmx there, and are there any left?")
}

// start starts the agent; the loop calls it.
func (a *agents) start(s loop.Session) (loop.Process, error) {
	child, err := ptyio.Start(ptyio.Command{
		Path: a.Claude.Path,
		Args: slices.Concat(a.Claude.Args, a.Args.Agent(a.Settings, s.ID, s.Model, a.Attended)),
		Dir:  a.dirOf(s),
		Env:  a.Env,
		Size: a.front.size(),
	})
	if errors.Is(err, ptyio.ErrNoPTY) {
		err = noPTY{err}
	}
	if err != nil {
		return loop.Process{}, err
	}
	questions := a.front.agentStarts(child.Send)
	a.Log.Info("agent started", "pid", child.Pid(), "session", s.ID)
	a.running.Store(child)
	a.recorder.Item(recording.Item{Type: recording.TypeStart, Phase: "agent"})
	end := func() string {
		how := child.End().String()
		questions.ended()
		return how
	}
	return loop.Process{Output: a.teed(child), Send: child.Send, End: end, Control: questions.take}, nil
}

func (a *agents) teed(output io.Reader) io.Reader {
	if a.tee == nil {
		return output
	}
	return io.TeeReader(output, a.tee)
}

func (a *agents) resize(size ptyio.Size) {
	if child := a.running.Load(); child != nil {
		child.Resize(size)
	}
}

// kill ends the agent without being polite.
func (a *agents) kill() {
	if child := a.running.Load(); child != nil {
		child.Kill()
	}
}
