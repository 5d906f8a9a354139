package launch

import (
	"context"

	"ccc/internal/session"
	"ccc/internal/wording"
	"ccc/loop"
)

// claimedStop is the newest stop of a session, to look at what the agent claims. ok is false if claims are not looked
// at, or the session has no file.
func (r *reviews) claimedStop(id string) (stop session.ClaimedStop, ok bool) {
	if r.SessionFile == nil || id == "" {
		return stop, false
	}
	path, err := r.SessionFile(id)
	return session.ClaimedStop{Transcript: path, Dir: r.Dir}, err == nil
}

// tellClaims tells the user, after a turn that is not reviewed, what the agent claimed that its session does not bear
// out. It is called with the state of the launch at each notice, and does not make the loop wait.
func (r *reviews) tellClaims(now loop.Snapshot) {
	ended := r.phase == loop.PhaseAgent && now.Phase == loop.PhaseUser && now.Off
	r.phase = now.Phase
	stop, ok := r.claimedStop(now.Session.ID)
	if !ended || !ok {
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
