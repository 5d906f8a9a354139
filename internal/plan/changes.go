package plan

import (
	"ccc/internal/lang"
)

// rereadPlan reads the plan again, since the user may have changed it.
func (r *run) rereadPlan() {
	now, err := Load(r.Path, 0)
	if err != nil {
		r.beginNoMore(err)
		return
	}
	r.plan = now
	r.noteTicks()
	for _, j := range r.running {
		if t, ok := now.Find(j.ID); ok && j.number.Swap(int64(t.Number)) != int64(t.Number) {
			j.entry.Number = t.Number
			r.Say(lang.M("task %d of %d by now: %s", t.Number, len(now.Tasks), brief(t.Title)))
		}
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
