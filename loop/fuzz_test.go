package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/streamjson"
)

// FuzzStep drives the machine with any order of events, made from pairs of bytes, and checks its invariants.
func FuzzStep(f *testing.F) {
	kinds := func(kinds ...eventKind) (data []byte) {
		for _, k := range kinds {
			data = append(data, byte(k), 0)
		}
		return data
	}
	f.Add(uint8(2), true, kinds(eventMessage, eventTurnStarted, eventTurnEnded, eventReviewed, eventTurnStarted,
		eventTurnEnded, eventReviewed))
	f.Add(uint8(0), true, kinds(eventMessage, eventTurnEnded, eventReviewed, eventTurnStarted, eventTurnEnded,
		eventReviewed))
	f.Add(uint8(1), false, kinds(eventMessage, eventTurnStarted, eventInterrupt, eventInterrupt))
	f.Add(uint8(3), true, kinds(eventMessage, eventExited, eventExited, eventExited, eventExited, eventMessage))
	f.Add(uint8(3), true, kinds(eventTurnStarted, eventExited, eventQuit, eventQuit))
	f.Add(uint8(3), true, kinds(eventMessage, eventInputClosed, eventTurnEnded, eventMessage, eventTurnEnded,
		eventInterrupt))
	for variant := byte(0); variant < 64; variant++ {
		f.Add(uint8(2), true, []byte{0, 0, 2, variant, 1, 0, 2, variant, 5, 0, 4, variant, 3, variant, 5, 0, 4, variant, 7,
			0})
		f.Add(uint8(2), true, []byte{0, 0, 1, 0, 18, 1, 2, variant, 18, 1, 5, 0, 3, variant, 18, 1, 6, 0, 18, 1, 7, 0})
		f.Add(uint8(2), true, []byte{0, variant, 17, variant, 2, variant, 0, 255, 14, variant, 1, 0, 2, 0, 4, variant, 15, 0})
	}
	for variant := range byte(8) {
		f.Add(uint8(6), true, []byte{0, 0, 15, 0, 2, 8, 21, variant, 2, 8, 21, variant, 3, 8, 21, variant, 2, 8, 0, 0, 21, 3})
	}
	f.Fuzz(func(t *testing.T, rounds uint8, attended bool, data []byte) {
		w := &world{m: fresh()}
		w.m.policy.MaxRounds, w.m.attended = int(rounds%4)+1, attended
		w.m.policy.HoldClaims = rounds&4 != 0
		for i := 0; i+1 < len(data) && i < 400; i += 2 {
			if err := w.step(w.event(data[i], data[i+1], i)); err != "" {
				t.Fatalf("%s\n%s", err, strings.Join(w.log, "\n"))
			}
		}
		done := w.m.phase == PhaseDone
		if err := w.step(event{kind: eventQuit,
			now: now.Add(time.Hour)}); err != "" || w.m.phase != PhaseDone || w.finished != 1 {
			t.Fatalf("quit: %s, %d times finished, done before: %t: %s\n%s", w.m.phase, w.finished, done, err,
				strings.Join(w.log, "\n"))
		}
	})
}

// event makes an event from two bytes; n makes its text unique. Events of an agent or a review come from the newest
// one, and sometimes from an older one.
func (w *world) event(kind, variant byte, n int) event {
	e := event{kind: eventKind(kind) % eventHeard, now: now.Add(time.Duration(n) * time.Second)}
	failure := streamjson.Failure(variant & 7 % 6)
	until := [...]time.Time{{}, now.Add(time.Hour), now.Add(-time.Hour), now.Add(9 * time.Hour)}[variant>>3&3]
	switch e.kind {
	case eventMessage, eventReviewsOn:
		e.text = fmt.Sprintf("message %d", n)
		if variant&1 != 0 {
			e.text = fmt.Sprintf("/command %d", n)
		}
		if e.kind == eventReviewsOn && variant&2 != 0 {
			e.text = ""
		}
	case eventTurnStarted, eventTurnEnded, eventExited, eventSession, eventSilent:
		e.silence = time.Duration(variant%60+1) * time.Second
		e.agent = max(w.m.agent-int(variant>>7), 1)
		e.session = Session{ID: fmt.Sprintf("session %d", variant>>6&1)}
	case eventClaims:
		e.review = w.m.review - int(variant>>7)
		if variant&1 != 0 {
			e.text = fmt.Sprintf("claimed %d", n*int(variant>>1&1))
		}
	case eventRounds:
		e.number = int(variant)%5 - 1
	case eventReviewed:
		e.review, e.verdict = w.m.review-int(variant>>7), Verdict{Failure: failure, Until: until}
		if failure == streamjson.NoFailure {
			e.verdict.Completed, e.verdict.Feedback = variant&8 != 0, fmt.Sprintf("feedback %d", n*int(variant>>5&1))
			e.verdict.Blocked = variant&16 != 0 && !e.verdict.Completed
		}
	}
	if e.kind == eventTurnEnded || e.kind == eventExited {
		e.turn = streamjson.Turn{
			Failure: failure, Until: until, Progress: variant&8 != 0, Asked: failure != 0 || variant&16 == 0,
			Shells: make([]streamjson.Task, variant>>4&1), Agents: make([]streamjson.Task, variant>>5&variant>>3&1),
		}
		if variant&32 != 0 {
			e.unheard = unheard(fmt.Sprintf("unheard %d", n))
		}
	}
	return e
}

// world carries out the machine's actions, as far as the rules need it.
type world struct {
	m         machine
	running   bool // an agent
	agents    int
	reviewing bool // a review runs
	waiting   bool // the timer runs
	busy      bool // the agent has a message or a turn
	finished  int
	log       []string
}

// settled returns the count without a review that has not ended.
func settled(m machine) int {
	if m.isReviewing() {
		return m.task.Count - 1
	}
	return m.task.Count
}

// step applies one event and its actions, and says which rule was broken.
func (w *world) step(e event) string {
	before := w.m
	heard := before.isCurrent(e)
	verdict := heard && e.kind == eventReviewed && e.verdict.Failure == streamjson.NoFailure
	if heard {
		switch e.kind {
		case eventTurnStarted:
			w.busy = true
		case eventTurnEnded:
			w.busy = len(before.open) > 0 && !e.turn.Asked // a message is behind the command
		case eventExited:
			w.busy, w.running = false, false
		case eventTimer:
			w.waiting = false
		case eventReviewed:
			w.reviewing = false
		}
	}
	next, acts := step(before, e)
	w.m = next
	w.log = append(w.log, fmt.Sprintf("%s, %d %q %+v %q: %s, [%s]",
		describe(before), e.kind, e.text, e.turn, e.unheard, describe(next), render(acts)))
	sent, verdicts, said := "", 0, false
	for _, a := range acts {
		switch a.kind {
		case actStart:
			if w.running {
				return "two agents at once"
			}
			w.running, w.busy = true, false
			w.agents++
		case actLeave, actKill:
			w.running, w.busy = false, false
		case actSend:
			w.busy, sent = true, a.send.text
			if !w.running {
				return "sent to an agent that does not run"
			}
			if w.reviewing && !strings.HasPrefix(sent, "/") {
				return "sent to the agent while a review runs"
			}
		case actReview:
			if w.reviewing {
				return "two reviews at once"
			}
			if w.reviewing = true; next.task.Count < 1 || next.task.Count > max(next.policy.MaxRounds, before.task.Count) {
				return "a review that is not counted, or one too many"
			}
		case actStopReview:
			if !w.reviewing {
				return "no review to stop"
			}
			w.reviewing = false
		case actVerdict:
			verdicts++
		case actWait:
			if w.waiting || a.wait <= 0 || a.wait > next.maxWait {
				return "waits twice, or out of bounds"
			}
			w.waiting = true
		case actStopWait:
			if !w.waiting {
				return "no wait to stop"
			}
			w.waiting = false
		case actTell:
			if said = true; a.text.Empty() {
				return "nothing is said"
			}
		case actFinish:
			w.finished++
		}
	}
	stopped := heard && e.kind == eventTurnEnded && e.turn.Asked && before.phase == PhaseAgent
	switch {
	case !heard && len(acts) > 0:
		return "acts on what is not listened to"
	case before.phase == PhaseDone && (len(acts) > 0 || next.phase != PhaseDone || next.outcome != before.outcome):
		return "done is not final"
	case e.kind == eventQuit && next.phase != PhaseDone:
		return "quit did not end it"
	case (next.phase == PhaseDone) != (w.finished == 1):
		return "done and finished are not the same"
	case w.running != next.processRuns || w.agents != next.agent:
		return "the machine is wrong about the agent"
	case w.reviewing != (next.phase == PhaseReview):
		return "a review runs outside of its phase, or none in it"
	case w.waiting != (next.phase == PhaseWait || next.phase == PhaseAgent && next.idle != notIdle &&
		next.idle != forClaims):
		return "the timer runs without need, or does not run"
	case next.phase == PhaseAgent && next.idle == notIdle && !w.busy:
		return "in the agent phase nobody works: stuck for ever"
	case next.phase == PhaseUser && !next.attended && before.phase != PhaseUser &&
		(next.inputClosed || len(next.messages) > 0):
		return "unattended in the user phase"
	case verdict != (verdicts == 1):
		return "a verdict that is not kept, or none that is"
	case settled(next) != settled(before)+verdicts && settled(next) != 0:
		return fmt.Sprintf("a count leaks: %d, then %d", settled(before), settled(next))
	case settled(next) > max(next.policy.MaxRounds, settled(before)):
		return "more verdicts than allowed"
	case stopped && next.phase == PhaseUser && !said && !next.task.Off:
		return "F03: a stop is let go in silence"
	case e.kind <= eventReviewsOn && e.text != "" && before.phase != PhaseDone && sent != e.text:
		return "the person's message is not the last sent"
	case sent != "" && sent == e.text && e.kind != eventClaims && !strings.HasPrefix(sent, "/") &&
		!slices.Contains(next.messages, sent):
		return "the person's message is not the task's"
	case before.phase == PhaseUser && next.phase == PhaseReview && e.kind != eventReviewNow:
		return "a review that nobody asked for"
	case next.task.Ended.IsExhausted() && next.isReviewing():
		return "a task is reviewed that a limit has ended"
	}
	return ""
}
