package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/streamjson"
)

// FuzzStep drives the machine through any order of events, one byte pair each, and holds what must always be true.
func FuzzStep(f *testing.F) {
	kinds := func(kinds ...eventKind) (data []byte) {
		for _, k := range kinds {
			data = append(data, byte(k), 0)
		}
		return data
	}
	f.Add(uint8(2), true, kinds(eventMessage, eventTurnStarted, eventTurnEnded, eventReviewed, eventTurnStarted, eventTurnEnded, eventReviewed))
	f.Add(uint8(0), true, kinds(eventMessage, eventTurnEnded, eventReviewed, eventTurnStarted, eventTurnEnded, eventReviewed))
	f.Add(uint8(1), false, kinds(eventMessage, eventTurnStarted, eventInterrupt, eventInterrupt))
	f.Add(uint8(3), true, kinds(eventMessage, eventExited, eventExited, eventExited, eventExited, eventMessage))
	f.Add(uint8(3), true, kinds(eventTurnStarted, eventExited, eventQuit, eventQuit))
	f.Add(uint8(3), true, kinds(eventMessage, eventInputClosed, eventTurnEnded, eventMessage, eventTurnEnded, eventInterrupt))
	for variant := byte(0); variant < 64; variant++ {
		f.Add(uint8(2), true, []byte{0, 0, 2, variant, 1, 0, 2, variant, 5, 0, 4, variant, 3, variant, 5, 0, 4, variant, 7, 0})
	}
	f.Fuzz(func(t *testing.T, rounds uint8, attended bool, data []byte) {
		w := &world{m: machine{maxRounds: int(rounds%4) + 1, attended: attended}}
		for i := 0; i+1 < len(data) && i < 400; i += 2 {
			if err := w.step(fuzzEvent(data[i], data[i+1], i)); err != "" {
				t.Fatalf("%s\n%s", err, strings.Join(w.log, "\n"))
			}
		}
		done := w.m.phase == PhaseDone
		if err := w.step(event{kind: eventQuit, now: now}); err != "" || w.m.phase != PhaseDone || w.finished != 1 {
			t.Fatalf("quit: %s, %d times finished, done before: %t: %s\n%s", w.m.phase, w.finished, done, err, strings.Join(w.log, "\n"))
		}
	})
}

// fuzzEvent makes an event of two bytes; n tells texts apart.
func fuzzEvent(kind, variant byte, n int) event {
	e := event{kind: eventKind(kind) % eventHeard, now: now.Add(time.Duration(n) * time.Second)}
	failure := streamjson.Failure(variant & 7 % 6)
	until := [...]time.Time{{}, now.Add(time.Hour), now.Add(-time.Hour), now.Add(9 * time.Hour)}[variant>>3&3]
	switch e.kind {
	case eventMessage:
		e.text = fmt.Sprintf("message %d", n)
	case eventTurnEnded, eventExited:
		e.turn = streamjson.Turn{Failure: failure, Until: until, Progress: variant&8 != 0, Background: int(variant >> 4 & 1)}
		if variant&32 != 0 {
			e.unheard = unheard(fmt.Sprintf("unheard %d", n))
		}
	case eventRounds:
		e.number = int(variant)%5 - 1
	case eventReviewed:
		e.verdict = Verdict{Failure: failure, Until: until}
		if failure == streamjson.NoFailure {
			e.verdict.Completed, e.verdict.Feedback = variant&8 != 0, fmt.Sprintf("feedback %d", n)
			e.verdict.Blocked, e.verdict.Stalled = variant&16 != 0 && !e.verdict.Completed, []string{"", "again"}[variant>>5&1]
		}
	}
	return e
}

// world is what the machine's actions do, as far as the rules need it.
type world struct {
	m         machine
	messages  []string
	rounds    int  // verdicts since the person gave a task
	reviewing bool // a review runs
	waiting   bool // the timer runs
	busy      bool // the agent has a message or a turn
	finished  int
	log       []string
}

// step performs one event and its actions and says which rule was broken.
func (w *world) step(e event) string {
	before := w.m
	switch e.kind {
	case eventMessage:
		if before.phase != PhaseDone {
			w.messages = append(w.messages, e.text)
		}
		if before.phase == PhaseUser {
			w.rounds = 0
		}
	case eventReviewNow:
		if before.phase == PhaseUser && before.round >= before.maxRounds && len(before.messages) > 0 {
			w.rounds = 0
		}
	case eventTurnStarted:
		w.busy = true
	case eventTurnEnded, eventExited:
		w.busy = false
	case eventTimer:
		w.waiting = false
	case eventReviewed:
		if w.reviewing && e.verdict.Failure == streamjson.NoFailure {
			w.rounds++
		}
		w.reviewing = false
	}
	next, acts := step(before, e)
	w.m = next
	w.log = append(w.log, fmt.Sprintf("%s, %d %+v %q: %s, [%s]", describe(before), e.kind, e.turn, e.unheard, describe(next), render(acts)))
	sent := ""
	for _, a := range acts {
		switch a.kind {
		case actSend:
			w.busy, sent = true, a.send.text
			if w.reviewing {
				return "sent to the agent while a review runs"
			}
		case actReview:
			if w.reviewing {
				return "two reviews at once"
			}
			w.reviewing = true
		case actStopReview:
			if !w.reviewing {
				return "no review to stop"
			}
			w.reviewing = false
		case actWait:
			if w.waiting || a.wait <= 0 || a.wait > defaultWait {
				return "waits twice, or out of bounds"
			}
			w.waiting = true
		case actStopWait:
			if !w.waiting {
				return "no wait to stop"
			}
			w.waiting = false
		case actFinish:
			w.finished++
		}
	}
	switch {
	case before.phase == PhaseDone && (len(acts) > 0 || next.phase != PhaseDone || next.outcome != before.outcome):
		return "done is not final"
	case e.kind == eventQuit && next.phase != PhaseDone:
		return "quit did not end it"
	case (next.phase == PhaseDone) != (w.finished == 1):
		return "done and finished are not the same"
	case w.rounds > next.maxRounds || next.round > next.maxRounds:
		return "more rounds than allowed"
	case w.reviewing != (next.phase == PhaseReview):
		return "a review runs outside of its phase, or none in it"
	case w.waiting != (next.phase == PhaseWait || next.phase == PhaseAgent && next.idle):
		return "the timer runs without need, or does not run"
	case next.phase == PhaseAgent && !next.idle && !w.busy:
		return "in the agent phase nobody works: stuck for ever"
	case next.phase == PhaseUser && !next.attended && before.phase != PhaseUser:
		return "unattended in the user phase"
	case !slices.Equal(next.messages, w.messages):
		return fmt.Sprintf("messages = %q, want %q", next.messages, w.messages)
	case e.kind == eventMessage && before.phase != PhaseDone && sent != e.text:
		return "the person's message is not the last sent"
	}
	return ""
}
