package hook

import (
	"context"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/wording"
)

// lookAtClaims decides about a stop that is not reviewed, in a claude that ccc started. The user reads of what its last
// message claims and the session does not bear out; if ccc.json says so, the agent is told instead, and goes on.
func (c *call) lookAtClaims(launch state.State, notice lang.Message) Decision {
	allowed := func() Decision { return c.logEnd("reviews are off", Decision{Message: c.message(notice)}) }
	if c.input.Transcript == "" || c.Claims == nil || c.input.LastMessage != "" && !claims.MayClaim(c.input.LastMessage) {
		return allowed()
	}
	if _, nested := c.isNested(launch); nested {
		return allowed()
	}
	mode, dir := c.Claims()
	if mode == provider.ClaimsOff {
		return allowed()
	}
	stop := session.ClaimedStop{Transcript: c.input.Transcript, Message: c.input.LastMessage, Dir: dir}
	list, err := stop.Unsupported(context.Background())
	c.warn("claims are not looked at", err)
	if len(list) == 0 {
		return allowed()
	}
	c.notes = append(c.notes, wording.Claims(list))
	if mode != provider.ClaimsHold || !c.mayHoldClaims() {
		return c.logEnd("reviews are off; a claim is not borne out", Decision{Message: c.message(notice)})
	}
	feedback := wording.ClaimFeedback(list)
	return c.logEnd("held: a claim is not borne out",
		Decision{Decision: "block", Reason: feedback, Message: c.message(notice)})
}

// mayHoldClaims counts the holds since the user's message, and reports whether there may be this one.
func (c *call) mayHoldClaims() (may bool) {
	_, err := c.State.Change(c.input.SessionID, func(s *state.State) {
		if !c.input.Active { // the first stop of the turn
			s.ClaimHolds = 0
		}
		if may = s.ClaimHolds < review.MaxClaimHolds; may {
			s.ClaimHolds++
		}
	})
	c.warn("the hold is not kept", err)
	return may && err == nil
}
