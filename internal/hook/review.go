package hook

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ccc/internal/claims"
	"ccc/internal/claude"
	"ccc/internal/wording"

	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/review/check"
	"ccc/internal/review/protocol"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// review runs the review and returns the decision.
func (c *call) review(ctx context.Context) Decision {
	c.Print(fmt.Sprintf("\n━━━━ [SUPERVISOR HOOK] %s ━━━━\n%s", c.Lang.Sprintf("started"),
		c.Lang.Sprintf("session: %s\nreview %d of %d", c.input.SessionID, c.state.Count, c.setup.Policy.MaxRounds)))
	c.Print("[SUPERVISOR] " + c.Lang.Sprintf(
		"reviewing the work...\nsee the log files in another window for details (ccc watch shows it live)"))
	c.announceConfig()
	c.setUntold(slices.Concat([]lang.Message{c.warning}, c.notes))
	if c.setup.OnReview != nil {
		note, ends := c.setup.OnReview(ctx, c.rec.Path())
		defer ends()
		if !note.Empty() {
			c.announceAndRepeat(note)
		}
	}
	request := c.request()
	var waited apiWait
	request.Event = func(reviewer string, e streamjson.Event) {
		waited.observe(reviewer, e)
		c.setup.ShowEvent(reviewer, e)
	}
	c.readDismissals()
	for _, note := range c.setup.Notes {
		c.announceAndRepeat(note)
	}
	run := review.Run
	if c.setup.Judge != nil {
		run = c.setup.Judge
	}
	// Claude Code silently ends a hook that takes longer than its timeout, so all attempts share the time of one
	// review.
	end := time.Now().Add(request.Limit)
	for try := 1; ; try++ {
		request.Reviewer.Budget = c.setup.Policy.Left(c.state.State)
		result := run(ctx, request)
		request.Last.Checked, request.Last.Gave = result.Files.Checked, result.Files.Gave
		request.Last.SeenChanging = result.Files.SeenChanging
		if request.Limit = time.Until(end); request.Limit <= 0 {
			try = lastTry
		}
		c.Log.Info("review done", "session_id", c.input.SessionID, "count", c.state.Count, "completed",
			result.Completed,
			"failure", result.Failure, "reason", result.Reason, "feedback_bytes", len(result.Feedback),
			"cost_usd", result.CostUSD, "by", result.By, "prompt_role", result.Role, "agent_tokens", c.session.Tokens,
			"prompt_tokens", result.Prompt, "cached", result.Cached)
		d := c.recordReview(result, try)
		if d.Action != task.Retry {
			if result.Failure != streamjson.Aborted { // else claude shows nothing of this call
				c.setUntold(nil)
			}
			say := wording.Decision(d)
			c.notes = append(c.notes, waited.message())
			c.finishRecording(d, say)
			c.notify(d, say, result.Failure)
			return c.decide(result, d, lang.Join("%s\n%s", say, wording.ReviewerComment(d), wording.AfterNoVerdict(d)))
		}
		c.announce(wording.Decision(d))
	}
}

// announceConfig tells the user of a change of ccc.json, once for each change.
func (c *call) announceConfig() {
	change := c.setup.Config
	launch, err := c.State.Read(c.Launch)
	if err != nil || launch.ReportedConfig == change.Digest {
		return
	}
	if !change.Note.Empty() {
		c.announceAndRepeat(change.Note)
	}
	_, err = c.State.Change(c.Launch, func(s *state.State) { s.ReportedConfig = change.Digest })
	c.warn("that the user was told is not kept", err)
}

// readDismissals reads what was dismissed in the project, and tells the user if that fails. If the state does not say
// what had been dismissed when the reviews began, what is dismissed now counts as such.
func (c *call) readDismissals() {
	done, err := c.State.Dismissals(c.setup.Dir)
	if err != nil {
		c.announceAndRepeat(wording.DismissalsUnreadable(err))
		return
	}
	if launch, err := c.State.Load(c.Launch); err == nil && launch.Dismissals == nil {
		c.noteDismissals(done.Findings)
	}
}

// noteDismissals notes that the user knows of dismissed findings.
func (c *call) noteDismissals(list []task.Finding) {
	_, err := c.State.Change(c.Launch, func(s *state.State) {
		s.Dismissals = append(state.DismissalKeys(list), s.Dismissals...)
	})
	c.warn("the dismissals are not kept", err)
}

// dismissals returns what the user has dismissed in the project so far.
func (c *call) dismissals() task.Dismissals {
	done, err := c.State.Dismissals(c.setup.Dir) // readDismissals has reported the error
	done.Whole = err == nil
	if launch, err := c.State.Load(c.Launch); err == nil && launch.Dismissals != nil {
		done = state.MarkOutside(done, launch.Dismissals)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outside = done.Outside
	return done
}

// announceAndRepeat shows m now, and shows it again with the decision.
func (c *call) announceAndRepeat(m lang.Message) {
	c.Print("[SUPERVISOR] " + c.text(m))
	c.rec.Note(m)
	if !slices.Contains(c.recorded, m.String()) { // by an earlier attempt
		c.recorded = append(c.recorded, m.String())
		c.addNote(m)
	}
}

// addNote adds m to what is shown with the decision, once.
func (c *call) addNote(m lang.Message) {
	if !m.Empty() && !slices.ContainsFunc(c.notes, func(n lang.Message) bool { return n.String() == m.String() }) {
		c.notes = append(c.notes, m)
	}
}

// repeatUntold takes up what an earlier review had to show and did not, because the user has stopped it. A command that
// is carried out by now is not to be typed again.
func (c *call) repeatUntold(launch state.State) {
	var over []string
	for _, one := range c.session.Commands {
		if !one.AsText.IsZero() && c.isCarriedOut(one, launch) {
			over = append(over, lostMessage(commandText(one)).String())
		}
	}
	for _, stored := range launch.Untold {
		if m := stored.Message(); !slices.Contains(over, m.String()) {
			c.addNote(m)
		}
	}
	c.hasUntold = len(launch.Untold) > 0
}

// setUntold stores what the review has to show. What is told of once would be lost if the user stops it.
func (c *call) setUntold(list []lang.Message) {
	var kept []*lang.Stored
	for _, m := range list {
		if !m.Empty() {
			kept = append(kept, m.Stored())
		}
	}
	if len(kept) == 0 && !c.hasUntold {
		return
	}
	c.hasUntold = len(kept) > 0
	_, err := c.State.Change(c.Launch, func(s *state.State) { s.Untold = kept })
	c.warn("what the review has to show is not kept", err)
}

// announce shows m now, and records it.
func (c *call) announce(m lang.Message) {
	c.Print("[SUPERVISOR] " + c.text(m))
	c.rec.Notice(m, nil)
}

// progress shows m now, and records it as a note of the review.
func (c *call) progress(m lang.Message) {
	c.Print("[SUPERVISOR] " + c.text(m))
	c.rec.Note(m)
}

// lastTry is the number of an attempt after which no further attempt is allowed.
const lastTry = math.MaxInt

// request describes the review of this stop.
func (c *call) request() review.Request {
	r := review.Request{
		Session:  c.reviewedSession(),
		Reviewer: c.setup.Review, Rubric: c.setup.Rubric, Dir: c.setup.Dir, CheckEnv: c.setup.CheckEnv,
		Base: task.Files{Work: c.state.Base, Tree: c.state.BaseTree}, Last: c.state.Files,
		Marks:      c.State.Indexes(),
		HoldClaims: task.MayHoldClaims(c.state.State),
		Holding:    task.Holding(c.setup.Policy, c.state.State), Said: cmp.Or(c.input.LastMessage, c.state.Said),
		Findings: c.state.Findings, Dismissals: c.dismissals,
		Edits: review.Edits{Paths: c.editedFiles()}, Limit: c.setup.Review.Timeout, Place: c.setup.Place,
		Recorder: c.rec.Recorder, Log: c.Log.With("session_id", c.input.SessionID), Output: c.State.OpenOutput,
		CheckEnded: c.endCheck,
		Note:       c.announceAndRepeat, Progress: c.progress,
	}
	r.Reviewer.Schema, r.Reviewer.Agent.Version = true, c.session.Version
	if c.setup.Claims != provider.ClaimsOff && c.input.Transcript != "" {
		stop := session.ClaimedStop{
			Transcript: c.input.Transcript, Message: c.input.LastMessage, Dir: c.setup.Dir, Mask: c.setup.Review.Mask,
		}
		r.Claims = func(ctx context.Context) ([]claims.Claim, error) {
			list, err := stop.Unsupported(ctx)
			c.tellClaims(list)
			return list, err
		}
	}
	return r
}

// endCheck tells the user how a check ended, and keeps it for a review that is stopped.
func (c *call) endCheck(r check.Result) {
	m := lang.M("check %s: %s", r.Name, r.Outcome())
	c.announce(m)
	_, err := c.State.Change(c.input.SessionID, func(s *state.State) {
		if s.Reviewer.Process == c.Self {
			s.Reviewer.Checks = c.text(lang.Join("%s · %s", lang.Verbatim(s.Reviewer.Checks), m))
		}
	})
	c.warn("the result of a check is not kept", err)
}

// reviewedSession describes the session that called the hook, at this stop.
func (c *call) reviewedSession() review.Session {
	s := review.Session{
		ID: c.input.SessionID, File: c.input.Transcript, Model: c.session.Model, Tokens: c.session.Tokens,
		Messages: c.messages(), Answers: c.state.Answers,
		Facts: protocol.Facts{Plan: c.input.Mode == "plan", Pending: c.state.Pending},
	}
	if !c.session.Turn.Ended { // claude has not written it in time
		s.Facts.LastWords = c.setup.Review.LastWords(c.input.LastMessage)
	}
	if !claude.KeepsModel(c.session.Version) {
		s.ForkModel = c.session.Model
	}
	for _, b := range c.input.Background {
		s.Facts.Running = append(s.Facts.Running, b.Name)
	}
	return s
}

// queuedSince returns the messages that wait in claude, without those for which the stop before was not reviewed.
func (c *call) queuedSince() []string {
	if c.input.Transcript == "" {
		return nil
	}
	now, err := transcript.Read(c.input.Transcript)
	c.warn("the transcript is not read", err)
	if c.lastLetGo.At.IsZero() {
		return now.Queued
	}
	return now.Queued[min(len(c.session.Queued), len(now.Queued)):]
}

// recordReview updates the session's state with the result of a review and returns the policy's decision.
func (c *call) recordReview(result review.Result, try int) (d task.Decision) {
	waiting := c.queuedSince()
	launch, err := c.State.Load(c.Launch)
	off := err == nil && !launch.On()
	event := task.Event{
		Kind: task.Reviewed, At: time.Now().UTC(), CostUSD: result.CostUSD, Tokens: result.Tokens(),
		Verdict: result.Verdict, Tries: try,
		Files: result.Files, Queued: c.messageWaits(waiting), EndsReviews: endsReviews(waiting), Off: off,
	}
	c.rec.writeReview(event, c.state.Count, c.state.BaseTree)
	unpriced := result.IsUnpriced()
	c.rec.atLeast = c.rec.atLeast || unpriced
	why := lang.M("%v", result.Reason)
	next, err := c.State.Change(c.input.SessionID, func(s *state.State) {
		s.State, d = c.setup.Policy.Step(s.State, event)
		s.Dir, s.AtLeast = c.setup.Dir, s.AtLeast || unpriced
		switch {
		case result.Completed:
			s.SetAsked(nil, c.calledAt)
		case result.Failure == streamjson.NoFailure:
			s.SetAsked(state.LastMessages(c.messages(), c.setup.Review.Mask.Text), c.calledAt)
		}
		if d.Action == task.GoOn {
			s.Held = state.NewHold(c.input.Transcript, d.Feedback, time.Now().UTC())
		}
		// If this hook was given up, another hook may be reviewing a later stop.
		if d.Action != task.Retry && s.Reviewer.Process == c.Self {
			if result.Failure == streamjson.Aborted {
				why = lang.Join("%s · %s", lang.M("the review was stopped"), lang.Verbatim(s.Reviewer.Checks))
			}
			s.Reviewer, s.JudgedStop, s.JudgedAt = state.Reviewer{}, c.key, time.Now().UTC()
			// the reviewer has spent the rest, and its own words do not say of what
			if d.Code == task.CodeLimitReached {
				why = wording.ReachedLimit(*d.Reached)
			}
			if result.Failure != streamjson.NoFailure && result.Failure != streamjson.Unneeded {
				s.Unreviewed = c.unreviewedStop(why, result.Failure)
			}
		}
	})
	if err != nil && c.corruptMessage(err).Empty() { // decide from the last known state
		c.warn("the verdict is not kept", err)
		next.State, d = c.setup.Policy.Step(c.state.State, event)
	}
	c.state = next
	if d.Action == task.GoOn {
		c.noteWaiting(waiting)
	}
	if len(c.outside) > 0 {
		c.warn("what was dismissed from outside is not kept as such",
			c.State.KeepOutside(c.setup.Dir, state.DismissalKeys(c.outside)))
	}
	if d.Code == task.CodeCompleted && len(c.outside) > 0 {
		c.noteDismissals(c.outside)
	}
	return d
}

// noteWaiting tells the user what becomes of the commands that wait while the agent goes on.
func (c *call) noteWaiting(prompts []string) {
	for _, prompt := range prompts {
		verb, _ := switchIn(prompt)
		isQueued, isDismissal := claude.QueuesCommands(c.session.Version), verb == "dismiss"
		switch {
		case verb != "" && !isQueued && isDismissal:
			c.addNote(lang.M("your %s goes to the agent as text at its next tool call, and not to ccc: type it again "+
				"once the agent has stopped. In another terminal ccc dismiss counts at once", prompt))
		case verb != "" && !isQueued:
			c.addNote(lang.M("your %s goes to the agent as text at its next tool call, and not to ccc: type it again "+
				"once the agent has stopped", prompt))
		case isDismissal:
			c.addNote(lang.M("your /supervisor dismiss waits in claude's queue, and does not count " +
				"yet: claude takes it once it has stopped. In another terminal ccc dismiss counts at once"))
		}
	}
}

// decide turns the policy's decision into the hook's, and tells the user.
func (c *call) decide(result review.Result, d task.Decision, say lang.Message) Decision {
	if result.Fresh {
		c.Print("[SUPERVISOR] " + c.Lang.Sprintf(
			"this provider rejects another model's thinking: reviewing from the transcript"))
	}
	switch {
	case d.Action == task.GoOn:
		c.Print("[SUPERVISOR] " + c.Lang.Sprintf("the task is not completed") + "\n" + d.Feedback + "\n" +
			c.Lang.Sprintf("the agent continues with this feedback"))
		return c.logEnd("held: not completed",
			Decision{Decision: "block", Reason: d.Feedback, Message: c.message(wording.Held(d))})
	case d.Action == task.Finish:
		c.Print("[SUPERVISOR] " + c.Lang.Sprintf("the task is completed\nstop allowed"))
		return c.logEnd("completed", Decision{Message: c.message(say)})
	case result.Failure == streamjson.Aborted:
		return c.logEnd("the review was stopped", Decision{})
	}
	return c.allow(say)
}
