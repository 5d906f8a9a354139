package hook

import (
	"errors"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/wording"
)

// Start is one call of the SessionStart hook of a launch: it tells the person where she is, since what ccc prints
// before claude's own screen opens is drawn over in the same moment.
type Start struct {
	State    state.Dir
	Launch   string
	Dir      string // the project's
	Lang     lang.Language
	Provider string                         // of the launch; "" for the person's own login
	Claude   func() (process.Process, bool) // that called the hook
	Known    func() []lang.Message          // what the person has to know of the reviews
	Plain    bool                           // claude was started without ccc: there is nothing to say of its launch
}

// Resumes reports whether the session goes on in which the reviews of another launch were on.
func (h Start) Resumes(in Input) bool {
	before, err := h.State.Load(in.SessionID)
	return err == nil && in.Source == "resume" && !h.enabledBefore(before).IsZero()
}

// Run registers the claude that calls as the launch's own, and gives what the person reads.
func (h Start) Run(in Input) (Decision, error) {
	before, err := h.State.Load(in.SessionID)
	if _, corrupt := anew(err); err != nil && !corrupt {
		return Decision{}, err
	}
	caller, known := h.Claude()
	var said []lang.Message
	nested, first := false, false
	resumed := h.enabledBefore(before)
	since := time.Time{} // reviews are on
	_, err = h.State.Change(h.Launch, func(s *state.State) {
		said = nil
		if nested = known && s.Owner.Alive() && s.Owner != caller; nested {
			return
		}
		if known {
			s.Owner = caller
		}
		again := s.Newest == in.SessionID // another hook of ours has said it
		first = s.Newest == "" && !h.Plain
		s.Newest, s.Dir = in.SessionID, h.Dir
		if s.Greeting != "" {
			said = append(said, lang.Verbatim(s.Greeting))
			s.Greeting = ""
		}
		if in.Source == "resume" && !s.Enabled && s.EnabledAt.IsZero() && !resumed.IsZero() {
			s.Enabled, s.EnabledAt = true, resumed // the same task goes on
		}
		since = time.Time{}
		if s.Enabled {
			since = s.EnabledAt
		}
		if !again {
			said = append(said, h.words(in.Source, s.Enabled, first))
		}
	})
	notice, corrupt := anew(err)
	if err != nil && !corrupt || nested {
		return Decision{}, err
	}
	said = append([]lang.Message{notice}, said...)
	if first {
		said = append(said, h.Known()...)
	}
	lost := 0 // where ccc has started a claude, it has told of that one's stops at its end
	if in.Source == "resume" && !since.IsZero() && state.Own(before.Launch) {
		if t, err := session.ReadTranscript(in.Transcript); err == nil { // else each stop says so
			lost = missed(t.Stops, since, state.State{}, before)
		}
	}
	if lost > 0 {
		said = append(said, wording.Missed(lost))
	}
	_, err = h.State.Change(in.SessionID, func(s *state.State) {
		if lost > 0 || in.Source == "resume" && before.Launch != h.Launch { // the stops up to here are another's
			s.Heard = time.Now().UTC()
		}
		s.Launch = h.Launch
	})
	var lines []string
	for _, m := range said {
		if !m.Empty() {
			lines = append(lines, h.Lang.Text(m))
		}
	}
	return Decision{Message: strings.Join(lines, "\n")}, err
}

// anew is what the person reads of a state that could not be read; corrupt is false if err is another error.
func anew(err error) (notice lang.Message, corrupt bool) {
	var set *state.CorruptError
	if !errors.As(err, &set) {
		return notice, false
	}
	return lang.M("ccc: %v. /supervisor switches reviews on again.", set), true
}

// enabledBefore is when the reviews were switched on in the launch that the session was in before; zero if they are
// off.
func (h Start) enabledBefore(session state.State) time.Time {
	if session.Launch == "" || session.Launch == h.Launch {
		return time.Time{}
	}
	launch, err := h.State.Load(session.Launch)
	if err != nil || !launch.Enabled {
		return time.Time{}
	}
	return launch.EnabledAt
}

// words are what the person reads at the start of a session.
func (h Start) words(source string, enabled, first bool) lang.Message {
	switch {
	case first && enabled:
		return lang.M("%s · reviews are on: each stop is reviewed, /supervisoroff ends that · log: %s",
			h.provider(), h.State.HookLog())
	case first:
		return lang.M("%s · reviews are off: /supervisor TASK switches them on · log: %s", h.provider(), h.State.HookLog())
	case enabled && source != "compact":
		return lang.M("reviews are on in this session, too: each stop is reviewed, /supervisoroff ends that")
	}
	return lang.Message{}
}

func (h Start) provider() lang.Message {
	if h.Provider == "" {
		return lang.M("ccc: your own login")
	}
	return lang.M("ccc: provider %s", h.Provider)
}
