package task

import "slices"

// WithoutDoubles removes repetitions from what one reviewer's answer says about findings. An answer may name a
// finding of the task by its id, and describe it once more without the id. Then the description becomes the text of
// the named one.
func WithoutDoubles(said, known []Finding) []Finding {
	said = slices.Clone(said)
	for i := 0; i < len(said); i++ {
		at := slices.IndexFunc(known, func(k Finding) bool { return k.ID == said[i].ID })
		if at < 0 || said[i].Status != Open {
			continue
		}
		double := findDouble(said[i], known[at], said)
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

// findDouble returns the index of the entry without an id that repeats the finding known, which the answer also names
// as named; -1 for none. The words may differ only for a dismissed finding, and only if no other entry could be
// meant.
func findDouble(named, known Finding, said []Finding) int {
	isNew := func(f Finding) bool { return f.ID == "" && f.Text != "" && f.Status == Open }
	same := slices.IndexFunc(said, func(f Finding) bool {
		return isNew(f) && (isAlike(f.Text, known.Text) || isAlike(f.Text, named.Text)) && f.File() == known.File()
	})
	if same >= 0 || known.Status != Dismissed || named.Text != "" {
		return same
	}
	isAgain := func(f Finding) bool { return isNew(f) && f.IsRepeatOf(known) }
	at := slices.IndexFunc(said, isAgain)
	if at >= 0 && slices.ContainsFunc(said[at+1:], isAgain) {
		return -1
	}
	return at
}
