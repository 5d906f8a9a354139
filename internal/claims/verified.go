package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeVerification takes what the agent names and has run for a proof, whatever it is: "checked with `dig`".
func (r *Reader) judgeVerification(s detect.Statement) verdict {
	v := r.judgeLook(s)
	if one := r.contradicts(s); v.reason == "" && one != nil {
		return verdict{reason: FailedOutput, run: one}
	}
	if (v.reason == NoCommand || v.reason == Stale) && !s.Ran && !s.About(usedWords) && !s.About(browserWords) &&
		r.askedAfter(r.lastEdit("")) {
		return verdict{} // another language's program, or a server, may show what is meant
	}
	if v.reason == NoCommand && r.ranNamed(s) || v.reason == FailedExit && s.About(wantedFailure) {
		return verdict{}
	}
	return v
}

var (
	// wellWords say that something is in order.
	wellWords = &text.LazyRegexp{Expr: `\b(?:healthy|running|ready|green|came up|come up|works?|fine|serving|as expected|` +
		`no errors?|without errors?)\b|\b(?:is|are) (?:all )?(?:up|ok|live)\b|正常|健康|就绪|运行中|没有?(?:报错|错误|异常)|` +
		`无(?:报错|错误|异常)|符合预期`}
	// notWell admits that it is not.
	notWell = &text.LazyRegexp{Expr: `\b(?:pending|else|others?|rest|crash\w*|fail\w*|unhealthy|degraded|except|` +
		`but|not|still|[45]\d\d)\b|n't\b|` +
		`[未没不]|其余|其他|其它|失败|异常的`}
	// answered is the status of HTTP that a claim says a server answers with.
	answered = text.LazyRegexp{Expr: `(?:\b(?:answer(?:s|ed)?|return(?:s|ed)?|respond(?:s|ed)?|gets?|got|gives?)\b|返回|响应)` +
		`[^.。,，;；]{0,20}?\b([1-5]\d\d)\b`}
)

// contradicts returns the last look of the turn at a server or a cluster, if its output says the opposite of a claim.
func (r *Reader) contradicts(s detect.Statement) *run {
	var last *run
	var codes []string
	for _, one := range r.runs {
		if one.at.step > r.turn.began && (shell.AsksServer(one.tool.Name) || one.tool.Name == "kubectl") {
			last, codes = one, append(codes, one.codes...)
		}
	}
	if last == nil {
		return nil
	}
	if m := answered.Get().FindStringSubmatch(s.Clause); m != nil && len(codes) > 0 {
		if !slices.Contains(codes, m[1]) {
			return last
		}
		return nil
	}
	if last.troubled && s.About(wellWords) && !s.About(notWell) {
		return last
	}
	return nil
}

// askedAfter reports whether a program was run, or a server asked, in the turn and after a change.
func (r *Reader) askedAfter(last *write) bool {
	return r.asked.step > r.turn.began && (last == nil || r.asked.compare(last.at) > 0)
}

// wantedFailure says that a program is to fail, and does.
var wantedFailure = &text.LazyRegexp{Expr: `\b(?:exit(?:s|ed)?|exiting|returns?|status|code)\b[^.;]{0,20}\b[1-9]\d*\b|` +
	`\bnon-?zero\b|\b(?:is|are|was|were|gets?|got) (?:\w+ )?(?:rejected|refused|denied|blocked)\b|` +
	`\b(?:rejects|refuses|aborts|errors? out)\b|\bfail(?:s|ed)? (?:as (?:expected|it should|intended)|loudly|fast|early|` +
	`with|for|on|when)\b|(?:退出码|返回码|状态码|exit code)\D{0,4}[1-9]|非\s?[零0]|(?:会|能|正确|按预期|如预期)(?:地)?` +
	`(?:报错|失败|拒绝|退出)|被拒`}

// namedProgram finds the program of a command that a sentence names.
var namedProgram = text.LazyRegexp{Expr: "`([\\w.-]{3,})|" +
	"\\b(?:with|using|via|by running) ([\\w.-]{3,})|用\\s?([\\w.-]{3,})"}

// ranNamed reports whether a shell line after the turn's last edit has a program that the sentence names.
func (r *Reader) ranNamed(s detect.Statement) bool {
	last := r.lastEdit("")
	for _, m := range namedProgram.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		program := strings.TrimRight(m[1]+m[2]+m[3], ".")
		for _, line := range r.lines {
			if (last == nil || line.at.compare(last.at) > 0) && slices.Contains(strings.Fields(line.text), program) {
				return true
			}
		}
	}
	return false
}

// judgeLook requires any look at the result after the last edit of this turn; if code was edited, a run of it.
// What was run, or seen in a browser, no file shows.
func (r *Reader) judgeLook(s detect.Statement) verdict {
	last, at := r.lastEdit(""), place{}
	edited := last != nil && last.at.step > r.turn.began
	if edited {
		at = last.at
	}
	runs := r.matching(^shell.Kinds(0))
	s.Ran = s.Ran || s.About(usedWords)
	switch {
	case s.About(browserWords) && r.browsed.compare(at) > 0, s.Tried && r.acted.compare(at) > 0,
		s.Tried && !s.Ran && !s.About(browserWords) && r.looked.compare(at) > 0:
		return verdict{}
	case s.About(browserWords) && r.browsed.step > 0:
		return verdict{reason: Stale, change: last}
	case s.About(browserWords):
		return verdict{reason: NoCommand}
	case s.Ran:
		runs = slices.DeleteFunc(runs, func(one *run) bool {
			return one.kinds&(shell.Tests|shell.Execute|shell.Deploy) == 0 &&
				(one.kinds&shell.Build == 0 || !s.About(builtWords))
		})
	}
	if edited && (!s.About(lookWords) || s.About(triedWords) || s.Ran) {
		return r.judgeRunAfter(slices.DeleteFunc(runs, func(one *run) bool {
			return one.kinds&Verified.ProvedBy() == 0
		}), last)
	}
	if len(runs) > 0 || r.looked.step > 0 && !s.Ran {
		return verdict{run: lastRun(runs)}
	}
	if r.mayShow(shell.AnyCheck, r.lastEditAt(), true) {
		return verdict{}
	}
	return verdict{reason: NoCommand}
}

var (
	browserWords = &text.LazyRegexp{Expr: `\b(?:in|with|on) (?:(?:the|a|my|both|every|headless|real) )?` +
		`(?:browsers?|chrom(?:e|ium)|firefox|safari)\b|\bscreenshots? (?:show|of)|浏览器|在 ?(?:chrome|firefox|safari)|` +
		`\bon (?:(?:an?|the|my|both|real|physical) )*(?:devices?|phones?|simulators?|emulators?|iphones?|ipads?)\b|` +
		`真机|实机|模拟器`}
	// usedWords name a program that was used.
	usedWords = &text.LazyRegexp{Expr: `\b(?:with|using|via) (?:curl|postman|httpie|wget|psql|valgrind|strace)\b|` +
		`\bby (?:\w+ly )?(?:running|starting|launching|booting|calling|opening|clicking|requesting|replaying|logging)\b|` +
		`\bin the (?:running )?(?:app|application|ui)\b|用\s?(?:curl|postman|wget|psql)|起了?服务|[点走]了[一两几]遍`}
	builtWords = &text.LazyRegexp{Expr: `build|bundl|compil|generat|render|构建|编译|生成`}
	// browsing are names of tools and commands that open a page.
	browsing = text.LazyLines(`browser|playwright|puppeteer|cypress|chrom(?:e|ium)|firefox|safari|` +
		`selenium|adb\b|android|mobile|emulator|simulator|xcrun|xcodebuild|` +
		`webdriver|devtools|screenshot|navigate|testcafe|lighthouse|backstop|e2e|wdio|computer|simctl|detox|maestro|` +
		`\bopen\b`)
	picture = text.LazyRegexp{Expr: `(?i)\.(?:png|jpe?g|webp|gif)$`}
)

// noteUse notes whether a command runs a program or asks a server or a database, and whether it opens a page. A script
// may do both.
func noteUse(c *call, cmd shell.Command, at place) {
	if len(cmd.Args) == 0 {
		return
	}
	if shell.Acts(cmd) {
		c.acted = at
	}
	if shell.Acts(cmd) || shell.Asks(cmd) {
		c.asked = at
	}
	c.browses = c.browses || shell.PossiblyProves(cmd)&shell.Execute != 0 || shell.RunsScript(cmd.Args) ||
		browsing.Get().Match(strings.ToLower(strings.Join(cmd.Args, " ")))
}

// used takes over what a call that did not fail has used. A subagent whose steps are not in the session may have.
func (r *Reader) used(c *call) {
	if c.agent && c.lines == r.agentLines {
		c.acted, c.browses = place{c.step, 0}, true
	}
	if c.acted.step > 0 {
		r.acted = c.acted
	}
	if c.asked.step > 0 {
		r.asked = c.asked
	}
	if c.browses {
		r.browsed = place{c.step, maxRecent} // after all that the step wrote
	}
}
