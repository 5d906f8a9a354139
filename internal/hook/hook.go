// Package hook reviews stops in Claude Code's own screen. The Stop hook decides whether the agent may stop, or
// continues with the reviewer's feedback. The SessionStart hook tells the user what to expect. Package task holds the
// policy.
//
// Three rules hold. If nothing is to be reviewed, checked or recorded, nothing is started and no configuration is read,
// because the hook runs at every stop of every session. A supervisor that fails lets the agent stop and says why, so
// that nobody is stuck. Standard output carries only the decision.
package hook

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/ptyio"
	"ccc/streamjson"
)

// Setup holds what a review needs besides the session.
type Setup struct {
	Policy task.Policy
	Lang   lang.Language
	Review review.Reviewer // the hook adds the session, the output and the facts
	// ShowEvent shows an event of a reviewer, see review.Request.
	ShowEvent func(reviewer string, e streamjson.Event)
	// Judge runs each attempt of the review; nil for review.Run.
	Judge func(context.Context, review.Request) review.Result
	// OnReview is called when a review begins; ends is called when it has ended. recording is the path of its
	// recording, "" for none. The note is for the user.
	OnReview func(ctx context.Context, recording string) (note lang.Message, ends func())
	// Place adjusts the reviewer for one of several reviewers, see review.Request; nil for no change.
	Place func(reviewer string, r review.Reviewer) review.Reviewer

	Rubric   rubric.Rubric  // contains only checks that may run
	Dir      string         // the project's
	CheckEnv []string       // of the checks
	Claims   string         // what follows from unsupported claims, as in [provider.File]
	Notes    []lang.Message // shown with the result of the review
	Changed  lang.Message   // how the rubric has changed; prepared once for each change
	Config   ConfigChange

	Notify notify.Command

	Recordings session.Retention
	Header     session.Header // of a recording; the hook adds the rest
}

// ConfigChange is how ccc.json differs from what it was when the launch began; the zero value for not at all.
type ConfigChange struct {
	Note   lang.Message
	Digest string // identifies the change
}

// Hook is one call of the Stop hook.
type Hook struct {
	State  state.Dir
	Launch string // the session's launch; "" if ccc did not start it
	Own    bool   // ccc itself added this hook to the launch, so claude must receive its answer
	Plain  bool   // claude was started without ccc, so nobody reports missed stops when it ends
	Named  bool   // claude names its session to commands, so /supervisor switches reviews on in any claude
	Lang   lang.Language
	Self   process.Process                // this hook
	Claude func() (process.Process, bool) // the claude that called the hook; false if not found
	Print  func(string)                   // prints progress for somebody who runs the hook by hand
	Log    *slog.Logger                   // hook-invocation.log
	// Prepare is called only if there is something to review. If it fails there is no review; the setup still has what
	// is needed to report that: Lang, Notify, and if known the limits, the recording and its mask.
	Prepare func(Input) (Setup, error)
	Mask    *secret.Mask // of what is quoted from a session
	// Claims is called at a stop that is not reviewed and claims something. It reads ccc.json, adds its secrets to
	// Mask, and gives the project.
	Claims func() (f provider.File, dir string, err error)
	// Wait is called where reviews are on. It returns a context that is done when claude no longer wants the decision.
	// Before that call, a signal of claude's ends the process.
	Wait func() (ctx context.Context, stop func())
}

// call is one call of the hook, from its input to its decision.
type call struct {
	Hook
	input    Input
	setup    Setup
	calledAt time.Time
	// setupErr is why no review is possible.
	setupErr    error
	lastLetGo   state.LetGo // of the stop before
	lost        []string    // prompts for ccc that the agent got instead, see lostCommands
	missedStops int         // earlier stops that no hook of ours saw
	key         string      // identifies this stop; a second hook for the same stop has the same key
	session     transcript.Transcript
	state       state.State // the session's, as last written
	ownSince    time.Time   // earlier messages are the loop's, not the user's
	rec         recorder
	warning     lang.Message   // shown first
	notes       []lang.Message // shown last
	recorded    []string       // texts of notes that the recording has already
	// hasUntold says that the state has notes that no review has shown yet.
	hasUntold bool
	claimed   []claims.Claim // those of the stop that the session does not support
	part      lang.Message   // what the user reads of parts of the work in one line with claimed

	mu      sync.Mutex     // guards outside: several reviewers run at once, and each may write it
	outside []task.Finding // dismissed from outside by the end of the review
}

// Run decides about a stop. It never fails: it reports an error and lets the agent stop.
func (h Hook) Run(in Input) Decision {
	c := &call{Hook: h, input: in, calledAt: time.Now().UTC()}
	if c.Launch == "" {
		c.Launch = in.SessionID
	}
	launch, err := h.State.Load(c.Launch)
	c.state = launch
	var sessionErr error
	if c.Launch != in.SessionID {
		c.state, sessionErr = h.State.Load(in.SessionID)
	}
	h.Log.Info("supervisor-hook invoked", "session_id", in.SessionID, "count", c.state.Count, "enabled", launch.Enabled,
		"stop_hook_active", in.Active, "launch", h.Launch)
	if held := c.state.Held; !held.At.IsZero() {
		ignored, err := takeHold(c.State, in.SessionID, held)
		c.warn("the hold is not forgotten", err)
		// A turn can end before claude has written the feedback. Then the hook's input says whether claude goes on.
		if goesOn := in.Active && !held.IsSettled(c.calledAt); !ignored.Empty() && !goesOn {
			c.Log.Warn("claude did not follow a hold", "session_id", in.SessionID)
			c.notes = append(c.notes, ignored)
		}
	}
	notice := c.corruptMessage(err)
	if err != nil && notice.Empty() {
		return c.fail(err)
	}
	if sessionErr != nil && c.corruptMessage(sessionErr).Empty() {
		return c.fail(sessionErr)
	}
	if h.Launch != "" && notice.Empty() && !h.State.Has(h.Launch) { // SessionStart had created it
		return c.handleMissingState()
	}
	if c.state.HasBrokenOff() {
		c.warn("the end of a review is not recorded", recordBrokenOff(h.State, c.Launch, in.SessionID))
		if now, err := h.State.Read(c.Launch); err == nil {
			launch.Recording = now.Recording
		}
	}
	if !launch.On() {
		c.reportSwitches(launch)
		if h.Launch == "" {
			c.reportPlain()
		}
		return c.allowOff(launch, notice, h.Launch != "" && !h.Plain)
	}
	if owner, ok := c.isNested(launch); ok {
		return c.logEnd(fmt.Sprintf("not the launch's own claude, which is process %d", owner.Pid), Decision{})
	}
	return c.reviewsOn(launch)
}

// allowOff handles a stop with reviews off. ours says that ccc started the claude, so the claims of the stop are looked
// at.
func (c *call) allowOff(launch state.State, notice lang.Message, ours bool) (d Decision) {
	if ours {
		d = c.lookAtClaims(launch, notice)
	} else {
		d = c.logEnd("reviews are off", Decision{Message: c.message(notice)})
	}
	if d.Decision == "" {
		c.recordOff(launch)
	}
	return d
}

// reportSwitches tells the user, at the next stop, of switches of the reviews that no other message reports.
func (c *call) reportSwitches(launch state.State) {
	if !slices.ContainsFunc(launch.Switches, func(s state.Switch) bool { return !s.Reported }) {
		return
	}
	switches := launch.Switches
	_, err := c.State.Change(c.Launch, func(s *state.State) {
		switches = slices.Clone(s.Switches) // perhaps one more
		for i := range s.Switches {
			s.Switches[i].Reported = true
		}
	})
	c.warn("the switch is not kept", err)
	for _, s := range switches {
		at := s.At.Local().Format(time.TimeOnly)
		switch {
		case s.Reported || s.By == state.ByUser: // claude showed the answer to it
		case s.On && s.By != state.ByShell: // the review of the stop tells of it
		case s.On:
			c.notes = append(c.notes, lang.M("a command in another terminal switched reviews on at %s", at))
		default:
			c.notes = append(c.notes, lang.M(
				"a command outside of claude switched reviews off at %s. If that was not you: /supervisor", at))
		}
	}
}

// reportPlain tells the user once that a claude started without ccc has no reviews, if the session was reviewed
// before.
func (c *call) reportPlain() {
	claude, known := c.Claude()
	_, err := os.Stat(c.State.Output(c.input.SessionID)) // written by each review
	if !known || err != nil || c.state.Plain == claude {
		return
	}
	if env, err := process.Environ(claude.Pid); err == nil && ptyio.IsOurs(env) {
		return // the loop reviews what its own agent does
	}
	note := lang.M("this session was reviewed before. This claude was started without ccc, so nothing is "+
		"reviewed here. To go on with reviews: ccc --resume %s", c.input.SessionID)
	if c.Named {
		note = lang.M("this session was reviewed before. This claude was started without ccc, so nothing is reviewed "+
			"here until you type /supervisor. To go on in a claude that keeps its hooks on: ccc --resume %s",
			c.input.SessionID)
	}
	c.notes = append(c.notes, note)
	_, err = c.State.Change(c.input.SessionID, func(s *state.State) { s.Plain = claude })
	c.warn("that the user was told is not kept", err)
}

// handleMissingState handles a stop in a launch whose state somebody has removed. Nobody knows whether reviews were on.
// The user is told once.
func (c *call) handleMissingState() Decision {
	_, err := c.State.Change(c.Launch, func(*state.State) {})
	c.warn("the launch's state is not written anew", err)
	return c.allow(lang.M("the state of this launch is gone from %s: no stop is reviewed. /supervisor "+
		"switches reviews on",
		c.State))
}

// isNested reports whether another claude than the launch's called the hook: one that the agent's tools started.
func (c *call) isNested(launch state.State) (owner process.Process, yes bool) {
	if launch.Owner == (process.Process{}) || !launch.Owner.Alive() {
		return launch.Owner, false
	}
	caller, known := c.Claude()
	return launch.Owner, known && caller != launch.Owner
}

// reviewsOn handles a stop in a launch whose reviews are on, or were until something inside it switched them off.
func (c *call) reviewsOn(launch state.State) Decision {
	ctx, stop := c.Wait()
	defer stop()
	c.ownSince = launch.HandedOver
	c.readTranscript()
	c.lost = c.lostCommands(launch)
	if launch.OffInDoubt() && !launch.HasPromptHook && c.userSwitchedOff(launch) {
		_, err := c.State.Change(c.Launch, func(s *state.State) { s.EnabledAt = time.Time{} })
		c.warn("the switch is not kept", err)
		c.recordOff(launch)
		return c.logEnd("the person switched reviews off",
			Decision{Message: c.message(lang.M(
				"reviews are off: you typed /supervisoroff, as the session's file says"))})
	}
	c.keepReviewsOn(launch)
	c.reportSwitches(launch)
	c.adoptRubric(launch)
	c.setup, c.setupErr = c.Prepare(c.input)
	c.Lang = c.setup.Lang
	if c.setupErr != nil {
		c.Log.Error("no review", "session_id", c.input.SessionID, "err", c.setupErr)
	}
	if launch.NotifyFailed {
		c.notes = append(c.notes, notify.FailedMessage(c.State.HookLog()))
		_, err := c.State.Change(c.Launch, func(s *state.State) { s.NotifyFailed = false })
		c.warn("what failed is not kept", err)
	}
	d, err := c.recordStop(launch)
	if err != nil && c.corruptMessage(err).Empty() {
		return c.fail(err)
	}
	c.noteLosses(launch, d)
	if d.Action == task.Nothing && c.Own {
		d = c.waitForOther(ctx, launch)
	}
	if d.Action == task.Nothing {
		return c.logEnd("another hook judges this stop", Decision{})
	}
	if d.Action == task.GoOn {
		return c.logEnd("another hook held this stop",
			Decision{Decision: "block", Reason: d.Feedback, Message: c.message(
				lang.M("another hook has called ccc for this stop: the task is not completed"))})
	}
	if part := c.takeParts(); !part.Empty() {
		c.notes = append(c.notes, part)
	}
	return c.carryOut(ctx, launch, d)
}

// noteLosses tells the user what reviews may miss, or have missed since the last stop.
func (c *call) noteLosses(launch state.State, d task.Decision) {
	if c.Plain && launch.ReportedUntil.IsZero() {
		c.notes = append(c.notes, lang.M("claude was started without ccc, so the project's settings can turn hooks "+
			"off, and reviews then end without notice; in a claude that ccc starts they cannot do that"))
	}
	if !c.lastLetGo.At.IsZero() {
		c.notes = append(c.notes, letGoMessage(c.lastLetGo))
	}
	for _, lost := range c.lost {
		if d.Code != task.CodeOffAsText {
			c.notes = append(c.notes, lostMessage(lost))
		}
	}
	if c.missedStops > 0 {
		c.notes = append(c.notes, wording.Missed(c.missedStops))
	}
}

func lostMessage(command string) lang.Message {
	return lang.M("your %s has reached the agent as text, and not ccc: type it again once the agent has stopped", command)
}

// carryOut reviews the stop, or tells the user what was decided without a review.
func (c *call) carryOut(ctx context.Context, launch state.State, d task.Decision) Decision {
	c.startRecording(launch.Recording, d)
	c.repeatUntold(launch)
	c.addNote(c.setup.Changed)
	if d.Action == task.Review && c.setupErr == nil {
		return c.review(ctx)
	}
	if d.Legacy && c.setupErr == nil {
		c.setUntold(c.notes)
	} else {
		c.setUntold(nil)
	}
	if d.Action == task.Review {
		return c.allowUnreviewed()
	}
	say := wording.Decision(d)
	if c.setupErr != nil && !say.Empty() {
		c.notes = append(c.notes, noReviewMessage(c.setupErr))
	} else if c.setupErr != nil {
		say = noReviewMessage(c.setupErr)
	}
	c.finishRecording(d, say)
	c.notify(d, say, streamjson.NoFailure)
	if d.Legacy && c.setupErr == nil { // older versions printed nothing here
		c.Print("[SUPERVISOR] " + c.text(say))
		return c.logEnd(say.String(), Decision{Message: c.text(c.warning)})
	}
	return c.allow(say)
}

// keepReviewsOn keeps reviews on, and warns the user, if something inside claude has tried to switch them off.
func (c *call) keepReviewsOn(launch state.State) {
	if !launch.OffInDoubt() && launch.Refused.IsZero() {
		return
	}
	c.warning = lang.M(
		"something inside claude tried to switch reviews off: they stay on. To end them yourself, type /supervisoroff")
	_, err := c.State.Change(c.Launch, func(s *state.State) { s.Enabled, s.Refused = true, time.Time{} })
	c.warn("the switch is not kept", err)
}

// allow lets the agent stop and tells the user why.
func (c *call) allow(why lang.Message) Decision {
	message := c.message(why)
	if message != "" {
		c.Print(message)
	}
	return c.logEnd(why.String(), Decision{Message: message})
}

// message joins what the user reads: the warning, m, and the notes.
func (c *call) message(m lang.Message) string {
	var parts []string
	for _, one := range slices.Concat([]lang.Message{c.warning, m}, c.notes) {
		if !one.Empty() {
			parts = append(parts, "[SUPERVISOR] "+c.text(one))
		}
	}
	return strings.Join(parts, "\n")
}

// logEnd logs why the call ended with this decision. It does not call the end of a part a stop, because ccc doctor
// waits for a stop in the log.
func (c *call) logEnd(why string, d Decision) Decision {
	what, decided := "stop", "allowed"
	if c.input.isPart() {
		what = "part"
	}
	if d.Decision != "" {
		decided = "held"
	}
	c.Log.Info(what+" "+decided, "session_id", c.input.SessionID, "count", c.state.Count, "why", why)
	return d
}

func (c *call) text(m lang.Message) string { return c.Lang.Text(m) }

// warn logs an error and continues.
func (c *call) warn(what string, err error) {
	if err != nil && c.corruptMessage(err).Empty() {
		c.Log.Warn(what, "session_id", c.input.SessionID, "err", err)
	}
}

// corruptMessage is the message about a state that was unreadable and replaced; empty if err is another error.
func (c *call) corruptMessage(err error) lang.Message {
	notice, corrupt := corruptMessage(err)
	if corrupt {
		c.Log.Warn("state set aside", "err", err)
	}
	return notice
}

// fail lets the agent stop because no review is possible.
func (c *call) fail(err error) Decision {
	c.Log.Error("no review", "session_id", c.input.SessionID, "err", err)
	why := noReviewMessage(err)
	c.notify(task.Decision{Action: task.Yield, Asks: true}, why, streamjson.NoFailure)
	return c.allow(why)
}

// allowUnreviewed lets the agent stop because its review, which counts as a round, cannot run.
func (c *call) allowUnreviewed() Decision {
	var result review.Result
	result.Files = c.state.Files
	result.Failure, result.Reason = streamjson.NeedsPerson, c.setupErr
	d := c.recordReview(result, lastTry)
	say := noReviewMessage(c.setupErr)
	c.finishRecording(d, say)
	c.notify(d, say, result.Failure)
	return c.allow(say)
}

func noReviewMessage(err error) lang.Message {
	return lang.M("no review, stop allowed: %v", err).WithHintOf(err)
}
