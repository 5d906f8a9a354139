package loop

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// driver carries out what the machine decides. Apart from that it only holds facts: processes, costs, texts.
type driver struct {
	Config
	now         time.Time // of the newest event
	m           machine
	events      chan event
	readers     sync.WaitGroup
	agent       *agent
	stop        context.CancelFunc // stops the running review
	timer       *time.Timer
	knownUSD    float64 // what of the cost the machine was told, in USD
	knownTokens int64   // what of the tokens the machine was told
	result      Result
	judged      []string // of each verdict so far, the id of the session
	saved       *Saved   // the newest stored state; nil for none
	asked       []string // as Config.Asked has stored it last
	askedIn     string   // the id of the session of asked

	// A replay sets these to its own functions.
	follow func(*agent)        // reads an agent's output
	ask    func(Review, int)   // starts the review of that number
	look   func(Session, int)  // starts a look at the claims of a stop; the number is counted together with reviews
	wait   func(time.Duration) // sends an eventTimer after this time; 0 stops the timer
}

// Run runs the loop until it is done, and ends the processes that it started. If the agent cannot be started, it
// returns an error, and the Result up to then.
func Run(ctx context.Context, c Config) (Result, error) {
	d := &driver{Config: c, m: c.machine(), events: make(chan event, 16)}
	d.timer = time.NewTimer(time.Hour)
	d.timer.Stop()
	d.follow = func(a *agent) {
		d.readers.Add(1)
		go d.read(a)
	}
	d.ask = func(r Review, number int) { d.review(ctx, r, number) }
	d.look = func(s Session, number int) { d.claims(ctx, s, number) }
	d.wait = func(t time.Duration) {
		if d.timer.Stop(); t > 0 {
			d.timer.Reset(t)
		}
	}
	d.Tell(Notice{Begin: true, At: d.snapshot()})
	err := d.run(ctx)
	if d.stop != nil {
		d.stop()
	}
	drained := make(chan struct{})
	go func() { // the readers may still report the cost and the session
		defer d.Guard()
		defer close(drained)
		for e := range d.events {
			d.takeLate(e)
		}
	}()
	if d.agent != nil {
		d.Log.Info("agent ended", "how", d.agent.End())
	}
	d.readers.Wait()
	close(d.events)
	<-drained
	d.saveLate()
	return d.finalResult(), err
}

// takeLate handles events after the end.
func (d *driver) takeLate(e event) {
	d.note(&e)
	if d.m.session.ID == "" && !d.m.sessionLost && e.agent == d.m.agent && e.turn.Failure != streamjson.NoSession {
		d.m.session = e.session
	}
}

// finalResult returns the result of the launch.
func (d *driver) finalResult() Result {
	r := d.result
	r.Outcome, r.Session, r.Running = d.m.outcome, d.m.session, d.m.stop.names()
	r.AgentUSD, r.Tokens = d.agentUSD(), d.tokens()
	r.Accepted = d.m.accepted
	r.Rejected = d.m.rejected
	r.Cut, r.Left, r.Off, r.MaxRounds = d.m.isCut, d.m.hasLeft, d.m.task.Off, d.m.policy.MaxRounds
	r.Retryable = d.m.retryable || d.m.policy.IsShared(d.m.task)
	if r.Outcome != Completed {
		r.Reason = d.m.why
	}
	return r
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
		case <-d.timer.C:
			e.kind = eventTimer
		}
		if ctx.Err() != nil { // this counts more than anything else that happened at the same time
			d.note(&e)
			e = event{kind: eventQuit}
		}
		e.now = time.Now()
		if err := d.take(e); err != nil {
			return err
		}
	}
	return nil
}

// take passes an event to the machine, and performs the actions that it returns.
func (d *driver) take(e event) error {
	d.note(&e)
	e.back = e.back || d.beginsTakenBack(e)
	if e.kind == eventCancelled || e.kind == eventHeard && !e.back {
		return nil
	}
	d.addSpent(&e)
	d.now = e.now
	listened := d.m.isCurrent(e)
	if e.kind == eventReviewed && listened && e.verdict.Failure != streamjson.NoFailure &&
		e.verdict.Failure != streamjson.Unneeded {
		d.result.NoVerdict++
	}
	if listened {
		d.record(recordOf(e, d.m.task.Count))
	} else if e.kind == eventReviewed { // it was stopped, and its cost is known only now
		d.Tell(Notice{At: d.snapshot()})
	}
	before := d.m
	next, acts := step(d.m, e)
	d.verdicts(acts)                             // before the phase that they lead to
	if !before.outOfTokens && next.outOfTokens { // the lines that led to this are not recorded
		d.record(Record{Kind: RecordTokens, Tokens: e.turn.Tokens})
	}
	d.m = next
	if before.session.ID == "" && e.kind != eventSwitch { // reviews may come before the agent names the session
		for i, id := range d.judged {
			d.judged[i] = cmp.Or(id, d.m.session.ID)
		}
	}
	d.addSession()
	if before.phase != d.m.phase {
		d.Log.Info("phase", "from", before.phase, "to", d.m.phase, "round", d.m.task.Count)
		d.record(Record{Kind: RecordPhase, From: before.phase.String(), Phase: d.m.phase, Round: d.m.task.Count})
	}
	d.save()
	if listened {
		d.keepAsked(e.kind)
	}
	for _, a := range acts {
		if err := d.do(a); err != nil {
			return err
		}
	}
	d.tellBegin(before, acts)
	return nil
}

// addSpent gives the event what was spent since the one before.
func (d *driver) addSpent(e *event) {
	e.cost = d.agentUSD() + d.result.ReviewUSD - d.knownUSD
	d.knownUSD += e.cost
	e.tokens = d.tokens() - d.knownTokens
	d.knownTokens += e.tokens
}

// tellBegin tells of a phase that begins or goes on after an event, and that reviews are switched. before is the
// machine as it was, acts are those that the event led to.
func (d *driver) tellBegin(before machine, acts []action) {
	begins := d.m.phase != before.phase && (d.m.phase == PhaseUser || d.m.phase == PhaseAgent)
	resumed := d.m.phase == PhaseAgent && before.idle == forBackground && d.m.idle != forBackground
	if !begins && !resumed && d.m.task.Off == before.task.Off {
		return
	}
	asks := slices.ContainsFunc(acts, func(a action) bool { return a.kind == actVerdict && a.verdict.Blocked })
	n := Notice{Begin: true, At: d.snapshot(), Outcome: d.m.outcome, Asks: asks}
	if d.m.phase == PhaseUser {
		n.Why = d.m.why
	}
	d.Tell(n)
}

// addSession notes that something is being done in the agent's session.
func (d *driver) addSession() {
	id, list := d.m.session.ID, d.result.Sessions
	if id == "" || d.m.phase == PhaseUser || d.m.phase == PhaseDone || len(list) > 0 && list[len(list)-1] == id {
		return
	}
	d.result.Sessions = append(slices.DeleteFunc(list, func(other string) bool { return other == id }), id)
}

// beginsTakenBack reports whether the agent begins a turn with a message that was taken back too late. 2.1.5 cannot
// take any back, and would echo it only when the first part of the answer is complete.
func (d *driver) beginsTakenBack(e event) bool {
	a := d.agent
	if a != nil && e.kind == eventHeard {
		return slices.ContainsFunc(a.takenBack, func(m message) bool { return m.id == e.text })
	}
	if a == nil || e.kind != eventTurnStarted || e.agent != a.number || len(a.unheard) > 0 ||
		len(a.takenBack) == 0 || !a.takenBack[0].begins {
		return false
	}
	a.takenBack = a.takenBack[1:]
	return true
}

// note records the facts of an event, even if the machine ignores it.
func (d *driver) note(e *event) {
	own := d.agent != nil && e.agent == d.agent.number
	switch e.kind {
	case eventHeard:
		if own {
			d.agent.hear(e.text)
		}
	case eventCancelled:
		if own {
			d.agent.takenBack = without(d.agent.takenBack, e.text)
		}
	case eventSession, eventTurnStarted:
		if own {
			d.agent.inTurn = true
		}
		if own && e.kind == eventTurnStarted && len(d.agent.unheard) > 0 && d.agent.unheard[0].begins {
			d.agent.begun = d.agent.unheard[0].id
		}
	case eventTurnEnded:
		if own {
			d.noteTurnEnd(e)
		}
	case eventTokens:
		if own {
			d.agent.tokens = e.turn.Tokens
		}
	case eventExited:
		if e.strays > maxStrays {
			d.Log.Warn("agent: lines that are no events", "lines", e.strays)
			d.Tell(Notice{At: d.snapshot(), Text: lang.M(
				"claude printed %d lines that are not events; the log has the first %d", e.strays, maxStrays)})
		}
		if !own || d.m.phase == PhaseDone { // it ended because Run ended it
			return
		}
		e.unheard = d.agent.sends()
		d.agent.tokens = max(d.agent.tokens, e.turn.Tokens)
		e.text = d.agent.End()
		d.Log.Warn("agent ended by itself", "how", e.text)
		d.dropAgent()
	case eventInterrupt, eventStop:
		if d.agent != nil {
			d.agent.hearBegun()
			e.unheard, e.resting = d.agent.sends(), !d.agent.inTurn
		}
	case eventResume:
		d.restore(e.saved)
	case eventReviewed:
		d.result.ReviewUSD += e.verdict.CostUSD
		if e.verdict.IsUnpriced() {
			d.result.Unpriced++
		}
		d.result.Tokens += e.verdict.Tokens()
		d.result.Reviewed = d.result.Reviewed.Plus(e.verdict)
		d.Log.Info("reviewed", "completed", e.verdict.Completed, "failure", e.verdict.Failure,
			"reason", e.verdict.Reason, "cost_usd", e.verdict.CostUSD)
	}
}

func (d *driver) noteTurnEnd(e *event) {
	d.agent.inTurn, d.agent.begun = false, ""
	if !e.refused {
		d.agent.cost, d.agent.tokens = e.turn.CostUSD, max(d.agent.tokens, e.turn.Tokens)
	}
	if e.turn.Failure == streamjson.NoFailure && !e.turn.Dropped {
		d.result.Text = e.turn.Text
	}
	e.unheard, e.back = d.agent.sends(), len(d.agent.takenBack) > 0
	d.Log.Info("turn ended", "failure", e.turn.Failure, "asked", e.turn.Asked, "shells", len(e.turn.Shells),
		"agents", len(e.turn.Agents), "unheard", len(e.unheard), "cost_usd", e.turn.CostUSD)
}

func (d *driver) snapshot() Snapshot {
	m := d.m
	s := Snapshot{
		Phase: m.phase, Round: m.task.Count, Of: max(m.policy.MaxRounds, m.task.Count), Limit: m.policy.MaxRounds,
		Judged: m.task.Count, Off: m.task.Off, Session: m.session, AgentUSD: d.agentUSD(),
		ReviewUSD: d.result.ReviewUSD,
		Tokens:    d.tokens(), Reviewed: d.result.Reviewed, NoVerdict: d.result.NoVerdict, Unpriced: d.result.Unpriced,
		Findings: m.task.Findings, Ended: m.task.Ended, Tree: m.task.Tree, BaseTree: m.task.BaseTree,
	}
	for _, id := range d.judged {
		if id == m.session.ID {
			s.Reviews++
		}
	}
	switch {
	case m.isReviewing():
		s.Judged--
	case m.task.Ended == "":
		s.Round = min(s.Round+1, s.Of)
	}
	s.Unjudged = m.task.Asked && s.Judged == 0 && m.task.Ended != task.EndedCompleted
	return s
}

// verdicts stores and shows the verdicts among the actions.
func (d *driver) verdicts(acts []action) {
	for _, a := range acts {
		if a.kind != actVerdict {
			continue
		}
		d.result.Verdicts = append(d.result.Verdicts, a.verdict)
		d.judged = append(d.judged, d.m.session.ID)
		at := d.snapshot()
		at.Round = a.verdict.Round
		d.Tell(Notice{At: at, Verdict: &a.verdict})
	}
}

func (d *driver) do(a action) error {
	switch a.kind {
	case actStart:
		return d.start()
	case actSend:
		d.send(a.send)
	case actReview:
		d.startReview()
	case actClaims:
		d.look(d.m.session, d.m.review)
	case actStopReview:
		d.result.NoVerdict++
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
		if !a.text.Empty() {
			d.Tell(Notice{Begin: true, At: d.snapshot(), Waiting: a.text, Until: d.now.Add(a.wait)})
		}
	case actStopWait:
		d.wait(0)
	case actTell:
		d.Tell(Notice{At: d.snapshot(), Text: a.text, Reached: a.reached})
	case actSwitched:
		d.Tell(Notice{At: d.snapshot(), Switched: true})
	case actDismiss:
		if d.Dismiss != nil {
			a.decision.NotStored = d.Dismiss(a.decision.Finding)
		}
		d.Tell(Notice{At: d.snapshot(), Text: wording.Decision(a.decision)})
	case actTakeBack:
		if d.agent != nil {
			d.agent.takeBack()
		}
	case actForget:
		if d.agent != nil {
			d.agent.unheard = nil
		}
	case actKill, actLeave:
		d.leaveAgent(a.kind == actKill)
	case actEnd:
		if d.agent != nil {
			d.Log.Warn("agent ended: it does not answer", "how", d.agent.End())
		}
	}
	return nil
}

// leaveAgent drops the agent, which is killed or ends by itself, without a session: the next agent must not wait for
// its end.
func (d *driver) leaveAgent(kill bool) {
	if d.agent == nil {
		return
	}
	if kill && d.agent.Kill != nil {
		d.agent.Kill()
	}
	old := d.agent
	d.dropAgent()
	d.Log.Info("agent ended", "how", old.End())
}

// startReview starts a review. It ends with an eventReviewed.
func (d *driver) startReview() {
	if d.stop != nil { // the review of the previous try
		d.stop()
	}
	m := d.m
	d.Tell(Notice{Begin: true, At: d.snapshot()})
	session := m.session
	session.Budget = m.policy.Left(m.task)
	d.ask(Review{
		Session: session, Messages: slices.Concat(m.earlier, m.messages), Round: m.task.Count, Try: m.tries,
		Base: m.task.Base, BaseTree: m.task.BaseTree, Last: m.task.Files,
		Plan: m.stop.mode == "plan", Running: m.stop.descriptions(), Pending: m.task.Pending,
		Findings: m.task.Findings, Answers: m.task.Answers, HoldClaims: task.MayHoldClaims(m.task),
		Holding: task.Holding(m.policy, m.task), Said: m.task.Said,
	}, m.review)
}

// review makes a review in its own goroutine.
func (d *driver) review(ctx context.Context, ask Review, number int) {
	ctx, d.stop = context.WithCancel(ctx)
	d.readers.Add(1)
	go func() {
		defer d.Guard()
		defer d.readers.Done()
		r := d.Review(ctx, ask)
		d.events <- event{kind: eventReviewed, verdict: r.Verdict, files: r.Files, review: number}
	}()
}

// claims looks at the claims of a stop in its own goroutine.
func (d *driver) claims(ctx context.Context, s Session, number int) {
	d.readers.Add(1)
	go func() {
		defer d.Guard()
		defer d.readers.Done()
		d.events <- event{kind: eventClaims, text: d.Claims(ctx, s), review: number}
	}()
}
