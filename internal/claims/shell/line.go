package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of what is read of one shell line, and of the scripts that it runs.
const (
	MaxLine     = 64 << 10 // bytes of a line or a script
	maxNested   = 6        // scripts in scripts
	maxCommands = 200      // of a line, with those of its scripts
	maxScripts  = 100      // that are read for a line
	maxParsed   = 1 << 20  // bytes of a line and its scripts, each as often as it is parsed
	maxWalked   = 20_000   // statements of a line and its scripts, each as often as it runs
	maxValue    = 4 << 10  // bytes of a variable; a longer one is not known
	maxPrinter  = 16 << 10 // bytes of a program that is read to see that it only prints
)

// Trust says whether the exit status of a shell line is that of one of its commands.
type Trust uint8

// How far a line's exit status is a command's own.
const (
	Sure     Trust = iota // status 0 means that the command ran and succeeded
	Hidden                // the status is another command's: a pipe, "||", ";", a condition
	Detached              // the command runs in the background
	Shadowed              // the name may stand for another program: a function, an alias, PATH
)

// A Command is a simple command of a shell line, or of a script that the line runs.
type Command struct {
	Args        []string
	Dir         string // where it runs: "" the project's folder, relative to it, or absolute
	Trust       Trust
	HiddenBy    string     // hidden: what decides the line's status in its place
	Last        bool       // nothing that can fail comes after it
	Script      bool       // a script of the project runs it, without arguments of its caller's
	KindsByName Kinds      // what it proves by the name of its script, if no command in that is known
	MayProve    Kinds      // what it may prove beside: as a command of ssh, or as a linter that checks types
	Task        bool       // it is itself a target of make, or a script of package.json
	Parts       []string   // names of the parts of the project to which its flags limit it
	own         bool       // it is a program of the project with a tool's name
	DoesNothing bool       // it is a script that only prints, or that calls itself without end
	Stdin       string     // a here-document
	Filters     [][]string // programs that its output is piped through
	Write       []Change   // files that it changes
}

// A Line is what one shell line does.
type Line struct {
	Commands []Command
	Echoes   []StatusEcho
	Dir      string // the shell's folder after the line
	scripts  int    // scripts that were read for it
	parsed   int    // bytes
	walked   int    // statements
	tested   []statusTest
	Sourced  []string // files that it runs in the same shell, by "source"
	trapped  bool     // a trap decides its exit status
	Unparsed bool     // the line could not be parsed
	TooLong  bool     // it is too long to be parsed
}

// shell walks a parsed line. Its state is that of the shell at the place that it has reached.
type shell struct {
	line      *Line
	project   Files
	dir       string
	vars      map[string]string
	statuses  map[string][]int        // variables that hold a status: of which commands
	bodies    map[string]*syntax.Stmt // functions
	aliases   map[string]bool
	errexit   bool
	excused   bool // set -e does not hold, on the left of "&&" and "||" and in a condition
	pipefail  bool
	contained bool  // in a container, whose folders are others
	path      bool  // PATH has been changed in a way that may shadow programs
	status    []int // the commands whose status is $?
	first     []int // the same of the last pipeline's first command
	depth     int
	running   []string // scripts of package.json that have called each other up to here
}

// ReadLine reads a shell line that runs in dir, relative to the project's folder. The scripts of the project that it
// calls are read from project, which may be nil.
func ReadLine(text, dir string, project Files) Line {
	line := Line{Dir: dir}
	s := &shell{
		line: &line, project: project, dir: dir,
		vars: map[string]string{}, statuses: map[string][]int{}, bodies: map[string]*syntax.Stmt{},
		aliases: map[string]bool{},
	}
	line.TooLong = len(text) > MaxLine
	line.Unparsed = !s.script(text)
	line.Dir = s.dir
	if line.trapped {
		s.demote(s.span(0), Hidden, "trap")
	}
	line.believeTests()
	for i := range line.Commands {
		rest := line.Commands[i+1:]
		line.Commands[i].Last = !slices.ContainsFunc(rest, func(c Command) bool { return !isTrivial(c.Args) })
	}
	return line
}

// script walks a script in the current shell.
func (s *shell) script(text string) bool {
	if s.line.scripts++; s.depth > maxNested || s.line.scripts > maxScripts || !s.mayParse(text) {
		return false
	}
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return false
	}
	s.stmts(f.Stmts)
	return true
}

// mayParse reports whether the text is within the bounds of what is parsed for one line.
func (s *shell) mayParse(text string) bool {
	s.line.parsed += len(text)
	return len(text) <= MaxLine && s.line.parsed <= maxParsed
}

// child walks a script as a shell of its own: its options, aliases and functions do not come back to this one.
func (s *shell) child(text, dir string) bool {
	sub := *s
	sub.dir, sub.depth, sub.errexit, sub.excused, sub.pipefail = dir, s.depth+1, false, false, false
	sub.bodies, sub.aliases = map[string]*syntax.Stmt{}, map[string]bool{}
	return sub.script(text)
}

// span returns the indexes, from one on, of the commands whose exit status nothing has hidden yet: it can still be that
// of the line.
func (s *shell) span(from int) (list []int) {
	for i := from; i < len(s.line.Commands); i++ {
		if s.line.Commands[i].Trust == Sure {
			list = append(list, i)
		}
	}
	return list
}

// demote notes why the exit status of commands cannot be seen. What was noted before stays.
func (s *shell) demote(list []int, t Trust, by string) {
	for _, i := range list {
		if c := &s.line.Commands[i]; c.Trust == Sure {
			c.Trust, c.HiddenBy = t, by
		}
	}
}

// stmts walks a list of statements. The list's status is that of the last one, unless set -e or a "|| exit" ends it.
func (s *shell) stmts(list []*syntax.Stmt) {
	for i, stmt := range list {
		from := len(s.line.Commands)
		s.stmt(stmt)
		if s.status = s.span(from); i == len(list)-1 || leaves(stmt) {
			return // nothing after it runs
		}
		next := list[i+1]
		switch {
		case isAnd(stmt) && s.stops(): // set -e looks at the last part of an && list alone
			if len(s.status) > 1 {
				s.demote(s.status[:len(s.status)-1], Hidden, "&&")
			}
		case s.stops() || exitsOnFailure(stmt) || handsOnStatus(next):
		default:
			s.demote(s.status, Hidden, s.statusTaker(list[i+1:]))
		}
	}
}

// stops reports whether the shell ends at a failure.
func (s *shell) stops() bool { return s.errexit && !s.excused }

// excuse walks a statement whose failure does not end the shell, even with set -e.
func (s *shell) excuse(stmt *syntax.Stmt) {
	before := s.excused
	s.excused = true
	s.stmt(stmt)
	s.excused = before
}

func (s *shell) stmt(stmt *syntax.Stmt) {
	if s.line.walked++; s.line.walked > maxWalked || len(s.line.Commands) >= maxCommands || stmt.Cmd == nil &&
		len(stmt.Redirs) == 0 {
		return
	}
	from := len(s.line.Commands)
	s.compound(stmt)
	s.redirect(stmt, from)
	switch {
	case stmt.Background:
		s.demote(s.span(from), Detached, "&")
	case stmt.Negated:
		s.demote(s.span(from), Hidden, "!")
	}
}

func (s *shell) compound(stmt *syntax.Stmt) {
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		s.call(c)
	case *syntax.BinaryCmd:
		s.binary(c)
	case *syntax.Subshell:
		sub := *s
		sub.stmts(c.Stmts)
	case *syntax.Block:
		s.stmts(c.Stmts)
	case *syntax.IfClause:
		s.ifClause(c)
	case *syntax.WhileClause:
		s.conditional(c.Cond, "while")
		s.conditional(c.Do, "while")
	case *syntax.ForClause:
		s.loop(c)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			s.conditional(item.Stmts, "case")
		}
	case *syntax.FuncDecl:
		if c.Name != nil {
			s.bodies[c.Name.Value] = c.Body
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			s.stmt(c.Stmt)
		}
	case *syntax.DeclClause:
		s.assign(c.Args)
	case *syntax.CoprocClause:
		from := len(s.line.Commands)
		s.stmt(c.Stmt)
		s.demote(s.span(from), Detached, "coproc")
	}
}

// binary walks "&&", "||" and pipes.
func (s *shell) binary(c *syntax.BinaryCmd) {
	from := len(s.line.Commands)
	if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
		s.excuse(c.X)
	} else {
		s.stmt(c.X)
	}
	left := s.span(from)
	middle := len(s.line.Commands)
	switch c.Op {
	case syntax.AndStmt:
		s.stmt(c.Y)
	case syntax.OrStmt:
		if b, ok := c.X.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.AndStmt {
			s.echoesResult(left, []*syntax.Stmt{b.Y}, []*syntax.Stmt{c.Y})
		}
		s.status = left
		s.stmt(c.Y)
		right := s.span(middle)
		if !exits(c.Y) {
			s.demote(left, Hidden, s.statusTaker([]*syntax.Stmt{c.Y}))
		}
		s.demote(right, Hidden, "||")
	default:
		first := left
		if b, ok := c.X.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			first = s.first
		}
		sub := *s
		piped := len(s.line.Commands)
		sub.stmt(c.Y)
		s.piped(from, middle, s.line.Commands[piped:])
		if text := s.echoed(c.X); text != "" && len(s.line.Commands) == piped+1 {
			sub.hereDocument(piped, text)
		}
		if !s.pipefail {
			s.demote(left, Hidden, s.statusTaker([]*syntax.Stmt{c.Y}))
		}
		s.first = first
	}
}

// conditional walks statements that may not run, or whose exit status another command hides.
func (s *shell) conditional(list []*syntax.Stmt, by string) {
	from := len(s.line.Commands)
	s.stmts(list)
	s.demote(s.span(from), Hidden, by)
}

// ifClause walks an if. The status of its condition counts only if the else branch exits with a failure.
func (s *shell) ifClause(c *syntax.IfClause) {
	from := len(s.line.Commands)
	s.stmts(c.Cond)
	condition := s.span(from)
	middle := len(s.line.Commands)
	s.stmts(c.Then)
	then := s.span(middle)
	if c.Else != nil && len(c.Else.Cond) == 0 {
		s.echoesResult(condition, c.Then, c.Else.Then)
	}
	otherFails := c.Else != nil && len(c.Else.Cond) == 0 && len(c.Else.Then) > 0 &&
		exits(c.Else.Then[len(c.Else.Then)-1])
	if !otherFails {
		s.demote(condition, Hidden, "if")
		s.demote(then, Hidden, "if")
	}
	for e := c.Else; e != nil; e = e.Else {
		s.conditional(e.Cond, "if")
		s.conditional(e.Then, "if")
	}
}

// loop walks a loop. The status of its body counts only if a failure in it ends the shell: else that of the last round
// hides the others.
func (s *shell) loop(c *syntax.ForClause) {
	from := len(s.line.Commands)
	words, ok := c.Loop.(*syntax.WordIter)
	switch {
	case ok && len(words.Items) == 0 && words.InPos.IsValid(): // its body never runs
		return
	case ok && len(words.Items) == 1:
		s.vars[words.Name.Value] = s.word(words.Items[0])
	}
	s.stmts(c.Do)
	hard := s.stops()
	for _, stmt := range c.Do {
		hard = hard || exitsOnFailure(stmt)
	}
	if !hard {
		s.demote(s.span(from), Hidden, "the loop's last round")
	}
}

// assign keeps the variables whose values are known, and walks command substitutions.
func (s *shell) assign(list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil || a.Value == nil {
			continue
		}
		if delete(s.statuses, a.Name.Value); paramOf(a.Value) == "?" {
			s.statuses[a.Name.Value] = s.status
		}
		value := s.word(a.Value)
		s.vars[a.Name.Value] = value
		if len(value) > maxValue {
			delete(s.vars, a.Name.Value)
		}
		if name := a.Name.Value; name == "PATH" && shadowingPath(value) || name == "BASH_ENV" ||
			strings.HasSuffix(name, "_RUNNER") && isNoop(value) {
			s.path = true
		}
		s.substitutions(a.Value)
	}
}

// substitutions walks the commands in $(…). Their status only counts in an assignment.
func (s *shell) substitutions(w *syntax.Word) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			sub := *s
			sub.stmts(n.Stmts)
			return false
		case *syntax.ProcSubst:
			from := len(s.line.Commands)
			sub := *s
			sub.stmts(n.Stmts)
			s.demote(s.span(from), Hidden, "<(…)")
			return false
		}
		return true
	})
}

// redirect adds the files that a statement's redirections write to its last command.
func (s *shell) redirect(stmt *syntax.Stmt, from int) {
	for _, r := range stmt.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob, syntax.AppClob:
			if name := s.word(r.Word); name != "" && !strings.HasPrefix(name, "/dev/") {
				fresh := r.Op != syntax.AppOut && r.Op != syntax.AppAll
				s.written(from, Change{Path: Join(s.dir, name), Overwrites: fresh})
			}
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil && len(s.line.Commands) > from {
				s.hereDocument(len(s.line.Commands)-1, s.word(r.Hdoc))
			}
		case syntax.WordHdoc:
			if len(s.line.Commands) > from {
				s.hereDocument(len(s.line.Commands)-1, s.word(r.Word))
			}
		}
	}
}

func (s *shell) written(from int, c Change) {
	if len(s.line.Commands) == from { // "> file" alone
		s.line.Commands = append(s.line.Commands, Command{Args: []string{":"}, Dir: s.dir})
	}
	last := &s.line.Commands[len(s.line.Commands)-1]
	last.Write = append(last.Write, c)
}

// hereDocument walks a here-document as a script if a shell reads it.
func (s *shell) hereDocument(at int, text string) {
	c := &s.line.Commands[at]
	c.Stdin = text
	name := ""
	if len(c.Args) > 0 {
		name = path.Base(c.Args[0])
	}
	if IsShell(name) && len(c.Args) == 1 {
		s.child(text, c.Dir)
		return
	}
	c.Write = append(c.Write, writesOfCode(name, text, c.Dir)...)
}

// IsShell reports whether a program is a shell that takes scripts.
func IsShell(name string) bool {
	return name == "sh" || name == "bash" || name == "zsh" || name == "dash" || name == "ksh" || name == "fish"
}

// call walks a simple command.
func (s *shell) call(c *syntax.CallExpr) {
	before := s.path
	s.assign(c.Assigns)
	if len(c.Args) == 0 {
		return
	}
	if len(c.Assigns) > 0 {
		defer func() { s.path = before }() // "PATH=x cmd" holds for cmd alone
	}
	from := len(s.line.Commands)
	var args []string
	for _, w := range c.Args {
		args = append(args, s.fields(w)...)
		s.substitutions(w)
	}
	s.demote(s.span(from), Hidden, "$(…)")
	s.echoesStatus(c, args)
	s.run(args)
}

// run adds a command whose words are known, and what it starts in turn.
func (s *shell) run(args []string) {
	if len(args) == 0 || len(s.line.Commands) >= maxCommands {
		return
	}
	if s.runInShell(args) {
		return
	}
	name := args[0]
	c := Command{Args: append(args, strings.Fields(s.vars[flagsVariable.Get()[name]])...), Dir: s.dir}
	ownPath := name == "env" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "PATH=") })
	if s.path || s.aliases[name] || ownPath || strings.Contains(name, "/") && IsTool(name) && strayProgram(name) {
		c.Trust, c.HiddenBy = Shadowed, name
	}
	if dir := s.vars["GIT_DIR"]; dir != "" && name == "git" {
		c.Dir = Join(c.Dir, strings.TrimSuffix(strings.TrimSuffix(dir, ".git"), "/"))
	}
	before := s.contained
	defer func() { s.contained = before }()
	s.contained = before || entersContainer(c.Args)
	c.Args = unwrap(c.Args)
	enterFolder(&c)
	s.enterPart(&c)
	if s.start(c) {
		return
	}
	c.Write = append(c.Write, changes(c.Args, c.Dir)...)
	s.line.Commands = append(s.line.Commands, c)
}

// runInShell runs a function of the line or a builtin that changes the shell itself. It reports whether the command is
// one.
func (s *shell) runInShell(args []string) bool {
	name := args[0]
	if body := s.bodies[name]; body != nil && s.depth <= maxNested {
		from := len(s.line.Commands)
		s.depth++
		s.stmt(body)
		s.depth--
		if IsTool(name) {
			s.demote(s.span(from), Shadowed, name)
			s.line.Commands = append(s.line.Commands, Command{Args: args, Dir: s.dir, Trust: Shadowed, HiddenBy: name})
		}
		return true
	}
	switch name {
	case "cd", "pushd":
		if len(args) > 1 && s.contained && path.IsAbs(args[len(args)-1]) { // where the project is there
			s.dir = ""
		} else if len(args) > 1 && args[1] != "-" {
			s.dir = Join(s.dir, args[len(args)-1])
		}
		return true
	case "set":
		s.options(args[1:])
		return true
	case "alias", "hash":
		s.alias(args)
		return true
	case "trap":
		if len(args) > 2 && strings.Contains(args[1], "exit") {
			s.line.trapped = true
		}
		return true
	case "wait":
		s.wait(args[1:])
		return true
	case ".", "source":
		if len(args) > 1 {
			s.line.Sourced = append(s.line.Sourced, Join(s.dir, args[1]))
		}
		return true
	case "eval":
		s.depth++
		s.script(strings.Join(args[1:], " "))
		s.depth--
		return true
	}
	return false
}

// alias notes the names that mean another program from now on.
func (s *shell) alias(args []string) {
	if args[0] == "hash" {
		if len(args) > 3 && args[1] == "-p" {
			s.aliases[args[3]] = true
		}
		return
	}
	for _, a := range args[1:] {
		name, _, _ := strings.Cut(a, "=")
		s.aliases[name] = true
	}
}

// flagsVariable is the variable from which a program takes flags, too.
var flagsVariable = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"pytest": "PYTEST_ADDOPTS", "python": "PYTEST_ADDOPTS", "go": "GOFLAGS", "make": "MAKEFLAGS",
	}
}}

// options follows set -e, set -o pipefail and their like.
func (s *shell) options(args []string) {
	for i, a := range args {
		on := strings.HasPrefix(a, "-")
		flags := strings.TrimLeft(a, "-+")
		if len(a) > 1 && (on || a[0] == '+') && !strings.HasPrefix(a, "--") {
			if strings.Contains(flags, "e") {
				s.errexit = on
			}
			if strings.HasSuffix(flags, "o") && i+1 < len(args) {
				switch args[i+1] {
				case "pipefail":
					s.pipefail = on
				case "errexit":
					s.errexit = on
				}
			}
		}
	}
}

// piped notes the programs through which the output of commands goes.
func (s *shell) piped(from, to int, into []Command) {
	filter := []string{"?"}
	if len(into) == 1 && len(into[0].Args) > 0 {
		filter = into[0].Args
	}
	for i := from; i < to; i++ {
		c := &s.line.Commands[i]
		c.Filters = append(c.Filters, filter)
	}
}

// RunsOnFailure reports whether a command runs only if another one failed.
func (c Command) RunsOnFailure() bool { return c.Trust == Hidden && c.HiddenBy == "||" }
