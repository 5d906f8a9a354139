package launch

import (
	"ccc/internal/lang"
	"ccc/streamjson"
)

// bareWatch tells the user if the agent's claude has started without hooks, as it does with --bare, which may become
// the default of --print. Every launch has a SessionStart hook of ccc's, which claude reports before its first init
// (2.1.5, 2.1.197, 2.1.329, 2.1.330). The tools of init do not show it: ccc asks for all of them.
type bareWatch struct {
	note    func(lang.Message)
	hook    bool // one has run
	started bool
}

// follow takes an event of the agent.
func (w *bareWatch) follow(e streamjson.Event) {
	if w.started || e.Type != streamjson.TypeSystem {
		return
	}
	w.hook = w.hook || e.Subtype == "hook_started" || e.Subtype == "hook_response"
	if e.Subtype != "init" {
		return
	}
	w.started = true
	if init, err := e.Init(); err == nil && !w.hook && len(init.Tools) > 0 {
		w.note(lang.M("this claude runs no hooks, neither yours nor the project's; if that is because of --bare, it reads " +
			"no CLAUDE.md either"))
	}
}
