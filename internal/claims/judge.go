package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
)

// checks are the kinds that tools for checking a project can prove.
const checks = shell.Tests | shell.Build | shell.Types | shell.Lint

// A verdict says whether a claim is supported, and by what.
type verdict struct {
	reason Reason // "" if the claim is supported
	run    *run
	change *write
	advice string // for the agent; "" for the usual one
}

// judge finds the claims of a message and judges them. Of several claims of one kind with the same verdict it returns
// only the first, unless they name files.
func (r *Reader) judge(message string) []Claim {
	list := []Claim{}
	found := detect.Statements(message, r.turn.userMessage)
	for i, s := range found {
		s.Narrow = s.Narrow || r.meansOneTestFile(s, message) ||
			s.Kind == TestsPassed && !s.Universal && s.Mentions(repeatWords) // a suspect test is repeated, not all
		s.Universal = s.Universal && !s.Narrow && !exclusionWords.MatchString(s.Text)
		v := r.verdict(s)
		if s.Kind == Fixed && v.reason == Stale && !s.Universal && r.firstEditedAfter(v) && slices.ContainsFunc(found[i+1:],
			func(next detect.Statement) bool { return next.Kind == Fixed }) {
			v = verdict{run: v.run} // the edit belongs to another of several repairs
		}
		if r.restsOnDamage(v) || r.isPlainAnswer(s, v) || r.isAdmitted(s, v, message) || r.admitsOtherFailure(s, v, message) {
			continue
		}
		c := Claim{Kind: s.Kind, Text: s.Text, Supported: v.reason == "", Reason: v.reason, Steps: v.steps()}
		if !c.Supported {
			c.Suggest = v.suggestion(s)
			c.Evident = r.isEvident(s, v)
		}
		if !slices.ContainsFunc(list, func(d Claim) bool {
			return d.Kind == c.Kind && d.Reason == c.Reason && len(s.TargetFiles) == 0
		}) {
			list = append(list, c)
		}
	}
	// the repair was verified by other means
	if slices.ContainsFunc(list, func(c Claim) bool { return c.Kind == Verified && c.Supported }) {
		list = slices.DeleteFunc(list, func(c Claim) bool { return c.Kind == Fixed && c.Reason == NoCommand })
	}
	return list
}

// firstEditedAfter reports whether the change after a run is the first one of its file: the run tested a state without
// that work.
func (r *Reader) firstEditedAfter(v verdict) bool {
	return v.run != nil && v.change != nil && !v.change.Tree && !slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.noEffect && w.at.compare(v.run.at) < 0 && w.Path == v.change.Path
	})
}

// MayClaim reports whether a message seems to claim something. It does not know the user's words, which a message may
// only repeat.
func MayClaim(message string) bool { return len(detect.Statements(message, "")) > 0 }

// isEvident reports whether the session shows that a claim is true although the rules cannot count it, see
// [Claim].Evident.
func (r *Reader) isEvident(s detect.Statement, v verdict) bool {
	switch v.reason {
	case Masked, BackgroundOnly:
		return v.run.evident && !claimsMoreTests(s, v.run)
	case Stale:
		if s.Kind == LintClean || v.change == nil || !v.change.LayoutOnly ||
			reasonOf(v.run) != "" && !(v.run.outcome == maskedExit && v.run.evident && !claimsMoreTests(s, v.run)) {
			return false
		}
		other := r.lastWrite(func(w *write) bool {
			return !w.LayoutOnly && v.run.dependsOn(w, v.run.kinds) && w.canAffect(v.run.tool.Family, r.root)
		})
		return other == nil || other.at.compare(v.run.at) <= 0
	}
	return false
}

// restsOnDamage reports whether a verdict rests on something missing from the session, while a part of the session
// could not be read.
func (r *Reader) restsOnDamage(v verdict) bool {
	return r.damagedAt > 0 && (v.reason == NoCommand || v.reason != "" && v.run != nil && r.damagedAt > v.run.at.step)
}

// isPlainAnswer reports whether a message only describes or answers, although it has the words of a claim: nothing was
// run or changed, the user asked for no work, and the agent does not speak of its own act.
func (r *Reader) isPlainAnswer(s detect.Statement, v verdict) bool {
	if v.reason != NoCommand || v.change != nil {
		return false
	}
	return s.MayDescribeHabit(r.turn.userMessage) || !r.triedToChangeFiles() && !s.IsOwnAct() &&
		!detect.AsksForWork(r.turn.userMessage)
}

// isAdmitted reports whether the message itself admits what a verdict says against it: "Fixed (untested).", or "The
// tests passed before my last edit". Failures, and work that was never done, cannot be admitted this way.
func (r *Reader) isAdmitted(s detect.Statement, v verdict, message string) bool {
	switch {
	case s.Kind == Committed:
		return v.reason == Stale && uncommittedWords.MatchString(message)
	case !s.AdmitsGap:
	case s.Kind == Verified:
		return v.reason == NoCommand && s.Ambiguous
	case s.Kind == Fixed:
		return (v.reason == NoCommand || v.reason == Stale || v.reason == Partial) && r.hasChangedFiles()
	case s.Kind == TestsPassed || s.Kind == BuildPassed || s.Kind == LintClean || s.Kind == TypecheckClean:
		return v.reason == Stale && reasonOf(v.run) == ""
	}
	return false
}

func (r *Reader) verdict(s detect.Statement) verdict {
	switch s.Kind {
	case TestsPassed, BuildPassed, LintClean, TypecheckClean:
		return r.judgeCheck(s)
	case Fixed:
		return r.judgeFix(s)
	case Verified:
		return r.judgeVerification(s)
	case Committed:
		return r.judgeCommit(s)
	case Pushed:
		return r.judgePush(s)
	case Deployed:
		return r.judgeDeployment(s)
	case Created:
		return r.judgeCreation(s)
	default:
		return r.judgeDeletion(s)
	}
}

// runsProving returns the last runs that can prove one of the kinds, oldest first, without those that could not start.
func (r *Reader) runsProving(k shell.Kinds) (list []*run) {
	for _, one := range slices.Backward(r.runs) {
		if one.kinds&k != 0 && one.outcome != notRun && !one.ranWithoutEdits {
			if list = append(list, one); len(list) == maxRecent {
				break
			}
		}
	}
	slices.Reverse(list)
	return list
}

// lastEdit returns the last change that can alter the result of a tool of the family, or nil.
func (r *Reader) lastEdit(family string) *write {
	return r.lastWrite(func(w *write) bool { return w.canAffect(family, r.root) })
}

// lastEditAffecting returns the last change that can alter what a run proves of the kinds, or nil.
func (r *Reader) lastEditAffecting(one *run, k shell.Kinds) *write {
	return r.lastWrite(func(w *write) bool { return one.dependsOn(w, k) && w.canAffect(one.tool.Family, r.root) })
}

func (r *Reader) lastWrite(accepts func(*write) bool) *write {
	for _, w := range slices.Backward(r.writes) {
		if !w.noEffect && !w.reverted && accepts(w) && !r.isOutsideSession(w) {
			return w
		}
	}
	return nil
}

// dependsOn reports whether a change of the file can alter what a run proves of the kinds. A linter's settings do not
// matter to tests, a Makefile not to "go test", and a file of no language not to a tool of one language, unless it is
// among the sources.
func (r *run) dependsOn(w *write, k shell.Kinds) bool {
	return (k&shell.Lint != 0 || !isLinterConfig(w.Path)) &&
		!(w.Deleted && isForOtherTool(w.Path, r.tool.Name)) && (k != shell.Build || path.Base(w.Path) != "site-packages") &&
		(r.byTask || r.tool.Family == "" || !isTaskFile(w.Path)) &&
		(r.tool.Family == "" || w.Tree || path.Ext(w.Path) == "" || shell.FamilyOfFile(w.Path) != "" ||
			isAmongSources(w.Path))
}

// isAmongSources reports whether a file is in a folder for sources, tests or their data.
func isAmongSources(name string) bool {
	const folders = " src lib app test tests spec __tests__ testdata fixtures resources templates views internal pkg "
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"),
		func(dir string) bool { return strings.Contains(folders, " "+dir+" ") })
}

// runsAfter returns the runs after a place.
func runsAfter(runs []*run, at place) (list []*run) {
	for _, one := range runs {
		if one.at.compare(at) > 0 {
			list = append(list, one)
		}
	}
	return list
}

// reasonOf returns why a run proves nothing; "" if it succeeded.
func reasonOf(one *run) Reason {
	switch one.outcome {
	case passed:
		return ""
	case exitFailed:
		return FailedExit
	case outputFailed:
		return FailedOutput
	case ranNothing:
		return EmptyRun
	case maskedExit:
		return Masked
	case inBackground:
		return BackgroundOnly
	}
	return NoResult
}

// judgeCheck judges a claim about tests, a build, a linter or types.
func (r *Reader) judgeCheck(s detect.Statement) verdict {
	runs, named := claimedRuns(&s, r.runsProving(s.Kind.ProvedBy()))
	if r.hasPassedCI(s) {
		return verdict{}
	}
	if len(runs) == 0 {
		if r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), true) {
			return verdict{}
		}
		if r.lastReport.step > r.turn.stepsBefore && !r.hasChangedFiles() { // the message reports what the agent has read
			return verdict{}
		}
		return r.judgeNoRun(s.Kind.ProvedBy())
	}
	if one := otherKindOfTests(s, runs); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if runs = runsWithFlags(s, runs); len(runs) == 0 {
		return verdict{reason: Partial, run: lastRun(r.runsProving(s.Kind.ProvedBy()))}
	}
	fresh, stale := r.splitByEdits(s, runs, named)
	if len(fresh) == 0 {
		if r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), false) {
			return verdict{}
		}
		return stale
	}
	v := r.judgeFreshRuns(s, fresh, runs)
	// an unknown program may have checked the rest
	if v.reason == Partial && r.mayHaveProved(s.Kind.ProvedBy(), r.lastEditPlace(), true) {
		return verdict{}
	}
	if v.reason == "" && v.run != nil && v.run.hasWarnings && s.Mentions(noWarningWords) {
		return verdict{reason: FailedOutput, run: v.run}
	}
	if v.reason == "" && s.Kind == TestsPassed {
		return r.compareCount(s, v, fresh)
	}
	return v
}

// claimedRuns returns the runs that a claim about a check means, and those among them that it names. It also narrows
// the claim: one about a part is not universal.
func claimedRuns(s *detect.Statement, runs []*run) (list, named []*run) {
	if s.Tool != "" { // "go vet is clean": of that program, if there is a run of it
		if own := slices.DeleteFunc(slices.Clone(runs),
			func(one *run) bool { return one.tool.Name != s.Tool }); len(own) > 0 {
			runs = own
		}
	}
	if own := runsOfTestKind(*s, runs); len(own) > 0 {
		runs = own
	}
	if own := runsOfCommand(s.Command, runs); len(own) > 0 {
		runs, s.Universal, s.Narrow = own, false, true
	}
	if s.Kind == BuildPassed || s.Kind == TypecheckClean {
		runs = withoutFailedTests(runs)
	}
	named = namedRuns(*s, runs)
	if len(named) == 0 {
		named = runsWithCount(*s, runs)
	}
	if s.Universal {
		about := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool { return !namesPartOf(*s, one) })
		s.Universal = len(about) == 0
		for _, one := range about {
			if !slices.Contains(named, one) {
				named = append(named, one)
			}
		}
	}
	if len(named) > 0 && !s.Universal { // drop the runs of other parts
		runs = slices.DeleteFunc(slices.Clone(runs),
			func(one *run) bool { return !one.scope.Whole() && !slices.Contains(named, one) })
		s.Narrow = true
	}
	return runs, named
}

// splitByEdits returns the runs that no later change affects, and the verdict on the last of the others. named are the
// runs that the statement names: only changes in their part matter to them.
func (r *Reader) splitByEdits(s detect.Statement, runs, named []*run) (fresh []*run, stale verdict) {
	type dependent struct {
		family string
		byTask bool
	}
	last := map[dependent]*write{}
	for _, one := range runs {
		family := dependent{one.family(), one.byTask}
		if _, ok := last[family]; !ok {
			last[family] = r.lastEditAffecting(one, s.Kind.ProvedBy())
		}
		edit := last[family]
		switch isNamed := slices.Contains(named, one); {
		case isNamed && s.Narrow && one.checksOnePart():
			edit = r.lastEditInPart(one)
		case isNamed && one.runsOnlyTestFiles():
			edit = r.lastWrite(func(w *write) bool {
				return one.dependsOn(w, s.Kind.ProvedBy()) && w.canAffect(one.tool.Family, r.root) &&
					(w.Tree || !isTestFile(w.Path) || one.scope.Covers(w.Change))
			})
		}
		if edit == nil || edit.at.compare(one.at) <= 0 {
			fresh = append(fresh, one)
		} else {
			stale = verdict{reason: Stale, run: one, change: edit}
		}
	}
	return fresh, stale
}

// compareCount compares the number in a claim ("all 42 tests pass") with what the runs printed. A smaller number may
// mean a part of them; a larger one means that some were not run.
func (r *Reader) compareCount(s detect.Statement, v verdict, fresh []*run) verdict {
	claimed, ok := s.ClaimedTests()
	skipped, known := s.SkippedTests()
	if !ok || !known || r.mayHaveProved(shell.Tests, place{}, false) {
		return v
	}
	claimed -= skipped
	most, last := map[string]int{}, (*run)(nil)
	for _, one := range fresh {
		if one.outcome != passed && !one.evident {
			continue
		}
		if one.passedTests == 0 {
			return v
		}
		most[one.fullLine] = max(most[one.fullLine], one.passedTests)
		last = one
	}
	sum := 0
	for _, n := range most {
		sum += n
	}
	if last == nil || claimed <= sum || slices.ContainsFunc(r.runsProving(shell.Tests), func(one *run) bool {
		return one.outcome == passed && one.passedTests == claimed
	}) {
		return v // an earlier run of another part may have had the others
	}
	return verdict{reason: Partial, run: last,
		advice: "the output of `" + last.command + "` does not have as many tests as " + strconv.Itoa(claimed)}
}

// claimsMoreTests reports whether a claim has a larger number of tests than a run printed.
func claimsMoreTests(s detect.Statement, one *run) bool {
	claimed, ok := s.ClaimedTests()
	return ok && s.Kind == TestsPassed && one.passedTests > 0 && claimed > one.passedTests
}

// runsWithCount returns the runs of a part that printed the claim's number of tests: "its 6 tests pass".
func runsWithCount(s detect.Statement, runs []*run) (list []*run) {
	claimed, ok := s.ClaimedTests()
	for _, one := range runs {
		if ok && !one.scope.Whole() && one.outcome == passed && one.passedTests == claimed {
			list = append(list, one)
		}
	}
	return list
}

// withoutFailedTests drops the test runs that compiled the code and then failed, unless nothing is left.
func withoutFailedTests(runs []*run) []*run {
	others := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
		return one.kinds&shell.Tests != 0 && one.passedTests > 0 && reasonOf(one) != ""
	})
	if len(others) == 0 {
		return runs
	}
	return others
}

// runsOfTestKind returns the runs of the kind of tests that a claim names: "e2e 也全部跑通" is about "npm run e2e". Unit
// tests are those of no other kind.
func runsOfTestKind(s detect.Statement, runs []*run) []*run {
	if s.Kind == BuildPassed && s.Mentions(imageWords) {
		return slices.DeleteFunc(slices.Clone(runs),
			func(one *run) bool { return !imageWords.MatchString(one.fullLine) })
	}
	kind := testKindWords.Get().FindString(s.Clause)
	unit := kind == "" && s.Mentions(unitWords)
	named := func(line string) bool {
		return strings.Contains(line, kind) || kind == "e2e" && !s.Mentions(unitWords) && e2eRunners.MatchString(line)
	}
	return slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
		line := strings.ToLower(one.fullLine)
		return s.Kind != TestsPassed || !unit && (kind == "" || !named(line)) ||
			unit && (testKindWords.MatchString(line) || e2eRunners.MatchString(line))
	})
}

// runsOfCommand returns the runs of the command that a claim names.
func runsOfCommand(command string, runs []*run) (list []*run) {
	for _, one := range runs {
		if command != "" && (strings.Contains(one.fullLine, command) || strings.HasPrefix(one.command, command)) {
			list = append(list, one)
		}
	}
	return list
}

// judgeFreshRuns judges a claim by the runs after the last edit, the newest first. A failed run counts unless a later
// run of the same tools passed.
func (r *Reader) judgeFreshRuns(s detect.Statement, fresh, all []*run) verdict {
	var passes, shown []*run // those whose exit status is known, and those of which only the output says it
	var first verdict        // why the newest run proves nothing
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		if reason != "" && one.evident {
			shown = append(shown, one)
		}
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *run) bool { return p.canReplace(one) }):
		case (reason == FailedExit || reason == FailedOutput) && first.reason != FailedExit:
			first = verdict{reason: reason, run: one}
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	if len(passes) > 0 && !s.Universal && first.run != nil && first.run.at.compare(passes[0].at) < 0 &&
		(s.Narrow || s.Extent == detect.APart || namesAnyRun(s, passes) || !r.onlyRepeatsPart(first.run, passes)) {
		return verdict{run: passes[0]} // the claim may leave out what that run left out
	}
	if first.reason == FailedExit || first.reason == FailedOutput || len(passes)+len(shown) == 0 {
		return first
	}
	if len(passes) == 0 && first.run.evident { // what shows success may be a part, too
		if v := r.judgeExtent(s, shown, all); v.reason == Partial {
			return v
		}
	}
	if len(passes) == 0 {
		return first
	}
	v := r.judgeExtent(s, passes, all)
	if i := slices.IndexFunc(shown, func(one *run) bool { return one.coversClaim(s, r) }); v.reason == Partial && i >= 0 {
		return verdict{reason: reasonOf(shown[i]), run: shown[i]}
	}
	return v
}

// judgeExtent judges whether what succeeded is all that a claim is about. passes are not empty.
func (r *Reader) judgeExtent(s detect.Statement, passes, all []*run) verdict {
	if s.Universal && !slices.ContainsFunc(passes, func(p *run) bool { return !p.scope.SkipsTests }) {
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
	if slices.ContainsFunc(passes, func(p *run) bool { return p.coversClaim(s, r) }) {
		return verdict{run: passes[0]}
	}
	covers, missed := r.checkEditCoverage(all)
	isNarrow := s.Narrow || s.Extent == detect.APart
	// A claim that does not say "all" may be about the part that was looked at, if anything was changed there.
	if namesAnyRun(s, passes) || isNarrow && (covers || missed == nil || !namesFolder(s, missed.Path)) ||
		s.Universal && missed == nil && countWholeParts(passes) > 1 ||
		!s.Universal && (covers || missed == nil) {
		return verdict{run: passes[0]}
	}
	return verdict{reason: Partial, run: passes[0], change: missed}
}

// onlyRepeatsPart reports whether a run of everything failed, and nothing but parts of it succeeded since, without a
// change in between that could have repaired the rest.
func (r *Reader) onlyRepeatsPart(failed *run, passes []*run) bool {
	if !failed.scope.Whole() || failed.outcome != exitFailed && failed.outcome != outputFailed &&
		failed.outcome != inBackground {
		return false
	}
	last := r.lastEditAffecting(failed, failed.kinds)
	return (last == nil || last.at.compare(failed.at) < 0) && !slices.ContainsFunc(passes, func(one *run) bool {
		return one.tool.Name != failed.tool.Name || one.tool.Sub != failed.tool.Sub || one.scope.Whole()
	})
}

// canReplace reports whether a passed run makes an earlier failed one irrelevant: it is of the same tools, and its
// scope is not smaller.
func (r *run) canReplace(earlier *run) bool {
	return r.family() == earlier.family() && (r.scope.Whole() || slices.Equal(r.scope.Dirs, earlier.scope.Dirs) &&
		slices.Equal(r.scope.Parts, earlier.scope.Parts) &&
		(r.scope.Filter == "" || r.scope.Filter == earlier.scope.Filter) || !earlier.scope.Whole() ||
		r.scope.Filter == "" && isOneFolder(r.scope.Dirs))
}

// isOneFolder reports whether a scope is one whole folder, as after "cd web".
func isOneFolder(dirs []string) bool { return len(dirs) == 1 && strings.HasSuffix(dirs[0], "/") }

// coversClaim reports whether a run looked at everything that the claim is about.
func (r *run) coversClaim(s detect.Statement, reader *Reader) bool {
	if r.scope.Whole() {
		return true
	}
	allTrees := r.scope.Trees >= 2 && r.scope.Trees >= len(r.scope.Dirs)
	if r.scope.Filter != "" || !r.checksWorkingFolder() && !allTrees || s.Mentions(everyPartWords) {
		return false
	}
	// "cd web && npm test", or "go test ./pkg/... ./cmd/...", counts as everything unless something outside was changed.
	return !slices.ContainsFunc(reader.recentWrites(), func(w *write) bool {
		return !w.noEffect && !w.reverted && !w.Tree && w.canAffect(r.tool.Family, reader.root) && !r.scope.Covers(w.Change)
	})
}

// countWholeParts returns how many parts of the project were checked completely, each in its own folder.
func countWholeParts(passes []*run) int {
	parts := map[string]bool{}
	for _, one := range passes {
		if one.scope.Filter == "" && !one.scope.SkipsTests && one.checksWorkingFolder() && isOneFolder(one.scope.Dirs) {
			parts[one.scope.Dirs[0]] = true
		}
	}
	return len(parts)
}

// checksWorkingFolder reports whether the scope is the folder in which the command ran, and not one that its arguments
// name.
func (r *run) checksWorkingFolder() bool {
	return len(r.scope.Dirs) == 1 && !strings.Contains(r.command, strings.TrimSuffix(path.Base(r.scope.Dirs[0]),
		"/"))
}

// maxRecent bounds how many runs and changes are compared with each other.
const maxRecent = 300

// recentWrites returns the last changes, at most maxRecent.
func (r *Reader) recentWrites() []*write { return r.writes[max(0, len(r.writes)-maxRecent):] }

// checkEditCoverage reports whether some run that passed covers an edit before it. It also returns the first edit that
// no such run covers, or nil.
func (r *Reader) checkEditCoverage(runs []*run) (covers bool, missed *write) {
	runs = runs[max(0, len(runs)-maxRecent):]
	for _, w := range r.recentWrites() {
		if w.noEffect || w.reverted || w.Deleted || w.Tree || r.isOutsideSession(w) {
			continue
		}
		depends, ok := false, false
		for _, one := range runs {
			if !w.canAffect(one.tool.Family, r.root) || !one.dependsOn(w, one.kinds) {
				continue
			}
			depends = true
			ok = ok || (one.outcome == passed || one.evident) && one.at.compare(w.at) >= 0 && one.scope.Covers(w.Change)
		}
		covers = covers || ok
		if depends && !ok && missed == nil {
			missed = w
		}
	}
	return covers, missed
}

// judgeNoRun returns the verdict for a claim without any run that could prove it. It names a command that could not
// start, if there was one.
func (r *Reader) judgeNoRun(k shell.Kinds) verdict {
	for _, one := range slices.Backward(r.runs) {
		if one.kinds&k != 0 {
			return verdict{reason: NoCommand, run: one}
		}
	}
	return verdict{reason: NoCommand}
}

// hasChangedFiles reports whether the turn has changed a file.
func (r *Reader) hasChangedFiles() bool {
	return slices.ContainsFunc(r.writes, func(w *write) bool { return !w.noEffect && w.at.step > r.turn.stepsBefore })
}

// triedToChangeFiles reports whether the turn has changed a file or failed to do so.
func (r *Reader) triedToChangeFiles() bool {
	return slices.ContainsFunc(r.writes, func(w *write) bool { return w.at.step > r.turn.stepsBefore })
}

func lastRun(runs []*run) *run {
	if len(runs) == 0 {
		return nil
	}
	return runs[len(runs)-1]
}

// judgeRunAfter requires a run that succeeded after the last edit. For a program that checks nothing it is enough that
// it ran: its output was the point, and a pipe may hide its exit status.
func (r *Reader) judgeRunAfter(runs []*run, last *write) verdict {
	// includes the command of the edit: "ruff check --fix" proves its own repair
	fresh := runsAfter(runs, place{last.at.step, last.at.index - 1})
	fresh = slices.DeleteFunc(fresh, func(one *run) bool {
		// a program that makes the edit proves nothing of it
		isEdit := one.at == last.at && one.kinds&checks == 0 && shell.InterpretedLanguage(one.tool.Name) != ""
		return isEdit || !last.canAffect(one.tool.Family, r.root)
	})
	near := slices.DeleteFunc(slices.Clone(fresh),
		func(one *run) bool { return one.checksWorkingFolder() && !last.Tree && !one.scope.Covers(last.Change) })
	if len(near) == 0 && len(fresh) > 0 { // they checked another part of the project
		return verdict{reason: Partial, run: fresh[len(fresh)-1], change: last}
	}
	fresh = near
	if len(fresh) == 0 {
		switch {
		case r.mayHaveProved(shell.AnyCheck, last.at, true):
			return verdict{}
		case len(runs) == 0:
			return verdict{reason: NoCommand, change: last}
		}
		return verdict{reason: Stale, run: runs[len(runs)-1], change: last}
	}
	var passes []*run
	var first verdict
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		if reason == Masked && one.kinds&checks == 0 && one.trust == shell.Hidden {
			reason = ""
		}
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *run) bool { return p.canReplace(one) }):
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	if len(passes) > 0 && (first.reason == "" || first.run.at.compare(passes[0].at) < 0 ||
		first.reason != FailedExit && first.reason != FailedOutput) {
		return verdict{run: passes[0]}
	}
	return first
}
