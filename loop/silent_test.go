package loop

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// silently returns a launch in which a silence of 10 minutes is too long.
func silently(t *testing.T, agents ...func(*fakeAgent)) *launch {
	l := newLaunch(t, agents...)
	l.config.Idle = 10 * time.Minute
	l.verdicts = []Verdict{{Completed: true}}
	return l
}

// interrupted waits for the host's interrupt, and ends the turn.
func (a *fakeAgent) interrupted() {
	if in := a.read(); in.Request.Subtype != "interrupt" {
		a.l.t.Errorf("%+v came instead of an interrupt", in)
	}
	a.result(aborted)
}

// told counts the notices that contain a text.
func (l *launch) told(text string) (n int) {
	for _, s := range l.notices {
		if strings.Contains(s, text) {
			n++
		}
	}
	return n
}

func TestSilentAgentIsInterruptedAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := silently(t, func(a *fakeAgent) {
			a.begin()
			a.interrupted() // before it did anything: the message again
			a.begin()
			a.work("half of it")
			began := time.Now()
			a.interrupted()
			if took := time.Since(began); took != 10*time.Minute {
				t.Errorf("interrupted after %s, want 10 minutes", took)
			}
			serve(a)
		})
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: fix it", "1: "+continueMessage)
		if n := l.told("nothing came from claude for 10m: its turn is interrupted and continued"); n != 2 {
			t.Errorf("told %d times: %q", n, l.notices)
		}
		if len(l.starts) != 1 {
			t.Errorf("%d starts, want one: what runs in the background lives on", len(l.starts))
		}
	})
}

func TestSilentAgentThatDoesNotAnswerIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := silently(t, func(a *fakeAgent) {
			a.begin()
			a.work("half of it")
			for a.how = "signal: killed"; ; {
				a.read() // hears nothing, ends with its input
			}
		}, serve)
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "2: "+continued+"fix it")
		l.wantNotice("claude does not respond: ending its process")
		l.wantNotice("claude ended without a result (signal: killed): resuming it")
		if len(l.starts) != 2 || l.starts[1].ID != "session-1" {
			t.Errorf("starts = %+v, want the session again", l.starts)
		}
	})
}

func TestSilentAgentIsResumedAFewTimes(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			silent := func(a *fakeAgent) {
				a.begin()
				a.work("half of it")
				for {
					if in := a.read(); in.Request.Subtype == "interrupt" && !deaf {
						a.result(aborted)
					}
				}
			}
			l := silently(t, silent, silent, silent, silent)
			l.config.Attended = false
			l.run(t.Context(), func() { l.say("fix it") })
			l.wantOutcome(NeedsUser)
			l.wantNotice("nothing came from claude for 10m, 4 times in a row")
			if want := []string{"fix it", continueMessage, continueMessage, continueMessage}; len(l.heard) != len(want) {
				t.Errorf("heard %q, want %q", l.heard, want)
			}
		})
	}
}

// Waits that are no silence: a running tool, a question to the user, an idle agent.
func TestNotSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := silently(t, func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"assistant","session_id":%q,"message":{"id":"m","content":[`+
				`{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`, a.session)
			time.Sleep(5 * time.Hour)
			a.write(`{"type":"user","session_id":%q,"message":{"content":[{"type":"tool_result","tool_use_id":"t1"}]}}`,
				a.session)
			time.Sleep(9 * time.Minute)
			a.result(success)
			serve(a)
		})
		l.verdicts = []Verdict{{Blocked: true, Feedback: "which port?"}, {Completed: true}}
		l.run(t.Context(), func() {
			l.say("fix it")
			synctest.Wait()
			time.Sleep(24 * time.Hour) // the tool's five hours, and then the agent rests
			l.say("8080")
		})
		l.wantOutcome(Completed)
		if l.told("nothing came") > 0 || slices.Contains(l.heard, "1: "+continueMessage) {
			t.Errorf("told %q, heard %q", l.notices, l.heard)
		}
	})
}
