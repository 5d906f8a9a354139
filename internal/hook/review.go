package hook

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ccc/internal/claude"
	"ccc/internal/wording"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/review/protocol"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
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
	request := c.request()
	for _, note := range c.setup.Notes {
		c.note(note)
	}
	run := review.Run
	if c.setup.Judge != nil {
		run = c.setup.Judge
	}
	// Claude Code ends a hook that takes longer than it was given, and tells nobody: all tries share one review's time.
	end := time.Now().Add(request.Limit)
	for try := 1; ; try++ {
		request.Reviewer.BudgetUSD = c.setup.Policy.Left(c.state.State)
		result := run(ctx, request)
		request.Last.Checked, request.Last.Gave = result.Files.Checked, result.Files.Gave
		if request.Limit = time.Until(end); request.Limit <= 0 {
			try = lastTry
		}
		c.Log.Info("review done", "session_id", c.in.SessionID, "count", c.state.Count, "completed", result.Completed,
			"failure", result.Failure, "reason", result.Reason, "feedback_bytes", len(result.Feedback),
			"cost_usd", result.CostUSD, "by", result.By, "prompt_role", result.Role, "agent_tokens", c.session.Tokens,
			"prompt_tokens", result.Prompt, "cached", result.Cached)
		d := c.reviewed(result, try)
		if d.Action != task.Retry {
			say := wording.Decision(d)
			c.recorded(d, say)
			c.notify(d, say, result.Failure)
			return c.decide(result, d, say)
		}
		c.tell(wording.Decision(d))
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
	c.rec.Notice(m, nil)
}

// lastTry is the number of a try after which there is no other.
const lastTry = math.MaxInt

// request is the review of this stop.
func (c *call) request() review.Request {
	r := review.Request{
		Session:  c.reviewedSession(),
		Reviewer: c.setup.Review, Rubric: c.setup.Rubric, Dir: c.setup.Dir, CheckEnv: c.setup.CheckEnv,
		Base: task.Files{Work: c.state.Base, Tree: c.state.BaseTree}, Last: c.state.Files,
		Edits: review.Edits{Paths: c.wrote()}, Limit: c.setup.Review.Timeout, Place: c.setup.Place,
		Recorder: c.rec.Recorder, Log: c.Log.With("session_id", c.in.SessionID), Output: c.State.OpenOutput,
		CheckEnded: func(r review.CheckResult) { c.tell(lang.M("check %s: %s", r.Name, r.Outcome())) },
		Note:       c.note, Progress: c.tell, Event: c.setup.Observe,
	}
	r.Reviewer.Schema = true
	return r
}

// reviewedSession is the session that called the hook, at this stop.
func (c *call) reviewedSession() review.Session {
	s := review.Session{
		ID: c.in.SessionID, File: c.in.Transcript, Model: c.session.Model, Tokens: c.session.Tokens,
		Messages: c.messages(), Facts: protocol.Facts{Plan: c.in.Mode == "plan", Pending: c.state.Pending},
	}
	if !claude.KeepsModel(c.session.Version) {
		s.ForkModel = c.session.Model
	}
	for _, b := range c.in.Background {
		s.Facts.Running = append(s.Facts.Running, b.What)
	}
	return s
}

// reviewed takes what came of a review into the session's state.
func (c *call) reviewed(result review.Result, try int) (d task.Decision) {
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
		Files: result.Files, Queued: queued, Off: off,
	}
	c.rec.reviewed(event, c.state.Count, c.state.BaseTree)
	why := lang.M("%v", result.Reason)
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
func (c *call) decide(result review.Result, d task.Decision, say lang.Message) Decision {
	if result.Fresh {
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf(
			"this provider rejects another model's thinking: reviewing from the transcript"))
	}
	switch {
	case d.Action == task.GoOn:
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf("the task is not completed") + "\n" + d.Feedback + "\n" +
			c.Lang.Sprintf("the agent continues with this feedback"))
		return c.ended("held: not completed",
			Decision{Decision: "block", Reason: d.Feedback, Message: c.message(say)})
	case d.Action == task.Finish:
		c.Say("[SUPERVISOR] " + c.Lang.Sprintf("the task is completed\nstop allowed"))
		return c.ended("completed", Decision{Message: c.message(say)})
	case result.Failure == streamjson.Aborted:
		return c.ended("the review was stopped", Decision{})
	}
	return c.allow(say)
}
