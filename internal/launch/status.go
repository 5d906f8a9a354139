package launch

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/screen"
	"ccc/loop"
	"ccc/streamjson"
)

// shortWait is one for which nobody is called back: an overload, most of the time.
const shortWait = time.Minute

// callFor calls the person where a phase begins that needs her.
func callFor(f front, n loop.Notice) {
	switch {
	case !begins(n):
	case n.At.Phase == loop.PhaseWait && time.Until(n.Until) > shortWait:
		f.call("limit", waiting(n))
	case n.At.Phase == loop.PhaseUser && (n.Outcome == loop.NeedsUser || n.Outcome == loop.NotCompleted):
		f.call(string(n.Outcome), lang.M("it is your turn"))
	}
}

// begins reports whether a phase begins, or goes on without waiting.
func begins(n loop.Notice) bool { return n.Begin }

// waiting says what a wait waits for.
func waiting(n loop.Notice) lang.Message {
	switch {
	case n.Waiting.Empty():
		return lang.Message{}
	case n.At.Phase == loop.PhaseWait:
		return lang.M("%s: resumes at %s", n.Waiting, n.Until.Format("15:04"))
	}
	return lang.M("%s: the review waits, at most until %s", n.Waiting, n.Until.Format("15:04"))
}

// waitKeys are the keys of a wait.
func waitKeys(n loop.Notice) lang.Message {
	switch {
	case n.Waiting.Empty():
		return lang.Message{}
	case n.At.Phase == loop.PhaseWait:
		return lang.M("enter: try again now · esc: stop waiting")
	}
	return lang.M("/review: review now · esc: no review")
}

var phases = map[loop.Phase]lang.Message{
	loop.PhaseUser: lang.M("your turn"), loop.PhaseAgent: lang.M("agent"), loop.PhaseWait: lang.M("waiting"),
	loop.PhaseReview: lang.M("review"), loop.PhaseDone: lang.M("done"),
}

// showPhase shows in the status that a phase begins, or what it waits for.
func showPhase(st *screen.Status, n loop.Notice, language lang.Language, now time.Time) {
	wasBusy := st.Busy
	st.Phase = language.Text(phases[n.At.Phase])
	st.Busy = n.At.Phase != loop.PhaseUser && n.At.Phase != loop.PhaseDone
	st.Waiting, st.Keys = language.Text(waiting(n)), language.Text(waitKeys(n))
	if !st.Busy {
		st.Of = 0
		if !st.Began.IsZero() && st.Ended.IsZero() {
			st.Ended = now
		}
		return
	}
	if !wasBusy {
		st.Began, st.Ended = now, time.Time{}
	}
	st.Round, st.Of = n.At.Round, n.At.Of
}

// showSystem shows in the status what claude says of itself.
func showSystem(st *screen.Status, e streamjson.Event, language lang.Language) {
	if init, err := e.Init(); err == nil {
		st.Model = init.Model
	}
	s, err := e.Status()
	if err != nil {
		return
	}
	compacting := language.Sprintf("compacting the conversation")
	switch {
	case s.Status == "compacting":
		st.Waiting = compacting
	case st.Waiting == compacting:
		st.Waiting = ""
	}
}
