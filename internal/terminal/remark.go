package terminal

import (
	"slices"
	"strings"
)

// remark is what ccc or the user said while text was being written.
type remark struct {
	rows  []string
	below []*stream // whose unfinished paragraphs come before it
}

// say writes what ccc or the user says, in rows. It cuts no paragraph that is being written: it goes below that, and is
// shown in the foot until the paragraph is complete. It is written at once, above the paragraph, if unfinished text is
// not shown, or if the foot has no room for it.
func (s *Screen) say(rows []string) {
	s.showFailure()
	one := remark{rows: rows}
	for _, st := range s.streams {
		if len(st.layout.Rest()) > 0 {
			one.below = append(one.below, st)
		}
	}
	s.remarks = append(s.remarks, one)
	if !s.holdsCalls() || s.Typing && len(s.remarkRows()) > max(3, s.height()/4) {
		for i := range s.remarks {
			s.remarks[i].below = nil
		}
	}
	s.showRemarks(nil)
	if len(s.remarks) > 0 && s.Typing && !s.isSuspended {
		s.flush()
	}
}

// showRemarks writes the remarks that wait for no paragraph any more, now that st has completed its own.
func (s *Screen) showRemarks(st *stream) {
	for i, one := range s.remarks {
		s.remarks[i].below = slices.DeleteFunc(one.below, func(other *stream) bool { return other == st })
	}
	for len(s.remarks) > 0 && len(s.remarks[0].below) == 0 {
		rows := s.remarks[0].rows
		s.remarks = s.remarks[1:]
		s.put(false, plain, "", "", strings.Join(rows, "\n"))
	}
}

// remarkRows returns the rows of the remarks that wait.
func (s *Screen) remarkRows() (rows []string) {
	for _, one := range s.remarks {
		rows = append(rows, one.rows...)
	}
	return rows
}

// marked returns text as rows in a style, with a prefix before each.
func (s *Screen) marked(st style, prefix, rest, text string) (rows []string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		rows, prefix = append(rows, s.paint(st, prefix+line)), rest
	}
	return rows
}
