package loop

import (
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// LogIn tells the user what to do if claude has no login, or the API refuses it.
func LogIn() lang.Message {
	return lang.M("Run claude once by itself and log in there, or give a provider's key: ccc provider add. " +
		"ccc validate tries a key.")
}

// stopped describes a stop of the agent.
type stopped struct {
	turn    task.Turn
	mode    string
	running []streamjson.Task // shells and subagents that run on in the background
}

// setRunning notes what runs in the background now.
func (s *stopped) setRunning(turn streamjson.Turn) {
	s.running = slices.Concat(turn.Shells, turn.Agents)
	s.turn.Shells, s.turn.Agents = len(turn.Shells), len(turn.Agents)
}

// descriptions describes what runs in the background, for a reviewer.
func (s stopped) descriptions() (list []string) {
	for _, one := range s.running {
		list = append(list, one.Description)
	}
	return list
}

// names names what runs in the background, for the user.
func (s stopped) names() (list []string) {
	for _, one := range s.running {
		list = append(list, wording.TaskName(one.TaskID, one.TaskType, one.Description, one.Command))
	}
	return list
}

// idling says what the machine waits for between the end of a turn and its review.
type idling uint8

const (
	notIdle       idling = iota
	forQueued            // the turn of a message that claude has queued
	forBackground        // shells or subagents
	forClaims            // the look at the agent's claims
	forInterrupt         // the end of a turn that was interrupted because the agent is silent
)

// handleTurnStart notes that the agent's model is asked. Commands that were sent before were messages to the model.
func (m machine) handleTurnStart(e event, acts []action) (machine, []action) {
	if m.phase != PhaseAgent { // within a turn, restarts are counted on and an interrupt stays one
		m = m.toAgent()
	}
	m.outcome = ""
	for _, text := range m.commands {
		m = m.addMessage(text, e.now)
	}
	m.commands = nil
	if e.back {
		return m.stopTakenBack(acts)
	}
	return m, acts
}

// stopTakenBack stops the turn that claude begins with a message that was taken back too late: claude had taken it up
// when it was asked to drop it. Nothing of that turn is reviewed, unless the user has sent something since.
func (m machine) stopTakenBack(acts []action) (machine, []action) {
	acts = append(acts, action{kind: actInterrupt})
	if len(m.open) > 0 || m.stopping {
		return m, acts
	}
	m, left := m.leavePhase()
	if m.phase != PhaseAgent {
		m = m.toAgent()
	}
	m.stopping = true
	return m, slices.Concat(left, acts, []action{tell("claude had begun with this message already: that is stopped")})
}

func (m machine) stepAgent(e event) (machine, []action) {
	switch e.kind {
	case eventTurnStarted:
		m, acts := m.leavePhase()
		return m.handleTurnStart(e, acts)
	case eventTurnEnded:
		if m.idle == forInterrupt {
			return m.handleCutOff(e)
		}
		return m.handleTurnEnd(e)
	case eventSilent:
		return m.handleSilence(e)
	case eventTokens:
		if m.idle == notIdle && !m.stopping && m.policy.TokensSpent(m.task) {
			m.outOfTokens, m.idle = true, forInterrupt
			return m, []action{{kind: actInterrupt}, {kind: actWait, wait: interruptMax}}
		}
	case eventClaims:
		m.idle = notIdle
		return m.decide(task.Event{Kind: task.Claimed, At: e.now, Feedback: e.text}, nil)
	case eventExited:
		return m.handleExit(e)
	case eventInterrupt:
		m, back := m.takeBack(e.unheard)
		switch {
		case m.idle != notIdle:
			said := m.waitEnded()
			m, acts := m.leavePhase()
			return m.giveFloor(Interrupted, append(append(back, acts...), said)...)
		case e.resting && len(e.unheard) > 0 && !m.stopping: // there is no turn whose end would follow
			return m.giveFloor(Interrupted, append(back, tell("interrupted, the session is kept"))...)
		case m.stopping:
			m.outcome = Interrupted
			return m.finish(nil)
		}
		m.stopping = true
		return m, append(back, action{kind: actInterrupt}, tell("interrupting; until that is done, ctrl-c ends ccc"))
	case eventSession:
		// A turn has begun: the model is not asked yet, but will be.
		if m.idle == forQueued || m.idle == forBackground && len(m.stop.running) == 0 {
			return m, []action{{kind: actStopWait}, {kind: actWait, wait: askedMax}}
		}
	case eventTimer:
		switch m.idle {
		case forQueued:
			return m.handleUnqueued(e, []action{{kind: actForget}})
		case forBackground:
			m.stop.turn.Waited = true
			return m.judge(e, nil)
		case forInterrupt:
			m.idle = notIdle
			return m, []action{tell("claude does not respond: ending its process"), {kind: actEnd}}
		}
	}
	return m, nil
}

// handleTasks notes what runs in the background. If that is nothing any more, a review that waits for it waits only for
// the turn with which its end may wake the agent.
func (m machine) handleTasks(e event) (machine, []action) {
	m.stop.setRunning(e.turn)
	if m.phase == PhaseAgent && m.idle == forBackground && len(m.stop.running) == 0 {
		return m, waitForWaking()
	}
	return m, nil
}

func waitForWaking() []action { return []action{{kind: actStopWait}, {kind: actWait, wait: wakeMax}} }

// waitEnded says what becomes of a wait that the user ends.
func (m machine) waitEnded() action {
	switch {
	case m.isReviewDue():
		return action{kind: actTell, text: wording.WaitEnded()}
	case m.phase == PhaseWait:
		return tell("no longer waiting")
	}
	return tell("interrupted, the session is kept")
}

// takeBack takes back the messages that claude has queued. After an interrupt claude would begin a turn with them.
func (m machine) takeBack(unheard []send) (machine, []action) {
	if len(unheard) == 0 {
		return m, nil
	}
	var back []string
	m.messages = slices.Clone(m.messages)
	for _, s := range unheard {
		for i := len(m.messages) - 1; i >= 0 && s.from == byPerson; i-- {
			if m.messages[i] == s.text {
				m.messages = slices.Delete(m.messages, i, i+1)
				back = append(back, s.text)
				break
			}
		}
	}
	acts := []action{{kind: actTakeBack}}
	switch len(back) {
	case 0:
	case 1:
		acts = append(acts, tell("the agent has not answered this message, it is in the history: %s", back[0]))
	default:
		acts = append(acts, tell("the agent has not answered these %d messages, they are in the history:\n%s",
			len(back),
			strings.Join(back, "\n")))
	}
	return m, acts
}

// handleSilence handles an agent that prints nothing, for no known reason. Its turn is interrupted and then
// continued, like one that broke off.
func (m machine) handleSilence(e event) (machine, []action) {
	stop := action{kind: actInterrupt}
	if m.restarts >= maxRestarts {
		said := tell("nothing came from claude for %s, %d times in a row", e.silence, m.restarts+1)
		m, acts := m.giveFloor(NeedsUser, stop, said)
		m.retryable = true
		return m, acts
	}
	m.idle = forInterrupt
	return m, []action{
		stop, tell("nothing came from claude for %s: its turn is interrupted and continued", e.silence),
		{kind: actWait, wait: min(interruptMax, e.silence)},
	}
}

// handleCutOff handles the end of a turn that was interrupted because the agent was silent. The turn may also have
// ended by itself.
func (m machine) handleCutOff(e event) (machine, []action) {
	again := m.messagesAgain(e)
	m, acts := m.leavePhase()
	if e.turn.Failure != streamjson.Aborted || m.outOfTokens {
		m, more := m.handleTurnEnd(e)
		return m, append(acts, more...)
	}
	m.restarts++
	m.open = again
	if len(e.unheard) > 0 { // claude takes these up by itself
		again = []send{{byCCC, continueMessage}}
	}
	m, sent := m.sendAll(again)
	return m, append(acts, sent...)
}

// handleUnqueued handles the end of a turn after which claude had queued messages and did not take them up.
func (m machine) handleUnqueued(e event, acts []action) (machine, []action) {
	held := m.heldEvent
	held.now, held.unheard = e.now, nil
	m.idle, m.heldEvent = notIdle, event{}
	if !held.turn.Asked {
		return m.giveFloor(NeedsUser, append(acts, tell("claude did not pick up the message"))...)
	}
	m, more := m.handleTurnEnd(held)
	return m, append(acts, more...)
}

// handleExit handles an agent process that ended without being asked to.
func (m machine) handleExit(e event) (machine, []action) {
	switch {
	case e.turn.Failure == streamjson.NoSession, e.turn.Failure == streamjson.NeedsPerson:
		return m.handleTurnEnd(e)
	case m.stopping:
		return m.giveFloor(Interrupted, tell("interrupted, the session is kept"))
	case m.outOfTokens:
		m, acts := m.leavePhase()
		return m.handleTokensEnd(e, acts)
	case m.idle == forQueued && len(e.unheard) == 0: // its turn was over: what it did can be reviewed
		return m.handleUnqueued(e, []action{{kind: actStopWait}})
	case m.idle == forClaims && len(e.unheard) == 0:
		return m, nil
	case m.idle == forBackground && len(e.unheard) == 0:
		m, acts := m.leavePhase()
		m.stop.turn.Waited = true
		return m.judge(e, acts)
	case len(m.commands) > 0 && !e.turn.Asked && len(m.open) == 0 && len(e.unheard) == 0: // such as /exit
		m.commands = nil
		return m.giveFloor(NeedsUser, tell("claude ended (%s), the session is kept", e.text))
	case e.complaint != "": // the same command line would lead to the same
		m, acts := m.leavePhase()
		said := lang.M("claude does not start (%s): %s", e.text, e.complaint)
		if m.rejected = rejectedOption(e.complaint); m.rejected != "" {
			m.attended = false // no message could reach it, so the loop ends
			said = lang.Join("%s\n%s", said,
				lang.M("Start again without this option; if you did not give it, ccc doctor says more."))
		}
		return m.giveFloor(NeedsUser, append(acts, action{kind: actTell, text: said})...)
	case m.restarts >= maxRestarts:
		m, acts := m.leavePhase()
		return m.giveFloor(NeedsUser,
			append(acts, tell("claude ended %d times without a result (%s)", m.restarts+1, e.text))...)
	}
	m.open = m.messagesAgain(e)
	m, acts := m.leavePhase()
	m.restarts++
	m, sent := m.sendAll(m.open)
	return m, slices.Concat(acts, []action{tell("claude ended without a result (%s): resuming it", e.text)}, sent)
}

// rejectedOption returns the option that claude complains of; "" for none.
func rejectedOption(complaint string) string {
	for _, begin := range []string{"error: unknown option '", "error: option '"} {
		if _, option, ok := strings.Cut(complaint, begin); ok {
			option, _, _ = strings.Cut(option, "'")
			words := strings.Fields(option) // -m, --model <model>
			long := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "--") })
			if len(words) > 0 {
				return words[max(long, 0)]
			}
		}
	}
	return ""
}

// handleInterrupted gives the floor to the user, who has stopped the turn.
func (m machine) handleInterrupted(e event, acts []action) (machine, []action) {
	m.stop.setRunning(e.turn)
	if e.turn.KeepsQueue && e.back && len(e.unheard) == 0 { // only its end keeps it from answering them
		m.processRuns = false
		acts = append(acts, action{kind: actKill})
	}
	return m.giveFloor(Interrupted, append(acts, tell("interrupted, the session is kept"))...)
}

// handleTurnEnd decides what a result in the agent phase means.
func (m machine) handleTurnEnd(e event) (machine, []action) {
	turn := e.turn
	if turn.Dropped && !m.stopping {
		return m.handleDropped(e)
	}
	if !turn.Asked && turn.Failure == streamjson.NoFailure && !m.stopping {
		// A local command, which does no work to judge.
		return m.handleCommandEnd(e)
	}
	again := m.messagesAgain(e)
	m, acts := m.leavePhase()
	switch {
	case m.outOfTokens && turn.Failure == streamjson.Aborted && !m.stopping:
		return m.handleTokensEnd(e, acts)
	case m.stopping || turn.Failure == streamjson.Aborted && len(e.unheard) == 0:
		return m.handleInterrupted(e, acts)
	case turn.Failure == streamjson.NoSession && m.restarts < maxRestarts && len(m.messages) > 0:
		return m.startAnew(acts)
	case turn.Failure == streamjson.Budget && m.budget > 0 && turn.CostUSD >= m.budget:
		// Otherwise the user has set the limit.
		return m.handleBudgetEnd(e, again, acts)
	case e.refused:
		return m.giveFloor(NeedsUser, append(acts, action{kind: actInterrupt}, tell("the agent cannot go on: "+
			"the API rejects the key or the login (%s)\n%s", turn.Text, LogIn()))...)
	case turn.LoggedOut:
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: %s\n%s", turn.Text, LogIn()))...)
	case turn.TooLong:
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: %s\n%s", turn.Text,
			lang.M("/compact replaces the conversation by a summary of it, and a new launch of ccc begins a new one. "+
				"Then send your message again.")))...)
	case turn.Failure == streamjson.Budget: // 2.1.5 has no words for it
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: --max-budget-usd is reached"))...)
	case m.sessionLost && m.attended:
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: claude does not find the session\n%s",
			lang.M("/resume lists the project's sessions, /resume N goes on in one of them. Then send your message "+
				"again.")))...)
	case turn.Failure == streamjson.NeedsPerson || turn.Failure == streamjson.NoSession:
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: %s", turn.Text))...)
	case len(e.unheard) > 0: // claude takes these up by itself, in a turn of their own
		if turn.Failure == streamjson.NoFailure {
			if m.hasTakenUp(e.unheard) {
				m.restarts, m.retries = 0, 0
			}
			m.open = e.unheard
		}
		m.heldEvent, m.idle = e, forQueued
		return m, append(acts, action{kind: actWait, wait: queuedMax})
	case turn.Failure != streamjson.NoFailure:
		m.open = again
		next, waiting := m.wait(PhaseAgent, turn.Failure, lang.Verbatim(turn.Text), turn.Until, e.now)
		return next, append(acts, waiting...)
	}
	m.open, m.restarts, m.retries = nil, 0, 0
	m.stop = stopOf(e)
	return m.judge(e, acts)
}

// startAnew begins a new session with the user's messages, because claude has lost the one before.
func (m machine) startAnew(acts []action) (machine, []action) {
	m.restarts++
	m.open = []send{{byPerson, strings.Join(m.messages, "\n\n")}}
	acts = append(acts, tell("claude has lost the session: starting a new one"))
	if m.processRuns {
		acts = append(acts, action{kind: actLeave})
	}
	m.processRuns, m.session.ID = false, ""
	m, sent := m.sendAll(m.open)
	return m, append(acts, sent...)
}

// handleDropped handles a message that one of claude's hooks has kept from the agent. There is nothing to review,
// because the agent does not know the task.
func (m machine) handleDropped(e event) (machine, []action) {
	lost := slices.Concat(e.unheard, m.open)
	m, acts := m.leavePhase()
	text := ""
	if len(lost) > 0 {
		text = lost[0].text
	}
	return m.giveFloor(NeedsUser, append(acts, action{kind: actForget},
		tell("a hook of Claude Code's has kept this message from the agent:\n%s\n%s", text, e.turn.Text))...)
}

// handleBudgetEnd handles an agent process that has used up its budget. If the task has used up its own budget, it
// ends. Otherwise the process was started for an earlier task, and a new process continues this one.
func (m machine) handleBudgetEnd(e event, again []send, acts []action) (machine, []action) {
	var d task.Decision
	m.stop = stopOf(e)
	m.stop.turn.Spent = true
	m.task, d = m.policy.Step(m.task, task.Event{Kind: task.Stopped, At: e.now, Turn: m.stop.turn})
	waiting := slices.DeleteFunc(slices.Clone(e.unheard), func(s send) bool { return s.from != byPerson })
	switch {
	case d.Action != task.Nothing && len(waiting) == 0:
		return m.perform(d, acts)
	case d.Action != task.Nothing: // this claude would take them up, and refuse them
		acts = append(acts, tellDecision(d))
		m.task, _ = m.policy.Step(m.task, task.Event{Kind: task.Sent, At: e.now})
		again = waiting
	case m.restarts >= maxRestarts:
		return m.giveFloor(NeedsUser, append(acts, tell("the agent cannot go on: %s", e.turn.Text))...)
	case len(m.commands) > 0 && !e.turn.Progress: // claude has not even read them
		again = nil
		for _, text := range m.commands {
			again = append(again, send{byPerson, text})
		}
	}
	m.restarts++
	acts = append(acts, tell("claude has used up an earlier task's budget: restarting it for this one"))
	m.open, m.processRuns = again, false
	m, sent := m.sendAll(again)
	return m, append(append(acts, action{kind: actLeave}), sent...)
}

// handleTokensEnd handles the end of a turn that was interrupted because the task has reached its limit on tokens.
// Messages that the user has sent meanwhile begin a new count, as after any limit.
func (m machine) handleTokensEnd(e event, acts []action) (machine, []action) {
	var d task.Decision
	m.outOfTokens, m.stop = false, stopOf(e)
	m.stop.turn.Spent = true
	m.task, d = m.policy.Step(m.task, task.Event{Kind: task.Stopped, At: e.now, Turn: m.stop.turn})
	waiting := slices.DeleteFunc(slices.Clone(e.unheard), func(s send) bool { return s.from != byPerson })
	switch {
	case d.Action == task.Nothing && len(waiting) == 0: // the user has begun another task meanwhile
		m.open = []send{{byCCC, continueMessage}}
		m, sent := m.sendAll(m.open)
		return m, append(acts, sent...)
	case len(waiting) == 0:
		return m.perform(d, acts)
	case d.Action != task.Nothing:
		acts = append(acts, tellDecision(d))
		m.task, _ = m.policy.Step(m.task, task.Event{Kind: task.Sent, At: e.now})
	}
	m.open = waiting
	if e.kind == eventExited {
		m, sent := m.sendAll(waiting)
		return m, append(acts, sent...)
	}
	m.heldEvent, m.idle = e, forQueued // claude takes them up by itself
	m.heldEvent.turn.Asked = false
	return m, append(acts, action{kind: actWait, wait: queuedMax})
}

// handleCommandEnd handles the end of a local command. A message of the user may follow it, and the agent's work
// before it may still need a review.
func (m machine) handleCommandEnd(e event) (machine, []action) {
	switch {
	case m.idle == forBackground && len(m.stop.running) == 0:
		return m, waitForWaking()
	case m.idle == forBackground, m.idle == forClaims:
		return m, nil
	case m.idle == forQueued && len(e.unheard) == 0 && m.heldEvent.turn.Asked:
		return m.handleUnqueued(e, []action{{kind: actStopWait}})
	case m.idle == forQueued:
		return m, []action{{kind: actStopWait}, {kind: actWait, wait: queuedMax}}
	case len(m.open) > 0:
		m.heldEvent, m.idle = e, forQueued
		return m, []action{{kind: actWait, wait: queuedMax}}
	}
	why := m.why
	name, _, _ := strings.Cut(m.command, " ")
	var acts []action
	if e.cost > 0 && name != "/compact" && !m.task.Off { // such as /code-review, for which a subagent works (2.1.330)
		acts = append(acts, tell("%s has asked a model, but it is a command of claude's: this is not reviewed", name))
	}
	m, acts = m.giveFloor(m.outcome, acts...)
	m.why = why
	return m, acts
}

func stopOf(e event) stopped {
	t := e.turn
	s := stopped{mode: e.mode, turn: task.Turn{Asked: true, Tools: t.Tools, Said: t.Text}}
	s.setRunning(t)
	return s
}

// judge asks the policy about the stop, and carries out its decision.
func (m machine) judge(e event, acts []action) (machine, []action) {
	var d task.Decision
	m.task, d = m.policy.Step(m.task, task.Event{Kind: task.Stopped, At: e.now, Turn: m.stop.turn})
	m.idle = notIdle
	return m.perform(d, acts)
}

// messagesAgain returns what is sent after a turn broke off. If the turn left no trace in the conversation, these are
// its messages. Otherwise it is a request to continue, and the messages that claude had not taken up.
func (m machine) messagesAgain(e event) []send {
	rests := m.idle == forBackground || m.idle == forClaims ||
		m.idle == forQueued && m.heldEvent.turn.Failure == streamjson.NoFailure
	if rests && e.kind == eventExited { // nothing was cut off
		return e.unheard
	}
	if !e.turn.Progress && len(m.open) > 0 {
		return m.open
	}
	if e.kind == eventExited {
		return append([]send{{byCCC, m.continueWithTask(e.unheard)}}, e.unheard...)
	}
	return append([]send{{byCCC, continueMessage}}, e.unheard...)
}

// continueWithTask returns the message to an agent that goes on in a new process: it holds the task, too, without the
// messages that are sent after it.
func (m machine) continueWithTask(after []send) string {
	asked := slices.DeleteFunc(slices.Clone(m.messages), func(text string) bool {
		return slices.Contains(after, send{byPerson, text})
	})
	if len(asked) == 0 {
		return continueMessage
	}
	return continueMessage + "\n\n" + taskAgain + "\n\n" + strings.Join(asked, "\n\n")
}
