package claims

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
	"ccc/streamjson"
)

// A call is a tool call whose result has not come yet.
type call struct {
	runs   []*run
	writes []*write
	echoes []statusEcho
	reads  string // a task in the background whose output the call asks for
	look   bool   // it looks at something
	undos  []undo
	agent  bool   // it starts a subagent
	lines  int    // of subagents that were read before it
	shows  []*run // earlier ones, whose log it prints
	// numbered: each line of what it prints begins with its number.
	numbered bool
	told     string // the shell line, whose words a program may only print
	step     int
}

// input are the fields of a tool's input that matter here.
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
}

// file is the file that a tool edits, "" if its input names none.
func (in input) file() string {
	return cmp.Or(in.To, in.File, in.Notebook, in.Path, in.Relative, in.InProject)
}

func (r *Reader) toolUse(b streamjson.Block, agent string) {
	if _, twice := r.pending[b.ID]; twice && b.ID != "" {
		return
	}
	r.steps++
	var in input
	_ = json.Unmarshal(b.Input, &in) // an unexpected form says nothing
	c := &call{step: r.steps}
	switch {
	case b.Name == "Bash":
		r.bash(c, in, agent)
	case b.Edits() || mcpWrites(b.Name) && in.file() != "":
		if file := in.file(); file != "" {
			name := r.relative(file)
			r.keepScript(b, name)
			r.addWrite(c, write{change: change{path: name, comment: editsComments(b, file)}, at: place{r.steps, 0}, void: true})
		}
	case b.Name == "TaskOutput" || b.Name == "BashOutput" || b.Name == "AgentOutputTool":
		c.reads = cmp.Or(in.TaskID, in.BashID, in.ShellID)
	default:
		c.look = b.Name != "Task" && b.Name != "Agent" && !strings.HasPrefix(b.Name, "Todo") &&
			!strings.HasPrefix(b.Name, "Task")
		if b.Name == "Read" {
			c.numbered = true
			r.showLog(c, command{args: []string{"cat", in.File}})
		}
		c.agent, c.lines = b.Name == "Task" || b.Name == "Agent", r.agentLines
		r.addTool(c, b, in)
		if b.Name == "PowerShell" {
			for _, m := range powerShellWrites.Get().FindAllStringSubmatch(in.Command, 20) {
				r.addWrite(c, write{change: change{path: r.relative(m[1])}, at: place{r.steps, 0}, command: in.Command})
			}
		}
	}
	if len(r.pending) < maxPending {
		r.pending[b.ID] = c
	}
}

// powerShellWrites are the files that PowerShell writes.
var powerShellWrites = text.LazyRegexp{Expr: `(?i)\b(?:Set-Content|Add-Content|Out-File)\s+(?:-(?:Path|FilePath|LiteralPath)\s+)?` +
	`['"]?([\w./\\-]+\.\w+)`}

// longWrites are the files into which the beginning of a line that is too long to be parsed writes.
var longWrites = text.LazyRegexp{Expr: `(?m)(?:>>?|\btee)\s*([\w./-]+\.\w+)\s*<<-?\s*\\?['"]?\w|` +
	`<<-?\s*\\?['"]?\w+['"]?\s*>>?\s*([\w./-]+\.\w+)\s*$`}

// mcpWrites reports whether a tool of an MCP server writes files, by its name.
func mcpWrites(name string) bool {
	return strings.HasPrefix(name, "mcp__") && slices.ContainsFunc([]string{"write", "edit", "create_file", "move_file",
		"replace_", "insert_after", "insert_before", "insert_at", "rename_symbol"},
		func(word string) bool { return strings.Contains(name, word) })
}

// relative is a path as seen from the session's folder.
func (r *Reader) relative(name string) string {
	if r.root != "" {
		if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(r.root, "/")+"/"); ok {
			return path.Clean(rest)
		}
		if name == r.root {
			return ""
		}
	}
	return path.Clean(name)
}

// bash reads a shell line.
func (r *Reader) bash(c *call, in input, agent string) {
	line := readLine(in.Command, r.startDir(in.Command, agent), r.inProject)
	if len(r.dirs) < maxPending {
		r.dirs[agent] = r.relative(line.dir)
		if line.dir == "" {
			r.dirs[agent] = ""
		}
	}
	if line.unread && !line.long { // nobody writes so long a line to run tests, but to hide something in it
		line.commands = append(line.commands, command{args: []string{"unreadable"}, last: true})
	}
	if line.long {
		for _, m := range longWrites.Get().FindAllStringSubmatch(in.Command[:maxReadEdit], 20) {
			r.addWrite(c, write{change: change{path: r.relative(join(r.dirs[agent], m[1]+m[2]))}, at: place{c.step, 0},
				command: text.Head(in.Command, maxCommand)})
		}
	}
	shown := text.Head(strings.Join(strings.Fields(in.Command), " "), maxCommand)
	c.echoes, c.told = line.echoes, text.Head(in.Command, maxKept)
	sourced := slices.ContainsFunc(line.sourced, r.wrote)
	for i, cmd := range line.commands {
		if sourced && cmd.trust == sure {
			cmd.trust, cmd.by = shadowed, "a file of the agent's that was sourced"
		}
		at := place{c.step, i}
		r.addRun(c, cmd, at, i, in, shown)
		r.showLog(c, cmd)
		r.restore(c, cmd, at)
		for _, w := range cmd.write {
			w.path = r.relative(w.path)
			if w.path == "." {
				w.path = ""
			}
			delete(r.scripts, w.path)
			if cmd.stdin != "" && cmd.args[0] == "cat" && len(cmd.write) == 1 && len(cmd.stdin) <= maxKept &&
				len(r.scripts) < maxKeptAll && mayBeScript(w.path) {
				r.scripts[w.path] = cmd.stdin
			}
			r.addWrite(c, write{change: w, at: at, command: shown, perhaps: cmd.perhaps()})
		}
	}
}

// reportFile is the name of a file in which somebody else's run is told of.
var reportFile = text.LazyRegexp{Expr: `(?i)\.log$|(?:^|/)logs?/|\.trx$|(?:junit|report|results?|coverage)[\w.-]*\.(?:xml|json|txt|html|md)$`}

// entered is the folder that a line enters first.
var entered = text.LazyRegexp{Expr: `^\s*cd\s+"?([\w.@-][\w./@-]*?)/?"?\s*(?:$|&&|;|\n)`}

// startDir is the folder in which a line begins: where the one before ended, unless a "cd" shows that the shell was taken
// back to the session's folder, as Claude Code does at times.
func (r *Reader) startDir(line, agent string) string {
	dir := r.dirs[agent]
	m := entered.Get().FindStringSubmatch(line)
	if dir == "" || m == nil || strings.HasPrefix(m[1], "..") {
		return dir
	}
	has := func(folder string) bool {
		return slices.ContainsFunc(r.recentWrites(), func(w *write) bool { return strings.HasPrefix(w.path, folder+"/") })
	}
	switch {
	case has(join(dir, m[1])):
		return dir
	case dir == m[1], strings.HasSuffix(dir, "/"+m[1]): // the same folder again
		return strings.TrimSuffix(strings.TrimSuffix(dir, m[1]), "/")
	case has(m[1]):
		return ""
	}
	return dir
}

// showLog notes the runs of earlier steps whose output a command prints, from the file into which it went.
func (r *Reader) showLog(c *call, cmd command) {
	if len(cmd.args) == 0 {
		return
	}
	switch programName(cmd.args[0]) {
	case "cat", "tail", "head", "grep", "egrep", "rg":
	default:
		return
	}
	if slices.ContainsFunc(cmd.args[1:], func(a string) bool { return reportFile.Get().MatchString(a) && !r.wrote(a) }) {
		r.report = place{c.step, 0}
	}
	for _, one := range r.runs[max(0, len(r.runs)-maxRecent):] {
		if one.log == "" || one.at.step == c.step || one.outcome != maskedExit && one.outcome != inBackground ||
			!slices.Contains(cmd.args[1:], one.log) && !slices.Contains(cmd.args[1:], r.relative(one.log)) {
			continue
		}
		one.filters = append([][]string{cmd.args}, cmd.filters...)
		c.shows = append(c.shows, one)
	}
}

// inProject reads a file of the project, whose folder is that of the session, or as the agent wrote it.
func (r *Reader) inProject(name string) (string, bool) {
	if text, ok := r.scripts[path.Clean(name)]; ok {
		return text, true
	}
	if r.project == nil {
		return "", false
	}
	return r.project(r.root, name)
}

func (r *Reader) addRun(c *call, cmd command, at place, line int, in input, shown string) {
	if len(cmd.args) == 0 {
		return
	}
	k, weak := proves(cmd), weakGuess(cmd)
	watches := watchesCI(cmd.args)
	if watches {
		r.report = at
		cmd.guess |= anyCheck &^ execute
	}
	if k|weak|cmd.guess == 0 {
		return
	}
	cmd.dir = r.relative(cmd.dir)
	if cmd.dir == "." {
		cmd.dir = ""
	}
	if k&(commit|push) != 0 && cmd.args[0] == "git" && outside(cmd.dir+"/", r.root) && path.IsAbs(cmd.dir) {
		return // of another repository
	}
	t, _ := toolOf(cmd.args)
	if t.kinds = k; t.family == "" {
		t.family = interpretedLanguage(t.name)
	}
	one := &run{
		at: at, line: line, tool: t, kinds: k, scope: scopeOf(cmd, t), trust: cmd.trust, by: cmd.by, last: cmd.last,
		command: text.Head(strings.Join(cmd.args, " "), maxCommand), whole: shown,
		empty: runsNothing(cmd.args) && !asksHelp(cmd.args, k|weak), weak: weak, open: !cmd.idle && isOpen(cmd.args, k),
	}
	if file := compiledInto(cmd.args); k&build != 0 && file != "" && len(r.built) < maxPending {
		r.built[r.relative(join(cmd.dir, file))] = true
	}
	if len(cmd.write) == 1 && cmd.write[0].fresh {
		one.log = cmd.write[0].path
	}
	one.state = t.name == "git" && k&inspect != 0 && saysState(cmd.args)
	one.byTask = cmd.script || cmd.task || cmd.named != 0
	one.guess, one.remote, one.filters = cmd.guess, watches, cmd.filters
	if len(one.scope.crates) == 1 && len(one.scope.dirs) == 0 && t.family != "rust" && t.family != "java" {
		if dir := r.partDirs[one.scope.crates[0]]; dir != "" && dir != "." { // as after "cd"
			one.part, one.scope.crates, one.scope.dirs = one.scope.crates[0], nil, []string{dir + "/"}
		}
	}
	if _, known := toolOf(cmd.args); !known && cmd.named == 0 && !cmd.script {
		one.scope = scope{}
	}
	if testCalls.Get().MatchString(inlineCode(cmd.args)) ||
		readsProgram(cmd.args) && testCalls.Get().MatchString(cmd.stdin) {
		one.guess = tests
	}
	if swallowsFailure(cmd.args) && one.trust == sure {
		one.trust, one.by = hidden, "a flag that hides failures"
	}
	if r.wroteProgram(cmd.args[0]) && isTool(cmd.args[0]) {
		one.trust, one.by = shadowed, cmd.args[0]
	}
	if in.Background {
		one.trust, one.by = detached, "the background"
	}
	r.keepRun(c, one)
}

func (r *Reader) keepRun(c *call, one *run) {
	if len(r.runs) >= maxRuns {
		r.runs = slices.Delete(r.runs, 0, maxRuns/2)
	}
	r.runs = append(r.runs, one)
	c.runs = append(c.runs, one)
}

// wrote reports whether the agent has written a file.
func (r *Reader) wrote(name string) bool {
	name = r.relative(name)
	return slices.ContainsFunc(r.writes, func(w *write) bool { return !w.void && !w.deleted && w.path == name })
}

// wroteProgram reports whether the agent has written a file with the name of a program.
func (r *Reader) wroteProgram(name string) bool {
	base := path.Base(name)
	if !r.written[base] {
		return false
	}
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.void && !w.deleted && !w.folder && path.Base(w.path) == base && (!strings.Contains(name, "/") ||
			strings.HasSuffix(path.Clean(name), w.path)) && base != "test" && base != "build" && !scriptName(base)
	})
}

// compiledInto is the file into which a compiler writes, "" if the command names none.
func compiledInto(args []string) string {
	for i, a := range args[:len(args)-1] {
		if a == "-o" && i > 0 {
			return args[i+1]
		}
	}
	return ""
}

func (r *Reader) addWrite(c *call, w write) {
	w.left = w.deleted && r.built[w.path]
	var dir string
	if w.crate, dir = r.partOf(w.path); w.crate != "" && len(r.partDirs) < maxPending {
		r.partDirs[w.crate] = dir
	}
	if len(r.writes) >= maxWrites {
		r.writes = slices.Delete(r.writes, 0, maxWrites/2)
	}
	r.writes = append(r.writes, &w)
	if len(r.written) < maxWrites {
		r.written[path.Base(w.path)] = true
	}
	c.writes = append(c.writes, &w)
}
