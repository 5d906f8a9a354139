package shell

import (
	"path"
	"slices"
	"strings"
	"sync"

	"ccc/internal/text"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of what is read of one shell line, and of the scripts that it runs.
const (
	MaxLine     = 64 << 10 // bytes of a line or a script
	maxNested   = 6        // levels of scripts that run scripts
	maxCommands = 200      // commands of a line, with those of its scripts
	maxScripts  = 100      // scripts that are read for one line
	maxParsed   = 1 << 20  // bytes of a line and its scripts, counted each time that they are parsed
	maxWalked   = 20_000   // statements of a line and its scripts, counted each time that they run
	maxValue    = 4 << 10  // bytes of a variable's value; longer ones count as unknown
	maxPrinter  = 16 << 10 // bytes of a program that is checked for doing nothing but print
)

// Trust says whether the exit status of a shell line is the status of one of its commands.
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
	Args          []string
	Dir           string // where it runs: relative to the project's folder, which is "", or absolute
	Trust         Trust
	HiddenBy      string     // if the status is hidden: what decides the line's status instead
	IsLast        bool       // nothing that can fail comes after it in the line
	FromScript    bool       // a script of the project runs it, without the caller's arguments
	KindsByName   Kinds      // what it proves by its script's name, if none of the script's commands is known
	MayProve      Kinds      // what it also may prove: as a command of ssh, or as a linter that checks types
	IsTask        bool       // it is a target of make or a script of package.json itself
	Parts         []string   // names of the parts of the project to which its flags limit it
	isProjectFile bool       // it is a program of the project that has a tool's name
	DoesNothing   bool       // it is a script that only prints, or that calls itself for ever
	Stdin         string     // the here-document that it reads
	Filters       [][]string // programs through which its output is piped
	Changes       []Change   // of files
}

// A Line is what one shell line does.
type Line struct {
	Commands    []Command
	Echoes      []StatusEcho
	EndDir      string // the shell's folder after the line
	scriptCount int    // scripts that were read for it
	parsedBytes int    // bytes of it and its scripts
	walkedStmts int    // statements that were walked
	statusTests []statusTest
	Sourced     []string // files that it runs in its own shell, by "source"
	hasTrap     bool     // a trap decides the exit status
	Unparsed    bool     // the line could not be parsed
	TooLong     bool     // it is too long to be parsed
}

// A walker walks a parsed line. Its fields are the state of the shell at the place that it has reached.
type walker struct {
	line        *Line
	project     Files
	dir         string
	vars        map[string]string
	statuses    map[string][]int        // by variable: the commands whose status it holds
	functions   map[string]*syntax.Stmt // their bodies, by name
	aliases     map[string]bool
	errexit     bool
	inCondition bool // set -e does not apply: on the left of "&&" and "||", and in a condition
	pipefail    bool
	inContainer bool     // its folders are not those of the host
	pathChanged bool     // PATH has been changed in a way that may shadow programs
	lastStatus  []int    // indexes of the commands whose status is $?
	pipeHead    []int    // indexes of the commands that began the last pipeline
	depth       int      // of scripts in scripts
	callers     []string // scripts of package.json that called each other up to here
}

// ReadLine reads a shell line that runs in dir, relative to the project's folder. It reads the scripts that the line
// calls from project, which may be nil.
func ReadLine(text, dir string, project Files) Line {
	line := Line{EndDir: dir}
	s := &walker{
		line: &line, project: project, dir: dir,
		vars: map[string]string{}, statuses: map[string][]int{}, functions: map[string]*syntax.Stmt{},
		aliases: map[string]bool{},
	}
	line.TooLong = len(text) > MaxLine
	line.Unparsed = !s.walkScript(text)
	line.EndDir = s.dir
	if line.hasTrap {
		s.hideStatus(s.trustedFrom(0), Hidden, "trap")
	}
	line.trustTested()
	for i := range line.Commands {
		rest := line.Commands[i+1:]
		line.Commands[i].IsLast = !slices.ContainsFunc(rest, func(c Command) bool {
			return !isTrivial(c.Args) && !line.Commands[i].passesThrough(c.Args)
		})
	}
	return line
}

// passesThrough reports whether a program is one through which the command's output is piped, and that does not fail.
func (c Command) passesThrough(program []string) bool {
	return slices.ContainsFunc(c.Filters, func(filter []string) bool {
		return slices.Equal(filter, program) &&
			strings.Contains(" tail head cat tee sort uniq ", " "+ProgramName(filter[0])+" ")
	})
}

// parsers are kept because a new one costs as much as to parse a short line.
var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// walkScript walks a script in the current shell. It reports whether the script could be parsed.
func (s *walker) walkScript(text string) bool {
	if s.line.scriptCount++; s.depth > maxNested || s.line.scriptCount > maxScripts || !s.mayParse(text) {
		return false
	}
	parser := parsers.Get().(*syntax.Parser)
	f, err := parser.Parse(strings.NewReader(text), "")
	parsers.Put(parser)
	if err != nil {
		return false
	}
	s.walkStmts(f.Stmts)
	return true
}

// mayParse reports whether the text is within the bounds of what is parsed for one line, and counts it.
func (s *walker) mayParse(text string) bool {
	s.line.parsedBytes += len(text)
	return len(text) <= MaxLine && s.line.parsedBytes <= maxParsed
}

// walkSubshell walks a script in a shell of its own: its options, aliases and functions do not change this one.
func (s *walker) walkSubshell(text, dir string) bool {
	sub := *s
	sub.dir, sub.depth, sub.errexit, sub.inCondition, sub.pipefail = dir, s.depth+1, false, false, false
	sub.functions, sub.aliases = map[string]*syntax.Stmt{}, map[string]bool{}
	return sub.walkScript(text)
}

// trustedFrom returns the indexes, beginning with from, of the commands whose exit status may still be the line's.
func (s *walker) trustedFrom(from int) (list []int) {
	for i := from; i < len(s.line.Commands); i++ {
		if s.line.Commands[i].Trust == Sure {
			list = append(list, i)
		}
	}
	return list
}

// hideStatus notes why the exit status of commands cannot be seen. An earlier reason stays.
func (s *walker) hideStatus(list []int, t Trust, by string) {
	for _, i := range list {
		if c := &s.line.Commands[i]; c.Trust == Sure {
			c.Trust, c.HiddenBy = t, by
		}
	}
}

// walkStmts walks a list of statements. The list's status is that of the last one, unless set -e or "|| exit" ends it
// early.
func (s *walker) walkStmts(list []*syntax.Stmt) {
	for i, stmt := range list {
		from := len(s.line.Commands)
		s.walkStmt(stmt)
		if s.lastStatus = s.trustedFrom(from); i == len(list)-1 || endsShell(stmt) {
			return // nothing runs after it
		}
		next := list[i+1]
		switch {
		case isAnd(stmt) && s.stopsOnFailure(): // set -e looks only at the last part of an && list
			if len(s.lastStatus) > 1 {
				s.hideStatus(s.lastStatus[:len(s.lastStatus)-1], Hidden, "&&")
			}
		case s.stopsOnFailure() || exitsOnFailure(stmt) || passesStatusOn(next):
		default:
			s.hideStatus(s.lastStatus, Hidden, s.statusOwner(list[i+1:]))
		}
	}
}

// stopsOnFailure reports whether the shell ends when a command fails.
func (s *walker) stopsOnFailure() bool { return s.errexit && !s.inCondition }

// walkCondition walks a statement whose failure does not end the shell, even with set -e.
func (s *walker) walkCondition(stmt *syntax.Stmt) {
	before := s.inCondition
	s.inCondition = true
	s.walkStmt(stmt)
	s.inCondition = before
}

// walkStmt walks one statement with its redirections, up to the bounds of a line.
func (s *walker) walkStmt(stmt *syntax.Stmt) {
	if s.line.walkedStmts++; s.line.walkedStmts > maxWalked || len(s.line.Commands) >= maxCommands || stmt.Cmd == nil &&
		len(stmt.Redirs) == 0 {
		return
	}
	from := len(s.line.Commands)
	s.walkCompound(stmt)
	s.addRedirections(stmt, from)
	switch {
	case stmt.Background:
		s.hideStatus(s.trustedFrom(from), Detached, "&")
	case stmt.Negated:
		s.hideStatus(s.trustedFrom(from), Hidden, "!")
	}
}

func (s *walker) walkCompound(stmt *syntax.Stmt) {
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		s.walkCall(c)
	case *syntax.BinaryCmd:
		s.walkBinary(c)
	case *syntax.Subshell:
		sub := *s
		sub.walkStmts(c.Stmts)
	case *syntax.Block:
		s.walkStmts(c.Stmts)
	case *syntax.IfClause:
		s.walkIf(c)
	case *syntax.WhileClause:
		s.walkConditional(c.Cond, "while")
		s.walkConditional(c.Do, "while")
	case *syntax.ForClause:
		s.walkLoop(c)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			s.walkConditional(item.Stmts, "case")
		}
	case *syntax.FuncDecl:
		if c.Name != nil {
			s.functions[c.Name.Value] = c.Body
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			s.walkStmt(c.Stmt)
		}
	case *syntax.DeclClause:
		s.noteAssignments(c.Args)
	case *syntax.CoprocClause:
		from := len(s.line.Commands)
		s.walkStmt(c.Stmt)
		s.hideStatus(s.trustedFrom(from), Detached, "coproc")
	}
}

// walkBinary walks "&&", "||" and pipes.
func (s *walker) walkBinary(c *syntax.BinaryCmd) {
	from := len(s.line.Commands)
	if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
		s.walkCondition(c.X)
	} else {
		s.walkStmt(c.X)
	}
	left := s.trustedFrom(from)
	middle := len(s.line.Commands)
	switch c.Op {
	case syntax.AndStmt:
		s.walkStmt(c.Y)
	case syntax.OrStmt:
		if b, ok := c.X.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.AndStmt {
			s.noteResultEcho(left, []*syntax.Stmt{b.Y}, []*syntax.Stmt{c.Y})
		}
		s.lastStatus = left
		s.walkStmt(c.Y)
		right := s.trustedFrom(middle)
		if !endsInFailure(c.Y) {
			s.hideStatus(left, Hidden, s.statusOwner([]*syntax.Stmt{c.Y}))
		}
		s.hideStatus(right, Hidden, "||")
	default:
		first := left
		if b, ok := c.X.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			first = s.pipeHead
		}
		sub := *s
		piped := len(s.line.Commands)
		sub.walkStmt(c.Y)
		s.addFilter(from, middle, s.line.Commands[piped:])
		if text := s.echoText(c.X); text != "" && len(s.line.Commands) == piped+1 {
			sub.addHereDocument(piped, text)
		}
		if !s.pipefail {
			s.hideStatus(left, Hidden, s.statusOwner([]*syntax.Stmt{c.Y}))
		}
		s.pipeHead = first
	}
}

// walkConditional walks statements that may not run, or whose exit status the command by hides.
func (s *walker) walkConditional(list []*syntax.Stmt, by string) {
	from := len(s.line.Commands)
	s.walkStmts(list)
	s.hideStatus(s.trustedFrom(from), Hidden, by)
}

// walkIf walks an if. The status of its condition counts only if the else branch exits with a failure.
func (s *walker) walkIf(c *syntax.IfClause) {
	from := len(s.line.Commands)
	s.walkStmts(c.Cond)
	condition := s.trustedFrom(from)
	middle := len(s.line.Commands)
	s.walkStmts(c.Then)
	then := s.trustedFrom(middle)
	if c.Else != nil && len(c.Else.Cond) == 0 {
		s.noteResultEcho(condition, c.Then, c.Else.Then)
	}
	otherFails := c.Else != nil && len(c.Else.Cond) == 0 && len(c.Else.Then) > 0 &&
		endsInFailure(c.Else.Then[len(c.Else.Then)-1])
	if !otherFails {
		s.hideStatus(condition, Hidden, "if")
		s.hideStatus(then, Hidden, "if")
	}
	for e := c.Else; e != nil; e = e.Else {
		s.walkConditional(e.Cond, "if")
		s.walkConditional(e.Then, "if")
	}
}

// walkLoop walks a loop. The status of its body counts only if a failure ends the shell: otherwise the last round hides
// the others.
func (s *walker) walkLoop(c *syntax.ForClause) {
	from := len(s.line.Commands)
	words, ok := c.Loop.(*syntax.WordIter)
	switch {
	case ok && len(words.Items) == 0 && words.InPos.IsValid(): // its body never runs
		return
	case ok && len(words.Items) == 1:
		s.vars[words.Name.Value] = s.word(words.Items[0])
	}
	s.walkStmts(c.Do)
	hard := s.stopsOnFailure()
	for _, stmt := range c.Do {
		hard = hard || exitsOnFailure(stmt)
	}
	if !hard {
		s.hideStatus(s.trustedFrom(from), Hidden, "the loop's last round")
	}
}

// noteAssignments keeps the variables whose values are known, and walks command substitutions.
func (s *walker) noteAssignments(list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil || a.Value == nil {
			continue
		}
		if delete(s.statuses, a.Name.Value); paramOf(a.Value) == "?" {
			s.statuses[a.Name.Value] = s.lastStatus
		}
		value := s.word(a.Value)
		s.vars[a.Name.Value] = value
		if len(value) > maxValue {
			delete(s.vars, a.Name.Value)
		}
		if name := a.Name.Value; name == "PATH" && shadowsPrograms(value) || name == "BASH_ENV" ||
			strings.HasSuffix(name, "_RUNNER") && isNoop(value) {
			s.pathChanged = true
		}
		s.walkSubstitutions(a.Value)
	}
}

// walkSubstitutions walks the commands in $(…). Their status counts only in an assignment.
func (s *walker) walkSubstitutions(w *syntax.Word) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			sub := *s
			sub.walkStmts(n.Stmts)
			return false
		case *syntax.ProcSubst:
			from := len(s.line.Commands)
			sub := *s
			sub.walkStmts(n.Stmts)
			s.hideStatus(s.trustedFrom(from), Hidden, "<(…)")
			return false
		}
		return true
	})
}

// addRedirections adds the files that a statement's redirections write to its last command.
func (s *walker) addRedirections(stmt *syntax.Stmt, from int) {
	for _, r := range stmt.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob, syntax.AppClob:
			if name := s.word(r.Word); name != "" && !strings.HasPrefix(name, "/dev/") {
				fresh := r.Op != syntax.AppOut && r.Op != syntax.AppAll
				s.addChange(from, Change{Path: Join(s.dir, name), Overwrites: fresh})
			}
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil && len(s.line.Commands) > from {
				s.addHereDocument(len(s.line.Commands)-1, s.word(r.Hdoc))
			}
		case syntax.WordHdoc:
			if len(s.line.Commands) > from {
				s.addHereDocument(len(s.line.Commands)-1, s.word(r.Word))
			}
		}
	}
}

// addChange adds a change to the last command since from. If there is none, as for "> file", it adds a command that
// does nothing.
func (s *walker) addChange(from int, c Change) {
	if len(s.line.Commands) == from { // "> file" without a command
		s.line.Commands = append(s.line.Commands, Command{Args: []string{":"}, Dir: s.dir})
	}
	last := &s.line.Commands[len(s.line.Commands)-1]
	last.Changes = append(last.Changes, c)
}

// addHereDocument gives a command its standard input. If a shell reads that, it is walked as a script.
func (s *walker) addHereDocument(at int, text string) {
	c := &s.line.Commands[at]
	c.Stdin = text
	name := ""
	if len(c.Args) > 0 {
		name = path.Base(c.Args[0])
	}
	if IsShell(name) && len(c.Args) == 1 {
		s.walkSubshell(text, c.Dir)
		return
	}
	c.Changes = append(c.Changes, codeChanges(name, text, c.Dir)...)
}

// IsShell reports whether a program is a shell that runs scripts.
func IsShell(name string) bool {
	return name == "sh" || name == "bash" || name == "zsh" || name == "dash" || name == "ksh" || name == "fish"
}

// walkCall walks a simple command.
func (s *walker) walkCall(c *syntax.CallExpr) {
	before := s.pathChanged
	s.noteAssignments(c.Assigns)
	if len(c.Args) == 0 {
		return
	}
	if len(c.Assigns) > 0 {
		defer func() { s.pathChanged = before }() // "PATH=x cmd" is for cmd only
	}
	from := len(s.line.Commands)
	var args []string
	for _, w := range c.Args {
		args = append(args, s.fields(w)...)
		s.walkSubstitutions(w)
	}
	s.hideStatus(s.trustedFrom(from), Hidden, "$(…)")
	s.noteStatusEcho(c, args)
	s.addCommand(args)
}

// addCommand adds a command whose words are known, or instead of it what it starts.
func (s *walker) addCommand(args []string) {
	if len(args) == 0 || len(s.line.Commands) >= maxCommands {
		return
	}
	if s.runInShell(args) {
		return
	}
	name := args[0]
	c := Command{Args: append(args, strings.Fields(s.vars[flagsVariable.Get()[name]])...), Dir: s.dir}
	ownPath := name == "env" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "PATH=") })
	if s.pathChanged || s.aliases[name] || ownPath ||
		strings.Contains(name, "/") && IsTool(name) && isStrayProgram(name) {
		c.Trust, c.HiddenBy = Shadowed, name
	}
	if dir := s.vars["GIT_DIR"]; dir != "" && name == "git" {
		c.Dir = Join(c.Dir, strings.TrimSuffix(strings.TrimSuffix(dir, ".git"), "/"))
	}
	before := s.inContainer
	defer func() { s.inContainer = before }()
	s.inContainer = before || entersContainer(c.Args)
	c.Args = unwrap(c.Args)
	enterFolder(&c)
	s.enterPart(&c)
	if s.followCommand(c) {
		return
	}
	c.Changes = append(c.Changes, changes(c.Args, c.Dir)...)
	s.line.Commands = append(s.line.Commands, c)
}

// runInShell runs a function of the line, or a builtin that changes the shell itself. It reports whether the command is
// one.
func (s *walker) runInShell(args []string) bool {
	name := args[0]
	if body := s.functions[name]; body != nil && s.depth <= maxNested {
		from := len(s.line.Commands)
		s.depth++
		s.walkStmt(body)
		s.depth--
		if IsTool(name) {
			s.hideStatus(s.trustedFrom(from), Shadowed, name)
			s.line.Commands = append(s.line.Commands, Command{Args: args, Dir: s.dir, Trust: Shadowed, HiddenBy: name})
		}
		return true
	}
	switch name {
	case "cd", "pushd":
		// presumably the project's folder in the container
		if len(args) > 1 && s.inContainer && path.IsAbs(args[len(args)-1]) {
			s.dir = ""
		} else if len(args) > 1 && args[1] != "-" {
			s.dir = Join(s.dir, args[len(args)-1])
		}
		return true
	case "set":
		s.setOptions(args[1:])
		return true
	case "alias", "hash":
		s.noteAliases(args)
		return true
	case "trap":
		if len(args) > 2 && strings.Contains(args[1], "exit") {
			s.line.hasTrap = true
		}
		return true
	case "wait":
		s.trustWaited(args[1:])
		return true
	case ".", "source":
		if len(args) > 1 {
			s.line.Sourced = append(s.line.Sourced, Join(s.dir, args[1]))
		}
		return true
	case "eval":
		s.depth++
		s.walkScript(strings.Join(args[1:], " "))
		s.depth--
		return true
	}
	return false
}

// noteAliases notes names that mean another program from now on.
func (s *walker) noteAliases(args []string) {
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

// flagsVariable maps a program to the environment variable that adds flags to its command line.
var flagsVariable = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"pytest": "PYTEST_ADDOPTS", "python": "PYTEST_ADDOPTS", "go": "GOFLAGS", "make": "MAKEFLAGS",
	}
}}

// setOptions follows set -e, set -o pipefail and their opposites.
func (s *walker) setOptions(args []string) {
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

// addFilter notes the program through which the output of commands is piped; "?" if it is not one simple command.
func (s *walker) addFilter(from, to int, into []Command) {
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
