package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeCheck judges a claim about tests, a build, a linter or types.
func (r *judge) judgeCheck(s detect.Statement) verdict {
	if one := r.neverStarted(s); one != nil {
		return verdict{reason: NoCommand, run: one}
	}
	if s.Kind == BuildPassed && s.Mentions(bundleWords) && s.Command == "" &&
		!typeCompilers.MatchString(s.Part) && r.onlyChecksTypes() {
		return verdict{reason: Partial, run: lastRun(r.runsProving(shell.Build))}
	}
	v := r.judgeCheckRuns(s)
	if v.reason != "" {
		return v
	}
	if one := r.missedTarget(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.missesThings(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.ranFewerTimes(s); one != nil && s.Kind == TestsPassed {
		return verdict{reason: Partial, run: one}
	}
	if flag := r.missedFlag(s); flag != "" {
		return verdict{reason: Partial, run: lastRun(r.runsProving(s.Kind.ProvedBy())), advice: flag + " was not used"}
	}
	if tool := r.neverRun(s); tool != "" {
		none := verdict{reason: NoCommand, advice: tool + " was not run"}
		none.run = lastRun(r.runsProving(s.Kind.ProvedBy()))
		if none.run != nil {
			none.reason = Partial
		}
		return none
	}
	return v
}

// judgeCheckRuns judges a claim about a check, whichever tool the claim names and whatever it was to look at.
func (r *judge) judgeCheckRuns(s detect.Statement) verdict {
	narrowed := s
	runs, _ := claimedRuns(&narrowed, r.runsProving(s.Kind.ProvedBy()))
	if r.hasPassedCI(s) {
		return verdict{}
	}
	if len(runs) == 0 {
		if one := r.runOfVersion(s); one != nil {
			return verdict{reason: reasonOf(one), run: one}
		}
		if one, stale := r.runOfProgram(s); stale {
			return verdict{reason: Stale, run: one, change: r.lastEdit("")}
		} else if one != nil && one.Outcome == ledger.Passed && (one.Likely|one.Possible)&s.Kind.ProvedBy() != 0 {
			return verdict{run: one}
		}
		if r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), true) {
			return verdict{}
		}
		if one := r.failedInCI(s); one != nil {
			return verdict{reason: FailedExit, run: one}
		}
		named := runsOfCommand(s.Command, runsAfter(r.Runs, r.lastEditPlace()))
		if one := lastRun(named); one != nil && one.Kinds&shell.Checks != 0 && one.Kinds&shell.Tests == 0 &&
			s.Kind == TestsPassed && saysKindOfTests.MatchString(s.Text) {
			return verdict{reason: Partial, run: one}
		} else if one != nil && one.Kinds&shell.Checks != 0 {
			return verdict{reason: reasonOf(one), run: one} // whatever the name says that it checks
		}
		// the message reports what the agent has read
		if r.LastReport.Step > r.turn.stepsBefore && !r.hasChangedFiles() {
			return verdict{}
		}
		return r.judgeNoRun(s.Kind.ProvedBy())
	}
	if one := otherKindOfTests(s, runs); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if missesVersion(s, runs) && !r.mayHaveProved(s.Kind.ProvedBy(), ledger.Place{}, true) {
		return verdict{reason: Partial, run: lastRun(runs)}
	}
	if s.Tool == "" && s.Command == "" {
		if v, ok := r.splitByTool(s, r.runsProving(s.Kind.ProvedBy())); ok {
			return v
		}
	}
	return r.judgeRuns(s, r.runsProving(s.Kind.ProvedBy()))
}

// saysKindOfTests says what kind of tests ran, and not only that a command named "test" did.
var saysKindOfTests = text.LazyRegexp{Expr: `(?i)\b(?:unit|integration|end-to-end|e2e|regression) ?tests?\b|` +
	`\bspecs\b|` +
	`(?:单元|集成|回归|端到端)测试|单测|用例`}

// runOfVersion returns the last run at an earlier version that the claim names: "at 3f2a91c the tests passed".
func (r *judge) runOfVersion(s detect.Statement) *ledger.Run {
	for _, one := range slices.Backward(r.Runs) {
		if one.RanWithoutEdits && one.Kinds&s.Kind.ProvedBy() != 0 && slices.ContainsFunc(
			commitName.Get().FindAllString(s.Text, maxCounts),
			func(name string) bool { return text.ContainsWords(one.FullLine, name) }) {
			return one
		}
	}
	return nil
}

// commitName matches what may be a commit, a tag or a branch of git.
var commitName = text.LazyRegexp{Expr: `\b(?:[0-9a-f]{7,40}|v\d[\w.]+|HEAD[~^]\d*|main|master|develop)\b`}

// judgeRuns judges a claim about a check by some runs.
func (r *judge) judgeRuns(s detect.Statement, all []*ledger.Run) verdict {
	allOf := allTests(s) // before the claim is narrowed to the runs that it means
	s.Universal = s.Universal || !s.Narrow && claimsWhole(s, all)
	runs, named := claimedRuns(&s, all)
	if runs = runsWithFlags(s, runs); len(runs) == 0 {
		return verdict{reason: Partial, run: lastRun(r.runsProving(s.Kind.ProvedBy()))}
	}
	fresh, stale := r.splitByEdits(s, runs, named)
	if len(fresh) == 0 {
		if r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), false) && (s.Tool == "" || r.mayHaveStartedTool()) {
			return verdict{}
		}
		return stale
	}
	v := r.judgeFreshRuns(s, fresh, runs)
	// an unknown program may have checked the rest
	if v.reason == Partial && r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), true) {
		return verdict{}
	}
	if v.reason == "" && v.run != nil && s.Mentions(noWarningWords) && v.run.Tool.Name == "eslint" &&
		strings.Contains(v.run.Command, " --quiet") { // it prints no warnings then
		return verdict{reason: Partial, run: v.run}
	}
	if v.reason == "" && v.run != nil && v.run.HasWarnings && s.Mentions(noWarningWords) {
		return verdict{reason: FailedOutput, run: v.run}
	}
	if v.reason == "" && s.Kind == LintClean && v.run != nil && v.run.HasFindings && s.Mentions(noFindingWords) &&
		!s.Mentions(knownFindingWords) {
		return verdict{reason: FailedOutput, run: v.run}
	}
	if v.reason == "" && v.run != nil && v.run.HasSkips && (s.SaysNoneSkipped() ||
		slices.Contains(v.run.TotalsWithSkips, allOf) ||
		v.run.TotalOfSkipped != "" && v.run.TotalOfSkipped == allOf) {
		return verdict{reason: FailedOutput, run: v.run}
	}
	if v.reason == "" && s.Kind == TestsPassed {
		return r.compareCount(s, v, fresh)
	}
	return v
}

// claimedRuns returns the runs that a claim about a check means, and those among them that it names. It also narrows
// the claim: one about a part is not universal.
func claimedRuns(s *detect.Statement, runs []*ledger.Run) (list, named []*ledger.Run) {
	if s.Tool != "" { // "go vet is clean": of that program, if there is a run of it
		if own := slices.DeleteFunc(slices.Clone(runs),
			func(one *ledger.Run) bool { return one.Tool.Name != s.Tool }); len(own) > 0 {
			runs = own
		}
	}
	if own := runsOfTestKind(*s, runs); len(own) > 0 {
		runs = own
	}
	if own := runsOfCommand(s.Command, runs); len(own) > 0 {
		s.Universal = s.Universal && s.Mentions(wholeRunWords)
		runs, s.Narrow = own, !s.Universal
	}
	if s.Kind == BuildPassed || s.Kind == TypecheckClean {
		runs = withoutFailedTests(runs)
	}
	named = namedRuns(*s, runs)
	if len(named) == 0 && s.Kind == TestsPassed {
		named = runsWithCount(*s, runs)
	}
	// "all seven tests pass" after a run of seven
	if s.Universal && !s.Mentions(wholeRepo) && hasOnlyTheirCount(*s, runs) {
		s.Universal = false
	}
	if s.Universal {
		about := slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool { return !namesPartOf(*s, one) })
		s.Universal = len(about) == 0
		for _, one := range about {
			if !slices.Contains(named, one) {
				named = append(named, one)
			}
		}
	}
	if len(named) > 0 && !s.Universal { // drop the runs of other parts
		runs = slices.DeleteFunc(slices.Clone(runs),
			func(one *ledger.Run) bool { return !one.Scope.Whole() && !slices.Contains(named, one) })
		s.Narrow = true
	}
	return runs, named
}

// runOfProgram returns the last run, after an edit, of an unknown program that the claim names; stale says that a file
// of a kind that was edited before the run was edited after it, too. one is nil if there is no such run, or if
// something that ran since the last edit may have started other tools.
func (r *judge) runOfProgram(s detect.Statement) (one *ledger.Run, stale bool) {
	words := wordsOf(s.Part)
	if r.mayHaveStartedTool() {
		return nil, false
	}
	for _, one := range slices.Backward(r.Runs) {
		program, _, _ := strings.Cut(one.Command, " ")
		if !one.Unknown || one.ByTask || len(program) < 4 || !slices.Contains(words, program) {
			continue
		}
		before, again := r.editsAround(one)
		if !before {
			return nil, false
		}
		return one, again
	}
	return nil, false
}

// editsAround reports whether a file was edited before a run, and whether one of the same kind was edited after it,
// too.
func (r *judge) editsAround(one *ledger.Run) (before, again bool) {
	var kinds []string // of the files that were edited before
	for _, w := range r.RecentWrites() {
		switch ext := path.Ext(w.Path); {
		case !r.isEdit(w):
		case w.At.Compare(one.At) < 0:
			kinds = append(kinds, ext)
		case slices.Contains(kinds, ext):
			return true, true
		}
	}
	return len(kinds) > 0, false
}

// mayHaveStartedTool reports whether something ran since the last edit that may have started another tool: a task, a
// script, a tool of a server. An unknown program that does one thing ("busted") did not.
func (r *judge) mayHaveStartedTool() bool {
	return slices.ContainsFunc(runsAfter(r.Runs, r.lastEditPlace()), func(one *ledger.Run) bool {
		_, args, _ := strings.Cut(one.Command, " ")
		return one.ByTask || scriptWord.MatchString(one.Command) || strings.Contains(one.Command, "/") ||
			runnerWord.MatchString(args) || runnerWord.MatchString(one.Command) && args == "" && one.Tool.Name == "" ||
			shell.IsTool(one.Tool.Name)
	})
}

// wholeRunWords say that a command ran on all there is, and was not limited by its arguments.
var wholeRunWords = &text.LazyRegexp{Expr: `\b(?:full|whole|entire|complete) [\x{e000}-\x{e0c7}]|` +
	`\b(?:full|whole|entire|complete) (?:repo\w*|codebase|code base|project|tree|workspace|monorepo)\b|` +
	`完整地?(?:跑|运行|执行)|全量|全仓|整个(?:仓库|项目|代码库|工程)`}

// splitByEdits returns the runs that no later change affects, and the verdict on the last of the others. named are the
// runs that the statement names: only changes in their part matter to them.
func (r *judge) splitByEdits(s detect.Statement, runs, named []*ledger.Run) (fresh []*ledger.Run, stale verdict) {
	type dependent struct {
		family string
		byTask bool
	}
	last := map[dependent]*ledger.Write{}
	for _, one := range runs {
		family := dependent{familyOf(one), one.ByTask}
		if _, ok := last[family]; !ok {
			last[family] = r.lastEditAffecting(one, s.Kind.ProvedBy())
		}
		edit := last[family]
		switch isNamed := slices.Contains(named, one); {
		case namesSources(s, one):
			edit = r.lastWrite(func(w *ledger.Write) bool {
				return canAffect(w, one.Tool.Family, r.Root) && (w.Tree || looksBelow(one, w.Path))
			})
		case isNamed && s.Narrow && checksOnePart(one):
			edit = r.lastEditInPart(one)
		case isNamed && runsOnlyTestFiles(one):
			edit = r.lastWrite(func(w *ledger.Write) bool {
				return dependsOn(one, w, s.Kind.ProvedBy()) && canAffect(w, one.Tool.Family, r.Root) &&
					(w.Tree || !filekinds.IsTest(w.Path) || one.Scope.Covers(w.Change))
			})
		}
		if edit == nil || edit.At.Compare(one.At) <= 0 || s.Kind == LintClean && r.isNextFormatter(one, edit) {
			fresh = append(fresh, one)
		} else {
			stale = verdict{reason: Stale, run: one, change: edit}
		}
	}
	return fresh, stale
}

// isNextFormatter reports whether a run is that of a formatter, and the change after it that of another one in the same
// shell line: "isort . && black .".
func (r *judge) isNextFormatter(one *ledger.Run, edit *ledger.Write) bool {
	return edit.LayoutOnly && edit.At.Step == one.At.Step &&
		slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool { return w.At == one.At })
}

// compareCount compares the number in a claim ("all 42 tests pass") with what the runs printed. A smaller number may
// mean a part of them; a larger one means that some were not run.
func (r *judge) compareCount(s detect.Statement, v verdict, fresh []*ledger.Run) verdict {
	claimed, ok := claimedTests(s)
	skipped, known := s.SkippedTests()
	if !ok || !known || r.mayHaveProved(shell.Tests, ledger.Place{}, false) {
		return v
	}
	claimed -= skipped
	most, last := map[string]int{}, (*ledger.Run)(nil)
	for _, one := range fresh {
		if one.Outcome != ledger.Passed && !one.Evident && !one.CountsTests() {
			continue
		}
		if one.PassedTests == 0 && slices.ContainsFunc(fresh, func(o *ledger.Run) bool {
			return o.CountsTests() && o.PassedTests > 0 && o.Tool.Name == one.Tool.Name &&
				slices.Equal(o.Scope.Dirs, one.Scope.Dirs)
		}) {
			continue // another run counted the same tests
		}
		if one.PassedTests == 0 {
			return v
		}
		most[one.FullLine] = max(most[one.FullLine], one.PassedTests)
		last = one
	}
	sum := 0
	for _, n := range most {
		sum += n
	}
	if last == nil || claimed <= sum || slices.ContainsFunc(r.runsProving(shell.Tests), func(one *ledger.Run) bool {
		return one.Outcome == ledger.Passed && one.PassedTests == claimed
	}) {
		return v // an earlier run of another part may have had the others
	}
	return verdict{reason: Partial, run: last,
		advice: "the output of `" + last.Command + "` does not have as many tests as " + strconv.Itoa(claimed)}
}

// claimsMoreTests reports whether a claim has a larger number of tests than a run printed.
func claimsMoreTests(s detect.Statement, one *ledger.Run) bool {
	claimed, ok := s.ClaimedTests()
	return ok && s.Kind == TestsPassed && one.PassedTests > 0 && claimed > one.PassedTests
}

// runsWithCount returns the runs of a part that printed the claim's number of tests: "its 6 tests pass".
func runsWithCount(s detect.Statement, runs []*ledger.Run) (list []*ledger.Run) {
	claimed, ok := s.ClaimedTests()
	for _, one := range runs {
		if ok && !one.Scope.Whole() && one.Outcome == ledger.Passed && one.PassedTests == claimed {
			list = append(list, one)
		}
	}
	return list
}

// hasOnlyTheirCount reports whether a claim has the number of tests that the last run printed, of a part, and no run
// printed more.
func hasOnlyTheirCount(s detect.Statement, runs []*ledger.Run) bool {
	claimed, ok := claimedTests(s)
	last := lastRun(runs)
	return ok && last != nil && last.Outcome == ledger.Passed && last.PassedTests == claimed && last.Scope.Filter == "" &&
		len(excludedFrom(last)) == 0 &&
		!slices.ContainsFunc(runs, func(one *ledger.Run) bool { return one.Scope.Whole() || one.PassedTests > claimed })
}

// withoutFailedTests drops the test runs that compiled the code and then failed, unless nothing is left.
func withoutFailedTests(runs []*ledger.Run) []*ledger.Run {
	others := slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
		return one.Kinds&shell.Tests != 0 && one.PassedTests > 0 && reasonOf(one) != ""
	})
	if len(others) == 0 {
		return runs
	}
	return others
}

// runsOfTestKind returns the runs of the kind of tests that a claim names: "e2e tests pass" is about "npm run e2e".
// Unit tests are those of no other kind.
func runsOfTestKind(s detect.Statement, runs []*ledger.Run) []*ledger.Run {
	if s.Kind == BuildPassed && s.Mentions(imageWords) {
		return slices.DeleteFunc(slices.Clone(runs),
			func(one *ledger.Run) bool { return !imageWords.MatchString(one.FullLine) })
	}
	kind := testKindWords.Get().FindString(s.Clause)
	unit := kind == "" && s.Mentions(unitWords)
	named := func(line string) bool {
		return strings.Contains(line, kind) || kind == "e2e" && !s.Mentions(unitWords) && e2eRunners.MatchString(line)
	}
	if s.Kind != TestsPassed || kind == "" && !unit {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
		line := strings.ToLower(one.FullLine)
		return !unit && !named(line) || unit && (testKindWords.MatchString(line) || e2eRunners.MatchString(line))
	})
}

// runsOfCommand returns the runs of the command that a claim names.
func runsOfCommand(command string, runs []*ledger.Run) (list []*ledger.Run) {
	for _, one := range runs {
		if command != "" && (strings.Contains(one.FullLine, command) || strings.HasPrefix(one.Command, command)) {
			list = append(list, one)
		}
	}
	return list
}

// judgeFreshRuns judges a claim by the runs after the last edit, the newest first. A failed run counts unless a later
// run of the same tools passed.
func (r *judge) judgeFreshRuns(s detect.Statement, fresh, all []*ledger.Run) verdict {
	var passes, shown []*ledger.Run // those whose exit status is known, and those of which only the output says it
	var first verdict               // why the newest run proves nothing
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		if reason != "" && one.Evident {
			shown = append(shown, one)
		}
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *ledger.Run) bool { return canReplace(p, one) }):
		case (reason == FailedExit || reason == FailedOutput) && first.reason != FailedExit:
			first = verdict{reason: reason, run: one}
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	if len(passes) > 0 && !s.Universal && first.run != nil && first.run.At.Compare(passes[0].At) < 0 &&
		(s.Narrow || s.Extent == detect.APart || namesAnyRun(s, passes) || !r.onlyRepeatsPart(first.run, passes)) {
		return verdict{run: passes[0]} // the claim may leave out what that run left out
	}
	if first.reason == FailedExit || first.reason == FailedOutput || len(passes)+len(shown) == 0 {
		return first
	}
	if len(passes) == 0 && first.run.Evident { // what shows success may be a part, too
		if v := r.judgeExtent(s, shown, all); v.reason == Partial {
			return v
		}
	}
	if len(passes) == 0 {
		return first
	}
	v := r.judgeExtent(s, passes, all)
	i := slices.IndexFunc(shown, func(one *ledger.Run) bool { return coversClaim(one, s, r) })
	if v.reason == Partial && i >= 0 {
		return verdict{reason: reasonOf(shown[i]), run: shown[i]}
	}
	return v
}

// judgeExtent judges whether what succeeded is all that a claim is about. passes are not empty.
func (r *judge) judgeExtent(s detect.Statement, passes, all []*ledger.Run) verdict {
	if s.Universal && !slices.ContainsFunc(passes, func(p *ledger.Run) bool {
		return !p.Scope.SkipsTests && (p.ByTask || s.Mentions(unitWords) || len(excludedFrom(p)) == 0)
	}) {
		return verdict{reason: Partial, run: passes[0]}
	}
	if r.repeatsOnlySome(s, passes) || r.checksOneOfSeveral(s, passes, all) || r.missesInFolder(s, all) ||
		isLimited(s, passes) {
		return verdict{reason: Partial, run: passes[0]}
	}
	if n, known := countParts(passes); known {
		switch want, exact := claimedParts(s); {
		case n < want:
			return verdict{reason: Partial, run: passes[0]}
		case exact:
			return verdict{run: passes[0]}
		}
	}
	if w := r.missesBesideSources(s, passes); w != nil {
		return verdict{reason: Partial, run: passes[0], change: w}
	}
	if w := r.missedPart(s, passes); w != nil {
		return verdict{reason: Partial, run: passes[0], change: w}
	}
	if slices.ContainsFunc(passes, func(p *ledger.Run) bool { return coversClaim(p, s, r) }) {
		return verdict{run: passes[0]}
	}
	covers, missed := r.checkEditCoverage(all)
	if s.Extent == detect.TheOthers && s.Mentions(wholeWords) && !slices.ContainsFunc(all, func(one *ledger.Run) bool {
		return one.Scope.Filter == "" && !runsOnlyTestFiles(one)
	}) {
		return verdict{reason: Partial, run: passes[0], change: missed}
	}
	if w := r.missedNamedFolder(s, passes); w != nil {
		return verdict{reason: Partial, run: passes[0], change: w}
	}
	isNarrow := s.Narrow || s.Extent == detect.APart
	// A claim that does not say "all" may be about the part that was looked at, if anything was changed there.
	if namesAnyRun(s, passes) || isNarrow && (covers || missed == nil || !namesFolder(s, missed.Path)) ||
		s.Universal && missed == nil &&
			(countWholeParts(passes) > 1 || s.Kind != TestsPassed && r.wasAskedFor(passes)) ||
		!s.Universal && (covers || missed == nil) {
		return verdict{run: passes[0]}
	}
	return verdict{reason: Partial, run: passes[0], change: missed}
}

// wasAskedFor reports whether the user's message names all that some run looked at, and does not ask for more: "run
// eslint on src/ui". Then "everything" means that, except of tests: the user may name the file of the task.
func (r *judge) wasAskedFor(passes []*ledger.Run) bool {
	asked := text.Head(r.turn.userMessage, text.MaxSearched)
	return !allAskedWords.MatchString(asked) && slices.ContainsFunc(passes, func(one *ledger.Run) bool {
		return len(one.Scope.Dirs) > 0 && one.Scope.Filter == "" &&
			!slices.ContainsFunc(one.Scope.Dirs, func(dir string) bool {
				return !strings.Contains(asked, strings.TrimSuffix(dir, "/"))
			})
	})
}

// allAskedWords ask for all of a project.
var allAskedWords = text.LazyRegexp{Expr: `(?i)\b(?:all|every\w*|whole|full|entire|complete|repo\w*|codebase|` +
	`suite)\b|` +
	`全部|所有|整个|全量|完整|全仓`}

// missedNamedFolder returns an edit in a folder that the claim names if each run was limited to other folders or parts;
// otherwise nil.
func (r *judge) missedNamedFolder(s detect.Statement, passes []*ledger.Run) *ledger.Write {
	part := s
	part.Text = s.Part
	if namesAnyRun(s, passes) {
		return nil
	}
	for _, w := range r.RecentWrites() {
		if r.isEdit(w) && namesFolder(part, w.Path) && !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
			return len(one.Scope.Dirs)+len(one.Scope.Parts) == 0 || one.Scope.Covers(w.Change) ||
				!canAffect(w, one.Tool.Family, r.Root)
		}) {
			return w
		}
	}
	return nil
}

// onlyRepeatsPart reports whether a run of everything failed, and nothing but parts of it succeeded since, without a
// change in between that could have repaired the rest.
func (r *judge) onlyRepeatsPart(failed *ledger.Run, passes []*ledger.Run) bool {
	if !failed.Scope.Whole() || failed.Outcome != ledger.ExitFailed && failed.Outcome != ledger.OutputFailed &&
		failed.Outcome != ledger.InBackground {
		return false
	}
	last := r.lastEditAffecting(failed, failed.Kinds)
	return (last == nil || last.At.Compare(failed.At) < 0) && !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
		return one.Tool.Name != failed.Tool.Name || one.Tool.Sub != failed.Tool.Sub || one.Scope.Whole()
	})
}

// canReplace reports whether a passed run makes an earlier failed one irrelevant: it is of the same tools, and its
// scope is not smaller.
func canReplace(r *ledger.Run, earlier *ledger.Run) bool {
	return familyOf(r) == familyOf(earlier) && (r.Scope.Whole() || slices.Equal(r.Scope.Dirs, earlier.Scope.Dirs) &&
		slices.Equal(r.Scope.Parts, earlier.Scope.Parts) &&
		(r.Scope.Filter == "" || r.Scope.Filter == earlier.Scope.Filter) || !earlier.Scope.Whole() ||
		r.Scope.Filter == "" && isOneFolder(r.Scope.Dirs))
}

// isOneFolder reports whether a scope is one whole folder, as after "cd web".
func isOneFolder(dirs []string) bool { return len(dirs) == 1 && strings.HasSuffix(dirs[0], "/") }

// coversClaim reports whether a run looked at everything that the claim is about.
func coversClaim(r *ledger.Run, s detect.Statement, reader *judge) bool {
	if r.Scope.Whole() {
		return true
	}
	allTrees := r.Scope.Trees >= 2 && r.Scope.Trees >= len(r.Scope.Dirs)
	if r.Scope.Filter != "" || !checksWorkingFolder(r) && !allTrees || s.Mentions(everyPartWords) {
		return false
	}
	// "cd web && npm test", or "go test ./pkg/... ./cmd/...", counts as everything unless something outside was
	// changed.
	return !slices.ContainsFunc(reader.RecentWrites(), func(w *ledger.Write) bool {
		return !w.NoEffect && !w.Reverted && !w.Tree && canAffect(w, r.Tool.Family, reader.Root) &&
			!r.Scope.Covers(w.Change)
	})
}

// countWholeParts returns how many parts of the project were checked completely, each in its own folder.
func countWholeParts(passes []*ledger.Run) int {
	parts := map[string]bool{}
	for _, one := range passes {
		if one.Scope.Filter == "" && !one.Scope.SkipsTests && checksWorkingFolder(one) && isOneFolder(one.Scope.Dirs) {
			parts[one.Scope.Dirs[0]] = true
		}
	}
	return len(parts)
}

// checksWorkingFolder reports whether the scope is the folder in which the command ran, and not one that its arguments
// name.
func checksWorkingFolder(r *ledger.Run) bool {
	return len(r.Scope.Dirs) == 1 && !strings.Contains(r.Command, strings.TrimSuffix(path.Base(r.Scope.Dirs[0]),
		"/"))
}

// isEdit reports whether a change left a file of the session's project, which it names, as it is now.
func (r *judge) isEdit(w *ledger.Write) bool {
	return !w.NoEffect && !w.Reverted && !w.Deleted && !w.Tree && !r.isOutsideSession(w)
}

// checkEditCoverage reports whether some run that passed covers an edit before it. It also returns the first edit that
// no such run covers, or nil.
func (r *judge) checkEditCoverage(runs []*ledger.Run) (covers bool, missed *ledger.Write) {
	runs = runs[max(0, len(runs)-maxRecent):]
	for _, w := range r.RecentWrites() {
		if !r.isEdit(w) {
			continue
		}
		depends, ok := false, false
		for _, one := range runs {
			if !canAffect(w, one.Tool.Family, r.Root) || !dependsOn(one, w, one.Kinds) {
				continue
			}
			depends = true
			ok = ok || (one.Outcome == ledger.Passed || one.Evident) && one.At.Compare(w.At) >= 0 && one.Scope.Covers(w.Change)
		}
		covers = covers || ok
		if depends && !ok && missed == nil {
			missed = w
		}
	}
	return covers, missed
}
