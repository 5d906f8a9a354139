package plan

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/supervision/output"
	"ccc/internal/text"
	"ccc/loop"
)

// job is a task that is being done.
type job struct {
	tasklist.Task
	number         atomic.Int64 // the present number in the plan; Number is the number when it began
	name           string
	entry          *entry
	dir            string
	launch         string
	began          time.Time
	killCount      int // how often its ccc was killed
	child          *link.Child
	status         link.Status
	limit          string         // the usage limit that the task waits for, or last waited for; "" for none
	saidOthersWait bool           // the user was told that other tasks also wait for this limit
	failed         string         // the error that its ccc reported at its end
	merge          string         // the branch whose conflicts the job resolves; "" for a task of the plan
	words          string         // the prompt of a merge
	earlier        outcome.Ending // the ending of earlier starts
	killedTime     time.Duration  // time spent in a start that was killed
}

// startTask starts the ccc that does a task.
func (r *run) startTask(j *job) error {
	locks := r.heldLocks()
	terms := link.Terms{
		Dir: r.Dir, Judged: r.Judged, Title: tasklist.Brief(j.Title), Text: text.Head(j.Text, maxText),
		Locks: len(locks),
		Files: link.SettingsDigest(j.entry.Settings), Copy: r.Copy,
		Top: r.repo.TopOf(r.Dir), Tree: r.repo.TopOf(j.dir),
	}
	if r.MaxCostUSD > 0 {
		terms.CostUSD = r.costLeft(j.entry)
	}
	if r.MaxTokens > 0 {
		terms.Tokens = r.MaxTokens - r.tokens() + j.entry.Used
	}
	known := r.optionsOf(j.ID)
	if terms.Checks = known.Checks; known.MaxCostUSD > 0 {
		terms.OwnUSD = max(known.MaxCostUSD-j.entry.TriesUSD, leastUSD)
	}
	if known.MaxTokens > 0 {
		terms.Own = max(known.MaxTokens-j.entry.TriesUsed, 1)
	}
	argument, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s/%s/%d", r.fileKey, file.Digest(j.name)[:12], j.entry.Try)
	command := r.Command(j.dir, []string{link.Word, string(argument)}, j.launch, key, known)
	command.Env = append(command.Environ(), taskEnv+"="+j.launch)
	command.Stdin = strings.NewReader(cmp.Or(j.words, prompt(r.plan, j.Task, r.Path)))
	said := func(line string) { r.Line(int(j.number.Load()), line) }
	status := func(s link.Status) { r.events <- event{name: j.name, status: s} }
	ended := func(*link.Child) { r.events <- event{name: j.name, hasEnded: true} }
	child, err := link.Start(command, locks, said, status, ended)
	if err != nil {
		return err
	}
	j.child, r.running[j.name] = child, j
	started := Event{
		Type: eventStarted, Task: j.entry.Number, Title: tasklist.Brief(j.Title), Launch: j.launch, Directory: j.dir,
	}
	if j.entry.Tree {
		started.Branch = r.repo.TreeFor(j.name).Branch
	}
	r.emit(started)
	return nil
}

// maxText is the length limit, in bytes, of the task text that is stored in the recording of its session.
const maxText = 4 << 10

// leastUSD is a cost limit in dollars that every task exceeds in its first step.
const leastUSD = 1e-6

// maxStarts is how many times the ccc of a task is started if it is killed each time.
const maxStarts = 3

// endTask settles a task whose ccc has ended. It starts a ccc again that was killed.
func (r *run) endTask(j *job) {
	code, killedBy := j.child.Status()
	if killedBy != 0 && !r.signalled && j.killCount+1 < maxStarts {
		j.killCount++
		j.earlier.Tokens = j.earlier.Tokens.Plus(j.status.Tokens) // the next start counts from 0
		j.status.Tokens = link.Tokens{}
		r.Say(lang.M("task %d: its ccc was killed by signal %d: it goes on", j.entry.Number, killedBy))
		if err := r.startTask(j); err == nil {
			return
		}
	}
	delete(r.running, j.name)
	j.entry.Running = false
	r.settledTasks[j.name] = true
	if j.status.Judged.Tree != "" {
		j.entry.Judged = j.status.Judged
	}
	removed := j.entry.Tree && !file.Exists(j.dir)
	changed := r.checkSettings(j.entry, j.dir) // check before git runs, and before the task counts as ended
	if changed == nil {
		r.noteLeft(j.name)
	}
	if j.child.HasPrinted {
		j.entry.Ending = outcome.EndingOf(j.child.Printed)
	} else {
		j.entry.Ending = j.endingWithoutOutcome(code, killedBy != 0)
	}
	if removed && !r.signalled {
		j.entry.Outcome, j.entry.ExitCode, j.entry.Retryable = loop.NotCompleted, output.ExitNotCompleted, false
		j.entry.Reason = fmt.Sprintf("its work tree %s was removed while it ran", j.dir)
	}
	j.addTotals()
	j.entry.Over = true
	r.rereadPlan() // read the plan before ticking: it must contain the task
	r.trySave()
	r.Say(lang.M("task %d, %q: %s", j.entry.Number, tasklist.Brief(j.Title), j.entry.Describe()))
	r.nameLeftProcesses(j)
	if r.Now() != r.Judged {
		r.tamper(lang.Errorf("SUPERVISOR.md, or a file next to it, changed while task %d ran: look at it "+
			"before another task is judged by it", j.entry.Number))
	}
	if j.entry.Retryable && j.entry.Outcome == loop.NotCompleted { // it reached the rest of the run's cost limit
		r.stopAtLimit()
	}
	if j.merge != "" {
		r.endMerge(j, changed)
		return
	}
	r.handleEnd(j, changed)
}

// addTotals stores in the record when the task began and ended, its model, its tokens and its duration. Earlier starts
// are included.
func (j *job) addTotals() {
	j.entry.Began, j.entry.Ended = j.earlier.Began, time.Now().UTC().Truncate(time.Second)
	if j.entry.Began.IsZero() {
		j.entry.Began = j.began.UTC().Truncate(time.Second)
	}
	j.entry.Model, j.entry.Tokens = cmp.Or(j.status.Model, j.earlier.Model), j.earlier.Tokens.Plus(j.status.Tokens)
	j.entry.DurationMS = j.earlier.DurationMS + (j.killedTime + time.Since(j.began)).Milliseconds()
	j.entry.Cut = 0
}

// handleEnd handles the end of a task of the plan (not of a merge): it finishes the task, begins it again, or records
// that it is not done. settingsChanged is not nil if the task changed settings that claude or git would read later.
func (r *run) handleEnd(j *job, settingsChanged error) {
	if settingsChanged == nil && r.Jobs > 0 {
		defer r.noteTip(r.repo.TreeFor(j.name).Branch)
	}
	if j.entry.IsCompleted() {
		r.finish(j.name, j.entry, settingsChanged)
	} else {
		if r.Jobs == 0 && settingsChanged == nil {
			if err := r.checkPosition(r.repo.Dir, j.entry); err != nil {
				r.beginNoMore(err)
			}
		}
		if r.retry(j) {
			return
		}
		r.noteNotDone(j.entry)
	}
	if settingsChanged != nil {
		r.takeSettings(j.entry, j.dir)
	}
	r.rereadPlan()
	r.publish(j.name, j.entry)
	r.emitDone(j.entry)
	r.notifier.notifyTask(j.entry, r.isUnfinished())
}

// retry begins a task again that was not done, if the plan allows another retry. It reports whether it did.
func (r *run) retry(j *job) bool {
	e := j.entry
	known := r.optionsOf(j.ID)
	spent, used := e.TriesUSD+e.CostUSD, e.TriesUsed+e.Used
	if e.Retryable || e.Retried >= known.Retries || r.stopReason != nil || r.signalled ||
		known.MaxCostUSD > 0 && spent >= known.MaxCostUSD || known.MaxTokens > 0 && used >= known.MaxTokens {
		return false
	}
	again := entry{ID: e.ID, Number: e.Number, Words: e.Words, Try: e.Try + 1, Tree: e.Tree, Earlier: e.Earlier,
		Pull: e.Pull, Retried: e.Retried + 1, TriesUSD: spent,
		EarlierUsed: e.EarlierUsed, TriesUsed: used}
	*e = again
	delete(r.settledTasks, j.name)
	r.Say(lang.M("task %d is begun anew: retry %d of %d", e.Number, e.Retried, known.Retries))
	r.trySave()
	return true
}

// isUnfinished reports whether a task runs or may begin.
func (r *run) isUnfinished() bool { return r.stopReason == nil || len(r.running) > 0 }

// endingWithoutOutcome describes the end of a task whose ccc printed no outcome.
func (j *job) endingWithoutOutcome(code int, killed bool) outcome.Ending {
	e := outcome.Ending{
		Outcome: loop.Interrupted, ExitCode: code, Retryable: killed || code == output.ExitRetry || code > 128,
		CostUSD: max(j.status.CostUSD, j.earlier.CostUSD), Used: max(j.status.Used, j.earlier.Used),
		SessionID: cmp.Or(j.status.Session, j.earlier.SessionID),
		Rounds:    j.earlier.Rounds,
	}
	if code == output.ExitRetry { // another run is doing this task
		e.Outcome, e.Reason = loop.NeedsUser, j.failed
	}
	if !e.Retryable {
		e.Outcome, e.ExitCode = "", max(code, 1)
		e.Reason = cmp.Or(j.failed, fmt.Sprintf("ccc has ended with exit code %d", code))
	}
	return e
}

// noteFailedBegin records a task that could not be begun.
func (r *run) noteFailedBegin(t tasklist.Task, e *entry, err error) {
	name := taskName(r.fileKey, t.ID)
	r.settledTasks[name] = true
	r.noteTip(r.repo.TreeFor(name).Branch)
	e.Running, e.Over, e.Ending = false, true, outcome.Ending{ExitCode: 1, Reason: err.Error()}
	if conflict := new(worktree.ConflictError); errors.As(err, &conflict) {
		e.Ending = outcome.Ending{Outcome: loop.NeedsUser, ExitCode: output.ExitNeedsUser, Reason: err.Error()}
	}
	r.trySave()
	r.Say(lang.M("task %d, %q: %v", t.Number, tasklist.Brief(t.Title), err))
	r.noteNotDone(e)
	r.emitDone(e)
	r.notifier.notifyTask(e, r.isUnfinished())
}

// noteNotDone records that a task ended without being done. Unless KeepGoing is set, no further task begins.
func (r *run) noteNotDone(e *entry) {
	if r.firstFailure == nil {
		r.firstFailure = &e.Ending
	}
	r.retryLater = r.retryLater || e.Retryable
	if !r.KeepGoing && r.stopReason == nil {
		r.stopReason = errNotDone
	}
}

// errNotDone is the reason why a run without KeepGoing ends.
var errNotDone = lang.Errorf("a task was not done")
