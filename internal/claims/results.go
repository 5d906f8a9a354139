package claims

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

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
			if e.ParentToolUseID == "" && strings.HasPrefix(b.Text, "[Request interrupted by user") {
				r.turn.interrupted = true
			}
			if e.ParentToolUseID == "" {
				r.userShell(b.Text)
			}
			if strings.Contains(b.Text[:min(len(b.Text), 200)], "<task-notification>") {
				r.readNotification(b.Text)
			}
		}
	}
}

// SkipResult reports whether the result of a tool call, which begins with some text, says nothing of any claim, so that
// it need not be read. The call has then ended.
func (r *Reader) SkipResult(id string, begin []byte) bool {
	c := r.pending[id]
	if c == nil {
		return true
	}
	if c.readsOutput() || len(c.writes) > 0 || bytes.Contains(begin, []byte("background")) ||
		slices.ContainsFunc(failures, func(word string) bool { return bytes.HasPrefix(begin, []byte(word)) }) {
		return false
	}
	delete(r.pending, id)
	r.result(c, streamjson.Block{Type: "tool_result", Content: json.RawMessage(`""`)})
	return true
}

// failures are how the results of calls begin that may have failed.
var failures = append([]string{"Exit code", "Error", "<tool_use_error>", "Failed", "File does not exist"}, refusals...)

// userShell reads a command that the user typed after "!", or its output. The session does not contain its exit status.
func (r *Reader) userShell(text string) {
	if rest, ok := strings.CutPrefix(text, "<bash-input>"); ok {
		command, _, _ := strings.Cut(rest, "</bash-input>")
		r.steps++
		r.shell = &call{step: r.steps}
		r.bash(r.shell, input{Command: command}, "the user")
	}
	if rest, ok := strings.CutPrefix(text, "<bash-stdout>"); ok && r.shell != nil {
		output, _, _ := strings.Cut(rest, "</bash-stdout>")
		quoted, _ := json.Marshal(output) // a string
		r.result(r.shell, streamjson.Block{Type: "tool_result", Content: quoted})
		r.shell = nil
	}
}

// refusals are the beginnings of results of calls that were not made.
var refusals = []string{
	"<tool_use_error>", "The user doesn't want", "[Request interrupted", "Tool permission request failed",
	"Permission to use", "Auto mode is unavailable", "Error: No such tool", "This command requires approval",
}

func (r *Reader) result(c *call, b streamjson.Block) {
	if c.agent && c.lines == r.agentLines && !b.IsError {
		r.unseenAgent(c, b)
	}
	if !b.IsError {
		r.used(c)
	}
	if len(c.runs) == 0 && len(c.writes) == 0 && c.reads == "" && !c.look {
		return
	}
	output := ""
	switch {
	case len(c.runs)+len(c.shows)+len(c.writes) == 0 && c.reads == "" && !b.IsError: // it matters to nothing
	case c.readsOutput() || b.IsError:
		output = cleanOutput(outputOf(b))
	default:
		output = headOf(b)
	}
	refused, exit := false, 0
	if b.IsError {
		refused, exit = isRefused(output), cmp.Or(exitOf(output), 1)
	}
	if c.look && !b.IsError {
		r.looked = place{c.step, 0}
	}
	if c.reads != "" {
		r.taskOutput(c.reads, output)
	}
	for _, w := range c.writes {
		w.void = b.IsError && (w.command == "" || c.leaves(w, output)) || refused ||
			w.ReportsNoChange && nothingTidied(output, w.command) ||
			(w.ReportsNoChange || w.SwitchesBranch) && mergedOwn(output, w.command)
		w.Created = strings.HasPrefix(output, "File created successfully")
		if w.Deleted && !w.void && !w.perhaps {
			r.forget(w)
		}
	}
	for _, u := range c.undos {
		if !refused && !(u.sure && b.IsError) && !undoFailed.Get().Match(output) {
			r.undo(c, u)
		}
	}
	task := backgroundTask(output)
	for _, one := range c.runs {
		r.finishRun(one, c, output, exit, refused, task)
	}
	if c.numbered && len(c.shows) > 0 {
		output = lineNumbers.Get().ReplaceAllString(output, "")
	}
	for _, one := range c.shows {
		if one.outcome == maskedExit || one.outcome == inBackground {
			one.shown = one.showsSuccess(withoutTold(output, c.told))
		}
	}
	for _, w := range c.writes {
		w.void = w.void || w.SwitchesBranch && r.allCommitted(w)
	}
}

// leaves reports whether a failed line has left a file as it was, by what it printed. Where that names other files of
// the line, it has not.
func (c *call) leaves(w *write, output string) bool {
	named := false
	for line := range strings.Lines(output) {
		if !removeFailed.Get().Match(line) {
			continue
		}
		if strings.Contains(line, path.Base(w.Path)) {
			return true
		}
		named = named || slices.ContainsFunc(c.writes, func(other *write) bool {
			return strings.Contains(line, path.Base(other.Path))
		})
	}
	return w.Deleted && !named && removeFailed.Get().Match(output)
}

// isRefused reports whether Claude Code, or the user, did not let a tool run.
func isRefused(output string) bool {
	return strings.Contains(text.Head(output, 200), " was blocked. For security") ||
		slices.ContainsFunc(refusals, func(begin string) bool { return strings.HasPrefix(output, begin) })
}

// lineNumbers are what Claude Code's Read puts before each line.
var lineNumbers = text.LazyRegexp{Expr: `(?m)^\s*\d+(?:\t|→)`}

// unseenAgent reads the words of a subagent whose own steps are not in the session: it may have run what it says.
func (r *Reader) unseenAgent(c *call, b streamjson.Block) {
	one := &run{at: place{c.step, 0}, command: "Agent", whole: "Agent", last: true, open: true, outcome: passed}
	if one.readGuess(cleanOutput(outputOf(b))); one.guess != 0 {
		r.keepRun(c, one)
	}
}

// allCommitted reports whether the agent had committed all its edits when git went to another branch.
func (r *Reader) allCommitted(left *write) bool {
	if r.committed.step == 0 || r.committed.compare(left.at) >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.writes, func(w *write) bool {
		between := w.at.compare(r.committed) > 0 && w.at.compare(left.at) < 0
		return between && !w.void && !w.undone && !w.Tree && !w.Folder && !outside(w.Path, r.root)
	})
}

// forget undoes the changes of a file that the agent made anew and has now removed.
func (r *Reader) forget(gone *write) {
	first := slices.IndexFunc(r.writes, func(w *write) bool { return w.Path == gone.Path && !w.void })
	if first < 0 || !r.writes[first].Created && !r.writes[first].Overwrites {
		return
	}
	for _, w := range r.writes[first:] {
		w.undone = w.undone || w.Path == gone.Path
	}
}

func (r *Reader) finishRun(one *run, c *call, output string, exit int, refused bool, task string) {
	if task != "" {
		if one.trust == shell.Sure {
			one.trust, one.by = shell.Detached, "the background"
		}
		one.outcome = inBackground
		if m := taskFileName.Get().FindStringSubmatch(output); m != nil && one.log == "" {
			one.log = m[1]
		}
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
	if one.trust == shell.Hidden {
		if status, ok := printedStatus(c.echoes, one.line, output); ok {
			one.trust, exit = shell.Sure, status
		}
	}
	output = withoutTally(one.filters, output)
	if one.outcome = one.judgeOutput(output, exit); printedNothing(output) {
		one.weak &^= shell.Tests // no runner of tests says nothing
	}
	if one.outcome == maskedExit || one.open || one.tool.Name == "git" { // else nobody asks what was printed
		printed := withoutTold(output, c.told)
		one.shown = one.outcome == maskedExit && (one.showsSuccess(printed) || one.isQuiet())
		one.readGuess(printed)
		one.readHooks(printed)
	}
	one.judgeCI(output)
	one.readPush(output)
	one.count(output)
	if shell.AsksServer(one.tool.Name) || one.tool.Name == "kubectl" {
		one.codes, one.troubled = shell.HTTPCodes(output), shell.ShowsTrouble(output)
	}
	r.readState(one, output)
	if one.outcome == passed && one.kinds&shell.Commit != 0 && one.tool.Name == "git" {
		r.committed = one.at
	}
	if one.outcome == passed && one.kinds&shell.Inspect != 0 {
		r.looked = one.at
	}
}

// count reads the numbers of tests in an output, and what failed.
func (r *run) count(output string) {
	r.total = r.countPassed(output)
	if r.kinds&shell.Tests != 0 && !r.scope.Whole() {
		r.counts = countsOf(output, passes.Get())
	}
	r.readFaults(output)
	r.warned = r.kinds&(shell.Lint|shell.Build) != 0 && shell.Warnings.Get().Match(output)
}

// exitOf reads the exit status from a failed result.
func exitOf(output string) int {
	if m := exitCode.Get().FindStringSubmatch(output[:min(len(output), 100)]); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// printedStatus finds the exit status of a command in what the line itself printed, as by echo $?.
func printedStatus(echoes []shell.StatusEcho, command int, output string) (status int, ok bool) {
	for _, e := range echoes {
		if !slices.Contains(e.Commands, command) {
			continue
		}
		if e.Failed != "" {
			switch lines := "\n" + output + "\n"; {
			case strings.Contains(lines, "\n"+e.Failed+"\n"):
				return 1, true
			case strings.Contains(lines, "\n"+e.Prefix+"\n"):
				return 0, true
			}
			continue
		}
		lines := strings.Split(output, "\n")
		for _, line := range slices.Backward(lines) {
			rest, found := strings.CutPrefix(strings.TrimSpace(line), strings.TrimSpace(e.Prefix))
			rest = strings.TrimSpace(rest)
			end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
			if end < 0 {
				end = len(rest)
			}
			if n, err := strconv.Atoi(rest[:end]); found && err == nil && (e.Prefix != "" || end == len(rest)) {
				return n, true
			}
		}
	}
	return 0, false
}

// taskFileName is where Claude Code keeps the output of a task in the background.
var taskFileName = text.LazyRegexp{Expr: `Output is being written to: (\S+?)\.?(?:\s|$)`}

var background = text.LazyRegexp{Expr: `(?:running in (?:the )?background with ID: |` +
	`moved to the background[^\n]*?(?:ID|task)[: ]+)([\w-]+)`}

// InBackground reports whether the output of a command says that it went on in the background.
func InBackground(output string) bool { return backgroundTask(output) != "" }

// backgroundTask returns the id of the task if the call became one in the background, else "".
func backgroundTask(output string) string {
	output = output[:min(len(output), 1000)]
	if !strings.Contains(output, "background") {
		return ""
	}
	if m := background.Get().FindStringSubmatch(output); m != nil {
		return m[1]
	}
	return ""
}

var (
	taskID   = text.LazyRegexp{Expr: `(?:<task-id>|"task_id":")([\w-]+)`}
	taskExit = text.LazyRegexp{Expr: `(?i)exit[ _]code[>:\s]*(\d+)`}
)

// readNotification reads a notification that a task in the background has ended.
func (r *Reader) readNotification(notification string) {
	m := taskID.Get().FindStringSubmatch(notification)
	if m == nil {
		return
	}
	r.finishTask(m[1], endOf(notification), "")
}

// endOf is what a notification says of the end of a task, without the agent's own words for it, which are quoted.
func endOf(notification string) string {
	_, rest, _ := strings.Cut(notification, "<summary>")
	summary, _, _ := strings.Cut(rest, "</summary>")
	if end := summary[strings.LastIndexByte(summary, '"')+1:]; taskExit.Get().MatchString(end) {
		return end
	}
	return notification
}

// taskOutput reads the result of a tool that shows a task in the background.
func (r *Reader) taskOutput(task, output string) {
	if strings.Contains(output[:min(len(output), 400)], "<status>running") {
		return
	}
	r.finishTask(task, output[:min(len(output), 600)], output)
}

func (r *Reader) finishTask(task, status, output string) {
	m := taskExit.Get().FindStringSubmatch(status)
	if m == nil {
		return
	}
	exit, _ := strconv.Atoi(m[1])
	for _, one := range r.tasks[task] {
		if one.trust == shell.Detached && one.by == "the background" {
			one.trust = shell.Sure
		}
		one.outcome = one.judgeOutput(output, exit)
		one.judgeCI(output)
		one.count(output)
	}
	delete(r.tasks, task)
}

// readsOutput reports whether more matters of the call's output than how it begins: what a program has shown of a file
// says nothing of a check.
func (c *call) readsOutput() bool {
	return c.reads != "" || c.agent || len(c.echoes)+len(c.shows) > 0 ||
		slices.ContainsFunc(c.writes, func(w *write) bool { return w.ReportsNoChange || w.SwitchesBranch }) ||
		slices.ContainsFunc(c.runs, func(r *run) bool {
			return r.kinds&^shell.Inspect != 0 || r.state || r.guess|r.weak != 0 || r.open || r.remote
		})
}

// maxHead is how much is read of an output of which only the beginning matters, in bytes.
const maxHead = 2 << 10

// headOf is the beginning of the text of a result.
func headOf(b streamjson.Block) string {
	if len(b.Content) <= maxHead || b.Content[0] != '"' {
		return b.ContentText()
	}
	end := newlineEscape(b.Content[:maxHead], bytes.LastIndex)
	if end < 0 {
		return outputOf(b)
	}
	return streamjson.Block{Content: append(b.Content[:end:end], '"')}.ContentText()
}

// outputOf returns the text of a result. Of a long one it is the beginning and the end.
func outputOf(b streamjson.Block) string {
	if len(b.Content) <= maxOutput || b.Content[0] != '"' {
		return b.ContentText()
	}
	half := maxOutput / 2
	head, tail := b.Content[:half], b.Content[len(b.Content)-half:]
	end, begin := newlineEscape(head, bytes.LastIndex), newlineEscape(tail, bytes.Index)
	if end < 0 || begin < 0 {
		return b.ContentText()
	}
	decode := func(parts ...[]byte) string {
		return streamjson.Block{Content: slices.Concat(parts...)}.ContentText()
	}
	quote := []byte{'"'}
	return decode(head[:end], quote) + "\n" + decode(quote, tail[begin:])
}

// removeFailed is what rm, the shell and their like print where they have not removed or written something.
var removeFailed = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`cannot remove|[Nn]o such file or directory|Permission denied|` +
		`Read-only file system|No space left|Is a directory|did not match any files|` +
		`ha(?:s|ve) (?:local modifications|changes staged|staged content)`)
}}

var (
	// listsChanged are formatters that print the names of the files that they have changed.
	listsChanged = text.LazyRegexp{Expr: `\bgo fmt\b|\bgo(?:fmt|fumpt|imports) (?:[^;|]* )?-(?:l|lw|wl)\b`}
	// upToDateTree is what git prints if it has brought no commit.
	upToDateTree = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
		return text.CompileLines(`^Already up[ -]to[ -]date|^Current branch \S+ is up to date`)
	}}
	// toMerged are lines that bring a branch to where the work is.
	toMerged = text.LazyRegexp{Expr: `\bgit (?:checkout|switch) .*\bgit merge\b`}
)

var unchanged = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`\bleft unchanged|All checks passed|\b0 files (?:re)?formatted|[Nn]o (?:changes|fixes)`)
}}

// mergedOwn reports whether a line has only brought another branch to where the work is, or has pushed it.
func mergedOwn(output, command string) bool {
	return toMerged.Get().MatchString(command) && strings.Contains(output, "Fast-forward") ||
		strings.Contains(command, "pull --rebase") && strings.Contains(command, "git push")
}

// nothingTidied reports whether a formatter, or git, has changed no file, by what it prints.
func nothingTidied(output, command string) bool {
	switch {
	case upToDateTree.Get().Match(output), listsChanged.Get().MatchString(command) && printedNothing(output):
		return true
	case strings.Contains(command, "prettier") && strings.Contains(output, "(unchanged)"):
		return strings.Count(strings.TrimSpace(output), "\n")+1 == strings.Count(output, "(unchanged)")
	}
	if strings.Contains(output, "reformatted") && !strings.Contains(output, "0 files reformatted") {
		return false
	}
	return unchanged.Get().Match(output) && !strings.Contains(command, "eslint")
}

// newlineEscape finds the last newline in a part of a JSON string, or the first; -1 for none. A backslash that is
// escaped itself, before an n, is none.
func newlineEscape(part []byte, find func(s, sep []byte) int) int {
	at := find(part, []byte(`\n`))
	before := 0
	for at-before > 0 && part[at-before-1] == '\\' {
		before++
	}
	if at < 0 || before%2 == 1 {
		return -1
	}
	return at
}
