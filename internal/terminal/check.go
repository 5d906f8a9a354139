package terminal

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// checkID begins the ids of checks among the tool calls. No id of a model contains a space.
const checkID = "check "

// reviewing is the voice of checks: they are shown as part of the review.
var reviewing = voice{name: "review", style: yellow, indent: "│ "}

func (s *Screen) checkLabel(name string) string { return text.Safe(s.Lang.Sprintf("check %s", name)) }

// ShowCheck shows that a check of the project is running.
func (s *Screen) ShowCheck(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isCheckStopped(name) // that was in an earlier review
	s.showCall(reviewing, checkID+name, s.checkLabel(name))
}

// ShowCheckLine adds a line of a check's output. Below the output the last few are shown while the check runs; without
// a status line none is.
func (s *Screen) ShowCheckLine(name, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLine(checkID+name, line)
}

// addLine adds a line to what is shown of a call that is running.
func (s *Screen) addLine(id, line string) {
	i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == id })
	if i < 0 || !s.hasStatusLine() || strings.TrimSpace(line) == "" {
		return
	}
	t := s.tools[i]
	if t.last = append(t.last, text.Safe(line)); len(t.last) > maxResultLines {
		t.last = t.last[1:]
	}
	s.scheduleFrame()
}

// isCheckStopped reports, once, whether the row of a check says already that it was stopped with its review.
func (s *Screen) isCheckStopped(name string) bool {
	i := slices.Index(s.cutChecks, name)
	if i >= 0 {
		s.cutChecks = slices.Delete(s.cutChecks, i, i+1)
	}
	return i >= 0
}

// ShowCheckResult writes the outcome of a check, and the end of its output. That of a check that was stopped with its
// review comes after the review's end, when the check's row is there already.
func (s *Screen) ShowCheckResult(name, outcome string, good bool, output string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isCheckStopped(name) {
		return
	}
	t := &toolCall{voice: reviewing, label: s.checkLabel(name)}
	if i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == checkID+name }); i >= 0 {
		t = s.tools[i]
		s.tools = slices.Delete(s.tools, i, i+1)
	}
	mark := green
	if !good {
		mark = red
	}
	beside := s.Width == nil || uniseg.StringWidth(reviewing.indent+"● "+t.label+" · "+outcome) < s.width()
	switch {
	case t.isShown:
	case beside:
		s.put(false, plain, "", "", t.head(s, mark, " · "+outcome))
	default:
		s.put(false, plain, "", "", t.head(s, mark, ""))
	}
	if t.isShown || !beside {
		s.put(false, mark, reviewing.indent+"  ⎿ ", reviewing.indent+"    ", s.layOut(reviewing.indent+"    ", outcome))
	}
	if output = strings.TrimSpace(output); output == "" {
		return
	}
	lines := strings.Split(output, "\n")
	if more := len(lines) - maxResultLines; more > 1 && !s.All {
		lines = append([]string{s.Lang.Sprintf("… %d earlier lines", more)}, lines[more:]...)
	}
	for i, line := range lines {
		lines[i] = text.Safe(line)
		if !s.All {
			lines[i] = s.cutToRow(lines[i], uniseg.StringWidth(reviewing.indent)+4)
		}
	}
	s.put(false, red, reviewing.indent+"  ⎿ ", reviewing.indent+"    ", strings.Join(lines, "\n"))
}
