package loop

import "testing"

func TestPersonSkipsTheNextReview(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "skip", "turn ok")
	expect(t, "turn ok", m, acts, "user", "tell")
	m, acts = run1(m, "and more")
	expect(t, "message", m, acts, "agent", "send(person: and more)")
	m, acts = run1(m, "turn ok")
	expect(t, "the turn after it", m, acts, "review", "review")
}

func TestPersonReviewsAgainAfterTheLastRound(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn ok", "not completed", "turn ok", "not completed", "turn ok", "not completed")
	expect(t, "last round", m, acts, "user not_completed", "tell")
	m, acts = run1(m, "review now")
	expect(t, "review now", m, acts, "review", "review")
	m, acts = run1(m, "not completed")
	expect(t, "verdict", m, acts, "agent", "send(supervisor: the tests fail)")
}

func TestPersonSetsTheRounds(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn ok", "not completed", "turn ok")
	m, _ = step(m, event{kind: eventRounds, number: 1, now: now})
	m, acts := run1(m, "not completed")
	expect(t, "the bound is reached", m, acts, "user not_completed", "tell")
}

func TestPersonHasNothingToReviewYet(t *testing.T) {
	for _, name := range []string{"review now", "accept", "skip"} {
		m, acts := walk(fresh(), name)
		expect(t, name, m, acts, "user", "tell")
	}
}
