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

func (l *launch) wantStarts(ids ...string) {
	l.t.Helper()
	var got []string
	for _, s := range l.starts {
		got = append(got, s.ID)
	}
	if !slices.Equal(got, ids) {
		l.t.Errorf("started on the sessions %q, want %q", got, ids)
	}
}

// continued begins the message to an agent in a new process, before the task.
const continued = continueMessage + "\n\n" + taskAgain + "\n\n"

func TestAgentThatDiesIsResumed(t *testing.T) {
	for _, c := range []struct {
		name  string
		first func(*fakeAgent)
		heard []string
	}{
		{"half done", func(a *fakeAgent) {
			a.begin()
			a.work("half")
		}, []string{"1: fix it", "2: " + continued + "fix it"}},
		{"nothing done", func(a *fakeAgent) { a.begin() }, []string{"1: fix it", "2: fix it"}},
		{"half done, a message unheard", func(a *fakeAgent) {
			a.begin()
			a.work("half")
			a.read()
		}, []string{"1: fix it", "1: and the docs", "2: " + continued + "fix it", "2: and the docs"}},
		{"half done, a message heard", func(a *fakeAgent) {
			a.begin()
			a.echo(a.read())
			a.work("half")
		}, []string{"1: fix it", "1: and the docs", "2: " + continued + "fix it\n\nand the docs"}},
		{"turn done, a message queued", func(a *fakeAgent) {
			a.begin()
			a.work("all")
			a.read()
			a.result(success)
		}, []string{"1: fix it", "1: and the docs", "2: and the docs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLaunch(t, func(a *fakeAgent) { c.first(a); a.how = "signal: killed" }, func(a *fakeAgent) {
					a.begin()
					for n := strings.Count(strings.Join(c.heard, "\n"), "2: "); n > 1; n-- {
						a.echo(a.read())
					}
					a.work("the rest")
					a.result(success)
					a.read()
				})
				l.verdicts = []Verdict{{Completed: true}}
				l.run(t.Context(), func() {
					l.say("fix it")
					if strings.Contains(c.name, "message") {
						l.say("and the docs")
					}
				})
				l.wantOutcome(Completed)
				l.wantHeard(c.heard...)
				l.wantNotice("claude ended without a result (signal: killed): resuming it")
				if len(l.starts) != 2 || l.starts[1] != here {
					t.Errorf("starts = %+v, want the second on %+v", l.starts, here)
				}
			})
		})
	}
}

func TestAgentThatDiesIsResumedAFewTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dies := func(a *fakeAgent) { a.begin() }
		l := newLaunch(t, dies, dies, dies, dies)
		l.config.Attended = false
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(NeedsUser)
		l.wantStarts("", "session-1", "session-1", "session-1")
		l.wantNotice("claude ended 4 times without a result")
	})
}

// Between turns a dead process is not noticed: the next message starts a new one. The cost of the dead one still
// counts.
func TestAgentThatDiesBetweenTurns(t *testing.T) {
	for _, attended := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) { a.turn("one") }, serve)
			l.config.Attended = attended
			l.review = func(_ context.Context, r Review) Verdict {
				time.Sleep(time.Minute)
				return Verdict{Completed: r.Round == 2, Feedback: "more", CostUSD: 0.25}
			}
			l.run(t.Context(), func() { l.say("fix it") })
			l.wantOutcome(Completed)
			l.wantStarts("", "session-1")
			l.wantHeard("1: fix it", "2: more")
			if l.result.CostUSD() != 1.5 {
				t.Errorf("cost = %g, want 1.5", l.result.CostUSD())
			}
		})
	}
}

// The turn of a background task has no message that could be sent again.
func TestAgentThatDiesInATurnOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.write(`{"type":"system","subtype":"task_started","task_id":"b"}`)
			a.work("started")
			a.result(success)
			a.init()
			a.work("the task in the background is done")
		}, serve)
		l.verdicts = []Verdict{{Completed: true}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		l.run(ctx, func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "2: "+continued+"fix it")
	})
}

// A message that is sent again does not become the user's because of that.
func TestFeedbackSentAgainIsStillFeedback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.turn("one")
			a.read() // the feedback, queued behind a turn that a background task begins
			a.init()
			a.work("half")
		}, func(a *fakeAgent) {
			a.begin()
			a.echo(a.read())
			a.work("the rest")
			a.result(success)
			a.read()
		})
		l.verdicts = []Verdict{{Feedback: "/etc/hosts is wrong"}, {Completed: true}}
		l.run(t.Context(), func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1:  /etc/hosts is wrong", "2: "+continued+"fix it", "2:  /etc/hosts is wrong")
		if slices.Contains(l.notices, "sent /etc/hosts is wrong") {
			t.Errorf("notices = %q: feedback is told as the person's message", l.notices)
		}
	})
}

// noSession is claude with a session that does not exist: 2.1.329 reports that on the first message, 2.1.5 on stderr.
func noSession(version string) func(*fakeAgent) {
	return func(a *fakeAgent) {
		a.how = "exit status 1"
		a.read()
		if version == "2.1.5" {
			a.write("No conversation found with session ID: x")
			return
		}
		a.session = "made-up"
		a.result(lost)
	}
}

func TestLostSessionBeginsANewOne(t *testing.T) {
	for _, version := range []string{"2.1.5", "2.1.329"} {
		synctest.Test(t, func(t *testing.T) {
			l := newLaunch(t, func(a *fakeAgent) { a.turn("one") }, noSession(version), serve)
			l.verdicts = []Verdict{{Failure: streamjson.NeedsPerson, Reason: errors.New("login")}, {Completed: true}}
			l.run(t.Context(), func() { l.say("fix it"); l.say("and the docs") })
			l.wantOutcome(Completed)
			l.wantStarts("", "session-1", "")
			l.wantHeard("1: fix it", "2: and the docs", "3: fix it\n\nand the docs")
			l.wantNotice("claude has lost the session: starting a new one")
			if l.result.Session.ID != "session-3" {
				t.Errorf("%s: session = %+v, want the new one", version, l.result.Session)
			}
		})
	}
}

// The user's arguments name the session, so no other one is used, and there is no review of a session that does not
// exist.
func TestLostSessionOfThePerson(t *testing.T) {
	for _, version := range []string{"2.1.5", "2.1.329"} {
		for _, attended := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s attended %t", version, attended), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newLaunch(t, noSession(version), noSession(version))
					l.config.Attended = attended
					starts := []string{""}
					l.run(t.Context(), func() {
						l.say("fix it")
						if attended {
							starts = []string{"", ""}
							l.say("again")
							l.do(Input{Kind: Quit})
						}
					})
					l.wantOutcome(NeedsUser)
					l.wantStarts(starts...)
					want := "the agent cannot go on: "
					if attended {
						want += "claude does not find the session\n/resume lists the project's sessions"
					}
					l.wantNotice(want)
					if l.result.Session.ID != "" || len(l.asked) > 0 {
						t.Errorf("session = %+v, reviews = %+v, want none", l.result.Session, l.asked)
					}
				})
			})
		}
	}
}

// If claude never echoes a message, the loop waits for it once, and not in each later turn.
func TestMessageThatIsNeverHeardIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.read()
			a.init()
			a.work("never echoed")
			a.result(success)
			a.begin()
			a.result(limited)
			a.turn("one")
			a.read()
		})
		begin := time.Now()
		l.verdicts = []Verdict{{Feedback: "more"}, {Completed: true}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		l.run(ctx, func() { l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: fix it", "1: more", "1: more")
		if took := time.Since(begin); took != queuedMax+limitWait {
			t.Errorf("took %s, want %s for the message and %s for the limit", took, queuedMax, limitWait)
		}
	})
}

// Claude may not echo its own commands (2.1.5, 2.1.197), so nothing waits for that.
func TestCommandIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.read()
			a.init()
			a.work("fixed")
			a.result(success)
		})
		begin := time.Now()
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() { l.say("/fix-issue 12") })
		l.wantOutcome(Completed)
		l.wantHeard("1: /fix-issue 12")
		if took := time.Since(begin); took != 0 || !slices.Equal(l.asked[0].Messages, []string{"/fix-issue 12"}) {
			t.Errorf("took %s, want no wait; review %+v, want one of the command", took, l.asked)
		}
	})
}

// TestF02CommandIsNotReviewed: as the first input, and while a review runs.
func TestF02CommandIsNotReviewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		command := func(a *fakeAgent) {
			a.read()
			a.init()
			a.write(`{"type":"assistant","session_id":%q,"message":{"id":"c","model":"<synthetic>","content":[`+
				`{"type":"text","text":"Context Usage"}]}}`, a.session)
			a.result(success)
		}
		l := newLaunch(t, func(a *fakeAgent) {
			command(a)
			a.turn("one")
			a.turn("two")
			command(a)
			a.read()
		})
		l.review = func(ctx context.Context, r Review) Verdict {
			time.Sleep(time.Hour)
			return Verdict{Feedback: "more", Completed: r.Round == 2}
		}
		begin := time.Now()
		l.run(t.Context(), func() {
			l.say("/context")
			l.say("fix it")
			time.Sleep(90 * time.Minute)
			l.say("/cost")
		})
		l.wantOutcome(Completed)
		l.wantHeard("1: /context", "1: fix it", "1: more", "1: /cost")
		if took := time.Since(begin); took != 2*time.Hour || len(l.asked) != 2 {
			t.Errorf("took %s, %d reviews, want 2h and two undisturbed ones", took, len(l.asked))
		}
		if want := []string{"fix it"}; !slices.Equal(l.asked[1].Messages, want) {
			t.Errorf("messages = %q, want %q", l.asked[1].Messages, want)
		}
	})
}

// An agent that ends at /exit is not told to continue.
func TestAgentThatEndsAtACommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) { a.read() }, serve)
		l.verdicts = []Verdict{{Completed: true}}
		l.run(t.Context(), func() { l.say("/exit"); l.say("fix it") })
		l.wantOutcome(Completed)
		l.wantHeard("1: /exit", "2: fix it")
		l.wantNotice("claude ended (exit status 0), the session is kept")
	})
}
