package plan

import (
	"path/filepath"
	"slices"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/process"
	"ccc/internal/text"
)

// left lists the uncommitted files that a task left in the user's work tree.
type left struct {
	By    string            `json:"by"`    // the name of the task
	Files map[string]string `json:"files"` // the digest of each file
}

// noteLeft records the uncommitted files that a task left in the user's work tree. With Commit, that tree had none when
// the task began.
func (r *run) noteLeft(name string) {
	if r.record.Left = nil; !r.Commit || r.Jobs > 0 {
		return
	}
	list, err := r.repo.Dirty(r.file)
	if err != nil || len(list) == 0 { // without a record, the next start refuses these changes
		return
	}
	r.record.Left = &left{By: name, Files: make(map[string]string)}
	for _, file := range list {
		r.record.Left.Files[file] = worktree.Digest(filepath.Join(r.repo.Dir, file))
	}
}

// taskEnv is an environment variable that marks every process that a task starts, also in the background.
const taskEnv = "CCC_TASK"

// nameLeftProcesses tells the user which processes an agent left running. They may write to files of other tasks.
func (r *run) nameLeftProcesses(j *job) {
	entry := taskEnv + "=" + j.launch
	list := process.Left(func(env []string) bool { return slices.Contains(env, entry) && claude.IsOfTool(env) })
	if len(list) > 0 {
		r.Say(lang.M("task %d: its agent left this running in %s: %s", j.Number, j.dir,
			text.OneLine(text.FirstFew(list).String())))
	}
}

// checkForeign returns an error if the user's work tree has uncommitted changes that no task of the run left. In a work
// tree that ccc made for tasks, all changes count as changes of tasks.
func (r *run) checkForeign() error {
	if r.repo.Own {
		return nil
	}
	list, err := r.repo.Dirty(r.file)
	if err != nil {
		return err
	}
	if l := r.record.Left; l != nil {
		list = slices.DeleteFunc(list, func(name string) bool {
			known := l.Files[name]
			return known != "" && known == worktree.Digest(filepath.Join(r.repo.Dir, name))
		})
	}
	if len(list) == 0 {
		return nil
	}
	bad := r.repo.NewDirtyError(list, r.file)
	for _, e := range r.record.Tasks {
		if e.Running && !e.Tree {
			bad.By = tasklist.Brief(e.Title)
		}
	}
	return bad
}

// prepareTree removes uncommitted changes from the user's work tree before a task whose work will be committed. It
// moves changes of another task to git's stash. It returns an error for changes of the user.
func (r *run) prepareTree(name string, e *entry) error {
	if !r.Commit || r.Jobs > 0 {
		return nil
	}
	if err := r.checkForeign(); err != nil {
		return err
	}
	l := r.record.Left
	if l == nil || l.By == name && e.Begun != nil { // the same task goes on with its own changes
		return nil
	}
	title := tasklist.Brief(l.By)
	if by := r.record.Tasks[l.By]; by != nil {
		if title = tasklist.Brief(by.Title); l.By != name && by.Retryable {
			return lang.Errorf("%q continues with the changes that it left in your tree: no other task starts before "+
				"it", title)
		}
	}
	put, left, err := r.repo.Stash("ccc: "+title, r.file)
	if err == nil && len(left) > 0 {
		err = r.repo.NewDirtyError(left, r.file)
	}
	if err != nil {
		return lang.Errorf("stash the changes that %q left: %w", title, err)
	}
	if put {
		r.Say(lang.M("the uncommitted changes of %q were stashed: git stash list", title))
	}
	r.record.Left = nil
	return r.save()
}
