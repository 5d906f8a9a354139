package watch

import (
	"slices"

	"ccc/internal/recording"
	"ccc/internal/state"
)

// hookSessions are those in Claude Code's own screen that run and are not in the list.
func hookSessions(dir state.Dir, list []Session) (found []Session) {
	for _, launch := range dir.Launches() {
		if !launch.Owner.Alive() || launch.Newest == "" || slices.ContainsFunc(list, func(s Session) bool {
			return s.ID == launch.Newest && s.Running
		}) {
			continue
		}
		session, err := dir.Load(launch.Newest)
		if err != nil {
			continue // it is broken, or gone: its ccc says so
		}
		one := ofState(launch, session)
		if i := slices.IndexFunc(list, func(s Session) bool { return s.Launch == one.Launch }); i >= 0 && one.Dir == "" {
			one.Dir = list[i].Dir // the loop has handed it over
		}
		found = append(found, one)
	}
	return found
}

// ofState is a session by its state alone.
func ofState(launch, session state.State) Session {
	s := Session{
		ID: session.SessionID, Launch: launch.SessionID, Door: recording.Hook, Running: true, Phase: "agent",
		Began: launch.CreatedAt, Since: session.UpdatedAt, Round: session.Count, CostUSD: session.CostUSD,
		Off: !launch.Enabled && !launch.OffInDoubt(),
	}
	if launch.Rubric != nil {
		s.Dir = launch.Rubric.Dir
	}
	if session.Reviewer.Process.Alive() {
		s.Phase = "review"
	}
	if v := session.Verdict; v != nil {
		s.Verdict = &Verdict{Round: session.Count, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback}
	}
	return s
}
