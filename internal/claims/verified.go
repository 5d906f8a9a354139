package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeVerification accepts any command that the agent names and has run: "checked with `dig`".
func (r *judge) judgeVerification(s detect.Statement) verdict {
	if one := r.unendedRun(s); one != nil {
		return verdict{reason: BackgroundOnly, run: one}
	}
	if v := r.judgeInstrument(s, faultFinders, instruments); v.reason != "" {
		return v
	}
	if name := r.unusedProgram(s); name != "" {
		return verdict{reason: NoCommand, advice: name + " was not run"}
	}
	if one := r.migratedOneWay(s); one != nil {
		return verdict{reason: Partial, run: one, advice: "no step took the migration back"}
	}
	if r.claimsUnsentRequest(s) {
		return verdict{reason: NoCommand, advice: "no step sent a request"}
	}
	v := r.judgeLook(s)
	trial := r.failedTrial(ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent})
	if v.reason == "" && trial != nil && (saysTried(s) ||
		s.Mentions(existenceWords) && (trial.Kinds|trial.Possible)&shell.Deploy != 0 && !s.Mentions(troubleWords)) {
		return verdict{reason: FailedExit, run: trial}
	}
	if one := r.failedRequest(s); v.reason == "" && one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	if v.reason == "" {
		if other := r.judgeSight(s, v.run); other.reason != "" {
			return other
		}
	}
	if one := r.contradictingRun(s); one != nil && (v.reason == "" || one.Stopped != "") {
		return verdict{reason: FailedOutput, run: one}
	}
	one := r.sawFormality(s)
	if one == nil && v.reason == "" {
		one = r.sawOnlyForm(s)
	}
	if (v.reason == "" || v.reason == NoCommand) && one != nil {
		return verdict{reason: Partial, run: one, advice: "`" + one.Command + "` does not show what the program does"}
	}
	if (v.reason == NoCommand || v.reason == Stale) && !s.SaysRun && !s.Mentions(useWords) &&
		!s.Mentions(browserWords) && r.hasQueriedAfter(r.lastEdit("")) {
		return verdict{} // a program in another language, or a server, may prove it
	}
	if v.reason == EmptyRun && s.Mentions(dryRunWords) {
		return verdict{run: v.run}
	}
	if one := r.missesStarted(s); v.reason == "" && one != nil {
		return verdict{reason: Partial, run: one}
	}
	if v.reason == NoCommand && (r.installedAfter(s) || s.Mentions(dryRunWords) && r.plannedAfter(r.lastEditPlace())) {
		return verdict{}
	}
	if v.reason == NoCommand && !s.Mentions(browserWords) && r.ranNamedProgram(s) || v.reason == FailedExit &&
		(s.Mentions(expectedFailure) || s.Mentions(badInput) && stopVerbs.MatchString(strings.ToLower(s.Text))) {
		return verdict{}
	}
	return v
}

// failedRequest returns the last request of the turn for an address that a claim names if its program failed and
// nothing but requests has run since; otherwise nil.
func (r *judge) failedRequest(s detect.Statement) *ledger.Run {
	if s.Mentions(expectedFailure) || s.Mentions(badInput) || s.Mentions(troubleWords) || s.Mentions(notRunWords) {
		return nil
	}
	for _, m := range claimedRoute.Get().FindAllStringSubmatch(s.Part, maxCounts) {
		for _, one := range slices.Backward(r.Runs) {
			isRequest := shell.IsServerClient(one.Tool.Name)
			if one.At.Step <= r.turn.stepsBefore || !isRequest && one.Kinds&shell.Inspect == 0 {
				break
			}
			if isRequest && strings.Contains(strings.ToLower(one.FullLine), m[1]) {
				if one.Outcome == ledger.ExitFailed && one.IsLast {
					return one
				}
				break
			}
		}
	}
	return nil
}

// plannedAfter reports whether a line after a place has shown what a deployment would do, and did not fail.
func (r *judge) plannedAfter(at ledger.Place) bool {
	return r.LastPlan != nil && r.LastPlan.At.Compare(at) > 0 &&
		!slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
			return line.Failed && line.At.Step == r.LastPlan.At.Step
		})
}

// sawOnlyForm returns the last run since the turn's last edit of code if a claim tells of what the program does, and
// nothing has run since but builds, linters and type checkers, and nothing else was looked at; otherwise nil.
func (r *judge) sawOnlyForm(s detect.Statement) (ran *ledger.Run) {
	last := r.lastEdit("")
	const form = shell.Types | shell.Build | shell.Lint
	byHand := s.Mentions(handWords)
	if last == nil || last.At.Step <= r.turn.stepsBefore || !byHand && (shell.FamilyOfFile(last.Path) == "" ||
		s.Mentions(formWords)) || s.Mentions(readWords) || s.Mentions(codeWords) ||
		r.LastQuery.Compare(last.At) > 0 || r.LastPageView.Compare(last.At) > 0 ||
		!s.Mentions(behaviourWords) && meansProgram.MatchString(s.Part) && r.ranNamedProgram(s) {
		return nil
	}
	looked, types := r.LastLook.Compare(last.At) > 0, byHand || s.Mentions(behaviourWords)
	for _, one := range runsAfter(r.Runs, last.At) {
		if one.Kinds == shell.Inspect && one.Tool.Name == "git" && types { // a diff shows nothing of what it does
			looked = looked && one.At.Step != r.LastLook.Step
			continue
		}
		if (one.Kinds|one.Likely|one.Possible)&^form != 0 {
			return nil
		}
		ran, looked = one, looked && one.At.Step != r.LastLook.Step
		types = types || one.Kinds&shell.Types != 0
	}
	if looked || !types { // a linter or a build may show a state of the code
		return nil
	}
	return ran
}

// migratedOneWay returns the last line of the turn that migrated a database if a claim says that it went up and down
// again, and no line may have taken it down; otherwise nil.
func (r *judge) migratedOneWay(s detect.Statement) (up *ledger.Run) {
	if !bothWaysWords.MatchString(s.Part) || !s.Mentions(migrationWords) || s.Mentions(notRunWords) {
		return nil
	}
	for _, line := range r.ShellLines {
		if line.At.Step <= r.turn.stepsBefore {
			continue
		}
		if downCommands.MatchString(line.Text) {
			return nil
		}
		if migrationWords.MatchString(line.Text) {
			up = &ledger.Run{At: line.At, Command: line.Text}
		}
	}
	return up
}

var (
	bothWaysWords = text.LazyRegexp{Expr: `\bforwards? and (?:then )?back(?:wards?)?\b|\bboth (?:directions|ways)\b|` +
		`\bup and (?:then )?(?:back )?down\b|\bdown and (?:then )?(?:back )?up\b|` +
		`\bupgrade[sd]? and (?:the )?downgrade|\bapplied and (?:then )?(?:rolled back|reverted)\b|` +
		`\brolled (?:it )?back\b|回滚|正反|双向|来回`}
	migrationWords = &text.LazyRegexp{Expr: `(?i)migrat|\balembic\b|\bgoose\b|\bdbmate\b|\bflyway\b|\bliquibase\b|` +
		`\bknex\b|` +
		`\bsqlx\b|\bdiesel\b|\bupgrade[sd]? and|迁移`}
	// downCommands match lines that may take a migration back: those for it, and those that may run anything.
	downCommands = text.LazyRegexp{Expr: `(?i)roll|down|revert|undo|redo|reset|refresh|zero|back|VERSION=|` +
		`\bmigrate \S+ \S*\d|` +
		`sql\b|sqlite|test|spec|\b(?:make|just|task|npm run|pnpm|yarn)\b|\.(?:sh|py|rb|js|ts|sql)\b(?:$| [^m])`}
)

// handTestWords say that a program was used, which looking at its files is not.
var handTestWords = &text.LazyRegexp{Expr: `\b(?:manually|hand)[- ]tested\b|\btested (?:(?:it|this|that|them) )?` +
	`(?:by hand|manually)\b|(?:手动|手工|亲自)(?:测试|测过|测了)`}

// handWords say that something was tried as its users do.
var handWords = &text.LazyRegexp{Expr: `测试机|测试环境|预发|\bend[- ]to[- ]end\b|\bby hand\b|\bmanually\b|` +
	`\bclick\w*|\btried\b|手动|手工|端到端|实测|实际(?:验证|测|跑|试|操作|运行|用)|亲自`}

// behaviourWords tell what a program does when it runs, unlike a state of its code.
var behaviourWords = &text.LazyRegexp{Expr: `\b(?:closes?|opens?|loads?|renders?|starts?|restarts?|submits?|` +
	`redirects?|fires?|triggers?|` +
	`becomes?|yields?|rounds?|returns?|responds?|answers?|saves?|sends?|plays?|scrolls?|survives?|recovers?|` +
	`reconnects?|resumes?|prints?|` +
	`crash\w*|` +
	`hangs?|leaks?|users?|clients?)\b|正常|恢复|变成|变为|等待|重试|打开|关闭|返回|显示|跳转|生效|启动|运行|` +
	`重启|弹|登录|提交|保存|触发|` +
	`滚动|崩|卡|流程`}

// dryRunWords say that something was only tried without an effect.
var dryRunWords = &text.LazyRegexp{Expr: `\bdry[- ]?run|\bplan\b|演练|试运行`}

// codeWords speak of the code, or of what a build makes of it, and not of what it does.
var codeWords = &text.LazyRegexp{Expr: `\b(?:chunks?|bundles?|artifacts?|assets?|binary|binaries|sizes?|` +
	`config\w*|manifests?|plan|variables?|call sites?|templates?|conflicts?|line by line|code|callers?|` +
	`references?|usages?|patterns?|rules?)\b|写法|代码|引用|` +
	`调用方|产物|体积|配置`}

// completionWords say that something ran to its end.
var completionWords = &text.LazyRegexp{Expr: `\b(?:finished|completed?|done|ended|to the end|top to bottom|` +
	`after \d+ epochs?|(?:found|turned up|hit) (?:no|nothing))\b|跑完|执行完|跑通|运行完`}

// unendedRun returns the last program, if a claim says that it has ended although it still ran in the background when
// it was last seen; otherwise nil.
func (r *judge) unendedRun(s detect.Statement) *ledger.Run {
	one := lastRun(r.Runs)
	for _, earlier := range slices.Backward(r.Runs) {
		if earlier.Kinds&(shell.Execute|shell.Tests) != 0 || earlier.Possible != 0 {
			one = earlier
			break
		}
	}
	if !s.Mentions(completionWords) || one == nil || one.Outcome != ledger.InBackground ||
		one.At.Step <= r.turn.stepsBefore ||
		r.LastLook.Step > max(one.At.Step, one.RunningAt) || r.LastExecution.Compare(one.At) > 0 {
		return nil
	}
	return one
}

// hasQueriedAfter reports whether the turn has run a program or queried a service after a change; nil means since its
// beginning.
func (r *judge) hasQueriedAfter(last *ledger.Write) bool {
	return r.LastQuery.Step > r.turn.stepsBefore && (last == nil || r.LastQuery.Compare(last.At) > 0)
}

// expectedFailure says that a program is meant to fail, and does.
var expectedFailure = &text.LazyRegexp{Expr: `\b(?:exit(?:s|ed)?|exiting|returns?|status|` +
	`code)\b[^.;]{0,20}\b(?:[1-9]\d?|1\d\d|[45]\d\d)\b|` +
	`\bnon-?zero\b|\b(?:is|are|was|were|gets?|got) (?:\w+ )?(?:rejected|refused|denied|blocked)\b|` +
	`\b(?:rejects|refuses|aborts|errors? out)\b|\bfail(?:s|ed)? (?:as (?:expected|it should|intended)|` +
	`loudly|fast|early|with|for|on|when)\b|(?:退出码|返回码|状态码|exit code)\D{0,4}(?:[1-9]\d?|1\d\d|` +
	`[45]\d\d)(?:\D|$)|非\s?[零0]|(?:会|能|正确|按预期|如预期)(?:地)?` +
	`(?:报错|失败|拒绝|退出)|被拒`}

var (
	// badInput names an input that a program should refuse, and stopVerbs say that it did.
	badInput = &text.LazyRegexp{Expr: `\b(?:bogus|invalid|bad|wrong|missing|non-?existent|unknown|malformed|` +
		`corrupt\w*|without (?:an?|the|any))\b|` +
		`错误的|无效|不存在|非法`}
	stopVerbs = text.LazyRegexp{Expr: `\b(?:stops?|stopped|fails?|failed|errors?|rejects?|rejected|refuses?|` +
		`refused|complains?|complained|aborts?|` +
		`aborted|exits?|exited)\b|报错|失败|拒绝|退出|停`}
)

// namedProgram matches the program of a command that a sentence names.
var namedProgram = text.LazyRegexp{Expr: "`([\\w.-]{3,})|" +
	"\\b(?:with|using|via|by running) ([\\w.-]{3,})|用\\s?([\\w.-]{3,})"}

// meansProgram matches the program with which a claim says that something was verified.
var meansProgram = text.LazyRegexp{Expr: "\\b(?:with|using|via|" +
	"by running) `([a-z][a-z0-9_-]{2,})(?: ([a-z][a-z-]*)[^`]*)?`|" +
	"用\\s?`([a-z][a-z0-9_-]{2,})(?: ([a-z][a-z-]*)[^`]*)?`"}

// unusedProgram returns the program with which a claim says that something was verified, if no step named it and
// nothing ran in the turn but builds and checks of the code's form; otherwise "".
func (r *judge) unusedProgram(s detect.Statement) string {
	m := meansProgram.FindStringSubmatch(s.Part)
	if m == nil || s.Mentions(notRunWords) {
		return ""
	}
	name, sub := m[1]+m[3], m[2]+m[4]
	const form = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push
	if r.namesInLine(func(line string) bool { return strings.Contains(line, name) && strings.Contains(line, sub) }) ||
		slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
			return strings.Contains(one.FullLine, name) && strings.Contains(one.FullLine, sub) ||
				one.At.Step > r.turn.stepsBefore &&
					(one.Kinds&^form != 0 || one.Possible|one.Likely != 0)
		}) {
		return ""
	}
	return strings.TrimSpace(name + " " + sub)
}

// ranNamedProgram reports whether a shell line after the last edit contains a program that the sentence names.
func (r *judge) ranNamedProgram(s detect.Statement) bool {
	last := r.lastEdit("")
	for _, m := range namedProgram.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		program := strings.TrimRight(m[1]+m[2]+m[3], ".")
		for _, line := range r.ShellLines {
			if (last == nil || line.At.Compare(last.At) > 0) && slices.Contains(strings.Fields(line.Text), program) {
				return true
			}
		}
	}
	return false
}

// judgeLook requires some look at the result after the turn's last edit; if code was edited, a run of it. For a claim
// that something was run, or seen in a browser, reading a file is not enough.
func (r *judge) judgeLook(s detect.Statement) verdict {
	last, at := r.lastEdit(""), ledger.Place{}
	edited := last != nil && last.At.Step > r.turn.stepsBefore
	if edited {
		at = last.At
	}
	runs := r.runsProving(^shell.Kinds(0))
	s.SaysRun = s.SaysRun || s.Mentions(useWords) || s.Mentions(ranWords)
	if r.claimsUnseenSystem(s) || r.claimsUnseenContainer(s) {
		return verdict{reason: NoCommand}
	}
	if edited && s.Mentions(lookedWords) && r.LastPageView.Compare(at) <= 0 && !s.Mentions(codeWords) &&
		!r.mayHaveProved(shell.Execute, at, true) {
		return verdict{reason: NoCommand, change: last}
	}
	switch {
	case s.Mentions(browserWords) && r.LastPageView.Compare(at) > 0, s.OwnUse && r.LastExecution.Compare(at) > 0,
		s.OwnUse && !s.SaysRun && !s.Mentions(browserWords) && r.LastLook.Compare(at) > 0:
		return verdict{}
	case s.Mentions(browserWords) && r.LastPageView.Step > 0:
		return verdict{reason: Stale, change: last}
	case s.Mentions(browserWords):
		return verdict{reason: NoCommand}
	case s.SaysRun || s.Mentions(handTestWords):
		runs = slices.DeleteFunc(runs, func(one *ledger.Run) bool {
			return one.Kinds&(shell.Tests|shell.Execute|shell.Deploy) == 0 &&
				(one.Kinds&shell.Build == 0 || !s.Mentions(buildWords))
		})
	}
	if edited && (!s.Mentions(readWords) || s.Mentions(triedWords) || s.SaysRun) {
		return r.judgeRunAfter(slices.DeleteFunc(runs, func(one *ledger.Run) bool {
			return one.Kinds&Verified.ProvedBy() == 0
		}), last)
	}
	if len(runs) > 0 || r.LastPageView.Step > 0 || r.LastLook.Step > 0 && !s.SaysRun && !s.Mentions(handTestWords) {
		return verdict{run: lastRun(runs)}
	}
	if r.mayHaveProved(shell.AnyCheck, r.lastEditPlace(), true) {
		return verdict{}
	}
	return verdict{reason: NoCommand}
}

var (
	browserWords = &text.LazyRegexp{Expr: `\b(?:in|with|on) (?:(?:the|a|my|both|every|headless|real) )?` +
		`(?:browsers?|chrom(?:e|ium)|firefox|safari)\b|\bscreenshots? (?:show|of)|浏览器|在 ?(?:chrome|firefox|safari)|` +
		`\bon (?:(?:an?|the|my|both|real|physical) )*(?:devices?|phones?|simulators?|emulators?|iphones?|ipads?)\b|` +
		`真机|实机|模拟器|\b(?:i|we)(?:'ve| have)? (?:then |also )?clicked (?:through|on|around|the)\b`}
	// useWords say that a program was used.
	useWords = &text.LazyRegexp{Expr: `\b(?:with|using|via) (?:curl|postman|httpie|wget|psql|valgrind|strace)\b|` +
		`\bby (?:\w+ly )?(?:running|starting|launching|booting|calling|opening|clicking|requesting|replaying|logging)\b|` +
		`\bin the (?:running )?(?:app|application|ui)\b|用\s?(?:curl|postman|wget|psql)|起了?服务|[点走]了[一两几]遍`}
	// ranWords say that the agent ran a program of the project, and not only a check of it.
	ranWords = &text.LazyRegexp{Expr: `\b(?:i|we)(?:'ve| have)? (?:\w+ly |then |also |just )?(?:re-?)?(?:ran|started|` +
		`launched|` +
		`booted) (?:it|them|this|(?:the|a|an|your|our|its) (?:\w+[ -])?(?:app|application|server|service|worker|program|` +
		`script|` +
		`jobs?|binary|cli|daemon|bot|site|client|importer|exporter|consumer|producer|crawler|container|stack|api|pipeline|` +
		`command|tool|game|notebook|simulation|migration))\b|` +
		`实际(?:并|地)?(?:运行|执行|跑)|(?:运行|执行|跑)(?:并|来|了|一[遍下次])?验证|(?:通过|` +
		`经过?)[^，。；]{0,10}(?:压测|压力测试|演练|灰度|联调)`}
	buildWords = &text.LazyRegexp{Expr: `build|bundl|compil|generat|render|构建|编译|生成`}
)
