// Package hook is the Stop hook's decision in Claude Code's own screen: whether the agent may stop, or gets the reviewer's feedback and
// goes on.
//
// The rules: where nothing is to be reviewed nothing is started and no configuration is read, since this runs at every stop
// of every session; a supervisor that fails lets the agent stop and says why, so that it holds nobody prisoner; standard output
// carries the decision alone.
package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"ccc/internal/review"
	"ccc/internal/state"
	"ccc/streamjson"
)

// Input is what Claude Code gives a Stop hook, as far as it counts here. All fields but the session's id may be missing.
type Input struct {
	SessionID  string            `json:"session_id"`
	Transcript string            `json:"transcript_path"`
	CWD        string            `json:"cwd"` // where the agent is now, which may not be where the session belongs
	Active     bool              `json:"stop_hook_active"`
	Background []json.RawMessage `json:"background_tasks"` // B, C: work that goes on after the stop
}

// maxInput bounds the input, in bytes: it holds the agent's last message.
const maxInput = 64 << 20

// ReadInput reads the hook's input. session is that of the command line; it counts where the input names none.
func ReadInput(r io.Reader, session string) (in Input, err error) {
	if err = json.NewDecoder(io.LimitReader(r, maxInput)).Decode(&in); errors.Is(err, io.EOF) {
		err = nil
	}
	if err != nil {
		return in, fmt.Errorf("read the hook's input: %w", err)
	}
	if in.SessionID == "" {
		in.SessionID = session
	}
	if in.SessionID == "" {
		return in, errors.New("read the hook's input: there is no session_id in it")
	}
	return in, nil
}

// Decision is what Claude Code reads on the hook's standard output. The empty one lets the agent stop (Decided 1).
type Decision struct {
	Decision string `json:"decision,omitempty"` // "block": the agent goes on
	Reason   string `json:"reason,omitempty"`   // what it gets as its next message
	Message  string `json:"systemMessage,omitempty"`
}

// Write writes the decision.
func (d Decision) Write(w io.Writer) error {
	if d == (Decision{}) {
		return nil
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		return fmt.Errorf("write the decision: %w", err)
	}
	return nil
}

// Setup is what a review needs besides the session.
type Setup struct {
	Limit       int           // reviews of a session, for one task
	MaxStalled  int           // of them in a row that bring nothing; 0 for no bound
	MaxCostUSD  float64       // of them together; 0 for no bound
	MaxDuration time.Duration // since the task began; 0 for no bound
	English     bool
	Work        func(context.Context) string // what the work tree is like; "" where that is not known
	Review      review.Request               // but for what the hook fills in: the session, the output
}

// Hook is one call of the Stop hook.
type Hook struct {
	State   state.Dir
	Launch  string                                    // that the session belongs to, "" if it was not started by ccc
	English bool                                      // messages in English
	Say     func(string)                              // progress, for who runs the hook by hand
	Log     *slog.Logger                              // hook-invocation.log
	Prepare func(Input) (Setup, error)                // called only where there is something to review
	Wait    func() (ctx context.Context, stop func()) // for a review: done when nobody wants the decision any more
}

// Run decides. It does not fail: what goes wrong is said, and the agent may stop.
func (h Hook) Run(in Input) Decision {
	launch := h.Launch
	if launch == "" {
		launch = in.SessionID
	}
	started, err := h.State.Load(launch)
	notice := h.corrupt(err)
	if err != nil && notice == "" {
		return h.fail(in, err)
	}
	session := started
	if launch != in.SessionID {
		if session, err = h.State.Load(in.SessionID); err != nil && h.corrupt(err) == "" {
			return h.fail(in, err)
		}
	}
	h.Log.Info("supervisor-hook invoked", "session_id", in.SessionID, "count", session.Count, "enabled", started.Enabled, "stop_hook_active", in.Active, "launch", h.Launch)
	switch {
	case !started.Enabled:
		return Decision{Message: notice}
	case len(in.Background) > 0:
		h.Log.Info("stop allowed: work goes on in the background", "session_id", in.SessionID, "tasks", len(in.Background))
		h.Say(fmt.Sprintf("[SUPERVISOR] %d background task(s): no review now", len(in.Background)))
		return Decision{}
	}
	setup, err := h.Prepare(in)
	if err != nil {
		return h.fail(in, err)
	}
	session, ok, err := h.State.Task(in.SessionID, started, setup.Limit)
	if err != nil && h.corrupt(err) == "" {
		return h.fail(in, err)
	}
	h.English = setup.English
	w := wordsIn(h.English)
	h.Say(fmt.Sprintf("\n━━━━ [SUPERVISOR HOOK] %s ━━━━\n"+w.session, w.started, in.SessionID, session.Count, setup.Limit))
	if over := setup.over(started, session, w); over != "" {
		h.Log.Info("stop allowed: "+over, "session_id", in.SessionID, "count", session.Count)
		return h.allow(fmt.Sprintf(w.allowed, over))
	}
	if !ok {
		h.Log.Info("stop allowed: the limit is reached", "session_id", in.SessionID, "count", session.Count, "limit", setup.Limit)
		h.Say("[SUPERVISOR] " + w.limit)
		return Decision{}
	}
	return h.review(in, setup, started, session)
}

// review makes the review and turns what came of it into the decision.
func (h Hook) review(in Input, setup Setup, started, session state.State) Decision {
	w := wordsIn(h.English)
	ctx, stop := h.Wait()
	defer stop()
	h.Say("[SUPERVISOR] " + w.reviewing)
	r := setup.Review
	r.Session, r.Schema, r.Raw = in.SessionID, true, io.Discard
	if output, err := h.State.OpenOutput(in.SessionID); err != nil {
		h.Log.Warn("the reviewer's output is not kept", "err", err)
	} else {
		defer output.Close()
		r.Raw = output
	}
	r.Warn = func(bad *streamjson.SyntaxError) {
		h.Log.Warn("reviewer: not an event", "session_id", in.SessionID, "line", bad.Line, "err", bad.Err)
	}
	work := sync.OnceValue(func() string { return setup.Work(ctx) })
	go work() // while the reviewer starts
	r.Changed = func() bool { return work() != "" && work() != started.Work }
	result := review.Run(ctx, r)
	if result.Failure == streamjson.NoSession && in.Transcript != "" { // the agent has changed its directory (Decided 12)
		r.Session = in.Transcript
		result = review.Run(ctx, r)
	}
	h.Log.Info("review done", "session_id", in.SessionID, "count", session.Count, "completed", result.Completed, "failure", result.Failure,
		"reason", result.Reason, "feedback_bytes", len(result.Feedback), "cost_usd", result.CostUSD)
	switch {
	case result.Failure == streamjson.Aborted:
		return Decision{}
	case result.Failure != streamjson.NoFailure:
		return h.allow(fmt.Sprintf(w.noVerdict, result.Reason))
	}
	if result.Fresh {
		h.Say("[SUPERVISOR] " + w.fresh)
	}
	h.Say("[SUPERVISOR] " + result.Summary())
	circle := h.keep(in, result, work(), setup.MaxStalled, w)
	switch {
	case result.Completed:
		h.Say("[SUPERVISOR] " + w.completed)
		return Decision{}
	case result.Blocked:
		return h.allow(w.blocked + "\n" + result.Feedback)
	case circle != "":
		return h.allow(fmt.Sprintf(w.allowed, circle))
	}
	h.Say("[SUPERVISOR] " + w.notCompleted + "\n" + result.Feedback + "\n" + w.goesOn)
	return Decision{Decision: "block", Reason: result.Feedback}
}

// over says which bound of the task is passed; "" if none is.
func (s Setup) over(started, session state.State, w words) string {
	switch {
	case s.MaxCostUSD > 0 && session.CostUSD >= s.MaxCostUSD:
		return fmt.Sprintf(w.tooDear, session.CostUSD, s.MaxCostUSD)
	case s.MaxDuration > 0 && !started.EnabledAt.IsZero() && time.Since(started.EnabledAt) >= s.MaxDuration:
		return fmt.Sprintf(w.tooLong, s.MaxDuration)
	}
	return ""
}

// keep writes down the verdict and what it stands on. It says so if the reviews go in circles: the text of both.
func (h Hook) keep(in Input, r review.Result, work string, maxStalled int, w words) (circle string) {
	_, err := h.State.Change(in.SessionID, func(s *state.State) {
		circle = ""
		stalled, before := "", ""
		if v := s.Verdict; v != nil && !v.Completed && !v.Blocked && in.Active { // the person has said nothing since then
			before = v.Feedback
			stalled = review.Round{Feedback: before, Work: s.Work}.Stalled(review.Round{Feedback: r.Feedback, Work: work})
		}
		if s.Stalled++; stalled == "" {
			s.Stalled = 0
		}
		if maxStalled > 0 && s.Stalled >= maxStalled && !r.Completed && !r.Blocked {
			circle = fmt.Sprintf(w.circles, stalled, s.Stalled, before, r.Feedback)
		}
		s.CostUSD += r.CostUSD
		s.Work = work
		s.Verdict = &state.Verdict{Completed: r.Completed, Blocked: r.Blocked, Feedback: r.Feedback, Evidence: r.Evidence(), At: time.Now().UTC()}
	})
	if err != nil && h.corrupt(err) == "" {
		h.Log.Warn("the verdict is not kept", "session_id", in.SessionID, "err", err)
	}
	return circle
}

// corrupt is the message about a state that had to begin anew; "" if err is none of those.
func (h Hook) corrupt(err error) string {
	var corrupt *state.CorruptError
	if !errors.As(err, &corrupt) {
		return ""
	}
	h.Log.Warn("state set aside", "aside", corrupt.Aside, "err", corrupt.Err)
	return "ccc: " + corrupt.Error() + ". /supervisor switches reviews on again."
}

// fail lets the agent stop because there can be no review.
func (h Hook) fail(in Input, err error) Decision {
	h.Log.Error("stop allowed: no review", "session_id", in.SessionID, "err", err)
	return h.allow(fmt.Sprintf(wordsIn(h.English).noVerdict, err))
}

// allow lets the agent stop and tells the person why.
func (h Hook) allow(why string) Decision {
	h.Say("[SUPERVISOR] " + why)
	return Decision{Message: "[SUPERVISOR] " + why}
}
