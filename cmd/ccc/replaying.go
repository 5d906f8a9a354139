package main

import (
	"errors"
	"slices"
	"time"

	"ccc/internal/recording"
	"ccc/internal/review"
	"ccc/internal/screen"
	"ccc/loop"
	"ccc/streamjson"
)

// replaying is one run of ccc replay: what a reader reads goes through the machine, and what comes of it is shown.
type replaying struct {
	*program
	options replayOptions
	name    string // of the input
	reader  *recording.Reader
	screen  *screen.Screen // nil where nothing is shown
	output  *output        // nil with text
	cast    *cast          // nil without --cast
	pace    pace

	replay   *loop.Replay // nil before the first item
	rounds   int          // at most
	reviewer reading
	judged   []loop.Verdict // computed, while the recorded ones are still to come: of ccc's own output
	stopped  float64        // what reviews cost that gave no verdict, in USD
	end      recording.End
	hasEnd   bool
	damaged  bool
	strayed  bool // the machine is not where the recording is
}

// reading is what is known of the review that is under way.
type reading struct {
	tracker streamjson.Tracker
	before  float64 // what a first reviewer cost whose session was refused, in USD
	said    bool    // its result
	counted bool
}

// defaultRounds is how many rounds there may be where no recording says it, as in ccc.json.
const defaultRounds = 10

// plainPace is the time between two lines that are shown, where no time was recorded.
const plainPace = 120 * time.Millisecond

// bad tells of a line that is no good, and reports whether the next one can be read.
func (r *replaying) bad(err error) bool {
	var syntax *streamjson.SyntaxError
	var damage *recording.DamageError
	switch {
	case errors.As(err, &syntax):
		r.warn("line %d, byte %d: %v", syntax.Line, syntax.Offset, syntax.Err)
	case errors.As(err, &damage):
		r.warn("line %d: %v", damage.Line, damage.Err)
	default:
		return false
	}
	r.damaged = true
	return true
}

// begin makes the machine, once it is known what is played.
func (r *replaying) begin() {
	header := r.reader.Header
	config := loop.ReplayConfig{Bounds: loop.Bounds{MaxRounds: defaultRounds}, Attended: true, Tell: r.tell, Record: r.record}
	if r.reader.Format == recording.Recording {
		config.Bounds, config.Began = boundsOf(header), header.At
		config.Attended, config.Recorded = header.Attended, true
	}
	r.rounds = config.MaxRounds
	r.replay = loop.NewReplay(config)
}

// boundsOf are the bounds of the recorded launch.
func boundsOf(h recording.Header) loop.Bounds {
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return loop.Bounds{
		MaxRounds: h.MaxRounds, MaxStalled: h.MaxStalled, MaxCostUSD: h.MaxCostUSD, MaxDuration: seconds(h.MaxDuration), MaxWait: seconds(h.MaxWait),
	}
}

// take plays one item.
func (r *replaying) take(item *recording.Item) {
	if r.replay == nil {
		r.begin()
	}
	recorded := r.reader.Format == recording.Recording
	if recorded {
		at := time.Duration(item.T * float64(time.Second))
		r.replay.At(r.reader.Header.At.Add(at))
		r.pace.to(at, r.flush)
	}
	switch item.Type {
	case recording.TypeLine:
		r.line(item)
	case recording.TypePerson:
		if kind := slices.Index(did[:], item.Did); kind >= 0 { // else of a later ccc
			r.replay.Do(loop.Input{Kind: loop.InputKind(kind), Text: item.Text, N: item.Round})
		}
	case recording.TypeSent:
		if item.From != recording.SentInterrupt {
			r.replay.Sent(item.UUID)
		}
	case recording.TypeTurn:
		kinds := map[string]loop.RecordKind{"started": loop.RecordStarted, "ended": loop.RecordEnded, "exited": loop.RecordExited}
		if err := r.replay.Took(kinds[item.What], item.How); err != nil {
			r.stray(item, "%v", err)
		}
	case recording.TypeTimer:
		r.replay.Timer()
	case recording.TypeVerdict:
		r.verdict(item)
	case recording.TypePhase:
		if now := r.replay.Phase().String(); recorded && item.To != now {
			r.stray(item, "the recorded loop went to phase %s, this one to %s", item.To, now)
		}
	case recording.TypeEnd:
		r.end, r.hasEnd = item.End, true
	}
}

// stray tells, once, that the machine decides in another way than the recorded one.
func (r *replaying) stray(item *recording.Item, format string, args ...any) {
	if !r.strayed {
		r.strayed = true
		r.warn("line %d: "+format, append([]any{item.Line}, args...)...)
	}
}

// line plays a line of agent or reviewer.
func (r *replaying) line(item *recording.Item) {
	e := item.Event
	if e.Raw == nil {
		if item.Phase == "agent" {
			r.replay.AgentStray(item.Text)
		}
		return
	}
	phase := item.Phase
	switch {
	case r.reader.Format == recording.Recording:
	case r.replay.Phase() == loop.PhaseDone && e.Subtype == "init":
		r.stray(item, "another turn begins here: what follows the end of the loop decides nothing")
	case phase != "review":
		r.replay.Expect(e)
		if phase == "" && r.replay.Phase() == loop.PhaseReview {
			phase = "review"
		}
	case e.Subtype == "init":
		r.replay.Timer() // the agent's background work had its time
	}
	if phase != "review" {
		phase = "agent"
	}
	r.show(phase, e)
	if phase == "agent" {
		r.replay.Agent(e)
		return
	}
	if r.reviewer.said && e.Subtype == "init" && e.SessionID != r.reviewer.tracker.Session { // a fresh one, with the transcript
		r.reviewer.before += r.reviewer.tracker.Turn().CostUSD
		r.reviewer.tracker = streamjson.Tracker{Now: r.replay.Now}
	}
	if _, ended := r.reviewer.tracker.Add(e); ended && !r.reviewer.said {
		r.reviewer.said = true
		if r.reader.Format != recording.Recording {
			r.reviewed()
		}
	}
}

// show shows a line as the live run does.
func (r *replaying) show(phase string, e streamjson.Event) {
	if r.screen != nil {
		if r.reader.Format != recording.Recording && (e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeUser) {
			r.pace.to(r.pace.now+plainPace, r.flush)
		}
		if phase == "agent" {
			r.screen.Agent(e)
		} else {
			r.screen.Reviewer(e)
		}
	}
	if r.output != nil {
		r.output.line(phase, e)
	}
}

func (r *replaying) flush() {
	if r.screen != nil {
		r.screen.Flush()
	}
}

// reviewed gives the machine the verdict of the review whose result is read.
func (r *replaying) reviewed() {
	turn := r.reviewer.tracker.Turn()
	result := review.Judge(turn, turn.Structured != nil)
	r.reviewer.counted = true
	if r.reader.Format == recording.Tagged {
		r.judged = append(r.judged, verdictOf(result))
	}
	r.replay.Reviewed(verdictOf(result), result.CostUSD)
}

// verdict plays a recorded verdict: it is computed anew from the reviewer's lines, if they hold one.
func (r *replaying) verdict(item *recording.Item) {
	recorded := loop.Verdict{
		Completed: item.Completed, Blocked: item.Blocked, Feedback: item.Feedback, Evidence: item.Evidence, Stalled: item.Stalled,
		Failure: recording.FailureOf(item.Failure), Reason: item.Reason, Until: item.Until,
	}
	if r.reader.Format == recording.Tagged {
		if len(r.judged) > 0 {
			r.compare(item, recorded, r.judged[len(r.judged)-1])
		}
		return
	}
	turn := r.reviewer.tracker.Turn()
	r.reviewer.counted = true
	verdict := recorded
	if r.reviewer.said {
		verdict = verdictOf(review.Judge(turn, turn.Structured != nil))
		verdict.Evidence, verdict.Stalled = recorded.Evidence, recorded.Stalled // the work tree is not at hand
		r.compare(item, recorded, verdict)
	}
	r.replay.Reviewed(verdict, r.reviewer.before+turn.CostUSD)
}

// compare warns of a verdict that is not the recorded one.
func (r *replaying) compare(item *recording.Item, recorded, computed loop.Verdict) {
	if recorded.Completed != computed.Completed || recorded.Blocked != computed.Blocked || recorded.Feedback != computed.Feedback || recorded.Failure != computed.Failure {
		r.warn("line %d: the recorded verdict is %s, the reviewer's lines give %s", item.Line, describe(recorded), describe(computed))
	}
}

func describe(v loop.Verdict) string {
	switch {
	case v.Failure != streamjson.NoFailure:
		return "none (" + recording.FailureName(v.Failure) + ")"
	case v.Completed:
		return "completed"
	case v.Blocked:
		return "a question"
	}
	return "not completed"
}

// tell shows what the loop says.
func (r *replaying) tell(n loop.Notice) {
	if n.Begin == loop.PhaseReview {
		r.forget()
	}
	if r.screen != nil {
		show(r.screen, n, r.rounds)
	}
	if n.Verdict != nil && r.output != nil {
		r.output.verdict(*n.Verdict, n.Round)
	}
}

// forget makes room for the next review. What the last one cost counts though it was stopped.
func (r *replaying) forget() {
	if !r.reviewer.counted {
		r.stopped += r.reviewer.before + r.reviewer.tracker.Turn().CostUSD
	}
	r.reviewer = reading{}
	r.reviewer.tracker.Now = r.replay.Now
}

// record shows each transition.
func (r *replaying) record(rec loop.Record) {
	if rec.Kind == loop.RecordPhase && r.output != nil {
		r.output.phase(rec.From, rec.Phase.String(), rec.Round)
	}
}

// ended plays the end of the input.
func (r *replaying) ended() error {
	if r.replay == nil {
		return errors.New("there is nothing to replay in " + r.name)
	}
	line, offset := r.reader.Position()
	switch {
	case r.reader.Format == recording.Recording && !r.hasEnd:
		r.warn("line %d, byte %d: the recording breaks off: its ccc was killed, or still runs", line, offset)
		r.cutOff()
	case r.reader.Format == recording.Recording && r.end.Error != "":
		r.warn("line %d: the launch ended with an error: %s", line, r.end.Error)
		r.cutOff()
	case r.reader.Format != recording.Recording && r.reader.Open():
		r.warn("line %d, byte %d: the input ends in the middle of a turn", line, offset)
		r.cutOff()
	default:
		r.replay.End()
	}
	return nil
}

// cutOff ends what has no end.
func (r *replaying) cutOff() {
	r.damaged = true
	r.replay.Do(loop.Input{Kind: loop.Quit})
}

// result is what it came to.
func (r *replaying) result() loop.Result {
	r.forget()
	result := r.replay.Result()
	result.CostUSD += r.stopped
	if r.hasEnd && !r.damaged && string(result.Outcome) != r.end.Outcome {
		r.warn("the recorded outcome is %q, this one %q", r.end.Outcome, result.Outcome)
	}
	return result
}
