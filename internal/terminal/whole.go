package terminal

import (
	"bytes"
	"slices"
	"strings"

	"ccc/streamjson"
)

// Limits for results that are not shown completely: how many are kept, how many bytes of them, and how many lines of
// one are shown later.
const (
	maxKept      = 20
	maxKeptBytes = 8 << 20
	maxWhole     = 2000
)

// keptResult is the result of a tool of which the first lines are shown.
type keptResult struct {
	label   string
	content streamjson.Block
}

// keepResult keeps a result for [Screen.showWhole].
func (s *Screen) keepResult(b streamjson.Block) {
	if !s.Typing || s.Watching || len(b.Content) > maxKeptBytes {
		return
	}
	label := ""
	if i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == b.ToolUseID }); i >= 0 {
		label = s.tools[i].label
	}
	s.keptResults = append(s.keptResults, keptResult{label, streamjson.Block{Content: bytes.Clone(b.Content)}})
	size := 0
	for i := len(s.keptResults) - 1; i >= 0; i-- {
		if size += len(s.keptResults[i].content.Content); size > maxKeptBytes || len(s.keptResults)-i > maxKept {
			s.keptResults = append([]keptResult(nil), s.keptResults[i+1:]...)
			break
		}
	}
}

// showWhole writes the whole output of the tool whose result was cut last and was not shown whole yet.
func (s *Screen) showWhole() {
	n := len(s.keptResults)
	if n == 0 {
		none := s.Lang.Sprintf("all tool output is already shown in full")
		s.put(false, yellow, "ccc: ", "     ", s.layOut("ccc: ", none))
		return
	}
	kept := s.keptResults[n-1]
	s.keptResults = s.keptResults[:n-1]
	lines := strings.Split(strings.TrimRight(LastStates(kept.content.ContentText()), "\r\n"), "\n")
	s.putRule(false, cyan, s.cutToRow(s.Lang.Sprintf("all %d lines of %s", len(lines), kept.label), 7))
	if more := len(lines) - maxWhole; more > 0 {
		lines = append([]string{s.Lang.Sprintf("… %d earlier lines", more)}, lines[more:]...)
	}
	s.put(false, plain, "  ", "  ", s.layOut("  ", strings.Join(lines, "\n")))
}
