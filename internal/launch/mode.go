package launch

import (
	"slices"
	"sync"

	"github.com/google/uuid"

	"ccc/internal/lang"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// modes is the agent's permission mode, as the person cycles through them. It holds for the agents that follow, too.
type modes struct {
	mu     sync.Mutex
	now    string // as claude told last, or as it was chosen before there is one
	first  string // that the launch began in, if it is none of the usual ones: it is one of the cycle
	chosen string // "" as long as the person has chosen none
	send   func([]byte)
	asked  string // the id of the request that was not answered yet
}

const defaultMode = "default"

// set takes the mode that claude runs in, or that the person's arguments name.
func (m *modes) set(mode string) {
	switch {
	case mode == "":
		return
	case mode == "manual": // another name for it in 2.1.329
		mode = defaultMode
	}
	m.now = mode
	if m.first == "" && m.chosen == "" {
		m.first = mode
	}
}

// connectAgent takes an agent that has been started; send must not block.
func (m *modes) connectAgent(send func([]byte)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.send = send; m.chosen != "" {
		m.ask()
	}
}

func (m *modes) ask() {
	m.asked = uuid.NewString()
	m.send(streamjson.SetPermissionMode(m.asked, m.chosen))
}

// next chooses the next mode of the cycle: asking, edits without a question, plan, and that of the beginning, as in
// claude's own screen.
func (m *modes) next() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	cycle := []string{defaultMode, "acceptEdits", "plan"}
	if m.first != "" && !slices.Contains(cycle, m.first) {
		cycle = append(cycle, m.first)
	}
	m.chosen = cycle[(max(slices.Index(cycle, m.now), 0)+1)%len(cycle)]
	if m.now = m.chosen; m.send != nil {
		m.ask()
	}
	return m.now
}

// newMode is the mode at the end, where it is another than that of the beginning; else "".
func (m *modes) newMode() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.now == m.first {
		return ""
	}
	return m.now
}

// follow takes an event of the agent's, and gives the mode that it tells, "" if none, and why another one is refused.
func (m *modes) follow(e streamjson.Event) (mode, refused string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if init, err := e.Init(); err == nil {
		mode = init.PermissionMode
	} else if status, err := e.Status(); err == nil {
		mode = status.PermissionMode
	} else if answer, err := e.ControlResponse(); err == nil && answer.RequestID == m.asked {
		m.asked = ""
		if answer.Subtype == "error" {
			refused, mode, m.chosen = answer.Error, defaultMode, defaultMode
			m.ask()
		}
	}
	if mode == "" || m.asked != "" && refused == "" { // it does not know yet
		return "", ""
	}
	if m.set(mode); m.chosen != "" { // such as a plan that was approved
		m.chosen = m.now
	}
	return m.now, refused
}

// modeWords are what the status line says of the modes that are not claude's usual one; others go by claude's name.
var modeWords = map[string]lang.Message{
	"acceptEdits": lang.M("accepts edits"), "plan": lang.M("plan mode"), "bypassPermissions": lang.M("asks nothing"),
	"dontAsk": lang.M("denies what is not allowed"), defaultMode: {}, "": {},
}

// modeName is a mode in words; empty for claude's usual one.
func modeName(mode string) lang.Message {
	if words, known := modeWords[mode]; known {
		return words
	}
	return lang.M("mode %s", mode)
}

// cycleMode goes on to the next permission mode.
func (t *terminalFront) cycleMode() { t.showMode(t.modes.next(), "") }

// showMode shows the mode in the status line; "" leaves it as it is.
func (t *terminalFront) showMode(mode, refused string) {
	if refused != "" {
		t.note(lang.M("claude rejected this permission mode: %s", refused))
	}
	if mode == "" {
		return
	}
	t.screen.Update(func(st *terminal.Status) { st.Mode = t.Language.Text(modeName(mode)) })
}
