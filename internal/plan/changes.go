package plan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/text"
)

// While tasks run, a plan may gain tasks and ticks, and its texts may change. ccc cannot tell whether the user or an
// agent changed the file. So no task may be removed, replaced, moved or unticked, and no options may change: otherwise
// ccc writes the plan back and ends the run.

// rereadPlan reads the plan again, because its file may have changed.
func (r *run) rereadPlan() {
	now, source, err := readPlan(r.Path)
	unreadable := new(NoPlanError)
	if errors.Is(err, fs.ErrNotExist) {
		if now, source, err = r.putBack(); err != nil {
			return
		}
	}
	if err != nil && !errors.As(err, &unreadable) {
		r.beginNoMore(err)
		return
	}
	if len(r.plan.Damage(now)) > 0 {
		if now, source, err = r.putBack(); err != nil {
			return
		}
	}
	r.noteEdits(now)
	r.plan, r.source = now, source
	r.noteTicks()
	for _, j := range r.running {
		if t, ok := now.Find(j.ID); ok && j.number.Swap(int64(t.Number)) != int64(t.Number) {
			j.entry.Number = t.Number
			r.Say(lang.M("now task %d of %d: %s", t.Number, len(now.Tasks), tasklist.Brief(t.Title)))
		}
	}
}

// putBack writes the last good plan back, with the present ticks, and ends the run. It saves the damaged plan in the
// state directory. If the plan cannot be written, it stays as it is.
func (r *run) putBack() (tasklist.Plan, []byte, error) {
	var what []lang.Message
	var found, whole []byte
	err := file.UpdateUnder(r.lockPath(), r.Path, file.Text, func(old []byte) ([]byte, error) {
		found, whole = old, r.source
		if old == nil {
			what = []lang.Message{lang.M("it was removed")}
			whole = r.tickSettled(whole)
			return whole, nil
		}
		now := tasklist.Parse(old)
		if what = r.plan.Damage(now); len(what) == 0 { // somebody else has repaired the plan meanwhile
			whole = old
			return old, nil
		}
		for _, t := range now.Tasks {
			if t.Done {
				whole, _ = tasklist.Tick(whole, t.ID)
			}
		}
		return whole, nil
	})
	if err != nil {
		r.tamper(lang.Errorf("%s was changed while tasks ran (%v), and cannot be put back: %w", r.Path,
			lang.Join("%s, %s", what...), err))
		return tasklist.Plan{}, nil, err
	}
	switch {
	case len(what) == 0:
	case found == nil:
		r.tamper(lang.Errorf("%s was removed while tasks ran. It was put back", r.Path))
	default:
		copied := filepath.Join(r.State.Plans(), filepath.Base(r.Path)+"-"+file.Digest(r.Path)[:12])
		err := os.MkdirAll(r.State.Plans(), 0o700)
		if err == nil {
			err = file.Update(copied, file.Text, func([]byte) ([]byte, error) { return found, nil })
		}
		if err != nil {
			r.Say(lang.M("%v", err))
		}
		r.tamper(lang.Errorf("%s was changed while tasks ran (%v). It was put back; what was found is in %s", r.Path,
			lang.Join("%s, %s", what...), copied))
	}
	return tasklist.Parse(whole), whole, nil
}

// tickSettled adds to the text of a plan the ticks of the tasks that this start has done.
func (r *run) tickSettled(source []byte) []byte {
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		if e := r.record.Tasks[name]; e != nil && e.Kept && e.IsCompleted() && r.settledTasks[name] {
			source, _ = tasklist.Tick(source, t.ID)
		}
	}
	return source
}

// noteEdits tells the user which open tasks have a new text. The run does these tasks by their new text, and does not
// count as completed.
func (r *run) noteEdits(now tasklist.Plan) {
	var titles []string
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		later, there := now.Find(t.ID)
		if !there || t.Done || later.Done || r.running[name] != nil || r.settledTasks[name] {
			continue
		}
		if prompt(now, later, r.Path) != prompt(r.plan, t, r.Path) {
			titles = append(titles, tasklist.Brief(t.Title))
		}
	}
	if len(titles) > 0 {
		r.textsEdited = true
		r.Say(lang.M("the text of the plan changed while tasks ran, for: %s. They are done as it reads now",
			text.FirstFew(titles)))
	}
}

// noteTicks records which tasks are open, and which tasks somebody other than the run has ticked. An agent may tick a
// task that is not done.
func (r *run) noteTicks() {
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		if !t.Done {
			r.record.Open[name] = t.ID
			delete(r.record.Others, name)
			continue
		}
		e := r.record.Tasks[name]
		if e == nil {
			e = &entry{}
		}
		_, open := r.record.Open[name]
		if _, known := r.record.Others[name]; known || r.running[name] != nil || e.IsCompleted() {
			continue
		}
		if open || e.Ending != (outcome.Ending{}) {
			r.record.Others[name] = open
		}
	}
}

// restoreTicks ticks tasks again that this run has done and that were unticked since. It is called only if the last
// start was killed. After any other end the user may have unticked a task to have it done again.
func (r *run) restoreTicks() {
	for _, t := range r.plan.Tasks {
		e := r.record.Tasks[taskName(r.fileKey, t.ID)]
		if e != nil && e.Kept && e.IsCompleted() && !t.Done && r.tick(e) {
			r.tamper(lang.Errorf("%q was unticked while tasks ran: it is done, and was ticked again",
				tasklist.Brief(t.Title)))
		}
	}
}

// lostTasks returns the names of tasks that were open and are no longer in the plan, sorted.
func (r *run) lostTasks() (names []string) {
	for name, id := range r.record.Open {
		_, there := r.plan.Find(id)
		_, ticked := r.record.Others[name]
		if e := r.record.Tasks[name]; !there && !ticked && (e == nil || !e.IsCompleted()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// tamper ends the run because somebody changed a file that decides how the run goes on.
func (r *run) tamper(what error) {
	r.Say(lang.M("%v", what))
	if !r.tampered {
		r.tampered, r.stopReason = true, what
	}
}
