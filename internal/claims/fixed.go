package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

var (
	// complaintWords say that something does not behave as it should.
	complaintWords = &text.LazyRegexp{Expr: `(?i)\b(?:fix|bugs?|crash|hang|freez|leak|wrong|broken?|fail|` +
		`panic|off by|invalid (?:read|write|free|access)|segfault|valgrind|sanitizer|slow|lost|los(?:es|ing)|miss|` +
		`ignor|duplicat|twice|instead|` +
		`stuck|flak|flicker|cannot read|exceptions?\b|jump|still|never|not|` +
		`(?:nothing|doesn|isn|don|won|can|aren|wasn|didn)(?:'t|t)?\b|500|502|503|404)|` +
		`修|错|崩|卡|漏|丢|不|没|问题|异常|重复|失败|失效|闪|差|慢|变成|白屏|黑屏|闪退|乱码|bug`}
	// formWords speak of something that a build, a linter or a type checker shows.
	formWords = &text.LazyRegexp{Expr: `(?i)\b(?:(?:re)?(?:build|built|compil|bundl|link|pack)|ci\b|vet\b|ts\d)|` +
		`typ(?:e|ing)|tsc\b|mypy|lint|clippy|warning|import|unused|deprecat|syntax|format|undefined|undeclared|` +
		`cannot find|not found|` +
		`rename|refactor|upgrad|migrat|image|docker|typo|spell|wording|comment|docs?\b|readme|vulnerab|\bcve\b|audit|` +
		`dependenc|version|` +
		`构建|编译|打包|链接|类型|警告|告警|语法|格式|未定义|找不到|重命名|重构|依赖|升级|迁移|镜像|` +
		`文案|错别字|注释|文档|漏洞|版本`}
)

// runtimeErrors match what a program prints when it runs, with words that otherwise speak of its form.
var runtimeErrors = text.LazyRegexp{Expr: `(?i)\bTypeErrors?\b|\b(?:propert(?:y|ies)|method|index|length) of ` +
	`(?:undefined|null)\b|\b(?:is|was|are|got|returns?|shows?|prints?|of) undefined\b|\bundefined is not\b`}

// judgeFix requires a run that succeeded after the last edit. If only prose was changed, no run is needed.
func (r *judge) judgeFix(s detect.Statement) verdict {
	last := r.lastWrite(func(w *ledger.Write) bool { return canAffect(w, "", r.Root) && !filekinds.IsTaskFile(w.Path) })
	if last == nil {
		last = r.lastEdit("")
	}
	if s.Mentions(restartWords) && !s.Mentions(troubleWords) {
		all := s
		all.Universal = true // which service restarts, the claim need not say
		if one := r.stoppedService(all, ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}); one != nil {
			return verdict{reason: FailedOutput, run: one}
		}
	}
	if v := r.judgeInstrument(s, faultFinders); v.reason != "" {
		return v
	}
	runs := r.runsProving(Fixed.ProvedBy())
	if s.Mentions(textWords) && r.hasChangedFiles() ||
		r.changedOnlyAppearance() && !s.Mentions(layoutWords) { // no run proves a spelling or a colour
		return verdict{}
	}
	if s.Mentions(raceWords) && strings.Contains(r.turn.userMessage+s.Text, "data race") && len(runs) > 0 {
		if raced := runsWithFlag("-race", runs); len(raced) == 0 {
			return verdict{reason: Partial, run: lastRun(runs)}
		}
	}
	repairs := func(one *ledger.Run) bool { // eslint --fix
		return last != nil && one.At == last.At && one.Kinds&shell.Lint != 0
	}
	if !s.Mentions(lintWords) && !slices.ContainsFunc(runs, repairs) {
		runs = slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
			return one.Kinds&^(shell.Lint|shell.Inspect) == 0
		})
	}
	if one := r.failedAudit(s); one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	if w := r.onlySkipped(); w != nil && !skippingWords.MatchString(s.Text) {
		return verdict{reason: Partial, change: w, advice: "the test was only skipped"}
	}
	if r.installedAfter(s) {
		return verdict{}
	}
	if last == nil {
		if r.Steps > 0 && (r.hasChangedFiles() || r.hasQueriedAfter(nil) || r.LastLook.Step > 0 ||
			len(runsAfter(runs, ledger.Place{})) > 0) {
			return verdict{run: lastRun(runs)}
		}
		return verdict{reason: NoCommand}
	}
	if shell.FamilyOfFile(last.Path) == "" && !last.Tree && !last.Reset && r.hasQueriedAfter(last) {
		return r.judgeSettings(s, last)
	}
	if last.Reset && !last.Tree || last.Reset && last.Path == "" {
		return verdict{reason: Superseded, change: last}
	}
	v := r.judgeRunAfter(runs, last)
	if v.reason != "" || v.run == nil {
		return v
	}
	return r.judgeRepairShown(s, v, last)
}

var (
	vulnerabilityWords = &text.LazyRegexp{Expr: `\bvulnerabilit(?:y|ies)\b|\bcves?\b|\badvisor(?:y|ies)\b|漏洞`}
	auditLine          = text.LazyRegexp{Expr: `\b(?:npm|pnpm|yarn|bun|cargo|composer|bundle|pip)[ -]audit\b|` +
		`\b(?:govulncheck|trivy|grype|snyk|osv-scanner)\b`}
)

// failedAudit returns the last search for vulnerabilities in the turn if it failed, for a claim that these are gone;
// otherwise nil.
func (r *judge) failedAudit(s detect.Statement) *ledger.Run {
	if !s.Mentions(vulnerabilityWords) || s.Extent == detect.APart {
		return nil
	}
	for _, line := range slices.Backward(r.ShellLines) {
		if auditLine.MatchString(line.Text) {
			if line.Failed && line.At.Step > r.turn.stepsBefore {
				return &ledger.Run{At: line.At, Command: line.Text, FullLine: line.Text}
			}
			return nil
		}
	}
	return nil
}

// judgeSettings judges a repair of settings whose effect was queried.
func (r *judge) judgeSettings(s detect.Statement, last *ledger.Write) verdict {
	tries := slices.DeleteFunc(runsAfter(r.Runs, last.At), func(one *ledger.Run) bool {
		return (one.Kinds|one.Possible)&shell.Execute == 0
	})
	if one := r.stillFailing(s, lastRun(tries), last); one != nil {
		return verdict{reason: FailedOutput, run: one}
	}
	if one := r.failedTrial(last.At); one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	return verdict{}
}

// judgeRepairShown judges a repair after which a run passed: the verdict of the run holds if that run shows the repair.
func (r *judge) judgeRepairShown(s detect.Statement, v verdict, last *ledger.Write) verdict {
	if one := r.stillFailing(s, v.run, last); one != nil {
		return verdict{reason: FailedOutput, run: one}
	}
	if one := r.sameAnswer(last); one != nil && !s.Mentions(expectedFailure) {
		return verdict{reason: FailedOutput, run: one}
	}
	if one := r.otherAddress(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.testsElsewhere(s, last); one != nil {
		return verdict{reason: Partial, run: one, change: last}
	}
	if r.showsNoBehaviour(s, last) {
		return verdict{reason: Partial, run: v.run, advice: "`" + v.run.Command +
			"` does not show what the program does"}
	}
	return v
}

// minStem is how many letters a file of tests has in common with what it is about, at least: "retry", "retries".
const minStem = 4

// testsElsewhere returns the last run since the last edit if nothing has run since but files of tests whose names have
// nothing to do with the turn's edits, the claim and the user's message; otherwise nil.
func (r *judge) testsElsewhere(s detect.Statement, last *ledger.Write) (ran *ledger.Run) {
	said := squeeze(text.Head(r.turn.userMessage, text.MaxSearched) + s.Text)
	for _, one := range runsAfter(r.Runs, last.At) {
		switch {
		case one.Kinds == shell.Inspect || one.Kinds&^(shell.Commit|shell.Push) == 0:
			continue
		case !runsOnlyTestFiles(one) || one.ByTask || one.Unknown:
			return nil
		case slices.ContainsFunc(one.Scope.Dirs, func(d string) bool {
			stem := scope.Stem(d)
			return stem == "" || strings.Contains(said, stem[:min(len(stem), minStem)])
		}), slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool {
			return w.At.Step > r.turn.stepsBefore && (w.Tree || one.Scope.Covers(w.Change) ||
				slices.ContainsFunc(one.Scope.Dirs, func(d string) bool { return path.Dir(d) == path.Dir(w.Path) }))
		}), slices.ContainsFunc(r.Runs, func(earlier *ledger.Run) bool { // it is what had failed
			return earlier.At.Compare(last.At) < 0 && earlier.Kinds&shell.Tests != 0 &&
				(earlier.Outcome == ledger.ExitFailed || earlier.Outcome == ledger.OutputFailed)
		}):
			return nil
		}
		ran = one
	}
	return ran
}

// showsNoBehaviour reports whether the user complained of what the program does, and nothing but builds and checks of
// its form has run since the last edit. Neither shows that it does something else now.
func (r *judge) showsNoBehaviour(s detect.Statement, last *ledger.Write) bool {
	asked := text.Head(r.turn.userMessage, text.MaxSearched)
	if r.turn.stepsBefore > 0 && len(asked) < minComplaint { // "Fix it": an earlier message says what
		return false
	}
	if r.LastQuery.Compare(last.At) > 0 || r.LastPageView.Compare(last.At) > 0 || formWords.MatchString(s.Part) ||
		!(s.Mentions(repairWords) && r.failedOnlyTests(last)) &&
			(formWords.Get().MatchString(runtimeErrors.ReplaceAllString(asked, "")) ||
				!complaintWords.Get().MatchString(asked) && !runtimeErrors.MatchString(asked)) {
		return false
	}
	const form = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push
	since := ledger.Place{Step: last.At.Step, Index: last.At.Index - 1}
	return !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		if one.At.Compare(since) <= 0 { // it may be that failure which is fixed
			return one.At.Step > r.turn.stepsBefore && one.Kinds&shell.Checks != 0 && one.Kinds&shell.Tests == 0 &&
				reasonOf(one) != "" && !r.reachedTests(one)
		}
		return one.Kinds&^form != 0 || one.Likely|one.Possible != 0
	})
}

// repairWords say that a fault is gone, and not only that a text is right now.
var repairWords = &text.LazyRegexp{Expr: `\b(?:fix(?:ed|es)?|re?solved)\b|修|解决`}

// failedOnlyTests reports whether tests failed in this turn before an edit, and nothing else did.
func (r *judge) failedOnlyTests(last *ledger.Write) bool {
	found := false
	for _, one := range r.Runs {
		if one.At.Step <= r.turn.stepsBefore || one.At.Compare(last.At) > 0 || one.Kinds&shell.Checks == 0 ||
			one.Outcome != ledger.ExitFailed && one.Outcome != ledger.OutputFailed || r.reachedTests(one) {
			continue
		}
		if one.Kinds&shell.Tests == 0 || one.PassedTests == 0 { // it may be that the tests could not be built
			return false
		}
		found = true
	}
	return found
}

// reachedTests reports whether a later command of a run's line printed that tests passed: the run itself did not fail,
// or the line would have ended there.
func (r *judge) reachedTests(one *ledger.Run) bool {
	return one.Kinds&shell.Tests == 0 && slices.ContainsFunc(r.Runs, func(next *ledger.Run) bool {
		return next.At.Step == one.At.Step && next.At.Index > one.At.Index &&
			next.Kinds&shell.Tests != 0 && next.PassedTests > 0
	})
}

// minComplaint is how long a complaint is that says of what it speaks, in bytes.
const minComplaint = 24

// changedOnlyAppearance reports whether the turn has changed only how a page looks or what it says: style sheets,
// translations.
func (r *judge) changedOnlyAppearance() bool {
	return r.hasChangedFiles() && !slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		if w.NoEffect || w.Reverted || w.At.Step <= r.turn.stepsBefore || w.Folder || filekinds.IsUnchecked(w.Path) {
			return false
		}
		switch ext := path.Ext(w.Path); ext {
		case ".css", ".scss", ".sass", ".less", ".html", ".po", ".strings":
			return w.Tree
		case ".json", ".yml", ".yaml":
			return w.Tree || !slices.ContainsFunc(strings.Split(path.Dir(w.Path), "/"), func(dir string) bool {
				return dir == "locales" || dir == "locale" || dir == "i18n" || dir == "translations" || dir == "lang"
			})
		}
		return true
	})
}
