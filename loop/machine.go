package loop

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// machine is the whole state that decides. It is a value: step returns a new one. What a review leads to is the
// policy's to say, here is what the loop does about it.
type machine struct {
	policy   task.Policy
	maxWait  time.Duration // for a usage limit
	attended bool          // somebody can answer: with nobody there, the user phase is the end
	closed   bool          // no more messages will come

	task     task.State
	phase    Phase
	waitFor  Phase    // PhaseWait: what goes on afterwards, agent or review
	messages []string // the person's, of this task
	commands []string // lines that begin with a slash, until it is known whether they ask a model
	open     []send   // sent since the last turn ended well: sent again if the turn leaves no trace
	session  Session  // that the agent is in
	agent    int      // number of the newest agent process
	running  bool     // it runs
	budget   float64  // what it may cost, in USD; 0 for no bound
	first    bool     // it was started without a session of ours: the person's arguments chose
	lost     bool     // what they chose does not exist
	review   int      // number of the newest review
	tries    int      // of the review that runs
	restarts int
	retries  int
	stop     stopped // the stop that is, or is to be, reviewed
	held     event   // idle forQueued: the end of the turn, to be looked at if claude takes nothing up
	idle     idling  // PhaseAgent: the turn is over, but something is waited for
	stopping bool    // PhaseAgent: an interrupt was sent
	outcome  Outcome
	why      lang.Message // what was told with outcome

	retryable bool // what gave the person the floor ends by itself
}

// step is the machine: pure and total, one cell for each phase and event.
func step(m machine, e event) (machine, []action) {
	m.task.CostUSD = streamjson.RoundUSD(m.task.CostUSD + e.cost)
	if !m.listens(e) {
		return m, nil
	}
	var acts []action
	if e.agent != 0 {
		m, e, acts = m.follow(e)
	}
	m, more := m.phaseStep(e)
	return m, append(acts, more...)
}

// listens reports whether an event means anything: one of an old agent, or of a review that was stopped, does not.
func (m machine) listens(e event) bool {
	switch {
	case m.phase == PhaseDone, e.agent != 0 && (!m.running || e.agent != m.agent):
		return false
	case e.kind == eventReviewed:
		return m.phase == PhaseReview && e.review == m.review
	case e.kind == eventSilent: // else it rests, or is being stopped already
		return m.phase == PhaseAgent && m.idle == notIdle && !m.stopping
	}
	return true
}

// phaseStep is step, of an event that is to be listened to.
func (m machine) phaseStep(e event) (machine, []action) {
	switch {
	case e.kind == eventQuit:
		outcome := m.outcome
		if m.phase != PhaseUser {
			outcome = Interrupted
		}
		m, acts := m.leave()
		m.outcome = outcome
		return m.finish(acts)
	case e.kind == eventInputClosed:
		m.attended, m.closed = false, true
		if m.phase == PhaseUser {
			return m.finish(nil)
		}
		return m, nil
	case e.kind == eventStop && (m.phase == PhaseUser || m.stopping):
		return m, nil
	case e.kind == eventStop:
		e.kind = eventInterrupt
	case e.kind == eventMessage:
		return m.message(e)
	case e.kind == eventResume:
		return m.resume(e)
	case e.kind >= eventReviewNow && e.kind <= eventReviewsOff:
		return m.person(e)
	case e.kind == eventEnd:
		return m.end()
	case e.kind == eventHooked:
		m, acts := m.leave()
		m.commands, m.open, m.stop, m.task = nil, nil, e.stop, e.task
		return m.judge(e, acts)
	case e.kind == eventTurnEnded && e.turn.Failure == streamjson.NoFailure && !e.turn.Asked:
		if len(m.commands) == 0 { // what was sent is no command: the agent has answered, whatever it shows of that
			e.turn.Asked = true
		} else { // claude answers them one by one
			m.commands = m.commands[1:]
		}
	}
	switch m.phase {
	case PhaseUser:
		switch e.kind {
		case eventTurnStarted: // a background task brings the agent back, or a command asks a model
			return m.turnStarted(e, nil)
		case eventInterrupt:
			m.outcome = Interrupted
			return m.finish(nil)
		}
	case PhaseAgent:
		return m.stepAgent(e)
	case PhaseWait:
		switch e.kind {
		case eventTurnStarted:
			m, acts := m.leave()
			return m.turnStarted(e, acts)
		case eventInterrupt:
			m, acts := m.leave()
			return m.toUser(Interrupted, append(acts, tell("no longer waiting"))...)
		case eventTimer:
			return m.waited(nil)
		case eventGoOn:
			return m.waited([]action{{kind: actStopWait}})
		}
	case PhaseReview:
		switch {
		case e.kind == eventTurnStarted:
			m, acts := m.leave()
			return m.turnStarted(e, append(acts, tell("review stopped: the agent is working again")))
		case e.kind == eventInterrupt:
			m, acts := m.leave()
			return m.toUser(Interrupted, append(acts, tell("review stopped, the session is kept"))...)
		case e.kind == eventReviewed:
			return m.reviewed(e)
		}
	}
	return m, nil
}

// follow keeps which session the agent is in, and whether it runs. Another session (/clear) is another task.
func (m machine) follow(e event) (machine, event, []action) {
	if e.kind == eventExited {
		m.running = false
	}
	switch {
	case e.turn.Failure == streamjson.NoSession && m.first: // the person named it: no other will do
		e.turn.Failure = streamjson.NeedsPerson
		m.lost = true
		return m, e, nil
	case m.lost || e.turn.Failure == streamjson.NoSession || e.session.ID == "":
		return m, e, nil
	}
	before := m.session.ID
	if m.session = e.session; before == "" || before == e.session.ID {
		return m, e, nil
	}
	said := lang.M("claude goes on in another session (%s): its stops are reviewed, too", e.session.ID)
	if m.task.Off {
		said = lang.M("claude goes on in another session (%s)", e.session.ID)
	}
	acts := []action{{kind: actTell, text: said}}
	if m.reviewDue() {
		var left []action
		m, left = m.leave()
		m, acts = m.toUser("", append(left, acts...)...)
	}
	m.task, m.messages = task.State{Base: m.task.Base, BaseTree: m.task.BaseTree, Files: m.task.Files,
		Off: m.task.Off}, nil
	for _, s := range m.open { // typed behind the /clear, before claude came to it
		if s.from == byPerson {
			m = m.sent(s.text, e.now)
		}
	}
	return m, e, acts
}

// sent takes a message of the person's into the task.
func (m machine) sent(text string, now time.Time) machine {
	if m.task.Ended == task.EndedCompleted || m.task.Ended == task.EndedAccepted {
		m.messages = nil
	}
	m.task, _ = m.policy.Step(m.task, task.Event{Kind: task.Sent, At: now})
	m.messages = append(slices.Clip(m.messages), text)
	return m
}

// message is the person's, in any phase: recorded and sent at once. A line that begins with a slash may be a local
// command, which is no message to the agent: it stops nothing, and counts when the model is asked.
func (m machine) message(e event) (machine, []action) {
	if strings.HasPrefix(e.text, "/") {
		m.commands = append(slices.Clip(m.commands), e.text)
		if m.phase == PhaseUser { // what the task came to stays, unless the command asks a model
			outcome := m.outcome
			m = m.toAgent()
			m.outcome = outcome
		}
		return m.sends([]send{{byPerson, e.text}})
	}
	reviewing := m.phase == PhaseReview
	m, acts := m.leave()
	if reviewing {
		acts = append(acts, tell("review stopped: your message goes first"))
	}
	if m.phase != PhaseAgent {
		m = m.toAgent()
		m.retries = 0
	}
	m.outcome, m.stopping = "", false // what is said after ctrl-c is what to do instead
	m = m.sent(e.text, e.now)
	m.open = append(slices.Clip(m.open), send{byPerson, e.text})
	m, sent := m.sends([]send{{byPerson, e.text}})
	return m, append(acts, sent...)
}

// leave ends what the phase, or the agent's idling, waits for. A review that is stopped is not counted.
func (m machine) leave() (machine, []action) {
	if m.reviewing() {
		m.task = task.Stop(m.task)
	}
	idle := m.idle
	m.idle = notIdle
	switch {
	case m.phase == PhaseReview:
		return m, []action{{kind: actStopReview}}
	case m.phase == PhaseWait || idle != notIdle:
		return m, []action{{kind: actStopWait}}
	}
	return m, nil
}

func (m machine) toAgent() machine {
	m.phase, m.waitFor, m.outcome = PhaseAgent, PhaseUser, ""
	m.idle, m.stopping = notIdle, false
	m.restarts, m.tries = 0, 0
	return m
}

// toUser gives the person the floor; if there is nobody, it ends the launch, unless a command was all that ended and
// messages may follow.
func (m machine) toUser(o Outcome, acts ...action) (machine, []action) {
	m.phase, m.waitFor, m.outcome = PhaseUser, PhaseUser, o
	m.idle, m.stopping, m.retryable = notIdle, false, false
	m.task.Skip = false
	m.restarts, m.retries, m.tries = 0, 0, 0
	m.open = nil
	m.why = lang.Message{}
	for _, a := range acts {
		if a.kind == actTell {
			m.why = a.text
		}
	}
	if !m.attended && (m.closed || o != "" || len(m.messages) > 0) {
		return m.finish(acts)
	}
	return m, acts
}

// end is where a replay knows nothing more: what is still waited for never comes.
func (m machine) end() (machine, []action) {
	outcome, why := NeedsUser, tell("what is played ends before the agent's turn")
	switch {
	case m.phase == PhaseUser:
		return m.finish(nil)
	case m.reviewing():
		why = tell("what is played ends without a review of this")
	case m.task.Count > 0:
		outcome, why = NotCompleted, tell("what is played ends here: not completed after %d review(s)", m.task.Count)
	}
	m, acts := m.leave()
	m.attended, m.closed = false, true
	return m.toUser(outcome, append(acts, why)...)
}

func (m machine) finish(acts []action) (machine, []action) {
	m.phase = PhaseDone
	return m, append(acts, action{kind: actFinish})
}

func tell(format string, args ...any) action {
	return action{kind: actTell, text: lang.M(format, args...)}
}

// sends sends to the agent, which is started if none runs.
func (m machine) sends(list []send) (machine, []action) {
	var acts []action
	if !m.running && len(list) > 0 {
		m.running, m.first, m.lost = true, m.session.ID == "", false
		m.agent++
		m.budget = m.policy.Left(m.task)
		acts = append(acts, action{kind: actStart})
	}
	for _, s := range list {
		acts = append(acts, action{kind: actSend, send: s})
	}
	return m, acts
}
