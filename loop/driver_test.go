package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ccc/streamjson"
)

const feedback = "Two tests fail:\n\t\"TestA\" <b> & TestB\n完成它"

func TestB03FeedbackIsTheNextMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		l.verdicts = []Verdict{{Feedback: feedback}, {Completed: true}}
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: "+feedback)
		want := Result{Outcome: Completed, Session: here, Text: "answer 1.2", AgentUSD: 1, ReviewUSD: 0.5}
		if len(l.result.Verdicts) != 2 || l.result.Verdicts[0].Feedback != feedback || !l.result.Verdicts[1].Completed {
			t.Errorf("verdicts = %+v", l.result.Verdicts)
		}
		got := l.result
		if got.Session != want.Session || got.Text != want.Text || got.AgentUSD != want.AgentUSD ||
			got.CostUSD() != 1.5 {
			t.Errorf("result = %+v, want %+v", got, want)
		}
		const basis = " · nothing checked · $0.25"
		if notices := []string{
			"begin user 1/3", "sent fix it", "begin agent 1/3",
			"begin review 1/3", "verdict 1/3 false",
			"review 1 of 3: not completed" + basis,
			"begin agent 2/3",
			"begin review 2/3", "verdict 2/3 true", "review 2 of 3: completed" + basis,
		}; !slices.Equal(l.notices, notices) {
			t.Errorf("notices =\n%q, want\n%q", l.notices, notices)
		}
		if len(l.starts) != 1 || l.starts[0] != (Session{}) {
			t.Errorf("starts = %+v, want one, without a session", l.starts)
		}
		if l.observed != 8 {
			t.Errorf("%d events observed, want 8", l.observed)
		}
	})
}

func TestB02B09TheReviewKnowsSessionAndMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		l.verdicts = []Verdict{{Feedback: feedback}, {Completed: true}}
		l.run(t.Context(), func() { l.say("fix it") })
		for i, r := range l.asked {
			if r.Session != here || !slices.Equal(r.Messages, []string{"fix it"}) || r.Round != i+1 || r.Try != 1 {
				t.Errorf("review %d = %+v", i+1, r)
			}
		}
	})
}

func TestB04CompletedLeavesTheSessionToResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.turn("one")
			a.read() // /clear
			a.session = "after-clear"
			a.init()
			a.result(success)
			serve(a)
		})
		l.verdicts = []Verdict{{Failure: streamjson.NeedsPerson, Reason: errors.New("login")}, {Completed: true}}
		l.run(t.Context(), func() { l.say("fix it"); l.say("/clear"); l.say("now this") })
		l.wantOutcome(Completed)
		l.wantNotice("claude goes on in another session: its stops are reviewed, too")
		if l.result.Session.ID != "after-clear" {
			t.Errorf("session = %+v, want the newest", l.result.Session)
		}
		if r := l.asked[1]; r.Session.ID != "after-clear" || !slices.Equal(r.Messages, []string{"now this"}) || r.Round != 1 {
			t.Errorf("F14: review %+v, want a first one, of the new session's task", r)
		}
	})
}

func TestB07TypedWhileTheAgentRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.work("working")
			a.echo(a.read())
			a.result(success)
			serve(a)
		})
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() { l.say("fix it"); l.say("and the docs") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: and the docs")
		if want := []string{"fix it", "and the docs"}; len(l.asked) != 1 || !slices.Equal(l.asked[0].Messages, want) {
			t.Errorf("reviews = %+v, want one, of %q", l.asked, want)
		}
	})
}

func TestTypedWhileClaudeQueues(t *testing.T) {
	for _, turns := range []int{1, 0} { // it takes the message up in a turn of its own, or never says so
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) {
				a.begin()
				queued := a.read()
				a.work("first")
				a.result(success)
				time.Sleep(queuedMax / 2)
				if turns == 1 {
					a.init()
					a.echo(queued)
					time.Sleep(time.Hour)
					a.work("second")
					a.result(success)
				}
				serve(a)
			})
			begin := time.Now()
			l.verdicts = []Verdict{{Completed: true}}
			l.run(t.Context(), func() { l.say("fix it"); l.say("and the docs") })
			l.wantOutcome(Completed)
			want := []time.Duration{queuedMax, queuedMax/2 + time.Hour}[turns]
			if took := time.Since(begin); took != want || len(l.asked) != 1 {
				t.Errorf("%d turns: %d reviews after %s, want 1 after %s", turns, len(l.asked), took, want)
			}
		})
	}
}

// untilStopped is a review that never ends by itself.
func untilStopped(cost float64) func(context.Context, Review) Verdict {
	return func(ctx context.Context, _ Review) Verdict {
		<-ctx.Done()
		time.Sleep(time.Second) // ending takes a while
		return Verdict{Failure: streamjson.Transient, Reason: errors.New("stopped"), CostUSD: cost}
	}
}

func TestTypedDuringTheReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.turn("one")
			a.begin()
			time.Sleep(time.Minute)
			a.work("two")
			a.result(success)
			serve(a)
		})
		l.review = func(ctx context.Context, r Review) Verdict {
			if len(r.Messages) == 1 {
				return untilStopped(0.125)(ctx, r)
			}
			return Verdict{Completed: true, CostUSD: 0.25}
		}
		l.run(t.Context(), func() { l.say("fix it"); l.say("wait, not that") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: wait, not that")
		l.wantNotice("your message goes first")
		if len(l.result.Verdicts) != 1 || l.asked[1].Round != 1 || l.result.CostUSD() != 1.375 {
			t.Errorf("result = %+v, want 1 round, 1.375 USD with what the stopped review cost", l.result)
		}
	})
}

// TestStoppedReviewCosts: what a review has cost that the user interrupts is told when it is known.
func TestStoppedReviewCosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		l.review = untilStopped(0.125)
		l.run(t.Context(), func() {
			l.say("fix it")
			l.do(Input{Kind: Interrupt})
			time.Sleep(time.Minute)
			l.note(func() {
				if last := l.spent[len(l.spent)-1]; last != 0.125 {
					t.Errorf("$%v spent on reviews, want $0.125", last)
				}
			})
			l.do(Input{Kind: Closed})
		})
	})
}

// TestStoppedReviewIsUnpriced: a review that the user stops is counted if its reviewer has read something, and nothing
// says what that cost.
func TestStoppedReviewIsUnpriced(t *testing.T) {
	for _, c := range []struct {
		usd  float64
		read int64
		want int
	}{{0, 0, 0}, {0, 50000, 1}, {0.125, 50000, 0}} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, serve)
			stopped := untilStopped(c.usd)
			l.review = func(ctx context.Context, ask Review) Verdict {
				r := stopped(ctx, ask)
				r.Prompt = c.read
				return r
			}
			l.run(t.Context(), func() {
				l.say("fix it")
				l.do(Input{Kind: Interrupt})
				l.do(Input{Kind: Closed})
			})
			if l.result.Unpriced != c.want || l.result.Reviewed.Prompt != c.read {
				t.Errorf("$%v: %d reviews of unknown cost, want %d", c.usd, l.result.Unpriced, c.want)
			}
		})
	}
}

// A verdict that comes when the review was stopped, or later, is not taken for the verdict of the next review.
func TestStoppedReviewHasNoVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		l.review = func(ctx context.Context, r Review) Verdict {
			if len(r.Messages) == 1 {
				<-ctx.Done()
				time.Sleep(time.Second)
				return Verdict{Completed: true}
			}
			time.Sleep(time.Minute)
			return Verdict{Completed: len(l.asked) == 3, Feedback: "not yet"}
		}
		l.run(t.Context(), func() { l.say("fix it"); l.say("wait") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: wait", "1: not yet")
	})
}

func TestQ06ARefusedKeyEndsTheTurn(t *testing.T) {
	refused := func(attempt int) string {
		return fmt.Sprintf(`{"type":"system","subtype":"api_retry","attempt":%d,"max_retries":10,"error_status":401,`+
			`"error":"authentication_failed","session_id":"session-1"}`, attempt)
	}
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.write("%s", refused(1))
			a.write("%s", refused(2))
			if in := a.read(); in.Request.Subtype != "interrupt" {
				t.Errorf("after the second try claude got %+v, want an interrupt", in)
			}
			a.write("%s", refused(3))
			a.result(aborted)
			serve(a)
		})
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() { l.say("fix it"); l.say("now it is right") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: now it is right")
		const told = "the agent cannot go on: the API rejects the key or the login (authentication_failed)\nRun claude once"
		n := 0
		for _, s := range l.notices {
			if strings.Contains(s, "rejects the key") {
				n++
			}
		}
		l.wantNotice(told)
		if n != 1 {
			t.Errorf("said %d times, want once: %q", n, l.notices)
		}
	})
}

func TestInterrupt(t *testing.T) {
	agent := func(a *fakeAgent) {
		a.begin()
		for a.read().Request.Subtype != "interrupt" {
		}
		a.work("partly")
		a.result(aborted)
		serve(a)
	}
	t.Run("attended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, agent)
			l.verdicts = []Verdict{{Completed: true}}
			l.run(t.Context(), func() { l.say("fix it"); l.do(Input{Kind: Interrupt}); l.say("rather this") })
			l.wantOutcome(Completed)
			l.wantHeard("1: fix it", "1: rather this")
			l.wantNotice("interrupted, the session is kept")
		})
	})
	t.Run("unattended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, agent)
			l.config.Attended = false
			l.run(t.Context(), func() { l.say("fix it"); l.do(Input{Kind: Interrupt}) })
			l.wantOutcome(Interrupted)
		})
	})
	t.Run("twice", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) {
				for a.begin(); ; a.read() {
				}
			})
			l.run(t.Context(), func() { l.say("fix it"); l.do(Input{Kind: Interrupt}); l.do(Input{Kind: Interrupt}) })
			l.wantOutcome(Interrupted)
		})
	})
}

// TestInterruptBeforeTheEcho: 2.1.5 echoes the message that begins a turn only when the first part of the answer is
// complete. An answer that is being written shows that the message was taken up, so it is not taken back.
func TestInterruptBeforeTheEcho(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			in := a.read()
			a.init()
			a.write(`{"type":"stream_event","session_id":%q,"event":{"type":"message_start","message":{"id":"m"}}}`, a.session)
			next := a.read()
			for a.read().Request.Subtype != "interrupt" {
			}
			a.echo(in)
			a.result(aborted)
			if next.Message.Content != "and that" {
				t.Errorf("read %q", next.Message.Content)
			}
			serve(a)
		})
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() {
			l.say("fix it")
			l.say("and that")
			l.do(Input{Kind: Interrupt})
			l.say("rather this")
		})
		l.wantOutcome(Completed)
		l.wantNotice("the agent has not answered this message, it is in the history: and that")
		if slices.Contains(l.notices, "the agent has not answered this message, it is in the history: fix it") {
			t.Errorf("notices = %q", l.notices)
		}
	})
}

// TestInterruptBeforeTheQueue: 2.1.5 takes no message back, and would answer one that was queued when its turn is
// stopped. So its process ends, and the next message resumes the session.
func TestInterruptBeforeTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"stream_event","session_id":%q,"event":{"type":"message_start","message":{"id":"m"}}}`, a.session)
			for a.read().Request.Subtype != "interrupt" {
			}
			a.write(`{"type":"user","session_id":%q,"message":{"role":"user","content":[`+
				`{"type":"text","text":"[Request interrupted by user]"}]}}`, a.session)
			a.result(`"subtype":"error_during_execution","is_error":false`)
			a.read()
		}
		l := newLaunch(t, stop, serve)
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() {
			l.say("fix it")
			l.say("and that")
			l.do(Input{Kind: Stop})
			l.say("rather this")
		})
		l.wantOutcome(Completed)
		l.wantNotice("the agent has not answered this message, it is in the history: and that")
		if len(l.starts) != 2 || l.starts[1].ID == "" || l.heard[len(l.heard)-1] != "2: rather this" {
			t.Errorf("starts = %v, heard = %q", l.starts, l.heard)
		}
	})
}

// TestEnterWhileNothingWaits: enter at the empty prompt ends a wait. Where none is, it is not recorded either.
func TestEnterWhileNothingWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		var did []InputKind
		l.config.Record = func(r Record) {
			if r.Kind == RecordInput {
				did = append(did, r.Input.Kind)
			}
		}
		l.review = func(context.Context, Review) Verdict {
			l.input <- Input{Kind: GoOn}
			time.Sleep(time.Second)
			return Verdict{Completed: true}
		}
		l.run(t.Context(), func() { l.say("fix it") })
		if l.wantOutcome(Completed); !slices.Equal(did, []InputKind{Message}) {
			t.Errorf("recorded %v", did)
		}
	})
}

// TestCommandThatAsksAModel: a command of claude's for which only a subagent works is no turn that is reviewed, and the
// user is told so. Of /compact they know it.
func TestCommandThatAsksAModel(t *testing.T) {
	const said = "%s has asked a model, but it is a command of claude's: this is not reviewed"
	for command, isTold := range map[string]bool{"/review the docs": true, "/compact": false} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) {
				a.read()
				a.init()
				a.result(success + `,"result":"It looks good."`)
				a.read()
			})
			l.run(t.Context(), func() {
				l.say(command)
				l.do(Input{Kind: Quit})
			})
			name, _, _ := strings.Cut(command, " ")
			if slices.Contains(l.notices, fmt.Sprintf(said, name)) != isTold {
				t.Errorf("after %s: %q", command, l.notices)
			}
		})
	}
}

// TestInterruptAtTheTurnsEnd: the user stops the agent when its turn has just ended, and claude has taken up the queued
// message already (2.1.330). Its answer is whole before the interrupt comes, and yet nothing is reviewed.
func TestInterruptAtTheTurnsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"stream_event","session_id":%q,"event":{"type":"message_start","message":{"id":"m"}}}`, a.session)
			next := a.read()
			a.work("done")
			a.result(success)
			for a.read().Request.Subtype != "cancel_async_message" {
			}
			a.init()
			a.write(`{"type":"system","subtype":"status","status":"requesting","session_id":%q}`, a.session)
			a.echo(next)
			a.work("this, too")
			a.result(success)
			a.read()
		})
		l.run(t.Context(), func() {
			l.say("fix it")
			l.say("and that")
			l.do(Input{Kind: Stop})
			l.do(Input{Kind: Quit})
		})
		l.wantNotice("the agent has not answered this message, it is in the history: and that")
		l.wantNotice("claude had begun with this message already: that is stopped")
		if len(l.asked) > 0 {
			t.Errorf("reviewed: %+v", l.asked)
		}
	})
}

// TestInterruptBeforeTheTurn: a message that was taken back, and that 2.1.5 begins a turn with nevertheless, is
// interrupted at once.
func TestInterruptBeforeTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		interrupts := 0
		l := newLaunch(t, func(a *fakeAgent) {
			in := a.read()
			for a.read().Request.Subtype != "cancel_async_message" {
			}
			a.init()
			a.write(`{"type":"stream_event","session_id":%q,"event":{"type":"message_start","message":{"id":"m"}}}`, a.session)
			for a.read().Request.Subtype != "interrupt" {
			}
			interrupts++
			a.echo(in)
			a.result(aborted)
			for next := a.read(); ; next = a.read() {
				if next.Type == "user" {
					a.init()
					a.echo(next)
					a.work("done")
					a.result(success)
				}
			}
		})
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() {
			l.say("fix it")
			l.do(Input{Kind: Interrupt})
			l.say("rather this")
		})
		l.wantOutcome(Completed)
		if interrupts != 1 {
			t.Errorf("%d interrupts", interrupts)
		}
	})
}

// TestTakenBackBeforeTheStart: the user takes a message back while claude still starts, and claude begins turns of its
// own later. None of them is taken for that message: 2.1.330 says that it will not run, and any claude has passed over
// it once it takes up a later one.
func TestTakenBackBeforeTheStart(t *testing.T) {
	for _, says := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) {
				in := a.read()
				for a.read().Request.Subtype != "cancel_async_message" {
				}
				if says {
					a.write(`{"type":"command_lifecycle","command_uuid":%q,"state":"cancelled","session_id":%q}`, in.UUID, a.session)
				} else {
					a.turn("a later message")
				}
				a.init()
				a.write(`{"type":"system","subtype":"status","status":"requesting","session_id":%q}`, a.session)
				a.work("what woke me has ended")
				a.result(success)
				for {
					if in := a.read(); in.Request.Subtype == "interrupt" {
						t.Error("interrupted")
					}
				}
			})
			l.verdicts = []Verdict{{Completed: true}, {Completed: true}}
			l.run(t.Context(), func() {
				l.say("fix it")
				l.do(Input{Kind: Stop})
				if !says {
					l.say("rather this")
				}
			})
			if len(l.asked) == 0 {
				t.Error("nothing was reviewed")
			}
		})
	}
}

func TestUsageLimitIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(90 * time.Minute).Truncate(time.Second)
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":%d}}`, until.Unix())
			a.result(limited)
			in := a.begin()
			if !time.Now().Equal(until) || in.Message.Content != "fix it" {
				t.Errorf("sent again at %s: %q, want at %s", time.Now(), in.Message.Content, until)
			}
			a.work("done")
			a.result(success)
			a.read()
		})
		l.verdicts = []Verdict{
			{Failure: streamjson.Limit, Reason: errors.New("hit your limit"), Until: until.Add(time.Hour)}, {Completed: true},
		}
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantNotice("hit your limit: trying again")
		l.wantNotice("begin wait 1/3 waiting 1h30m0s: hit your limit")
		l.wantNotice("begin wait 1/3 waiting 1h0m0s: hit your limit") // for the same review
		if !time.Now().Equal(until.Add(time.Hour)) || len(l.result.Verdicts) != 1 ||
			len(l.asked) != 2 || l.asked[1].Round != 1 {
			t.Errorf("at %s: %+v, reviews %+v, want 1 round", time.Now(), l.result, l.asked)
		}
	})
}

func TestF06BackgroundTasksHoldTheReviewUp(t *testing.T) {
	const backgroundMax = 10 * time.Minute
	for _, task := range []time.Duration{3 * time.Minute, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) {
				a.begin()
				a.write(`{"type":"system","subtype":"task_started","task_id":"b","task_type":"local_bash","description":"make"}`)
				a.work("started a build")
				a.result(success)
				if task < backgroundMax {
					time.Sleep(task)
					a.write(`{"type":"system","subtype":"task_notification","task_id":"b","status":"completed"}`)
					a.init()
					a.work("built")
					a.result(success)
				}
				a.read()
			})
			begin := time.Now()
			l.verdicts = []Verdict{{Completed: true}}
			l.run(t.Context(), func() { l.say("fix it") })
			l.wantOutcome(Completed)
			if took := time.Since(begin); took != min(task, backgroundMax) || len(l.asked) != 1 {
				t.Errorf("%d reviews after %s, want 1 after %s", len(l.asked), took, min(task, backgroundMax))
			}
			l.wantNotice("begin agent 1/3 waiting 10m0s: background work")
			resumed := strings.Count(strings.Join(l.notices, "|")+"|", "begin agent 1/3|") == 2
			if resumed != (task < backgroundMax) {
				t.Errorf("notices = %q, want a second begin of the agent's if it goes on by itself", l.notices)
			}
			if running := l.asked[0].Running; task > backgroundMax && !slices.Equal(running, []string{"make"}) {
				t.Errorf("the reviewer is told of %q, want what runs on", running)
			}
		})
	}
}

func TestSlash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, serve)
		l.verdicts = []Verdict{{Feedback: "/etc/hosts is wrong"}, {Completed: true}}
		l.run(t.Context(), func() { l.say("/compact now") })
		l.wantOutcome(Completed)
		l.wantHeard("1: /compact now", "1:  /etc/hosts is wrong")
	})
}

func TestEnds(t *testing.T) {
	hang := func(a *fakeAgent) { a.begin(); a.read() }
	for _, c := range []struct {
		name     string
		attended bool
		agent    func(*fakeAgent)
		verdicts []Verdict
		last     func(*launch)
		want     Outcome
	}{
		{"quit at the prompt", true, serve, []Verdict{{Failure: streamjson.NeedsPerson}},
			func(l *launch) { l.do(Input{Kind: Quit}) }, NeedsUser},
		{"quit in a turn", true, hang, nil, func(l *launch) { l.do(Input{Kind: Quit}) }, Interrupted},
		{"no more input in a turn", true, serve, []Verdict{{Feedback: "more"}, {Completed: true}},
			func(l *launch) { close(l.input) }, Completed},
		{"no more messages", true, serve, []Verdict{{Feedback: "more"}, {Failure: streamjson.NeedsPerson}},
			func(l *launch) { l.do(Input{Kind: Closed}) }, NeedsUser},
		{"rounds used up", false, serve, []Verdict{{Feedback: "1"}, {Feedback: "2"}, {Feedback: "3"}},
			func(*launch) {}, NotCompleted},
		{"circles", false, serve, []Verdict{{Feedback: "1"}, {Feedback: "1"}, {Feedback: "1"}}, func(*launch) {},
			NotCompleted},
		{"no verdict twice", false, serve, []Verdict{{Failure: streamjson.Transient}, {Failure: streamjson.Transient}},
			func(*launch) {}, NeedsUser},
		{"no credit", false, func(a *fakeAgent) { a.begin(); a.result(credit); a.read() }, nil, func(*launch) {}, NeedsUser},
		{"a command, and no more input", true, func(a *fakeAgent) {
			a.turn("one")
			a.read()
			a.init()
			a.result(success)
			a.read()
		}, []Verdict{{Failure: streamjson.NeedsPerson}},
			func(l *launch) { l.say("/cost"); synctest.Wait(); close(l.input) }, NeedsUser},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLaunch(t, c.agent)
				l.config.Attended = c.attended
				l.verdicts = c.verdicts
				l.run(t.Context(), func() { l.say("fix it"); c.last(l) })
				l.wantOutcome(c.want)
			})
		})
	}
}

func TestNothingAsked(t *testing.T) {
	for name, end := range map[string]func(*launch){
		"quit":   func(l *launch) { l.do(Input{Kind: Quit}) },
		"closed": func(l *launch) { close(l.input) },
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t)
			l.run(t.Context(), func() { end(l) })
			if l.err != nil || l.result.Outcome != "" || len(l.starts) != 0 {
				t.Errorf("%s: Run = %+v, %v, %d starts", name, l.result, l.err, len(l.starts))
			}
		})
	}
}

func TestContextCancelled(t *testing.T) {
	for phase, agent := range map[string]func(*fakeAgent){
		"agent": func(a *fakeAgent) { a.begin(); a.read() }, "review": serve,
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, agent)
			l.review = untilStopped(0.25)
			ctx, cancel := context.WithCancel(t.Context())
			l.run(ctx, func() { l.say("fix it"); synctest.Wait(); cancel() })
			l.wantOutcome(Interrupted)
			if want := map[string]float64{"agent": 0, "review": 0.75}[phase]; l.result.CostUSD() != want {
				t.Errorf("%s: cost = %g, want %g: a stopped review has its cost, too", phase, l.result.CostUSD(), want)
			}
		})
	}
}

func TestStartFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t)
		broken := errors.New("claude: not found")
		l.config.Start = func(Session) (Process, error) { return Process{}, broken }
		l.run(t.Context(), func() { l.say("fix it") })
		if !errors.Is(l.err, broken) {
			t.Errorf("Run = %+v, %v, want %v", l.result, l.err, broken)
		}
	})
}

// The agent may print more than the driver's buffer holds while it is being ended.
func TestAgentTalksAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			in := a.begin()
			for range a.stdin { // until End
			}
			for n := range 100 {
				in.UUID = fmt.Sprint(n)
				a.echo(in)
			}
			a.write("%s", strings.Repeat("not JSON ", 10))
			a.result(success)
		})
		l.run(t.Context(), func() { l.say("fix it"); l.do(Input{Kind: Quit}) })
		l.wantOutcome(Interrupted)
		if l.observed != 103 {
			t.Errorf("%d events observed, want 103", l.observed)
		}
		if l.result.CostUSD() != 0.5 {
			t.Errorf("cost = %g, want 0.5: the last result came", l.result.CostUSD())
		}
	})
}

// TestR01StrangeSession: a line with another session's id in claude's output, which the agent's programs can write
// there, neither completes the task nor makes another session the judged one.
func TestR01StrangeSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.read()
			a.init()
			own := a.session
			a.session = "forged"
			a.init()
			a.result(success)
			a.session = own
			serve(a)
		})
		l.config.Attended = false
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(NeedsUser)
		l.wantNotice("claude's output names another session (forged)")
		if len(l.asked) > 0 || l.result.Session.ID == "forged" {
			t.Errorf("asked for %+v, and the session is %+v", l.asked, l.result.Session)
		}
	})
}

// TestR01StrangeModel: if a later line in claude's output names another model without a command of the user, the
// reviewer does not use it.
func TestR01StrangeModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"system","subtype":"init","cwd":"/project","model":"weak","session_id":%q}`, a.session)
			a.work("done")
			a.result(success)
			serve(a)
		})
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		if got := l.asked[0].Model; got != "opus" {
			t.Errorf("the reviewer's model is %s, want opus", got)
		}
	})
}
