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
	"ccc/internal/claims/signs"
	"ccc/internal/text"
	"ccc/streamjson"
)

// readToolResults reads the results in a user line, and its notifications of background tasks.
func (r *Reader) readToolResults(e streamjson.Event) {
	m, err := e.Message()
	if err != nil && len(m.Content) == 0 {
		return
	}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_result":
			if c := r.pending[b.ToolUseID]; c != nil {
				delete(r.pending, b.ToolUseID)
				r.readResult(c, b)
			}
		case "text":
			if e.ParentToolUseID == "" && strings.HasPrefix(b.Text, streamjson.Interrupted) {
				r.turn.interrupted = true
			}
			if e.ParentToolUseID == "" {
				r.readUserShell(b.Text)
			}
			if strings.Contains(b.Text[:min(len(b.Text), 200)], "<task-notification>") {
				r.readNotification(b.Text)
			}
		}
	}
}

// NeededOutput returns what claims need of the text of a result, a JSON string without its last quote: all of it, or
// its beginning.
func (r *Reader) NeededOutput(id string, quoted []byte, isError bool) []byte {
	c := r.pending[id]
	switch {
	case c == nil:
		return quoted[:1]
	case isError, c.needsOutput(), len(quoted) < maxHead:
		return quoted
	}
	if end := findNewlineEscape(quoted[:maxHead], bytes.LastIndex); end >= 0 {
		return quoted[:end]
	}
	return quoted
}

// readUserShell reads a command that the user typed after "!", or its output. The session does not contain its exit
// status.
func (r *Reader) readUserShell(text string) {
	if rest, ok := strings.CutPrefix(text, "<bash-input>"); ok {
		command, _, _ := strings.Cut(rest, "</bash-input>")
		if r.turn.end() == Stopped && len(r.pending) == 0 { // what the agent has said before is judged without it
			r.closeTurn(false)
		}
		r.steps++
		r.userCommand = &call{step: r.steps}
		r.readShellLine(r.userCommand, input{Command: command}, "the user")
		for _, one := range r.userCommand.runs { // no doubt in favor of the agent: it is not its command
			if one.unknown {
				one.possible = one.likely
			}
		}
	}
	if rest, ok := strings.CutPrefix(text, "<bash-stdout>"); ok && r.userCommand != nil {
		output, rest, _ := strings.Cut(rest, "</bash-stdout>")
		problems, _, _ := strings.Cut(strings.TrimPrefix(rest, "<bash-stderr>"), "</bash-stderr>")
		if problems != "" {
			output += "\n" + problems
		}
		quoted, _ := json.Marshal(output) // a string cannot fail
		r.readResult(r.userCommand, streamjson.Block{Type: "tool_result", Content: quoted})
		r.userCommand = nil
	}
}

// refusalPrefixes begin the results of calls that were not made. Those of the last line are ccc's own.
var refusalPrefixes = []string{
	"<tool_use_error>", "The user doesn't want", "[Request interrupted", "Tool permission request failed",
	"Permission to use", "Auto mode is unavailable", "Error: No such tool", "This command requires approval",
	"The user does not allow this", "The user does not want to answer this", "Nobody is at the terminal to be asked",
}

func (r *Reader) readResult(c *call, b streamjson.Block) {
	if c.startsAgent && c.subagentLines == r.subagentLines && !b.IsError {
		r.readUnseenAgent(c, b)
	}
	r.ranUnknownWriter = r.ranUnknownWriter || c.writesUnnamed && !b.IsError
	r.notePage(c, b)
	if !b.IsError {
		r.recordUse(c)
	}
	if b.IsError {
		r.noteFailedLine(c, b)
	}
	if len(c.runs) == 0 && len(c.writes) == 0 && c.taskID == "" && !c.isLook {
		return
	}
	output := ""
	switch {
	case len(c.runs)+len(c.loggedRuns)+len(c.writes) == 0 && c.taskID+c.asksPointing == "" && !b.IsError:
		// no claim needs the output
	case c.needsOutput() || b.IsError:
		output = cleanOutput(outputOf(b))
	default:
		output = outputHead(b)
	}
	refused, exit := false, 0
	if b.IsError {
		refused, exit = isRefused(output), cmp.Or(exitStatus(output), 1)
	}
	if c.asksPointing != "" && !b.IsError {
		r.pointsAt[c.asksPointing] = text.Head(strings.TrimSpace(output), maxCommand)
	}
	if c.isLook && !b.IsError {
		r.lastLook = place{c.step, 0}
	}
	if c.taskID != "" {
		r.readTaskOutput(c, output)
	}
	r.readEffects(c, b.IsError, output, refused)
	if refused {
		r.shellLines = slices.DeleteFunc(r.shellLines, func(one shellLine) bool { return one.at.step == c.step })
	}
	task := backgroundTaskID(output)
	for _, one := range c.runs {
		r.finishRun(one, c, output, exit, refused, task)
	}
	c.readLoggedRuns(output)
	for _, w := range c.writes {
		w.noEffect = w.noEffect || w.SwitchesBranch && r.hadCommittedAll(w)
	}
}

// readLoggedRuns reads what earlier runs wrote to a file, which the call shows.
func (c *call) readLoggedRuns(output string) {
	if c.hasLineNumbers && len(c.loggedRuns) > 0 {
		output = lineNumbers.ReplaceAllString(output, "")
	}
	for _, one := range c.loggedRuns {
		if one.outcome != maskedExit && one.outcome != inBackground {
			continue
		}
		if one.kinds&(shell.Commit|shell.Push) != 0 {
			one.outcome = one.judgeAction(output)
		}
		one.evident = one.showsSuccess(withoutInputLines(output, c.shellLine))
	}
}

// deletedRef matches what git prints of a branch or a tag that it has removed from a remote.
var deletedRef = text.LazyRegexp{Expr: `(?m)^ - \[deleted\]\s+(\S+)`}

// noteFailedLine notes that a shell line failed, and which branches it has removed all the same.
func (r *Reader) noteFailedLine(c *call, b streamjson.Block) {
	for i := range r.shellLines {
		if line := &r.shellLines[i]; line.at.step == c.step {
			line.failed = true
			if remoteRemoval.MatchString(line.text) {
				for _, m := range deletedRef.Get().FindAllStringSubmatch(cleanOutput(outputOf(b)), maxCounts) {
					line.gone = append(line.gone, m[1])
				}
			}
		}
	}
}

// readEffects notes which changes of a call have had an effect, and what they take back.
func (r *Reader) readEffects(c *call, failed bool, output string, refused bool) {
	for _, w := range c.writes {
		w.noEffect = failed && (w.command == "" || c.leftUnchanged(w, output)) || refused ||
			w.ReportsNoChange && reportsNoChange(output, w.command) || w.ReportsChange && !reportsSources(output) ||
			(w.ReportsNoChange || w.SwitchesBranch) && movedOnlyBranch(output, w.command)
		w.failedAlone = failed && !strings.ContainsAny(w.command, "&;|")
		w.Created = strings.HasPrefix(output, "File created successfully")
		if w.Deleted && !w.noEffect && !w.onlyOnFailure {
			r.revertNewFile(w)
		}
		if w.from != w.to && !w.noEffect {
			r.revertEdit(w)
		}
	}
	for _, u := range c.restorations {
		if !refused && !(u.sure && failed) && !restoreFailures.Get().Match(output) {
			r.revert(c, u)
		}
	}
}

// leftUnchanged reports whether a failed line printed that it could not remove or write this file. A message that names
// another file of the line is about that file.
func (c *call) leftUnchanged(w *write, output string) bool {
	named := false
	for line := range strings.Lines(output) {
		if !failedWriteLines.Get().Match(line) {
			continue
		}
		if strings.Contains(line, path.Base(w.Path)) {
			return true
		}
		named = named || slices.ContainsFunc(c.writes, func(other *write) bool {
			return strings.Contains(line, path.Base(other.Path))
		})
	}
	copies := programFailed.MatchString(output) && copyingLine.MatchString(w.command)
	return (w.Deleted || copies) && !named && failedWriteLines.Get().Match(output)
}

// copyingLine matches a line that does nothing but copy or move, or make a file; programFailed matches what such a
// program prints if it could not.
var (
	copyingLine   = text.LazyRegexp{Expr: `^(?:sudo )?(?:cp|mv|ln|install|touch) [^;&|]*$`}
	programFailed = text.LazyRegexp{Expr: `(?m)^(?:cp|mv|ln|install|touch): `}
)

// isRefused reports whether Claude Code or the user did not let a tool run.
func isRefused(output string) bool {
	head := text.Head(output, 200)
	return strings.Contains(head, " was blocked. For security") || strings.Contains(head, " needs approval. ") ||
		slices.ContainsFunc(refusalPrefixes, func(begin string) bool { return strings.HasPrefix(output, begin) })
}

// lineNumbers match what Claude Code's Read prints before each line.
var lineNumbers = text.LazyRegexp{Expr: `(?m)^\s*\d+(?:\t|→)`}

// readUnseenAgent reads the report of a subagent whose steps are not in the session: it may have run what it says.
func (r *Reader) readUnseenAgent(c *call, b streamjson.Block) {
	one := &run{at: place{c.step, 0}, command: "Agent", fullLine: "Agent", isLast: true, unknown: true, outcome: passed}
	r.ranUnknownWriter = true
	report := cleanOutput(outputOf(b))
	low := strings.ToLower(report)
	if strings.Contains(low, "commit") || strings.Contains(report, "提交") {
		one.likely |= shell.Commit
	}
	if strings.Contains(low, "push") || strings.Contains(report, "推送") {
		one.likely |= shell.Push
	}
	if one.readUnknownOutput(report); one.likely != 0 {
		r.appendRun(c, one)
	}
}

// hadCommittedAll reports whether the agent had committed all its edits when git switched branches.
func (r *Reader) hadCommittedAll(left *write) bool {
	if r.lastCommit.step == 0 || r.lastCommit.compare(left.at) >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.writes, func(w *write) bool {
		between := w.at.compare(r.lastCommit) > 0 && w.at.compare(left.at) < 0
		return between && !w.noEffect && !w.reverted && !w.Tree && !w.Folder && !isOutside(w.Path, r.root)
	})
}

// revertNewFile marks the changes of a file as reverted when the agent removes a file that it had created.
func (r *Reader) revertNewFile(gone *write) {
	first := slices.IndexFunc(r.writes, func(w *write) bool { return w.Path == gone.Path && !w.noEffect })
	if first < 0 || !r.writes[first].Created && !r.writes[first].Overwrites {
		return
	}
	for _, w := range r.writes[first:] {
		w.reverted = w.reverted || w.Path == gone.Path
	}
}

func (r *Reader) finishRun(one *run, c *call, output string, exit int, refused bool, task string) {
	if task != "" {
		r.moveToBackground(one, task, output)
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
		if status, ok := printedStatus(c.echoes, one.index, output); ok {
			one.trust, one.isLast, exit = shell.Sure, true, status
		}
	}
	output = withoutLineCounts(one.filters, output)
	if one.outcome = one.judgeOutput(output, exit); isEmptyOutput(output) {
		one.possible &^= shell.Tests // every test runner prints something
	}
	if one.outcome == maskedExit && len(c.runs) == 1 && one.printedFindings(output) {
		one.outcome = outputFailed
	}
	if one.outcome == maskedExit && one.kinds&(checks|shell.Deploy) != 0 || one.unknown ||
		one.tool.Name == "git" { // otherwise the words do not matter
		printed := withoutInputLines(output, c.shellLine)
		one.evident = one.outcome == maskedExit && (one.showsSuccess(printed) || one.isQuietAction())
		one.readUnknownOutput(printed)
		one.readHookOutput(printed)
	}
	one.judgeCI(output)
	one.readPush(output)
	one.readCounts(output)
	one.foundNothing = strings.HasSuffix(lastFilter(one), "grep") &&
		isEmptyOutput(c.withoutEchoes(exitCode.ReplaceAllString(output, "")))
	one.readLook(output)
	if shell.IsServerClient(one.tool.Name) || one.tool.Name == "kubectl" {
		one.httpCodes, one.showsTrouble = signs.HTTPCodes(one.fullLine, output), signs.ShowsTrouble(output)
	}
	if args := strings.Fields(one.command); one.kinds == shell.Inspect && len(args) > 0 {
		one.stopped = signs.StoppedServices(args, output)
	}
	if (one.kinds&shell.Execute != 0 || one.unknown || one.byTask) && one.trust == shell.Hidden &&
		signs.CrashLines.Get().Match(output) {
		one.showsTrouble = true
	}
	r.noteGitState(one, output)
	if one.outcome == passed && one.kinds&shell.Commit != 0 && one.tool.Name == "git" {
		r.lastCommit = one.at
	}
	if one.outcome == passed && one.kinds&shell.Inspect != 0 {
		r.lastLook = one.at
	}
}

// moveToBackground notes that a run went on in the background, as a task.
func (r *Reader) moveToBackground(one *run, task, output string) {
	if one.trust == shell.Sure {
		one.trust, one.hiddenBy = shell.Detached, "the background"
	}
	one.outcome = inBackground
	if m := taskFileName.FindStringSubmatch(output); m != nil && one.logFile == "" {
		one.logFile = m[1]
	}
	if len(r.tasks) < maxPending {
		r.tasks[task] = append(r.tasks[task], one)
	}
}

// readCounts reads the numbers of tests in an output, and what failed.
func (r *run) readCounts(output string) {
	r.passedTests = r.countPassed(output)
	if r.kinds&shell.Tests != 0 && !r.scope.Whole() {
		r.testCounts = passedCounts(output, passedNumbers.Get())
	}
	r.hasSkips = r.kinds&shell.Tests != 0 && skippedTests.Get().Match(output)
	if r.hasSkips {
		r.totalsWithSkips, r.totalOfSkipped = signs.TotalsWithSkips(output), signs.TotalOfSkipped(output)
	}
	r.readFailedFiles(output)
	r.readRows(output)
	if strings.HasPrefix(r.tool.Name, "gradle") && r.outcome == passed && lintTask.Get().Match(output) {
		r.kinds |= shell.Lint // "build" runs the linters that the project has
	}
	r.hasFindings = r.kinds&shell.Lint != 0 && signs.Findings.Get().Match(text.Head(output, maxLintOutput))
	r.hasWarnings = r.kinds&(shell.Lint|shell.Build) != 0 && signs.Warnings.Get().Match(output)
}

// lintTask matches what Gradle prints of a task of a linter that has run.
var lintTask = text.LazyLines(`^> Task :\S*(?:spotless\w*Check|ktlint\w*Check|detekt\w*|checkstyle\w+|pmd\w+|` +
	`spotbugs\w+|lint\w*)(?: UP-TO-DATE| FROM-CACHE)?\s*$`)

// maxLintOutput is how many bytes of a linter's output are searched for findings, which it prints first.
const maxLintOutput = 8 << 10

// skippedTests match a summary that counts skipped tests.
var skippedTests = text.LazyLines(`\b[1-9]\d* (?:tests? )?(?:skipped|ignored|pending)\b|\b(?:Skipped|skipped|` +
	`ignored): ?[1-9]`)

// withoutEchoes drops the lines in which the shell line itself printed the status of a command.
func (c *call) withoutEchoes(output string) string {
	for _, e := range c.echoes {
		for line := range strings.Lines(output) {
			if strings.HasPrefix(line, e.Prefix) {
				output = strings.Replace(output, line, "", 1)
				break
			}
		}
	}
	return output
}

// exitStatus reads the exit status from a failed result; 0 if it has none.
func exitStatus(output string) int {
	if m := exitCode.FindStringSubmatch(output[:min(len(output), 100)]); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// printedStatus returns the exit status of a command if the line itself printed it, as with echo $?.
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

// taskFileName matches the file into which Claude Code writes the output of a background task.
var taskFileName = text.LazyRegexp{Expr: `Output is being written to: (\S+?)\.?(?:\s|$)`}

var backgroundNotice = text.LazyRegexp{Expr: `(?:running in (?:the )?background with ID: |` +
	`moved to the background[^\n]*?(?:ID|task)[: ]+)([\w-]+)`}

// ShowsBackgroundTask reports whether the output of a command says that it continues in the background.
func ShowsBackgroundTask(output string) bool { return backgroundTaskID(output) != "" }

// backgroundTaskID returns the id of the background task that a call became; "" if it did not.
func backgroundTaskID(output string) string {
	output = output[:min(len(output), 1000)]
	if !strings.Contains(output, "background") {
		return ""
	}
	if m := backgroundNotice.FindStringSubmatch(output); m != nil {
		return m[1]
	}
	return ""
}

var (
	taskID   = text.LazyRegexp{Expr: `(?:<task-id>|"task_id":")([\w-]+)`}
	taskExit = text.LazyRegexp{Expr: `(?i)exit[ _]code[>:\s]*(\d+)`}
)

// readNotification reads a notification that a background task has ended.
func (r *Reader) readNotification(notification string) {
	m := taskID.FindStringSubmatch(notification)
	if m == nil {
		return
	}
	r.finishTask(m[1], taskEnd(notification), "")
}

// taskEnd returns the part of a notification about how a task ended, without the agent's description of the task, which
// is quoted before it.
func taskEnd(notification string) string {
	_, rest, _ := strings.Cut(notification, "<summary>")
	summary, _, _ := strings.Cut(rest, "</summary>")
	if end := summary[strings.LastIndexByte(summary, '"')+1:]; taskExit.MatchString(end) {
		return end
	}
	return notification
}

// readTaskOutput reads the result of a tool that shows a background task.
func (r *Reader) readTaskOutput(c *call, output string) {
	if strings.Contains(output[:min(len(output), 400)], "<status>running") {
		for _, one := range r.tasks[c.taskID] {
			one.runningAt = c.step
		}
		r.readWatcher(c, output)
		return
	}
	r.finishTask(c.taskID, output[:min(len(output), 600)], output)
}

// reruns matches what a program that watches files prints when it runs again because one has changed.
var reruns = text.LazyRegexp{Expr: `(?m)^\s*RERUN\b|File change detected|^\[Running |due to changes|` +
	`[Cc]hanges? detected|[Dd]etected (?:file )?changes?|[Rr]e-?running`}

// readWatcher reads the output of a background task that watches files. If it has run again because a file changed, the
// last such run counts as one of this step.
func (r *Reader) readWatcher(c *call, output string) {
	all := reruns.Get().FindAllStringIndex(output, maxRecent)
	if all == nil {
		return
	}
	output = output[all[len(all)-1][0]:]
	one := &run{command: "watcher", fullLine: "watcher", unknown: true}
	if started := r.tasks[c.taskID]; len(started) > 0 {
		again := *started[0]
		one = &again
	}
	one.at, one.isLast, one.trust = place{c.step, 0}, true, shell.Sure
	one.outcome = one.judgeOutput(output, 0)
	one.readUnknownOutput(output)
	one.readCounts(output)
	r.appendRun(c, one)
}

func (r *Reader) finishTask(task, status, output string) {
	m := taskExit.FindStringSubmatch(status)
	if m == nil {
		return
	}
	exit, _ := strconv.Atoi(m[1])
	for _, one := range r.tasks[task] {
		if one.trust == shell.Detached && one.hiddenBy == "the background" {
			one.trust = shell.Sure
		}
		one.outcome = one.judgeOutput(output, exit)
		one.judgeCI(output)
		one.readCounts(output)
	}
	delete(r.tasks, task)
}

// needsOutput reports whether the whole output of a call matters and not only its beginning. What a program printed of
// a file, for example, says nothing about a check.
func (c *call) needsOutput() bool {
	return c.taskID != "" || c.startsAgent || len(c.echoes)+len(c.loggedRuns) > 0 ||
		slices.ContainsFunc(c.writes, func(w *write) bool {
			return w.ReportsNoChange || w.ReportsChange || w.SwitchesBranch
		}) ||
		slices.ContainsFunc(c.runs, func(r *run) bool {
			return r.kinds&^shell.Inspect != 0 || r.looksAtServices() || r.showsGitState || r.likely|r.possible != 0 ||
				r.unknown || r.watchesCI
		})
}

// maxHead bounds what is read of an output whose beginning alone matters, in bytes.
const maxHead = 2 << 10

// outputHead returns the beginning of a result's text.
func outputHead(b streamjson.Block) string {
	if len(b.Content) <= maxHead || b.Content[0] != '"' {
		return b.ContentText()
	}
	end := findNewlineEscape(b.Content[:maxHead], bytes.LastIndex)
	if end < 0 {
		return outputOf(b)
	}
	return streamjson.Block{Content: append(b.Content[:end:end], '"')}.ContentText()
}

// outputOf returns the text of a result, of a long one the beginning and the end.
func outputOf(b streamjson.Block) string {
	if len(b.Content) <= maxOutput || b.Content[0] != '"' {
		return b.ContentText()
	}
	half := maxOutput / 2
	head, tail := b.Content[:half], b.Content[len(b.Content)-half:]
	end, begin := findNewlineEscape(head, bytes.LastIndex), findNewlineEscape(tail, bytes.Index)
	if end < 0 || begin < 0 {
		return b.ContentText()
	}
	decode := func(parts ...[]byte) string {
		return streamjson.Block{Content: slices.Concat(parts...)}.ContentText()
	}
	quote := []byte{'"'}
	return decode(head[:end], quote) + "\n" + decode(quote, tail[begin:])
}

// failedWriteLines match what the shell, rm and similar programs print if they could not remove or write something.
var failedWriteLines = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`cannot remove|[Nn]o such file or directory|Permission denied|` +
		`Read-only file system|No space left|Is a directory|did not match any files|` +
		`ha(?:s|ve) (?:local modifications|changes staged|staged content)`)
}}

var (
	// listingFormatters match formatters that print the names of the files that they changed.
	listingFormatters = text.LazyRegexp{Expr: `\bgo fmt\b|\bgo(?:fmt|fumpt|imports) (?:[^;|]* )?-(?:l|lw|wl)\b`}
	// noMergeLines match what git prints if a merge, a pull or a rebase brought no commit.
	noMergeLines = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
		return text.CompileLines(`^Already up[ -]to[ -]date|^Current branch \S+ is up to date`)
	}}
	// branchMerge matches lines that go to another branch and merge the work into it.
	branchMerge = text.LazyRegexp{Expr: `\bgit (?:checkout|switch) .*\bgit merge\b`}
)

var unchangedLines = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`\bleft unchanged|All checks passed|\b0 files (?:re)?formatted|[Nn]o (?:changes|fixes)|` +
		`no offenses detected|\(0 changed\)`)
}}

// movedOnlyBranch reports whether a line changed no content: it only merged the agent's own work into another branch,
// or rebased it for a push.
func movedOnlyBranch(output, command string) bool {
	return branchMerge.MatchString(command) && strings.Contains(output, "Fast-forward") ||
		strings.Contains(command, "pull --rebase") && strings.Contains(command, "git push")
}

// reportsNoChange reports whether a formatter, or git, printed that it changed no file.
func reportsNoChange(output, command string) bool {
	switch {
	case noMergeLines.Get().Match(output), listingFormatters.MatchString(command) && isEmptyOutput(output):
		return true
	case strings.Contains(command, "prettier") && strings.Contains(output, "(unchanged)"):
		return strings.Count(strings.TrimSpace(output), "\n")+1 == strings.Count(output, "(unchanged)")
	}
	if strings.Contains(output, "reformatted") && !strings.Contains(output, "0 files reformatted") {
		return false
	}
	return unchangedLines.Get().Match(output) && !strings.Contains(command, "eslint")
}

var (
	// writtenFiles match what a generator prints of several files that it wrote.
	writtenFiles = text.LazyLines(`(?i)\b(?:re-?)?(?:generat|writ|wrote|creat|updat|` +
		`emit)\w*\b.{0,40}\b[1-9]\d* (?:\w+ )?` +
		`(?:files?|models|clients?|modules|types|classes|services)\b|\b[1-9]\d* (?:\w+ )?files? (?:were )?(?:re-?)?` +
		`(?:generated|written|created|updated)\b`)
	// writtenFile matches what it prints of one, with the file, or what git shows of a change.
	writtenFile = text.LazyLines(`(?i)\b(?:re-?)?(?:generat|writ|wrote|creat|updat|emit)\w*:?\s.*?([\w./@-]+\.\w+)|` +
		`^\s(\S+\.\w+)\s+\|\s+\d|^\s?[MA]M?\s+(\S+\.\w+)$`)
)

// reportsSources reports whether a generator, or git after it, printed that sources were written.
func reportsSources(output string) bool {
	if writtenFiles.Get().Match(output) {
		return true
	}
	named := writtenFile.Get()
	if !named.MayMatch(output) {
		return false
	}
	for line := range strings.Lines(output) {
		m := named.Regexp().FindStringSubmatch(text.Head(strings.TrimRight(line, "\n"), text.MaxSearched))
		if m != nil && shell.FamilyOfFile(strings.Join(m[1:], "")) != "" {
			return true
		}
	}
	return false
}

// findNewlineEscape finds the last newline in a part of a JSON string, or the first, as find does; -1 for none. In
// "\\n" the backslash itself is escaped, so there is no newline.
func findNewlineEscape(part []byte, find func(s, sep []byte) int) int {
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
