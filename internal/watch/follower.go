package watch

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/replay"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/supervision/output"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// follower reads a recording while it is written, shows it if somebody looks, and knows the state of its session.
type follower struct {
	Config
	dir       state.Dir // the directory that the session is in
	door      string
	path      string
	screen    *terminal.Screen // nil if nobody looks
	calls     *terminal.Calls
	keptLines int // with shown: how many lines of the earlier part are shown

	ready chan struct{} // closed when the earlier part of the recording was read, or nothing more can be read

	fold   session.Fold // this field and the next three are used by run's goroutine alone
	last   session.Snapshot
	tokens output.Tokens
	said   string // the phase on the screen, if claude itself says it

	mu       sync.Mutex // never held while the screen is called, because the screen calls now with its own lock held
	session  Session    // written by run's goroutine alone
	clock    time.Time  // time of the newest item
	isLive   bool       // the earlier part was read, so the next item is new
	isInPast bool       // items are being read: what they tell has happened a little before, or, of a hook, long before
	err      error      // why the recording could not be read to its end
	judgedAt time.Time  // when the newest verdict was given

	// The next ones are used by run's goroutine alone.
	brokeAt  time.Time // since when the hook of the review is gone, if it is not known that the user has stopped it
	saidEnd  string    // what was shown of the end of such a review
	hasShown bool      // the text of the next notice is shown already
}

// markDelay is how long claude may take until its file says that the user has stopped a review.
const markDelay = 2 * time.Second

func newFollower(c Config, s Session) *follower {
	f := &follower{
		Config: c, dir: cmp.Or(s.state, c.State), door: s.Door, path: s.Recording, session: s, clock: s.Began,
		ready: make(chan struct{}), calls: terminal.NewCalls(s.Dir, c.Language),
	}
	f.session.Phase, f.session.Since, f.session.CostUSD = loop.PhaseUser.String(), s.Began, 0
	return f
}

// isHook reports whether the session is on Claude Code's own screen.
func (f *follower) isHook() bool { return f.door == session.DoorHook }

// sessionState returns the state of the session.
func (f *follower) sessionState() Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.session
}

// now returns the time for the screen: while items of the past are read, the time of the newest one.
func (f *follower) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.isLive && !f.isInPast {
		return time.Now()
	}
	return f.clock
}

// run reads the recording to its end, or until ctx is done. Without changes it stops where the recording stops. It
// shows everything on shown, unless that is nil; the caller leaves the screen.
func (f *follower) run(ctx context.Context, ch *changes, shown *terminal.Screen) error {
	in, err := openTail(ctx, f.path, ch)
	if err != nil {
		return err
	}
	defer in.file.Close()
	f.screen = shown
	summary, err := session.Summarize(f.path)
	if err != nil {
		return err
	}
	in.isWritten = func() bool { return summary.Header.Running(in.file) }
	in.hasEnd = func() bool { return f.last.Closed }
	in.onRead = func() {
		if shown != nil && !f.isLive {
			shown.DropWaiting(f.keptLines)
		}
		f.setInPast(true)
	}
	in.onIdle = func() {
		f.setInPast(false)
		f.checkReview(ch != nil)
		f.checkSwitch()
		f.catchUp(ch != nil)
	}
	if shown == nil {
		err = f.read(in)
	} else {
		_, err = replay.Run(ctx, replay.Config{
			Input: in, Name: filepath.Base(f.path), Format: "text", Warnings: f.warnings(), Language: f.Language,
			Screen: shown, Watcher: f,
		})
	}
	if err != nil {
		return err
	}
	f.catchUp(false)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.session.markEnded()
	if !in.isWritten() { // what is told of an ended recording is told of all its sessions
		f.session.Began, f.session.CostUSD = summary.Header.Start(), streamjson.RoundUSD(f.last.TotalUSD)
	}
	return nil
}

func (f *follower) setInPast(is bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isInPast = is
}

// read reads the recording without a screen. It leaves out damaged lines.
func (f *follower) read(in io.Reader) error {
	reader := session.NewReader(in)
	for {
		item, err := reader.Next()
		switch {
		case err == io.EOF:
			return nil
		case session.IsDamage(err):
			continue
		case err != nil:
			return lang.Errorf("read %s: %w", filepath.Base(f.path), err)
		}
		f.Item(&item, reader.Header.At.Add(time.Duration(item.T*float64(time.Second))))
		if item.Event.Raw != nil {
			f.Event(item.Phase, item.Reviewer, item.Event)
		}
	}
}

// catchUp is called when all items so far were read. The first time it shows the earlier part.
func (f *follower) catchUp(live bool) {
	f.mu.Lock()
	was := f.isLive
	f.isLive = live
	f.mu.Unlock()
	f.markReady()
	if f.screen == nil {
		return
	}
	if !was {
		f.screen.DropWaiting(f.keptLines)
		f.screen.Resume()
	}
	f.screen.Flush()
}

// checkReview ends a review whose hook was killed, as the state says. The recording stops inside that review, and
// would say so only when something follows. canWait says that it is called again.
func (f *follower) checkReview(canWait bool) {
	s := f.sessionState()
	if s.Door != session.DoorHook || s.Phase != loop.PhaseReview.String() {
		return
	}
	now, err := f.dir.Read(s.ID)
	if err != nil || !now.HasBrokenOff() {
		f.brokeAt = time.Time{}
		return
	}
	failure, stopped := failureKilled, now.WasStopped()
	if stopped {
		failure = failureAborted
	} else if f.brokeAt.IsZero() {
		f.brokeAt = time.Now()
	}
	if canWait && !stopped && time.Since(f.brokeAt) < markDelay {
		return
	}
	why := wording.BrokeOff(stopped)
	f.brokeAt, f.saidEnd = time.Time{}, why.String()
	f.mu.Lock()
	at := f.clock
	if by := interruptedSince(now, at); !by.IsZero() { // the reviewer had said nothing for a while
		at = by
	}
	f.enterPhase(loop.PhaseUser.String(), at)
	f.session.Verdict, f.judgedAt, f.session.AtLeast = &Verdict{Round: s.Round, Failure: failure}, at, true
	if stopped {
		f.session.Verdict.Reason = why.String()
	}
	f.mu.Unlock()
	if f.screen != nil {
		f.showCost()
		f.screen.EndReview()
		f.screen.Note(f.Language.Text(why))
		f.showYourTurn(at)
	}
}

// checkSwitch reads from the state whether reviews are on, and how many stops the hooks have missed. The recording
// has the former only at the next stop, and the latter never.
func (f *follower) checkSwitch() {
	was := f.sessionState()
	if was.Door != session.DoorHook {
		return
	}
	launch, err := f.dir.Read(was.Launch)
	if err != nil || launch.Owner == (process.Process{}) {
		return
	}
	stored, err := f.dir.Read(was.ID)
	f.mu.Lock()
	f.switchReviews(launch, stored)
	// The recording begins with the first message. Until its first stop, the session had the time of the launch.
	if at := launch.CreatedAt; f.last.Began.Equal(f.last.Header.At) && !at.IsZero() && at.Before(f.session.Began) {
		f.session.Began = at
	}
	if u := stored.Unreviewed; err == nil && u.IsSince(launch.EnabledAt) && u.At.After(f.judgedAt) {
		f.session.Verdict = unreviewedVerdict(f.session.Round, u)
	}
	now := f.session.withDoing(launch, stored)
	f.mu.Unlock()
	if f.screen == nil {
		return
	}
	if f.said != "" {
		was.Phase = f.said
	}
	if f.said = ""; now.Phase != f.session.Phase {
		f.said = now.Phase
	}
	if now.Missed > was.Missed {
		f.screen.Note(f.Language.Text(wording.Missed(now.Missed)))
	}
	switch isNew := now.Interrupted && !was.Interrupted; {
	case isNew && was.Phase == loop.PhaseAgent.String(): // the recording does not have the turn yet
		f.screen.Note(f.Language.Sprintf("you have interrupted the agent: what it did is shown after its " +
			"next stop, or when claude ends"))
	case isNew:
		f.screen.Note(f.Language.Sprintf("you interrupted the agent")) // it may stand below a review that was stopped
	}
	if now.Off == was.Off && now.Phase == was.Phase {
		return
	}
	f.screen.Update(func(st *terminal.Status) {
		switch st.Off = now.Off; now.Phase {
		case was.Phase:
			return
		case loop.PhaseUser.String():
			f.showPhase(st, loop.Notice{At: loop.Snapshot{Phase: loop.PhaseUser}}, now.Since)
		case unknown:
			f.showPhase(st, loop.Notice{At: loop.Snapshot{Phase: loop.PhaseUser}}, time.Time{})
			st.Phase = supervisorPlace(now, f.Language) // nothing more is known
		default:
			at := loop.Snapshot{Phase: loop.PhaseAgent, Round: nextRound(launch, stored, now.Of), Of: now.Of}
			if f.showPhase(st, loop.Notice{At: at}, now.Since); now.Phase == session.PhaseQuestion {
				st.Waiting = f.yourAnswer(now.Tool)
			}
		}
	})
}

// switchReviews reads the states of the launch and of its session. The caller holds the lock. After the last recorded
// stop, the agent works on a prompt of the user's; where no hook takes prompts, /supervisor is one. If reviews were
// switched off, nothing shows whether the agent works until its next stop.
func (f *follower) switchReviews(launch, now state.State) {
	s := &f.session
	s.Missed = max(s.Missed, launch.Missed)
	if launch.Newest != s.ID {
		return
	}
	s.Off = !launch.On()
	waits := s.Phase == loop.PhaseUser.String() || s.Phase == unknown
	if waits && !s.Off && launch.EnabledAt.After(s.Since) {
		s.Round, s.Outcome, s.Verdict = 0, "", nil
		if !launch.HasPromptHook {
			f.enterPhase(loop.PhaseAgent.String(), launch.EnabledAt)
			return
		}
	}
	working := now.Prompted // since when the agent works, or would without an interruption
	if s.Phase == loop.PhaseAgent.String() && s.Since.After(working) {
		working = s.Since
	}
	interrupted := interruptedSince(now, working)
	switch phase := promptPhase(launch, now); {
	case !interrupted.IsZero() && !s.Off && (s.Phase == loop.PhaseAgent.String() || waits && phase != ""):
		if !s.Interrupted {
			f.enterPhase(loop.PhaseUser.String(), interrupted)
			s.Interrupted, s.Outcome = true, ""
		}
	case s.Off && s.Phase == loop.PhaseAgent.String(), waits && phase == unknown:
		f.enterPhase(unknown, time.Time{})
	case waits && phase != "":
		since := now.Prompted
		if s.Since.After(since) { // it was typed during the review
			since = s.Since
		}
		f.enterPhase(phase, since)
		s.Outcome = ""
	}
}

// enterPhase begins a new phase. The caller holds the lock.
func (f *follower) enterPhase(phase string, at time.Time) {
	f.calls.Forget()
	s := &f.session
	s.Phase, s.Since, s.Tool, s.ToolSince, s.Interrupted = phase, at, "", time.Time{}, false
}

// showCost shows what the session has cost so far.
func (f *follower) showCost() {
	s := f.sessionState()
	f.screen.Update(func(st *terminal.Status) { output.ShowCost(st, s.CostUSD, s.AtLeast, f.Language) })
}

// showYourTurn shows that the session waits for the user, if the machine does not say so.
func (f *follower) showYourTurn(at time.Time) {
	user := loop.Notice{At: loop.Snapshot{Phase: loop.PhaseUser}}
	f.screen.Update(func(st *terminal.Status) { f.showPhase(st, user, at) })
}

// showPhase shows a phase that began at a time, zero if that is unknown. Unlike in a launch, the time runs on while the
// session waits for the user; in Claude's own screen it is that of the phase, as on Claude Code's status line.
func (f *follower) showPhase(st *terminal.Status, n loop.Notice, at time.Time) {
	output.ShowPhase(st, n, f.Language, at)
	if st.Keys = ""; n.At.Phase == loop.PhaseUser || f.isHook() && n.At.Phase != loop.PhaseDone {
		st.Began, st.Ended = at, time.Time{}
	}
	if n.At.Phase == loop.PhaseUser && !at.IsZero() {
		st.Phase = f.Language.Sprintf("%s (since %s)", st.Phase, at.Local().Format("15:04"))
	}
}

// markReady closes ready.
func (f *follower) markReady() {
	select {
	case <-f.ready:
	default:
		close(f.ready)
	}
}

// setError ends the session because its recording can no longer be read.
func (f *follower) setError(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.session.markEnded()
	f.session.Error, f.err = f.Language.Sprintf("%v", err), err
}

// readError returns why the recording could not be read to its end.
func (f *follower) readError() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// warnings returns a writer that shows the warnings of a replay.
func (f *follower) warnings() io.Writer { return warnings{f} }

type warnings struct{ *follower }

func (w warnings) Write(p []byte) (int, error) {
	if w.screen != nil {
		w.screen.Note(strings.TrimPrefix(strings.TrimSpace(string(p)), "ccc: "))
	}
	return len(p), nil
}

// The methods from here on implement replay.Watcher.

func (f *follower) Item(item *session.Item, at time.Time) {
	if f.hasShown = item.Type == session.TypeVerdict && item.Failure != "" && item.Reason == f.saidEnd; f.hasShown {
		f.saidEnd = ""
	}
	was := f.sessionState()
	yours := f.takeItem(item, at)
	if now := f.sessionState(); f.screen != nil && (now.CostUSD != was.CostUSD || now.AtLeast != was.AtLeast) {
		f.showCost()
	}
	switch {
	case f.screen == nil:
	case yours:
		f.showYourTurn(at)
	case item.Type == session.TypeQuestion:
		f.screen.Update(func(st *terminal.Status) {
			if st.Waiting = ""; item.What == session.QuestionAsked {
				st.Waiting = f.yourAnswer(f.tool())
			}
		})
	}
}

// yourAnswer says that a question waits for the user, and which call it is about, if that is known.
func (f *follower) yourAnswer(tool string) string {
	said := f.Language.Sprintf("your answer")
	if tool != "" {
		said += " · " + tool
	}
	return said
}

// tool returns the call that runs, or waits for the user; "" for none.
func (f *follower) tool() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.session.Tool
}

// takeItem reads an item. yours is true if the item ends a task of a hook's, whose session goes on.
func (f *follower) takeItem(item *session.Item, at time.Time) (yours bool) {
	change := f.fold.Add(item)
	was, now := f.last, f.fold.Snapshot()
	f.last = now
	hook := f.session.Door == session.DoorHook
	f.tokens.SetReviews(now.Reviewed)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clock = at
	s := &f.session
	if change.Entered {
		f.said = ""
		f.calls.Forget()
		s.Tool, s.ToolSince = "", time.Time{}
	}
	if now.ID != "" {
		if hook && now.ID != s.ID {
			f.tokens = output.Tokens{}
			f.tokens.SetReviews(now.Reviewed)
		}
		s.ID = now.ID
	}
	if !hook { // for a hook's session the state says it
		s.Off = now.Off
	}
	if !now.Began.Equal(now.Header.At) { // another session has begun
		s.Began = now.Began
	}
	s.Of, s.CostUSD = now.Of, streamjson.RoundUSD(now.CostUSD)
	s.Outcome, s.Accepted, s.Error, s.ended = now.End.Outcome, now.End.Accepted, now.End.Error, now.Ended
	s.unreviewed, s.reviews, s.noVerdict = now.End.Unreviewed, now.Rounds, now.NoVerdict
	s.dismissed, s.partly = now.End.ByDismissal, now.End.NotCompleted > 0
	s.AtLeast = now.AtLeast
	// Facts from the state stay until the recording says something new.
	if now.Phase != was.Phase || !now.Since.Equal(was.Since) {
		s.Phase, s.Since, s.Round, s.Interrupted = now.Phase, now.Since, now.Round, now.Interrupted
		if s.Phase == "" && !hook { // a loop begins with the user's turn, and records only what follows it
			s.Phase = loop.PhaseUser.String()
		}
	}
	if change.Entered {
		s.retry = nil
	} else if item.IsDecision() && f.fold.Phase() == session.PhaseWait {
		kept := *item
		s.retry = &kept
	}
	if now.Verdict != was.Verdict || item.Type == session.TypeStop {
		s.Verdict = verdictOf(now.Verdict)
	}
	if !now.Judged.Equal(was.Judged) {
		f.judgedAt = now.Judged
	}
	if now.Closed {
		s.Since = at
	}
	return hook && change.Entered && f.fold.Phase() == session.PhaseDone
}

func (f *follower) Event(phase, _ string, e streamjson.Event) {
	system := phase == "agent" && e.Type == streamjson.TypeSystem
	f.mu.Lock()
	if f.calls.Add(e, f.clock) {
		f.session.Tool, f.session.ToolSince = f.calls.Running()
	}
	f.mu.Unlock()
	counts := phase != "agent" || !f.isHook() // in Claude's own screen the cost is that of the reviews, too
	if f.screen != nil && (counts && f.tokens.Add(phase, e) || system) {
		f.screen.Update(func(st *terminal.Status) {
			if st.In, _, st.Out = f.tokens.Sum(); system {
				output.ShowSystem(st, e, f.Language)
			}
		})
	}
}

func (f *follower) Told(n loop.Notice) (shown bool) {
	if f.screen == nil {
		return false
	}
	f.mu.Lock()
	now, off := f.clock, f.session.Off
	f.mu.Unlock()
	f.screen.Update(func(st *terminal.Status) {
		st.In, _, st.Out = f.tokens.Sum()
		st.Off = off
		if n.Begin {
			f.showPhase(st, n, now)
		}
	})
	return f.hasShown
}
