package supervision

import (
	"encoding/json"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// bareWatch tells the user if the agent's claude has started without hooks, as it does with --bare, which may become
// the default of --print, or without tools that the last one had. Every launch has a SessionStart hook of ccc's, which
// claude reports before its first init (2.1.5, 2.1.197, 2.1.329, 2.1.330).
type bareWatch struct {
	note    func(lang.Message)
	kept    string // the file with the tools of the last agent; "" if the user has chosen this one's
	hook    bool   // one has run
	started bool
}

func newBareWatch(c Config, note func(lang.Message)) bareWatch {
	w := bareWatch{note: note}
	if !c.Agent.Args.ChoosesTools() {
		w.kept = c.State.AgentTools()
	}
	return w
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
	init, err := e.Init()
	if err != nil || len(init.Tools) == 0 {
		return
	}
	if !w.hook {
		w.note(lang.M("this claude runs no hooks, neither yours nor the project's; if that is because of --bare, it reads " +
			"no CLAUDE.md either"))
	}
	w.compareTools(init)
}

// agentTools are the tools of an agent's claude, without those of MCP servers, which come and go.
type agentTools struct {
	Version string   `json:"version"`
	Dir     string   `json:"dir"`
	Tools   []string `json:"tools"`
}

// compareTools tells the user of tools that the last agent had and this one has not. Settings take tools away, too, and
// each project has its own: so agents of one version are compared only in the same directory.
func (w *bareWatch) compareTools(init streamjson.Init) {
	if w.kept == "" {
		return
	}
	now := agentTools{Version: init.Version, Dir: init.CWD, Tools: slices.DeleteFunc(slices.Clone(init.Tools),
		func(tool string) bool { return strings.HasPrefix(tool, "mcp__") })}
	slices.Sort(now.Tools)
	var last agentTools
	if content, err := file.ReadJSON(w.kept); err != nil || json.Unmarshal(content, &last) != nil {
		last = agentTools{}
	}
	if last.Version != now.Version || last.Dir == now.Dir {
		lost := slices.DeleteFunc(slices.Clone(last.Tools), func(tool string) bool { return slices.Contains(now.Tools, tool) })
		switch names := text.ClipLine(strings.Join(lost, ", "), 200); {
		case len(lost) == 0:
		case last.Version == now.Version:
			w.note(lang.M("this claude lacks tools that the last one here had: %s", names))
		default:
			w.note(lang.M("claude %s lacks tools that %s had: %s", now.Version, text.ClipLine(last.Version, 20), names))
		}
	}
	content, _ := json.Marshal(now)                                                         // strings
	_ = file.Update(w.kept, file.Own, func([]byte) ([]byte, error) { return content, nil }) // else the next says it again
}
