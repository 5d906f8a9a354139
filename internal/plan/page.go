package plan

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/report"
	"ccc/internal/state"
	"ccc/internal/supervision/runid"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// Past is the record of a run: of its last start, or of a run that is still going on.
type Past struct{ run }

// ReadPast reads the record of a run. word is the run id or the path of the plan. It returns nil if there is no record.
// Tasks that were done with --task are included.
func ReadPast(s state.Dir, word string) (*Past, error) {
	path, err := filepath.Abs(word)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{word, planKey(path)} {
		p := &Past{run{Config: Config{State: s, Path: path}, fileKey: key}}
		found, err := runid.ReadPlan(s.Runs(), key, &p.record)
		if err != nil {
			return nil, err
		}
		p.Path = cmp.Or(p.record.Path, path)
		p.plan, _, err = load(p.Path, 0) // the record is shown even without the plan
		alone := p.addAlone()
		if found || alone && err == nil {
			p.fillEndings()
			return p, nil
		}
	}
	return nil, nil
}

// planKey returns the key of a run without a run id.
func planKey(path string) string { return "plan " + file.Digest(path)[:32] }

// onlyKey returns the key of a run with --task, which does one task alone.
func onlyKey(key string, id tasklist.ID) string { return key + "/" + file.Digest(fmt.Sprint(id))[:6] }

// addAlone adds the records of runs with --task. It reports whether there was one.
func (p *Past) addAlone() (found bool) {
	for _, t := range p.plan.Tasks {
		var one record
		if there, err := runid.ReadPlan(p.State.Runs(), onlyKey(p.fileKey, t.ID), &one); err != nil || !there {
			continue
		}
		found = true
		if p.record.Tasks == nil {
			p.record.Tasks = make(map[string]*entry)
		}
		p.record.Dir = cmp.Or(p.record.Dir, one.Dir)
		p.record.Spent += one.Spent
		for name, e := range one.Tasks {
			if p.record.Tasks[name] == nil {
				p.record.Tasks[name] = e
			}
		}
	}
	return found
}

// fillEndings gives each task that has not ended in the last run its ending from the run before.
func (p *Past) fillEndings() {
	p.Dir = p.record.Dir
	p.settledTasks = make(map[string]bool)
	for name, e := range p.record.Tasks {
		e.Ending = e.lastEnding()
		p.settledTasks[name] = e.Merge != "" || len(p.plan.Tasks) == 0 // without a plan, the record has the titles
	}
	if p.Dir != "" {
		p.repo, _ = worktree.Open(p.Dir, nil) // without a repository there are no branches
	}
	if p.repo.Dir != "" {
		p.Jobs = 1 // so that work trees and branches are looked for
	}
}

// Report returns the page of the run. reportOf returns the report of a launch; nil if that has no recording.
func (p *Past) Report(l lang.Language, reportOf func(launch string) *report.Report) report.Run {
	rows := p.makeRows()
	p.noteTrees(rows)
	out := report.Run{Plan: filepath.Base(p.Path), Mood: "good"}
	var sum link.Tokens
	done, took, cost := 0, time.Duration(0), 0.0
	for _, row := range rows {
		t := p.reportTask(row, l, reportOf)
		out.Tasks = append(out.Tasks, t)
		if row.Done {
			done++
		}
		last := row.Last()
		sum, took = sum.Plus(last.Tokens), took+row.Duration()
		if e := p.record.Tasks[row.Name]; e != nil {
			cost += row.Cost() + e.TriesUSD
		}
		if last.Began.IsZero() {
			continue
		}
		if out.Began.IsZero() || last.Began.Before(out.Began) {
			out.Began = last.Began
		}
	}
	if out.Title = l.Sprintf("%d of %d tasks done", done, len(rows)); done < len(rows) {
		out.Mood = "bad"
	}
	out.Facts = []report.Fact{
		{Name: l.Sprintf("Time"), Value: text.Elapsed(p.record.Spent)},
		{Name: l.Sprintf("Time of the tasks"), Value: text.Elapsed(took)},
		{Name: l.Sprintf("Cost"), Value: text.Dollars(cost)},
	}
	if sum != (link.Tokens{}) {
		out.Facts = append(out.Facts, report.Fact{Name: l.Sprintf("Tokens"), Value: tokenWords(sum, l)})
	}
	if branch := p.repo.TreeFor(mergeName(p.Path, p.fileKey)).Branch; p.repo.Dir != "" && p.repo.HasBranch(branch) {
		out.Facts = append(out.Facts, report.Fact{Name: l.Sprintf("Merged"), Value: branch})
	} else {
		out.Facts = append(out.Facts, p.toMerge(rows, l)...)
	}
	return out
}

// toMerge lists the branches that the user can merge, and the branches that would conflict after that.
func (p *Past) toMerge(rows []outcome.Row, l lang.Language) (facts []report.Fact) {
	if p.repo.Dir == "" {
		return nil
	}
	heads, err := p.repo.MergeHeads(branchesOf(slices.DeleteFunc(slices.Clone(rows), func(row outcome.Row) bool {
		if !row.Last().IsCompleted() || row.Branch == "" {
			return true
		}
		tip, err := p.repo.Tip(row.Branch)
		return err != nil || tip != p.record.Tasks[row.Name].Tip // another program has moved the branch since
	})))
	if err != nil { // a branch was removed meanwhile
		return nil
	}
	merge, conflicts := p.repo.DivideHeads(heads)
	if len(merge) > 0 {
		facts = append(facts, report.Fact{Name: l.Sprintf("To be merged"), Value: strings.Join(merge, ", ")})
	}
	for _, c := range conflicts {
		facts = append(facts, report.Fact{Name: l.Sprintf("Conflict"), Value: l.Text(c.Message())})
	}
	return facts
}

func tokenWords(t link.Tokens, l lang.Language) string {
	return l.Sprintf("%s read, %s written", text.Count(t.In), text.Count(t.Out))
}

// reportTask returns the part of a run's page about one task.
func (p *Past) reportTask(row outcome.Row, l lang.Language, reportOf func(string) *report.Report) report.RunTask {
	e, last := p.record.Tasks[row.Name], row.Last()
	t := report.RunTask{
		Number: row.Number, Title: row.Title, Mood: "open", Outcome: l.Text(row.Short()), Branch: row.Branch,
		Commit: row.Commit, Waits: row.Others || row.Gone && !last.IsCompleted() ||
			row.Ending != nil && !row.Done && last.Outcome != loop.Interrupted,
	}
	if e == nil {
		t.Outcome = cmp.Or(t.Outcome, l.Sprintf("not begun"))
		return t
	}
	switch {
	case e.Running:
		t.Outcome, t.Waits = l.Sprintf("running, or cut off"), false
	case last.IsCompleted():
		t.Mood = "good"
	case row.Ending != nil:
		t.Mood = "bad"
	}
	t.Outcome = cmp.Or(t.Outcome, l.Sprintf("not begun"))
	if row.Ending != nil && !last.IsCompleted() {
		t.Reason = l.Text(wording.Recorded(text.ClipLine(last.Reason, outcome.MaxReason)))
	}
	t.PullRequest, t.Session, t.Model = e.pull().URL, last.SessionID, last.Model
	t.CostUSD, t.Took, t.Rounds = row.Cost()+e.TriesUSD, row.Duration(), last.Rounds
	if last.Tokens != (link.Tokens{}) {
		t.Tokens = tokenWords(last.Tokens, l)
	}
	t.Diff = p.diffstat(e, l)
	if r := reportOf(cmp.Or(e.Launch, last.SessionID)); r != nil {
		t.Findings = r.LastFindings()
		t.Page = "ccc report " + text.ShellWord(cmp.Or(e.Launch, last.SessionID))
	}
	return t
}

// diffstat describes how much a task has changed: from the state in which it began to its commit, or without a commit
// to the state that its last review saw.
func (p *Past) diffstat(e *entry, l lang.Language) string {
	from, to := e.Judged.Base, e.Judged.Tree
	if e.Tip != "" && e.Begun != nil && e.Begun.Commit != "" {
		from, to = e.Begun.Commit, e.Tip
	}
	if from == "" || to == "" || p.Dir == "" {
		return ""
	}
	changes, err := git.Diff(context.Background(), p.Dir, from, to)
	if err != nil { // git has removed a tree that no branch contains
		return ""
	}
	name := ""
	if committed, _, err := p.repo.CommittedFile(p.Path); err == nil {
		name = committed
	}
	// The only change to the plan is the tick.
	changes = slices.DeleteFunc(changes, func(c git.Change) bool { return c.Path == name })
	added, deleted := 0, 0
	for _, c := range changes {
		added, deleted = added+c.Added, deleted+c.Deleted
	}
	if len(changes) == 1 {
		return l.Sprintf("1 file, +%d −%d lines", added, deleted)
	}
	return l.Sprintf("%d files, +%d −%d lines", len(changes), added, deleted)
}
