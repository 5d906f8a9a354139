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
	// Recorded says that there are records of what the machine reacted to: a turn counts when [Replay.TakeRecord]
	// says so. Without records a turn counts as soon as a line shows it, every wait is over at once, and a turn that
	// begins while the user has the floor counts as the answer to a message of the user.
	Recorded bool
	// Hook says that the Stop hook wrote the recording: it cannot wait, and a completed task is not the end.
	Hook     bool
	Findings []task.Finding // as in [Config]
	Tell     func(Notice)
	Record   func(Record) // nil, or records what the machine does, as in [Config]
}

// Replay drives the machine of [Run] from recorded input, without processes, goroutines and a clock. Its decisions
// depend on the input alone. It is not safe for concurrent use.
type Replay struct {
	config     ReplayConfig
	d          driver
	now        time.Time
	exitReason string // how the agent ended
	follower   *follower
	queue      []event // with Recorded: events that lines showed, and that no record has confirmed yet
	timerRuns  bool    // the timer runs
	implicit   bool    // a message of the user was assumed, whose text may still come
	sent       []string
	alias      map[string]string // maps recorded ids to those of this run, for messages that are not taken up yet
	known      task.State        // with Hook: the task as the hook knows it until its next stop
}

// NewReplay makes a replay that is in the user phase.
func NewReplay(c ReplayConfig) *Replay {
	r := &Replay{config: c, alias: make(map[string]string)}
	live := Config{
		Policy: c.Policy, MaxWait: c.MaxWait, Attended: c.Attended, Findings: c.Findings,
		Tell: c.Tell, Record: r.record, Log: slog.New(slog.DiscardHandler),
		Start: func(Session) (Process, error) {
			// no step of the driver fails
			return Process{Send: func([]byte) {}, End: func() string { return r.exitReason }}, nil
		},
	}
	r.d = driver{Config: live, m: live.machine()}
	r.d.m.acceptAnySession = !c.Recorded || c.Hook
	r.known = r.d.m.task
	r.SetPolicy(c.Policy)
	r.d.follow = func(a *agent) {
		r.queue = nil
		r.follower = &follower{agent: a.number}
		r.follower.tracker.Now = r.Now
		clear(r.alias)
		r.sent = nil
	}
	r.d.ask = func(Review, int) { r.d.stop = func() {} }
	r.d.look = func(Session, int) {}
	r.d.wait = func(t time.Duration) { r.timerRuns = t > 0 }
	c.Tell(Notice{Begin: true, At: r.d.snapshot()})
	return r
}

// At sets the time with which limits are compared.
func (r *Replay) At(t time.Time) { r.now = t }

// Now returns the time that At has set.
func (r *Replay) Now() time.Time { return r.now }

// Phase returns the machine's phase.
func (r *Replay) Phase() Phase { return r.d.m.phase }

// Findings returns the findings of the machine's task.
func (r *Replay) Findings() []task.Finding { return r.d.m.task.Findings }

// Do handles what the user did.
func (r *Replay) Do(in Input) {
	r.reopen()
	if !r.config.Hook || in.Kind != Dismiss {
		r.take(inputEvent(in))
		return
	}
	// A message or a switch may have ended the task here. The hook reads both at its next stop, and until then the user
	// dismisses findings of the task before.
	now := &r.d.m.task
	now.Findings, now.Ended = r.known.Findings, r.known.Ended
	r.take(inputEvent(in))
	r.known.Findings = r.d.m.task.Findings
}

// reopen lets a hook's launch continue after the end of a task.
func (r *Replay) reopen() {
	if r.config.Hook && r.d.m.phase == PhaseDone {
		r.d.m.phase = PhaseUser
	}
}

// StartTurn says that the agent works although no message of the user began its turn.
func (r *Replay) StartTurn() {
	r.reopen()
	r.take(event{kind: eventTurnStarted})
}

// SetPolicy sets the limits from now on.
func (r *Replay) SetPolicy(p task.Policy) {
	p.CanWait = !r.config.Hook
	if !r.config.Hook {
		p.Alone = !r.config.Attended
	}
	r.d.m.policy = p
}

// AddStop handles a stop that a Stop hook reported. s is the task as the hook knew it; nil for the machine's own
// task.
func (r *Replay) AddStop(session string, s *task.State, t task.Turn) {
	r.reopen()
	if s == nil {
		s = &r.d.m.task
	}
	if session != "" {
		r.d.m.session.ID = session
	}
	r.d.result.Text = t.Said
	r.take(event{kind: eventHooked, stop: stopped{turn: t}, task: *s})
	r.d.m.task.Off = t.Off // a dismissal is answered by it
	r.known = r.d.m.task
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
		r.d.takeLate(said)
	case r.config.Recorded && (said.kind != eventTasks || len(r.queue) > 0): // no record shows what tasks run
		r.queue = append(r.queue, said)
	case said.kind == eventHeard:
		r.showAssumed(e)
	case said.kind == eventCancelled: // a message that was assumed has another id
	default:
		said.turn.Until = time.Time{} // nobody knows at what time this was
		r.take(said)
	}
}

// isTurnStart reports whether a line shows that a turn is under way.
func isTurnStart(e streamjson.Event) bool {
	switch e.Type {
	case streamjson.TypeSystem:
		return e.Subtype == "init"
	case streamjson.TypeAssistant:
		return e.ParentToolUseID == ""
	}
	return e.Type == streamjson.TypeResult
}

// Expect prepares the machine for a line about which nothing else is recorded. After it, Phase tells whose line it
// is.
func (r *Replay) Expect(e streamjson.Event) {
	switch {
	case !isTurnStart(e):
	case r.d.m.phase == PhaseUser:
		r.implicit = true
		r.Do(Input{Kind: Message})
	case r.timerRuns && r.d.m.idle != notIdle && e.SessionID != r.d.m.session.ID:
		// The review's session has begun, so the agent's background work has had its time.
		r.Timer()
	}
}

// showAssumed shows the text of a message that was assumed before.
func (r *Replay) showAssumed(e streamjson.Event) {
	if m, err := e.Message(); err == nil && r.implicit && len(m.Content) > 0 {
		r.config.Tell(Notice{Sent: m.Content[0].Text})
	}
	r.implicit = false
}

// AgentStray handles a line of the agent that is not an event.
func (r *Replay) AgentStray(text string) {
	if r.follower != nil {
		r.follower.stray(text)
	}
}

// TakeRecord handles the record of an event that the agent's lines showed: RecordStarted, RecordEnded, or
// RecordExited with how the process ended. It returns an error if the lines do not show that event.
func (r *Replay) TakeRecord(kind RecordKind, how string) error {
	if r.follower == nil {
		return lang.Errorf("there is no agent yet")
	}
	if r.exitReason = how; kind == RecordExited {
		r.queue = append(r.queue, r.follower.exitEvent())
	}
	for len(r.queue) > 0 {
		e := r.queue[0]
		r.queue = r.queue[1:]
		if e.kind == eventHeard || e.kind == eventCancelled {
			e.text = r.alias[e.text]
			delete(r.alias, e.text)
			r.take(e)
			continue
		}
		if e.kind == eventSession || e.kind == eventTokens || e.kind == eventTasks {
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
	if kind == RecordStarted { // in older recordings every init counted as the start of a turn
		if said, ok := r.follower.startModelTurn(); ok {
			r.take(said)
			return nil
		}
	}
	return lang.Errorf("the agent's recorded output does not show this")
}

// SetSentID sets the recorded id of a message to the agent, in the order in which the messages were sent.
func (r *Replay) SetSentID(id string) {
	if len(r.sent) == 0 {
		return
	}
	if own := r.sent[0]; own != "" {
		r.alias[id] = own
	}
	r.sent = r.sent[1:]
}

// EndReview ends the running review with a verdict.
func (r *Replay) EndReview(v Verdict) {
	if !r.config.Recorded {
		v.Until = time.Time{}
	}
	r.take(event{kind: eventReviewed, verdict: v, review: r.d.m.review})
}

// Meanwhile says what the user did during a review of the Stop hook.
type Meanwhile struct {
	Queued bool // typed a message
	Ends   bool // such a message is /supervisoroff
	Off    bool // switched reviews off
}

// EndHookReview is EndReview for a review of the Stop hook. last says that the review may not be tried again.
func (r *Replay) EndHookReview(v Verdict, last bool, by Meanwhile) {
	e := event{kind: eventReviewed, verdict: v, review: r.d.m.review, meanwhile: by}
	if last {
		e.tries = math.MaxInt
	}
	r.take(e)
	r.known = r.d.m.task
}

// InterruptTurn says that the user interrupted a turn in claude's own screen, for which no Stop hook runs.
func (r *Replay) InterruptTurn() {
	r.take(event{kind: eventTurnEnded, turn: streamjson.Turn{Asked: true, Failure: streamjson.Aborted}})
}

// EndClaims says what the agent was told about the claims of a stop.
func (r *Replay) EndClaims(feedback string) {
	r.take(event{kind: eventClaims, text: feedback, review: r.d.m.review})
}

// Timer ends a wait.
func (r *Replay) Timer() {
	if r.timerRuns {
		r.timerRuns = false
		r.take(event{kind: eventTimer})
	}
}

// EndAtTokens says that the agent's turn was ended at the limit on tokens, and how many its process had used.
func (r *Replay) EndAtTokens(n int64) {
	r.take(event{kind: eventTokens, agent: r.d.m.agent, turn: streamjson.Turn{Tokens: n}, session: r.d.m.session})
}

// AddSilence says that the agent printed nothing for too long.
func (r *Replay) AddSilence(how string) {
	silence, _ := time.ParseDuration(how) // only the message to the user depends on it
	r.take(event{kind: eventSilent, agent: r.d.m.agent, silence: silence})
}

// End ends the replay. Whatever the machine is waiting for will never come.
func (r *Replay) End() {
	r.Timer()
	r.take(event{kind: eventEnd})
}

// Result returns the result of the replayed launch.
func (r *Replay) Result() Result {
	for _, e := range r.queue { // as in Run: what comes after the end costs, too
		r.d.takeLate(e)
	}
	r.queue = nil
	result := r.d.finalResult()
	if r.config.Hook { // its recording names only the session of the newest stop
		result.Sessions = nil
	}
	return result
}

// take makes one step. Without records, it also ends the waits that follow at once.
func (r *Replay) take(e event) {
	e.now = r.now
	r.d.take(e)
	if r.config.Recorded {
		return
	}
	if r.d.agent != nil { // no line may show that claude has taken it up
		r.d.agent.unheard = nil
	}
	if r.timerRuns && r.d.m.phase == PhaseWait {
		r.Timer()
	}
}

// record reads what the driver records.
func (r *Replay) record(rec Record) {
	if r.config.Recorded && rec.Kind == RecordSent && rec.From != SentInterrupt {
		id := rec.ID
		if strings.HasPrefix(rec.Text, "/") { // a command, which claude does not echo
			id = ""
		}
		r.sent = append(r.sent, id)
	}
	if r.config.Record != nil {
		r.config.Record(rec)
	}
}
