package supervision

import (
	"sync"

	"ccc/internal/claude/mods"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// modWatch checks in each init event of the agent's claude whether mods are kept out of it, and names each mod to the
// user once.
type modWatch struct {
	recheck func(mods.Guard) mods.Guard
	note    func(lang.Message)

	mu      sync.Mutex
	guard   mods.Guard
	isNamed map[string]bool // the folders of the mods that the user knows of
}

func newModWatch(c Config, note func(lang.Message)) *modWatch {
	return &modWatch{
		recheck: func(g mods.Guard) mods.Guard { return g.Recheck(c.ModOptions) },
		note:    note, guard: c.Agent.Mods, isNamed: map[string]bool{},
	}
}

// guardNow checks again what keeps mods out, and returns the result.
func (w *modWatch) guardNow() mods.Guard {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guard = w.recheck(w.guard)
	return w.guard
}

// follow reads an event of the agent.
func (w *modWatch) follow(e streamjson.Event) {
	if e.Type != streamjson.TypeSystem || e.Subtype != "init" {
		return
	}
	init, err := e.Init()
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.guard.IsConfirmedBy(init.PluginNames()) {
		w.guard.State = mods.Loose
		w.guard.Why = lang.M("this claude does not do what its option --managed-settings says")
		w.note(lang.M("mods: %s", w.guard.Message()))
	}
	for _, p := range init.Plugins {
		found, ok := mods.Look(p.Path)
		if w.isNamed[p.Path] || p.Path == "builtin" || !ok || !found.Modules {
			continue
		}
		w.isNamed[p.Path] = true
		if m := w.guard.Mod(found); !m.Empty() {
			w.note(m)
		}
	}
}
