package streamjson

import (
	"context"
	"maps"
	"sync"
	"time"
)

// A Pulse notices when a claude process says nothing though it has nothing to wait for but the model: no tool runs, in
// no subagent either, no question to the host is open, and it has not announced to wait itself. The zero value is
// ready; its methods may be called from any goroutine.
type Pulse struct {
	mu    sync.Mutex
	heard time.Time
	calls map[string]string // tool calls without a result, and the call of the subagent that made them
}

// Beat notes that the process was started or sent something: from now on something should come.
func (p *Pulse) Beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = time.Now()
}

// Add takes the next event.
func (p *Pulse) Add(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = time.Now()
	switch e.Type {
	case TypeAssistant, TypeUser:
		m, err := e.read()
		if err != nil {
			return
		}
		for _, b := range m.message.Content {
			switch b.Type {
			case "tool_use":
				p.open(b.ID, e.ParentToolUseID)
			case "tool_result": // a subagent's end is the end of what it had begun
				delete(p.calls, b.ToolUseID)
				maps.DeleteFunc(p.calls, func(_, parent string) bool { return parent == b.ToolUseID })
			}
		}
	case TypeControlRequest: // nothing is said while a user thinks about it; an answer leads to the tool's result
		if r, err := e.ControlRequest(); err == nil && r.Subtype == "can_use_tool" {
			p.open(r.ToolUseID, "")
		}
	case TypeSystem:
		if e.Subtype == "api_retry" {
			if r, err := e.Retry(); err == nil {
				p.heard = p.heard.Add(r.Delay)
			}
		}
	case TypeResult: // what is open was cut off, or is a subagent's in the background
		clear(p.calls)
	}
}

// open is called with the lock held.
func (p *Pulse) open(id, parent string) {
	if p.calls == nil {
		p.calls = make(map[string]string)
	}
	if _, known := p.calls[id]; id != "" && !known {
		p.calls[id] = parent
	}
}

// silence is how long nothing has come that should have.
func (p *Pulse) silence() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.calls) > 0 {
		return 0
	}
	return max(time.Since(p.heard), 0)
}

// asleep is by how much a timer may be late before the time is taken for one in which this process did not run, and so
// read nothing: it was suspended.
const asleep = 5 * time.Second

// Watch calls silent whenever nothing has come for as long as bound, until ctx is done. The silence begins with the
// call of Watch, with an event, or with Beat.
func (p *Pulse) Watch(ctx context.Context, bound time.Duration, silent func(time.Duration)) {
	p.Beat()
	timer := time.NewTimer(bound)
	defer timer.Stop()
	for due := time.Now().Add(bound); ; {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		lasts := p.silence()
		switch {
		case time.Since(due) > asleep:
			p.Beat()
			lasts = 0
		case lasts >= bound:
			silent(lasts)
			p.Beat()
			lasts = 0
		}
		due = time.Now().Add(bound - lasts)
		timer.Reset(bound - lasts)
	}
}
