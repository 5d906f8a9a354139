package loop

import (
	"slices"
	"strings"
	"testing"

	"ccc/internal/task"
)

func TestPersonSkipsTheNextReview(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "skip", "turn ok")
	expect(t, "turn ok", m, acts, "user 0", "tell")
	m, acts = walk(m, "and more")
	expect(t, "message", m, acts, "agent 0", "send(person: and more)")
	m, acts = walk(m, "turn ok")
	expect(t, "the turn after it", m, acts, "review 1", "review")
}

func TestPersonReviewsAgainAfterTheLastRound(t *testing.T) {
	m, acts := walk(states["review last"], "not completed")
	expect(t, "last round", m, acts, "user 3 not_completed", "verdict tell")
	m, acts = walk(m, "review now")
	expect(t, "review now", m, acts, "review 1", "review")
	m, acts = walk(m, "not completed")
	expect(t, "verdict", m, acts, "agent 1", "verdict tell send(supervisor: the tests fail)")
}

func TestPersonSetsTheRounds(t *testing.T) {
	rounds := func(m machine, n int) machine {
		m, _ = step(m, event{kind: eventRounds, number: n, now: now})
		return m
	}
	m, acts := walk(rounds(states["review"], 1), "not completed")
	expect(t, "the limit is passed", m, acts, "user 2 not_completed", "verdict tell")
	m, acts = walk(rounds(states["agent"], 1), "turn ok")
	expect(t, "the limit is reached", m, acts, "user 1 not_completed", "tell")
	m, acts = walk(rounds(states["agent"], 1), "and this", "turn ok")
	expect(t, "a message begins a new count", m, acts, "review 1", "review")
}

func TestPersonHasNothingToReviewYet(t *testing.T) {
	for _, name := range []string{"review now", "accept", "skip"} {
		m, acts := walk(fresh(), name)
		expect(t, name, m, acts, "user 0", "tell")
	}
}

// A review that the user asked for does not wait for background work, and neither does the next one.
func TestPersonDoesNotWaitForTheBackground(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn background", "review now")
	expect(t, "review now", m, acts, "review 1", "stopWait review")
	m, acts = walk(m, "not completed", "turn background")
	expect(t, "the next stop", m, acts, "review 2", "review")
}

func TestF01ReviewsOff(t *testing.T) {
	m, acts := walk(fresh(), "reviews off", "fix it", "turn started", "turn ok")
	expect(t, "a turn", m, acts, "user off 0", "")
	m, acts = walk(m, "reviews on", "and this", "turn started", "turn ok")
	expect(t, "on again", m, acts, "review 1", "review")
	m, acts = walk(m, "reviews off")
	expect(t, "off during a review", m, acts, "user off 0", "stopReview tell")
	m, acts = walk(m, "review now")
	expect(t, "a review is made all the same", m, acts, "review off 1", "review")
	m, acts = walk(m, "not completed", "turn ok")
	expect(t, "but the next stop is not reviewed", m, acts, "user off 1", "")
}

// /supervisor with text: the text is the task, and earlier messages do not belong to it.
func TestF01ReviewsOnWithWords(t *testing.T) {
	for from := range states {
		if from == "done" {
			continue
		}
		m, acts := walk(states[from], "new task", "turn started", "turn ok")
		if m.phase != PhaseReview || m.task.Count != 1 || !strings.HasSuffix(render(acts), "review") {
			t.Errorf("%s: %s, [%s], want a first review", from, describe(m), render(acts))
		}
		if want := []string{"now this"}; !slices.Equal(m.messages, want) {
			t.Errorf("%s: messages = %q, want %q", from, m.messages, want)
		}
	}
}

// Accepted work is not a verdict of the reviews before.
func TestAcceptedIsSaidInTheState(t *testing.T) {
	m, _ := walk(states["review"], "accept")
	if m.task.Ended != task.EndedAccepted || m.task.Count != 1 {
		t.Errorf("task %+v, want accepted, a count of 1", m.task)
	}
}

// A task of the session that is continued can be accepted before anything was said in this launch.
func TestAcceptedBeforeAnyMessage(t *testing.T) {
	for text, want := range map[string]Phase{"": PhaseUser, "fix it": PhaseDone} {
		m, _ := step(Config{Attended: true}.machine(), event{kind: eventAccept, text: text, now: now})
		if m.phase != want || m.accepted != (want == PhaseDone) {
			t.Errorf("with %q before: the phase %s, accepted %v", text, m.phase, m.accepted)
		}
	}
}

// Whether the user or a review ended the task depends on this task alone, and not on the verdict of an earlier one.
func TestAcceptedIsToldApartFromCompleted(t *testing.T) {
	for after, want := range map[string]bool{
		"completed": false, "completed, command, command ended": false, "completed, turn started": true,
		"completed, message, turn ok": true, "completed, message, turn background, interrupt": true,
	} {
		m := reviewing()
		m.policy.Stay, m.messages = true, []string{"fix it"}
		m, _ = walk(m, append(strings.Split(after, ", "), "accept")...)
		if m.phase != PhaseDone || m.accepted != want {
			t.Errorf("%s: accepted is %v in the phase %s, want %v", after, m.accepted, m.phase, want)
		}
	}
}

// A dismissal names /accept only where it is the next step: not beside a turn, a review or a question of the reviewer.
func TestL06DismissalKnowsWhoIsAtWork(t *testing.T) {
	blocker := []task.Finding{{ID: "F1", Severity: task.Blocker, Status: task.Open, Text: "x", Found: 1}}
	asks := fresh()
	asks.task.Verdict = &Verdict{Blocked: true, Feedback: "Which one?"}
	for name, want := range map[string]bool{"user": false, "asks": true, "agent": true, "review": true} {
		m := states[name]
		switch name {
		case "user":
			m = fresh()
		case "asks":
			m = asks
		}
		m.task.Findings = blocker
		if _, acts := walk(m, "dismiss"); len(acts) != 1 || acts[0].decision.Busy != want {
			t.Errorf("%s: %s, busy is not %v", name, render(acts), want)
		}
	}
}
