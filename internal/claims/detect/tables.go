package detect

import (
	"strings"
)

// maxCell bounds what is read of a cell, in bytes.
const maxCell = 60

// A table is read row by row: its head may say what was checked, of which a cell says how that went.
type table struct {
	last string   // the row before, as it was written
	head []string // the cells of the head; nil outside of a table
}

// claims returns the claims of a row that its own words do not make: those of a cell of which the head says what it is
// about, as in "| web | ok |" below "| package | lint |". list has the others.
func (t *table) claims(s sentence, list []Statement) (more []Statement) {
	text := s.restoreCode(s.plain)
	switch {
	case !strings.Contains(text, "|"):
		*t = table{}
		return nil
	case strings.Trim(text, "-|: ") == "":
		t.head = strings.Split(t.last, "|")
		return nil
	case t.head == nil:
		t.last = text
		return nil
	}
	cells := strings.Split(text, "|")
	shift := len(cells) - len(t.head) // the first cell of the head may be empty
	if shift < 0 || shift > 1 {
		return nil
	}
	name := strings.ToLower(strings.TrimSpace(cells[0]))
	for i := 1; i < len(cells); i++ {
		told := splitSentences(strings.TrimSpace(t.head[i-shift]) + ": " + strings.TrimSpace(cells[i]))
		if len(told) != 1 || len(cells[i]) > maxCell {
			continue
		}
		for _, one := range told[0].claims("") {
			if !one.isCheck() || hasClaim(one.Kind, list, more) {
				continue
			}
			one.Text, one.Part = s.text, name+" "+one.Part
			one.Clause, one.Head = name+" "+one.Clause, name+" "+one.Head
			one.from, one.to = one.from+len(name)+1, one.to+len(name)+1
			more = append(more, one)
		}
	}
	return more
}
