// Package judge is what a review is made of, in both doors: the project's own checks, then what has changed, then
// reviewers who are told of both. What a machine can decide costs no reviewer: a red check and a change of what is
// strictly protected are feedback by themselves.
package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/check"
	"ccc/internal/facts"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/internal/worktree"
	"ccc/streamjson"
)

// Job is one review that is to be made.
type Job struct {
	// Review is what all reviewers are asked, but for Rubric, Facts.Found and Observe. Warn, Strays and Stderr are called
	// by one goroutine at a time, Changed and Transcript by several.
	Review   review.Request
	Rubric   rubric.Rubric
	Dir      string     // the project's
	Env      []string   // of the checks, see check.Env
	BaseTree string     // git tree of the task's beginning; "" if unknown
	Last     task.Files // as the last review found them
	Wrote    []string   // files that the agent's tools wrote in this task, for a project without git
	// Limit bounds checks and reviewers together, beside the time that each has; 0 is no bound.
	Limit time.Duration
	// Place changes a request for the reviewer of that name: where it runs and on which settings; nil for nothing. It is
	// called by several goroutines.
	Place func(reviewer string, r review.Request) review.Request
	Guard func() // deferred in each goroutine; nil for nothing

	Begin func(check.Check)        // told of each check that is run; nil for nobody
	Line  func(check, line string) // told each line that a check writes, without what is secret; nil for nobody
	Done  func(check.Result)       // told of each that has ended, or need not be run again; nil for nobody
	Say   func(lang.Message)       // told what the person has to know
	Asked func()                   // called when a reviewer is about to be asked; nil for nothing
	// Observe is told of each event of a reviewer but pieces of messages; reviewer is "" where the rubric has one alone.
	Observe func(reviewer string, e streamjson.Event)
	Heard   func(task.Reviewer) // told of the verdict of each, where the rubric has several; nil for nobody
}

// Result is what came of a review.
type Result struct {
	review.Result
	Tree    string       // git tree of the work that was reviewed; "" if unknown
	Checked []task.Check // the checks that were run last, for the next Job.Last
	// Gave are verdicts of reviewers where there is none of all, for Job.Last when the same review is tried again.
	Gave []task.Reviewer
}

// Run makes one review. When ctx is done, what runs is ended and the failure is streamjson.Aborted.
func Run(ctx context.Context, j Job) Result {
	began := time.Now()
	w := look(ctx, j)
	results := j.check(ctx, &w)
	r := Result{Tree: w.tree, Checked: kept(results)}
	decided, found, since := j.decide(ctx, w, results)
	if decided != nil {
		r.Result.Verdict = *decided
		return r
	}
	if j.Asked != nil {
		j.Asked()
	}
	p := panel{Job: j, found: found, changes: since}
	if j.Limit > 0 {
		p.end = began.Add(j.Limit)
	}
	r.Result, r.Gave = p.ask(ctx)
	r.By, r.Checks, r.Evidence = task.ByReviewers, told(results, j.Review.Mask), append(evidence(results), r.Evidence...)
	return r
}

// Look gives what the files of a project are like, for the beginning of a task.
func Look(ctx context.Context, dir string) task.Files {
	tree, _, _ := worktree.Tree(ctx, dir) // "" if it is not known: then a review says so
	return task.Files{Work: worktree.Fingerprint(ctx, dir), Tree: tree}
}

// work is the project's work tree at one moment.
type work struct {
	tree string   // "" if unknown
	left []string // what is not in it
	err  error    // why it is unknown
}

func look(ctx context.Context, j Job) (w work) {
	w.tree, w.left, w.err = worktree.Tree(ctx, j.Dir)
	return w
}

// check runs the rubric's checks, and gives what came of them; w is then the work tree as they left it.
func (j Job) check(ctx context.Context, w *work) []check.Result {
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
		Dir: j.Dir, Env: j.Env, FailFast: j.Rubric.FailFast, Last: again(j.Last.Checked),
		Begin: j.Begin,
		Line: func(check, line string) {
			if j.Line != nil {
				j.Line(check, j.Review.Mask.Text(line))
			}
		},
		Done: func(r check.Result) {
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
		if r.State == check.CannotRun {
			j.Say(lang.M("the check %s could not run, so it neither passed nor failed: %s", r.Name, lastLine(r.Output)))
		}
	}
	return results
}

var errLimit = errors.New("the time is up")

// decide gives the verdict where none is needed of a reviewer, else what the reviewer is told.
func (j Job) decide(
	ctx context.Context, w work, results []check.Result,
) (decided *task.Verdict, found string, since changes) {
	mask := j.Review.Mask
	for _, r := range results {
		if r.State == check.Stopped {
			return j.stopped(ctx), "", since
		}
	}
	if ctx.Err() != nil {
		return j.stopped(ctx), "", since
	}
	if check.Red(results) {
		return &task.Verdict{
			By: task.ByChecks, Feedback: mask.Text(check.Feedback(results)), Evidence: evidence(results),
			Checks: told(results, mask),
		}, "", since
	}
	checks := cut(mask.Text(check.Facts(results, w.tree)), maxChecks)
	f := j.files(ctx, w, facts.Max-len(checks))
	switch strict := j.Rubric.ProtectStrict && len(j.Rubric.Protect) > 0; {
	case strict && len(f.protected) > 0:
		return &task.Verdict{
			By: task.ByProtect, Feedback: mask.Text(facts.Feedback(f.protected)),
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

// maxChecks is how many bytes of [facts.Max] the checks take at most.
const maxChecks = 8 << 10

// stopped is what came of checks that did not come to their end.
func (j Job) stopped(ctx context.Context) *task.Verdict {
	if ctx.Err() != nil {
		return &task.Verdict{Failure: streamjson.Aborted, Reason: lang.M("stopped")}
	}
	return &task.Verdict{Failure: streamjson.NeedsPerson,
		Reason: lang.M("the checks took longer than the %s that a review may take (timeout_seconds)", j.Limit)}
}

// files is what the project's files say of the task.
type files struct {
	text      string   // for the reviewer
	protected []string // that the task has changed
	unknown   error    // why there may be more of them; nil if there are none
	since     changes
}

// files looks at what the task has changed, and tells it in at most room bytes.
func (j Job) files(ctx context.Context, w work, room int) files {
	prefix, list, err := j.diff(ctx, w)
	if err != nil {
		return j.unknown(w, err, room)
	}
	f := facts.Work{Base: j.BaseTree, Prefix: prefix, SinceBase: list, Protect: j.Rubric.Protect}
	for _, name := range w.left {
		f.Left = append(f.Left, facts.Below(prefix, name))
	}
	if last := j.Last.Tree; last != "" && last != f.Base {
		if list, err := worktree.Diff(ctx, j.Dir, last, w.tree); err == nil {
			f.Last, f.SinceLast = last, below(prefix, list)
		}
	}
	whole := true
	patch := func(lines, size int, list []worktree.Change) string {
		var paths []string
		for _, name := range facts.Paths(list) {
			paths = append(paths, path.Join(prefix, name))
		}
		text, all, err := worktree.Patch(ctx, j.Dir, f.Base, w.tree, lines, size, paths)
		whole = whole && all && err == nil
		return text
	}
	guarded := facts.Protected(list, f.Protect)
	f.Guarded = patch(3, maxPatch, guarded)
	text, binary := facts.ToScan(list)
	if f.Scanned = patch(0, maxScan, text); whole {
		f.Scanned += patch(0, maxScan, binary) // apart: git may take too long for these
	}
	f.Partial = !whole
	result := files{
		text: j.Review.Mask.Text(facts.Text(f, room)), protected: facts.Paths(guarded),
		since: changes{known: true, list: list, left: f.Left},
	}
	if unseen := facts.Matching(f.Left, f.Protect); len(unseen) > 0 {
		result.unknown = lang.Errorf("not in git's tree, too large, unreadable or a repository of its own: %q", unseen[0])
	}
	return result
}

var errNoBase = lang.Errorf("git did not know the files when the task began")

// diff gives what the task has changed, by the paths from the project's directory, and where that is below the top of
// the work tree.
func (j Job) diff(ctx context.Context, w work) (prefix string, list []worktree.Change, err error) {
	switch {
	case j.BaseTree != "" && errors.Is(w.err, worktree.ErrNoRepository):
		return "", nil, lang.Errorf("the git repository that was there when the task began is gone or broken: %w", w.err)
	case w.err != nil:
		return "", nil, w.err
	case j.BaseTree == "":
		return "", nil, errNoBase
	}
	if prefix, err = worktree.Prefix(j.Dir); err != nil {
		return "", nil, err
	}
	list, err = worktree.Diff(ctx, j.Dir, j.BaseTree, w.tree)
	return prefix, below(prefix, list), err
}

// unknown is what is told where git cannot tell what the task has changed: what the agent's tools wrote.
func (j Job) unknown(w work, why error, room int) files {
	wrote := relative(j.Dir, j.Wrote)
	f := files{protected: facts.Matching(wrote, j.Rubric.Protect)}
	if j.BaseTree == "" && errors.Is(w.err, worktree.ErrNoRepository) { // a project without git
		if j.Rubric.ProtectStrict {
			j.Say(lang.M("without git protect_strict sees what the agent's tools write, not what commands do"))
		}
		f.text = j.Review.Mask.Text(facts.Wrote("", wrote, j.Rubric.Protect, room))
		return f
	}
	if j.BaseTree != "" || len(j.Rubric.Protect) > 0 {
		j.Say(lang.M("could not tell what the task changed: %v", why))
	}
	f.unknown, f.text = why, j.Review.Mask.Text(facts.Wrote(why.Error(), wrote, j.Rubric.Protect, room))
	return f
}

// below gives the changes by their paths from the project's directory.
func below(prefix string, list []worktree.Change) []worktree.Change {
	list = slices.Clone(list)
	for i, c := range list {
		if list[i].Path = facts.Below(prefix, c.Path); c.From != "" {
			list[i].From = facts.Below(prefix, c.From)
		}
	}
	return list
}

// How many bytes of a patch are looked at.
const (
	maxPatch = 64 << 10
	maxScan  = 4 << 20
)

// relative gives the paths as they are below dir, where they are.
func relative(dir string, paths []string) (list []string) {
	for _, path := range paths {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			path = filepath.ToSlash(rel)
		}
		list = append(list, path)
	}
	return list
}

// evidence names what was run, as a verdict has it.
func evidence(results []check.Result) (list []string) {
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

func outcome(r check.Result) string {
	switch r.State {
	case check.Passed:
		return "ok"
	case check.Failed:
		return fmt.Sprintf("exit %d", r.Exit)
	}
	return string(r.State)
}

// told are the checks as a verdict has them.
func told(results []check.Result, mask *secret.Mask) (list []task.Check) {
	list = kept(results)
	for i := range list {
		list[i].Output, list[i].Command = "", mask.Text(list[i].Command)
	}
	return list
}

// kept are the checks as a task's state has them.
func kept(results []check.Result) (list []task.Check) {
	for _, r := range results {
		list = append(list, task.Check{
			Name: r.Name, Command: r.Command, Exit: r.Exit, DurationMS: r.Duration.Milliseconds(), Tree: r.Tree,
			State: string(r.State), Output: r.Output,
		})
	}
	return list
}

// again is the reverse of kept.
func again(list []task.Check) (results []check.Result) {
	for _, c := range list {
		results = append(results, check.Result{
			Name: c.Name, Command: c.Command, Exit: c.Exit, Duration: time.Duration(c.DurationMS) * time.Millisecond,
			Tree: c.Tree, State: check.State(c.State), Output: c.Output,
		})
	}
	return results
}

// masked is a result without what is secret in its output, which is shown and stored. The command stands as it is, to be
// known again; where it is told, it is masked.
func masked(r check.Result, m *secret.Mask) check.Result {
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
