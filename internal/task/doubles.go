package task

import "slices"

// WithoutDoubles returns what one reviewer's answer says of findings without what it says twice: a finding of the task by
// its id, and once more in words without one. The words then are those of the id.
func WithoutDoubles(said, known []Finding) []Finding {
	said = slices.Clone(said)
	for i := 0; i < len(said); i++ {
		at := slices.IndexFunc(known, func(k Finding) bool { return k.ID == said[i].ID })
		if at < 0 || said[i].Status != Open {
			continue
		}
		double := doubleOf(said[i], known[at], said)
		if double < 0 {
			continue
		}
		if said[i].Text == "" {
			id := said[i].ID
			said[i] = said[double]
			said[i].ID = id
		}
		said = slices.Delete(said, double, double+1)
		if double < i {
			i--
		}
	}
	return said
}

// doubleOf returns the index of the entry without an id that says the finding known once more, which the answer names as
// named, or -1. Only the words of a dismissed one may be others, and only if one entry alone could be it.
func doubleOf(named, known Finding, said []Finding) int {
	isNew := func(f Finding) bool { return f.ID == "" && f.Text != "" && f.Status == Open }
	same := slices.IndexFunc(said, func(f Finding) bool {
		return isNew(f) && (alike(f.Text, known.Text) || alike(f.Text, named.Text)) && f.File() == known.File()
	})
	if same >= 0 || known.Status != Dismissed || named.Text != "" {
		return same
	}
	isAgain := func(f Finding) bool { return isNew(f) && f.Repeats(known) }
	at := slices.IndexFunc(said, isAgain)
	if at >= 0 && slices.ContainsFunc(said[at+1:], isAgain) {
		return -1
	}
	return at
}
