package loop

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// tape is a replay, with its notices.
type tape struct {
	*Replay
	told   []string
	phases []string
}

func newTape(recorded bool) *tape {
	t := new(tape)
	t.Replay = NewReplay(ReplayConfig{
		Policy: task.Policy{MaxRounds: 2, BackgroundWait: time.Minute}, MaxWait: 6 * time.Hour, Attended: true,
		Recorded: recorded,
		Tell: func(n Notice) {
			if !n.Text.Empty() || n.Sent != "" {
				t.told = append(t.told, n.Text.String()+n.Sent)
			}
		},
		Record: func(r Record) {
			if r.Kind == RecordPhase {
				t.phases = append(t.phases, r.Phase.String())
			}
		},
	})
	return t
}

// lines passes lines to the agent without any record of the loop.
func (t *tape) lines(text ...string) {
	for _, line := range text {
		e, err := streamjson.NewDecoder(strings.NewReader(line)).Next()
		if err != nil {
			panic(err)
		}
		if t.Expect(e); t.Phase() != PhaseReview { // else it is the reviewer's
			t.Agent(e)
		}
	}
}

func (t *tape) want(test *testing.T, outcome Outcome, phases string) {
	test.Helper()
	if got := strings.Join(t.phases, " "); got != phases || t.Result().Outcome != outcome {
		test.Errorf("%s by %q, want %s by %q; told %q", t.Result().Outcome, got, outcome, phases, t.told)
	}
}

const (
	initLine = `{"type":"system","subtype":"init","session_id":"s"}`
	workLine = `{"type":"assistant","session_id":"s","message":{"id":"m","role":"assistant","content":[]}}`
	goodLine = `{"type":"result","subtype":"success","is_error":false,"result":"ok","session_id":"s","total_cost_usd":1}`
	busyLine = `{"type":"result","subtype":"success","is_error":true,"api_error_status":529,` +
		`"result":"overloaded","session_id":"s"}`
	limitLine = `{"type":"result","subtype":"success","is_error":true,"api_error_status":429,` +
		`"result":"hit your limit · resets 3pm","session_id":"s"}`
	taskLine  = `{"type":"system","subtype":"task_started","task_id":"t","session_id":"s"}`
	otherLine = `{"type":"system","subtype":"init","session_id":"fork"}`
	loginLine = `{"type":"result","subtype":"success","is_error":true,"api_error_status":401,` +
		`"result":"log in","session_id":"s"}`
	unknowLine = `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No conversation found"]}`
)

func TestReplayOfLines(t *testing.T) {
	bad, good := Verdict{Feedback: "no"}, Verdict{Completed: true}
	for _, c := range []struct {
		name    string
		play    func(*tape)
		outcome Outcome
		phases  string
	}{
		{"nothing", func(*tape) {}, "", "done"},
		{"completed", func(p *tape) { p.lines(initLine, workLine, goodLine); p.EndReview(good) }, Completed,
			"agent review done"},
		{"no review", func(p *tape) { p.lines(initLine, workLine, goodLine) }, NeedsUser, "agent review done"},
		{"not completed, and no more", func(p *tape) { p.lines(initLine, workLine, goodLine); p.EndReview(bad) },
			NotCompleted, "agent review agent done"},
		{"the rounds are used up", func(p *tape) {
			for range 2 {
				p.lines(initLine, workLine, goodLine)
				p.EndReview(bad)
			}
		}, NotCompleted, "agent review agent review user done"},
		{"a wait is over at once", func(p *tape) {
			p.lines(initLine, busyLine, initLine, limitLine, initLine, workLine, goodLine)
			p.EndReview(good)
		},
			Completed, "agent wait agent wait agent review done"},
		{"login", func(p *tape) { p.lines(initLine, loginLine) }, NeedsUser, "agent user done"},
		{"no such session", func(p *tape) { p.lines(unknowLine) }, NeedsUser, "agent user done"},
		{"background work, and its turn", func(p *tape) {
			p.lines(initLine, taskLine, workLine, goodLine, initLine,
				workLine, goodLine)
		}, NeedsUser, "agent review done"},
		{"background work, and a fork", func(p *tape) {
			p.lines(initLine, taskLine, workLine, goodLine,
				otherLine)
			p.EndReview(good)
		}, Completed, "agent review done"},
		{"a turn after the person had the floor", func(p *tape) {
			p.lines(initLine, loginLine, initLine, workLine,
				goodLine)
			p.EndReview(good)
		},
			Completed, "agent user agent review done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newTape(false)
			c.play(p)
			p.End()
			p.want(t, c.outcome, c.phases)
		})
	}
}

func TestReplayNeedsTheLines(t *testing.T) {
	p := newTape(true)
	if err := p.TakeRecord(RecordEnded, ""); err == nil {
		t.Error("a turn ended before there was an agent")
	}
	p.Do(Input{Kind: Message, Text: "go"})
	if err := p.TakeRecord(RecordEnded, ""); err == nil {
		t.Error("a turn ended that no line tells of")
	}
	p.lines(initLine)
	if err := p.TakeRecord(RecordEnded, ""); err == nil {
		t.Error("a turn ended of which the lines tell that it began")
	}
	p.want(t, "", "agent")
}

// TestReplayOfALiveRun: replaying the records of a live run in their order gives the same result and the same notices.
func TestReplayOfALiveRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLaunch(t, func(a *fakeAgent) {
			a.begin()
			a.work("half")
			a.how = "signal: killed"
		}, func(a *fakeAgent) {
			a.begin()
			a.echo(a.read()) // steered
			a.work("more")
			a.result(success)
			a.turn("again")
			a.begin()
			a.result(credit)
			serve(a)
		})
		l.verdicts = []Verdict{
			{Failure: streamjson.Transient, Reason: errors.New("broken")}, {Feedback: "no"}, {Feedback: "still no"},
			{Completed: true},
		}
		var replay *Replay
		var notices []string
		replay = NewReplay(ReplayConfig{
			Policy: l.config.Policy, MaxWait: l.config.MaxWait, Attended: true, Recorded: true,
			Tell: func(n Notice) { notices = append(notices, fmt.Sprintf("%+v %s%s", n.At, n.Text, n.Sent)) },
		})
		steps := make(chan func(), 1000)
		l.config.Observe = func(e streamjson.Event) {
			line := string(e.Raw)
			steps <- func() {
				e, _ := streamjson.NewDecoder(strings.NewReader(line)).Next() // it was one
				replay.Agent(e)
			}
		}
		live := l.config.Tell
		var liveNotices []string
		l.config.Tell = func(n Notice) {
			liveNotices = append(liveNotices, fmt.Sprintf("%+v %s%s", n.At, n.Text, n.Sent))
			live(n)
		}
		l.config.Record = func(r Record) { steps <- func() { feed(t, replay, r) } }
		l.run(context.Background(), func() {
			l.say("go")
			l.say("and this")
			l.say("go on")
			l.do(Input{Kind: Quit})
		})
		close(steps)
		for step := range steps {
			step()
		}
		got := replay.Result()
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", l.result) {
			t.Errorf("the replay comes to\n%+v, want\n%+v", got, l.result)
		}
		if strings.Join(notices, "|") != strings.Join(liveNotices, "|") {
			t.Errorf("the replay tells\n%q, want\n%q", notices, liveNotices)
		}
	})
}

// feed passes on a record as a reader of recordings does.
func feed(t *testing.T, r *Replay, rec Record) {
	switch rec.Kind {
	case RecordInput:
		r.Do(rec.Input)
	case RecordStarted, RecordEnded, RecordExited:
		if err := r.TakeRecord(rec.Kind, rec.Text); err != nil {
			t.Errorf("%+v: %v", rec, err)
		}
	case RecordReviewed:
		r.EndReview(rec.Verdict)
	case RecordTimer:
		r.Timer()
	case RecordSent:
		if rec.From != SentInterrupt {
			r.SetSentID(rec.ID)
		}
	case RecordStray:
		r.AgentStray(rec.Text)
	case RecordPhase:
		if r.Phase() != rec.Phase {
			t.Errorf("the replay is in phase %s, the live run in %s", r.Phase(), rec.Phase)
		}
	}
}
