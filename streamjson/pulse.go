package streamjson

import (
	"context"
	"maps"
	"sync"
	"time"
)

// A Pulse notices that a claude process is silent although only the model could delay it: no tool runs, not even in a
// subagent, no question to the host is open, and claude has not announced a wait. The zero value is ready; its
// methods may be called from any goroutine.
type Pulse struct {
	mu         sync.Mutex
	lastOutput time.Time
	openCalls  map[string]string // tool calls without a result, each with the call of the subagent that made it
}

// Beat notes that the process was started or that something was sent to it, so that output is expected from now on.
func (p *Pulse) Beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastOutput = time.Now()
}

// Add reads the next event.
func (p *Pulse) Add(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastOutput = time.Now()
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
			case "tool_result": // if a subagent ends, the calls that it made end, too
				delete(p.openCalls, b.ToolUseID)
				maps.DeleteFunc(p.openCalls, func(_, parent string) bool { return parent == b.ToolUseID })
			}
		}
	case TypeControlRequest: // the process is silent while the user thinks; the answer leads to the tool's result
		if r, err := e.ControlRequest(); err == nil && r.Subtype == "can_use_tool" {
			p.open(r.ToolUseID, "")
		}
	case TypeSystem:
		if e.Subtype == "api_retry" {
			if r, err := e.Retry(); err == nil {
				p.lastOutput = p.lastOutput.Add(r.Delay)
			}
		}
	case TypeResult: // open calls were cut off, or belong to a subagent in the background
		clear(p.openCalls)
	}
}

// open notes a tool call. The caller holds the lock.
func (p *Pulse) open(id, parent string) {
	if p.openCalls == nil {
		p.openCalls = make(map[string]string)
	}
	if _, known := p.openCalls[id]; id != "" && !known {
		p.openCalls[id] = parent
	}
}

// silence returns for how long no output has come although some was expected.
func (p *Pulse) silence() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.openCalls) > 0 {
		return 0
	}
	return max(time.Since(p.lastOutput), 0)
}

// asleep is how late a timer may be. If it is later, this process was suspended in between, and could not read
// anything.
const asleep = 5 * time.Second

// Watch calls silent whenever no output has come for the time limit, until ctx is done. The time starts with the call
// of Watch, with an event, or with Beat.
func (p *Pulse) Watch(ctx context.Context, limit time.Duration, silent func(time.Duration)) {
	p.Beat()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for due := time.Now().Add(limit); ; {
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
		case lasts >= limit:
			silent(lasts)
			p.Beat()
			lasts = 0
		}
		due = time.Now().Add(limit - lasts)
		timer.Reset(limit - lasts)
	}
}
