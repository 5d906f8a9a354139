// Package replay plays a recording, or what claude printed, through the loop's machine again and shows what comes of
// it.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ccc/internal/check"
	"ccc/internal/journal"
	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/recording"
	"ccc/internal/review"
	"ccc/internal/screen"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// Config says what is to be played, and how it is shown.
type Config struct {
	Input    io.Reader
	Name     string  // of the input, for what is said of it
	Format   string  // text, json or stream-json
	Cast     string  // the file of an asciicast of what the person saw; "" for none
	Speed    float64 // on the recorded times, that many times as fast; 0: at once
	Verbose  bool    // with text: thinking, and results of tools in full
	Out      io.Writer
	Terminal bool       // Out is one: no control character of a model's text may reach it
	Styled   bool       // with text: colours
	Width    func() int // with text: columns; nil where lines are not to be cut
	Warnings io.Writer
	Language lang.Language
}

// End is what a replay came to.
type End struct {
	Outcome  string // as in a launch's result
	Feedback bool   // a verdict was not "completed"
	Damaged  bool   // the input is damaged or breaks off; what was there has been played, and the place was named
}

// Run plays the input to its end, or until ctx is done. An error means that it could not be read or shown; then no
// cast is written.
func Run(ctx context.Context, c Config) (End, error) {
	r := &player{Config: c, ctx: ctx, reader: recording.NewReader(c.Input), pace: pace{speed: c.Speed, kept: c.Cast != ""}}
	if err := r.open(); err != nil {
		return End{}, err
	}
	if r.cast != nil {
		defer r.cast.discard() // nothing, once it is kept
	}
	if err := r.play(); err != nil {
		return End{}, err
	}
	return r.finish()
}

// player is one run of a replay: what a reader reads goes through the machine, and what comes of it is shown.
type player struct {
	Config
	ctx    context.Context
	reader *recording.Reader
	screen *screen.Screen // nil where nothing is shown
	output *output.Writer // nil with text
	cast   *cast          // nil without one
	pace   pace

	replay   *loop.Replay        // nil before the first item
	readings map[string]*reading // by the reviewer's name, of the review that is under way
	judged   []loop.Verdict      // computed, while the recorded ones are still to come: of ccc's own output
	counted  bool                // what it cost
	stopped  float64             // what reviews cost that gave no verdict, in USD
	end      recording.End
	hasEnd   bool
	damaged  bool
	strayed  bool // the machine is not where the recording is
}

// reading is what is known of one reviewer of the review that is under way.
type reading struct {
	stream review.Stream
	before float64 // what a first reviewer cost whose session was refused, in USD
	said   bool    // its result
}

// reading is that of the reviewer of that name, "" for the only one.
func (r *player) reading(name string) *reading {
	if r.readings == nil {
		r.forget()
	}
	if r.readings[name] == nil {
		r.readings[name] = &reading{stream: review.Stream{Tracker: streamjson.Tracker{Now: r.replay.Now}}}
	}
	return r.readings[name]
}

// several reports whether the review that is under way has reviewers with names.
func (r *player) several() bool { return len(r.readings) > 0 && r.readings[""] == nil }

// spent is what the review that is under way has cost, in USD.
func (r *player) spent() (usd float64) {
	for _, one := range r.readings {
		usd += one.before + one.stream.Turn().CostUSD
	}
	return usd
}

// judge says what the review came to. Only the answer tells whether it was asked for by a schema.
func (r *reading) judge() review.Result { return r.stream.Judge(r.stream.Turn().Structured != nil) }

// defaultRounds is how many rounds there may be where no recording says it, as in ccc.json.
const defaultRounds = 10

// defaultWait is how long a usage limit is waited for, where no recording says it, as in ccc.json.
const defaultWait = 6 * time.Hour

// plainPace is the time between two lines that are shown, where no time was recorded.
const plainPace = 120 * time.Millisecond

// open makes what shows the replay.
func (r *player) open() error {
	if r.Format != "text" {
		r.output = &output.Writer{Format: r.Format, W: r.Out, Failed: func() {}, Shown: r.Terminal}
	}
	switch {
	case r.Cast != "":
		var err error
		if r.cast, err = newCast(r.Cast, &r.pace); err != nil {
			return err
		}
		width := func() int { return castCols }
		r.screen = screen.New(r.cast, screen.Options{Styled: true, Width: width, All: r.Verbose, Lang: r.Language})
	case r.output == nil:
		r.screen = screen.New(r.Out, screen.Options{Styled: r.Styled, Width: r.Width, All: r.Verbose, Lang: r.Language})
	}
	return nil
}

// play reads the input to its end.
func (r *player) play() error {
	for {
		item, err := r.reader.Next()
		switch {
		case err == io.EOF:
			return r.ended()
		case err != nil && !r.bad(err):
			return lang.Errorf("read %s: %w", r.Name, err)
		case err == nil:
			r.take(&item)
		}
		if r.output != nil {
			if err := r.output.Err(); err != nil {
				return lang.Errorf("write: %w", err)
			}
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
}

// finish says what it came to, and keeps the cast.
func (r *player) finish() (End, error) {
	result := r.result()
	if r.screen != nil {
		r.screen.Leave()
	}
	if r.output != nil {
		if err := r.output.Finish(result, time.Duration(r.end.DurationMS)*time.Millisecond); err != nil {
			return End{}, lang.Errorf("write the result: %w", err)
		}
	}
	if r.cast != nil {
		if err := r.cast.keep(); err != nil {
			return End{}, err
		}
	}
	feedback := slices.ContainsFunc(result.Verdicts, func(v loop.Verdict) bool { return !v.Completed })
	return End{Outcome: string(result.Outcome), Feedback: feedback, Damaged: r.damaged}, nil
}

// warn names what is not as it should be, and where.
func (r *player) warn(format string, args ...any) {
	text := r.Language.Sprintf(format, args...)
	fmt.Fprintf(r.Warnings, "ccc: %s: %s\n", screen.Safe(r.Name), screen.Safe(text))
}

// bad tells of a line that is no good, and reports whether the next one can be read.
func (r *player) bad(err error) bool {
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
func (r *player) begin() {
	header := r.reader.Header
	config := loop.ReplayConfig{
		Policy: task.Policy{MaxRounds: defaultRounds}, MaxWait: defaultWait, Attended: true, Tell: r.tell, Record: r.record,
	}
	if r.reader.Format == recording.Recording {
		config.Policy, config.MaxWait = journal.Bounds(header)
		config.Attended, config.Recorded = header.Attended, true
	}
	r.replay = loop.NewReplay(config)
}

// take plays one item.
func (r *player) take(item *recording.Item) {
	if r.replay == nil {
		r.begin()
	}
	recorded := r.reader.Format == recording.Recording
	if recorded {
		at := time.Duration(item.T * float64(time.Second))
		r.replay.At(r.reader.Header.At.Add(at))
		r.pace.to(r.ctx, at, r.flush)
	}
	switch item.Type {
	case recording.TypeLine:
		r.line(item)
	case recording.TypePerson:
		if in, ok := journal.Input(item); ok {
			r.replay.Do(in)
		}
	case recording.TypeSent:
		if item.From != recording.SentInterrupt {
			r.replay.Sent(item.UUID)
		}
	case recording.TypeTurn:
		kinds := map[string]loop.RecordKind{
			"started": loop.RecordStarted, "ended": loop.RecordEnded, "exited": loop.RecordExited,
		}
		if err := r.replay.Took(kinds[item.What], item.How); err != nil {
			r.stray(item, "%s", err)
		}
	case recording.TypeTimer:
		r.replay.Timer()
	case recording.TypeSilent:
		r.replay.Silent(item.How)
	case recording.TypeVerdict:
		r.verdict(item)
	case recording.TypePhase:
		if now := r.replay.Phase().String(); recorded && item.To != now {
			r.stray(item, "the recorded loop went to phase %s, this one to %s", item.To, now)
		}
	case recording.TypeEnd:
		if !recorded && r.several() && r.replay.Phase() == loop.PhaseReview { // one of them gave no verdict
			r.counted = true
			r.replay.Reviewed(loop.Verdict{Failure: streamjson.NeedsPerson, CostUSD: r.spent()})
		}
		r.end, r.hasEnd = item.End, true
	}
}

// stray tells, once, that the machine decides in another way than the recorded one.
func (r *player) stray(item *recording.Item, format string, args ...any) {
	if !r.strayed {
		r.strayed = true
		r.warn("line %d: %s", item.Line, lang.M(format, args...))
	}
}

// line plays a line of agent or reviewer.
func (r *player) line(item *recording.Item) {
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
	r.show(phase, item.Reviewer, e)
	if phase == "agent" {
		r.replay.Agent(e)
		return
	}
	one := r.reading(item.Reviewer)
	other := e.Subtype == "init" && e.SessionID != one.stream.Session
	if one.said && other { // a fresh one, with the transcript
		one.before += one.stream.Turn().CostUSD
		one.stream = review.Stream{Tracker: streamjson.Tracker{Now: r.replay.Now}}
	} else if one.said && e.Subtype == "init" { // it was asked once more
		one.stream.Ask()
	}
	if one.stream.Add(e) && !one.said {
		one.said = true
		if r.reader.Format != recording.Recording && item.Reviewer == "" {
			r.reviewed(one)
		}
	}
}

// show shows a line as the live run does.
func (r *player) show(phase, reviewer string, e streamjson.Event) {
	if r.screen != nil {
		if r.reader.Format != recording.Recording && (e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeUser) {
			r.pace.to(r.ctx, r.pace.now+plainPace, r.flush)
		}
		if phase == "agent" {
			r.screen.Agent(e)
		} else {
			r.screen.Reviewer(reviewer, e)
		}
	}
	if r.output != nil {
		r.output.Line(phase, reviewer, e)
	}
}

func (r *player) flush() {
	if r.screen != nil {
		r.screen.Flush()
	}
}

// reviewed gives the machine the verdict of the only reviewer, whose result is read.
func (r *player) reviewed(one *reading) {
	result := one.judge()
	r.counted = true
	if r.reader.Format == recording.Tagged {
		r.judged = append(r.judged, result.Verdict)
	}
	r.replay.Reviewed(result.Verdict)
}

// verdict plays a recorded verdict: it is computed anew from the reviewer's lines, if they hold one.
func (r *player) verdict(item *recording.Item) {
	recorded := journal.Verdict(item)
	r.checked(recorded.Checks)
	if r.reader.Format == recording.Tagged {
		if recorded.By == task.ByChecks || recorded.By == task.ByProtect { // no reviewer's lines give it
			r.replay.Reviewed(recorded)
			return
		}
		if !r.several() {
			if len(r.judged) > 0 {
				r.compare(item, recorded, r.judged[len(r.judged)-1])
			}
			return
		}
	}
	r.counted = true
	verdict := recorded
	if computed, ok := r.compute(recorded); ok {
		verdict.Completed, verdict.Blocked = computed.Completed, computed.Blocked
		verdict.Feedback, verdict.Said = computed.Feedback, computed.Said
		verdict.Failure, verdict.Reason, verdict.Until = computed.Failure, computed.Reason, computed.Until
		r.compare(item, recorded, verdict)
	}
	verdict.CostUSD = r.spent()
	r.replay.Reviewed(verdict)
}

// checked shows what came of the checks. A recording has them in the verdict, so that they stand below what a reviewer
// says; what they wrote is not in it.
func (r *player) checked(checks []task.Check) {
	if r.screen == nil {
		return
	}
	for _, c := range checks {
		result := check.Result{State: check.State(c.State), Exit: c.Exit, Duration: time.Duration(c.DurationMS) * time.Millisecond}
		r.screen.Checked(c.Name, r.Language.Text(result.Outcome()), result.State == check.Passed, "")
	}
}

// compute gives the verdict by the reviewers' lines; ok is false where they hold none.
func (r *player) compute(recorded loop.Verdict) (v loop.Verdict, ok bool) {
	if one := r.readings[""]; one != nil && one.said {
		return one.judge().Verdict, true
	}
	if !r.several() || recorded.Failure != streamjson.NoFailure {
		return v, false
	}
	said := slices.Clone(recorded.Reviewers)
	for i, s := range said {
		one := r.readings[s.Name]
		if one == nil || !one.said { // it had given its verdict before this was tried again
			continue
		}
		result := one.judge()
		if result.Failure != streamjson.NoFailure {
			return result.Verdict, true
		}
		said[i].Completed, said[i].Blocked = result.Completed, result.Blocked
		said[i].Feedback, said[i].Said = result.Feedback, result.Said
	}
	return task.Join(said), len(said) > 0
}

// compare warns of a verdict that is not the recorded one.
func (r *player) compare(item *recording.Item, recorded, computed loop.Verdict) {
	if recorded.Completed != computed.Completed || recorded.Blocked != computed.Blocked ||
		recorded.Feedback != computed.Feedback || recorded.Failure != computed.Failure {
		r.warn("line %d: the recorded verdict is %s, the reviewer's lines give %s",
			item.Line, describe(recorded), describe(computed))
	}
}

func describe(v loop.Verdict) lang.Message {
	switch {
	case v.Failure != streamjson.NoFailure:
		return lang.M("none (%s)", recording.FailureName(v.Failure))
	case v.Completed:
		return lang.M("completed")
	case v.Blocked:
		return lang.M("a question")
	}
	return lang.M("not completed")
}

// tell shows what the loop says.
func (r *player) tell(n loop.Notice) {
	if n.Begin && n.At.Phase == loop.PhaseReview {
		r.forget()
	}
	if r.screen != nil {
		output.Show(r.screen, n, r.Language)
	}
	if n.Verdict != nil && r.output != nil {
		r.output.Verdict(*n.Verdict, n.At.Round)
	}
}

// forget makes room for the next review. What the last one cost counts though it was stopped.
func (r *player) forget() {
	if !r.counted {
		r.stopped += r.spent()
	}
	r.readings, r.counted = make(map[string]*reading), false
}

// record shows each transition.
func (r *player) record(rec loop.Record) {
	if rec.Kind == loop.RecordPhase && r.output != nil {
		r.output.Phase(rec.From, rec.Phase.String(), rec.Round)
	}
}

// ended plays the end of the input.
func (r *player) ended() error {
	if r.replay == nil {
		return lang.Errorf("there is nothing to replay in %s", r.Name)
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
func (r *player) cutOff() {
	r.damaged = true
	r.replay.Do(loop.Input{Kind: loop.Quit})
}

// result is what it came to.
func (r *player) result() loop.Result {
	r.forget()
	result := r.replay.Result()
	result.ReviewUSD += r.stopped
	if r.hasEnd && !r.damaged && string(result.Outcome) != r.end.Outcome {
		r.warn("the recorded outcome is %q, this one %q", r.end.Outcome, result.Outcome)
	}
	return result
}
