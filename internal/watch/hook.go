package watch

import (
	"cmp"
	"slices"
	"time"

	"ccc/internal/claude"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// hookSessions returns the running sessions on Claude Code's own screen that are not in the list.
func hookSessions(dir state.Dir, list []Session) (found []Session) {
	for _, launch := range dir.Launches() {
		if !launch.Owner.Alive() || launch.Newest == "" || slices.ContainsFunc(list, func(s Session) bool {
			return s.Running && (s.ID == launch.Newest || s.Launch == launch.SessionID && s.Door == session.DoorHook)
		}) {
			continue
		}
		session, err := dir.Read(launch.Newest)
		if err != nil {
			continue // its state is broken, which its own ccc reports
		}
		one := ofState(launch.Newest, session, launch)
		one.state = dir
		one.Launch, one.Began, one.Missed = launch.SessionID, launch.CreatedAt, launch.Missed
		if one.Since.IsZero() {
			one.Since = launch.CreatedAt
			if launch.HandedOver.After(one.Since) {
				one.Since = launch.HandedOver
			}
		}
		one.Off = !launch.On()
		if one.Dir = launch.Dir; one.Dir == "" && launch.Rubric != nil {
			one.Dir = launch.Rubric.Dir
		}
		if i := slices.IndexFunc(list, func(s Session) bool { return s.Launch == one.Launch }); i >= 0 &&
			one.Dir == "" {
			one.Dir = list[i].Dir // the loop has handed the session over
		}
		found = append(found, one)
	}
	return found
}

// unknown is the phase of a session on Claude Code's own screen before its first stop, and after reviews were
// switched off while the agent worked, when neither a hook nor claude shows whether the agent works.
const unknown = "unknown"

// interruptedSince returns when the user interrupted the agent after a time, if it has done nothing since; zero
// otherwise. Claude runs no hook then, so its own file says it.
func interruptedSince(now state.State, since time.Time) time.Time {
	if at := transcript.InterruptedAt(now.Transcript); at.After(since) {
		return at
	}
	return time.Time{}
}

// promptPhase returns the phase that a prompt of the user's has begun, if no stop has followed it; "" for none. A stop
// while reviews were off is not known.
func promptPhase(launch, session state.State) string {
	switch at := session.Prompted; {
	case at.IsZero():
		return ""
	case !launch.On() || at.Before(launch.EnabledAt):
		return unknown
	}
	return loop.PhaseAgent.String()
}

// withDoing returns the session with what its claude says itself, for the times in which no hook runs: it waits for a
// permission or an answer, or nothing else shows whether it works.
func (s Session) withDoing(launch, now state.State) Session {
	if s.Door != session.DoorHook || !s.Running || launch.Newest != s.ID ||
		s.Phase != unknown && s.Phase != loop.PhaseAgent.String() {
		return s
	}
	what, since := claude.Doing(now.Transcript, s.ID, launch.Owner.Pid)
	phase, ok := map[string]string{
		claude.Waiting: session.PhaseQuestion, claude.Idle: loop.PhaseUser.String(),
		claude.Busy: loop.PhaseAgent.String(),
	}[what]
	if ok && (s.Phase == unknown || what == claude.Waiting) {
		s.Phase, s.Since = phase, since
	}
	return s
}

// nextRound returns the round of the review that the session's next stop gets. of is the limit.
func nextRound(launch, session state.State, of int) int {
	if session.Ended != "" || session.Count >= of || !session.IsCountedFor(launch) {
		return 1 // another task
	}
	return session.Count + 1
}

// ofState makes a session from its state and that of its launch.
func ofState(id string, now, launch state.State) Session {
	s := Session{
		ID: id, Door: session.DoorHook, Running: true, Phase: unknown, Round: now.Count, CostUSD: now.CostUSD,
		AtLeast: now.AtLeast || now.HasBrokenOff(),
	}
	if now.IsOfEarlierTask(launch) {
		s.CostUSD, s.AtLeast = 0, false
	}
	if promptPhase(launch, now) == loop.PhaseAgent.String() {
		s.Phase, s.Since = loop.PhaseAgent.String(), now.Prompted
		if at := interruptedSince(now, now.Prompted); !at.IsZero() {
			s.Phase, s.Since, s.Interrupted = loop.PhaseUser.String(), at, true
		}
	}
	round, last := now.Count, now.LastStop(launch.EnabledAt)
	if now.Reviewer != (state.Reviewer{}) && !now.HasBrokenOff() {
		s.Phase, s.Since = "review", now.Reviewer.Since
		round--
	}
	if s.Phase == unknown && launch.HasPromptHook && now.Prompted.IsZero() && now.JudgedAt.IsZero() &&
		now.Unreviewed.At.IsZero() { // nothing was typed since /clear
		s.Phase, s.Since = loop.PhaseUser.String(), now.CreatedAt
	}
	s = s.withDoing(launch, now)
	switch v := last.Verdict; {
	case last.Stopped:
		s.Verdict = &Verdict{Round: round, Failure: failureAborted, Reason: wording.BrokeOff(true).String()}
	case last.BrokeOff:
		s.Verdict = &Verdict{Round: round, Failure: failureKilled}
	case last.Unreviewed != nil:
		s.Verdict = unreviewedVerdict(round, *last.Unreviewed)
	case v != nil:
		s.Verdict = &Verdict{Round: round, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback, By: v.By,
			Findings: v.Findings, FoundAgain: v.FoundAgain, Unchecked: v.IsUnchecked(), Mods: v.Mods,
			Meanwhile: v.ChangedMeanwhile, Outside: v.DismissedOutside, checks: v.Checks}
	}
	return s
}

// unreviewedVerdict returns the verdict for a stop that should have been reviewed and was not.
func unreviewedVerdict(round int, u state.Unreviewed) *Verdict {
	return &Verdict{Round: round, Failure: cmp.Or(u.Failure, session.FailureName(streamjson.NeedsPerson)),
		Reason: u.Why}
}

// currentSession returns the session in which the launch of s is now. After /clear and /resume that is another one,
// which has no recording before its first stop. dir is the state directory if the session does not name its own.
func currentSession(dir state.Dir, s Session) Session {
	dir = cmp.Or(s.state, dir)
	if s.Running && s.Verdict != nil {
		v := *s.Verdict
		v.Findings = dir.WithDismissals(s.Dir, v.Findings)
		s.Verdict = &v
	}
	if !s.Running || s.Door != session.DoorHook || s.ID == "" {
		return s
	}
	launch, err := dir.Read(s.Launch)
	if err != nil || launch.Newest == "" {
		return s
	}
	session, err := dir.Read(launch.Newest)
	if err != nil {
		return s
	}
	if launch.Newest == s.ID {
		return s.withDoing(launch, session)
	}
	one := ofState(launch.Newest, session, launch)
	one.Launch, one.Dir, one.Began, one.Off, one.Recording = s.Launch, s.Dir, s.Began, s.Off, s.Recording
	one.state = s.state
	if one.Missed = launch.Missed; session.CreatedAt.After(s.Began) { // else an earlier session was resumed
		one.Began = session.CreatedAt
	}
	return one
}
