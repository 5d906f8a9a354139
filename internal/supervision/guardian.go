package supervision

import (
	"os"
	"sync"

	"ccc/internal/lang"
	"ccc/internal/terminal"
	"ccc/ptyio"
	"ccc/streamjson"
)

// guardian is a process that acts if ccc is killed: it restores the terminal and ends what is left of the agent.
type guardian struct {
	language lang.Language
	resume   func(session string) lang.Message
	process  *ptyio.Guardian // nil if it could not be started

	mu      sync.Mutex
	session string // the session that the user is told how to resume
}

func startGuardian(c Config) *guardian {
	var in, out *os.File
	if c.Attended {
		in, out = c.In, c.Out
	}
	var keep []*os.File
	if c.Run != nil {
		keep = append(keep, c.Run.Lock())
	}
	process, err := ptyio.StartGuardian(c.Guardian[0], c.Guardian[1:], in, out, keep...)
	if err != nil {
		c.Log.Warn("there is no guardian: if ccc is killed, the terminal stays as it is", "err", err)
	}
	g := &guardian{language: c.Language, resume: c.Resume, process: process}
	g.writeSession()
	return g
}

// follow remembers the session that an event of the agent names, so that it can be resumed.
func (g *guardian) follow(e streamjson.Event) {
	if e.SessionID == "" || e.ParentToolUseID != "" {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.SessionID != g.session {
		g.session = e.SessionID
		g.writeSession()
	}
}

func (g *guardian) writeSession() {
	g.process.Say(terminal.KilledMessage(g.language, g.resume(g.session)))
}

func (g *guardian) close() { g.process.Close() }

// GuardianArg is the argument with which ccc starts itself as a guardian, see [ptyio.Guardian].
const GuardianArg = "--guardian"
