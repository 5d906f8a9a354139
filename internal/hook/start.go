package hook

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/wording"
)

// Start is one call of the SessionStart hook of a launch. It tells the user the provider and whether reviews are on.
// Claude's own screen draws over what ccc prints before it opens.
type Start struct {
	State    state.Dir
	Launch   string
	Dir      string // the project's
	Lang     lang.Language
	Provider string                         // of the launch; "" for the user's own login
	Claude   func() (process.Process, bool) // the claude that called the hook
	Describe func() []lang.Message          // describes the reviews for the user
	Plain    bool                           // claude was started without ccc, so its launch is not described
}

// ResumesReviewed reports whether the user resumed a session for which another launch had reviews on.
func (h Start) ResumesReviewed(in Input) bool {
	before, err := h.State.Load(in.SessionID)
	return err == nil && in.Source == "resume" && h.enabledBefore(before).Enabled
}

// Run registers the calling claude as the launch's own, and returns what the user reads.
func (h Start) Run(in Input) (Decision, error) {
	before, err := h.State.Load(in.SessionID)
	if _, corrupt := corruptMessage(err); err != nil && !corrupt {
		return Decision{}, err
	}
	started, err := h.register(in, h.enabledBefore(before))
	notice, corrupt := corruptMessage(err)
	if err != nil && !corrupt || started.isNested {
		return Decision{}, err
	}
	said := append([]lang.Message{notice}, started.messages...)
	if started.isFirst && !started.greeted { // the loop before has described them
		said = append(said, h.Describe()...)
	}
	if in.Source == "resume" && !started.again && !started.onSince.IsZero() {
		said = append(said, lastUnreviewed(before, started.onSince))
	}
	lost := 0 // a ccc that started a claude reports its missed stops at its end
	if in.Source == "resume" && !started.onSince.IsZero() && state.IsOwnLaunch(before.Launch) {
		if t, err := transcript.Read(in.Transcript); err == nil { // each stop reports an error
			lost = countMissed(t.Stops, started.onSince, state.State{}, before)
		}
	}
	if lost > 0 {
		said = append(said, wording.Missed(lost))
	}
	_, err = h.State.Change(in.SessionID, func(s *state.State) {
		if lost > 0 || in.Source == "resume" && before.Launch != h.Launch { // another launch counted the stops so far
			s.ReportedUntil = time.Now().UTC()
		}
		if in.Source == "resume" && before.Launch != h.Launch {
			s.Resumed = started.onSince
		}
		s.Launch, s.Transcript = h.Launch, cmp.Or(in.Transcript, s.Transcript)
	})
	var lines []string
	for _, m := range said {
		if !m.Empty() {
			lines = append(lines, h.Lang.Text(m))
		}
	}
	return Decision{Message: strings.Join(lines, "\n")}, err
}

// registration is the result of registering a claude.
type registration struct {
	isNested bool      // another claude of the launch lives: nothing was registered
	again    bool      // another hook of ours has registered it and shown the messages
	isFirst  bool      // it is the first session of a launch that ccc has made
	greeted  bool      // the loop before has shown its summary
	onSince  time.Time // when reviews were switched on; zero if off
	messages []lang.Message
}

// register notes the calling claude and its session as those of the launch. resumed is the session's previous launch,
// empty if its reviews were off.
func (h Start) register(in Input, resumed state.State) (r registration, err error) {
	caller, known := h.Claude()
	_, err = h.State.Change(h.Launch, func(s *state.State) {
		r = registration{isNested: known && s.Owner.Alive() && s.Owner != caller}
		if r.isNested {
			return
		}
		if known {
			s.Owner = caller
		}
		r.again = s.Newest == in.SessionID
		r.isFirst = s.Newest == "" && !h.Plain
		s.Newest, s.Dir = in.SessionID, h.Dir
		if s.Greeting != "" {
			r.messages = append(r.messages, lang.Verbatim(s.Greeting))
			s.Greeting, r.greeted = "", true
		}
		if in.Source == "resume" && !s.Enabled && s.EnabledAt.IsZero() && resumed.Enabled {
			s.Enabled, s.EnabledAt = true, resumed.EnabledAt // the same task continues
			s.Base, s.BaseTree = resumed.Base, resumed.BaseTree
		}
		if s.Enabled {
			r.onSince = s.EnabledAt
		}
		if !r.again {
			r.messages = append(r.messages, h.welcome(in.Source, s.Enabled, r.isFirst))
		}
	})
	return r, err
}

// corruptMessage tells the user that an unreadable state was replaced; corrupt is false if err is another error.
func corruptMessage(err error) (notice lang.Message, corrupt bool) {
	var set *state.CorruptError
	if !errors.As(err, &set) {
		return notice, false
	}
	return lang.M("ccc: %v. /supervisor switches reviews on again.", set), true
}

// enabledBefore returns the session's previous launch; it is empty if its reviews are off.
func (h Start) enabledBefore(session state.State) state.State {
	if session.Launch == "" || session.Launch == h.Launch {
		return state.State{}
	}
	launch, err := h.State.Load(session.Launch)
	if err != nil || !launch.Enabled || launch.EnabledAt.IsZero() {
		return state.State{}
	}
	return launch
}

// welcome returns the message at the start of a session.
func (h Start) welcome(source string, enabled, first bool) lang.Message {
	switch {
	case first && enabled:
		return lang.M("%s · reviews are on: each stop is reviewed, /supervisoroff ends that", h.providerMessage())
	case first:
		return lang.M("%s · reviews are off: /supervisor TASK switches them on", h.providerMessage())
	case enabled && source != "compact":
		return lang.M("reviews are on in this session, too: each stop is reviewed, /supervisoroff ends that")
	}
	return lang.Message{}
}

func (h Start) providerMessage() lang.Message {
	if h.Provider == "" {
		return lang.M("ccc: no provider, claude's own settings")
	}
	return lang.M("ccc: provider %s", h.Provider)
}
