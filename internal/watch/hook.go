package watch

import (
	"cmp"
	"slices"
	"time"

	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/streamjson"
)

// hookSessions are those in Claude Code's own screen that run and are not in the list.
func hookSessions(dir state.Dir, list []Session) (found []Session) {
	for _, launch := range dir.Launches() {
		if !launch.Owner.Alive() || launch.Newest == "" || slices.ContainsFunc(list, func(s Session) bool {
			return s.Running && (s.ID == launch.Newest || s.Launch == launch.SessionID && s.Door == session.DoorHook)
		}) {
			continue
		}
		session, err := dir.Glance(launch.Newest)
		if err != nil {
			continue // it is broken: its ccc says so
		}
		one := ofState(launch.Newest, session, launch.EnabledAt)
		one.Launch, one.Began, one.Missed = launch.SessionID, launch.CreatedAt, launch.Missed
		if one.Since.IsZero() {
			one.Since = launch.CreatedAt
			if launch.HandedOver.After(one.Since) {
				one.Since = launch.HandedOver
			}
		}
		one.Off = !launch.Enabled && !launch.OffInDoubt()
		if one.Dir = launch.Dir; one.Dir == "" && launch.Rubric != nil {
			one.Dir = launch.Rubric.Dir
		}
		if i := slices.IndexFunc(list, func(s Session) bool { return s.Launch == one.Launch }); i >= 0 && one.Dir == "" {
			one.Dir = list[i].Dir // the loop has handed it over
		}
		found = append(found, one)
	}
	return found
}

// unknown is the phase of a session in Claude's own screen as long as no stop is recorded, and when reviews were
// switched off while the agent worked: whether it works nobody tells.
const unknown = "unknown"

// ofState is a session by its state alone, in a launch where reviews were switched on at that time.
func ofState(id string, known state.Glance, on time.Time) Session {
	s := Session{
		ID: id, Door: session.DoorHook, Running: true, Phase: unknown, Round: known.Count, CostUSD: known.CostUSD,
	}
	last := known.Count
	switch {
	case known.BrokeOff():
		s.Verdict = &Verdict{Round: last, Failure: killed}
		return s
	case known.Reviewer != (state.Reviewer{}):
		s.Phase, s.Since = "review", known.Reviewer.Since
		last--
	}
	if u := known.Unreviewed; u.Holds(on) {
		s.Verdict = unreviewed(last, u)
	} else if v := known.Verdict; v != nil && !v.At.Before(on) {
		s.Verdict = &Verdict{Round: last, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback}
	}
	return s
}

// unreviewed is what a stop that should have been reviewed, in that round, came to.
func unreviewed(round int, u state.Unreviewed) *Verdict {
	return &Verdict{Round: round, Failure: cmp.Or(u.Failure, session.FailureName(streamjson.NeedsPerson)), Reason: u.Why}
}

// newest is the session that a launch is in, of which s was recorded last: /clear and /resume lead to another one, of
// which nothing is written before its first stop.
func newest(dir state.Dir, s Session) Session {
	if !s.Running || s.Door != session.DoorHook || s.ID == "" {
		return s
	}
	launch, err := dir.Glance(s.Launch)
	if err != nil || launch.Newest == "" || launch.Newest == s.ID {
		return s
	}
	session, err := dir.Glance(launch.Newest)
	if err != nil {
		return s
	}
	one := ofState(launch.Newest, session, launch.EnabledAt)
	one.Launch, one.Dir, one.Began, one.Off, one.Recording = s.Launch, s.Dir, s.Began, s.Off, s.Recording
	if one.Missed = launch.Missed; session.CreatedAt.After(s.Began) { // else an earlier one was resumed
		one.Began = session.CreatedAt
	}
	return one
}
