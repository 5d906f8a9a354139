package plan

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"syscall"

	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/supervision/output"
	"ccc/loop"
	"ccc/streamjson"
)

// exitFailed is the exit code of a run that failed with an error.
const exitFailed = 1

// Rows describes all tasks of the plan as the run last read it. Every goroutine may call it.
func (r *Run) Rows() []outcome.Row { return *r.rows.Load() }

// makeRows returns a row for each task of the plan, and for each task of this start that the plan no longer has.
func (r *run) makeRows() (rows []outcome.Row) {
	in := make(map[string]bool)
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		in[name] = true
		row := r.row(name)
		row.Number, row.Title, row.Heading, row.Done = t.Number, t.Title, t.Heading, t.Done
		_, row.Others = r.record.Others[name]
		rows = append(rows, row)
	}
	for _, name := range slices.Sorted(maps.Keys(r.record.Tasks)) {
		e := r.record.Tasks[name]
		if !in[name] && (r.running[name] != nil || r.settledTasks[name] || e.Tree && !e.Kept) {
			row := r.row(name)
			row.Number, row.Title, row.Gone = e.Number, e.Title, e.Merge == ""
			row.Done = e.Merge != "" && e.IsCompleted()
			rows = append(rows, row)
		}
	}
	for _, name := range r.lostTasks() {
		if !slices.ContainsFunc(rows, func(row outcome.Row) bool { return row.Name == name }) {
			row := r.row(name)
			row.Title, row.Gone = r.record.Open[name].Title, true
			rows = append(rows, row)
		}
	}
	return rows
}

// row returns the row of the task with that name.
func (r *run) row(name string) outcome.Row {
	row := outcome.Row{Name: name}
	e := r.record.Tasks[name]
	if e != nil && e.Kept && e.Ending == (outcome.Ending{}) && e.Before.IsCompleted() {
		before := e.Before
		row.Before, row.Commit = &before, e.Tip
	}
	if e != nil && e.Ending != (outcome.Ending{}) {
		last := e.Ending
		last.CostUSD = streamjson.RoundUSD(last.CostUSD + e.TriesUSD)
		row.Ending, row.Commit, row.Retried = &last, e.Tip, e.Retried
	}
	if j := r.running[name]; j != nil {
		row.Launch, row.Status, row.Since = j.launch, j.status, j.began
	}
	return row
}

// reportPlanChanges tells the user which tasks somebody else ticked, and which are no longer in the plan.
func (r *run) reportPlanChanges(rows []outcome.Row) {
	for _, row := range rows {
		if row.Others {
			r.Say(lang.M("task %d was ticked by something other than a run: no review found it done. If it is not "+
				"done, remove the tick",
				row.Number))
		}
	}
	for _, name := range r.lostTasks() {
		r.tamper(lang.Errorf("%q is not in the plan any more, and was not done",
			tasklist.Brief(r.record.Open[name].Title)))
	}
}

// noteTrees sets in each row its outcome, and where the work of the task is.
func (r *run) noteTrees(rows []outcome.Row) {
	for i, row := range rows {
		if rows[i].Outcome = row.OutcomeWord(); r.Jobs == 0 {
			continue
		}
		t := r.repo.TreeFor(row.Name)
		if _, err := os.Stat(t.Path); err == nil {
			rows[i].Dir = t.Path
		}
		if ahead, err := r.repo.Ahead(t.Branch); err == nil && ahead || rows[i].Dir != "" {
			rows[i].Branch = t.Branch
		}
	}
}

// result returns the result of the run.
func (r *run) result() outcome.Result {
	r.rereadPlan()
	result := outcome.Result{
		Outcome: loop.Completed, CostUSD: r.cost(), DurationMS: r.elapsed().Milliseconds(), Tasks: r.makeRows(),
	}
	if r.Only > 0 {
		only := taskName(r.fileKey, r.onlyTask)
		result.Tasks = slices.DeleteFunc(result.Tasks, func(row outcome.Row) bool { return row.Name != only })
	} else {
		r.reportPlanChanges(result.Tasks)
	}
	r.noteTrees(result.Tasks)
	result.Tasks = slices.DeleteFunc(result.Tasks, func(row outcome.Row) bool {
		// An earlier start did the task, and its branch is merged.
		return row.Gone && row.Branch == "" && !r.settledTasks[row.Name] && !slices.Contains(r.lostTasks(), row.Name)
	})
	if r.Jobs > 0 {
		_ = syscall.Rmdir(r.repo.TreesDir()) // fails if a work tree is still in it
	}
	if r.checkTrees(); !r.headMoved {
		r.offerBranches(&result)
	}
	r.publishAll(result.Tasks)
	r.setOutcome(&result)
	if r.pulls != nil {
		result.Commands = r.pulls.lines
	}
	return result
}

// offerBranches lists in the result the branches that the user may merge: those of the finished tasks, or the one
// branch into which the run has merged them.
func (r *run) offerBranches(result *outcome.Result) {
	done := slices.DeleteFunc(slices.Clone(result.Tasks), func(row outcome.Row) bool {
		return !row.Done && !row.Last().IsCompleted() // work that no review has found done is not offered
	})
	heads, err := r.repo.MergeHeads(branchesOf(done))
	if err != nil {
		r.Say(lang.M("%v", err))
	}
	heads = slices.DeleteFunc(heads, func(branch string) bool { return slices.Contains(r.alteredBranches, branch) })
	if result.Merged = r.mergedBranch(); result.Merged != nil {
		result.Merge, result.Conflicts = []string{result.Merged.Branch}, r.merging.conflicts
	} else {
		result.Merge, result.Conflicts = r.repo.DivideHeads(heads)
	}
}

// setOutcome sets the outcome of the run, its exit code and the reason. The first reason that applies counts.
func (r *run) setOutcome(result *outcome.Result) {
	switch {
	case r.signal != 0:
		result.Outcome, result.ExitCode, result.Retryable = loop.Interrupted, 128+int(r.signal), true
	case r.limitReached || r.tampered || r.stopReason != nil && r.firstFailure == nil:
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
	case r.retryLater:
		result.Outcome, result.ExitCode, result.Retryable = loop.NeedsUser, output.ExitRetry, true
	case r.firstFailure != nil:
		result.Outcome = loop.Outcome(cmp.Or(string(r.firstFailure.Outcome), outcome.Failed))
		result.ExitCode = r.firstFailure.ExitCode
	case slices.ContainsFunc(result.Tasks, func(row outcome.Row) bool {
		return row.Others && r.record.Others[row.Name]
	}):
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
		result.Reason = "a task was ticked that no review has found done"
	case r.treeTouched:
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
		result.Reason = "your own work tree changed while the run went on"
	case r.textsEdited:
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
		result.Reason = "the text of tasks changed while the run went on"
	case r.mergeFault() != "":
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
		result.Reason = r.mergeFault()
	case r.pulls != nil && len(r.pulls.failed) > 0:
		result.Outcome, result.ExitCode = outcome.Failed, exitFailed
		result.Reason = fmt.Sprintf("pull requests that are not up to date: %d", len(r.pulls.failed))
	}
	if r.stopReason != nil {
		result.Reason = r.stopReason.Error()
	}
}

// branchesOf returns the branches of tasks, with "" for a task without a branch.
func branchesOf(rows []outcome.Row) (list []string) {
	for _, row := range rows {
		list = append(list, row.Branch)
	}
	return list
}
