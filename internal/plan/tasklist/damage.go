package tasklist

import (
	"slices"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Damage lists the changes in a later version of a plan that a run does not accept: open tasks that are gone or were
// moved, tasks that were unticked, and changed options or front matter. It returns nil if there are none. Tasks that
// are done may be removed or moved.
func (p Plan) Damage(now Plan) (list []lang.Message) {
	if now.Front != p.Front {
		list = append(list, lang.M("its front matter has changed"))
	}
	for _, t := range p.Tasks {
		switch later, there := now.Find(t.ID); {
		case !there && !t.Done:
			list = append(list, lang.M("%q is gone", Brief(t.Title)))
		case there && t.Done && !later.Done:
			list = append(list, lang.M("%q was unticked", Brief(t.Title)))
		case there && !t.Done && !later.Options.Equal(t.Options):
			list = append(list, lang.M("the options of %q were changed", Brief(t.Title)))
		}
	}
	if len(list) > 0 {
		return list
	}
	before, after := p.openIn(now), now.openIn(p)
	for i, t := range before {
		barrier := func(of []Task) bool { return i > 0 && of[i].Group != of[i-1].Group }
		if after[i].ID != t.ID || barrier(before) != barrier(after) {
			return append(list, lang.M("%q was moved", Brief(t.Title)))
		}
	}
	return nil
}

// openIn returns the tasks of this plan that are open in both plans.
func (p Plan) openIn(other Plan) (tasks []Task) {
	return slices.DeleteFunc(slices.Clone(p.Tasks), func(t Task) bool {
		found, there := other.Find(t.ID)
		return !there || t.Done || found.Done
	})
}

// Brief shortens a title or a reason from a plan to one or two lines.
func Brief(s string) string { return text.ClipLine(s, 200) }
