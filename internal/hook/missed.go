package hook

import (
	"slices"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/wording"
)

// hookDelay is the longest time between a stop and the call of its hook.
const hookDelay = 10 * time.Second

// countMissed counts the stops of a session during which reviews were on, but no hook of ours was called: hooks were
// off or replaced. The transcript has the stops; the state has the time up to which they were reported. For a session
// without such a time the launch's time counts, because a fork's transcript contains the stops of another session.
func countMissed(stops []time.Time, since time.Time, launch, session state.State) (n int) {
	heard := session.ReportedUntil
	if heard.IsZero() {
		heard = launch.ReportedUntil
	}
	if heard.IsZero() && session.JudgedStop != "" {
		return 0 // an older ccc wrote the state, without that time
	}
	for _, at := range stops {
		if at.After(since) && at.After(heard) {
			n++
		}
	}
	return n
}

// earlierStops returns the stops before the one that the hook was called for.
func earlierStops(s transcript.Transcript, now time.Time) []time.Time {
	if n := len(s.Stops); n > 0 && s.Turn.Ended {
		return s.Stops[:n-1]
	}
	return slices.DeleteFunc(slices.Clone(s.Stops), func(at time.Time) bool { return now.Sub(at) < hookDelay })
}

// AtEnd returns what the user is told when a launch of claude's own screen has ended. dir is claude's configuration
// directory. An unreadable state was reported at the stop.
func AtEnd(states state.Dir, dir, launch string) (list []lang.Message) {
	l, err := states.Load(launch)
	if err != nil {
		return nil
	}
	sessions := states.Sessions(launch)
	if n := missedStops(dir, l, sessions); n > 0 {
		list = append(list, wording.Missed(n))
	}
	if l.Enabled && l.Newest != "" {
		newest, _ := states.Load(l.Newest)
		if left := lastUnreviewed(newest, l.EnabledAt); !left.Empty() {
			list = append(list, left)
		}
	}
	for _, text := range l.Unseen {
		list = append(list, lang.M("%s", text))
	}
	return append(list, ignoredHolds(sessions)...)
}

// missedStops counts the stops of a launch that no hook of ours saw. The state says whether reviews were on. If it says
// no, the commands that the user typed decide.
func missedStops(dir string, launch state.State, sessions []state.State) int {
	n := launch.Missed
	for _, known := range sessions {
		path, err := claude.Transcript(dir, known.SessionID)
		if err != nil {
			continue // a session without a message has no transcript
		}
		s, err := transcript.Read(path)
		if err != nil {
			continue
		}
		if launch.HasPromptHook {
			stops := slices.DeleteFunc(s.Stops, func(at time.Time) bool { return !launch.WasOn(at) })
			n += countMissed(stops, time.Time{}, launch, known)
			continue
		}
		since, until := launch.EnabledAt, time.Time{}
		for _, c := range s.Commands {
			switch {
			case c.Time.Before(launch.CreatedAt):
			case c.Name == "supervisor":
				if until = (time.Time{}); since.IsZero() {
					since = c.Time
				}
			case c.Name == "supervisoroff":
				until = c.Time
			}
		}
		if since.IsZero() {
			continue
		}
		stops := slices.DeleteFunc(s.Stops, func(at time.Time) bool { return !until.IsZero() && at.After(until) })
		n += countMissed(stops, since, launch, known)
	}
	return n
}
