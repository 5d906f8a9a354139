package supervision

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/review/protocol"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// reviews makes the reviews of a launch. Between them it follows what the agent does to files.
type reviews struct {
	Identity
	Reviews
	agent       Agent
	before      Exchange
	language    lang.Language
	front       front
	recorder    *recorder
	mods        *modWatch
	bare        bareWatch
	guard       func()
	programs    func() []string   // lists the files of the programs that the agent's claude runs
	base        func() task.Files // returns the state of the files at the launch's beginning
	writes      atomic.Int64      // tool calls of the agent that may have changed files
	tools       atomic.Int64      // all tool calls of the agent
	reviewCount atomic.Int64      // number of reviews
	prompt      atomic.Int64      // tokens of the agent's last request; 0 if unknown
	pending     sync.WaitGroup    // calls in the background, see runInBackground

	mu           sync.Mutex
	writtenPaths []string // files that the agent's tools wrote in this task
	// knownKeys are the keys of the dismissed findings that the user knows of: those from before the launch, those
	// that the user dismissed, and those that a completing verdict named.
	knownKeys    []string
	outsideKeys  []string // keys of findings that the newest review found dismissed from outside this launch
	earlierPaths int      // how many of writtenPaths belong to earlier tasks

	phase         loop.Phase // of the newest notice
	isAnswering   bool       // a model answers in this turn
	message       string     // the last message of the agent's newest turn
	pendingClaims bool       // reviews are off, and nobody has looked at the claims of message yet
	hasGoneOn     bool       // the user has sent a message since
	// the file of the session of whose claims at its newest stop the user was told; "" for none
	toldClaims string

	reviewMessages []string // the user's messages in the newest review

	// The loop's goroutine alone uses these.
	judgedSession string        // the session whose state has the task's findings, also those from before the launch
	lastWrite     chan struct{} // closed when the newest call of runInOrder has ended; nil if there was none

	// Only one review runs at a time: one that was stopped ends before the next begins.
	running       sync.Mutex
	cannotRun     map[string]string // see [review.Request]
	toolsAtReview int64             // the value of tools at the last review
	stoppedChecks []task.Check      // run by the last review, if it was stopped
}

// newReviews begins to read the work tree while claude starts. It stops reading when ctx is done.
func newReviews(ctx context.Context, c Config, f front, guard func()) *reviews {
	r := &reviews{
		Identity: c.Identity, Reviews: c.Reviews, agent: c.Agent, before: c.Before, language: c.Language,
		judgedSession: c.Before.Session, front: f, guard: guard, bare: newBareWatch(c, f.note),
		cannotRun: map[string]string{},
	}
	r.mods = newModWatch(c, r.note)
	before, _ := c.State.Dismissals(c.Dir) // the first review reports an error
	r.knownKeys = state.DismissalKeys(before.Findings)
	r.base = sync.OnceValue(func() task.Files { return review.Look(ctx, c.Dir, c.State.Indexes()) })
	go func() {
		defer guard()
		r.base()
	}()
	return r
}

// follow reads from an event of the agent which files change, and how long the conversation is.
func (r *reviews) follow(e streamjson.Event) {
	r.mods.follow(e)
	r.bare.follow(e)
	r.followMessage(e)
	if edge, ok := e.Edge(); ok && edge.Type == "message_start" && e.ParentToolUseID == "" {
		if p, err := e.StreamEvent(); err == nil && p.Usage.Prompt() > 0 {
			r.prompt.Store(p.Usage.Prompt())
		}
	}
	if e.Type != streamjson.TypeAssistant || !bytes.Contains(e.Raw, []byte(`"tool_use"`)) {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	for _, b := range m.Content {
		if b.Type == "tool_use" {
			r.tools.Add(1)
		}
		if b.IsEdit() {
			r.mu.Lock()
			r.writtenPaths = append(r.writtenPaths, b.MainArgument())
			r.mu.Unlock()
		}
		if b.IsWrite() {
			r.writes.Add(1)
		}
	}
}

// review makes one review. The loop calls it in a separate goroutine.
func (r *reviews) review(ctx context.Context, ask loop.Review) loop.ReviewResult {
	if ask.Session.ID == "" { // no agent has been started in the session yet
		ask.Session = loop.Session{ID: r.before.Session, Model: r.agent.Args.Model, Budget: ask.Session.Budget}
	}
	r.running.Lock()
	defer r.running.Unlock()
	switch tools := r.tools.Load(); {
	case tools != r.toolsAtReview: // a turn may have been cut off before its stop
		r.toolsAtReview, ask.Last.Checked = tools, nil
	case r.stoppedChecks != nil && len(ask.Running) == 0:
		ask.Last.Checked = r.stoppedChecks
	}
	request := r.request(ask)
	request.Session.Facts.LastWords = r.awaitEnd(ctx, ask.Session.ID)
	r.mu.Lock()
	r.reviewMessages = ask.Messages
	r.mu.Unlock()
	if _, err := r.State.Dismissals(r.Dir); err != nil {
		r.note(wording.DismissalsUnreadable(err))
	}
	if r.RubricChange != nil {
		if changed := r.RubricChange(); !changed.Empty() {
			r.note(changed)
		}
	}
	result := review.Run(ctx, request)
	if r.stoppedChecks = nil; result.Failure == streamjson.Aborted {
		r.stoppedChecks = result.Files.Checked
	}
	r.recorder.trees.Store(&trees{work: result.Files.Tree, base: request.Base.Tree})
	return loop.ReviewResult{Verdict: r.verdict(result), Files: result.Files}
}

// note shows and records what the user has to read of a review.
func (r *reviews) note(m lang.Message) {
	r.recorder.Note(m)
	r.front.note(m)
}

// awaitEnd waits until the session's file has the end of the agent's last turn: on a busy machine claude writes it
// after it has told of it, and a reviewer that is started before would not have it. missing is the agent's last
// message if the file does not get it in time.
func (r *reviews) awaitEnd(ctx context.Context, id string) (missing string) {
	if r.SessionFile == nil || id == "" {
		return ""
	}
	r.mu.Lock()
	message := r.message
	r.mu.Unlock()
	path, err := r.SessionFile(id)
	if err != nil || message == "" { // no turn has ended in this launch
		return ""
	}
	began := time.Now()
	isWhole, err := transcript.AwaitEnd(ctx, path, message)
	r.Log.Debug("waited for the session's file", "lasted", time.Since(began))
	if isWhole {
		return ""
	}
	r.Log.Warn("the session's file does not have the agent's last message: the reviewer is told", "err", err)
	return r.Review.LastWords(message)
}

// request returns the review that the loop asks for.
func (r *reviews) request(ask loop.Review) review.Request {
	base := task.Files{Work: ask.Base, Tree: ask.BaseTree}
	if base.Work == "" { // the first task began with the launch
		base = r.base()
	}
	judges := r.Judges()
	request := review.Request{
		Session: review.Session{
			ID: ask.Session.ID, Dir: r.dirOf(ask.Session), Dirs: r.agent.Args.Dirs, Number: int(r.reviewCount.Add(1)),
			Model: ask.Session.Model, ForkModel: ask.Session.Model, Tokens: r.prompt.Load(), Messages: ask.Messages,
			Answers:    ask.Answers,
			Facts:      protocol.Facts{Plan: ask.Plan, Running: ask.Running, Pending: ask.Pending},
			Transcript: func() (string, error) { return r.Transcript(ask.Session.ID) },
		},
		Reviewer: r.Review, Rubric: judges.Rubric, Dir: r.Dir, CheckEnv: r.CheckEnv, Base: base, Last: ask.Last,
		Marks:   r.State.Indexes(),
		Holding: ask.Holding, Said: ask.Said,
		HoldClaims: ask.HoldClaims, Findings: ask.Findings, Dismissals: r.projectDismissals,
		Edits: review.Edits{Paths: r.writtenFiles(), State: fmt.Sprintf("%d writes", r.writes.Load())},
		Place: judges.Place, Guard: r.guard, Recorder: r.recorder.Recorder, Log: r.Log, Output: r.State.OpenOutput,
		CannotRun:    r.cannotRun,
		CheckStarted: r.front.showCheckStart, CheckOutput: r.front.showCheckOutput, CheckEnded: r.front.showCheckEnd,
		Note: r.note, Progress: r.note,
		Event: func(reviewer string, e streamjson.Event) {
			if e.Type != streamjson.TypeStreamEvent || r.agent.Args.Partial { // pieces of messages are shown to nobody
				r.front.showEvent("review", reviewer, e)
			}
		},
	}
	if stop, ok := r.claimedStop(ask.Session.ID); ok {
		request.Claims = func(ctx context.Context) ([]claims.Claim, error) { return r.unsupported(ctx, stop) }
	}
	request.Reviewer.Claude, request.Reviewer.Agent.Provider = r.agent.Claude, r.Provider
	request.Reviewer.Claude.Runs = r.programs()
	request.Reviewer.Mods = r.mods.guardNow()
	request.Reviewer.Budget, request.Reviewer.After = ask.Session.Budget, r.runInBackground
	return request
}

// projectDismissals returns what the user has dismissed in the project so far.
func (r *reviews) projectDismissals() task.Dismissals {
	done, _ := r.State.Dismissals(r.Dir) // review has reported an error
	r.mu.Lock()
	defer r.mu.Unlock()
	done = state.MarkOutside(done, r.knownKeys)
	r.outsideKeys = state.DismissalKeys(done.Outside)
	return done
}

// addKnown notes that the user knows of these dismissed findings.
func (r *reviews) addKnown(keys ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.knownKeys = append(r.knownKeys, keys...)
}

// writtenFiles returns the files that the agent's tools wrote in this task, each once.
func (r *reviews) writtenFiles() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.Clone(r.writtenPaths[r.earlierPaths:])
	slices.Sort(list)
	return slices.Compact(list)
}

// verdict logs the verdict of a review.
func (r *reviews) verdict(result review.Result) loop.Verdict {
	if result.Completed {
		r.mu.Lock()
		r.earlierPaths = len(r.writtenPaths)
		r.mu.Unlock()
	}
	r.Log.Info("review done", "by", result.By, "prompt_role", result.Role, "agent_tokens", r.prompt.Load(),
		"prompt_tokens", result.Prompt, "cached", result.Cached)
	if result.Failure == streamjson.NoFailure {
		if result.Fresh {
			r.note(lang.M("this provider rejects another model's thinking: reviewing from the transcript"))
		}
	}
	return result.Verdict
}

// saveVerdict writes the verdict into the state of the session, in the background, so that the agent does not wait
// for the disk. The writes of a launch keep the order of the calls.
func (r *reviews) saveVerdict(session string, verdict loop.Verdict) {
	verdict.At = time.Now().UTC()
	session = cmp.Or(session, r.before.Session)
	r.judgedSession = session
	outside := r.outsideKeys
	asked := r.messagesToKeep(verdict)
	if verdict.Completed {
		r.addKnown(outside...)
	}
	r.runInOrder(func() {
		if err := r.State.KeepOutside(r.Dir, outside); err != nil {
			r.Log.Warn("what was dismissed from outside is not kept as such", "err", err)
		}
		_, err := r.State.Change(session, func(s *state.State) {
			s.Verdict, s.ReportedUntil, s.Dir = &verdict, verdict.At, r.Dir
			s.Loop, _ = process.Of(os.Getpid())
			s.Findings = nil // of a task in claude's own screen
			s.SetAsked(asked, verdict.At)
			s.Ended = "" // that was an earlier task, also one in claude's own screen
		})
		if err != nil {
			r.Log.Warn("the verdict is not kept", "err", err)
		}
	})
}

// messagesToKeep returns the user's messages of the task, for a later launch that continues this task.
func (r *reviews) messagesToKeep(v loop.Verdict) []string {
	if v.Completed {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return state.LastMessages(r.reviewMessages, r.Review.Mask.Text)
}

// saveAsked writes into the state of the session what the user has asked for in its task.
func (r *reviews) saveAsked(session string, messages []string) {
	asked, now := state.LastMessages(messages, r.Review.Mask.Text), time.Now()
	r.runInOrder(func() {
		_, err := r.State.Change(session, func(s *state.State) { s.SetAsked(asked, now) })
		if err != nil {
			r.Log.Warn("what the user has asked for is not kept", "err", err)
		}
	})
}

// saveAccepted writes into the state of the session that the user has accepted its task. An accepted task leaves no
// findings.
func (r *reviews) saveAccepted(session string) {
	session = cmp.Or(session, r.before.Session)
	if !r.State.Has(session) {
		return
	}
	r.runInOrder(func() {
		_, err := r.State.Change(session, func(s *state.State) {
			s.Ended = task.EndedAccepted
			s.SetAsked(nil, time.Now())
		})
		if err != nil {
			r.Log.Warn("that the task was accepted is not kept", "err", err)
		}
	})
}

// saveDismissal writes into the state of the session that the user has dismissed a finding.
func (r *reviews) saveDismissal(f task.Finding) {
	session := r.judgedSession
	if session == "" {
		return
	}
	r.runInOrder(func() {
		_, err := r.State.Change(session, func(s *state.State) {
			s.ChangeFindings(func(list []task.Finding) []task.Finding {
				list, _, _ = task.DismissFinding(list, task.Dismissal{
					ID: f.ID, Reason: f.Reason, By: f.DismissedBy, At: f.DismissedAt,
				}, f.Ended)
				return list
			})
		})
		if err != nil {
			r.Log.Warn("the dismissal is not in the session's state", "err", err)
		}
	})
}

// runInOrder is like runInBackground, but begins no call before the previous one has ended. Only the loop's goroutine
// may call it.
func (r *reviews) runInOrder(do func()) {
	before, done := r.lastWrite, make(chan struct{})
	r.lastWrite = done
	r.runInBackground(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		do()
	})
}

// runInBackground calls do in a goroutine, so that the agent does not wait for it.
func (r *reviews) runInBackground(do func()) {
	r.pending.Go(func() {
		defer r.guard()
		do()
	})
}

// wait waits for the calls in the background.
func (r *reviews) wait() { r.pending.Wait() }
