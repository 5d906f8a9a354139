package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

// judgeVerification accepts any command that the agent names and has run: "checked with `dig`".
func (r *Reader) judgeVerification(s detect.Statement) verdict {
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
	if one := r.failedTrial(place{r.turn.stepsBefore, maxRecent}); v.reason == "" && one != nil && (saysTried(s) ||
		s.Mentions(existenceWords) && (one.kinds|one.possible)&shell.Deploy != 0 && !s.Mentions(troubleWords)) {
		return verdict{reason: FailedExit, run: one}
	}
	if one := r.failedRequest(s); v.reason == "" && one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	if v.reason == "" {
		if other := r.judgeSight(s, v.run); other.reason != "" {
			return other
		}
	}
	if one := r.contradictingRun(s); one != nil && (v.reason == "" || one.stopped != "") {
		return verdict{reason: FailedOutput, run: one}
	}
	one := r.sawFormality(s)
	if one == nil && v.reason == "" {
		one = r.sawOnlyForm(s)
	}
	if (v.reason == "" || v.reason == NoCommand) && one != nil {
		return verdict{reason: Partial, run: one, advice: "`" + one.command + "` does not show what the program does"}
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
func (r *Reader) failedRequest(s detect.Statement) *run {
	if s.Mentions(expectedFailure) || s.Mentions(badInput) || s.Mentions(troubleWords) || s.Mentions(notRunWords) {
		return nil
	}
	for _, m := range claimedRoute.Get().FindAllStringSubmatch(s.Part, maxCounts) {
		for _, one := range slices.Backward(r.runs) {
			isRequest := shell.IsServerClient(one.tool.Name)
			if one.at.step <= r.turn.stepsBefore || !isRequest && one.kinds&shell.Inspect == 0 {
				break
			}
			if isRequest && strings.Contains(strings.ToLower(one.fullLine), m[1]) {
				if one.outcome == exitFailed && one.isLast {
					return one
				}
				break
			}
		}
	}
	return nil
}

// plannedAfter reports whether a line after a place has shown what a deployment would do, and did not fail.
func (r *Reader) plannedAfter(at place) bool {
	return r.lastPlan != nil && r.lastPlan.at.compare(at) > 0 &&
		!slices.ContainsFunc(r.shellLines, func(line shellLine) bool {
			return line.failed && line.at.step == r.lastPlan.at.step
		})
}

// sawOnlyForm returns the last run since the turn's last edit of code if a claim tells of what the program does, and
// nothing has run since but builds, linters and type checkers, and nothing else was looked at; otherwise nil.
func (r *Reader) sawOnlyForm(s detect.Statement) (ran *run) {
	last := r.lastEdit("")
	const form = shell.Types | shell.Build | shell.Lint
	byHand := s.Mentions(handWords)
	if last == nil || last.at.step <= r.turn.stepsBefore || !byHand && (shell.FamilyOfFile(last.Path) == "" ||
		s.Mentions(formWords)) || s.Mentions(readWords) || s.Mentions(codeWords) ||
		r.lastQuery.compare(last.at) > 0 || r.lastPageView.compare(last.at) > 0 ||
		!s.Mentions(behaviourWords) && meansProgram.MatchString(s.Part) && r.ranNamedProgram(s) {
		return nil
	}
	looked, types := r.lastLook.compare(last.at) > 0, byHand || s.Mentions(behaviourWords)
	for _, one := range runsAfter(r.runs, last.at) {
		if one.kinds == shell.Inspect && one.tool.Name == "git" && types { // a diff shows nothing of what it does
			looked = looked && one.at.step != r.lastLook.step
			continue
		}
		if (one.kinds|one.likely|one.possible)&^form != 0 {
			return nil
		}
		ran, looked = one, looked && one.at.step != r.lastLook.step
		types = types || one.kinds&shell.Types != 0
	}
	if looked || !types { // a linter or a build may show a state of the code
		return nil
	}
	return ran
}

// migratedOneWay returns the last line of the turn that migrated a database if a claim says that it went up and down
// again, and no line may have taken it down; otherwise nil.
func (r *Reader) migratedOneWay(s detect.Statement) (up *run) {
	if !bothWaysWords.MatchString(s.Part) || !s.Mentions(migrationWords) || s.Mentions(notRunWords) {
		return nil
	}
	for _, line := range r.shellLines {
		if line.at.step <= r.turn.stepsBefore {
			continue
		}
		if downCommands.MatchString(line.text) {
			return nil
		}
		if migrationWords.MatchString(line.text) {
			up = &run{at: line.at, command: line.text}
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
func (r *Reader) unendedRun(s detect.Statement) *run {
	one := lastRun(r.runs)
	for _, earlier := range slices.Backward(r.runs) {
		if earlier.kinds&(shell.Execute|shell.Tests) != 0 || earlier.possible != 0 {
			one = earlier
			break
		}
	}
	if !s.Mentions(completionWords) || one == nil || one.outcome != inBackground || one.at.step <= r.turn.stepsBefore ||
		r.lastLook.step > max(one.at.step, one.runningAt) || r.lastExecution.compare(one.at) > 0 {
		return nil
	}
	return one
}

// hasQueriedAfter reports whether the turn has run a program or queried a service after a change; nil means since its
// beginning.
func (r *Reader) hasQueriedAfter(last *write) bool {
	return r.lastQuery.step > r.turn.stepsBefore && (last == nil || r.lastQuery.compare(last.at) > 0)
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
func (r *Reader) unusedProgram(s detect.Statement) string {
	m := meansProgram.FindStringSubmatch(s.Part)
	if m == nil || s.Mentions(notRunWords) {
		return ""
	}
	name, sub := m[1]+m[3], m[2]+m[4]
	const form = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push
	if r.namesInLine(func(line string) bool { return strings.Contains(line, name) && strings.Contains(line, sub) }) ||
		slices.ContainsFunc(r.runs, func(one *run) bool {
			return strings.Contains(one.fullLine, name) && strings.Contains(one.fullLine, sub) ||
				one.at.step > r.turn.stepsBefore &&
					(one.kinds&^form != 0 || one.possible|one.likely != 0)
		}) {
		return ""
	}
	return strings.TrimSpace(name + " " + sub)
}

// ranNamedProgram reports whether a shell line after the last edit contains a program that the sentence names.
func (r *Reader) ranNamedProgram(s detect.Statement) bool {
	last := r.lastEdit("")
	for _, m := range namedProgram.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		program := strings.TrimRight(m[1]+m[2]+m[3], ".")
		for _, line := range r.shellLines {
			if (last == nil || line.at.compare(last.at) > 0) && slices.Contains(strings.Fields(line.text), program) {
				return true
			}
		}
	}
	return false
}

// judgeLook requires some look at the result after the turn's last edit; if code was edited, a run of it. For a claim
// that something was run, or seen in a browser, reading a file is not enough.
func (r *Reader) judgeLook(s detect.Statement) verdict {
	last, at := r.lastEdit(""), place{}
	edited := last != nil && last.at.step > r.turn.stepsBefore
	if edited {
		at = last.at
	}
	runs := r.runsProving(^shell.Kinds(0))
	s.SaysRun = s.SaysRun || s.Mentions(useWords) || s.Mentions(ranWords)
	if r.claimsUnseenSystem(s) || r.claimsUnseenContainer(s) {
		return verdict{reason: NoCommand}
	}
	if edited && s.Mentions(lookedWords) && r.lastPageView.compare(at) <= 0 && !s.Mentions(codeWords) &&
		!r.mayHaveProved(shell.Execute, at, true) {
		return verdict{reason: NoCommand, change: last}
	}
	switch {
	case s.Mentions(browserWords) && r.lastPageView.compare(at) > 0, s.OwnUse && r.lastExecution.compare(at) > 0,
		s.OwnUse && !s.SaysRun && !s.Mentions(browserWords) && r.lastLook.compare(at) > 0:
		return verdict{}
	case s.Mentions(browserWords) && r.lastPageView.step > 0:
		return verdict{reason: Stale, change: last}
	case s.Mentions(browserWords):
		return verdict{reason: NoCommand}
	case s.SaysRun || s.Mentions(handTestWords):
		runs = slices.DeleteFunc(runs, func(one *run) bool {
			return one.kinds&(shell.Tests|shell.Execute|shell.Deploy) == 0 &&
				(one.kinds&shell.Build == 0 || !s.Mentions(buildWords))
		})
	}
	if edited && (!s.Mentions(readWords) || s.Mentions(triedWords) || s.SaysRun) {
		return r.judgeRunAfter(slices.DeleteFunc(runs, func(one *run) bool {
			return one.kinds&Verified.ProvedBy() == 0
		}), last)
	}
	if len(runs) > 0 || r.lastPageView.step > 0 || r.lastLook.step > 0 && !s.SaysRun && !s.Mentions(handTestWords) {
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
	// pageOpeners are in the names of tools and commands that open a page.
	pageOpeners = text.LazyLines(`browser|playwright|puppeteer|cypress|chrom(?:e|ium)|firefox|safari|` +
		`selenium|adb\b|android|mobile|emulator|simulator|xcrun|xcodebuild|` +
		`webdriver|devtools|screenshot|navigate|testcafe|lighthouse|backstop|e2e|wdio|computer|simctl|detox|maestro|` +
		`\bopen\b`)
	pictureFile = text.LazyRegexp{Expr: `(?i)\.(?:png|jpe?g|webp|gif)$`}
)

// noteCommandUse notes whether a command runs a program, queries a service or opens a page. A script may do all of
// these.
func noteCommandUse(c *call, cmd shell.Command, at place) {
	if len(cmd.Args) == 0 {
		return
	}
	if shell.RunsOrQueries(cmd) {
		c.executedAt, c.queriedAt = at, at
	} else if shell.QueriesService(cmd) {
		c.queriedAt = at
	}
	c.changesPage = true
	c.opensPage = c.opensPage || shell.PossiblyProves(cmd)&shell.Execute != 0 || shell.RunsScript(cmd.Args) ||
		pageOpeners.Get().Match(strings.ToLower(strings.Join(cmd.Args, " ")))
}

var (
	// brokenPages match what a browser says of a page that it could not load.
	brokenPages = text.LazyRegexp{Expr: `chrome-error:|\bnet::ERR_|\bNS_ERROR_|ERR_CONNECTION|ERR_NAME_NOT`}
	// pageChangers are in the names of tools that go to another page.
	pageChangers = text.LazyRegexp{Expr: `(?i)navigate|goto|\bopen|new_?page`}
)

// notePage notes whether the browser shows a page that it could not load, until it goes to another one.
func (r *Reader) notePage(c *call, b streamjson.Block) {
	if !c.opensPage {
		return
	}
	broken := brokenPages.Get().Match(b.Content[:min(len(b.Content), maxHead)])
	r.pageBroken = broken || r.pageBroken && !(c.changesPage && !b.IsError)
}

// recordUse takes over what noteCommandUse noted, for a call that succeeded. A subagent whose steps are not in the
// session may have run anything.
func (r *Reader) recordUse(c *call) {
	if c.startsAgent && c.subagentLines == r.subagentLines {
		c.executedAt, c.opensPage = place{c.step, 0}, true
	}
	if c.executedAt.step > 0 {
		r.lastExecution = c.executedAt
	}
	if c.queriedAt.step > 0 {
		r.lastQuery = c.queriedAt
	}
	if c.opensPage && !r.pageBroken {
		r.lastPageView = place{c.step, maxRecent} // after all changes of this step
	}
}
