// Package replay plays a recording, or what claude printed, through the loop's machine again and shows what comes of
// it.
package replay

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/loop"
	"ccc/streamjson"
)

// Config says what to replay and how to show it.
type Config struct {
	Input    io.Reader
	Name     string     // of the input, for warnings
	Format   string     // text, json or stream-json
	Cast     string     // the file for an asciicast of what the user saw; "" for none
	Speed    float64    // 1: at the recorded times; 2: twice as fast; 0: at once
	Verbose  bool       // with text: thinking, and results of tools in full
	Out      io.Writer  // nil with text: nothing is shown
	Terminal bool       // Out is a terminal: control characters in a model's text are made harmless
	Styled   bool       // with text: colours
	Width    func() int // with text: columns of the terminal; nil to cut no lines
	Warnings io.Writer
	Language lang.Language

	Screen  *terminal.Screen // with text: shown there and not on Out; the caller leaves it. nil for Out
	Watcher Watcher          // nil for none
}

// A Watcher gets what is replayed, in the order of the input, in the goroutine of [Run].
type Watcher interface {
	Item(item *session.Item, at time.Time) // of a recording, before it is replayed
	Event(phase, reviewer string, e streamjson.Event)
	Told(loop.Notice)
}

// End says how a replay ended.
type End struct {
	Outcome  string // as in the result of a launch
	ExitCode int    // for that outcome
	Feedback bool   // at least one verdict was not "completed"
	Damaged  bool   // the input is damaged or breaks off; the rest was replayed, and a warning named the place
}

// Run replays the input to its end, or until ctx is done. An error means that the input could not be read or shown.
// Then no cast is written.
func Run(ctx context.Context, c Config) (End, error) {
	r := &player{Config: c, ctx: ctx, reader: session.NewReader(c.Input), pace: pace{speed: c.Speed, timed: c.Cast != ""}}
	if err := r.prepare(); err != nil {
		return End{}, err
	}
	if r.cast != nil {
		defer r.cast.discard() // this does nothing after keep
	}
	if err := r.play(); err != nil {
		return End{}, err
	}
	return r.finish()
}

// player is one run of a replay: the items go through the loop's machine, and what the machine does is shown.
type player struct {
	Config
	ctx    context.Context
	reader *session.Reader
	screen *terminal.Screen // nil if nothing is shown
	output *output.Writer   // nil with text
	cast   *cast            // nil without one
	pace   pace

	replay      *loop.Replay      // nil before the first item
	reviewers   session.Reviewers // of the review that is under way
	computed    []loop.Verdict    // of ccc's own output: computed before the recorded ones come
	costCounted bool              // the cost of the review is part of its verdict
	unjudgedUSD float64           // cost of the reviews without a verdict, in USD
	end         session.End
	hasEnd      bool
	hook        bool                     // the input is a recording of the Stop hook's
	reviews     bool                     // the input is the output of reviewers, without the agent's
	open        []*session.ReviewerLines // with reviews: reviewers whose verdict the machine has not got
	damaged     bool
	warnedStray bool // the machine does not do what the recorded loop did
}

// defaultRounds is how many rounds there may be if no recording says it. It is the default of ccc.json.
const defaultRounds = 10

// defaultWait is how long the loop waits for a usage limit if no recording says it. It is the default of ccc.json.
const defaultWait = 6 * time.Hour

// plainPace is the time between two lines on the screen if the input has no times.
const plainPace = 120 * time.Millisecond

// prepare makes the screen, the output or the cast that shows the replay.
func (r *player) prepare() error {
	if r.Format != "text" {
		r.output = &output.Writer{Format: r.Format, W: r.Out, Failed: func() {}, Shown: r.Terminal}
	}
	switch {
	case r.Screen != nil:
		r.screen = r.Screen
	case r.Cast != "":
		var err error
		if r.cast, err = newCast(r.Cast, &r.pace); err != nil {
			return err
		}
		width := func() int { return castCols }
		r.screen = terminal.New(r.cast, terminal.Options{Styled: true, Width: width, All: r.Verbose, Lang: r.Language})
	case r.output == nil && r.Out != nil:
		r.screen = terminal.New(r.Out, terminal.Options{Styled: r.Styled, Width: r.Width, All: r.Verbose, Lang: r.Language})
	}
	return nil
}

// play replays the input to its end.
func (r *player) play() error {
	for {
		item, err := r.reader.Next()
		switch {
		case err == io.EOF:
			return r.playEnd()
		case err != nil && !r.skipLine(err):
			return lang.Errorf("read %s: %w", r.Name, err)
		case err == nil:
			r.take(&item)
		}
		if err := r.writeError(); err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
}

// writeError is why the screen or the output could not be written; nil while it can.
func (r *player) writeError() (err error) {
	switch {
	case r.output != nil:
		err = r.output.Err()
	case r.screen != nil:
		err = r.screen.Err()
	}
	if err != nil {
		return lang.Errorf("write: %w", err)
	}
	return nil
}

// finish says how the replay ended, and keeps the cast.
func (r *player) finish() (End, error) {
	result := r.result()
	outcome := output.OutcomeOf(result, time.Duration(r.end.DurationMS)*time.Millisecond, 0)
	if r.screen != nil && r.Screen == nil {
		r.screen.Leave()
		if err := r.writeError(); err != nil && r.cast == nil {
			return End{}, err
		}
	}
	if r.output != nil {
		if err := r.output.Finish(outcome); err != nil {
			return End{}, lang.Errorf("write the result: %w", err)
		}
	}
	if r.cast != nil {
		if err := r.cast.keep(); err != nil {
			return End{}, err
		}
	}
	feedback := slices.ContainsFunc(result.Verdicts, func(v loop.Verdict) bool { return !v.Completed })
	return End{Outcome: string(result.Outcome), ExitCode: outcome.ExitCode, Feedback: feedback, Damaged: r.damaged}, nil
}

// warn prints a warning about the input.
func (r *player) warn(format string, args ...any) {
	s := r.Language.Sprintf(format, args...)
	fmt.Fprintf(r.Warnings, "ccc: %s: %s\n", text.Safe(r.Name), text.Safe(s))
}

// skipLine warns of a line that cannot be read. It returns false if no further line can be read either.
func (r *player) skipLine(err error) bool {
	what := session.DamageMessage(err)
	if what.Empty() {
		return false
	}
	r.warn("%s", what)
	r.damaged = true
	return true
}

// begin makes the machine. The format of the input is known then.
func (r *player) begin() {
	header := r.reader.Header
	config := loop.ReplayConfig{
		Policy: task.Policy{MaxRounds: defaultRounds}, MaxWait: defaultWait, Attended: true, Tell: r.tell, Record: r.record,
	}
	if r.reader.Format == session.FormatRecording {
		config.Policy, config.MaxWait = session.PolicyOf(header.Limits)
		r.hook = header.Door == session.DoorHook
		config.Attended, config.Recorded, config.Hook = header.Attended, true, r.hook
	}
	if r.reviews {
		config.Hook, config.Recorded = true, true
	}
	r.replay = loop.NewReplay(config)
	r.reviewers.Now = r.replay.Now
}

// take replays one item.
func (r *player) take(item *session.Item) {
	if r.replay == nil {
		r.reviews = item.Event.Type == streamjson.TypeControlResponse && r.reader.Format == session.FormatStream &&
			review.Began(item.Event)
		r.begin()
	}
	recorded := r.reader.Format == session.FormatRecording
	if recorded {
		at := time.Duration(item.T * float64(time.Second))
		now := r.reader.Header.At.Add(at)
		r.replay.At(now)
		if r.Watcher != nil {
			r.Watcher.Item(item, now)
		}
		r.pace.to(r.ctx, at, r.flush)
	}
	switch item.Type {
	case session.TypeLine:
		r.line(item)
	case session.TypePerson:
		if in, ok := session.InputOf(item); ok {
			r.replay.Do(in)
		}
	case session.TypeSent:
		if item.From != session.SentInterrupt {
			r.replay.Sent(item.UUID)
		}
	case session.TypeTurn:
		r.turn(item)
	case session.TypeTimer:
		r.replay.Timer()
	case session.TypeSilent:
		r.replay.Silent(item.How)
	case session.TypeVerdict:
		r.verdict(item)
	case session.TypeStop:
		r.hasEnd = false
		if item.Stop != nil {
			p, s, t := session.StateAt(*item.Stop)
			r.replay.Bound(p)
			r.replay.Hooked(item.SessionID, &s, t)
		}
	case session.TypePhase:
		r.phase(item)
	case session.TypeSoFar:
		r.end, r.hasEnd = item.End, true
	case session.TypeEnd:
		if !recorded && r.reviewers.Named() && r.replay.Phase() == loop.PhaseReview { // one reviewer gave no verdict
			r.costCounted = true
			r.replay.Reviewed(loop.Verdict{Failure: streamjson.NeedsPerson, CostUSD: r.reviewers.CostUSD()})
		}
		r.end, r.hasEnd = item.End, true
	}
}

// turn plays that the recorded machine read how far the agent's turn was.
func (r *player) turn(item *session.Item) {
	kinds := map[string]loop.RecordKind{
		"started": loop.RecordStarted, "ended": loop.RecordEnded, "exited": loop.RecordExited,
	}
	if err := r.replay.Took(kinds[item.What], item.How); err != nil {
		r.stray(item, "%s", err)
	}
}

// phase compares a recorded phase with that of the machine.
func (r *player) phase(item *session.Item) {
	if r.hook && item.To == session.PhaseAgent && r.replay.Phase() != loop.PhaseAgent {
		r.replay.Started()
	}
	if now := r.replay.Phase().String(); r.reader.Format == session.FormatRecording && item.To != now {
		r.stray(item, "the recorded loop went to phase %s, this one to %s", item.To, now)
	}
}

// stray warns, once, that the machine decides otherwise than the recorded one.
func (r *player) stray(item *session.Item, format string, args ...any) {
	if !r.warnedStray {
		r.warnedStray = true
		r.warn("line %d: %s", item.Line, lang.M(format, args...))
	}
}

// line replays a line of the agent or of a reviewer.
func (r *player) line(item *session.Item) {
	e := item.Event
	if r.reviews {
		r.reviewerLine(e)
		return
	}
	if e.Raw == nil {
		if item.Phase == "agent" {
			r.replay.AgentStray(item.Text)
		}
		return
	}
	phase := item.Phase
	switch {
	case r.reader.Format == session.FormatRecording:
	case r.replay.Phase() == loop.PhaseDone && e.Subtype == "init":
		r.stray(item, "another turn begins here, after the end of the loop: it has no effect")
	case phase != "review":
		r.replay.Expect(e)
		if phase == "" && r.replay.Phase() == loop.PhaseReview {
			phase = "review"
		}
	case e.Subtype == "init":
		r.replay.Timer() // the time for the agent's background work is over
	}
	if phase != "review" {
		phase = "agent"
	}
	r.show(phase, item.Reviewer, e)
	switch {
	case phase == "agent" && r.hook: // its stops say what its turns came to
		return
	case phase == "agent":
		r.replay.Agent(e)
		return
	}
	one, first := r.reviewers.Add(item.Reviewer, e)
	if first && r.reader.Format != session.FormatRecording && item.Reviewer == "" {
		r.judgeOnly(one)
	}
}

// show shows a line as the live run did.
func (r *player) show(phase, reviewer string, e streamjson.Event) {
	if r.screen != nil {
		if r.reader.Format != session.FormatRecording &&
			(e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeUser) {
			r.pace.to(r.ctx, r.pace.now+plainPace, r.flush)
		}
		if phase == "agent" {
			r.screen.ShowAgent(e)
		} else {
			r.screen.ShowReviewer(reviewer, e)
		}
	}
	if r.output != nil {
		r.output.Line(phase, reviewer, e)
	}
	if r.Watcher != nil {
		r.Watcher.Event(phase, reviewer, e)
	}
}

func (r *player) flush() {
	if r.screen != nil {
		r.screen.Flush()
	}
}

// tell shows a notice of the loop.
func (r *player) tell(n loop.Notice) {
	if n.Begin && n.At.Phase == loop.PhaseReview {
		r.resetReview()
	}
	if r.Watcher != nil {
		r.Watcher.Told(n)
	}
	if r.screen != nil {
		output.Show(r.screen, n, r.Language)
	}
	if n.Verdict != nil && r.output != nil {
		r.output.Verdict(*n.Verdict, n.At.Round)
	}
}

// record shows a change of the phase.
func (r *player) record(rec loop.Record) {
	if rec.Kind == loop.RecordPhase && r.output != nil {
		r.output.Phase(rec.From, rec.Phase.String(), rec.Round)
	}
}

// playEnd replays the end of the input.
func (r *player) playEnd() error {
	if r.replay == nil {
		return lang.Errorf("there is nothing to replay in %s", r.Name)
	}
	line, offset := r.reader.Position()
	switch {
	case r.reader.Format == session.FormatRecording && !r.hasEnd:
		r.warn("line %d, byte %d: the recording breaks off: its ccc was killed, or still runs", line, offset)
		r.cutOff()
	case r.reader.Format == session.FormatRecording && r.end.Error != "":
		r.warn("line %d: the launch ended with an error: %s", line, r.end.Error)
		r.cutOff()
	case r.reviews && r.reader.Open():
		r.giveVerdicts()
		r.warn("line %d, byte %d: the input ends in the middle of a turn", line, offset)
		r.cutOff()
	case r.reviews:
		r.giveVerdicts()
		r.replay.End()
	case r.reader.Format != session.FormatRecording && r.reader.Open():
		r.warn("line %d, byte %d: the input ends in the middle of a turn", line, offset)
		r.cutOff()
	default:
		r.replay.End()
	}
	return nil
}

// cutOff ends an input that breaks off.
func (r *player) cutOff() {
	r.damaged = true
	r.replay.Do(loop.Input{Kind: loop.Quit})
}

// result is what the machine came to.
func (r *player) result() loop.Result {
	r.resetReview()
	result := r.replay.Result()
	result.ReviewUSD += r.unjudgedUSD
	if r.hasEnd && !r.damaged && string(result.Outcome) != r.end.Outcome {
		r.warn("the recorded outcome is %q, this one %q", r.end.Outcome, result.Outcome)
	}
	return result
}
