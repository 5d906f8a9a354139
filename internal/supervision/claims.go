package supervision

import (
	"bytes"
	"context"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// claimedStop returns the newest stop of a session, for a look at what the agent claims there. ok is false if this
// launch does not look at claims, or if the session has no file.
func (r *reviews) claimedStop(id string) (stop session.ClaimedStop, ok bool) {
	if r.SessionFile == nil || id == "" || !r.Claims {
		return stop, false
	}
	path, err := r.SessionFile(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	return session.ClaimedStop{Transcript: path, Message: r.message, Dir: r.Dir, Mask: r.Review.Mask}, err == nil
}

// followMessage stores the agent's last message from the result of its turn. The session's file may not have it yet.
func (r *reviews) followMessage(e streamjson.Event) {
	if e.ParentToolUseID != "" || e.Type != streamjson.TypeAssistant && e.Type != streamjson.TypeResult {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Type == streamjson.TypeAssistant {
		r.isAnswering = r.isAnswering || !bytes.Contains(e.Raw, []byte(`"<synthetic>"`)) // claude's own words
		return
	}
	if result, err := e.Result(); err == nil && r.isAnswering {
		r.message, r.pendingClaims, r.toldClaims, r.hasGoneOn = result.Result, !result.IsError, "", false
	}
	r.isAnswering = false
}

// takePendingClaims reports whether nobody has looked at the claims of the last turn yet. It is true once for each
// turn.
func (r *reviews) takePendingClaims() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	untold := r.pendingClaims
	r.pendingClaims = false
	return untold
}

// holdClaims looks at the agent's claims after a turn that is not reviewed. It tells the user which of them the
// session does not support, and returns the feedback for the agent; "" for none.
func (r *reviews) holdClaims(ctx context.Context, s loop.Session) string {
	stop, ok := r.claimedStop(s.ID)
	if !r.takePendingClaims() || !ok {
		return ""
	}
	return r.noteClaims(ctx, stop)
}

// noteClaims tells the user which claims of a stop the session does not support, and returns the feedback for the
// agent; "" if there are no such claims.
func (r *reviews) noteClaims(ctx context.Context, stop session.ClaimedStop) (feedback string) {
	list, err := r.unsupported(ctx, stop)
	if err != nil {
		r.note(lang.M("claims are not looked at: %v", err))
	}
	if len(list) == 0 {
		return ""
	}
	return wording.ClaimFeedback(list)
}

// sayClaims tells the user of unsupported claims at a stop. The session's file may have come so late that the agent
// already works on the user's next message, below which the note then stands.
func (r *reviews) sayClaims(list []claims.Claim, isLate bool) {
	said := wording.Claims(list)
	if isLate {
		said = lang.M("about the answer before your last message: %s", said)
	}
	r.recorder.Claims(list)
	r.front.note(said)
}

// unsupported returns the claims of a stop that the session does not support. It tells the user of them once, however
// often the stop is reviewed.
func (r *reviews) unsupported(ctx context.Context, stop session.ClaimedStop) ([]claims.Claim, error) {
	list, err := stop.Unsupported(ctx)
	r.mu.Lock()
	told, isLate := r.toldClaims == stop.Transcript, r.message != stop.Message || r.hasGoneOn
	if len(list) > 0 {
		r.toldClaims = stop.Transcript
	}
	r.mu.Unlock()
	if len(list) > 0 && !told {
		r.sayClaims(list, isLate)
	}
	return list, err
}

// tellClaims tells the user which claims the session does not support, after a turn that is not reviewed. It is
// called at each notice with the state of the launch, and works in the background, so that the loop does not wait.
func (r *reviews) tellClaims(now loop.Snapshot) {
	ended := r.phase == loop.PhaseAgent && now.Phase == loop.PhaseUser && now.Off
	if r.phase == loop.PhaseUser && now.Phase == loop.PhaseAgent {
		r.mu.Lock()
		r.hasGoneOn = true
		r.mu.Unlock()
	}
	r.phase = now.Phase
	if !ended || !r.takePendingClaims() {
		return
	}
	stop, ok := r.claimedStop(now.Session.ID)
	if !ok {
		return
	}
	r.runInBackground(func() { r.noteClaims(context.Background(), stop) })
}
