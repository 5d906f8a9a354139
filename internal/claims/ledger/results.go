package ledger

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/shell"
	"ccc/internal/claims/signs"
	"ccc/internal/text"
	"ccc/streamjson"
)

// NeededOutput returns what claims need of the text of a result, a JSON string without its last quote: all of it, or
// its beginning.
func (r *Ledger) NeededOutput(id string, quoted []byte, isError bool) []byte {
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

// ReadUserShell reads a command that the user typed after "!", or its output. The session does not contain its exit
// status.
func (r *Ledger) ReadUserShell(text string) {
	if rest, ok := strings.CutPrefix(text, "<bash-input>"); ok {
		command, _, _ := strings.Cut(rest, "</bash-input>")
		r.Steps++
		r.userCommand = &call{step: r.Steps}
		r.readShellLine(r.userCommand, input{Command: command}, "the user")
		for _, one := range r.userCommand.runs { // no doubt in favor of the agent: it is not its command
			if one.Unknown {
				one.Possible = one.Likely
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

// ReadResult reads the result of a call of a tool.
func (r *Ledger) ReadResult(b streamjson.Block) {
	if c := r.pending[b.ToolUseID]; c != nil {
		delete(r.pending, b.ToolUseID)
		r.readResult(c, b)
	}
}

func (r *Ledger) readResult(c *call, b streamjson.Block) {
	if c.startsAgent && c.subagentLines == r.subagentLines && !b.IsError {
		r.readUnseenAgent(c, b)
	}
	r.RanUnknownWriter = r.RanUnknownWriter || c.writesUnnamed && !b.IsError
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
		r.LastLook = Place{c.step, 0}
	}
	if c.taskID != "" {
		r.readTaskOutput(c, output)
	}
	r.readEffects(c, b.IsError, output, refused)
	if refused {
		r.ShellLines = slices.DeleteFunc(r.ShellLines, func(one ShellLine) bool { return one.At.Step == c.step })
	}
	task := backgroundTaskID(output)
	for _, one := range c.runs {
		r.finishRun(one, c, output, exit, refused, task)
	}
	c.readLoggedRuns(output)
	for _, w := range c.writes {
		w.NoEffect = w.NoEffect || w.SwitchesBranch && r.hadCommittedAll(w)
	}
}

// readLoggedRuns reads what earlier runs wrote to a file, which the call shows.
func (c *call) readLoggedRuns(output string) {
	if c.hasLineNumbers && len(c.loggedRuns) > 0 {
		output = lineNumbers.ReplaceAllString(output, "")
	}
	for _, one := range c.loggedRuns {
		if one.Outcome != MaskedExit && one.Outcome != InBackground {
			continue
		}
		if one.Kinds&(shell.Commit|shell.Push) != 0 {
			one.Outcome = one.judgeAction(output)
		}
		one.Evident = one.showsSuccess(withoutInputLines(output, c.shellLine))
	}
}

// deletedRef matches what git prints of a branch or a tag that it has removed from a remote.
var deletedRef = text.LazyRegexp{Expr: `(?m)^ - \[deleted\]\s+(\S+)`}

// noteFailedLine notes that a shell line failed, and which branches it has removed all the same.
func (r *Ledger) noteFailedLine(c *call, b streamjson.Block) {
	for i := range r.ShellLines {
		if line := &r.ShellLines[i]; line.At.Step == c.step {
			line.Failed = true
			if line.MayRemoveFromRemote() {
				for _, m := range deletedRef.Get().FindAllStringSubmatch(cleanOutput(outputOf(b)), maxCounts) {
					line.Gone = append(line.Gone, m[1])
				}
			}
		}
	}
}

// readEffects notes which changes of a call have had an effect, and what they take back.
func (r *Ledger) readEffects(c *call, failed bool, output string, refused bool) {
	for _, w := range c.writes {
		w.NoEffect = failed && (w.Command == "" || c.leftUnchanged(w, output)) || refused ||
			w.ReportsNoChange && reportsNoChange(output, w.Command) || w.ReportsChange && !reportsSources(output) ||
			(w.ReportsNoChange || w.SwitchesBranch) && movedOnlyBranch(output, w.Command)
		w.FailedAlone = failed && !strings.ContainsAny(w.Command, "&;|")
		w.Created = strings.HasPrefix(output, "File created successfully")
		if w.Deleted && !w.NoEffect && !w.onlyOnFailure {
			r.revertNewFile(w)
		}
		if w.from != w.to && !w.NoEffect {
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
func (c *call) leftUnchanged(w *Write, output string) bool {
	named := false
	for line := range strings.Lines(output) {
		if !failedWriteLines.Get().Match(line) {
			continue
		}
		if strings.Contains(line, path.Base(w.Path)) {
			return true
		}
		named = named || slices.ContainsFunc(c.writes, func(other *Write) bool {
			return strings.Contains(line, path.Base(other.Path))
		})
	}
	copies := programFailed.MatchString(output) && copyingLine.MatchString(w.Command)
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
func (r *Ledger) readUnseenAgent(c *call, b streamjson.Block) {
	one := &Run{At: Place{c.step, 0}, Command: "Agent", FullLine: "Agent", IsLast: true, Unknown: true, Outcome: Passed}
	r.RanUnknownWriter = true
	report := cleanOutput(outputOf(b))
	low := strings.ToLower(report)
	if strings.Contains(low, "commit") || strings.Contains(report, "提交") {
		one.Likely |= shell.Commit
	}
	if strings.Contains(low, "push") || strings.Contains(report, "推送") {
		one.Likely |= shell.Push
	}
	if one.readUnknownOutput(report); one.Likely != 0 {
		r.appendRun(c, one)
	}
}

// hadCommittedAll reports whether the agent had committed all its edits when git switched branches.
func (r *Ledger) hadCommittedAll(left *Write) bool {
	if r.LastCommit.Step == 0 || r.LastCommit.Compare(left.At) >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.Writes, func(w *Write) bool {
		between := w.At.Compare(r.LastCommit) > 0 && w.At.Compare(left.At) < 0
		return between && !w.NoEffect && !w.Reverted && !w.Tree && !w.Folder && !filekinds.IsOutside(w.Path, r.Root)
	})
}

// revertNewFile marks the changes of a file as reverted when the agent removes a file that it had created.
func (r *Ledger) revertNewFile(gone *Write) {
	first := slices.IndexFunc(r.Writes, func(w *Write) bool { return w.Path == gone.Path && !w.NoEffect })
	if first < 0 || !r.Writes[first].Created && !r.Writes[first].Overwrites {
		return
	}
	for _, w := range r.Writes[first:] {
		w.Reverted = w.Reverted || w.Path == gone.Path
	}
}

func (r *Ledger) finishRun(one *Run, c *call, output string, exit int, refused bool, task string) {
	if task != "" {
		r.moveToBackground(one, task, output)
		return
	}
	if refused {
		one.Outcome = NotRun
		if strings.HasPrefix(output, "[Request interrupted") {
			one.Outcome = Pending
		}
		return
	}
	if one.Trust == shell.Hidden {
		if status, ok := printedStatus(c.echoes, one.index, output); ok {
			one.Trust, one.IsLast, exit = shell.Sure, true, status
		}
	}
	output = withoutLineCounts(one.Filters, output)
	if one.Outcome = one.judgeOutput(output, exit); isEmptyOutput(output) {
		one.Possible &^= shell.Tests // every test runner prints something
	}
	if one.Outcome == MaskedExit && len(c.runs) == 1 && one.printedFindings(output) {
		one.Outcome = OutputFailed
	}
	if one.Outcome == MaskedExit && one.Kinds&(shell.Checks|shell.Deploy) != 0 || one.Unknown ||
		one.Tool.Name == "git" { // otherwise the words do not matter
		printed := withoutInputLines(output, c.shellLine)
		one.Evident = one.Outcome == MaskedExit && (one.showsSuccess(printed) || one.isQuietAction())
		one.readUnknownOutput(printed)
		one.readHookOutput(printed)
	}
	one.judgeCI(output)
	one.readPush(output)
	one.readCounts(output)
	one.FoundNothing = strings.HasSuffix(lastFilter(one), "grep") &&
		isEmptyOutput(c.withoutEchoes(exitCode.ReplaceAllString(output, "")))
	one.readLook(output)
	if shell.IsServerClient(one.Tool.Name) || one.Tool.Name == "kubectl" {
		one.HTTPCodes, one.ShowsTrouble = signs.HTTPCodes(one.FullLine, output), signs.ShowsTrouble(output)
	}
	if args := strings.Fields(one.Command); one.Kinds == shell.Inspect && len(args) > 0 {
		one.Stopped = signs.StoppedServices(args, output)
	}
	if (one.Kinds&shell.Execute != 0 || one.Unknown || one.ByTask) && one.Trust == shell.Hidden &&
		signs.CrashLines.Get().Match(output) {
		one.ShowsTrouble = true
	}
	r.noteGitState(one, output)
	if one.Outcome == Passed && one.Kinds&shell.Commit != 0 && one.Tool.Name == "git" {
		r.LastCommit = one.At
	}
	if one.Outcome == Passed && one.Kinds&shell.Inspect != 0 {
		r.LastLook = one.At
	}
}

// moveToBackground notes that a run went on in the background, as a task.
func (r *Ledger) moveToBackground(one *Run, task, output string) {
	if one.Trust == shell.Sure {
		one.Trust, one.HiddenBy = shell.Detached, "the background"
	}
	one.Outcome = InBackground
	if m := taskFileName.FindStringSubmatch(output); m != nil && one.logFile == "" {
		one.logFile = m[1]
	}
	if len(r.tasks) < maxPending {
		r.tasks[task] = append(r.tasks[task], one)
	}
}

// readCounts reads the numbers of tests in an output, and what failed.
func (r *Run) readCounts(output string) {
	r.PassedTests = r.countPassed(output)
	if r.Kinds&shell.Tests != 0 && !r.Scope.Whole() {
		r.TestCounts = passedCounts(output, passedNumbers.Get())
	}
	r.HasSkips = r.Kinds&shell.Tests != 0 && skippedTests.Get().Match(output)
	if r.HasSkips {
		r.TotalsWithSkips, r.TotalOfSkipped = signs.TotalsWithSkips(output), signs.TotalOfSkipped(output)
	}
	r.readFailedFiles(output)
	r.readRows(output)
	if strings.HasPrefix(r.Tool.Name, "gradle") && r.Outcome == Passed && lintTask.Get().Match(output) {
		r.Kinds |= shell.Lint // "build" runs the linters that the project has
	}
	r.HasFindings = r.Kinds&shell.Lint != 0 && signs.Findings.Get().Match(text.Head(output, maxLintOutput))
	r.HasWarnings = r.Kinds&(shell.Lint|shell.Build) != 0 && signs.Warnings.Get().Match(output)
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

// ReadNotification reads a notification that a background task has ended.
func (r *Ledger) ReadNotification(notification string) {
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
func (r *Ledger) readTaskOutput(c *call, output string) {
	if strings.Contains(output[:min(len(output), 400)], "<status>running") {
		for _, one := range r.tasks[c.taskID] {
			one.RunningAt = c.step
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
func (r *Ledger) readWatcher(c *call, output string) {
	all := reruns.Get().FindAllStringIndex(output, maxRecent)
	if all == nil {
		return
	}
	output = output[all[len(all)-1][0]:]
	one := &Run{Command: "watcher", FullLine: "watcher", Unknown: true}
	if started := r.tasks[c.taskID]; len(started) > 0 {
		again := *started[0]
		one = &again
	}
	one.At, one.IsLast, one.Trust = Place{c.step, 0}, true, shell.Sure
	one.Outcome = one.judgeOutput(output, 0)
	one.readUnknownOutput(output)
	one.readCounts(output)
	r.appendRun(c, one)
}

func (r *Ledger) finishTask(task, status, output string) {
	m := taskExit.FindStringSubmatch(status)
	if m == nil {
		return
	}
	exit, _ := strconv.Atoi(m[1])
	for _, one := range r.tasks[task] {
		if one.Trust == shell.Detached && one.HiddenBy == "the background" {
			one.Trust = shell.Sure
		}
		one.Outcome = one.judgeOutput(output, exit)
		one.judgeCI(output)
		one.readCounts(output)
	}
	delete(r.tasks, task)
}

// needsOutput reports whether the whole output of a call matters and not only its beginning. What a program printed of
// a file, for example, says nothing about a check.
func (c *call) needsOutput() bool {
	return c.taskID != "" || c.startsAgent || len(c.echoes)+len(c.loggedRuns) > 0 ||
		slices.ContainsFunc(c.writes, func(w *Write) bool {
			return w.ReportsNoChange || w.ReportsChange || w.SwitchesBranch
		}) ||
		slices.ContainsFunc(c.runs, func(r *Run) bool {
			return r.Kinds&^shell.Inspect != 0 || r.LooksAtServices() || r.showsGitState || r.Likely|r.Possible != 0 ||
				r.Unknown || r.WatchesCI
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
