package terminal

import (
	"slices"
	"strings"

	"ccc/internal/text"
)

// shellID is the id of the user's own command among the tool calls. No id of a model contains a space.
const shellID = "shell command"

// ShowShell shows that a command of the user is running.
func (s *Screen) ShowShell(command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.showCall(voice{name: "shell"}, shellID, "! "+text.OneLine(command))
}

// showCall shows that something runs: below the output, or in the output if there is no status line.
func (s *Screen) showCall(who voice, id, label string) {
	t := &toolCall{voice: who, id: id, label: label, began: s.now(), isShown: !s.hasStatusLine()}
	s.tools = append(s.tools, t)
	if t.isShown {
		s.put(false, plain, "", "", t.head(s, plain, ""))
		return
	}
	s.scheduleFrame()
}

// ShowShellLine adds a line of that command's output.
func (s *Screen) ShowShellLine(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLine(shellID, line)
}

// ShowShellResult writes the output of that command, which had that many lines, and how the command ended: outcome is
// "" if it succeeded.
func (s *Screen) ShowShellResult(outcome, output string, lines int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == shellID })
	if i < 0 { // the screen was left
		return
	}
	t := s.tools[i]
	s.tools = slices.Delete(s.tools, i, i+1)
	mark := green
	outcome = text.OneLine(outcome)
	if outcome != "" {
		mark = red
	}
	took := duration(s.now().Sub(t.began))
	if outcome == "" {
		outcome = s.Lang.Sprintf("ok, %s", took)
	} else {
		outcome = s.Lang.Sprintf("%s, %s", outcome, took)
	}
	var rows []string
	if !t.isShown {
		rows = append(rows, t.head(s, mark, " · "+outcome))
	}
	list := strings.Split(strings.TrimRight(output, "\n"), "\n")
	if more := lines - len(list); more > 0 {
		list = append([]string{s.Lang.Sprintf("… %d earlier lines", more)}, list...)
	}
	if output == "" {
		list = nil
	}
	if t.isShown {
		list = append(list, outcome)
	}
	if len(list) > 0 {
		rows = append(rows, s.marked(plain, "  ", "  ", s.layOut("  ", strings.Join(list, "\n")))...)
	}
	if len(rows) > 0 {
		s.say(rows)
	}
}
