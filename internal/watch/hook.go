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

// unknown is the phase of a session in Claude's own screen as long as no stop is recorded: whether the agent works
// nobody tells.
const unknown = "unknown"

// ofState is a session by its state alone.
func ofState(launch, session state.State) Session {
	since := launch.CreatedAt
	if launch.HandedOver.After(since) {
		since = launch.HandedOver
	}
	s := Session{
		ID: session.SessionID, Launch: launch.SessionID, Door: recording.Hook, Running: true, Phase: unknown,
		Began: launch.CreatedAt, Since: since, Round: session.Count, CostUSD: session.CostUSD,
		Off: !launch.Enabled && !launch.OffInDoubt(),
	}
	if launch.Rubric != nil {
		s.Dir = launch.Rubric.Dir
	}
	if session.Reviewer.Process.Alive() {
		s.Phase, s.Since = "review", session.Reviewer.Since
	}
	if v := session.Verdict; v != nil {
		s.Verdict = &Verdict{Round: session.Count, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback}
	}
	return s
}
