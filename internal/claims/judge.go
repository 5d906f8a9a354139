package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A judge knows the ledger of a session, and the turn whose claims it judges.
type judge struct {
	*ledger.Ledger
	turn turn
	// lacksBeginning says that the session began before what is read.
	lacksBeginning bool
	damagedAt      int // 1 + the number of steps before a line that could not be read; 0 if all could

	names     map[string]runName // what the commands name, up to namesUpTo, see learnNames
	namesUpTo ledger.Place
}

// A verdict says whether a claim is supported, and by what.
type verdict struct {
	reason Reason // "" if the claim is supported
	run    *ledger.Run
	change *ledger.Write
	advice string // for the agent; "" for the usual one
}

// claimsIn finds the claims of a message and judges them. Of claims of one kind with the same verdict it returns
// only the first, unless they name files.
func (r *judge) claimsIn(message string) []Claim {
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
	return s.Kind == Fixed && v.reason == FailedExit && v.run.Kinds&shell.Checks == 0 &&
		(expectedFailure.MatchString(message) || stopWords.MatchString(message))
}

// stopWords say that a program ends with a message, on purpose.
var stopWords = text.LazyRegexp{Expr: "(?i)\\b(?:now )?(?:stops?|ends?|exits?|aborts?|bails out|quits?|dies) " +
	"(?:(?:early|now|at once) )?(?:with|before)\\b|(?:停|退出|中止|终止)[^，。；]{0,8}(?:并|提示|报)"}

// onlyChecksTypes reports whether there were runs of compilers, and all only checked types, as tsc --noEmit does.
func (r *judge) onlyChecksTypes() bool {
	runs := r.runsProving(shell.Build)
	builds := func(one *ledger.Run) bool { return !strings.Contains(one.Command, "--noEmit") }
	return len(runs) > 0 && !slices.ContainsFunc(runs, builds)
}

// firstEditedAfter reports whether the change after a run is the first one of its file: the run tested a state without
// that work.
func (r *judge) firstEditedAfter(v verdict) bool {
	return v.run != nil && v.change != nil && !v.change.Tree && !slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return !w.NoEffect && w.At.Compare(v.run.At) < 0 && w.Path == v.change.Path
	})
}

// MayClaim reports whether a message seems to claim something. It does not know the user's words, which a message may
// only repeat.
func MayClaim(message string) bool { return len(detect.Statements(message, "")) > 0 }

// isEvident reports whether the session shows that a claim is true although the rules cannot count it, see
// [Claim].Evident.
func (r *judge) isEvident(s detect.Statement, v verdict) bool {
	switch v.reason {
	case Masked, BackgroundOnly:
		return v.run.Evident && !claimsMoreTests(s, v.run)
	case Stale:
		if s.Kind == LintClean || v.change == nil || !v.change.LayoutOnly ||
			reasonOf(v.run) != "" && !(v.run.Outcome == ledger.MaskedExit && v.run.Evident && !claimsMoreTests(s, v.run)) {
			return false
		}
		other := r.lastWrite(func(w *ledger.Write) bool {
			return !w.LayoutOnly && dependsOn(v.run, w, v.run.Kinds) && canAffect(w, v.run.Tool.Family, r.Root)
		})
		return other == nil || other.At.Compare(v.run.At) <= 0
	}
	return false
}

// restsOnDamage reports whether a verdict rests on something missing from the session, while a part of the session
// could not be read.
func (r *judge) restsOnDamage(v verdict) bool {
	return r.damagedAt > 0 && (v.reason == NoCommand || v.reason != "" && v.run != nil && r.damagedAt > v.run.At.Step)
}

// isPlainAnswer reports whether a message only describes or answers, although it has the words of a claim: nothing was
// run or changed, the user asked for no work, and the agent does not speak of its own act.
func (r *judge) isPlainAnswer(s detect.Statement, v verdict) bool {
	if v.reason != NoCommand || v.change != nil {
		return false
	}
	return s.MayDescribeHabit(r.turn.userMessage) || !r.triedToChangeFiles() && !s.IsOwnAct() &&
		!detect.AsksForWork(r.turn.userMessage)
}

// isAdmitted reports whether the message itself admits what a verdict says against it: "Fixed (untested).", or "The
// tests passed before my last edit". Failures, and work that was never done, cannot be admitted this way.
func (r *judge) isAdmitted(s detect.Statement, v verdict, message string) bool {
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

func (r *judge) verdict(s detect.Statement) verdict {
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
func (r *judge) runsProving(k shell.Kinds) (list []*ledger.Run) {
	for _, one := range slices.Backward(r.Runs) {
		if one.Kinds&k != 0 && one.Outcome != ledger.NotRun && !one.RanWithoutEdits {
			if list = append(list, one); len(list) == maxRecent {
				break
			}
		}
	}
	slices.Reverse(list)
	return list
}

// lastEdit returns the last change that can alter the result of a tool of the family, or nil.
func (r *judge) lastEdit(family string) *ledger.Write {
	return r.lastWrite(func(w *ledger.Write) bool { return canAffect(w, family, r.Root) })
}

// lastEditAffecting returns the last change that can alter what a run proves of the kinds, or nil.
func (r *judge) lastEditAffecting(one *ledger.Run, k shell.Kinds) *ledger.Write {
	return r.lastWrite(func(w *ledger.Write) bool { return dependsOn(one, w, k) && canAffect(w, one.Tool.Family, r.Root) })
}

func (r *judge) lastWrite(accepts func(*ledger.Write) bool) *ledger.Write {
	for _, w := range slices.Backward(r.Writes) {
		if !w.NoEffect && !w.Reverted && accepts(w) && !r.isOutsideSession(w) {
			return w
		}
	}
	return nil
}

// runsAfter returns the runs after a place.
func runsAfter(runs []*ledger.Run, at ledger.Place) (list []*ledger.Run) {
	for _, one := range runs {
		if one.At.Compare(at) > 0 {
			list = append(list, one)
		}
	}
	return list
}

// reasonOf returns why a run proves nothing; "" if it succeeded.
func reasonOf(one *ledger.Run) Reason {
	switch one.Outcome {
	case ledger.Passed:
		return ""
	case ledger.ExitFailed:
		return FailedExit
	case ledger.OutputFailed:
		return FailedOutput
	case ledger.RanNothing:
		return EmptyRun
	case ledger.MaskedExit:
		return Masked
	case ledger.InBackground:
		return BackgroundOnly
	}
	return NoResult
}

// judgeNoRun returns the verdict for a claim without any run that could prove it. It names a command that could not
// start, if there was one.
func (r *judge) judgeNoRun(k shell.Kinds) verdict {
	for _, one := range slices.Backward(r.Runs) {
		if one.Kinds&k != 0 {
			return verdict{reason: NoCommand, run: one}
		}
	}
	return verdict{reason: NoCommand}
}

// hasChangedFiles reports whether the turn has changed a file.
func (r *judge) hasChangedFiles() bool {
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return !w.NoEffect && w.At.Step > r.turn.stepsBefore
	})
}

// triedToChangeFiles reports whether the turn has changed a file or failed to do so.
func (r *judge) triedToChangeFiles() bool {
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool { return w.At.Step > r.turn.stepsBefore })
}

func lastRun(runs []*ledger.Run) *ledger.Run {
	if len(runs) == 0 {
		return nil
	}
	return runs[len(runs)-1]
}

// showsAsMuch reports whether a run shows what an earlier one would have shown: a build shows nothing of tests.
func showsAsMuch(r *ledger.Run, earlier *ledger.Run) bool {
	return earlier.Kinds&shell.Tests == 0 || r.Kinds&(shell.Tests|shell.Execute) != 0 || r.Likely|r.Possible != 0
}

// judgeRunAfter requires a run that succeeded after the last edit. For a program that checks nothing it is enough that
// it ran: its output was the point, and a pipe may hide its exit status.
func (r *judge) judgeRunAfter(runs []*ledger.Run, last *ledger.Write) verdict {
	// includes the command of the edit: "ruff check --fix" proves its own repair
	fresh := runsAfter(runs, ledger.Place{Step: last.At.Step, Index: last.At.Index - 1})
	fresh = slices.DeleteFunc(fresh, func(one *ledger.Run) bool {
		// a program that makes the edit proves nothing of it
		isEdit := one.At == last.At && one.Kinds&shell.Checks == 0 && shell.InterpretedLanguage(one.Tool.Name) != ""
		return isEdit || !canAffect(last, one.Tool.Family, r.Root)
	})
	near := slices.DeleteFunc(slices.Clone(fresh),
		func(one *ledger.Run) bool {
			return checksWorkingFolder(one) && !last.Tree && !one.Scope.Covers(last.Change)
		})
	if len(near) == 0 && len(fresh) > 0 { // they checked another part of the project
		return verdict{reason: Partial, run: fresh[len(fresh)-1], change: last}
	}
	fresh = near
	if len(fresh) == 0 {
		switch {
		case r.mayHaveProved(shell.AnyCheck, last.At, true):
			return verdict{}
		case len(runs) == 0:
			return verdict{reason: NoCommand, change: last}
		}
		return verdict{reason: Stale, run: runs[len(runs)-1], change: last}
	}
	var passes []*ledger.Run
	var first verdict
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		if reason == Masked && one.Kinds&shell.Checks == 0 && one.Trust == shell.Hidden {
			reason = ""
		}
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *ledger.Run) bool { return canReplace(p, one) && showsAsMuch(p, one) }):
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	failed := first.reason == FailedExit || first.reason == FailedOutput
	if len(passes) > 0 && (!failed || first.run.At.Compare(passes[0].At) < 0 && slices.ContainsFunc(passes,
		func(p *ledger.Run) bool { return showsAsMuch(p, first.run) })) {
		return verdict{run: passes[0]}
	}
	if first.reason == BackgroundOnly && first.run.Kinds&shell.Checks == 0 &&
		r.mayHaveProved(shell.AnyCheck, first.run.At, true) { // a server, and a program that used it
		return verdict{}
	}
	return first
}

// family returns the group of tools in which a later run replaces an earlier one: a language, or else the tool's name.
func familyOf(r *ledger.Run) string {
	if r.Tool.Family != "" {
		return r.Tool.Family
	}
	return r.Tool.Name
}

// isBuildSystem reports whether the files of the project say with which flags the tool starts a compiler.
func isBuildSystem(r *ledger.Run) bool {
	return strings.Contains(" make cmake ninja meson bazel bazelisk gradle gradlew xcodebuild ", " "+r.Tool.Name+" ")
}

// mayHaveProved reports whether an unknown program may have proved something of the kinds after a place. If weak is
// true, it is enough that nothing rules it out; otherwise the command's words or its output must say so.
func (r *judge) mayHaveProved(k shell.Kinds, after ledger.Place, weak bool) bool {
	return slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Compare(after) > 0 && !one.RanWithoutEdits && (one.Outcome == ledger.Passed ||
			one.Outcome == ledger.MaskedExit && one.Trust == shell.Hidden && !one.ShowsTrouble) &&
			(one.Likely&k != 0 || weak && one.Possible&k != 0) && (one.Kinds&k == 0 || one.Scope.Whole())
	})
}

// lastEditPlace returns the place of the last change that can affect any result; the zero place if there is none.
func (r *judge) lastEditPlace() ledger.Place {
	if w := r.lastEdit(""); w != nil {
		return w.At
	}
	return ledger.Place{}
}
