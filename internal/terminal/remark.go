package terminal

import (
	"slices"
	"strings"
)

// say writes what ccc or the user says, in rows. It cuts no paragraph that is being written: it goes below the first
// one that is complete, and is shown in the foot until then. It is written at once, above the paragraph, if unfinished
// text is not shown, or if the foot has no room for it.
func (s *Screen) say(rows []string) {
	s.showFailure()
	s.remarks = append(s.remarks, rows...)
	isWriting := slices.ContainsFunc(s.streams, func(st *stream) bool { return len(st.layout.Rest()) > 0 })
	if !isWriting || !s.holdsCalls() || s.Typing && len(s.remarks) > max(3, s.height()/4) {
		s.showRemarks()
	} else if s.Typing && !s.isSuspended {
		s.flush()
	}
}

// showRemarks writes the remarks that wait.
func (s *Screen) showRemarks() {
	if rows := s.remarks; len(rows) > 0 {
		s.remarks = nil
		s.put(false, plain, "", "", strings.Join(rows, "\n"))
	}
}

// marked returns text as rows in a style, with a prefix before each.
func (s *Screen) marked(st style, prefix, rest, text string) (rows []string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		rows, prefix = append(rows, s.paint(st, prefix+line)), rest
	}
	return rows
}
