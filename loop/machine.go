package loop

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// machine is the state of a launch, and decides what happens next. It is a value: step returns a new one. The policy
// (package task) decides what follows from a stop or a review, and the machine carries that out.
type machine struct {
	policy      task.Policy
	maxWait     time.Duration // for a usage limit
	attended    bool          // a user can answer; without one the launch ends where the user would have the floor
	inputClosed bool          // no more messages will come

	task     task.State
	phase    Phase
	waitFor  Phase    // PhaseWait: the phase after the wait, agent or review
	messages []string // the user's messages of this task
	earlier  []string // those before this launch, if it goes on with the session's last task
	// Lines beginning with a slash that were sent, as long as it is unknown whether they ask a model.
	commands         []string
	command          string  // the one of them that claude has carried out last
	open             []send  // messages sent since the last successful turn; sent again if the turn leaves no trace
	session          Session // the agent's session
	agent            int     // number of the newest agent process
	processRuns      bool    // the newest agent process runs
	budget           float64 // what that process may cost, in USD; 0 for no limit
	outOfTokens      bool    // the turn is interrupted, because the task has reached its limit on tokens
	first            bool    // that process was started without our --resume: the user's arguments chose the session
	sessionLost      bool    // the session in the user's arguments does not exist
	acceptAnySession bool    // a replay whose input does not show which commands were sent, so any session is accepted
	// a line beginning with a slash was sent since a model last answered: session and model may be others
	mayMove  bool
	review   int     // number of the newest review or look at claims
	tries    int     // how often the running review was tried, this time included
	restarts int     // of the agent process without a successful turn in between
	starts   int     // of an agent process since the last one that took up a message, or since the user's last one
	retries  int     // of a turn or review that failed by a limit or an overload, in a row
	stop     stopped // the agent's last stop
	// With idle forQueued: the end of the turn, which is handled if claude does not take up its queue.
	heldEvent event
	idle      idling // in PhaseAgent: what the machine waits for after the end of a turn
	stopping  bool   // in PhaseAgent: an interrupt was sent
	outcome   Outcome
	accepted  bool         // the user has accepted the task, which no review found completed
	rejected  string       // see [Result]
	isCut     bool         // see [Result]
	hasLeft   bool         // the user has left after a completed task, see [Result]
	why       lang.Message // why the outcome is as it is, in the words for the user

	retryable bool // the reason for outcome ends by itself, like a usage limit
}

// step handles an event. It is pure, and handles every event in every phase.
func step(m machine, e event) (machine, []action) {
	m.task.CostUSD, m.task.Tokens = streamjson.RoundUSD(m.task.CostUSD+e.cost), m.task.Tokens+e.tokens
	if !m.isCurrent(e) {
		return m, nil
	}
	ended := e.kind == eventTurnEnded || e.kind == eventExited
	if e.kind == eventMessage || ended && m.hasTakenUp(e.unheard) {
		m.starts = 0
	}
	var acts []action
	if e.agent != 0 {
		if m.isStranger(e) {
			return m.refuse(e)
		}
		m, e, acts = m.follow(e)
	}
	m.task.AddAnswers(e.answers)
	if e.kind == eventTurnEnded && e.turn.Failure == streamjson.NoFailure && (e.turn.Asked || len(m.commands) == 0) {
		m.mayMove = false
	}
	m, more := m.phaseStep(e)
	return m, append(acts, more...)
}

// hasTakenUp reports whether claude has taken up a message since the last successful turn.
func (m machine) hasTakenUp(unheard []send) bool {
	return slices.ContainsFunc(m.open, func(s send) bool { return !slices.Contains(unheard, s) })
}

// isCurrent reports whether an event counts. Events of an earlier agent process or of a stopped review do not.
func (m machine) isCurrent(e event) bool {
	switch {
	case m.phase == PhaseDone, e.agent != 0 && (!m.processRuns || e.agent != m.agent):
		return false
	case e.kind == eventGoOn:
		return m.phase == PhaseWait
	case e.kind == eventReviewed:
		return m.phase == PhaseReview && e.review == m.review
	case e.kind == eventClaims:
		return m.phase == PhaseAgent && m.idle == forClaims && e.review == m.review
	case e.kind == eventSilent: // otherwise the agent is idle, or is being stopped already
		return m.phase == PhaseAgent && m.idle == notIdle && !m.stopping
	}
	return true
}

// phaseStep handles an event that counts. Events that mean the same in every phase come first.
func (m machine) phaseStep(e event) (machine, []action) {
	switch {
	case e.kind == eventQuit:
		outcome := m.outcome
		if m.phase != PhaseUser {
			outcome = Interrupted
		}
		m, acts := m.leavePhase()
		m.outcome, m.hasLeft = outcome, outcome == Completed
		return m.finish(acts)
	case e.kind == eventInputClosed:
		m.attended, m.inputClosed = false, true
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
	case e.kind == eventSwitch:
		return m.switchSession(e)
	case e.kind >= eventReviewNow && e.kind <= eventDismiss:
		return m.handlePerson(e)
	case e.kind == eventTasks:
		return m.handleTasks(e)
	case e.kind == eventHeard:
		return m.stopTakenBack(nil)
	case e.kind == eventEnd:
		return m.end()
	case e.kind == eventHooked:
		m, acts := m.leavePhase()
		m.commands, m.open, m.stop, m.task = nil, nil, e.stop, e.task
		return m.judge(e, acts)
	case e.kind == eventTurnEnded && e.turn.Failure == streamjson.NoFailure && !e.turn.Asked:
		if len(m.commands) == 0 { // no command was sent, so the agent has answered a message
			e.turn.Asked = !e.turn.Dropped
		} else { // claude answers commands one by one
			m.command, m.commands = m.commands[0], m.commands[1:]
			e.turn.Dropped = e.turn.Dropped && e.turn.Text != ""
		}
	}
	switch m.phase {
	case PhaseUser:
		return m.stepUser(e)
	case PhaseAgent:
		return m.stepAgent(e)
	case PhaseWait:
		return m.stepWait(e)
	case PhaseReview:
		return m.stepReview(e)
	}
	return m, nil
}

func (m machine) stepUser(e event) (machine, []action) {
	switch e.kind {
	case eventTurnStarted: // a background task woke the agent, or a command asks a model
		return m.handleTurnStart(e, nil)
	case eventInterrupt:
		m.hasLeft = m.outcome == Completed
		m.isCut = !m.hasLeft // and the outcome stays what the work has come to
		return m.finish(nil)
	}
	return m, nil
}

func (m machine) stepWait(e event) (machine, []action) {
	switch e.kind {
	case eventTurnStarted:
		m, acts := m.leavePhase()
		return m.handleTurnStart(e, acts)
	case eventInterrupt:
		said := m.waitEnded()
		m, acts := m.leavePhase()
		return m.giveFloor(Interrupted, append(acts, said)...)
	case eventTimer:
		return m.endWait(nil)
	case eventGoOn:
		return m.endWait([]action{{kind: actStopWait}})
	}
	return m, nil
}

func (m machine) stepReview(e event) (machine, []action) {
	switch e.kind {
	case eventTurnStarted:
		m, acts := m.leavePhase()
		return m.handleTurnStart(e, append(acts, tell("review stopped: the agent is working again")))
	case eventInterrupt:
		m, acts := m.leavePhase()
		why := lang.M("review stopped, the session is kept")
		said := lang.Join("%s\n%s", why,
			wording.AfterNoVerdict(task.Decision{Code: task.CodeNoVerdict, InLoop: true, Alone: !m.attended}))
		m, acts = m.giveFloor(Interrupted, append(acts, action{kind: actTell, text: said})...)
		m.why = why
		return m, acts
	case eventReviewed:
		return m.handleReview(e)
	}
	return m, nil
}

// isStranger reports whether an event belongs to a session that no command asked for. Claude changes its session only
// by commands (/clear, /resume). But a program that the agent runs can write such a line into claude's output, to
// have another conversation judged.
func (m machine) isStranger(e event) bool {
	return m.session.ID != "" && e.session.ID != "" && e.session.ID != m.session.ID &&
		!m.acceptAnySession && !m.mayMove && !m.sessionLost && e.turn.Failure != streamjson.NoSession
}

// refuse gives the user the floor after an event of a strange session, because nobody knows whose stop it is.
func (m machine) refuse(e event) (machine, []action) {
	if e.kind == eventExited {
		m.processRuns = false
	}
	said := tell("claude's output names another session (%s), which no command asked for. What the agent "+
		"runs may have written that: no review counts there", e.session.ID)
	if m.phase == PhaseUser {
		return m, []action{said}
	}
	m, acts := m.leavePhase()
	return m.giveFloor(NeedsUser, append(acts, said)...)
}

// follow notes the agent's session, and whether its process runs. A new session (/clear) begins a new task. The model
// stays the same unless a command may have changed it, because the reviewers use it, too.
func (m machine) follow(e event) (machine, event, []action) {
	if e.kind == eventExited {
		m.processRuns = false
	}
	switch {
	case e.turn.Failure == streamjson.NoSession && m.first:
		// The user named this session, so a new one cannot replace it.
		e.turn.Failure = streamjson.NeedsPerson
		m.sessionLost = true
		return m, e, nil
	case m.sessionLost || e.turn.Failure == streamjson.NoSession || e.session.ID == "":
		return m, e, nil
	}
	before := m.session
	if m.session = e.session; before.ID == "" || before.ID == e.session.ID {
		if before.Model != "" && !m.mayMove && !m.acceptAnySession {
			m.session.Model = before.Model
		}
		return m, e, nil
	}
	acts := []action{{kind: actTell, text: sessionMessage(m.task.Off)}}
	if m.isReviewDue() {
		var left []action
		m, left = m.leavePhase()
		m, acts = m.giveFloor("", append(left, acts...)...)
	}
	m.task = task.InAnotherSession(m.task)
	m.messages, m.earlier = nil, nil
	for _, s := range m.open { // typed after /clear, before claude has handled it
		if s.from == byPerson {
			m = m.addMessage(s.text, e.now)
		}
	}
	return m, e, acts
}

// addMessage adds a message of the user to the task.
func (m machine) addMessage(text string, now time.Time) machine {
	if m.task.Ended.Done() {
		m.messages, m.earlier = nil, nil
	}
	m.task, _ = m.policy.Step(m.task, task.Event{Kind: task.Sent, At: now})
	m.messages = append(slices.Clip(m.messages), text)
	return m
}

// message sends a message of the user to the agent at once, in any phase. A line that begins with a slash may be a
// local command of claude: it stops no review, and counts as a message only once a model is asked.
func (m machine) message(e event) (machine, []action) {
	if strings.HasPrefix(e.text, "/") {
		m.commands, m.mayMove = append(slices.Clip(m.commands), e.text), true
		if m.phase == PhaseUser { // the outcome stays, unless the command asks a model
			outcome := m.outcome
			m = m.toAgent()
			m.outcome = outcome
		}
		return m.sendAll([]send{{byPerson, e.text}})
	}
	reviewing := m.phase == PhaseReview
	m, acts := m.leavePhase()
	if reviewing {
		acts = append(acts, tell("review stopped: your message goes first"))
	}
	if m.phase != PhaseAgent {
		m = m.toAgent()
		m.retries = 0
	}
	m.outcome, m.stopping = "", false // a message after ctrl-c says what to do instead
	m = m.addMessage(e.text, e.now)
	m.open = append(slices.Clip(m.open), send{byPerson, e.text})
	m, sent := m.sendAll([]send{{byPerson, e.text}})
	return m, append(acts, sent...)
}

// leavePhase ends the review or the wait of the current phase. A stopped review does not count.
func (m machine) leavePhase() (machine, []action) {
	if m.isReviewing() {
		m.task = task.Stop(m.task)
	}
	idle := m.idle
	m.idle = notIdle
	switch {
	case m.phase == PhaseReview:
		return m, []action{{kind: actStopReview}}
	case m.phase == PhaseWait || idle != notIdle && idle != forClaims:
		return m, []action{{kind: actStopWait}}
	}
	return m, nil
}

func (m machine) toAgent() machine {
	m.phase, m.waitFor, m.outcome = PhaseAgent, PhaseUser, ""
	m.idle, m.stopping, m.outOfTokens = notIdle, false, false
	m.restarts, m.tries = 0, 0
	return m
}

// giveFloor gives the user the floor. If there is no user, it ends the launch, except that after a mere command further
// messages may follow.
func (m machine) giveFloor(o Outcome, acts ...action) (machine, []action) {
	m.phase, m.waitFor, m.outcome = PhaseUser, PhaseUser, o
	m.idle, m.stopping, m.outOfTokens, m.retryable = notIdle, false, false, false
	m.task.Skip = false
	m.restarts, m.retries, m.tries = 0, 0, 0
	m.open = nil
	m.why = lang.Message{}
	for _, a := range acts {
		if a.kind == actTell {
			m.why = a.text
		}
	}
	if !m.attended && (m.inputClosed || o != "" || len(m.messages) > 0) {
		return m.finish(acts)
	}
	return m, acts
}

// end handles the end of a replayed recording. A turn or review that is open there will never end.
func (m machine) end() (machine, []action) {
	outcome, why := NeedsUser, tell("the replay ends before the agent's turn does")
	switch {
	case m.phase == PhaseUser:
		return m.finish(nil)
	case m.isReviewing():
		why = tell("the replay ends without a review of this")
	case m.task.Count > 0:
		outcome, why = NotCompleted, tell("the replay ends here, and the work is not completed; reviews: %d",
			m.task.Count)
	}
	m, acts := m.leavePhase()
	m.attended, m.inputClosed = false, true
	return m.giveFloor(outcome, append(acts, why)...)
}

func (m machine) finish(acts []action) (machine, []action) {
	m.phase = PhaseDone
	return m, append(acts, action{kind: actFinish})
}

func tell(format string, args ...any) action {
	return action{kind: actTell, text: lang.M(format, args...)}
}

// sendAll sends messages to the agent. If no agent runs, it starts one. It restarts an agent that takes up no message
// only a few times.
func (m machine) sendAll(list []send) (machine, []action) {
	var acts []action
	if !m.processRuns && len(list) > 0 {
		if m.starts > maxRestarts {
			return m.giveFloor(NeedsUser, tell("claude was started %d times and did not pick up the message", m.starts))
		}
		m.starts++
		m.processRuns, m.first, m.sessionLost = true, m.session.ID == "", false
		m.agent++
		m.budget = m.policy.Left(m.task).USD
		acts = append(acts, action{kind: actStart})
	}
	for _, s := range list {
		acts = append(acts, action{kind: actSend, send: s})
	}
	return m, acts
}
