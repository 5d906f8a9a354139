package claims

import (
	"slices"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

var (
	// complaintWords say that something does not behave as it should.
	complaintWords = &text.LazyRegexp{Expr: `(?i)\b(?:fix|bugs?|crash|hang|freez|leak|wrong|broken?|fail|panic|off by|slow|` +
		`lost|los(?:es|ing)|miss|ignor|duplicat|twice|instead|stuck|flak|flicker|jump|still|never|not|` +
		`(?:nothing|doesn|isn|don|won|can|aren|wasn|didn)(?:'t|t)?\b|500|502|503|404)|` +
		`修|错|崩|卡|漏|丢|不|没|问题|异常|重复|失败|失效|闪|差|慢|变成|bug`}
	// formWords speak of something that a build, a linter or a type checker shows.
	formWords = &text.LazyRegexp{Expr: `(?i)\b(?:(?:re)?(?:build|built|compil|bundl|link|pack)|ci\b|vet\b|ts\d)|typ(?:e|ing)|` +
		`tsc\b|mypy|lint|clippy|warning|import|unused|deprecat|syntax|format|undefined|undeclared|cannot find|not found|` +
		`rename|refactor|upgrad|migrat|image|docker|typo|spell|wording|comment|docs?\b|readme|vulnerab|\bcve\b|audit|` +
		`dependenc|version|` +
		`构建|编译|打包|链接|类型|警告|告警|语法|格式|未定义|找不到|重命名|重构|依赖|升级|迁移|镜像|` +
		`文案|错别字|注释|文档|漏洞|版本`}
)

// showsNoBehaviour reports whether the user complained of what the program does, and nothing but builds and checks of
// its form has run since the last edit. Neither shows that it does something else now.
func (r *Reader) showsNoBehaviour(s detect.Statement, last *write) bool {
	asked := text.Head(r.turn.userMessage, text.MaxSearched)
	if r.turn.stepsBefore > 0 && len(asked) < minComplaint { // "Fix it": an earlier message says what
		return false
	}
	if r.lastQuery.compare(last.at) > 0 || r.lastPageView.compare(last.at) > 0 || s.Mentions(formWords) ||
		formWords.Get().MatchString(asked) || !complaintWords.Get().MatchString(asked) {
		return false
	}
	const form = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push
	since := place{last.at.step, last.at.index - 1}
	return !slices.ContainsFunc(r.runs, func(one *run) bool {
		if one.at.compare(since) <= 0 { // it may be that failure which is fixed
			return one.at.step > r.turn.stepsBefore && one.kinds&checks != 0 && one.kinds&shell.Tests == 0 && reasonOf(one) != ""
		}
		return one.kinds&^form != 0 || one.likely|one.possible != 0
	})
}

// minComplaint is how long a complaint is that says of what it speaks, in bytes.
const minComplaint = 24
