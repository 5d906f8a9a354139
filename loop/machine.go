package loop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ccc/streamjson"
)

// machine is the whole state that decides. It is a value: step returns a new one.
type machine struct {
	maxRounds  int
	maxStalled int           // 0 for no bound
	maxCost    float64       // 0 for no bound
	maxWait    time.Duration // 0 for defaultWait
	deadline   time.Time     // zero for none
	attended   bool          // somebody can answer: with nobody there, the user phase is the end

	phase    Phase
	waitFor  Phase    // PhaseWait: what goes on afterwards, agent or review
	messages []string // the person's, of this launch
	open     []send   // sent since the last turn ended well: sent again if the turn leaves no trace
	round    int      // reviews of this task that gave a verdict
	stalled  int      // of them in a row that brought nothing
	feedback string   // of the last one
	reviews  int      // tries of this review
	restarts int
	retries  int
	idle     bool // PhaseAgent: the turn is over, but something is queued or in the background
	stopping bool // PhaseAgent: an interrupt was sent
	skip     bool // no review after this turn
	outcome  Outcome
}

// step is the machine: pure and total, one cell for each phase and event.
func step(m machine, e event) (machine, []action) {
	switch {
	case m.phase == PhaseDone:
		return m, nil
	case e.kind == eventQuit:
		if m.phase != PhaseUser {
			m.outcome = Interrupted
		}
		return m.finish(m.leave())
	case e.kind == eventInputClosed:
		m.attended = false
		if m.phase == PhaseUser {
			return m.finish(nil)
		}
		return m, nil
	case e.kind == eventMessage:
		return m.message(e.text)
	case e.kind >= eventReviewNow && e.kind <= eventRounds:
		return m.person(e)
	}
	switch m.phase {
	case PhaseUser:
		switch e.kind {
		case eventTurnStarted: // a background task brings the agent back
			return m.toAgent(), nil
		case eventInterrupt:
			m.outcome = Interrupted
			return m.finish(nil)
		}
	case PhaseAgent:
		return m.stepAgent(e)
	case PhaseWait:
		switch e.kind {
		case eventTurnStarted:
			return m.toAgent(), m.leave()
		case eventInterrupt:
			return m.toUser(Interrupted, append(m.leave(), tell("not waiting any longer"))...)
		case eventTimer:
			return m.waited(nil)
		case eventGoOn:
			return m.waited(m.leave())
		}
	case PhaseReview:
		switch e.kind {
		case eventTurnStarted:
			return m.toAgent(), append(m.leave(), tell("the review is stopped: the agent works again"))
		case eventInterrupt:
			return m.toUser(Interrupted, append(m.leave(), tell("the review is stopped, the session is kept"))...)
		case eventReviewed:
			return m.reviewed(e)
		}
	}
	return m, nil
}

func (m machine) stepAgent(e event) (machine, []action) {
	switch e.kind {
	case eventTurnStarted:
		leave := m.leave()
		m.idle = false
		return m, leave
	case eventTurnEnded:
		return m.turnEnded(e)
	case eventExited:
		switch {
		case e.turn.Failure == streamjson.NoSession, e.turn.Failure == streamjson.NeedsPerson:
			return m.turnEnded(e)
		case m.stopping:
			return m.toUser(Interrupted, tell("interrupted, the session is kept"))
		case m.idle && len(e.unheard) == 0: // its turn was over: what it did can be reviewed
			return m.review(m.leave())
		case m.restarts >= maxRestarts:
			return m.toUser(NeedsUser, append(m.leave(), tell("claude ended %d times without a result (%s)", m.restarts+1, e.text))...)
		}
		leave := m.leave()
		m.open = m.again(e)
		m.idle = false
		m.restarts++
		return m, append(append(leave, tell("claude ended without a result (%s), it is resumed", e.text)), sends(m.open)...)
	case eventInterrupt:
		switch {
		case m.idle:
			return m.toUser(Interrupted, m.leave()...)
		case m.stopping:
			m.outcome = Interrupted
			return m.finish(nil)
		}
		m.stopping = true
		return m, []action{{kind: actInterrupt}, tell("interrupting; ctrl-c again ends ccc")}
	case eventTimer:
		if m.idle {
			return m.review(nil)
		}
	}
	return m, nil
}

// turnEnded decides what a result in the agent phase means.
func (m machine) turnEnded(e event) (machine, []action) {
	turn, leave := e.turn, m.leave()
	switch {
	case m.stopping || turn.Failure == streamjson.Aborted && len(e.unheard) == 0:
		return m.toUser(Interrupted, append(leave, tell("interrupted, the session is kept"))...)
	case turn.Failure == streamjson.NoSession && m.restarts < maxRestarts && len(m.messages) > 0:
		m.restarts++
		m.idle = false
		m.open = []send{{byPerson, strings.Join(m.messages, "\n\n")}}
		return m, append(leave, append([]action{tell("claude has lost the session, a new one begins"), {kind: actForget}}, sends(m.open)...)...)
	case turn.Failure == streamjson.NeedsPerson || turn.Failure == streamjson.NoSession:
		return m.toUser(NeedsUser, append(leave, tell("the agent cannot go on: %s", turn.Text))...)
	case len(e.unheard) > 0: // claude takes these up by itself, in a turn of their own
		if turn.Failure == streamjson.NoFailure {
			m.open, m.restarts, m.retries = e.unheard, 0, 0
		}
		m.idle = true
		return m, append(leave, action{kind: actWait, wait: queuedMax})
	case turn.Failure != streamjson.NoFailure:
		m.idle = false
		m.open = m.again(e)
		next, acts := m.wait(PhaseAgent, turn.Failure, turn.Text, turn.Until, e.now)
		return next, append(leave, acts...)
	}
	m.open, m.restarts, m.retries = nil, 0, 0
	if over := m.over(e); over != "" {
		return m.toUser(NotCompleted, append(leave, tell("%s: the last turn is not reviewed", over))...)
	}
	if turn.Background > 0 {
		m.idle = true
		return m, append(leave, action{kind: actWait, wait: backgroundMax, text: fmt.Sprintf("%d in the background", turn.Background)},
			tell("%d in the background: the review waits for it, at most %s", turn.Background, backgroundMax))
	}
	return m.review(leave)
}

// reviewed decides what the end of a review means.
func (m machine) reviewed(e event) (machine, []action) {
	v := e.verdict
	switch {
	case v.Failure == streamjson.Limit:
		return m.wait(PhaseReview, v.Failure, v.Reason, v.Until, e.now)
	case v.Failure == streamjson.NeedsPerson || v.Failure != streamjson.NoFailure && m.reviews >= maxReviews:
		return m.toUser(NeedsUser, tell("no verdict: %s", v.Reason))
	case v.Failure != streamjson.NoFailure:
		return m.review([]action{tell("no verdict (%s), the review is tried once more", v.Reason)})
	}
	m.round++
	switch {
	case v.Completed:
		m.outcome = Completed
		return m.finish(nil)
	case v.Blocked:
		return m.toUser(NeedsUser, tell("the supervisor needs an answer of yours"))
	case m.round >= m.maxRounds:
		return m.toUser(NotCompleted, tell("not completed after %d rounds, which is the limit", m.round))
	}
	if over := m.over(e); over != "" {
		return m.toUser(NotCompleted, tell("not completed: %s", over))
	}
	before := m.feedback
	m.feedback = v.Feedback
	if m.stalled++; v.Stalled == "" {
		m.stalled = 0
	}
	if m.maxStalled > 0 && m.stalled >= m.maxStalled {
		return m.toUser(NotCompleted, tell("stopped, it goes in circles: %s, %d times in a row. The feedback before was:\n%s\nand now it is:\n%s", v.Stalled, m.stalled, before, v.Feedback))
	}
	m = m.toAgent()
	m.retries = 0
	m.open = []send{{bySupervisor, v.Feedback}}
	return m, sends(m.open)
}

// waited goes on where a wait has been for.
func (m machine) waited(leave []action) (machine, []action) {
	if m.waitFor == PhaseReview {
		return m.review(leave)
	}
	return m.toAgent(), append(leave, sends(m.open)...)
}

// over says which bound of the launch is passed; "" if none is.
func (m machine) over(e event) string {
	switch {
	case m.maxCost > 0 && e.spent >= m.maxCost:
		return fmt.Sprintf("$%.2f are spent, of at most $%.2f", e.spent, m.maxCost)
	case !m.deadline.IsZero() && !e.now.Before(m.deadline):
		return "the time for this launch is up"
	}
	return ""
}

// message is the person's, in any phase: recorded and sent at once.
func (m machine) message(text string) (machine, []action) {
	acts := m.leave()
	switch m.phase {
	case PhaseReview:
		acts = append(acts, tell("the review is stopped: your message goes first"))
		m = m.toAgent()
	case PhaseUser:
		m = m.toAgent()
		m.round, m.retries = 0, 0
		m.stalled, m.feedback = 0, ""
	case PhaseWait:
		m = m.toAgent()
	}
	m.idle, m.stopping = false, false // what is said after ctrl-c is what to do instead
	m.messages = append(slices.Clip(m.messages), text)
	m.open = append(slices.Clip(m.open), send{byPerson, text})
	return m, append(acts, action{kind: actSend, send: send{byPerson, text}})
}

// again is what is sent for a turn that broke off: its messages where it left no trace in the conversation, else a word
// to go on, and what claude had not yet taken up.
func (m machine) again(e event) []send {
	if m.idle { // nothing was cut off
		return e.unheard
	}
	if !e.turn.Progress && len(m.open) > 0 {
		return m.open
	}
	return append([]send{{byCCC, goOn}}, e.unheard...)
}

// leave is what ends when the phase, or the agent's idling, ends by something else than itself.
func (m machine) leave() []action {
	switch {
	case m.phase == PhaseReview:
		return []action{{kind: actStopReview}}
	case m.phase == PhaseWait || m.idle:
		return []action{{kind: actStopWait}}
	}
	return nil
}

func (m machine) toAgent() machine {
	m.phase, m.waitFor, m.outcome = PhaseAgent, PhaseUser, ""
	m.idle, m.stopping = false, false
	m.restarts, m.reviews = 0, 0
	return m
}

// toUser gives the person the floor; where there is nobody, it ends the launch.
func (m machine) toUser(o Outcome, acts ...action) (machine, []action) {
	m.phase, m.waitFor, m.outcome = PhaseUser, PhaseUser, o
	m.idle, m.stopping, m.skip = false, false, false
	m.restarts, m.retries, m.reviews = 0, 0, 0
	m.open = nil
	if !m.attended {
		return m.finish(acts)
	}
	return m, acts
}

func (m machine) finish(acts []action) (machine, []action) {
	m.phase = PhaseDone
	return m, append(acts, action{kind: actFinish})
}

func (m machine) review(acts []action) (machine, []action) {
	if m.skip {
		return m.toUser("", append(acts, tell("no review, as you wanted"))...)
	}
	if m.round >= m.maxRounds { // the turn of a background task, after the last round
		return m.toUser(NotCompleted, append(acts, tell("not completed after %d rounds, which is the limit", m.round))...)
	}
	if m.phase == PhaseAgent {
		m.reviews, m.retries = 0, 0
	}
	m.phase, m.waitFor, m.idle = PhaseReview, PhaseUser, false
	m.reviews++
	return m, append(acts, action{kind: actReview})
}

// wait is for a limit or an overload, bounded in time and in number.
func (m machine) wait(next Phase, kind streamjson.Failure, why string, until, now time.Time) (machine, []action) {
	longest := m.maxWait
	if longest == 0 {
		longest = defaultWait
	}
	d := firstBackoff << m.retries
	if kind == streamjson.Limit {
		d = limitWait
		if !until.IsZero() {
			d = max(until.Sub(now), time.Second)
		}
	}
	switch {
	case d > longest:
		return m.toUser(NeedsUser, tell("%s: ccc waits at most %s", why, longest))
	case m.retries >= maxRetries:
		return m.toUser(NeedsUser, tell("%s: tried %d times", why, m.retries+1))
	}
	m.retries++
	m.phase, m.waitFor, m.idle, m.reviews = PhaseWait, next, false, 0
	return m, []action{
		tell("%s: trying again at %s, in %s (%d of %d)", why, now.Add(d).Format(time.TimeOnly), d.Round(time.Second), m.retries, maxRetries),
		{kind: actWait, wait: d, text: why},
	}
}

func tell(format string, args ...any) action {
	return action{kind: actTell, text: fmt.Sprintf(format, args...)}
}

func sends(list []send) (acts []action) {
	for _, s := range list {
		acts = append(acts, action{kind: actSend, send: s})
	}
	return acts
}
