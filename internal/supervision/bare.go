package supervision

import (
	"encoding/json"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
	"ccc/internal/text"
	"ccc/streamjson"
)

// bareWatch warns the user if the agent's claude has started without hooks, or without tools that the last agent had.
// The option --bare switches hooks off, and may become the default of --print. Every launch has a SessionStart hook
// of ccc, and claude reports that hook before its first init (2.1.5, 2.1.197, 2.1.329, 2.1.330).
type bareWatch struct {
	note      func(lang.Message)
	toolsFile string // the file with the tools of the last agent; "" if the user has chosen this one's
	hasHook   bool   // a hook has run
	started   bool
}

func newBareWatch(c Config, note func(lang.Message)) bareWatch {
	w := bareWatch{note: note, started: c.Review.Cage.Kind == sandbox.Replay} // of a recording there is nothing to warn
	if !c.Agent.Args.ChoosesTools() {
		w.toolsFile = c.State.AgentTools()
	}
	return w
}

// follow reads an event of the agent.
func (w *bareWatch) follow(e streamjson.Event) {
	if w.started || e.Type != streamjson.TypeSystem {
		return
	}
	w.hasHook = w.hasHook || e.Subtype == "hook_started" || e.Subtype == "hook_response"
	if e.Subtype != "init" {
		return
	}
	w.started = true
	init, err := e.Init()
	if err != nil || len(init.Tools) == 0 {
		return
	}
	if !w.hasHook {
		w.note(lang.M("this claude runs no hooks, neither yours nor the project's; if that is because of " +
			"--bare, it reads no CLAUDE.md either"))
	}
	w.compareTools(init)
}

// agentTools are the tools of an agent's claude, without those of MCP servers, which come and go.
type agentTools struct {
	Version string   `json:"version"`
	Dir     string   `json:"dir"`
	Tools   []string `json:"tools"`
}

// compareTools names to the user the tools that the last agent had and this one lacks. Settings take tools away, too,
// and each project has its own settings: so only agents of the same version and directory are compared.
func (w *bareWatch) compareTools(init streamjson.Init) {
	if w.toolsFile == "" {
		return
	}
	now := agentTools{Version: init.Version, Dir: init.CWD, Tools: slices.DeleteFunc(slices.Clone(init.Tools),
		func(tool string) bool { return strings.HasPrefix(tool, "mcp__") })}
	slices.Sort(now.Tools)
	var last agentTools
	if content, err := file.ReadJSON(w.toolsFile); err != nil || json.Unmarshal(content, &last) != nil {
		last = agentTools{}
	}
	if last.Version != now.Version || last.Dir == now.Dir {
		lost := slices.DeleteFunc(slices.Clone(last.Tools), func(tool string) bool {
			return slices.Contains(now.Tools, tool)
		})
		switch names := text.ClipLine(strings.Join(lost, ", "), 200); {
		case len(lost) == 0:
		case last.Version == now.Version:
			w.note(lang.M("the agent works without tools that the last claude here had: %s", names))
		default:
			w.note(lang.M("the agent works without tools that claude %s had, because claude %s does not have them: %s",
				text.ClipLine(last.Version, 20), now.Version, names))
		}
	}
	content, _ := json.Marshal(now) // of strings: it cannot fail
	// After an error the next launch warns again.
	_ = file.Update(w.toolsFile, file.Own, func([]byte) ([]byte, error) { return content, nil })
}
