package hook

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"ccc/internal/claude"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/prompt"
	"ccc/streamjson"
)

// review makes the review, and turns what came of it into the decision.
func (c *call) review() Decision {
	c.Say(fmt.Sprintf("\n━━━━ [SUPERVISOR HOOK] %s ━━━━\n%s", c.Lang.Sprintf("started"),
		c.Lang.Sprintf("session: %s\nreview %d of %d", c.in.SessionID, c.state.Count, c.setup.Policy.MaxRounds)))
	c.Say("[SUPERVISOR] " + c.Lang.Sprintf("reviewing the work...\nin another window, ccc watch shows it"))
	ctx, stop := c.Wait()
	defer stop()
	if c.setup.Begins != nil {
		note, ends := c.setup.Begins(ctx, c.rec.Path())
		defer ends()
		if !note.Empty() {
			c.note(note)
		}
	}
	r, closeOutput := c.request(ctx)
	defer closeOutput()
	work := sync.OnceValue(func() string { return c.setup.Work(ctx) })
	base := c.state.State
	r.Changed = func() bool { return base.Changed(work()) }
	// Claude Code ends a hook that takes longer than it was given, and tells nobody: checks and all tries share one
	// review's time.
	end := time.Now().Add(r.Timeout)
	job := review.Request{
		Review: r, Rubric: c.setup.Rubric, Dir: c.setup.Dir, Env: c.setup.CheckEnv, BaseTree: base.BaseTree,
		Last: base.Files, Wrote: c.wrote(), Limit: r.Timeout,
		Done: func(r review.CheckResult) {
			c.tell(lang.M("check %s: %s", r.Name, r.Outcome()))
		},
		Say:   c.note,
		Asked: func() { go work() }, // while the reviewer starts
		Place: c.setup.Place,
		Observe: func(reviewer string, e streamjson.Event) {
			c.rec.Line("review", reviewer, e.Raw)
			c.setup.Observe(reviewer, e)
		},
		Heard: func(v task.Reviewer) { c.tell(review.Said(v)) },
	}
	for _, note := range c.setup.Notes {
		c.note(note)
	}
	run := review.Run
	if c.setup.Judge != nil {
		run = c.setup.Judge
	}
	for try := 1; ; try++ {
		job.Review.BudgetUSD = c.setup.Policy.Left(c.state.State)
		c.rec.Item(session.Item{Type: session.TypeStart, Phase: "review"})
		result := run(ctx, job)
		job.Last.Checked, job.Last.Gave = result.Checked, result.Gave
		if result.Failure == streamjson.NoSession && c.in.Transcript != "" { // the agent has changed its directory
			job.Review.Session, job.Limit = c.in.Transcript, time.Until(end)
			result = run(ctx, job)
		}
		if job.Limit = time.Until(end); job.Limit <= 0 {
			try = lastTry
		}
		c.Log.Info("review done", "session_id", c.in.SessionID, "count", c.state.Count, "completed", result.Completed,
			"failure", result.Failure, "reason", result.Reason, "feedback_bytes", len(result.Feedback),
			"cost_usd", result.CostUSD, "by", result.By, "prompt_role", result.Role, "agent_tokens", r.Agent.Tokens,
			"prompt_tokens", result.Prompt, "cached", result.Cached)
		files := task.Files{Work: work(), Tree: result.Tree, Checked: result.Checked, Gave: result.Gave}
		d := c.reviewed(result, try, files)
		if d.Action != task.Retry {
			c.recorded(d)
			c.notify(d, result.Failure)
			return c.decide(result, d)
		}
		c.tell(d.Say)
	}
}

// note says something now, and to the person with the decision.
func (c *call) note(m lang.Message) {
	c.tell(m)
	if !slices.ContainsFunc(c.notes, func(n lang.Message) bool { return n.String() == m.String() }) { // by a try before
		c.notes = append(c.notes, m)
	}
}

// tell says something now.
func (c *call) tell(m lang.Message) {
	c.Say("[SUPERVISOR] " + c.text(m))
	c.rec.notice(m)
}

// lastTry is the number of a try after which there is no other.
const lastTry = math.MaxInt

// request is what the reviewer is asked, and where its output goes.
func (c *call) request(ctx context.Context) (r review.Reviewer, closeOutput func()) {
	r = c.setup.Review
	r.Session, r.Schema, r.Raw, closeOutput = c.in.SessionID, true, io.Discard, func() {}
	r.Messages = c.messages()
	r.Agent.Model, r.Agent.Tokens = c.session.Model, c.session.Tokens
	if r.Model == "" && r.Provider == r.Agent.Provider && !claude.KeepsModel(c.session.Version) {
		r.Model = c.session.Model
	}
	r.Facts = prompt.Facts{Plan: c.in.Mode == "plan", Pending: c.state.Pending}
	for _, b := range c.in.Background {
		r.Facts.Running = append(r.Facts.Running, b.What)
	}
	output, err := c.State.OpenOutput(c.in.SessionID)
	if err != nil {
		c.warn("the reviewer's output is not kept", err)
	} else {
		r.Raw, closeOutput = output, func() { output.Close() }
	}
	r.Warn = func(bad *streamjson.SyntaxError) {
		c.Log.Warn("reviewer: not an event", "session_id", c.in.SessionID, "line", bad.Line, "err", bad.Err)
		c.rec.Item(session.Item{Type: session.TypeLine, Phase: "review", Text: bad.Text})
	}
	r.Strays = func(n int) {
		c.Log.Warn("reviewer: lines that are no events", "session_id", c.in.SessionID, "lines", n)
		c.tell(review.Strays(n))
	}
	r.Stderr = func(line string) { c.Log.Info("reviewer: stderr", "session_id", c.in.SessionID, "line", line) }
	return r, closeOutput
}

// reviewed takes what came of a review into the session's state.
func (c *call) reviewed(result review.Result, try int, files task.Files) (d task.Decision) {
	queued := false
	if c.in.Transcript != "" {
		now, err := session.ReadTranscript(c.in.Transcript)
		c.warn("the transcript is not read", err)
		queued = len(now.Queued) > 0
	}
	launch, err := c.State.Load(c.Launch)
	off := err == nil && !launch.Enabled && !launch.OffInDoubt()
	event := task.Event{
		Kind: task.Reviewed, At: time.Now().UTC(), CostUSD: result.CostUSD, Verdict: result.Verdict, Tries: try,
		Files: files, Queued: queued, Off: off,
	}
	c.rec.reviewed(event, c.state.Count, c.state.BaseTree)
	why := result.Reason
	if result.Failure == streamjson.Aborted {
		why = lang.M("the review was stopped")
	}
	next, err := c.State.Change(c.in.SessionID, func(s *state.State) {
		s.State, d = c.setup.Policy.Step(s.State, event)
		// Where the stop was given up, another hook may be at work on a later one.
		if d.Action != task.Retry && s.Reviewer.Process == c.Self {
			s.Reviewer, s.Judged = state.Reviewer{}, c.key
			if result.Failure != streamjson.NoFailure {
				s.Unreviewed = c.without(why, result.Failure)
			}
		}
	})
	if err != nil && c.corrupt(err).Empty() { // decided all the same, from what is known
		c.warn("the verdict is not kept", err)
		next.State, d = c.setup.Policy.Step(c.state.State, event)
	}
	c.state = next
	return d
}

// decide makes the decision of what follows from a review, and tells the person.
func (c *call) decide(result review.Result, d task.Decision) Decision {
	if result.Fresh {
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf(
			"this provider rejects another model's thinking: reviewing from the transcript"))
	}
	switch {
	case d.Action == task.GoOn:
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf("the task is not completed") + "\n" + d.Feedback + "\n" +
			c.Lang.Sprintf("the agent continues with this feedback"))
		return c.ended("held: not completed",
			Decision{Decision: "block", Reason: d.Feedback, Message: c.message(d.Say)})
	case d.Action == task.Finish:
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf("the task is completed\nstop allowed"))
		return c.ended("completed", Decision{Message: c.message(d.Say)})
	case result.Failure == streamjson.Aborted:
		return c.ended("the review was stopped", Decision{})
	}
	return c.allow(d.Say)
}
