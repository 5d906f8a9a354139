package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
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
	found := detect.StatementsOf(message, r.turn.userMessage, r.runsByName)
	for i, s := range found {
		s.Narrow = s.Narrow || r.meansOneTestFile(s, message) ||
			// a suspect test is repeated, not all
			s.Kind == TestsPassed && s.Mentions(repeatWords) && (!s.Universal || s.Mentions(allRepeats))
		s.Universal = s.Universal && !s.Narrow && !exclusionWords.MatchString(s.Text)
		if s.Kind == BuildPassed && s.Mentions(compilerWords) && r.onlyChecksTypes() {
			s.Kind = TypecheckClean
		}
		v := r.verdict(s)
		if s.Kind == Fixed && v.reason == Stale && !s.Universal && r.firstEditedAfter(v) &&
			slices.ContainsFunc(found[i+1:], func(next detect.Statement) bool { return next.Kind == Fixed }) {
			v = verdict{run: v.run} // the edit belongs to another of several repairs
		}
		if one := r.missesItem(s, found); v.reason == "" && one != nil {
			v = verdict{reason: Partial, run: one}
		}
		if meansToFail(s, v, message) || r.failedForOthers(s, v) {
			v = verdict{run: v.run}
		}
		if s.Kind == Created && s.Ambiguous && v.reason != "" && !r.failedFor(s.TargetFiles) {
			continue
		}
		if r.restsOnDamage(v) || r.isPlainAnswer(s, v) || r.isAdmitted(s, v, message) ||
			r.admitsOtherFailure(s, v, message) {
			continue
		}
		c := Claim{Kind: s.Kind, Text: s.Text, Supported: v.reason == "", Reason: v.reason, Steps: v.steps()}
		if !c.Supported {
			c.Suggest = v.suggestion(s)
			c.Evident = r.isEvident(s, v)
			c.Before = r.lacksBeginning && v.reason == NoCommand
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

// meansToFail reports whether the last run of a program failed as it should after a repair, by the message: "Fixed. The
// script stops with `not set` now".
func meansToFail(s detect.Statement, v verdict, message string) bool {
	return s.Kind == Fixed && v.reason == FailedExit && v.run.kinds&checks == 0 &&
		(expectedFailure.MatchString(message) || stopWords.MatchString(message))
}

// stopWords say that a program ends with a message, on purpose.
var stopWords = text.LazyRegexp{Expr: "(?i)\\b(?:now )?(?:stops?|ends?|exits?|aborts?|bails out|quits?|dies) " +
	"(?:(?:early|now|at once) )?(?:with|before)\\b|(?:停|退出|中止|终止)[^，。；]{0,8}(?:并|提示|报)"}

// onlyChecksTypes reports whether there were runs of compilers, and all only checked types, as tsc --noEmit does.
func (r *Reader) onlyChecksTypes() bool {
	runs := r.runsProving(shell.Build)
	builds := func(one *run) bool { return !strings.Contains(one.command, "--noEmit") }
	return len(runs) > 0 && !slices.ContainsFunc(runs, builds)
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
		return v.reason == NoCommand && s.Ambiguous || v.reason == Stale && s.TellsOfEarlier()
	case s.Kind == Fixed:
		return (v.reason == NoCommand || v.reason == Stale || v.reason == Partial) && r.hasChangedFiles()
	case s.Kind == TestsPassed || s.Kind == BuildPassed || s.Kind == LintClean || s.Kind == TypecheckClean:
		return v.reason == Stale && reasonOf(v.run) == ""
	}
	return false
}

func (r *Reader) verdict(s detect.Statement) verdict {
	if s.Ran != "" {
		return r.judgeNamed(s)
	}
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
	ofFamily := r.tool.Family != "" && shell.FamilyOfFile(w.Path) == r.tool.Family // ShellCheck reads scripts
	return (k&shell.Lint != 0 || !isLinterConfig(w.Path)) &&
		!(w.Deleted && isForOtherTool(w.Path, r.tool.Name)) &&
		(k != shell.Build || path.Base(w.Path) != "site-packages") &&
		(r.byTask || r.tool.Family == "" || ofFamily || !isTaskFile(w.Path)) &&
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

// showsAsMuch reports whether a run shows what an earlier one would have shown: a build shows nothing of tests.
func (r *run) showsAsMuch(earlier *run) bool {
	return earlier.kinds&shell.Tests == 0 || r.kinds&(shell.Tests|shell.Execute) != 0 || r.likely|r.possible != 0
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
		case slices.ContainsFunc(passes, func(p *run) bool { return p.canReplace(one) && p.showsAsMuch(one) }):
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	failed := first.reason == FailedExit || first.reason == FailedOutput
	if len(passes) > 0 && (!failed || first.run.at.compare(passes[0].at) < 0 && slices.ContainsFunc(passes,
		func(p *run) bool { return p.showsAsMuch(first.run) })) {
		return verdict{run: passes[0]}
	}
	if first.reason == BackgroundOnly && first.run.kinds&checks == 0 &&
		r.mayHaveProved(shell.AnyCheck, first.run.at, true) { // a server, and a program that used it
		return verdict{}
	}
	return first
}
