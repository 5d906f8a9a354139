// Package review makes one review of a change for any caller. It runs the project's checks, finds out what has changed,
// and passes both to the reviewers. If ccc can decide alone it asks no reviewer: a failed check or a changed strictly
// protected file already is the verdict.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/review/facts"
	"ccc/internal/review/protocol"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Request describes one review: what is reviewed, by which reviewers, and who gets its events.
type Request struct {
	Session  Session
	Reviewer Reviewer // the common configuration of all reviewers; Run adds what the other fields determine
	Rubric   rubric.Rubric
	Dir      string     // the project's directory
	Marks    string     // see git.Tree
	CheckEnv []string   // the environment of the checks, see [check.Env]
	Base     task.Files // the project's files when the task began
	Last     task.Files // the files, checks and verdicts of the last review
	Edits    Edits
	// Claims returns the claims in the agent's last message that its session does not support, and tells the user of
	// them; nil if claims are not checked.
	Claims func(context.Context) ([]claims.Claim, error)
	// HoldClaims says that unsupported claims alone may give the verdict, if the rubric allows that.
	HoldClaims bool

	// Holding is the last verdict. It is the result again if no file has changed since and the agent's last message,
	// Said, claims nothing. It is nil if there is no such verdict.
	Holding *task.Verdict
	Said    string

	// Parts divide a change that is too large for one reviewer; nil for any other change.
	Parts    []Part
	Findings []task.Finding // the findings of the task after the last review
	// Dismissals returns what the user has dismissed in this project so far; nil for nothing.
	Dismissals func() task.Dismissals
	// Limit is the time limit for checks and reviewers together. Each check and each reviewer also has its own. 0 is no
	// limit.
	Limit time.Duration
	// Place changes where and with which settings a reviewer starts. name is the reviewer's name, or that of
	// [OnFallback]. If Place is nil, nothing changes. Several goroutines call it.
	Place func(name string, r Reviewer) Reviewer
	Guard func() // deferred in each goroutine; nil for nothing
	// CannotRun has the checks that could not run in the last review, and why; the review brings it up to date. If it
	// is nil, the user is told why each time.
	CannotRun map[string]string

	// The following fields are callbacks that report the progress of the review. Only one goroutine at a time calls
	// them. Each may be nil.

	Recorder     Recorder                                     // records the review
	Log          *slog.Logger                                 // nil drops the log
	Output       func(session string) (io.WriteCloser, error) // opens the file for the reviewers' standard output
	CheckStarted func(rubric.Check)                           // a check begins to run
	CheckOutput  func(check, line string)                     // each line that a check writes, masked
	CheckEnded   func(check.Result)                           // a check has ended, or need not run again
	Note         func(lang.Message)                           // a message that the user has to read
	Progress     func(lang.Message)                           // a message about the progress of the review
	// An event of a reviewer, except pieces of messages; reviewer is "" if there is only one.
	Event func(reviewer string, event streamjson.Event)
}

// Session is the agent's session at the stop that is under review.
type Session struct {
	ID string
	// File is the session's transcript; "" for none. A claude that does not find the ID gets this file, because the
	// agent may have changed its directory.
	File   string
	Dir    string   // the directory of the session; "" for Reviewer.Dir
	Dirs   []string // more directories that the agent may use
	Number int      // the number of the review in its launch, from 1; 0 if unknown
	Model  string   // the agent's model; "" if unknown
	// ForkModel is the model that a fork of the session must be started with; "" if it keeps the session's model.
	ForkModel string
	Tokens    int64    // length of the agent's last request; 0 if unknown
	Messages  []string // the user's messages, oldest first
	Answers   []string // the agent's replies to findings since the last verdict
	Facts     protocol.Facts
	// Transcript returns the conversation as text; nil if Reviewer.Transcript does that.
	Transcript func() (string, error)
}

// Edits are the changes that the agent's tools made to files. They are used only if git cannot tell what changed.
type Edits struct {
	Paths []string // files that the tools for files wrote in this task
	// State is a text that changes with each tool call that may have written a file; "" if the calls are unknown.
	State string
}

// Recorder records a review.
type Recorder interface {
	ReviewStarted()
	CheckEnded(c task.Check, reused bool)      // a check has ended, or its earlier result still holds
	ReviewerLine(reviewer string, line []byte) // an event, as claude printed it
	StrayLine(text string)                     // a line of a reviewer that is no event
}

// Result is the verdict of a review, or the reason why there is none.
type Result struct {
	ReviewerResult
	// Files is the state of the project's files after the review, for the next Request.Last. If there is no joint
	// verdict, Files.Gave has the verdicts of single reviewers, which are not asked again when the review is tried
	// again.
	Files task.Files
}

// Run makes one review. When ctx is done, it ends all checks and reviewers, and the failure is streamjson.Aborted.
func Run(ctx context.Context, j Request) Result {
	if j.Log == nil {
		j.Log = slog.New(slog.DiscardHandler)
	}
	if j.Recorder != nil {
		j.Recorder.ReviewStarted()
	}
	began := time.Now()
	var g groundwork
	path, err := j.Reviewer.Snapshot.Claude(j.Reviewer.Claude.Path)
	if err != nil {
		g.verdict, g.files = &task.Verdict{Failure: streamjson.NeedsPerson, Reason: err}, j.Last
	} else {
		j.Reviewer.Claude.Path = path
		g = j.prepare(ctx)
	}
	r := g.result()
	if r.Files.Looked = maps.Clone(j.Last.Looked); r.Files.Looked == nil {
		r.Files.Looked = map[string]string{}
	}
	if g.verdict == nil {
		p := panel{
			Request: j.afterUser(), facts: g.facts, changes: g.changes, tree: g.files.Tree, sources: g.sources,
			changed: g.changed,
		}
		if j.Limit > 0 {
			p.end = began.Add(j.Limit)
		}
		r.ReviewerResult = p.judge(ctx, g.work, &r.Files)
		for _, one := range r.Reviewers {
			if one.Triage != nil && one.Triage.Failed == "" {
				r.Files.Looked[lookKey(one.Name, true)] = g.files.Tree
			}
			if one.Triage == nil || !one.Triage.Alone {
				r.Files.Looked[one.Name] = g.files.Tree
			}
		}
		r.Findings, r.DismissedOutside = j.updateFindings(r.Verdict)
		r.By, r.Checks, r.Evidence = task.ByReviewers, checksInVerdict(g.checks, j.Reviewer.Mask),
			append(evidence(g.checks), r.Evidence...)
	}
	if r.Mods == "" {
		r.Mods = string(j.Reviewer.Mods.State)
	}
	return r
}

// note adds a message that the user has to read.
func (j Request) note(m lang.Message) {
	if j.Note != nil {
		j.Note(m)
	}
}

// progress reports the progress of the review to the user.
func (j Request) progress(m lang.Message) {
	if j.Progress != nil {
		j.Progress(m)
	}
}

// RunWithoutReviewers does the part of Run that needs no reviewer. decided is true if Run would ask none.
func RunWithoutReviewers(ctx context.Context, j Request) (r Result, decided bool) {
	g := j.prepare(ctx)
	return g.result(), g.verdict != nil
}

// ChecksAlone runs the checks, and looks for strictly protected files among the changed ones, whose paths are relative
// to the project's directory. It uses neither a reviewer nor git. If a check could not run there is no verdict.
func ChecksAlone(ctx context.Context, j Request, changed []string) task.Verdict {
	results := j.check(ctx, &workTree{})
	if v := j.checksVerdict(ctx, results); v != nil {
		return *v
	}
	if guarded := facts.Matching(changed, j.Rubric.Protected()); j.Rubric.ProtectStrict && len(guarded) > 0 {
		return *j.protectVerdict(guarded, results)
	}
	for _, r := range results {
		if r.State == check.CannotRun {
			return task.Verdict{Failure: streamjson.NeedsPerson,
				Reason: lang.Errorf("the check %s could not run", r.Name)}
		}
	}
	return task.Verdict{
		Completed: true, By: task.ByChecks, Evidence: evidence(results),
		Checks: checksInVerdict(results, j.Reviewer.Mask),
	}
}

// groundwork is what a review finds out before it asks a reviewer.
type groundwork struct {
	checks  []check.Result
	facts   factsSince // writes the facts about checks and files
	changes changedFiles
	sources Sources
	work    workTree      // the work tree after the checks
	files   task.Files    // the project's files after the checks
	changed bool          // the task has changed files
	verdict *task.Verdict // the verdict; nil if a reviewer is needed
}

// factsSince returns the facts for a reviewer. since is the git tree at which the reviewer last looked; "" if it has
// not looked. brief leaves out the names of files that had changed by then.
type factsSince func(since string, brief bool) string

// prepare does the part of the review that needs no reviewer.
func (j Request) prepare(ctx context.Context) (g groundwork) {
	claimed := j.unsupported(ctx)
	if g.verdict = j.holdClaims(claimed); g.verdict != nil {
		g.files = j.Last // no reviewer has looked at the files
		return g
	}
	w := lookAtTree(ctx, j)
	if g.verdict = j.repeatVerdict(w); g.verdict != nil {
		g.files = j.Last
		return g
	}
	g.checks = j.check(ctx, &w)
	g.work, g.files = w, task.Files{
		Tree: w.Tree, Checked: checksForState(g.checks), SeenChanging: j.Last.SeenChanging,
	}
	g.files.Work, g.changed = j.state(w)
	g.sources = lookAtSources(j.Reviewer.Snapshot)
	g.verdict, g.facts, g.changes = j.decide(ctx, w, g.checks, g.sources, claimFacts(claimed))
	return g
}

// repeatVerdict returns the last verdict if nothing has changed since, so that no review is needed. It returns nil if a
// review is needed, or if the agent's last message is unknown. Without git, changes by commands are unknown.
func (j Request) repeatVerdict(w workTree) *task.Verdict {
	if j.Holding == nil || j.Said == "" || w.err != nil || w.State == "" || w.State != j.Last.Work ||
		claims.MayClaim(j.Said) {
		return nil
	}
	return &task.Verdict{
		Completed: j.Holding.Completed, Failure: streamjson.Unneeded,
		Reason: lang.Errorf("no file has changed since the last verdict"),
	}
}

// result returns the result of a review that needs no reviewer. For other reviews only the files are set so far.
func (g groundwork) result() (r Result) {
	r.Files = g.files
	if g.verdict != nil {
		r.Verdict = *g.verdict
	}
	return r
}

// check runs the rubric's checks. Afterwards w is the work tree that they left.
func (j Request) check(ctx context.Context, w *workTree) []check.Result {
	if len(j.Rubric.Checks) == 0 {
		return nil
	}
	if j.Limit > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeoutCause(ctx, j.Limit, errLimit)
		defer cancel()
	}
	first := true
	results := check.Run(ctx, j.Rubric.Checks, check.Options{
		Dir: j.Rubric.CheckDir(j.Dir), Env: j.CheckEnv, FailFast: j.Rubric.FailFast,
		Last:    checksFromState(j.Last.Checked),
		Started: j.CheckStarted,
		Output: func(check, line string) {
			if j.CheckOutput != nil {
				j.CheckOutput(check, j.Reviewer.Mask.Text(line))
			}
		},
		Ended: j.endCheck,
		Tree: func(ctx context.Context) string {
			if !first && w.Tree != "" {
				*w = lookAtTree(ctx, j)
			}
			first = false
			return w.Tree
		},
		Differences: func(ctx context.Context, before, after string) []string {
			var was, is workTree
			was.Tree, is.Tree = before, after
			names, _ := j.differences(ctx, was, is) // without them the user is told of the check alone
			return names
		},
	})
	for i, r := range results {
		results[i] = maskCheck(r, j.Reviewer.Mask)
		switch {
		case len(r.Touched) > 0:
			names := j.Reviewer.Mask.Text(lang.English.Text(wording.Names(r.Touched)))
			j.note(lang.M("the check %s changed files of the project: %s", r.Name, names))
		case r.Changed:
			j.note(lang.M("the check %s changed files of the project", r.Name))
		}
		j.noteCannotRun(results[i])
	}
	return results
}

// noteCannotRun tells the user of a check that could not run: why, and in the next reviews that it is as before.
func (j Request) noteCannotRun(r check.Result) {
	why, told := j.CannotRun[r.Name]
	now := lastLine(r.Output)
	switch {
	case r.State != check.CannotRun:
		delete(j.CannotRun, r.Name)
		return
	case told && why == now:
		j.note(lang.M("the check %s could not run this time either", r.Name))
	default:
		j.note(lang.M("the check %s could not run, so it neither passed nor failed: %s", r.Name, now))
	}
	if j.CannotRun != nil {
		j.CannotRun[r.Name] = now
	}
}

// endCheck shows and records how a check ended.
func (j Request) endCheck(r check.Result) {
	if j.CheckEnded != nil {
		j.CheckEnded(maskCheck(r, j.Reviewer.Mask))
	}
	if j.Recorder != nil {
		j.Recorder.CheckEnded(checksInVerdict([]check.Result{r}, j.Reviewer.Mask)[0], r.Reused)
	}
}

var errLimit = errors.New("the time is up")

// decide returns the verdict if that needs no reviewer; otherwise the facts for the reviewers and the changed files.
func (j Request) decide(
	ctx context.Context, w workTree, results []check.Result, sources Sources, claimed string,
) (verdict *task.Verdict, told factsSince, changes changedFiles) {
	mask := j.Reviewer.Mask
	if v := j.checksVerdict(ctx, results); v != nil {
		return v, nil, changes
	}
	checks := text.HeadLines(mask.Text(check.Facts(results, w.Tree)), maxChecks)
	own := text.HeadLines(mask.Text(sources.facts()), maxSources)
	claimed = text.HeadLines(mask.Text(claimed), maxClaims)
	f := j.reportChanges(ctx, w, facts.Max-len(claimed)-len(checks)-len(own))
	switch strict := j.Rubric.ProtectStrict && len(j.Rubric.Protect) > 0; {
	case strict && len(f.protected) > 0:
		return j.protectVerdict(f.protected, results), nil, changes
	case strict && f.unknown != nil && ctx.Err() != nil:
		return j.stoppedVerdict(ctx), nil, changes
	case strict && f.unknown != nil: // neither the agent nor a reviewer can find out
		why := lang.Errorf("whether protected files have changed is not known (protect_strict): %v. "+
			"/supervisor begins a new task with the files as they are", f.unknown)
		if errors.Is(f.unknown, errNoRepository) {
			why = lang.Errorf("whether protected files have changed is not known (protect_strict): %v. "+
				"Run git init before the task begins, or take protect_strict out of SUPERVISOR.md", f.unknown)
		}
		return &task.Verdict{Failure: streamjson.NeedsPerson, Reason: why}, nil, changes
	case len(f.protected) > 0: // the reviewer judges whether they may; the user should know of them in any case
		var names []string
		for _, name := range f.protected {
			names = append(names, mask.Text(name))
		}
		j.note(lang.M("protected files were changed: %s", wording.Names(names)))
	}
	return nil, func(since string, brief bool) string {
		return claimed + checks + own + f.facts(since, brief)
	}, f.changed
}

// checksVerdict returns the verdict if checks were stopped or one failed; nil if a reviewer is needed.
func (j Request) checksVerdict(ctx context.Context, results []check.Result) *task.Verdict {
	stopped := slices.ContainsFunc(results, func(r check.Result) bool { return r.State == check.Stopped })
	switch mask := j.Reviewer.Mask; {
	case stopped, ctx.Err() != nil:
		return j.stoppedVerdict(ctx)
	case check.AnyFailed(results):
		return &task.Verdict{
			By: task.ByChecks, Feedback: mask.Text(check.Feedback(results)), Evidence: evidence(results),
			Checks: checksInVerdict(results, mask),
		}
	}
	return nil
}

// protectVerdict returns the verdict on changed protected files.
func (j Request) protectVerdict(protected []string, results []check.Result) *task.Verdict {
	mask := j.Reviewer.Mask
	return &task.Verdict{
		By: task.ByProtect, Feedback: mask.Text(facts.Feedback(protected)),
		Evidence: append(protectedEvidence(protected, mask), evidence(results)...),
		Checks:   checksInVerdict(results, mask),
	}
}

// maxChecks is the part of [facts.Max] that the checks may use, in bytes.
const maxChecks = 8 << 10

// stoppedVerdict returns the verdict for checks that were stopped, with the reason.
func (j Request) stoppedVerdict(ctx context.Context) *task.Verdict {
	if ctx.Err() != nil {
		return &task.Verdict{Failure: streamjson.Aborted, Reason: lang.Errorf("stopped")}
	}
	return &task.Verdict{Failure: streamjson.NeedsPerson,
		Reason: lang.Errorf("the checks took longer than the %s that a review may take (timeout_seconds)", j.Limit)}
}

// evidence returns the checks as the evidence of a verdict.
func evidence(results []check.Result) (list []string) {
	for _, r := range results {
		list = append(list, fmt.Sprintf("check %s (%s)", r.Name, outcome(r)))
	}
	return list
}

// maxProtected is how many protected files a verdict names. It only counts the others.
const maxProtected = 3

// protectedEvidence returns changed protected files as the evidence of a verdict.
func protectedEvidence(protected []string, mask *secret.Mask) (list []string) {
	for i, path := range protected {
		if i == maxProtected {
			return append(list, fmt.Sprintf("%d more protected files (changed)", len(protected)-i))
		}
		list = append(list, fmt.Sprintf("protected file %s (changed)", mask.Text(path)))
	}
	return list
}

// outcome returns the result of a check in one or two words, for the evidence of a verdict.
func outcome(r check.Result) string {
	switch r.State {
	case check.Passed:
		return "ok"
	case check.Failed:
		return fmt.Sprintf("exit %d", r.Exit)
	}
	return string(r.State)
}

// checksInVerdict returns the checks in the form that a verdict stores: without output, and with masked commands.
func checksInVerdict(results []check.Result, mask *secret.Mask) (list []task.Check) {
	list = checksForState(results)
	for i := range list {
		list[i].Output, list[i].Command = "", mask.Text(list[i].Command)
	}
	return list
}

// checksForState returns the checks in the form that the state of a task stores for the next review.
func checksForState(results []check.Result) (list []task.Check) {
	for _, r := range results {
		list = append(list, task.Check{
			Name: r.Name, Command: r.Command, Exit: r.Exit, DurationMS: r.Duration.Milliseconds(), Tree: r.Tree,
			State: string(r.State), Output: r.Output,
		})
	}
	return list
}

// checksFromState is the reverse of checksForState.
func checksFromState(list []task.Check) (results []check.Result) {
	for _, c := range list {
		results = append(results, check.ResultOf(c))
	}
	return results
}

// maskCheck masks secrets in the output of a check, which is shown and stored. It does not mask the command, because
// the next review compares it. Commands are masked where they are shown.
func maskCheck(r check.Result, m *secret.Mask) check.Result {
	r.Output = m.Text(r.Output)
	return r
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return cmp.Or(text[strings.LastIndexByte(text, '\n')+1:], "?")
}
