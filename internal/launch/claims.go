package launch

import (
	"bytes"
	"context"

	"ccc/internal/session"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// claimedStop is the newest stop of a session, to look at what the agent claims. ok is false if claims are not looked
// at, or the session has no file.
func (r *reviews) claimedStop(id string) (stop session.ClaimedStop, ok bool) {
	if r.SessionFile == nil || id == "" {
		return stop, false
	}
	path, err := r.SessionFile(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	return session.ClaimedStop{Transcript: path, Message: r.message, Dir: r.Dir}, err == nil
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
	r.after(func() {
		list, err := stop.Unsupported(context.Background())
		if err != nil {
			r.Log.Warn("claims are not looked at", "err", err)
		}
		if len(list) > 0 {
			r.front.note(wording.Claims(list))
		}
	})
}
