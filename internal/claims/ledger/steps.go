package ledger

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

// A call is a tool call whose result has not come yet.
type call struct {
	runs          []*Run
	writes        []*Write
	echoes        []shell.StatusEcho
	taskID        string // the background task whose output the call asks for
	isLook        bool   // it reads, searches or shows something, and changes nothing
	restorations  []restoration
	startsAgent   bool   // it starts a subagent
	subagentLines int    // how many lines of subagents were read before it
	loggedRuns    []*Run // runs of earlier steps whose log it prints
	// hasLineNumbers: each line of its result begins with a line number, as Read prints it.
	hasLineNumbers bool
	shellLine      string // an output line that it contains may be printed input, and no result
	step           int
	executedAt     Place  // the last program that it runs, see [noteCommandUse]
	queriedAt      Place  // the same, or the last query for a state
	writesUnnamed  bool   // it may write any file
	opensPage      bool   // it may look at a page in a browser
	changesPage    bool   // it may open another page in a browser
	asksPointing   string // the program whose cluster, workspace or account it prints
}

// An input has the fields of a tool's input that matter here. Tools of MCP servers name a file differently.
type input struct {
	Command    string `json:"command"`
	File       string `json:"file_path"`
	Notebook   string `json:"notebook_path"`
	Path       string `json:"path"`
	Relative   string `json:"relative_path"`
	InProject  string `json:"pathInProject"`
	To         string `json:"destination"`
	Background bool   `json:"run_in_background"`
	TaskID     string `json:"task_id"`
	BashID     string `json:"bash_id"`
	ShellID    string `json:"shell_id"`
	Old        string `json:"old_string"`
	New        string `json:"new_string"`
}

// file returns the file that a tool edits; "" if its input names none.
func (in input) file() string {
	return cmp.Or(in.To, in.File, in.Notebook, in.Path, in.Relative, in.InProject)
}

// ReadToolUse reads a call of a tool. agent is the call that started the subagent which makes it; "" for none.
func (r *Ledger) ReadToolUse(b streamjson.Block, agent string) {
	if _, twice := r.pending[b.ID]; twice && b.ID != "" {
		return
	}
	r.Steps++
	var in input
	_ = json.Unmarshal(b.Input, &in) // other forms count as empty
	c := &call{step: r.Steps}
	switch {
	case b.Name == "Bash":
		r.readShellLine(c, in, agent)
	case b.IsEdit() || isMCPWriter(b.Name) && in.file() != "":
		if file := in.file(); file != "" {
			name := r.RelativePath(file)
			r.saveScript(b, name)
			old, changed := replacement(b, in)
			edit := shell.Change{Path: name, Comment: differsOnlyInComments(file, old, changed)}
			w := Write{Change: edit, At: Place{r.Steps, 0}, NoEffect: true}
			if old != changed {
				w.from, w.to = hashOf(old), hashOf(changed)
			}
			w.Skips = skipMarks.MatchString(changed) && !skipMarks.MatchString(old)
			r.addWrite(c, w)
		}
	case b.Name == "TaskOutput" || b.Name == "BashOutput" || b.Name == "AgentOutputTool":
		c.taskID = cmp.Or(in.TaskID, in.BashID, in.ShellID)
	default:
		c.isLook = b.Name != "Task" && b.Name != "Agent" && !strings.HasPrefix(b.Name, "Todo") &&
			!strings.HasPrefix(b.Name, "Task")
		if b.Name == "Read" {
			c.hasLineNumbers = true
			r.noteLogReads(c, shell.Command{Args: []string{"cat", in.File}})
		}
		c.opensPage = pageOpeners.Get().Match(strings.ToLower(b.Name)) || b.Name == "Read" &&
			pictureFile.MatchString(in.File)
		c.changesPage = b.Name != "Read" && pageChangers.MatchString(b.Name)
		c.startsAgent, c.subagentLines = b.Name == "Task" || b.Name == "Agent", r.subagentLines
		r.addToolRun(c, b, in)
		if b.Name == "PowerShell" {
			for _, m := range powerShellWrites.Get().FindAllStringSubmatch(in.Command, 20) {
				change := shell.Change{Path: r.RelativePath(m[1])}
				r.addWrite(c, Write{Change: change, At: Place{r.Steps, 0}, Command: in.Command})
			}
		}
	}
	if len(r.pending) < maxPending {
		r.pending[b.ID] = c
	}
}

// skipMarks are the words in sources by which runners skip a test.
var skipMarks = text.LazyRegexp{Expr: `\b(?:it|test|describe|context)\.(?:skip|todo)\b|\bx(?:it|test|describe)\(|` +
	`\bskip\w*\(|\bSkip\w*\(|@(?:Ignore|Disabled)\b|#\[ignore|mark\.(?:skip|xfail)|@tag :skip`}

// powerShellWrites match the files that a line of PowerShell writes.
var powerShellWrites = text.LazyRegexp{Expr: `(?i)\b(?:Set-Content|Add-Content|Out-File)\s+` +
	`(?:-(?:Path|FilePath|LiteralPath)\s+)?['"]?([\w./\\-]+\.\w+)`}

// hereDocumentWrites match the files that here-documents write, for a shell line that is too long to be parsed.
var hereDocumentWrites = text.LazyRegexp{Expr: `(?m)(?:>>?|\btee)\s*([\w./-]+\.\w+)\s*<<-?\s*\\?['"]?\w|` +
	`<<-?\s*\\?['"]?\w+['"]?\s*>>?\s*([\w./-]+\.\w+)\s*$`}

// isMCPWriter reports whether a tool of an MCP server writes files, by its name.
func isMCPWriter(name string) bool {
	return strings.HasPrefix(name, "mcp__") && slices.ContainsFunc([]string{"write", "edit", "create_file", "move_file",
		"replace_", "insert_after", "insert_before", "insert_at", "rename_symbol"},
		func(word string) bool { return strings.Contains(name, word) })
}

// RelativePath makes a path relative to the session's folder if it is below it.
func (r *Ledger) RelativePath(name string) string {
	if r.Root != "" {
		if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(r.Root, "/")+"/"); ok {
			return path.Clean(rest)
		}
		if name == r.Root {
			return ""
		}
	}
	return path.Clean(name)
}

// readShellLine adds the runs and changes of a shell line.
func (r *Ledger) readShellLine(c *call, in input, agent string) {
	line := shell.ReadLine(in.Command, r.startDir(in.Command, agent), r.ReadProjectFile)
	if len(r.shellDirs) < maxPending {
		r.shellDirs[agent] = r.RelativePath(line.EndDir)
		if line.EndDir == "" {
			r.shellDirs[agent] = ""
		}
	}
	if line.Unparsed && !line.TooLong { // a very long line is not written to run tests, and may hide something
		line.Commands = append(line.Commands, shell.Command{Args: []string{"unreadable"}, IsLast: true})
	}
	if line.TooLong {
		for _, m := range hereDocumentWrites.Get().FindAllStringSubmatch(in.Command[:maxEdit], 20) {
			change := shell.Change{Path: r.RelativePath(shell.Join(r.shellDirs[agent], m[1]+m[2]))}
			r.addWrite(c, Write{Change: change, At: Place{c.step, 0}, Command: text.Head(in.Command, maxCommand)})
		}
	}
	shown := text.Head(strings.Join(strings.Fields(in.Command), " "), maxCommand)
	if len(r.ShellLines) < maxRuns {
		r.ShellLines = append(r.ShellLines, ShellLine{At: Place{c.step, 0}, Text: shown})
	}
	c.echoes, c.shellLine = line.Echoes, text.Head(in.Command, maxScript)
	sourced := slices.ContainsFunc(line.Sourced, r.hasWrittenFile)
	for i, cmd := range line.Commands {
		if sourced && cmd.Trust == shell.Sure {
			cmd.Trust, cmd.HiddenBy = shell.Shadowed, "a file of the agent's that was sourced"
		}
		at := Place{c.step, i}
		r.addRun(c, cmd, at, i, in, shown)
		r.noteLogReads(c, cmd)
		noteCommandUse(c, cmd, at)
		r.notePointing(c, cmd)
		if shell.OnlyPlans(cmd.Args) {
			r.LastPlan = &Run{At: at, Command: strings.Join(cmd.Args, " "), FullLine: shown, Outcome: RanNothing}
		}
		c.writesUnnamed = c.writesUnnamed || len(cmd.Args) > 0 && len(cmd.Changes) == 0 &&
			shell.MayWriteUnnamed(cmd.Args)
		c.isLook = c.isLook || len(cmd.Args) > 0 && shell.MayShow(cmd)
		r.noteRestore(c, cmd, at)
		for _, w := range cmd.Changes {
			w.Path = r.RelativePath(w.Path)
			if w.Path == "." {
				w.Path = ""
			}
			delete(r.scripts, w.Path)
			if cmd.Stdin != "" && cmd.Args[0] == "cat" && len(cmd.Changes) == 1 && len(cmd.Stdin) <= maxScript &&
				len(r.scripts) < maxScripts && mayBeScript(w.Path) {
				r.scripts[w.Path] = cmd.Stdin
			}
			r.addWrite(c, Write{Change: w, At: at, Command: shown, onlyOnFailure: cmd.RunsOnFailure()})
		}
	}
}

// reportFile matches names of logs and reports. They may be about a run by somebody else.
var reportFile = text.LazyRegexp{Expr: `\.log$|(?:^|/)logs?/|\.trx$|` +
	`(?:junit|report|results?|coverage)[\w.-]*\.(?:xml|json|txt|html|md)$`}

// leadingCD matches the folder to which a line goes first: "cd web && …".
var leadingCD = text.LazyRegexp{Expr: `^\s*cd\s+"?([\w.@-][\w./@-]*?)/?"?\s*(?:$|&&|;|\n)`}

// startDir returns the folder in which a line begins: where the one before ended, unless its "cd" shows that Claude
// Code has moved the shell back to the session's folder.
func (r *Ledger) startDir(line, agent string) string {
	dir := r.shellDirs[agent]
	m := leadingCD.FindStringSubmatch(line)
	if dir == "" || m == nil || strings.HasPrefix(m[1], "..") {
		return dir
	}
	has := func(folder string) bool {
		return slices.ContainsFunc(r.RecentWrites(), func(w *Write) bool {
			return strings.HasPrefix(w.Path, folder+"/")
		})
	}
	switch {
	case has(shell.Join(dir, m[1])):
		return dir
	case dir == m[1], strings.HasSuffix(dir, "/"+m[1]): // the line enters the same folder again
		return strings.TrimSuffix(strings.TrimSuffix(dir, m[1]), "/")
	case has(m[1]):
		return ""
	}
	return dir
}

// noteLogReads notes the runs of earlier steps whose output a command prints from the file into which it went.
func (r *Ledger) noteLogReads(c *call, cmd shell.Command) {
	if len(cmd.Args) == 0 {
		return
	}
	switch shell.ProgramName(cmd.Args[0]) {
	case "cat", "tail", "head", "grep", "egrep", "rg":
	default:
		return
	}
	if slices.ContainsFunc(cmd.Args[1:], func(a string) bool {
		return reportFile.MatchString(strings.ToLower(a)) && !r.hasWrittenFile(a)
	}) {
		r.LastReport = Place{c.step, 0}
	}
	for _, one := range r.Runs[max(0, len(r.Runs)-maxRecent):] {
		inThisLine := one.At.Step == c.step
		if one.logFile == "" || !inThisLine && one.Outcome != MaskedExit && one.Outcome != InBackground ||
			!slices.Contains(cmd.Args[1:], one.logFile) && !slices.Contains(cmd.Args[1:], r.RelativePath(one.logFile)) {
			continue
		}
		one.logShown, one.Filters = true, append([][]string{cmd.Args}, cmd.Filters...)
		if !inThisLine {
			c.loggedRuns = append(c.loggedRuns, one)
		}
	}
}

// ReadProjectFile returns a file of the project: as the agent wrote it in this session, or else from the session's
// folder.
func (r *Ledger) ReadProjectFile(name string) (string, bool) {
	if text, ok := r.scripts[path.Clean(name)]; ok {
		return text, true
	}
	if r.project == nil {
		return "", false
	}
	return r.project(r.Root, name)
}

// addRun adds a command if it may prove something.
func (r *Ledger) addRun(c *call, cmd shell.Command, at Place, line int, in input, shown string) {
	if len(cmd.Args) == 0 {
		return
	}
	k, weak := shell.Proves(cmd), shell.PossiblyProves(cmd)
	if k == shell.Tests && !shell.IsTool(cmd.Args[0]) && !strings.Contains(cmd.Args[0], "/") {
		weak |= shell.Build | shell.Types // "forge test" compiles first, as the tests of many languages do
	}
	watches := watchesCI(cmd.Args)
	if watches {
		r.LastReport = at
		cmd.MayProve |= shell.AnyCheck &^ shell.Execute
	}
	if k|weak|cmd.MayProve == 0 {
		return
	}
	cmd.Dir = r.RelativePath(cmd.Dir)
	if cmd.Dir == "." {
		cmd.Dir = ""
	}
	if k&(shell.Commit|shell.Push) != 0 && cmd.Args[0] == "git" && filekinds.IsOutside(cmd.Dir+"/", r.Root) &&
		path.IsAbs(cmd.Dir) {
		return // the commit is in another repository
	}
	t, known := shell.ToolOf(cmd.Args)
	if t.Kinds = k; t.Family == "" {
		t.Family = shell.InterpretedLanguage(t.Name)
	}
	one := &Run{
		At: at, index: line, Tool: t, Kinds: k, IsLast: cmd.IsLast, Possible: weak, Likely: cmd.MayProve,
		Command: text.Head(strings.Join(cmd.Args, " "), maxCommand), FullLine: shown,
		onlyLists: shell.StartsNoProgram(cmd.Args) ||
			shell.RunsNothing(cmd.Args) && !shell.AsksHelp(cmd.Args, k|weak) && k|weak != shell.Execute,
		Unknown:       !cmd.DoesNothing && shell.OutputMayProve(cmd.Args, k),
		showsGitState: t.Name == "git" && k&shell.Inspect != 0 && asksGitState(cmd.Args),
		ByTask:        cmd.FromScript || cmd.IsTask || cmd.KindsByName != 0,
		PointsAt:      r.pointsAt[pointedProgram(shell.ProgramName(cmd.Args[0]))],
		WatchesCI:     watches, Filters: cmd.Filters,
	}
	one.Scope, one.Part = r.scopeAndPart(cmd, t, known)
	one.Trust, one.HiddenBy = r.trustOf(cmd, in)
	if file := compilerOutput(cmd.Args); k&shell.Build != 0 && file != "" && len(r.buildOutputs) < maxPending {
		r.buildOutputs[r.RelativePath(shell.Join(cmd.Dir, file))] = true
	}
	if len(cmd.Changes) == 1 && cmd.Changes[0].Overwrites {
		one.logFile = cmd.Changes[0].Path
	}
	if code := shell.InlineCode(cmd.Args); testLibraryCalls.MatchString(code) {
		one.Kinds |= shell.Tests
		one.Tool.Kinds = one.Kinds
	} else if testCalls.MatchString(code) ||
		shell.ReadsProgramFromStdin(cmd.Args) && testCalls.MatchString(cmd.Stdin) {
		one.Likely = shell.Tests
	}
	r.appendRun(c, one)
}

// scopeAndPart returns the scope of a command. If the scope is one part of the project with a known folder, it is that
// folder, and part is the name. known says that a table has the tool: the arguments of other tools mean nothing here.
func (r *Ledger) scopeAndPart(cmd shell.Command, t shell.Tool, known bool) (s scope.Scope, part string) {
	s = scope.Of(cmd, t)
	if len(s.Parts) == 1 && len(s.Dirs) == 0 && t.Family != "rust" && t.Family != "java" {
		if dir := r.PartDirs[s.Parts[0]]; dir != "" && dir != "." { // the same scope as after "cd"
			part, s.Parts, s.Dirs = s.Parts[0], nil, []string{dir + "/"}
		}
	}
	if !known && cmd.KindsByName == 0 && !cmd.FromScript {
		if t.Kinds&shell.Tests != 0 {
			return scope.OfUnknown(cmd), part
		}
		return scope.Scope{Limit: s.Limit}, part
	}
	return s, part
}

// trustOf returns whether the exit status of a line is the command's own, and otherwise what hides it.
func (r *Ledger) trustOf(cmd shell.Command, in input) (trust shell.Trust, by string) {
	switch {
	case in.Background:
		return shell.Detached, "the background"
	case r.hasWrittenProgram(cmd.Args[0]) && shell.IsTool(cmd.Args[0]):
		return shell.Shadowed, cmd.Args[0]
	case shell.SwallowsFailure(cmd.Args) && cmd.Trust == shell.Sure:
		return shell.Hidden, "a flag that hides failures"
	}
	return cmd.Trust, cmd.HiddenBy
}

// appendRun adds a run to its call and to the ledger, which drops the oldest half when it is full.
func (r *Ledger) appendRun(c *call, one *Run) {
	if len(r.Runs) >= maxRuns {
		r.Runs = slices.Delete(r.Runs, 0, maxRuns/2)
	}
	r.Runs = append(r.Runs, one)
	c.runs = append(c.runs, one)
}

// hasWrittenFile reports whether the agent has written a file of that name.
func (r *Ledger) hasWrittenFile(name string) bool {
	name = r.RelativePath(name)
	return slices.ContainsFunc(r.Writes, func(w *Write) bool { return !w.NoEffect && !w.Deleted && w.Path == name })
}

// hasWrittenProgram reports whether the agent has written a file with the name of a program.
func (r *Ledger) hasWrittenProgram(name string) bool {
	base := path.Base(name)
	if !r.writtenNames[base] || base == "test" || base == "build" || shell.IsWrapperScript(base) {
		return false
	}
	return slices.ContainsFunc(r.Writes, func(w *Write) bool {
		return !w.NoEffect && !w.Deleted && !w.Folder && path.Base(w.Path) == base &&
			(!strings.Contains(name, "/") || strings.HasSuffix(path.Clean(name), w.Path))
	})
}

// compilerOutput returns the file into which a compiler writes; "" if the command names none.
func compilerOutput(args []string) string {
	for i, a := range args[:len(args)-1] {
		if a == "-o" && i > 0 {
			return args[i+1]
		}
	}
	return ""
}

func (r *Ledger) addWrite(c *call, w Write) {
	w.BuildOutput = w.Deleted && r.buildOutputs[w.Path]
	var dir string
	if w.Part, dir = r.partOf(w.Path); w.Part != "" && len(r.PartDirs) < maxPending {
		r.PartDirs[w.Part] = dir
	}
	if len(r.Writes) >= maxWrites {
		r.Writes = slices.Delete(r.Writes, 0, maxWrites/2)
	}
	r.Writes = append(r.Writes, &w)
	if len(r.writtenNames) < maxWrites {
		r.writtenNames[path.Base(w.Path)] = true
	}
	c.writes = append(c.writes, &w)
}
