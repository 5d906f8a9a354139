package main

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"ccc/internal/screen"
	"ccc/loop"
	"ccc/streamjson"
)

// ledger is what the launch has cost so far. Agent and reviewer may add to it at once.
type ledger struct {
	mu      sync.Mutex
	ended   float64 // of the agent's processes that have ended
	agent   float64 // of the one that runs
	reviews float64 // of those that have ended
	review  float64 // of the one that runs
	in, out int64   // tokens
}

// add takes an event, and reports whether it says what something cost.
func (l *ledger) add(phase string, e streamjson.Event) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e.Type {
	case streamjson.TypeStreamEvent:
		p, err := e.StreamEvent()
		if err != nil || p.Type != "message_start" && p.Type != "message_delta" {
			return false
		}
		if p.Type == "message_start" {
			l.in += input(p.Usage)
			return true
		}
		l.out += p.Usage.OutputTokens
		return true
	case streamjson.TypeResult:
		r, err := e.Result()
		if err != nil {
			return false
		}
		if phase == "agent" {
			l.agent = r.TotalCostUSD
			return true
		}
		l.review = r.TotalCostUSD
		l.in += input(r.Usage)
		l.out += r.Usage.OutputTokens
		return true
	}
	return false
}

func input(u streamjson.Usage) int64 {
	return u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens
}

// agentStarts: the next agent counts from nothing again.
func (l *ledger) agentStarts() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended, l.agent = l.ended+l.agent, 0
}

func (l *ledger) reviewStarts() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reviews, l.review = l.reviews+l.review, 0
}

// costs are those of the agent and of the reviews.
func (l *ledger) costs() (agent, reviews float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended + l.agent, l.reviews + l.review
}

func (l *ledger) show(st *screen.Status) {
	agent, reviews := l.costs()
	l.mu.Lock()
	defer l.mu.Unlock()
	st.CostUSD, st.In, st.Out = agent+reviews, l.in, l.out
}

// firstStatus is what is known before anything has happened.
func (v *supervision) firstStatus() {
	v.screen.Update(func(st *screen.Status) {
		st.Phase, st.Place, st.Model = "your turn", filepath.Base(v.work), v.args.Model
		if v.provider != nil {
			st.Provider = v.provider.Name
		}
	})
}

// follow shows in the status what an event tells.
func (v *supervision) follow(phase string, e streamjson.Event) {
	if v.terminal == nil {
		return
	}
	if v.spent.add(phase, e) {
		v.screen.Update(v.spent.show)
	}
	if e.Type != streamjson.TypeSystem || phase != "agent" {
		return
	}
	if init, err := e.Init(); err == nil {
		v.screen.Update(func(st *screen.Status) { st.Model = init.Model })
	}
	if s, err := e.Status(); err == nil {
		v.screen.Update(func(st *screen.Status) {
			switch {
			case s.Status == "compacting":
				st.Waiting = compacting
			case st.Waiting == compacting:
				st.Waiting = ""
			}
		})
	}
}

const compacting = "compacting the conversation"

// shortWait is one for which nobody is called back: an overload, most of the time.
const shortWait = time.Minute

// begin shows in the status that a phase begins, or what it waits for.
func (v *supervision) begin(n loop.Notice) {
	now := time.Now()
	v.screen.Update(func(st *screen.Status) {
		wasBusy := st.Busy
		st.Phase = map[loop.Phase]string{
			loop.PhaseUser: "your turn", loop.PhaseAgent: "agent", loop.PhaseWait: "waiting", loop.PhaseReview: "review", loop.PhaseDone: "done",
		}[n.Begin]
		st.Busy = n.Begin != loop.PhaseUser && n.Begin != loop.PhaseDone
		st.Waiting = waiting(n)
		if !st.Busy {
			st.Of = 0
			if !st.Began.IsZero() && st.Ended.IsZero() {
				st.Ended = now
			}
			return
		}
		if !wasBusy {
			st.Began, st.Ended = now, time.Time{}
		}
		st.Round, st.Of = n.Round, v.maxRounds()
	})
	switch {
	case n.Begin == loop.PhaseWait && n.Until.Sub(now) > shortWait:
		v.notify("limit", waiting(n))
	case n.Begin == loop.PhaseUser && (n.Outcome == loop.NeedsUser || n.Outcome == loop.NotCompleted):
		v.notify(string(n.Outcome), "it is your turn")
	}
}

// asked shows in the status that a question waits for the person.
func (v *supervision) asked(what string) {
	v.screen.Update(func(st *screen.Status) { st.Waiting = "your answer" })
	v.notify("question", what)
}

func (v *supervision) notAsked() {
	v.screen.Update(func(st *screen.Status) { st.Waiting = "" })
}

// waiting says what a wait waits for.
func waiting(n loop.Notice) string {
	switch {
	case n.Why == "":
		return ""
	case n.Begin == loop.PhaseWait:
		return fmt.Sprintf("%s: resumes %s", n.Why, n.Until.Format("15:04"))
	}
	return fmt.Sprintf("%s: the review waits, until %s at most", n.Why, n.Until.Format("15:04"))
}
