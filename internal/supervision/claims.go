package supervision

import (
	"bytes"
	"context"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// claimedStop is the newest stop of a session, to look at what the agent claims. ok is false if claims are not looked
// at, or the session has no file.
func (r *reviews) claimedStop(id string) (stop session.ClaimedStop, ok bool) {
	if r.SessionFile == nil || id == "" || !r.Claims {
		return stop, false
	}
	path, err := r.SessionFile(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	return session.ClaimedStop{Transcript: path, Message: r.message, Dir: r.Dir, Mask: r.Review.Mask}, err == nil
}

// followMessage takes the agent's last message from the result of its turn. The session's file may not have it yet.
func (r *reviews) followMessage(e streamjson.Event) {
	if e.ParentToolUseID != "" || e.Type != streamjson.TypeAssistant && e.Type != streamjson.TypeResult {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Type == streamjson.TypeAssistant {
		r.answers = r.answers || !bytes.Contains(e.Raw, []byte(`"<synthetic>"`)) // claude's own words
		return
	}
	if result, err := e.Result(); err == nil && r.answers {
		r.message, r.untold = result.Result, !result.IsError
	}
	r.answers = false
}

// takeUntold reports, once for each turn, whether its claims were not looked at.
func (r *reviews) takeUntold() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	untold := r.untold
	r.untold = false
	return untold
}

// holdClaims looks at the agent's claims after a turn that is not reviewed. It tells the user what the session does not
// bear out, and returns what the agent is told of it; "" for nothing.
func (r *reviews) holdClaims(ctx context.Context, s loop.Session) string {
	stop, ok := r.claimedStop(s.ID)
	if !r.takeUntold() || !ok {
		return ""
	}
	return r.noteClaims(ctx, stop)
}

// noteClaims tells the user of the claims of a stop that the session does not bear out, and returns what to tell the
// agent of them; "" for no such claims.
func (r *reviews) noteClaims(ctx context.Context, stop session.ClaimedStop) (feedback string) {
	list, err := stop.Unsupported(ctx)
	if err != nil {
		r.front.note(lang.M("claims are not looked at: %v", err))
	}
	if len(list) == 0 {
		return ""
	}
	r.front.note(wording.Claims(list))
	return wording.ClaimFeedback(list)
}

// tellClaims tells the user, after a turn that is not reviewed, what the agent claimed that its session does not bear
// out. It is called with the state of the launch at each notice, and does not make the loop wait.
func (r *reviews) tellClaims(now loop.Snapshot) {
	ended := r.phase == loop.PhaseAgent && now.Phase == loop.PhaseUser && now.Off
	r.phase = now.Phase
	if !ended || !r.takeUntold() {
		return
	}
	stop, ok := r.claimedStop(now.Session.ID)
	if !ok {
		return
	}
	r.after(func() { r.noteClaims(context.Background(), stop) })
}
