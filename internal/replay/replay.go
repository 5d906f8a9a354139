// Package replay plays a recording, or claude's printed output, through the loop's machine again, and shows the
// result.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/internal/wording"
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
	Terminal bool       // Out is a terminal: control characters in a model's text are escaped
	Styled   bool       // with text: colours
	Width    func() int // with text: columns of the terminal; nil to cut no lines
	Warnings io.Writer
	Language lang.Language

	// With text: the screen on which it is shown instead of Out; the caller leaves it. nil for Out.
	Screen  *terminal.Screen
	Watcher Watcher // nil for none
}

// A Watcher gets the replayed items and notices, in the order of the input, in the goroutine of [Run].
type Watcher interface {
	Item(item *session.Item, at time.Time) // an item of a recording, before it is replayed
	Event(phase, reviewer string, e streamjson.Event)
	Told(loop.Notice) (shown bool) // a notice of the loop; shown says that its text is on the screen already
}

// End is the result of a replay.
type End struct {
	Outcome  string // as in the result of a launch
	ExitCode int    // for that outcome
	Feedback bool   // at least one verdict was not "completed"
	Damaged  bool   // the input is damaged or breaks off; the rest was replayed, and a warning named the place
}

// Run replays the input to its end, or until ctx is done. An error means that the input could not be read or shown.
// Then no cast is written.
func Run(ctx context.Context, c Config) (End, error) {
	r := &player{Config: c, ctx: ctx, reader: session.NewReader(c.Input),
		pace: pace{speed: c.Speed, timed: c.Cast != ""}}
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

// player is one run of a replay. It passes the items through the loop's machine, and shows what the machine does.
type player struct {
	Config
	ctx    context.Context
	reader *session.Reader
	screen *terminal.Screen // nil if nothing is shown
	output *output.Writer   // nil with text
	cast   *cast            // nil without one
	pace   pace

	replay           *loop.Replay      // nil before the first item
	reviewers        session.Reviewers // of the current review
	computedVerdicts []loop.Verdict    // with ccc's own output: those that came before the recorded ones
	checksShown      bool              // the results of the review's checks
	costCounted      bool              // the cost of the review is part of its verdict
	unjudged         []task.Verdict    // cost and tokens of the reviewers in reviews without a verdict
	end              session.End
	at, worked       time.Duration    // the time of the newest item, and that time without the waiting for the user
	changes          task.FileChanges // in the launch
	ofTask           task.Totals      // of the last task that is done
	ofTaskChanges    task.FileChanges // with ofTask
	totals           *task.Totals     // of the launch; nil if the recording has none
	heldCalls        []string         // ids of tool calls that wait for the user's answer
	holdsNotices     bool             // what the machine says now comes after the totals of the task
	heldNotices      []loop.Notice    // they are shown with the next item
	hasEnd           bool
	hook             bool                     // the input is a recording of the Stop hook's
	reviews          bool                     // the input has only the output of reviewers, and none of the agent
	session          string                   // the agent's, according to its newest line
	isInFork         bool                     // the newest line of a plain stream was a reviewer's
	openReviewers    []*session.ReviewerLines // with reviews: reviewers whose verdict was not passed to the machine yet
	isDamaged        bool
	warnedStray      bool // the machine has decided differently from the recorded loop
}

// defaultRounds is the limit of rounds if no recording names one. It is the default of ccc.json.
const defaultRounds = 10

// defaultWait is how long the loop waits for a usage limit if no recording says so. It is the default of ccc.json.
const defaultWait = 6 * time.Hour

// plainPace is the time between two lines on the screen if the input has no times.
const plainPace = 120 * time.Millisecond

// prepare makes the screen, the output or the cast that shows the replay.
func (r *player) prepare() error {
	if r.Format != "text" {
		r.output = &output.Writer{Format: r.Format, W: r.Out, OnError: func() {}, IsTerminal: r.Terminal}
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
		r.screen = terminal.New(r.Out,
			terminal.Options{Styled: r.Styled, Width: r.Width, All: r.Verbose, Lang: r.Language})
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
			r.replayItem(&item)
		}
		if err := r.writeError(); err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
}

// writeError returns why the screen or the output cannot be written; nil while it can.
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
		if r.hasEnd && !r.hook && !r.reviews && r.reader.Format == session.FormatRecording {
			r.showEnd(r.totalsOf(result))
		}
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
	return End{
		Outcome: string(result.Outcome), ExitCode: outcome.ExitCode, Feedback: feedback, Damaged: r.isDamaged,
	}, nil
}

// totalsOf returns what the user was told at the end of the launch. An older recording does not have it.
func (r *player) totalsOf(result loop.Result) task.Totals {
	if r.totals != nil {
		return *r.totals
	}
	t := output.TotalsOf(result, r.worked)
	t.Ended = nil // or it runs on
	return t
}

// showEnd shows what the launch came to, as far as the user was not told it as the totals of its only task.
func (r *player) showEnd(t task.Totals) {
	if !t.Repeats(r.ofTask) || !r.changes.Equal(r.ofTaskChanges) {
		r.showTotals(t, r.changes)
	} else if end := wording.TotalsEnd(t, r.Language); len(end) > 0 {
		r.screen.Note(strings.Join(end, "\n"))
	}
}

// showTotals shows what a task or the launch came to, and which files changed.
func (r *player) showTotals(t task.Totals, changes task.FileChanges) {
	since := t.ChangesSince
	if !t.OfTask {
		since = task.SinceLaunch
	}
	r.screen.Note(strings.Join(slices.Concat(wording.Totals(t, r.Language),
		wording.FileChanges(changes, since, r.Language), wording.TotalsEnd(t, r.Language)), "\n"))
}

// warn prints a warning about the input.
func (r *player) warn(format string, args ...any) {
	said := r.Language.Sprintf(format, args...)
	fmt.Fprintln(r.Warnings, r.Language.Sprintf("ccc: %s: %s", text.Safe(r.Name), text.Safe(said)))
}

// skipLine warns about a line that cannot be read. It returns false if no further line can be read either. Claude's
// output on standard error, which --tee includes, does not count as damage.
func (r *player) skipLine(err error) bool {
	var bad *streamjson.SyntaxError
	plain := r.reader.Format == session.FormatStream || r.reader.Format == session.FormatUnknown
	if plain && errors.As(err, &bad) && !strings.HasPrefix(strings.TrimSpace(bad.Text), "{") {
		if r.replay != nil {
			r.replay.AgentStray(bad.Text)
		}
		return true
	}
	what := session.DamageMessage(err)
	if what.Empty() {
		return false
	}
	r.warn("%s", what)
	r.isDamaged = true
	return true
}

// result returns the machine's result.
func (r *player) result() loop.Result {
	r.resetReview()
	result := r.replay.Result()
	result.TakeUp(r.reader.Header.Continues)
	for _, v := range r.unjudged {
		result.ReviewUSD += v.CostUSD
		if v.Failure = streamjson.Aborted; v.IsUnpriced() {
			result.Unpriced++
		}
		result.Tokens += v.Tokens()
		result.Reviewed = result.Reviewed.Plus(v)
	}
	if r.hasEnd && !r.isDamaged && string(result.Outcome) != r.end.Outcome {
		r.warn("the recorded outcome is %q, this one %q", r.end.Outcome, result.Outcome)
	}
	return result
}
