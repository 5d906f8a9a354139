package plan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// While tasks run, a plan may gain tasks and ticks, and its words may change. Nobody can tell whether the user or an
// agent has written something. So no task may be lost, reworded, moved or unticked, or get other options: the plan is
// put back, and the run ends.

// rereadPlan reads the plan again, since it may have changed.
func (r *run) rereadPlan() {
	now, source, err := read(r.Path)
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
	if len(r.plan.damage(now)) > 0 {
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
			r.Say(lang.M("now task %d of %d: %s", t.Number, len(now.Tasks), brief(t.Title)))
		}
	}
}

// damage says what a later version of a plan has lost: tasks that are gone, moved or unticked, or the front matter; nil
// for nothing. A task that is done may go, and its line may move.
func (p Plan) damage(now Plan) (list []lang.Message) {
	if now.front != p.front {
		list = append(list, lang.M("its front matter has changed"))
	}
	for _, t := range p.Tasks {
		switch later, there := now.Find(t.ID); {
		case !there && !t.Done:
			list = append(list, lang.M("%q is gone", brief(t.Title)))
		case there && t.Done && !later.Done:
			list = append(list, lang.M("%q was unticked", brief(t.Title)))
		case there && !t.Done && !later.Options.equal(t.Options):
			list = append(list, lang.M("the options of %q were changed", brief(t.Title)))
		}
	}
	if len(list) > 0 {
		return list
	}
	before, after := p.openIn(now), now.openIn(p)
	for i, t := range before {
		barrier := func(of []Task) bool { return i > 0 && of[i].Group != of[i-1].Group }
		if after[i].ID != t.ID || barrier(before) != barrier(after) {
			return append(list, lang.M("%q was moved", brief(t.Title)))
		}
	}
	return nil
}

// openIn returns the tasks that are open in this plan and in another one.
func (p Plan) openIn(other Plan) (tasks []Task) {
	return slices.DeleteFunc(slices.Clone(p.Tasks), func(t Task) bool {
		found, there := other.Find(t.ID)
		return !there || t.Done || found.Done
	})
}

// putBack writes the plan as it was read last, with the ticks that it has by now, and ends the run. What was found is
// saved in the state directory. If the plan cannot be written it stays as it is.
func (r *run) putBack() (Plan, []byte, error) {
	var what []lang.Message
	var found, whole []byte
	err := file.UpdateUnder(r.lockPath(), r.Path, file.Text, func(old []byte) ([]byte, error) {
		found, whole = old, r.source
		if old == nil {
			what = []lang.Message{lang.M("it was removed")}
			whole = r.tickSettled(whole)
			return whole, nil
		}
		now := Parse(old)
		if what = r.plan.damage(now); len(what) == 0 { // somebody else was faster
			whole = old
			return old, nil
		}
		for _, t := range now.Tasks {
			if t.Done {
				whole, _ = Tick(whole, t.ID)
			}
		}
		return whole, nil
	})
	if err != nil {
		r.tamper(lang.Errorf("%s was changed while tasks ran (%v), and cannot be put back: %w", r.Path,
			lang.Join("%s, %s", what...), err))
		return Plan{}, nil, err
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
	return Parse(whole), whole, nil
}

// tickSettled ticks what this start has done in the text of a plan.
func (r *run) tickSettled(source []byte) []byte {
	for _, t := range r.plan.Tasks {
		name := taskName(r.key, t.ID)
		if e := r.record.Tasks[name]; e != nil && e.Kept && e.done() && r.settledNow[name] {
			source, _ = Tick(source, t.ID)
		}
	}
	return source
}

// noteEdits tells the user of tasks still to be done that read otherwise than before. They are done as they read now,
// and the run does not count as completed.
func (r *run) noteEdits(now Plan) {
	var titles []string
	for _, t := range r.plan.Tasks {
		name := taskName(r.key, t.ID)
		later, there := now.Find(t.ID)
		if !there || t.Done || later.Done || r.running[name] != nil || r.settledNow[name] {
			continue
		}
		if prompt(now, later, r.Path) != prompt(r.plan, t, r.Path) {
			titles = append(titles, brief(t.Title))
		}
	}
	if len(titles) > 0 {
		r.edited = true
		r.Say(lang.M("the text of the plan changed while tasks ran, for: %s. They are done as it reads now",
			firstFew(titles)))
	}
}

// noteTicks records which tasks are open, and which were ticked by somebody else than the run. An agent may tick a task
// that nobody has done.
func (r *run) noteTicks() {
	for _, t := range r.plan.Tasks {
		name := taskName(r.key, t.ID)
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
		if _, known := r.record.Others[name]; known || r.running[name] != nil || e.done() {
			continue
		}
		if open || e.ending != (ending{}) {
			r.record.Others[name] = open
		}
	}
}

// restoreTicks ticks what this run has done, and what was unticked since. It is called where the last start was killed:
// after any other end the user may have unticked a task to have it done once more.
func (r *run) restoreTicks() {
	for _, t := range r.plan.Tasks {
		if e := r.record.Tasks[taskName(r.key, t.ID)]; e != nil && e.Kept && e.done() && !t.Done && r.tick(e) {
			r.tamper(lang.Errorf("%q was unticked while tasks ran: it is done, and was ticked again", brief(t.Title)))
		}
	}
}

// lost returns the tasks that were open and are not in the plan any more, sorted.
func (r *run) lost() (names []string) {
	for name, id := range r.record.Open {
		_, there := r.plan.Find(id)
		_, ticked := r.record.Others[name]
		if e := r.record.Tasks[name]; !there && !ticked && (e == nil || !e.done()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// tamper ends the run because a file was changed that decides how the run goes on, and that nobody may change
// meanwhile.
func (r *run) tamper(what error) {
	r.Say(lang.M("%v", what))
	if !r.tampered {
		r.tampered, r.stopReason = true, what
	}
}
