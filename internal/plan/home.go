package plan

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/text"
)

// home is the state of the user's own work tree when a run with work trees began. Programs of the tasks can write
// there. ccc cannot tell their changes from the user's, so it reports every change.
type home struct {
	git.Position
	Files map[string]string `json:"files"` // the digests of uncommitted files, except the plan
}

// lookAtHome returns the present state of the user's work tree.
func (r *run) lookAtHome() (h home, err error) {
	if h.Position, err = r.repo.Position(); err != nil {
		return h, err
	}
	list, err := r.repo.Dirty(r.file)
	h.Files = make(map[string]string)
	for _, name := range list {
		h.Files[name] = worktree.Digest(filepath.Join(r.repo.Dir, name))
	}
	return h, err
}

// checkHome compares the user's work tree with its state at the start. It ends the run if the tree is on another
// branch, or if the branch has lost its commit. It reports new files and commits, and then the run does not count as
// completed.
func (r *run) checkHome() {
	before := r.record.Home
	now, err := r.lookAtHome()
	if before == nil || err != nil {
		if err != nil {
			r.tamper(err)
			return
		}
		r.record.Home = &now
		return
	}
	switch {
	case now.GitDir != before.GitDir:
		r.tamper(lang.Errorf("your work tree %s is in another git repository than when the run began: %s, not %s",
			r.repo.Dir, now.GitDir, before.GitDir))
	case now.Branch != before.Branch:
		r.headMoved = true
		r.tamper(lang.Errorf("your work tree %s has left the branch on which the run began, for %s: look at it, then "+
			"git switch %s", r.repo.Dir, branchOrNone(now.Branch),
			cmp.Or(before.Branch, detach+" "+before.Commit[:12])))
	case !r.repo.IsAncestor(before.Commit, now.Commit):
		r.headMoved = true
		r.tamper(lang.Errorf("your work tree %s no longer contains %.12s, on which the run began: git merge "+
			"%.12s brings it back", r.repo.Dir, before.Commit, before.Commit))
	case now.Commit != before.Commit:
		r.treeTouched = true
		r.Say(lang.M("your branch %s got commits while tasks ran: git log %.12s..%.12s", now.Branch, before.Commit,
			now.Commit))
	}
	if files := changedFiles("", before.Files, now.Files); len(files) > 0 && now.Commit == before.Commit {
		r.treeTouched = true
		r.Say(lang.M("files of your work tree changed while tasks ran: %s", text.FirstFew(files)))
	}
	r.record.Home = &now
}

// checkTrees checks that the tasks of a run with work trees changed only what they may change.
func (r *run) checkTrees() {
	if r.Jobs > 0 {
		if err := r.mayRunGit(r.repo.Dir); err != nil {
			if !r.tampered {
				r.tamper(err)
			}
			return
		}
		r.checkHome()
		r.checkBranches()
	}
}

// checkBranches ends the run if the branch of a finished task is no longer at the commit that its review saw.
func (r *run) checkBranches() {
	tips, err := r.repo.Tips("ccc/")
	if err != nil {
		r.tamper(err)
		return
	}
	r.checkPlanted(tips)
	for _, name := range slices.Sorted(maps.Keys(r.record.Tasks)) {
		e, branch := r.record.Tasks[name], r.repo.TreeFor(name).Branch
		if now := tips[branch]; e.Tip != "" && now != "" && now != e.Tip {
			r.tamper(lang.Errorf("%s is no longer what %q left: git log %.12s..%.12s", branch,
				tasklist.Brief(e.Title), e.Tip, now))
			e.Tip = "" // the next start accepts the branch
			r.alteredBranches = append(r.alteredBranches, branch)
		}
	}
}

// checkPlanted ends the run if another program has moved a branch that the run is going to use: the branch of a task
// that has not begun, or the merged branch. Otherwise a task would build on commits that no review has seen.
func (r *run) checkPlanted(tips map[string]string) {
	var branches []string
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		if e := r.record.Tasks[name]; r.running[name] == nil && (e == nil || e.Tip == "") {
			branches = append(branches, r.repo.TreeFor(name).Branch)
		}
	}
	if !r.isMerging() {
		branches = append(branches, r.repo.TreeFor(mergeName(r.Path, r.fileKey)).Branch)
	}
	for _, branch := range branches {
		if now := tips[branch]; now != "" && now != r.branchTips[branch] {
			r.tamper(lang.Errorf("something other than this run has made or moved %s: git log %s. Without it: git "+
				"branch -D %s",
				branch, branch, branch))
			r.branchTips[branch] = now // the next start accepts the branch
			r.alteredBranches = append(r.alteredBranches, branch)
		}
	}
}

// isMerging reports whether a session that resolves conflicts is running.
func (r *run) isMerging() bool {
	for _, j := range r.running {
		if j.merge != "" {
			return true
		}
	}
	return false
}

// noteTip records the commit at which this run left a branch.
func (r *run) noteTip(branch string) {
	if r.Jobs > 0 {
		r.branchTips[branch], _ = r.repo.Tip(branch) // "" if the branch does not exist
	}
}
