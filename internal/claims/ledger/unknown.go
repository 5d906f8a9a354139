package ledger

import (
	"strings"
	"unicode"

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
func (r *Run) readUnknownOutput(output string) {
	if !r.Unknown || r.Outcome != Passed && r.Outcome != MaskedExit {
		return
	}
	if signs.Generic.Get().Failed.Match(output) ||
		r.Possible&shell.Deploy != 0 && signs.FailedDeployments.Get().Match(output) {
		r.Outcome = OutputFailed
		return
	}
	if all := signs.Generic.Get(); all.Empty.Match(output) && !all.Passed.Match(output) {
		r.Possible &^= shell.Tests
		return
	}
	for _, o := range signs.SuccessPhrases {
		if o.Line.Get().Match(output) {
			r.Likely |= o.Kinds
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
func (r *Run) readHookOutput(output string) {
	if r.Tool.Name != "git" || r.Kinds&(shell.Commit|shell.Push) == 0 || r.Outcome != Passed ||
		signs.FailureSummaries.Get().Match(output) {
		return
	}
	output = commitSubject.Get().ReplaceAllString(output, "")
	for _, m := range passedHookLine.Get().FindAllStringSubmatch(output, maxCounts) {
		k := shell.KindsOfName(m[1])
		for _, word := range hookWord.Get().FindAllString(strings.ToLower(m[1]), 6) {
			k |= shell.KindsOfProgram(word)
		}
		r.Likely |= k & (shell.Tests | shell.Build | shell.Lint | shell.Types)
	}
	if strings.Contains(output, "tasks for staged files") { // lint-staged, which does not say what it ran
		r.Likely |= shell.Lint | shell.Types
	}
	for _, o := range signs.SuccessPhrases {
		if o.Line.Get().Match(output) {
			r.Likely |= o.Kinds
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
		if words != "" && text.ContainsWords(line, words) {
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
func (r *Ledger) addToolRun(c *call, b streamjson.Block, in input) {
	one := &Run{At: Place{c.step, 0}, Command: b.Name, FullLine: b.Name, IsLast: true, Unknown: true}
	switch {
	case b.Name == "WebFetch": // counts as curl does
		one.Likely, one.Unknown = shell.Execute, false
	case provesNothing(b):
		return
	case in.Command != "":
		line := shell.ReadLine(in.Command, "", r.ReadProjectFile)
		if one.Unknown = line.Unparsed; line.Unparsed {
			one.Possible = shell.AnyTool
		}
		for _, cmd := range line.Commands {
			k := shell.Proves(cmd)
			one.Likely |= k | cmd.MayProve
			if testLibraryCalls.MatchString(shell.InlineCode(cmd.Args)) {
				one.Likely |= shell.Tests
			}
			one.Possible |= shell.PossiblyProves(cmd)
			one.Unknown = one.Unknown || !cmd.DoesNothing && shell.OutputMayProve(cmd.Args, k)
		}
		if one.Likely|one.Possible == 0 {
			return
		}
	default:
		one.Likely, one.Possible = shell.KindsOfName(b.Name[strings.LastIndex(b.Name, "__")+1:]), shell.AnyTool
	}
	r.appendRun(c, one)
}
