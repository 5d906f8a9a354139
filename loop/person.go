package loop

// person performs what the person tells ccc itself, in any phase but done.
func (m machine) person(e event) (machine, []action) {
	switch e.kind {
	case eventReviewNow:
		return m.reviewNow()
	case eventAccept:
		if len(m.messages) == 0 {
			return m, []action{tell("there is nothing to accept yet")}
		}
		acts := append(m.leave(), tell("accepted: good as it is"))
		m.outcome = Completed
		return m.finish(acts)
	case eventSkip:
		return m.skipReview()
	}
	m.maxRounds = max(e.number, m.round, 1)
	return m, []action{tell("at most %d rounds", m.maxRounds)}
}

// reviewNow begins a review if the agent rests. Where the rounds are used up, it begins a new count, as a message would.
func (m machine) reviewNow() (machine, []action) {
	switch {
	case len(m.messages) == 0:
		return m, []action{tell("there is nothing to review yet")}
	case m.phase == PhaseReview:
		return m, []action{tell("a review is running")}
	case m.phase == PhaseAgent && !m.idle, m.phase == PhaseWait && m.waitFor == PhaseAgent:
		return m, []action{tell("the agent is at work: it is reviewed when it stops")}
	}
	if m.phase == PhaseUser && m.round >= m.maxRounds {
		m.round = 0
	}
	m.skip, m.outcome = false, ""
	return m.review(m.leave())
}

// skipReview leaves out the review that runs, or the next one.
func (m machine) skipReview() (machine, []action) {
	switch {
	case m.phase == PhaseUser:
		return m, []action{tell("no review is due")}
	case m.phase == PhaseReview, m.phase == PhaseWait && m.waitFor == PhaseReview, m.phase == PhaseAgent && m.idle:
		return m.toUser("", append(m.leave(), tell("the review is skipped"))...)
	}
	m.skip = true
	return m, []action{tell("no review after this turn")}
}
