// Package review makes one review of any change, whoever asks for it. It runs the project's checks, finds out what has
// changed, and asks reviewers, who are told of both. What ccc can decide alone costs no reviewer: a failed check, or a
// change of a strictly protected file, is the verdict.
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
	"ccc/streamjson"
)

// Request is one review: what is reviewed, by whom, and who hears of it.
type Request struct {
	Session  Session
	Reviewer Reviewer // what all reviewers have in common; Run adds what follows from the other fields
	Rubric   rubric.Rubric
	Dir      string     // the project's
	Marks    string     // see git.Tree
	CheckEnv []string   // the environment of the checks, see [check.Env]
	Base     task.Files // the project's files when the task began
	Last     task.Files // the files, checks and verdicts of the last review
	Edits    Edits
	// Claims gives the claims of the agent's last message that its session does not bear out; nil if they are not
	// looked at.
	Claims func(context.Context) ([]claims.Claim, error)
	// HoldClaims says that claims alone may give the verdict, if the rubric says so.
	HoldClaims bool

	// Holding is the last verdict, if it holds where no file has changed since and Said, the agent's last message, claims
	// nothing; else nil.
	Holding *task.Verdict
	Said    string

	// Parts are those of a change that is too large for one reviewer; nil for any other.
	Parts    []Part
	Findings []task.Finding // of the task, as the last review left them
	// Dismissals returns what the user has dismissed in this project by now; nil is for nothing.
	Dismissals func() task.Dismissals
	// Limit bounds checks and reviewers together. Each check and each reviewer has a limit of its own, too. 0 is no
	// bound.
	Limit time.Duration
	// Place changes how the reviewer of that name is started, or the one of [OnFallback]: where it runs and with which
	// settings; nil changes nothing. Several goroutines call it.
	Place func(name string, r Reviewer) Reviewer
	Guard func() // deferred in each goroutine; nil for nothing

	// The following hear of the review as it goes on. One goroutine at a time calls them; nil is never called.

	Recorder     Recorder                                      // writes the review down
	Log          *slog.Logger                                  // nil drops it
	Output       func(session string) (io.WriteCloser, error)  // opens where the reviewers' standard output goes
	CheckStarted func(rubric.Check)                            // a check runs
	CheckOutput  func(check, line string)                      // each line that a check writes, masked
	CheckEnded   func(check.Result)                            // a check has ended, or need not run again
	Note         func(lang.Message)                            // what the user has to know of the review
	Progress     func(lang.Message)                            // what is worth a line while the review runs
	Event        func(reviewer string, event streamjson.Event) // no pieces of messages; "" is the only reviewer
}

// Session is the agent's session at the stop that is under review.
type Session struct {
	ID string
	// File is the session's transcript. A claude that does not find the ID is given this file: that happens if the
	// agent has changed its directory. "" is for no transcript.
	File   string
	Dir    string   // that the session belongs to; "" is Reviewer.Dir
	Dirs   []string // more directories that the agent may use
	Number int      // of the review in its launch, from 1; 0 if unknown
	Model  string   // that the agent asks; "" if unknown
	// ForkModel is the model that a fork of the session has to be given; "" if it keeps the session's own.
	ForkModel string
	Tokens    int64    // of the agent's last request; 0 if unknown
	Messages  []string // the user's, oldest first
	Answers   []string // of the agent to findings, since the last verdict
	Earlier   []string // the user's in an earlier launch, of the same task: criteria may be in them, too
	Facts     protocol.Facts
	// Transcript returns the conversation as text; nil if Reviewer.Transcript knows it.
	Transcript func() (string, error)
}

// Edits are what the agent's tools did to files. They are used only if git cannot tell what changed.
type Edits struct {
	Paths []string // files that the tools for files wrote in this task
	// State is a text that changes with each tool call that may have written a file; "" if the calls are not known.
	State string
}

// Recorder writes a review down.
type Recorder interface {
	ReviewStarted()
	ReviewerLine(reviewer string, line []byte) // an event, as claude printed it
	StrayLine(text string)                     // a line of a reviewer that is no event
}

// Result is the verdict of a review, or why there is none.
type Result struct {
	ReviewerResult
	// Files are the project's files as the review left them, for the next Request.Last. Its Gave are the verdicts of
	// single reviewers if there is no verdict of all: they are not asked again when the same review is tried again.
	Files task.Files
}

// Run makes one review. When ctx is done, it ends whatever runs, and the failure is streamjson.Aborted.
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
				r.Files.Looked[lookedBy(one.Name, true)] = g.files.Tree
			}
			if one.Triage == nil || !one.Triage.Alone {
				r.Files.Looked[one.Name] = g.files.Tree
			}
		}
		r.Findings, r.DismissedOutside = j.settle(r.Verdict)
		r.By, r.Checks, r.Evidence = task.ByReviewers, checksInVerdict(g.checks, j.Reviewer.Mask),
			append(evidence(g.checks), r.Evidence...)
	}
	if r.Mods == "" {
		r.Mods = string(j.Reviewer.Mods.State)
	}
	return r
}

// note adds a line that the user has to know about the review.
func (j Request) note(m lang.Message) {
	if j.Note != nil {
		j.Note(m)
	}
}

// progress tells the user what is worth a line while the review runs.
func (j Request) progress(m lang.Message) {
	if j.Progress != nil {
		j.Progress(m)
	}
}

// RunWithoutReviewers is Run up to the point where it would ask a reviewer. decided is true if it would ask none.
func RunWithoutReviewers(ctx context.Context, j Request) (r Result, decided bool) {
	g := j.prepare(ctx)
	return g.result(), g.verdict != nil
}

// ChecksAlone runs the checks, and looks for files that are strictly protected among those that changed, with paths
// relative to the project's directory. It asks neither a reviewer nor git. A check that could not run is no verdict.
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
			return task.Verdict{Failure: streamjson.NeedsPerson, Reason: lang.Errorf("the check %s could not run", r.Name)}
		}
	}
	return task.Verdict{
		Completed: true, By: task.ByChecks, Evidence: evidence(results), Checks: checksInVerdict(results, j.Reviewer.Mask),
	}
}

// groundwork is what a review knows before a reviewer is asked.
type groundwork struct {
	checks  []check.Result
	facts   factsSince // of the checks and the files
	changes changedFiles
	sources Sources
	work    workTree      // as the checks left it
	files   task.Files    // the project's files as the checks left them
	changed bool          // the task has changed files
	verdict *task.Verdict // if no reviewer is needed
}

// factsSince writes what a reviewer is told. since is the git tree at which it looked last, "" if it has not. brief
// leaves out the names of the files that had changed by then.
type factsSince func(since string, brief bool) string

// prepare makes the part of a review that needs no reviewer.
func (j Request) prepare(ctx context.Context) (g groundwork) {
	claimed := j.unsupported(ctx)
	if g.verdict = j.holdClaims(claimed); g.verdict != nil {
		g.files = j.Last // nobody has looked at them
		return g
	}
	w := lookAtTree(ctx, j)
	if g.verdict = j.skip(w); g.verdict != nil {
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

// skip is the verdict that no review is needed, since nothing has changed since the last one; nil if one is, as where the
// agent's last message is not known. Without git it is not known what commands have changed.
func (j Request) skip(w workTree) *task.Verdict {
	if j.Holding == nil || j.Said == "" || w.err != nil || w.State == "" || w.State != j.Last.Work || claims.MayClaim(j.Said) {
		return nil
	}
	return &task.Verdict{
		Completed: j.Holding.Completed, Failure: streamjson.Unneeded,
		Reason: lang.Errorf("no file has changed since the last verdict"),
	}
}

// result is the result of a review that needs no reviewer. For another one only the files are known yet.
func (g groundwork) result() (r Result) {
	r.Files = g.files
	if g.verdict != nil {
		r.Verdict = *g.verdict
	}
	return r
}

// check runs the rubric's checks. Afterwards w is the work tree as they left it.
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
		Dir: j.Rubric.CheckDir(j.Dir), Env: j.CheckEnv, FailFast: j.Rubric.FailFast, Last: checksFromState(j.Last.Checked),
		Started: j.CheckStarted,
		Output: func(check, line string) {
			if j.CheckOutput != nil {
				j.CheckOutput(check, j.Reviewer.Mask.Text(line))
			}
		},
		Ended: func(r check.Result) {
			if j.CheckEnded != nil {
				j.CheckEnded(maskCheck(r, j.Reviewer.Mask))
			}
		},
		Tree: func(ctx context.Context) string {
			if !first && w.Tree != "" {
				*w = lookAtTree(ctx, j)
			}
			first = false
			return w.Tree
		},
	})
	for i, r := range results {
		results[i] = maskCheck(r, j.Reviewer.Mask)
		if r.Changed {
			j.note(lang.M("the check %s changed files of the project", r.Name))
		}
		if r.State == check.CannotRun {
			j.note(lang.M("the check %s could not run, so it neither passed nor failed: %s", r.Name, lastLine(r.Output)))
		}
	}
	return results
}

var errLimit = errors.New("the time is up")

// decide returns the verdict if no reviewer is needed for it; else the facts for the reviewers and the changed files.
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
	case strict && f.unknown != nil: // neither the agent nor a reviewer can know it
		return &task.Verdict{Failure: streamjson.NeedsPerson, Reason: lang.Errorf(
			"whether protected files have changed is not known (protect_strict): %v. "+
				"/supervisor begins a new task with the files as they are", f.unknown)}, nil, changes
	}
	return nil, func(since string, brief bool) string {
		return claimed + checks + own + f.text(since, brief)
	}, f.since
}

// checksVerdict is the verdict of checks that were stopped, or of which one failed; nil if a reviewer is needed.
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

// protectVerdict is the verdict on protected files that have changed.
func (j Request) protectVerdict(protected []string, results []check.Result) *task.Verdict {
	mask := j.Reviewer.Mask
	return &task.Verdict{
		By: task.ByProtect, Feedback: mask.Text(facts.Feedback(protected)),
		Evidence: append(protectedEvidence(protected, mask), evidence(results)...),
		Checks:   checksInVerdict(results, mask),
	}
}

// maxChecks is the share of [facts.Max] for the checks, in bytes.
const maxChecks = 8 << 10

// stoppedVerdict says why checks were stopped before they ended.
func (j Request) stoppedVerdict(ctx context.Context) *task.Verdict {
	if ctx.Err() != nil {
		return &task.Verdict{Failure: streamjson.Aborted, Reason: lang.Errorf("stopped")}
	}
	return &task.Verdict{Failure: streamjson.NeedsPerson,
		Reason: lang.Errorf("the checks took longer than the %s that a review may take (timeout_seconds)", j.Limit)}
}

// evidence lists the checks as the evidence of a verdict.
func evidence(results []check.Result) (list []string) {
	for _, r := range results {
		list = append(list, fmt.Sprintf("check %s (%s)", r.Name, outcome(r)))
	}
	return list
}

// maxProtected is how many protected files a verdict names. The others are counted.
const maxProtected = 3

// protectedEvidence lists changed protected files as the evidence of a verdict.
func protectedEvidence(protected []string, mask *secret.Mask) (list []string) {
	for i, path := range protected {
		if i == maxProtected {
			return append(list, fmt.Sprintf("%d more protected files (changed)", len(protected)-i))
		}
		list = append(list, fmt.Sprintf("protected file %s (changed)", mask.Text(path)))
	}
	return list
}

// outcome returns one or two words for the evidence of a verdict.
func outcome(r check.Result) string {
	switch r.State {
	case check.Passed:
		return "ok"
	case check.Failed:
		return fmt.Sprintf("exit %d", r.Exit)
	}
	return string(r.State)
}

// checksInVerdict returns the checks as a verdict stores them: without output, and with masked commands.
func checksInVerdict(results []check.Result, mask *secret.Mask) (list []task.Check) {
	list = checksForState(results)
	for i := range list {
		list[i].Output, list[i].Command = "", mask.Text(list[i].Command)
	}
	return list
}

// checksForState returns the checks as the state of a task stores them, for the next review.
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
		results = append(results, check.Result{
			Name: c.Name, Command: c.Command, Exit: c.Exit, Duration: time.Duration(c.DurationMS) * time.Millisecond,
			Tree: c.Tree, State: check.State(c.State), Output: c.Output,
		})
	}
	return results
}

// maskCheck masks secrets in a check's output, which is shown and stored. The command is not masked here: the next
// review compares it. Whoever shows it masks it.
func maskCheck(r check.Result, m *secret.Mask) check.Result {
	r.Output = m.Text(r.Output)
	return r
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return cmp.Or(text[strings.LastIndexByte(text, '\n')+1:], "?")
}
