package claims

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/text"
	"ccc/streamjson"
)

// Bounds of what is kept of a session. What is older is forgotten.
const (
	maxRuns    = 2000
	maxWrites  = 8000
	maxPending = 1000
	maxCommand = 200      // bytes of a command that is shown
	maxOutput  = 32 << 10 // bytes that are read of an output: half from its beginning, half from its end
)

// A place is where something happened: in which step, and where in that step's shell line.
type place struct{ step, part int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.step, q.step), cmp.Compare(p.part, q.part))
}

// A write is a change, and where it was made.
type write struct {
	change
	at      place
	command string // "" for an edit tool
	void    bool   // it was not made after all
	undone  bool   // the file was brought back
}

// A call is a tool call whose result has not come yet.
type call struct {
	runs   []*run
	writes []*write
	echoes []statusEcho
	reads  string // a task in the background whose output the call asks for
	look   bool   // it looks at something
	step   int
}

// A Reader follows one session.
type Reader struct {
	project Project
	emit    func(Turn)

	root  string
	dirs  map[string]string // where each agent's shell is
	steps int

	runs    []*run
	writes  []*write
	looked  place // the last look at anything: a file, a page, a command's output
	pending map[string]*call
	backups map[string]backup // copies of files, by the copy's name
	tasks   map[string][]*run // in the background

	turn      turn
	done      *Turn // a turn that has ended, and that a notification may still prolong
	continues bool  // the next turn is not the user's, and prolongs the last one
}

// turn is the turn that is being read.
type turn struct {
	open  bool
	user  string
	began int // steps before it
	id    string
	text  []string // of the last message
}

// NewReader makes a reader that calls emit for each turn, at the latest at [Reader.End].
func NewReader(project Project, emit func(Turn)) *Reader {
	return &Reader{
		project: project, emit: emit, dirs: map[string]string{}, pending: map[string]*call{},
		backups: map[string]backup{}, tasks: map[string][]*run{},
	}
}

// Root says in which folder the session runs, where its lines do not.
func (r *Reader) Root(dir string) { r.root = dir }

// User begins a turn with the user's message.
func (r *Reader) User(message string) {
	r.close(false)
	r.turn = turn{open: true, user: message, began: r.steps}
	r.continues = false
}

// Busy reports whether the agent works on a turn.
func (r *Reader) Busy() bool { return r.turn.open && (r.steps > r.turn.began || r.turn.text != nil) }

// Continue says that the next turn is no answer to the user, but to ccc or a hook.
func (r *Reader) Continue() { r.continues = true }

// End ends the last turn.
func (r *Reader) End() {
	r.close(false)
	r.flush()
}

func (r *Reader) flush() {
	if r.done != nil {
		r.emit(*r.done)
		r.done = nil
	}
}

// close judges the turn that is open. With prolongs it takes the place of the turn before.
func (r *Reader) close(prolongs bool) {
	if !r.turn.open {
		return
	}
	r.turn.open = false
	judged := Turn{Claims: r.judge(strings.Join(r.turn.text, "\n"))}
	if prolongs && r.done != nil {
		if len(r.turn.text) == 0 {
			judged.Claims = r.done.Claims
		}
		r.done = &judged
		return
	}
	r.flush()
	r.done = &judged
}

// Event reads a line of the session: of claude's own file, a stream or a recording. It copies what it keeps.
func (r *Reader) Event(e streamjson.Event) {
	if r.root == "" {
		r.root = rootOf(e.Raw)
	}
	switch e.Type {
	case streamjson.TypeAssistant:
		r.assistant(e)
	case streamjson.TypeUser:
		r.toolResults(e)
	case streamjson.TypeResult:
		if e.ParentToolUseID == "" {
			r.close(r.continues || bytes.Contains(e.Raw, []byte(`"origin":{"kind":"task-notification"`)))
			r.continues = false
		}
	case streamjson.TypeSystem:
		if e.Subtype == "task_notification" {
			r.notified(string(e.Raw))
		}
	case streamjson.TypeOther: // claude's own file has a notification in its queue first
		if e.Name == "queue-operation" && bytes.Contains(e.Raw, []byte("<task-notification>")) {
			r.notified(string(e.Raw))
		}
	}
}

// rootOf finds the session's folder in a line.
func rootOf(raw []byte) string {
	_, rest, ok := bytes.Cut(raw, []byte(`"cwd":"`))
	if !ok {
		return ""
	}
	end := bytes.IndexByte(rest, '"')
	if end < 0 || bytes.IndexByte(rest[:end], '\\') >= 0 {
		return ""
	}
	return string(rest[:end])
}

func (r *Reader) assistant(e streamjson.Event) {
	m, err := e.Message()
	if err != nil && len(m.Content) == 0 || m.Model == "<synthetic>" || m.Error != "" {
		return
	}
	main := e.ParentToolUseID == ""
	if main && !r.turn.open {
		r.turn = turn{open: true, began: r.steps}
	}
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if !main {
				continue
			}
			if m.ID != r.turn.id || m.ID == "" {
				r.turn.id, r.turn.text = m.ID, nil
			}
			r.turn.text = append(r.turn.text, text.Head(b.Text, maxLine))
		case "tool_use":
			if main {
				r.turn.text = nil
			}
			r.toolUse(b, e.ParentToolUseID)
		}
	}
}

// input are the fields of a tool's input that matter here.
type input struct {
	Command    string `json:"command"`
	File       string `json:"file_path"`
	Notebook   string `json:"notebook_path"`
	Path       string `json:"path"`
	Background bool   `json:"run_in_background"`
	TaskID     string `json:"task_id"`
	BashID     string `json:"bash_id"`
	ShellID    string `json:"shell_id"`
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
	case b.Edits() || strings.HasPrefix(b.Name, "mcp__") && mcpWrites(b.Name):
		if file := cmp.Or(in.File, in.Notebook, in.Path); file != "" {
			r.addWrite(c, write{change: change{path: r.relative(file)}, at: place{r.steps, 0}, void: true})
		}
	case b.Name == "TaskOutput" || b.Name == "BashOutput" || b.Name == "AgentOutputTool":
		c.reads = cmp.Or(in.TaskID, in.BashID, in.ShellID)
	default:
		c.look = b.Name != "Task" && b.Name != "Agent" && !strings.HasPrefix(b.Name, "Todo") &&
			!strings.HasPrefix(b.Name, "Task")
	}
	if len(r.pending) < maxPending {
		r.pending[b.ID] = c
	}
}

// mcpWrites reports whether a tool of an MCP server writes files, by its name.
func mcpWrites(name string) bool {
	return strings.Contains(name, "write") || strings.Contains(name, "edit") || strings.Contains(name, "create_file")
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
	line := readLine(in.Command, r.dirs[agent], r.inProject)
	if len(r.dirs) < maxPending {
		r.dirs[agent] = r.relative(line.dir)
		if line.dir == "" {
			r.dirs[agent] = ""
		}
	}
	shown := text.Head(strings.Join(strings.Fields(in.Command), " "), maxCommand)
	c.echoes = line.echoes
	for i, cmd := range line.commands {
		at := place{c.step, i}
		r.addRun(c, cmd, at, i, in, shown)
		r.restore(c, cmd, at)
		for _, w := range cmd.write {
			w.path = r.relative(w.path)
			if w.path == "." {
				w.path = ""
			}
			r.addWrite(c, write{change: w, at: at, command: shown})
		}
	}
}

// inProject reads a file of the project, whose folder is that of the session.
func (r *Reader) inProject(name string) (string, bool) {
	if r.project == nil {
		return "", false
	}
	return r.project(r.root, name)
}

func (r *Reader) addRun(c *call, cmd command, at place, line int, in input, shown string) {
	k := proves(cmd)
	if k == 0 || len(cmd.args) == 0 {
		return
	}
	cmd.dir = r.relative(cmd.dir)
	if cmd.dir == "." {
		cmd.dir = ""
	}
	t, _ := toolOf(cmd.args)
	if t.kinds = k; t.family == "" {
		t.family = interpreted[t.name]
	}
	one := &run{
		at: at, line: line, tool: t, kinds: k, scope: scopeOf(cmd, t), trust: cmd.trust, by: cmd.by, last: cmd.last,
		command: text.Head(strings.Join(cmd.args, " "), maxCommand), whole: shown,
		empty: runsNothing(cmd.args),
	}
	if swallowsFailure(cmd.args) && one.trust == sure {
		one.trust, one.by = hidden, "a flag that hides failures"
	}
	if r.wroteProgram(cmd.args[0]) && known(cmd.args[0]) {
		one.trust, one.by = shadowed, cmd.args[0]
	}
	if in.Background {
		one.trust, one.by = detached, "the background"
	}
	if len(r.runs) >= maxRuns {
		r.runs = slices.Delete(r.runs, 0, maxRuns/2)
	}
	r.runs = append(r.runs, one)
	c.runs = append(c.runs, one)
}

// wroteProgram reports whether the agent has written a file of a program's name.
func (r *Reader) wroteProgram(name string) bool {
	base := path.Base(name)
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.void && !w.deleted && !w.folder && path.Base(w.path) == base && (!strings.Contains(name, "/") ||
			strings.HasSuffix(path.Clean(name), w.path)) && base != "test" && base != "build" && !scriptName(base)
	})
}

// scriptName are wrappers that a project has in itself, and that agents may rightly make.
func scriptName(base string) bool {
	return base == "gradlew" || base == "mvnw" || base == "manage.py" || base == "artisan"
}

func (r *Reader) addWrite(c *call, w write) {
	if len(r.writes) >= maxWrites {
		r.writes = slices.Delete(r.writes, 0, maxWrites/2)
	}
	r.writes = append(r.writes, &w)
	c.writes = append(c.writes, &w)
}

// toolResults reads the results in a user line, and what it says about tasks in the background.
func (r *Reader) toolResults(e streamjson.Event) {
	m, err := e.Message()
	if err != nil && len(m.Content) == 0 {
		return
	}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_result":
			if c := r.pending[b.ToolUseID]; c != nil {
				delete(r.pending, b.ToolUseID)
				r.result(c, b)
			}
		case "text":
			if strings.Contains(b.Text[:min(len(b.Text), 200)], "<task-notification>") {
				r.notified(b.Text)
			}
		}
	}
}

// refusals are how a result begins of a call that was not made.
var refusals = []string{
	"<tool_use_error>", "The user doesn't want", "[Request interrupted", "Tool permission request failed",
	"Permission to use", "Auto mode is unavailable", "Error: No such tool", "This command requires approval",
}

func (r *Reader) result(c *call, b streamjson.Block) {
	if len(c.runs) == 0 && len(c.writes) == 0 && c.reads == "" && !c.look {
		return
	}
	refused := false
	exit := 0
	output := ""
	if len(c.runs) > 0 || c.reads != "" || b.IsError || len(c.writes) > 0 {
		output = cleanOutput(outputOf(b))
		refused = b.IsError && slices.ContainsFunc(refusals, func(begin string) bool {
			return strings.HasPrefix(output, begin)
		})
		if exit = exitOf(output); b.IsError && exit == 0 {
			exit = 1
		}
	}
	if !b.IsError {
		exit = 0
	}
	if c.look && !b.IsError {
		r.looked = place{c.step, 0}
	}
	if c.reads != "" {
		r.taskOutput(c.reads, output)
	}
	for _, w := range c.writes {
		w.void = b.IsError && w.command == "" || refused || w.tidy && nothingTidied(output, w.command)
	}
	task := backgroundTask(output)
	for _, one := range c.runs {
		r.finishRun(one, c, output, exit, refused, task)
	}
}

func (r *Reader) finishRun(one *run, c *call, output string, exit int, refused bool, task string) {
	if task != "" {
		if one.trust == sure {
			one.trust, one.by = detached, "the background"
		}
		one.outcome = inBackground
		if len(r.tasks) < maxPending {
			r.tasks[task] = append(r.tasks[task], one)
		}
		return
	}
	if refused {
		one.outcome = notRun
		if strings.HasPrefix(output, "[Request interrupted") {
			one.outcome = pending
		}
		return
	}
	if one.trust == hidden {
		if status, ok := printedStatus(c.echoes, one.line, output); ok {
			one.trust, exit = sure, status
		}
	}
	one.outcome = one.judgeOutput(output, exit)
	if one.outcome == passed && one.kinds&inspect != 0 {
		r.looked = one.at
	}
}

// exitOf reads the exit status from a failed result.
func exitOf(output string) int {
	if m := exitCode().FindStringSubmatch(output[:min(len(output), 100)]); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// printedStatus finds the status of a command that the line itself has printed.
func printedStatus(echoes []statusEcho, command int, output string) (status int, ok bool) {
	for _, e := range echoes {
		if !slices.Contains(e.of, command) {
			continue
		}
		lines := strings.Split(output, "\n")
		for _, line := range slices.Backward(lines) {
			rest, found := strings.CutPrefix(strings.TrimSpace(line), strings.TrimSpace(e.prefix))
			rest = strings.TrimSpace(rest)
			end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
			if end < 0 {
				end = len(rest)
			}
			if n, err := strconv.Atoi(rest[:end]); found && err == nil && (e.prefix != "" || end == len(rest)) {
				return n, true
			}
		}
	}
	return 0, false
}

var background = onceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:running in (?:the )?background with ID: |moved to the background[^\n]*?(?:ID|` +
		`task)[: ]+)([\w-]+)`)
})

// backgroundTask is the task that a call was turned into, "" for none.
func backgroundTask(output string) string {
	if m := background().FindStringSubmatch(output[:min(len(output), 1000)]); m != nil {
		return m[1]
	}
	return ""
}

var (
	taskID   = onceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:<task-id>|"task_id":")([\w-]+)`) })
	taskExit = onceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)exit[ _]code[>:\s]*(\d+)`)
	})
)

// notified reads a notification that a task in the background has ended.
func (r *Reader) notified(notification string) {
	m := taskID().FindStringSubmatch(notification)
	if m == nil {
		return
	}
	r.finishTask(m[1], notification, "")
}

// taskOutput reads the result of a tool that shows a task in the background.
func (r *Reader) taskOutput(task, output string) {
	if strings.Contains(output[:min(len(output), 400)], "<status>running") {
		return
	}
	r.finishTask(task, output[:min(len(output), 600)], output)
}

func (r *Reader) finishTask(task, status, output string) {
	m := taskExit().FindStringSubmatch(status)
	if m == nil {
		return
	}
	exit, _ := strconv.Atoi(m[1])
	for _, one := range r.tasks[task] {
		if one.trust == detached && one.by == "the background" {
			one.trust = sure
		}
		one.outcome = one.judgeOutput(output, exit)
	}
	delete(r.tasks, task)
}

// outputOf is the text of a result, at most its beginning and its end.
func outputOf(b streamjson.Block) string {
	if len(b.Content) <= maxOutput || b.Content[0] != '"' {
		return b.ContentText()
	}
	half := maxOutput / 2
	head, tail := b.Content[1:1+half], b.Content[len(b.Content)-half:len(b.Content)-1]
	if i := bytes.LastIndex(head, []byte(`\n`)); i >= 0 {
		head = head[:i]
	}
	if i := bytes.Index(tail, []byte(`\n`)); i >= 0 {
		tail = tail[i:]
	}
	return unquoted(head) + "\n" + unquoted(tail)
}

// unquoted decodes a part of a JSON string.
func unquoted(part []byte) string {
	var s string
	if json.Unmarshal(slices.Concat([]byte{'"'}, part, []byte{'"'}), &s) != nil {
		s = strings.ReplaceAll(string(part), `\n`, "\n")
	}
	return s
}

var unchanged = onceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bleft unchanged|All checks passed|\b0 files (?:re)?formatted|no (?:changes|fixes)`)
})

// nothingTidied reports whether a formatter has changed no file, by what it prints.
func nothingTidied(output, command string) bool {
	if strings.Contains(output, "reformatted") && !strings.Contains(output, "0 files reformatted") {
		return false
	}
	return unchanged().MatchString(output) && !strings.Contains(command, "eslint")
}
