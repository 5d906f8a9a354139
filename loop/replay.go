package loop

import (
	"log/slog"
	"math"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// ReplayConfig configures a replay.
type ReplayConfig struct {
	task.Policy
	MaxWait  time.Duration
	Attended bool
	// Recorded says that there are records of what the machine took: a turn counts when Took says so. Else it counts as
	// soon as a line says so, every wait is over at once, and a turn that begins while the user has the floor is
	// taken for the answer to a message of the user.
	Recorded bool
	// Hook says that it was the Stop hook: it cannot wait, and a completed task is not the end.
	Hook     bool
	Findings []task.Finding // as in [Config]
	Tell     func(Notice)
	Record   func(Record) // nil, or what the machine does, as for [Config]
}

// Replay drives the machine of [Run] from recorded input, without processes, goroutines and a clock. Its decisions
// depend on the input alone. It is not safe for concurrent use.
type Replay struct {
	config   ReplayConfig
	d        driver
	now      time.Time
	how      string // the agent ended
	follower *follower
	queue    []event // Recorded: said by lines, not yet taken
	waits    bool    // the timer runs
	implicit bool    // a message was taken for granted, what it says may still come
	sent     []string
	alias    map[string]string // from recorded ids to those of this run, of messages that are not yet taken up
}

// NewReplay makes a replay that is in the user phase.
func NewReplay(c ReplayConfig) *Replay {
	r := &Replay{config: c, alias: make(map[string]string)}
	live := Config{
		Policy: c.Policy, MaxWait: c.MaxWait, Attended: c.Attended, Findings: c.Findings,
		Tell: c.Tell, Record: r.record, Log: slog.New(slog.DiscardHandler),
		Start: func(Session) (Process, error) {
			return Process{Send: func([]byte) {}, End: func() string { return r.how }}, nil // no step of the driver fails
		},
	}
	r.d = driver{Config: live, m: live.machine()}
	r.d.m.unasked = !c.Recorded || c.Hook
	r.Bound(c.Policy)
	r.d.follow = func(a *agent) {
		r.queue = nil
		r.follower = &follower{agent: a.number}
		r.follower.tracker.Now = r.Now
		clear(r.alias)
		r.sent = nil
	}
	r.d.ask = func(Review, int) { r.d.stop = func() {} }
	r.d.look = func(Session, int) {}
	r.d.wait = func(t time.Duration) { r.waits = t > 0 }
	c.Tell(Notice{Begin: true, At: r.d.snapshot()})
	return r
}

// At sets the time by which limits are judged.
func (r *Replay) At(t time.Time) { r.now = t }

// Now is the time that At has set.
func (r *Replay) Now() time.Time { return r.now }

// Phase is the machine's phase.
func (r *Replay) Phase() Phase { return r.d.m.phase }

// Findings are those of the machine's task.
func (r *Replay) Findings() []task.Finding { return r.d.m.task.Findings }

// Do handles what the user did.
func (r *Replay) Do(in Input) {
	r.reopen()
	r.take(inputEvent(in))
}

// reopen lets a hook's launch continue after the end of a task.
func (r *Replay) reopen() {
	if r.config.Hook && r.d.m.phase == PhaseDone {
		r.d.m.phase = PhaseUser
	}
}

// Started says that the agent is at work though no message of the user began its turn.
func (r *Replay) Started() {
	r.reopen()
	r.take(event{kind: eventTurnStarted})
}

// Bound sets the bounds from now on.
func (r *Replay) Bound(p task.Policy) {
	p.CanWait = !r.config.Hook
	if !r.config.Hook {
		p.Alone = !r.config.Attended
	}
	r.d.m.policy = p
}

// Hooked handles a stop that a Stop hook reported, with the task as the hook knew it; nil for the machine's own task.
func (r *Replay) Hooked(session string, s *task.State, t task.Turn) {
	r.reopen()
	if s == nil {
		s = &r.d.m.task
	}
	if session != "" {
		r.d.m.session.ID = session
	}
	r.d.result.Text = t.Said
	r.take(event{kind: eventHooked, stop: stopped{turn: t}, task: *s})
}

// Agent handles a line of the agent.
func (r *Replay) Agent(e streamjson.Event) {
	if r.follower == nil { // before the first message
		return
	}
	said, ok := r.follower.add(e)
	switch {
	case !ok:
	case r.d.m.phase == PhaseDone:
		r.d.late(said)
	case r.config.Recorded:
		r.queue = append(r.queue, said)
	case said.kind == eventHeard:
		r.heard(e)
	default:
		said.turn.Until = time.Time{} // nobody knows when this was
		r.take(said)
	}
}

// begins reports whether a turn is under way with this line.
func begins(e streamjson.Event) bool {
	switch e.Type {
	case streamjson.TypeSystem:
		return e.Subtype == "init"
	case streamjson.TypeAssistant:
		return e.ParentToolUseID == ""
	}
	return e.Type == streamjson.TypeResult
}

// Expect makes the machine ready for a line of which nothing is recorded but itself; Phase then tells whose it is.
func (r *Replay) Expect(e streamjson.Event) {
	switch {
	case !begins(e):
	case r.d.m.phase == PhaseUser:
		r.implicit = true
		r.Do(Input{Kind: Message})
	case r.waits && r.d.m.idle != notIdle && e.SessionID != r.d.m.session.ID:
		// A fork's: the agent's background work had its time.
		r.Timer()
	}
}

// heard shows the message that was assumed before.
func (r *Replay) heard(e streamjson.Event) {
	if m, err := e.Message(); err == nil && r.implicit && len(m.Content) > 0 {
		r.config.Tell(Notice{Sent: m.Content[0].Text})
	}
	r.implicit = false
}

// AgentStray handles a line of the agent that is no event.
func (r *Replay) AgentStray(text string) {
	if r.follower != nil {
		r.follower.stray(text)
	}
}

// Took handles a record of an event that the agent's lines led to: RecordStarted, RecordEnded, or RecordExited with how
// the process ended. It returns an error if the lines do not show that event.
func (r *Replay) Took(kind RecordKind, how string) error {
	if r.follower == nil {
		return lang.Errorf("there is no agent yet")
	}
	if r.how = how; kind == RecordExited {
		r.queue = append(r.queue, r.follower.exited())
	}
	for len(r.queue) > 0 {
		e := r.queue[0]
		r.queue = r.queue[1:]
		if e.kind == eventHeard {
			e.text = r.alias[e.text]
			delete(r.alias, e.text)
			r.d.note(&e)
			continue
		}
		if e.kind == eventSession || e.kind == eventTokens {
			r.take(e)
			continue
		}
		if got := recordOf(e, 0).Kind; got != kind && kind != RecordExited {
			return lang.Errorf("the agent's recorded output shows something else here")
		}
		r.take(e)
		if recordOf(e, 0).Kind == kind {
			return nil
		}
	}
	if kind == RecordStarted { // in older recordings every init was taken for the start of a turn
		if said, ok := r.follower.startNow(); ok {
			r.take(said)
			return nil
		}
	}
	return lang.Errorf("the agent's recorded output does not show this")
}

// Sent sets the recorded id of a message to the agent, in the order in which the messages were sent.
func (r *Replay) Sent(id string) {
	if len(r.sent) == 0 {
		return
	}
	if own := r.sent[0]; own != "" {
		r.alias[id] = own
	}
	r.sent = r.sent[1:]
}

// Reviewed ends the running review with a verdict.
func (r *Replay) Reviewed(v Verdict) {
	if !r.config.Recorded {
		v.Until = time.Time{}
	}
	r.take(event{kind: eventReviewed, verdict: v, review: r.d.m.review})
}

// HookReviewed is Reviewed for a review of the Stop hook's: whether it was not to be tried again, and what came
// between.
func (r *Replay) HookReviewed(v Verdict, last, queued, off bool) {
	e := event{kind: eventReviewed, verdict: v, review: r.d.m.review, queued: queued, off: off}
	if last {
		e.tries = math.MaxInt
	}
	r.take(e)
}

// Claimed says what came of the look at the claims of a stop: what the agent was told of them.
func (r *Replay) Claimed(feedback string) {
	r.take(event{kind: eventClaims, text: feedback, review: r.d.m.review})
}

// Timer ends a wait.
func (r *Replay) Timer() {
	if r.waits {
		r.waits = false
		r.take(event{kind: eventTimer})
	}
}

// TokensSpent says that the agent's turn was ended at the bound on tokens, and how many its process had used.
func (r *Replay) TokensSpent(n int64) {
	r.take(event{kind: eventTokens, agent: r.d.m.agent, turn: streamjson.Turn{Tokens: n}, session: r.d.m.session})
}

// Silent says that the agent printed nothing for too long.
func (r *Replay) Silent(how string) {
	silence, _ := time.ParseDuration(how) // what is told of it is all that depends on it
	r.take(event{kind: eventSilent, agent: r.d.m.agent, silence: silence})
}

// End ends the replay. Whatever the machine still waits for never comes.
func (r *Replay) End() {
	r.Timer()
	r.take(event{kind: eventEnd})
}

// Result is the result of the replayed launch.
func (r *Replay) Result() Result {
	for _, e := range r.queue { // as Run does: what comes behind the end costs, too
		r.d.late(e)
	}
	r.queue = nil
	return r.d.finalResult()
}

// take is one step, and without records those waits that are over at once.
func (r *Replay) take(e event) {
	e.now = r.now
	r.d.take(e)
	if r.config.Recorded {
		return
	}
	if r.d.agent != nil { // no line may tell that claude has taken it up
		r.d.agent.unheard = nil
	}
	if r.waits && r.d.m.phase == PhaseWait {
		r.Timer()
	}
}

// record reads what the driver records.
func (r *Replay) record(rec Record) {
	if r.config.Recorded && rec.Kind == RecordSent && rec.From != SentInterrupt {
		id := rec.ID
		if strings.HasPrefix(rec.Text, "/") { // a command, which is not echoed
			id = ""
		}
		r.sent = append(r.sent, id)
	}
	if r.config.Record != nil {
		r.config.Record(rec)
	}
}
