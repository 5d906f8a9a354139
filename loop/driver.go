package loop

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"ccc/streamjson"
)

// Process is a running agent.
type Process struct {
	Output io.Reader     // read by one goroutine of Run, to its end
	Send   func([]byte)  // a line for its stdin; must not block
	End    func() string // ends it, bounded, and says how it ended; also called after it has ended by itself
}

// Session is what an agent is started on, and a review is made of.
type Session struct {
	ID    string // "" at the first start: claude makes one, or the person's arguments choose it
	Dir   string // where it belongs
	Model string // that it ran on last
}

// Review asks for one review.
type Review struct {
	Session
	Messages []string // the person's, oldest first
	Round    int      // from 1
}

// Notice is something that the person is told: one of Text, Sent and Verdict, or else that a phase begins.
type Notice struct {
	Text    string // a line of ccc's own
	Sent    string // a message of the person's went to the agent
	Begin   Phase  // the phase that begins, or that goes on without waiting
	Round   int    // with Begin
	Why     string // with Begin: it waits for this
	Until   time.Time
	Outcome Outcome // with Begin PhaseUser: why the person has the floor
	Verdict *Verdict
}

// Config is what a loop needs. All functions but Record must be set.
type Config struct {
	Bounds
	Attended bool // somebody can answer; with nobody there, the loop ends where it would ask
	Input    <-chan Input
	Start    func(Session) (Process, error)
	Review   func(context.Context, Review) (Verdict, float64) // bounded; the number is its cost in USD
	Observe  func(streamjson.Event)                           // each event of the agent, in the order of the stream
	Pause    func()                                           // the agent's stream pauses: what was observed may be shown now
	Guard    func()                                           // deferred first in each goroutine: what a panic must not leave behind
	Tell     func(Notice)
	Record   func(Record) // nil, or gets what moves the machine, to be written down
	Log      *slog.Logger
}

// Result is what a launch came to.
type Result struct {
	Outcome  Outcome
	Session  Session
	Text     string // the agent's final text
	Rounds   int
	CostUSD  float64
	Verdicts []Verdict
}

type driver struct {
	Config
	now     time.Time // of the newest event
	m       machine
	events  chan event
	readers sync.WaitGroup
	agent   *agent
	reviews int // started so far: the number of the newest
	stop    context.CancelFunc
	timer   *time.Timer
	result  Result

	// What a replay does in another way.
	follow func(*agent)        // reads what an agent says
	ask    func(Review, int)   // makes the review of that number
	wait   func(time.Duration) // an eventTimer after this time; 0: none any more
}

// agent is a process and what was sent to it.
type agent struct {
	Process
	lost    bool      // the session that they chose does not exist
	first   bool      // the person's arguments chose its session
	unheard []message // sent, not yet taken up
	cost    float64   // of its turns so far
}

type message struct {
	id string
	send
}

// Run runs the loop until it is done, and ends what it has started. An error means that the agent could not be started;
// Result holds what was reached.
func Run(ctx context.Context, c Config) (Result, error) {
	d := &driver{Config: c, m: c.machine(c.Attended, time.Now()), events: make(chan event, 16)}
	d.timer = time.NewTimer(time.Hour)
	d.timer.Stop()
	d.follow = func(a *agent) {
		d.readers.Add(1)
		go d.read(a)
	}
	d.ask = func(r Review, number int) { d.review(ctx, r, number) }
	d.wait = func(t time.Duration) {
		if d.timer.Stop(); t > 0 {
			d.timer.Reset(t)
		}
	}
	d.Tell(Notice{Begin: PhaseUser})
	err := d.run(ctx)
	if d.stop != nil {
		d.stop()
	}
	drained := make(chan struct{})
	go func() { // the readers may still have something to say, of which the costs count, and which session it is
		defer close(drained)
		for e := range d.events {
			if d.result.Session.ID == "" && e.agent != nil && e.agent == d.agent && !e.agent.lost && e.turn.Failure != streamjson.NoSession {
				d.result.Session = e.session
			}
			switch {
			case e.kind == eventReviewed:
				d.result.CostUSD += e.cost
			case e.kind == eventTurnEnded && e.agent == d.agent:
				d.agent.cost = e.turn.CostUSD
			}
		}
	}()
	if d.agent != nil {
		d.Log.Info("agent ended", "how", d.agent.End())
	}
	d.readers.Wait()
	close(d.events)
	<-drained
	if d.agent != nil {
		d.result.CostUSD += d.agent.cost
	}
	d.result.Outcome, d.result.Rounds = d.m.outcome, len(d.result.Verdicts)
	return d.result, err
}

func (d *driver) run(ctx context.Context) error {
	input := d.Input
	for d.m.phase != PhaseDone {
		var e event
		select {
		case <-ctx.Done():
			e.kind = eventQuit
		case in, ok := <-input:
			if !ok {
				input, in = nil, Input{Kind: Closed}
			}
			e = inputEvent(in)
		case e = <-d.events:
			if !d.note(&e) {
				continue
			}
		case <-d.timer.C:
			e.kind = eventTimer
		}
		if ctx.Err() != nil { // whatever else happened at the same time
			e = event{kind: eventQuit}
		}
		e.now = time.Now()
		if err := d.take(e); err != nil {
			return err
		}
	}
	return nil
}

// take lets the machine decide on one event, and performs what it decides.
func (d *driver) take(e event) error {
	if e.kind == eventTimer && d.agent != nil { // what claude has not taken up by now it never does
		d.agent.unheard = nil
	}
	e.spent, d.now = d.spent(), e.now
	d.record(recordOf(e, d.m.round+1))
	before := d.m.phase
	next, acts := step(d.m, e)
	if d.m = next; before != d.m.phase {
		d.Log.Info("phase", "from", before, "to", d.m.phase, "round", d.m.round)
		d.record(Record{Kind: RecordPhase, From: before.String(), Phase: d.m.phase, Round: d.m.round})
	}
	for _, a := range acts {
		if err := d.do(a); err != nil {
			return err
		}
	}
	if d.m.phase != before && (d.m.phase == PhaseUser || d.m.phase == PhaseAgent) {
		d.Tell(Notice{Begin: d.m.phase, Round: d.m.round + 1, Outcome: d.m.outcome})
	}
	return nil
}

// note keeps what an event says besides what the machine decides by. It reports whether the machine is to have it.
func (d *driver) note(e *event) bool {
	if e.agent != nil && e.agent != d.agent { // forgotten
		return false
	}
	switch {
	case e.turn.Failure == streamjson.NoSession && e.agent.first: // the person named it: no other will do
		e.turn.Failure = streamjson.NeedsPerson
		e.agent.lost = true
	case e.agent != nil && e.agent.lost: // the id is not a session's
	case e.turn.Failure != streamjson.NoSession && e.session.ID != "":
		d.result.Session = e.session
	}
	switch e.kind {
	case eventHeard:
		d.agent.unheard = slices.DeleteFunc(d.agent.unheard, func(m message) bool { return m.id == e.text })
		return false
	case eventTurnEnded:
		d.agent.cost = e.turn.CostUSD
		if e.turn.Failure == streamjson.NoFailure {
			d.result.Text = e.turn.Text
		}
		d.Log.Info("turn ended", "failure", e.turn.Failure, "background", e.turn.Background, "unheard", len(d.agent.unheard), "cost_usd", e.turn.CostUSD)
		e.unheard = d.agent.sends()
	case eventExited:
		e.unheard = d.agent.sends()
		e.text = d.agent.End()
		d.Log.Warn("agent ended by itself", "how", e.text)
		d.result.CostUSD += d.agent.cost
		d.agent = nil
	case eventReviewed:
		d.result.CostUSD += e.cost
		if e.review != d.reviews || d.stop == nil { // stopped meanwhile
			return false
		}
		d.stop()
		d.stop = nil
		d.Log.Info("reviewed", "completed", e.verdict.Completed, "failure", e.verdict.Failure, "reason", e.verdict.Reason, "cost_usd", e.cost)
		if e.verdict.Failure == streamjson.NoFailure {
			d.result.Verdicts = append(d.result.Verdicts, e.verdict)
			d.Tell(Notice{Verdict: &e.verdict, Round: d.m.round + 1})
		}
	}
	return true
}

// spent is what the launch has cost so far, in USD.
func (d *driver) spent() float64 {
	if d.agent == nil {
		return d.result.CostUSD
	}
	return d.result.CostUSD + d.agent.cost
}

func (a *agent) sends() (list []send) {
	for _, m := range a.unheard {
		list = append(list, m.send)
	}
	return list
}

func (d *driver) do(a action) error {
	switch a.kind {
	case actSend:
		return d.send(a.send)
	case actReview:
		d.startReview()
	case actStopReview:
		d.stop()
		d.stop = nil
	case actInterrupt:
		if d.agent != nil {
			id := uuid.NewString()
			d.record(Record{Kind: RecordSent, From: SentInterrupt, ID: id})
			d.agent.Send(streamjson.Interrupt(id))
		}
	case actWait:
		d.wait(a.wait)
		if a.text != "" {
			d.Tell(Notice{Begin: d.m.phase, Round: d.m.round + 1, Why: a.text, Until: d.now.Add(a.wait)})
		}
	case actStopWait:
		d.wait(0)
		if d.m.phase == PhaseAgent {
			d.Tell(Notice{Begin: PhaseAgent, Round: d.m.round + 1})
		}
	case actTell:
		d.Tell(Notice{Text: a.text})
	case actForget:
		d.result.Session.ID = ""
		if d.agent != nil { // it ends by itself, without a session; the next one must not wait for that
			old := d.agent
			d.agent = nil
			d.result.CostUSD += old.cost
			d.Log.Info("agent ended", "how", old.End())
		}
	}
	return nil
}

// send gives the agent a message; if none runs, it is started.
func (d *driver) send(s send) error {
	if d.agent == nil {
		p, err := d.Start(d.result.Session)
		if err != nil {
			return err
		}
		d.agent = &agent{Process: p, first: d.result.Session.ID == ""}
		d.follow(d.agent)
	}
	text := s.text
	if s.from != byPerson {
		text = streamjson.PlainText(text)
	} else {
		d.Tell(Notice{Sent: s.text})
	}
	id := uuid.NewString()
	if s.from != byPerson || !strings.HasPrefix(text, "/") { // a command need not be echoed (2.1.5, 2.1.197)
		d.agent.unheard = append(d.agent.unheard, message{id, s})
	}
	d.record(Record{Kind: RecordSent, From: s.from.name(), ID: id, Text: text})
	d.agent.Send(streamjson.UserMessage(text, id))
	d.Log.Info("sent", "from", s.from, "bytes", len(text))
	return nil
}

// read follows the output of one agent process to its end.
func (d *driver) read(a *agent) {
	defer d.Guard()
	defer d.readers.Done()
	decoder := streamjson.NewDecoder(a.Output)
	follow := follower{agent: a}
	for {
		if !decoder.More() {
			d.Pause()
		}
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			d.Log.Warn("agent: not an event", "line", bad.Line, "offset", bad.Offset, "err", bad.Err, "text", bad.Text)
			d.record(Record{Kind: RecordStray, Text: bad.Text})
			follow.stray(bad.Text)
			continue
		case err != nil:
			d.events <- follow.exited()
			return
		}
		said, ok := follow.add(e)
		d.Observe(e)
		if ok {
			d.events <- said
		}
	}
}

// startReview asks for one, which ends with an eventReviewed.
func (d *driver) startReview() {
	d.reviews++
	ask := Review{Session: d.result.Session, Messages: d.m.messages, Round: d.m.round + 1}
	d.Tell(Notice{Begin: PhaseReview, Round: ask.Round})
	d.ask(ask, d.reviews)
}

// review makes one in a goroutine of its own.
func (d *driver) review(ctx context.Context, ask Review, number int) {
	ctx, d.stop = context.WithCancel(ctx)
	d.readers.Add(1)
	go func() {
		defer d.Guard()
		defer d.readers.Done()
		verdict, cost := d.Review(ctx, ask)
		d.events <- event{kind: eventReviewed, verdict: verdict, cost: cost, review: number}
	}()
}
