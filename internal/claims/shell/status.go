package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// StatusEcho describes a command that prints the status of others: echo "exit: $?".
type StatusEcho struct {
	Commands []int  // indexes in the line's commands
	Prefix   string // printed before the number
	Failed   string // "" if it prints a number; otherwise what it prints after a failure, while Prefix is for success
}

// A statusTest is a command that succeeds if the status of other commands is 0. Its fields are indexes.
type statusTest struct {
	test     int
	commands []int
}

// noteResultEcho notes commands such as "cmd && echo A || echo B", whose output shows whether cmd succeeded. of are the
// commands whose result is shown; succeeded and failed are the two branches.
func (s *walker) noteResultEcho(of []int, succeeded, failed []*syntax.Stmt) {
	if len(succeeded) != 1 || len(failed) != 1 {
		return
	}
	good, bad := s.echoText(succeeded[0]), s.echoText(failed[0])
	if good != "" && bad != "" && !strings.Contains(good, bad) && !strings.Contains(bad, good) {
		s.line.Echoes = append(s.line.Echoes, StatusEcho{of, good, bad})
	}
}

// echoText returns what a statement prints, if it is an echo of known words; otherwise "".
func (s *walker) echoText(stmt *syntax.Stmt) string {
	c, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || c.Args[0].Lit() != "echo" || len(stmt.Redirs) > 0 {
		return ""
	}
	words := make([]string, len(c.Args)-1)
	for i, w := range c.Args[1:] {
		words[i] = s.word(w)
	}
	text := strings.Join(words, " ")
	if strings.Contains(text, "$") || strings.HasPrefix(text, "-") {
		return ""
	}
	return text
}

// statusOwner returns the name of the command whose status is the status of a list of statements.
func (s *walker) statusOwner(rest []*syntax.Stmt) string {
	var name string
	syntax.Walk(rest[len(rest)-1], func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			name = s.word(call.Args[0])
		}
		return true
	})
	return name
}

// endsShell reports whether a statement always ends the shell: exit, return, exec with a program.
func endsShell(stmt *syntax.Stmt) bool {
	c, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	name := c.Args[0].Lit()
	return name == "exit" || name == "return" || name == "exec" && len(c.Args) > 1
}

func isAnd(stmt *syntax.Stmt) bool {
	b, ok := stmt.Cmd.(*syntax.BinaryCmd)
	return ok && b.Op == syntax.AndStmt
}

// exitsOnFailure reports whether a failure in the statement ends the shell with a failure: "make || exit 1".
func exitsOnFailure(stmt *syntax.Stmt) bool {
	b, ok := stmt.Cmd.(*syntax.BinaryCmd)
	return ok && b.Op == syntax.OrStmt && endsInFailure(b.Y)
}

// endsInFailure reports whether a statement ends in "exit 1", "return 1" or "false".
func endsInFailure(stmt *syntax.Stmt) bool {
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		switch c.Args[0].Lit() {
		case "false":
			return true
		case "exit", "return":
			return len(c.Args) == 1 || paramOf(c.Args[1]) != "" || isFailure(c.Args[1])
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && endsInFailure(c.Stmts[len(c.Stmts)-1])
	case *syntax.Subshell:
		return len(c.Stmts) > 0 && endsInFailure(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

// isFailure reports whether a word is known to be a number other than 0: 1, "1", but not 00 or $((0)).
func isFailure(w *syntax.Word) bool {
	n, err := strconv.Atoi((&walker{}).word(w))
	return err == nil && n != 0
}

// passesStatusOn reports whether a statement is "exit $?" or the like.
func passesStatusOn(stmt *syntax.Stmt) bool {
	c, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	name := c.Args[0].Lit()
	return (name == "exit" || name == "return") && (len(c.Args) == 1 || paramOf(c.Args[1]) == "?")
}

// noteStatusEcho notes a command that prints $?, or passes it on by exit.
func (s *walker) noteStatusEcho(c *syntax.CallExpr, args []string) {
	if len(args) < 2 {
		return
	}
	switch args[0] {
	case "[", "test":
		s.noteStatusTest(c, args)
		return
	case "echo", "printf", "exit":
	default:
		return
	}
	for i, w := range c.Args[1:] {
		prefix, of := s.statusIn(w)
		switch {
		case of == nil:
		case args[0] == "exit":
			for _, j := range of {
				if cmd := &s.line.Commands[j]; cmd.Trust == Hidden {
					cmd.Trust, cmd.HiddenBy = Sure, ""
				}
			}
		default:
			if i > 0 {
				prefix = s.word(c.Args[i]) + " " + prefix
			}
			s.line.Echoes = append(s.line.Echoes, StatusEcho{Commands: of, Prefix: prefix})
		}
	}
}

// noteStatusTest notes the commands whose status is tested to be 0: test ${PIPESTATUS[0]} -eq 0. Their status is then
// that of the test.
func (s *walker) noteStatusTest(c *syntax.CallExpr, args []string) {
	if len(args) < 4 || args[3] != "0" || args[2] != "-eq" && args[2] != "=" && args[2] != "==" {
		return
	}
	if _, of := s.statusIn(c.Args[1]); of != nil {
		s.line.statusTests = append(s.line.statusTests, statusTest{len(s.line.Commands), of})
	}
}

// trustTested marks commands as trusted if a later "test $? -eq 0" makes their status that of the line.
func (l *Line) trustTested() {
	for _, t := range l.statusTests {
		if t.test >= len(l.Commands) || l.Commands[t.test].Trust != Sure {
			continue
		}
		for _, i := range t.commands {
			if c := &l.Commands[i]; c.Trust == Hidden {
				c.Trust, c.HiddenBy = Sure, ""
			}
		}
	}
}

// statusIn finds in a word $?, a variable with the value of $?, or ${PIPESTATUS[0]}. prefix is the text before it, and
// of are the commands whose status it is.
func (s *walker) statusIn(w *syntax.Word) (prefix string, of []int) {
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			prefix += p.Value
		case *syntax.ParamExp:
			if p.Param == nil {
				continue
			}
			switch name := p.Param.Value; {
			case name == "?":
				return prefix, s.lastStatus
			case name == "PIPESTATUS":
				return prefix, s.pipeHead
			case s.statuses[name] != nil:
				return prefix, s.statuses[name]
			}
		}
	}
	return "", nil
}

// trustWaited follows "wait PID", which returns the status of that background process.
func (s *walker) trustWaited(args []string) {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return
	}
	for i := range s.line.Commands {
		if c := &s.line.Commands[i]; c.Trust == Detached && c.HiddenBy == "&" {
			c.Trust, c.HiddenBy = Sure, ""
		}
	}
}
