package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/shell"
	"ccc/internal/claims/signs"
	"ccc/internal/text"
	"ccc/streamjson"
)

// A claim counts as unsupported only if surely no step proves it. A program that is in no table may have proved it, and
// so may a tool of an MCP server. That cannot be known, so the agent gets the benefit of the doubt.

// testCalls match calls of a test library: "devtools::test()", "unittest.main()".
var testCalls = text.LazyRegexp{Expr: `\b(?:unittest\.main|pytest\.main|doctest\.testmod|run_?tests?|TextTestRunner|` +
	`subprocess\.\w+|` +
	`os\.system|execSync|spawnSync)\s*\(`}

// testLibraryCalls match a program that does nothing but run the tests of a package.
var testLibraryCalls = text.LazyRegexp{Expr: `\b(?:Pkg\.test|devtools::(?:test|check)|testthat::test_\w+|` +
	`tinytest::\w+)\s*\(`}

// readUnknownOutput adds to the likely kinds of an unknown program what its output says.
func (r *run) readUnknownOutput(output string) {
	if !r.unknown || r.outcome != passed && r.outcome != maskedExit {
		return
	}
	if signs.Generic.Get().Failed.Match(output) ||
		r.possible&shell.Deploy != 0 && signs.FailedDeployments.Get().Match(output) {
		r.outcome = outputFailed
		return
	}
	if all := signs.Generic.Get(); all.Empty.Match(output) && !all.Passed.Match(output) {
		r.possible &^= shell.Tests
		return
	}
	for _, o := range signs.SuccessPhrases {
		if o.Line.Get().Match(output) {
			r.likely |= o.Kinds
		}
	}
}

var (
	// passedHookLine matches what pre-commit prints of a hook that passed.
	passedHookLine = text.LazyRegexp{Expr: `(?m)^(\S[^.\n]{0,80}?)\.{3,}(?:\([^)\n]*\))?Passed\s*$`}
	// commitSubject matches the line in which git repeats the agent's commit message.
	commitSubject = text.LazyRegexp{Expr: `(?m)^\[[^\]\n]+\] .*$`}
	hookWord      = text.LazyRegexp{Expr: `[\w-]+`}
)

// readHookOutput adds what the hooks of git proved. They run before a commit or a push and stop it if they fail.
func (r *run) readHookOutput(output string) {
	if r.tool.Name != "git" || r.kinds&(shell.Commit|shell.Push) == 0 || r.outcome != passed ||
		signs.FailureSummaries.Get().Match(output) {
		return
	}
	output = commitSubject.Get().ReplaceAllString(output, "")
	for _, m := range passedHookLine.Get().FindAllStringSubmatch(output, maxCounts) {
		k := shell.KindsOfName(m[1])
		for _, word := range hookWord.Get().FindAllString(strings.ToLower(m[1]), 6) {
			k |= shell.KindsOfProgram(word)
		}
		r.likely |= k & (shell.Tests | shell.Build | shell.Lint | shell.Types)
	}
	if strings.Contains(output, "tasks for staged files") { // lint-staged, which does not say what it ran
		r.likely |= shell.Lint | shell.Types
	}
	for _, o := range signs.SuccessPhrases {
		if o.Line.Get().Match(output) {
			r.likely |= o.Kinds
		}
	}
}

// withoutInputLines drops the lines of an output that the shell line itself contains: a program that only prints its
// arguments proves nothing.
func withoutInputLines(output, line string) string {
	if line == "" {
		return output
	}
	var kept strings.Builder
	from, at := 0, 0 // of the lines that are not in kept yet; of the next line
	for said := range strings.Lines(output) {
		words := strings.TrimFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if words != "" && containsWords(line, words) {
			kept.WriteString(output[from:at])
			from = at + len(said)
		}
		at += len(said)
	}
	if from == 0 { // most often no line is dropped, and nothing need be copied
		return output
	}
	kept.WriteString(output[from:])
	return kept.String()
}

// containsWords reports whether a line contains words that are not parts of longer ones. There must be words.
func containsWords(line, words string) bool {
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; ; {
		at := strings.Index(line[from:], words)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(line[:from+at])
		from += at + len(words)
		after, _ := utf8.DecodeRuneInString(line[from:])
		if !isPart(before) && !isPart(after) {
			return true
		}
	}
}

// mayHaveProved reports whether an unknown program may have proved something of the kinds after a place. If weak is
// true, it is enough that nothing rules it out; otherwise the command's words or its output must say so.
func (r *Reader) mayHaveProved(k shell.Kinds, after place, weak bool) bool {
	return slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.at.compare(after) > 0 && !one.ranWithoutEdits && (one.outcome == passed ||
			one.outcome == maskedExit && one.trust == shell.Hidden && !one.showsTrouble) &&
			(one.likely&k != 0 || weak && one.possible&k != 0) && (one.kinds&k == 0 || one.scope.Whole())
	})
}

// provesNothing reports whether a tool is known to prove nothing: it reads, edits or plans, or it starts an agent whose
// own tool calls are judged.
func provesNothing(b streamjson.Block) bool {
	switch b.Name {
	case "Task", "Agent", "KillShell", "KillBash", "TaskStop", "SendMessage", "ListMcpResourcesTool",
		"ReadMcpResourceTool", "LSP", "EnterWorktree", "ExitWorktree", "CronCreate", "CronList", "CronDelete":
		return true
	}
	return !b.IsWrite()
}

// addToolRun adds a call of another tool than Bash, as an unknown program. If its input is a shell line, as for
// PowerShell and some MCP servers, the line says what it may prove.
func (r *Reader) addToolRun(c *call, b streamjson.Block, in input) {
	one := &run{at: place{c.step, 0}, command: b.Name, fullLine: b.Name, isLast: true, unknown: true}
	switch {
	case b.Name == "WebFetch": // counts as curl does
		one.likely, one.unknown = shell.Execute, false
	case provesNothing(b):
		return
	case in.Command != "":
		line := shell.ReadLine(in.Command, "", r.readProjectFile)
		if one.unknown = line.Unparsed; line.Unparsed {
			one.possible = shell.AnyTool
		}
		for _, cmd := range line.Commands {
			k := shell.Proves(cmd)
			one.likely |= k | cmd.MayProve
			if testLibraryCalls.MatchString(shell.InlineCode(cmd.Args)) {
				one.likely |= shell.Tests
			}
			one.possible |= shell.PossiblyProves(cmd)
			one.unknown = one.unknown || !cmd.DoesNothing && shell.OutputMayProve(cmd.Args, k)
		}
		if one.likely|one.possible == 0 {
			return
		}
	default:
		one.likely, one.possible = shell.KindsOfName(b.Name[strings.LastIndex(b.Name, "__")+1:]), shell.AnyTool
	}
	r.appendRun(c, one)
}

// lastEditPlace returns the place of the last change that can affect any result; the zero place if there is none.
func (r *Reader) lastEditPlace() place {
	if w := r.lastEdit(""); w != nil {
		return w.at
	}
	return place{}
}
