package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/text"
)

// costLeft is what a task has left in the person's tree that is not committed. Of a task whose ccc was killed nothing is
// known: what is there may be the person's.
type left struct {
	By    string            `json:"by"`    // the task's name
	Files map[string]string `json:"files"` // a digest of each
}

// noteLeft notes what a task of a run with Commit leaves in the person's tree, where all that is there is its own.
func (r *run) noteLeft(name string) {
	if r.record.Left = nil; !r.Commit || r.Jobs > 0 {
		return
	}
	list, err := r.repo.Dirty(r.file)
	if err != nil || len(list) == 0 { // without a note the next start refuses what is there
		return
	}
	r.record.Left = &left{By: name, Files: make(map[string]string)}
	for _, file := range list {
		r.record.Left.Files[file] = contentDigest(filepath.Join(r.repo.Dir, file))
	}
}

// dying is how long what a task has started may take to end with it.
const dying = 200 * time.Millisecond

// taskEnv is the variable by which all that a task starts is known, down to what its agent leaves in the background.
const taskEnv = "CCC_TASK"

// nameLeftProcesses says which processes an agent has left, which may still write where others work.
func (r *run) nameLeftProcesses(j *job) {
	entry := taskEnv + "=" + j.launch
	if len(process.With(entry)) == 0 {
		return
	}
	time.Sleep(dying)
	var list []string
	for _, p := range process.With(entry) {
		list = append(list, fmt.Sprintf("%s (%d)", p.Name(), p.Pid))
	}
	if len(list) > 0 {
		r.Say(lang.M("task %d: its agent has left running, in %s: %s", j.Number, j.dir, text.OneLine(firstFew(list))))
	}
}

// checkForeign is the error for what is in the person's tree without being committed, and no task has left there. In a work
// tree that was made for tasks all is theirs, also after a kill, when nobody could note it.
func (r *run) checkForeign() error {
	if r.repo.own {
		return nil
	}
	list, err := r.repo.Dirty(r.file)
	if err != nil {
		return err
	}
	if l := r.record.Left; l != nil {
		list = slices.DeleteFunc(list, func(name string) bool {
			known := l.Files[name]
			return known != "" && known == contentDigest(filepath.Join(r.repo.Dir, name))
		})
	}
	if len(list) == 0 {
		return nil
	}
	bad := r.repo.dirtyError(list, r.file)
	for _, e := range r.record.Tasks {
		if e.Number > 0 && !e.Over && !e.Tree && e.ending == (ending{}) {
			bad.by = brief(e.Title)
		}
	}
	return bad
}

// prepareTree makes the person's tree fit for a task whose work will be committed: what another task has left is put away
// into git's stash, and what is the person's is an error.
func (r *run) prepareTree(name string, e *entry) error {
	if !r.Commit || r.Jobs > 0 {
		return nil
	}
	if err := r.checkForeign(); err != nil {
		return err
	}
	l := r.record.Left
	if l == nil || l.By == name && e.ending != (ending{}) { // it goes on
		return nil
	}
	title := brief(l.By)
	if by := r.record.Tasks[l.By]; by != nil {
		if title = brief(by.Title); l.By != name && by.Retryable {
			return lang.Errorf("%q goes on with what it has left in your tree: no other task is begun before it", title)
		}
	}
	put, left, err := r.repo.Stash("ccc: "+title, r.file)
	if err == nil && len(left) > 0 {
		err = r.repo.dirtyError(left, r.file)
	}
	if err != nil {
		return lang.Errorf("put away what %q has left: %w", title, err)
	}
	if put {
		r.Say(lang.M("what %q has left is not committed, and put away: git stash list", title))
	}
	r.record.Left = nil
	return r.save()
}

// absent is what [contentOf] tells of a path where nothing is.
const absent = "none"

// contentDigest tells what a path holds, by a digest.
func contentDigest(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return absent
	}
	sum := sha256.New()
	_, _ = io.WriteString(sum, info.Mode().String()) // a digest takes all
	if target, err := os.Readlink(path); err == nil {
		_, _ = io.WriteString(sum, target)
	} else if f, err := os.Open(path); err == nil {
		_, _ = io.Copy(sum, f) // what cannot be read is another thing than what could
		f.Close()
	}
	return hex.EncodeToString(sum.Sum(nil))
}
