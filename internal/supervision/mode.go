package supervision

import (
	"cmp"
	"slices"
	"sync"

	"github.com/google/uuid"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// modes keeps the permission mode of the agent. The user cycles through the modes, and later agents get the chosen
// one.
type modes struct {
	mu         sync.Mutex
	mode       string // as claude reported it last, or as the user chose it
	launchMode string // that the launch began in; the cycle includes it
	chosen     string // by the user; "" for none
	send       func([]byte)
	request    string // id of the request that has no answer yet; "" for none
	hasAuto    bool   // this claude has the mode auto; 2.1.5 does not, but accepts the name
	manual     bool   // this claude calls the default mode manual
}

const defaultMode = "default"

// set sets the mode that claude reports, or that the user's arguments name.
func (m *modes) set(mode string) {
	switch {
	case mode == "":
		return
	case mode == "manual": // another name for it in 2.1.329
		mode = defaultMode
	}
	m.mode = mode
	if m.launchMode == "" && m.chosen == "" {
		m.launchMode = mode
	}
}

// connectAgent gives a new agent the chosen mode. send must not block.
func (m *modes) connectAgent(send func([]byte)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.send = send; m.chosen != "" {
		m.ask()
	}
}

func (m *modes) ask() {
	m.request = uuid.NewString()
	m.send(streamjson.SetPermissionMode(m.request, m.chosen))
}

// next chooses the next mode of the cycle. As in claude's own screen the modes are: default, acceptEdits, plan, auto
// where claude has it, and the one that the launch began in. A claude that refuses auto for its model goes back to
// default.
func (m *modes) next() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	cycle := []string{defaultMode, "acceptEdits", "plan"}
	if m.hasAuto {
		cycle = append(cycle, "auto")
	}
	if m.launchMode != "" && !slices.Contains(cycle, m.launchMode) {
		cycle = append(cycle, m.launchMode)
	}
	m.chosen = cycle[(max(slices.Index(cycle, m.mode), 0)+1)%len(cycle)]
	if m.mode = m.chosen; m.send != nil {
		m.ask()
	}
	return m.mode
}

// current is the mode that the agent is in; "" before the agent reported one.
func (m *modes) current() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.mode
}

// follow returns the mode that an event of the agent reports, "" for none, and why claude refused the chosen one.
func (m *modes) follow(e streamjson.Event) (mode, refused string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if init, err := e.Init(); err == nil {
		mode, m.hasAuto = init.PermissionMode, claude.AtLeast(init.Version, claude.Middle)
		m.manual = claude.AtLeast(init.Version, "2.1.329")
	} else if status, err := e.Status(); err == nil {
		mode = status.PermissionMode
	} else if answer, err := e.ControlResponse(); err == nil && answer.RequestID == m.request {
		m.request = ""
		if answer.Subtype == "error" {
			refused, mode, m.chosen = answer.Error, defaultMode, defaultMode
			m.ask()
		}
	}
	if mode == "" || m.request != "" && refused == "" { // the event is older than the answer
		return "", ""
	}
	m.adopt(mode)
	return m.mode, refused
}

// adopt sets a mode that the user has not chosen by the cycle, but that claude changed to: after a plan is approved.
// Later agents get it, too, if the user has chosen one before.
func (m *modes) adopt(mode string) {
	if m.set(mode); m.chosen != "" {
		m.chosen = m.mode
	}
}

// answered adopts the mode that an answer of the user's has given the agent, and returns it. Later agents get it, too.
func (m *modes) answered(mode string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.chosen = mode
	m.adopt(mode)
	return m.mode
}

// modeWords names the modes in the status line. For other modes it shows claude's own name.
var modeWords = map[string]lang.Message{
	"acceptEdits": lang.M("accepts edits"), "plan": lang.M("plan mode"),
	"bypassPermissions": lang.M("asks for no permission"),
	"dontAsk":           lang.M("denies what is not allowed"), "auto": lang.M("auto mode"), defaultMode: {}, "": {},
}

// claudesModes are the names of the modes in the last line of claude's own screen.
var claudesModes = map[string]string{
	"acceptEdits": "accept edits", "plan": "plan mode", "bypassPermissions": "bypass permissions",
	"dontAsk": "don't ask", "auto": "auto mode",
}

// claudesModeName returns the name that the agent's claude shows for a mode. 2.1.329 and 2.1.330 call the default mode
// manual; 2.1.5 and 2.1.197 show nothing for it.
func (m *modes) claudesModeName(mode string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if mode == defaultMode && m.manual {
		return "manual mode"
	}
	return cmp.Or(claudesModes[mode], mode)
}

// modeName returns a mode in words; empty for the default one.
func modeName(mode string) lang.Message {
	if words, known := modeWords[mode]; known {
		return words
	}
	return lang.M("mode %s", mode)
}

// cycleMode chooses the next permission mode and shows it.
func (t *terminalFront) cycleMode() { t.showMode(t.modes.next(), "") }

// noteMode notes and shows the mode that an answer of the user's has given the agent.
func (t *terminalFront) noteMode(mode string) { t.showMode(t.modes.answered(mode), "") }

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
