package loop

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// handlePerson handles the user's commands to ccc, in any phase but done.
func (m machine) handlePerson(e event) (machine, []action) {
	switch e.kind {
	case eventReviewNow:
		return m.reviewNow(e)
	case eventAccept:
		if len(m.messages) == 0 && e.text == "" && len(m.task.Findings) == 0 {
			return m, []action{tell("there is nothing to accept yet")}
		}
		// Neither is enough alone: background work may have woken the agent since, or /resume have changed the task.
		m.accepted = m.outcome != Completed || m.task.Ended != task.EndedCompleted
		m, acts := m.leavePhase()
		return m.decide(task.Event{Kind: task.Accepted, At: e.now}, acts)
	case eventSkip:
		return m.skip(e)
	case eventReviewsOn:
		return m.reviewsOn(e)
	case eventReviewsOff:
		m, acts := m.decide(task.Event{Kind: task.SwitchedOff, At: e.now}, nil)
		if m.isReviewDue() {
			m, left := m.leavePhase()
			return m.giveFloor("", append(left, acts...)...)
		}
		return m, acts
	}
	if e.kind == eventDismiss {
		id, reason, _ := strings.Cut(e.text, " ")
		return m.decide(task.Event{Kind: task.Dismiss, At: e.now, Finding: id, Reason: strings.TrimSpace(reason)}, nil)
	}
	var d task.Decision
	m.policy, d = m.policy.Limit(m.task, e.number, m.isReviewing())
	return m, []action{{kind: actTell, text: wording.Decision(d)}}
}

// reviewsOn begins a new count, and a new task if there are words. A running review is the first one of the new
// count.
func (m machine) reviewsOn(e event) (machine, []action) {
	reviewing := m.isReviewing()
	var acts []action
	if reviewing || e.text != "" {
		m, acts = m.leavePhase()
	}
	base := task.Files{Work: m.task.Base, Tree: m.task.BaseTree}
	if m.task.Ended.Done() && m.task.Work != "" { // the next task begins where this one ended
		base = m.task.Files
	}
	m, acts = m.decide(task.Event{Kind: task.SwitchedOn, At: e.now, Files: base}, acts)
	switch {
	case e.text == "" && reviewing:
		return m.decide(task.Event{Kind: task.ReviewNow, At: e.now, Turn: m.stop.turn}, acts)
	case e.text == "":
		return m, acts
	case reviewing:
		acts = append(acts, tell("review stopped: your message goes first"))
	}
	m = m.toAgent()
	m.messages, m.earlier, m.commands = nil, nil, nil
	m, sent := m.message(event{kind: eventMessage, text: e.text, now: e.now})
	return m, append(acts, sent...)
}

// decide asks the policy, and carries out its decision.
func (m machine) decide(e task.Event, acts []action) (machine, []action) {
	var d task.Decision
	m.task, d = m.policy.Step(m.task, e)
	return m.perform(d, acts)
}

// isReviewing reports whether a review runs, or waits to be tried again, so that it is counted already.
func (m machine) isReviewing() bool {
	return m.phase == PhaseReview || m.phase == PhaseWait && m.waitFor == PhaseReview
}

// isReviewDue reports whether a review runs or comes next. While claude has a message queued, it does not come next.
func (m machine) isReviewDue() bool {
	return m.isReviewing() || m.phase == PhaseAgent && m.idle == forBackground
}

// reviewNow begins a review if the agent is idle. If a limit ended the task, it begins a new count, as a message
// would.
func (m machine) reviewNow(e event) (machine, []action) {
	if len(m.messages) == 0 && e.text != "" {
		if m.messages, m.earlier = m.earlier, nil; len(m.messages) == 0 {
			m.messages = []string{e.text}
		}
	}
	switch {
	case len(m.messages) == 0:
		return m, []action{tell("there is nothing to review yet")}
	case m.phase == PhaseReview:
		return m, []action{tell("a review is running")}
	case m.phase == PhaseAgent && m.idle != forBackground && m.idle != forClaims,
		m.phase == PhaseWait && m.waitFor == PhaseAgent:
		if m.task.Off {
			return m, []action{tell("the agent is working, and reviews are off: /review again when it has stopped")}
		}
		return m, []action{tell("the agent is working: it will be reviewed when it stops")}
	}
	m, acts := m.leavePhase()
	if m.phase == PhaseUser && m.questionWaits() {
		acts = append(acts, tell("the reviewer's question has no answer: a new review begins, and may ask it again"))
	}
	m.outcome = ""
	return m.decide(task.Event{Kind: task.ReviewNow, At: e.now, Turn: m.stop.turn}, acts)
}

// questionWaits reports whether the reviewer's last verdict asks the user something that has no answer yet.
func (m machine) questionWaits() bool {
	v := m.task.Verdict
	return v != nil && v.Blocked && !m.task.Asked
}

// switchSession lets an idle agent continue in another session, with a new task. Its process is started with the next
// message. Until then the outcome is still that of the work before.
func (m machine) switchSession(e event) (machine, []action) {
	switch {
	case m.phase == PhaseReview:
		return m, []action{tell("a review is running: esc stops it, then /resume")}
	case m.isReviewDue() && m.phase == PhaseAgent:
		return m, []action{tell("the review waits for work in the background: esc ends the wait, then /resume")}
	case m.phase == PhaseWait:
		return m, []action{tell("ccc waits for the API: esc ends the wait, then /resume")}
	case m.phase != PhaseUser:
		return m, []action{tell("the agent is at work: esc stops it, then /resume")}
	case e.text == m.session.ID:
		return m, []action{tell("this is the session already")}
	}
	var acts []action
	if m.processRuns {
		acts = append(acts, action{kind: actLeave})
	}
	if ended := wording.Background(task.Totals{Ended: m.stop.names()}); !ended.Empty() {
		acts = append(acts, action{kind: actTell, text: ended})
	}
	m.stop = stopped{}
	m.processRuns, m.sessionLost, m.mayMove = false, false, false
	m.session = Session{ID: e.text}
	m.messages, m.earlier, m.commands, m.open = nil, nil, nil, nil
	m.task = task.InAnotherSession(m.task)
	if e.saved != nil {
		m.task.Findings, m.messages = e.saved.Task.Findings, e.saved.Asked
	}
	return m, append(acts, action{kind: actSwitched})
}

// sessionMessage tells the user that the agent continues in another session, which a command of claude's has begun.
func sessionMessage(off bool) lang.Message {
	if off {
		return lang.M("claude goes on in another session")
	}
	return lang.M("claude goes on in another session: its stops are reviewed, too")
}

// skip leaves out the review that runs, or the next one.
func (m machine) skip(e event) (machine, []action) {
	switch {
	case m.phase == PhaseUser:
		return m, []action{tell("no review is due")}
	case m.isReviewDue():
		m, acts := m.leavePhase()
		return m.giveFloor("", append(acts, tell("review skipped"))...)
	}
	return m.decide(task.Event{Kind: task.Skipped, At: e.now}, nil)
}
