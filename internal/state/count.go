package state

import "time"

// Task counts one more review of a session, for a launch that is enabled, unless limit of them have been made: then it reports
// false. A session whose launch was enabled again counts anew.
func (d Dir) Task(session string, launch State, limit int) (s State, ok bool, err error) {
	s, err = d.Change(session, func(s *State) {
		if !s.CountedFrom.Equal(launch.EnabledAt) {
			s.Count, s.CountedFrom, s.CostUSD, s.Verdict, s.Work, s.Stalled = 0, launch.EnabledAt, 0, nil, "", 0
		}
		if ok = s.Count < limit; ok {
			s.Count++
		}
	})
	return s, ok, err
}

// Enable switches the reviews of a launch on, for a new task, or off. work is what the work tree is like, "" where that is not known.
func (d Dir) Enable(launch string, on bool, work string) (State, error) {
	return d.Change(launch, func(s *State) {
		s.Enabled = on
		if on {
			s.Work = work
			s.EnabledAt = time.Now().UTC()
		}
	})
}
