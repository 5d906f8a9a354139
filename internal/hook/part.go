package hook

import (
	"cmp"
	"time"

	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// The events at the end of a part of the agent's work.
const (
	subagentStop  = "SubagentStop"
	taskCompleted = "TaskCompleted" // the agent is about to tick off a task on its list
)

// isPart reports whether the event is the end of a part of the agent's work.
func (in Input) isPart() bool { return in.Event == subagentStop || in.Event == taskCompleted }

// RunPart decides about the end of a part of the agent's work, such as a subagent's. There is no review: only the
// agent's own stop is reviewed. With reviews off, claims are treated as at a stop. With reviews on, the rubric says
// whether unsupported claims hold the agent.
func (h Hook) RunPart(in Input) Decision {
	c := &call{Hook: h, input: in, calledAt: time.Now().UTC()}
	c.Log = c.Log.With("event", in.Event)
	stop := session.ClaimedStop{
		Transcript: cmp.Or(in.AgentTranscript, in.Transcript), Message: in.LastMessage,
		Subagent: in.AgentTranscript != "",
	}
	who := lang.M("subagent %s", cmp.Or(in.AgentType, in.AgentID))
	if in.Event == taskCompleted {
		stop.Transcript, stop.Message, stop.Subagent = in.Transcript, "- [x] "+in.Subject, false
		c.input.LastMessage = stop.Message
		who = lang.M("task %s", in.TaskID)
	}
	launch, err := h.State.Load(h.Launch)
	if h.Launch == "" || h.Plain || err != nil || stop.Transcript == "" || !c.mayClaim(launch) {
		return c.logEnd("nothing to look at", Decision{})
	}
	f, dir, err := c.Claims()
	if err != nil || f.Claims == provider.ClaimsOff {
		return c.logEnd("claims are not looked at", Decision{}) // the agent's stop says why
	}
	stop.Dir = dir
	list := c.unsupported(stop)
	if len(list) == 0 {
		return c.logEnd("all is borne out", Decision{Message: c.message(lang.Message{})})
	}
	policy := review.PolicyOf(f)
	if launch.On() {
		setup, err := c.Prepare(in)
		if err != nil {
			c.notes = append(c.notes, noReviewMessage(err))
		}
		policy.HoldClaims = err == nil && setup.Rubric.HoldClaims
	}
	line := lang.M("%s: %s", who, wording.Claims(list))
	d := c.judgeClaims(policy, list)
	c.storePartLine(lang.Join("%s · %s", line, wording.Decision(d)))
	decision := Decision{Message: c.message(lang.Message{})}
	if d.Action == task.GoOn {
		decision.Decision, decision.Reason = "block", d.Feedback
	}
	return c.logEnd("a claim of a part is not borne out", decision)
}

// maxParts is how many lines may wait for the next stop.
const maxParts = 100

// storePartLine stores a line for the user until the session's next stop.
func (c *call) storePartLine(line lang.Message) {
	_, err := c.State.Change(c.input.SessionID, func(s *state.State) {
		if len(s.Parts) < maxParts {
			s.Parts = append(s.Parts, c.text(line))
		}
	})
	if err != nil && c.corruptMessage(err).Empty() {
		c.notes = append(c.notes, line)
	}
}

// takeParts returns, in one line, the unsupported claims in parts of the work since the last stop; empty for none.
func (c *call) takeParts() lang.Message {
	if len(c.state.Parts) == 0 {
		return lang.Message{}
	}
	var parts []string
	_, err := c.State.Change(c.input.SessionID, func(s *state.State) { parts, s.Parts = s.Parts, nil })
	c.warn("that the user was told of a subagent is not kept", err)
	switch len(parts) {
	case 0: // another hook has reported them
		return lang.Message{}
	case 1:
		return lang.M("%s", parts[0])
	}
	return lang.M("%s · further subagents with such claims: %d", parts[0], len(parts)-1)
}
