package hook

import (
	"cmp"
	"context"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// lookAtClaims decides about a stop that is not reviewed, in a claude that ccc started. It tells the user which
// claims of the last message the session does not support. If ccc.json asks for it, the agent is told, too, and goes
// on.
func (c *call) lookAtClaims(launch state.State, notice lang.Message) Decision {
	part := c.takeParts()
	allowed := func() Decision {
		c.notes = append(c.notes, part)
		return c.logEnd("reviews are off", Decision{Message: c.message(notice)})
	}
	if c.input.Transcript == "" || !c.mayClaim(launch) {
		return allowed()
	}
	f, dir, err := c.Claims()
	if err != nil {
		c.notes = append(c.notes, lang.M("claims are not looked at: %v", err))
		return allowed()
	}
	if f.Claims == provider.ClaimsOff {
		return allowed()
	}
	list := c.unsupported(session.ClaimedStop{Transcript: c.input.Transcript, Message: c.input.LastMessage, Dir: dir})
	if len(list) == 0 {
		return allowed()
	}
	c.claimed = list
	claimed := wording.Claims(list)
	one := lang.Join("%s · %s", claimed, part)
	c.notes, c.recorded, c.part = append(c.notes, one), append(c.recorded, one.String()), part
	d := c.judgeClaims(review.PolicyOf(f), list)
	if say := wording.Decision(d); !say.Empty() {
		c.notes = append(c.notes, say)
	}
	c.storeUnseen(launch, claimed)
	why := "reviews are off; a claim is not borne out"
	if d.Action != task.GoOn {
		return c.logEnd(why, Decision{Message: c.message(notice)})
	}
	return c.logEnd(why, Decision{Decision: "block", Reason: d.Feedback, Message: c.message(notice)})
}

// maxUnseen is how many messages are kept for the end of a claude without a screen.
const maxUnseen = 20

// storeUnseen stores a message until a claude without a screen ends, because such a claude shows no messages of a
// hook.
func (c *call) storeUnseen(launch state.State, m lang.Message) {
	if !launch.Headless {
		return
	}
	_, err := c.State.Change(c.Launch, func(s *state.State) {
		if len(s.Unseen) < maxUnseen {
			s.Unseen = append(s.Unseen, c.text(m))
		}
	})
	c.warn("a message is not kept", err)
}

// mayClaim reports whether the session's last message may contain a claim, and this hook is responsible for its
// claude.
func (c *call) mayClaim(launch state.State) bool {
	if c.Claims == nil || c.input.LastMessage != "" && !claims.MayClaim(c.input.LastMessage) {
		return false
	}
	_, nested := c.isNested(launch)
	return !nested
}

// unsupported returns the claims of a stop that the session does not support. The user is told if they cannot be
// checked.
func (c *call) unsupported(stop session.ClaimedStop) []claims.Claim {
	stop.Mask = c.Mask
	list, err := stop.Unsupported(context.Background())
	if err != nil {
		c.notes = append(c.notes, lang.M("claims are not looked at: %v", err))
	}
	return list
}

// tellClaims tells the user of claims at a stop that is reviewed, once, however often the review is tried.
func (c *call) tellClaims(list []claims.Claim) {
	if len(list) == 0 || len(c.claimed) > 0 {
		return
	}
	c.claimed = list
	c.rec.Claims(list)
	m := wording.Claims(list)
	c.Print("[SUPERVISOR] " + c.text(m))
	c.notes, c.recorded = append(c.notes, m), append(c.recorded, m.String())
}

// judgeClaims asks the policy what follows from the claims of a stop that is not reviewed. The session's state says
// how often claims have held the agent since the user's message.
func (c *call) judgeClaims(policy task.Policy, list []claims.Claim) (d task.Decision) {
	now := time.Now().UTC()
	event := task.Event{Kind: task.Claimed, At: now, Feedback: wording.ClaimFeedback(list)}
	part := cmp.Or(c.input.AgentID, c.input.TaskID)
	step := func(s task.State) task.State {
		s.Off, s.Said = true, c.input.LastMessage
		s, d = policy.Step(s, event)
		return s
	}
	if !policy.HoldClaims {
		step(task.State{})
		return d
	}
	_, err := c.State.Change(c.input.SessionID, func(s *state.State) {
		before := s.Claimed[part]
		if !c.input.Active && c.input.TaskID == "" { // the first stop of the turn
			before = task.State{}
		}
		after := step(before)
		if delete(s.Claimed, part); d.Action != task.GoOn {
			return
		}
		if s.Claimed == nil {
			s.Claimed = make(map[string]task.State)
		}
		s.Claimed[part] = after
		if part == "" { // where claude writes the feedback of other hooks is not known
			s.Held = state.NewHold(c.input.Transcript, d.Feedback, now)
			s.Held.Claims = true
		}
	})
	if err != nil && c.corruptMessage(err).Empty() { // nobody would count the next holds
		c.notes = append(c.notes, lang.M("stop allowed: %v", err))
		return task.Decision{Action: task.Yield}
	}
	return d
}
