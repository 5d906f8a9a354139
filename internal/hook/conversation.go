package hook

import (
	"cmp"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// entry is one entry of the conversation: a message of the user, a switch of the reviews, or a line of the agent's
// transcript.
type entry struct {
	at         time.Time
	text       string
	switched   string // session.ReviewsOff or ReviewsOn, instead of a text
	dismissed  string // the finding that the user dismissed, and why, instead of a text
	olderCount int    // of a switch: how many of the session's messages are older
	hasTask    bool   // of a switch: a task followed /supervisor
	raw        []byte
}

// maxBefore is how many bytes of the transcript from before the first stop a recording may contain.
const maxBefore = 4 << 20

// conversation returns the entries of the session's transcript that the recording does not have yet, in order.
func (c *call) conversation(kept *state.Recording) (list []entry) {
	messages, commands := c.session.Messages, c.session.Commands
	from, after := 0, kept.At
	isOld := func(transcript.Message) bool { return false }
	if kept.Session == c.input.SessionID {
		from, after = min(kept.Messages, len(messages)), time.Time{}
		commands = commands[min(kept.Commands, len(commands)):]
	} else { // of another one, or of none: from the task's beginning, or from that of the claude that has resumed it
		from = c.recordedFrom(kept.At)
		isOld = func(m transcript.Message) bool { return !m.Time.After(c.ownSince) || !m.Time.After(kept.At) }
		if i := slices.IndexFunc(messages[from:], func(m transcript.Message) bool { return !isOld(m) }); i >= 0 {
			after = messages[from+i].Time
		}
		kept.Read = 0
		if info, err := os.Stat(c.input.Transcript); err == nil {
			kept.Read = max(info.Size()-maxBefore, 0)
		}
	}
	kept.Session, kept.Messages, kept.Commands = c.input.SessionID, len(c.session.Messages), len(c.session.Commands)
	switches := c.switches(kept, commands, after)
	var said []entry // by the user, in order; two of them may have the same time
	for i, m := range messages[from:] {
		for len(switches) > 0 && switches[0].olderCount <= from+i {
			said, switches = append(said, switches[0]), switches[1:]
		}
		if !isOld(m) {
			said = append(said, entry{at: m.Time, text: m.Text})
		}
	}
	said = append(said, switches...)
	for _, d := range dismissalsSince(c.State.Sessions(c.Launch), kept) {
		later := slices.IndexFunc(said, func(e entry) bool { return e.at.After(d.at) })
		if later < 0 {
			later = len(said)
		}
		said = slices.Insert(said, later, d)
	}
	next := func(until time.Time) {
		for len(said) > 0 && (until.IsZero() || !said[0].at.After(until)) {
			list, said = append(list, said[0]), said[1:]
		}
	}
	if c.input.Transcript != "" {
		var err error
		kept.Read, err = transcript.AgentLines(c.input.Transcript, kept.Read, func(at time.Time, e streamjson.Event) {
			if !at.Before(after) {
				next(at)
				list = append(list, entry{at: at, raw: slices.Clone(e.Raw)})
			}
		})
		c.warn("the transcript is not recorded", err)
	}
	next(time.Time{})
	return list
}

// recordedFrom returns the message with which a recording begins: the task's first one, or the first one since reviews
// were on if the user has switched them off since the launch began, because what was done then is in no recording.
func (c *call) recordedFrom(began time.Time) int {
	from := c.taskStart()
	launch, err := c.State.Load(c.Launch)
	if err != nil {
		return from
	}
	for _, s := range launch.Switches {
		if !s.On && s.At.After(began) && !s.Since.IsZero() {
			later := func(m transcript.Message) bool { return m.Time.After(s.Since) }
			return min(from, max(slices.IndexFunc(c.session.Messages, later), 0))
		}
	}
	return from
}

// switches returns when reviews were switched since the last recorded stop, and notes that in kept. commands are those
// of the session's file since then, after is the time from which they count.
func (c *call) switches(kept *state.Recording, commands []transcript.Command, after time.Time) []entry {
	switches := switchEntries(commands, after, kept.Off)
	launch, err := c.State.Load(c.Launch)
	since := cmp.Or(kept.Switched, kept.At)
	if err == nil && launch.HasPromptHook { // no command is in the session's file
		switches = switchesSince(launch.Switches, since, c.session.Messages, kept.Off)
		beginTasks(switches, commands)
	}
	if kept.Switched = since; err == nil {
		for _, s := range launch.Switches {
			if s.At.After(kept.Switched) {
				kept.Switched = s.At
			}
		}
	}
	if n := len(switches); c.rec.turn.Off != (kept.Off != (n%2 == 1)) { // nothing shows the last switch
		switched := session.ReviewsOn
		if c.rec.turn.Off {
			switched = session.ReviewsOff
		}
		switches = append(switches, entry{at: time.Now(), switched: switched, olderCount: math.MaxInt})
	}
	return switches
}

// switchEntries returns when the user switched reviews off since a time, and on again. off says that they were off.
func switchEntries(commands []transcript.Command, since time.Time, off bool) (list []entry) {
	for _, c := range commands {
		switch {
		case c.Time.Before(since):
		case c.Name == "supervisoroff" && !off:
			list, off = append(list, entry{at: c.Time, switched: session.ReviewsOff, olderCount: c.After}), true
		case c.Name == "supervisor" && off:
			list, off = append(list, entry{at: c.Time, switched: session.ReviewsOn, olderCount: c.After}), false
		}
	}
	return list
}

// switchesSince returns the user's switches since a time as entries. messages are all of the session. off says that
// reviews were off before.
func switchesSince(all []state.Switch, since time.Time, messages []transcript.Message, off bool) (list []entry) {
	for _, s := range all {
		switched := session.ReviewsOff
		if s.On {
			switched = session.ReviewsOn
		}
		if s.At.After(since) && s.On == off {
			off = !s.On
			older := len(messages)
			for older > 0 && !messages[older-1].Time.Before(s.At.Truncate(time.Millisecond)) { // claude's times
				older--
			}
			list = append(list, entry{at: s.At, switched: switched, olderCount: older, hasTask: s.On && s.Words})
		}
	}
	return list
}

// beginTasks makes the task of each /supervisor that has one follow its switch. Claude may have noted it earlier than
// the hook that switched. commands are those of the session's file.
func beginTasks(switches []entry, commands []transcript.Command) {
	for i, s := range switches {
		var nearest *transcript.Command
		for j, c := range commands {
			isTask := s.hasTask && c.Name == "supervisor" && c.Args != ""
			if isTask && (nearest == nil || s.at.Sub(c.Time).Abs() < s.at.Sub(nearest.Time).Abs()) {
				nearest = &commands[j]
			}
		}
		if nearest != nil {
			switches[i].olderCount = min(s.olderCount, nearest.After)
		}
	}
}

// dismissalsSince returns the findings that the user has dismissed in claude since the last recorded one, as entries,
// and notes that in kept. sessions are those of the launch: after /clear the findings belong to the session before.
func dismissalsSince(sessions []state.State, kept *state.Recording) (list []entry) {
	since := cmp.Or(kept.Settled, kept.At)
	for _, s := range sessions {
		for _, f := range s.TaskFindings() {
			if f.Status == task.Dismissed && f.DismissedBy == task.ByClaude && f.DismissedAt.After(since) {
				list = append(list, entry{at: f.DismissedAt, dismissed: strings.TrimSpace(f.ID + " " + f.Reason)})
			}
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return a.at.Compare(b.at) })
	if n := len(list); n > 0 {
		kept.Settled = list[n-1].at
	}
	return list
}
