package hook

import (
	"slices"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/wording"
)

// settling is how long after a stop its hook is called at the latest.
const settling = 10 * time.Second

// missed counts the stops of a session of which no hook of ours was told while reviews were on: hooks were turned off,
// or something stood in their place. The transcript has the stops, the state the time up to which we were told. The
// launch's counts in a session that is new to us, for one that was forked holds the stops of another one.
func missed(stops []time.Time, since time.Time, launch, session state.State) (n int) {
	heard := session.Heard
	if heard.IsZero() {
		heard = launch.Heard
	}
	if heard.IsZero() && session.Judged != "" {
		return 0 // a state of an earlier ccc, which did not write it down
	}
	for _, at := range stops {
		if at.After(since) && at.After(heard) {
			n++
		}
	}
	return n
}

// earlier are the stops before the one that the hook is called for.
func earlier(s session.Transcript, now time.Time) []time.Time {
	if n := len(s.Stops); n > 0 && s.Turn.Ended {
		return s.Stops[:n-1]
	}
	return slices.DeleteFunc(slices.Clone(s.Stops), func(at time.Time) bool { return now.Sub(at) < settling })
}

// Missed tells the person how many stops of a launch that has ended no hook of ours was told of; it is empty if there
// are none. dir is claude's configuration directory.
//
// Whether reviews were on the state says; where it says no, the commands that she typed decide.
func Missed(states state.Dir, dir, launch string) lang.Message {
	l, err := states.Load(launch)
	if err != nil {
		return lang.Message{}
	}
	n := l.Missed
	for _, known := range states.Sessions(launch) {
		path, err := claude.Transcript(dir, known.SessionID)
		if err != nil {
			continue // of a session without a message there is none
		}
		s, err := session.ReadTranscript(path)
		if err != nil {
			continue
		}
		since, until := l.EnabledAt, time.Time{}
		for _, c := range s.Commands {
			switch {
			case c.Time.Before(l.CreatedAt):
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
		n += missed(stops, since, l, known)
	}
	if n == 0 {
		return lang.Message{}
	}
	return wording.Missed(n)
}
