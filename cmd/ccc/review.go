package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/recording"
	"ccc/internal/review"
	"ccc/internal/state"
	"ccc/internal/worktree"
	"ccc/loop"
	"ccc/streamjson"
)

// reviews is what a launch knows of its work from one review to the next.
type reviews struct {
	dir    string
	base   func() string // what the work tree was like at the beginning
	edits  atomic.Int64  // tool calls of the agent that changed files
	writes atomic.Int64  // and those that may have

	keeping sync.WaitGroup // verdicts that are being written

	mu   sync.Mutex // a review that was stopped may still be ending
	last review.Round
}

// begin looks at the work tree while claude starts.
func (r *reviews) begin(dir string) {
	r.dir = dir
	r.base = sync.OnceValue(func() string { return worktree.Fingerprint(context.Background(), dir) })
	go r.base()
}

// see counts what the agent does to files.
func (r *reviews) see(e streamjson.Event) {
	if e.Type != streamjson.TypeAssistant || !bytes.Contains(e.Raw, []byte(`"tool_use"`)) {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	for _, b := range m.Content {
		if b.Edits() {
			r.edits.Add(1)
		}
		if b.Writes() {
			r.writes.Add(1)
		}
	}
}

// work is what the work tree is like, and whether the launch has changed it. Without git the agent's tools say so.
func (r *reviews) work(ctx context.Context) (now string, changed bool) {
	if now = worktree.Fingerprint(ctx, r.dir); now != "" {
		return now, now != r.base()
	}
	return fmt.Sprintf("%d writes", r.writes.Load()), r.edits.Load() > 0
}

// stalled compares a round with the one before.
func (r *reviews) stalled(next review.Round) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.last = next }()
	return r.last.Stalled(next)
}

// reviewOf is what ccc.json says of a review; who is reviewed is to be added.
func reviewOf(f config.File) review.Request {
	return review.Request{
		Model: f.Supervisor.Model, Allowed: reviewerTools(f), InMessage: f.Supervisor.InMessage, Timeout: f.Supervisor.Timeout,
	}
}

// transcript reads the session's file as text.
func (d directories) transcript(session string) func() (string, error) {
	return func() (string, error) {
		path, err := claude.Transcript(d.claude, session)
		if err != nil {
			return "", err
		}
		return review.Transcript(path)
	}
}

// review makes one review; the loop calls it in a goroutine of its own.
func (v *supervision) review(ctx context.Context, r loop.Review) (loop.Verdict, float64) {
	v.spent.reviewStarts()
	v.session.Store(&r.Session.ID)
	request := reviewOf(v.file)
	request.Claude, request.Env, request.Dir, request.Session = v.claude, v.environ(v.setup), v.dirOf(r.Session), r.Session.ID
	request.Settings, request.Dirs, request.Rubric, request.Messages = v.settings.Reviewer, v.args.Dirs, v.rubric.Text, r.Messages
	if request.Model == "" && v.file.Supervisor.Provider == "" {
		request.Model = r.Session.Model
	}
	request.Transcript = v.transcript(r.Session.ID)
	work := sync.OnceValues(func() (string, bool) { return v.reviews.work(ctx) })
	go func() { // while the reviewer starts
		defer v.guard()
		work()
	}()
	request.Changed = func() bool { _, changed := work(); return changed }
	request.Raw = io.Discard
	if file, err := v.state.OpenOutput(r.Session.ID); err != nil {
		v.log.Warn("the reviewer's output is not kept", "err", err)
	} else {
		defer file.Close()
		request.Raw = file
	}
	request.Observe = func(e streamjson.Event) { v.observe("review", e) }
	request.Warn = func(bad *streamjson.SyntaxError) {
		v.log.Warn("reviewer: not an event", "line", bad.Line, "offset", bad.Offset, "err", bad.Err, "text", bad.Text)
		v.recorder.Item(recording.Item{Type: recording.TypeLine, Phase: "review", Text: bad.Text})
	}
	v.recorder.Item(recording.Item{Type: recording.TypeStart, Phase: "review"})
	result := review.Run(ctx, request)
	now, _ := work()
	return v.verdict(r, result, now), result.CostUSD
}

func verdictOf(r review.Result) loop.Verdict {
	return loop.Verdict{Completed: r.Completed, Blocked: r.Blocked, Feedback: r.Feedback, Failure: r.Failure, Reason: r.Reason, Until: r.Until}
}

// verdict keeps what came of a review, and says what it stands on.
func (v *supervision) verdict(r loop.Review, result review.Result, work string) loop.Verdict {
	verdict := verdictOf(result)
	if result.Failure != streamjson.NoFailure {
		return verdict
	}
	verdict.Evidence = result.Evidence()
	if !result.Completed && !result.Blocked {
		verdict.Stalled = v.reviews.stalled(review.Round{Feedback: result.Feedback, Work: work})
	}
	if result.Fresh {
		v.screen.Note("the provider does not take what another one's model thought: this review was made from the transcript")
	}
	v.screen.Note(result.Summary())
	kept := &state.Verdict{Completed: result.Completed, Blocked: result.Blocked, Feedback: result.Feedback, Evidence: verdict.Evidence, At: time.Now().UTC()}
	v.reviews.keeping.Go(func() { // the agent need not wait for the disk
		defer v.guard()
		if _, err := v.state.Change(r.Session.ID, func(s *state.State) { s.Verdict = kept }); err != nil {
			v.log.Warn("the verdict is not kept", "err", err)
		}
	})
	return verdict
}

// bounds are those of the launch.
func (v *supervision) bounds() loop.Bounds {
	s := v.file.Supervisor
	return loop.Bounds{MaxRounds: s.MaxIterations, MaxStalled: s.MaxStalled, MaxCostUSD: s.MaxCostUSD, MaxDuration: s.MaxDuration, MaxWait: s.MaxWait}
}

// limits says what bounds the launch.
func (v *supervision) limits() string {
	s := v.file.Supervisor
	list := []string{fmt.Sprintf("%d rounds", s.MaxIterations), s.Timeout.String() + " a review"}
	if s.MaxStalled > 0 {
		list = append(list, fmt.Sprintf("%d rounds in a row that bring nothing", s.MaxStalled))
	}
	if s.MaxCostUSD > 0 {
		list = append(list, fmt.Sprintf("$%.2f", s.MaxCostUSD))
	}
	if s.MaxDuration > 0 {
		list = append(list, s.MaxDuration.String()+" in all")
	}
	return "limits: " + strings.Join(list, ", ") + "; " + s.MaxWait.String() + " for a usage limit"
}
