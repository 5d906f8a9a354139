// Package review makes one review of any change, whoever asks for it. It runs the project's checks, finds out what has
// changed, and asks reviewers, who are told of both. What ccc can decide alone costs no reviewer: a failed check, or a
// change of a strictly protected file, is the verdict.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ccc/internal/lang"

	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Request is one review that is to be made.
type Request struct {
	// Review is what all reviewers are asked, but for Rubric, Facts.Found and Observe. Warn, Strays and Stderr are
	// called by one goroutine at a time, Changed and Transcript by several.
	Review   Reviewer
	Rubric   rubric.Rubric
	Dir      string     // the project's
	Env      []string   // of the checks, see CheckEnv
	BaseTree string     // git tree of the task's beginning; "" if unknown
	Last     task.Files // as the last review found them
	Wrote    []string   // files that the agent's tools wrote in this task, for a project without git
	// Limit bounds checks and reviewers together, beside the time that each has; 0 is no bound.
	Limit time.Duration
	// Place changes a request for the reviewer of that name: where it runs and on which settings; nil for nothing. It
	// is called by several goroutines.
	Place func(reviewer string, r Reviewer) Reviewer
	Guard func() // deferred in each goroutine; nil for nothing

	Begin func(rubric.Check)       // told of each check that is run; nil for nobody
	Line  func(check, line string) // told each line that a check writes, without what is secret; nil for nobody
	Done  func(CheckResult)        // told of each that has ended, or need not be run again; nil for nobody
	Say   func(lang.Message)       // told what the person has to know
	Asked func()                   // called when a reviewer is about to be asked; nil for nothing
	// Observe is told of each event of a reviewer but pieces of messages; reviewer is "" where the rubric has one
	// alone.
	Observe func(reviewer string, e streamjson.Event)
	Heard   func(task.Reviewer) // told of the verdict of each, where the rubric has several; nil for nobody
}

// Result is what came of a review.
type Result struct {
	ReviewerResult
	Tree    string       // git tree of the work that was reviewed; "" if unknown
	Checked []task.Check // the checks that were run last, for the next Job.Last
	// Gave are verdicts of reviewers where there is none of all, for Job.Last when the same review is tried again.
	Gave []task.Reviewer
}

// Run makes one review. When ctx is done, what runs is ended and the failure is streamjson.Aborted.
func Run(ctx context.Context, j Request) Result {
	began := time.Now()
	r, results, found, since, decided := j.machine(ctx)
	if decided {
		return r
	}
	if j.Asked != nil {
		j.Asked()
	}
	p := panel{Request: j, found: found, changes: since}
	if j.Limit > 0 {
		p.end = began.Add(j.Limit)
	}
	r.ReviewerResult, r.Gave = p.ask(ctx)
	r.By, r.Checks, r.Evidence = task.ByReviewers, told(results, j.Review.Mask),
		append(evidence(results), r.Evidence...)
	return r
}

// Machine is Run up to where a reviewer would be asked: decided reports whether none need be.
func Machine(ctx context.Context, j Request) (r Result, decided bool) {
	r, _, _, _, decided = j.machine(ctx)
	return r, decided
}

// machine makes the part of a review that needs no reviewer. Where it decides nothing the reviewers are told found.
func (j Request) machine(ctx context.Context) (
	r Result, results []CheckResult, found string, since changes, decided bool,
) {
	w := look(ctx, j)
	results = j.check(ctx, &w)
	r = Result{Tree: w.tree, Checked: kept(results)}
	verdict, found, since := j.decide(ctx, w, results)
	if verdict != nil {
		r.Verdict = *verdict
	}
	return r, results, found, since, verdict != nil
}

// check runs the rubric's checks, and gives what came of them; w is then the work tree as they left it.
func (j Request) check(ctx context.Context, w *work) []CheckResult {
	if len(j.Rubric.Checks) == 0 {
		return nil
	}
	if j.Limit > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeoutCause(ctx, j.Limit, errLimit)
		defer cancel()
	}
	first := true
	results := RunChecks(ctx, j.Rubric.Checks, CheckOptions{
		Dir: j.Dir, Env: j.Env, FailFast: j.Rubric.FailFast, Last: again(j.Last.Checked),
		Begin: j.Begin,
		Line: func(check, line string) {
			if j.Line != nil {
				j.Line(check, j.Review.Mask.Text(line))
			}
		},
		Done: func(r CheckResult) {
			if j.Done != nil {
				j.Done(masked(r, j.Review.Mask))
			}
		},
		Tree: func(ctx context.Context) string {
			if !first && w.tree != "" {
				*w = look(ctx, j)
			}
			first = false
			return w.tree
		},
	})
	for i, r := range results {
		results[i] = masked(r, j.Review.Mask)
		if r.Changed {
			j.Say(lang.M("the check %s changed files of the project", r.Name))
		}
		if r.State == CheckCannotRun {
			j.Say(lang.M("the check %s could not run, so it neither passed nor failed: %s", r.Name, lastLine(r.Output)))
		}
	}
	return results
}

var errLimit = errors.New("the time is up")

// decide gives the verdict where none is needed of a reviewer, else what the reviewer is told.
func (j Request) decide(
	ctx context.Context, w work, results []CheckResult,
) (decided *task.Verdict, found string, since changes) {
	mask := j.Review.Mask
	for _, r := range results {
		if r.State == CheckStopped {
			return j.stopped(ctx), "", since
		}
	}
	if ctx.Err() != nil {
		return j.stopped(ctx), "", since
	}
	if AnyCheckFailed(results) {
		return &task.Verdict{
			By: task.ByChecks, Feedback: mask.Text(CheckFeedback(results)), Evidence: evidence(results),
			Checks: told(results, mask),
		}, "", since
	}
	checks := cut(mask.Text(CheckFacts(results, w.tree)), maxChecks)
	f := j.files(ctx, w, MaxFacts-len(checks))
	switch strict := j.Rubric.ProtectStrict && len(j.Rubric.Protect) > 0; {
	case strict && len(f.protected) > 0:
		return &task.Verdict{
			By: task.ByProtect, Feedback: mask.Text(ProtectFeedback(f.protected)),
			Evidence: append(changed(f.protected, mask), evidence(results)...),
			Checks:   told(results, mask),
		}, "", since
	case strict && f.unknown != nil && ctx.Err() != nil:
		return j.stopped(ctx), "", since
	case strict && f.unknown != nil: // neither the agent nor a reviewer can know it
		return &task.Verdict{Failure: streamjson.NeedsPerson, Reason: lang.M(
			"whether protected files have changed is not known (protect_strict): %v. "+
				"/supervisor begins a new task with the files as they are", f.unknown)}, "", since
	}
	return nil, checks + f.text, f.since
}

// maxChecks is how many bytes of [MaxFacts] the checks take at most.
const maxChecks = 8 << 10

// stopped is what came of checks that did not come to their end.
func (j Request) stopped(ctx context.Context) *task.Verdict {
	if ctx.Err() != nil {
		return &task.Verdict{Failure: streamjson.Aborted, Reason: lang.M("stopped")}
	}
	return &task.Verdict{Failure: streamjson.NeedsPerson,
		Reason: lang.M("the checks took longer than the %s that a review may take (timeout_seconds)", j.Limit)}
}

// evidence names what was run, as a verdict has it.
func evidence(results []CheckResult) (list []string) {
	for _, r := range results {
		list = append(list, fmt.Sprintf("check %s (%s)", r.Name, outcome(r)))
	}
	return list
}

// maxProtected is how many protected files are named.
const maxProtected = 3

// changed names protected files as what a verdict stands on.
func changed(protected []string, mask *secret.Mask) (list []string) {
	for i, path := range protected {
		if i == maxProtected {
			return append(list, fmt.Sprintf("%d more protected files (changed)", len(protected)-i))
		}
		list = append(list, fmt.Sprintf("protected file %s (changed)", mask.Text(path)))
	}
	return list
}

func outcome(r CheckResult) string {
	switch r.State {
	case CheckPassed:
		return "ok"
	case CheckFailed:
		return fmt.Sprintf("exit %d", r.Exit)
	}
	return string(r.State)
}

// told are the checks as a verdict has them.
func told(results []CheckResult, mask *secret.Mask) (list []task.Check) {
	list = kept(results)
	for i := range list {
		list[i].Output, list[i].Command = "", mask.Text(list[i].Command)
	}
	return list
}

// kept are the checks as a task's state has them.
func kept(results []CheckResult) (list []task.Check) {
	for _, r := range results {
		list = append(list, task.Check{
			Name: r.Name, Command: r.Command, Exit: r.Exit, DurationMS: r.Duration.Milliseconds(), Tree: r.Tree,
			State: string(r.State), Output: r.Output,
		})
	}
	return list
}

// again is the reverse of kept.
func again(list []task.Check) (results []CheckResult) {
	for _, c := range list {
		results = append(results, CheckResult{
			Name: c.Name, Command: c.Command, Exit: c.Exit, Duration: time.Duration(c.DurationMS) * time.Millisecond,
			Tree: c.Tree, State: CheckState(c.State), Output: c.Output,
		})
	}
	return results
}

// masked is a result without what is secret in its output, which is shown and stored. The command stands as it is, to
// be known again; where it is told, it is masked.
func masked(r CheckResult, m *secret.Mask) CheckResult {
	r.Output = m.Text(r.Output)
	return r
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return cmp.Or(text[strings.LastIndexByte(text, '\n')+1:], "?")
}

// cut shortens a text to whole lines.
func cut(text string, size int) string {
	if len(text) <= size {
		return text
	}
	const more = "…\n"
	text = text[:size-len(more)]
	return text[:strings.LastIndexByte(text, '\n')+1] + more
}
