package claims

import (
	"slices"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// systemWords say that something was seen where the program runs, which no file of the project shows.
var systemWords = &text.LazyRegexp{Expr: `(?:\b(?:i|we)(?:'ve| have)? (?:\w+ ){0,2}?|^\W*|, |\band (?:then )?)` +
	`(?:confirmed|verified|checked|watched|observed|saw|looked)` +
	`(?: (?:it|this|that|them|again|too|directly|live|myself))*,? (?:in|on|against|at|via|from) (?:(?:the|our|your|` +
	`both) )?` +
	`(?:(?:live|running|real|actual|production|prod|staging|test|k8s|kubernetes) )*` +
	`(?:cluster|production|prod|staging|grafana|datadog|sentry|cloudwatch|kibana|prometheus|new relic|jaeger|` +
	`monitoring|dashboards?|database|bucket|queue|pods?|server|host)(?: (?:logs?|metrics|dashboards?|graphs?|console))?` +
	`(?:$|,| that | for | and | how | whether |:)|` +
	`(?:在|从|到)\s?(?:\p{Han}{0,4}(?:测试环境|预发|生产|线上|集群|监控)|grafana|sentry|kibana|datadog|prometheus)[^，。；]{0,8}?` +
	`(?:确认|观察|查看|看到|核对|验证)[^，。；]|` +
	`(?:观察|查看|看|盯)(?:了|过|了一[下会]儿?)\s?(?:线上|生产|集群|测试环境)?的?\s?(?:监控|面板|仪表盘|大盘|grafana|sentry)`}

// quotedWords say that the user gave what was seen.
var quotedWords = &text.LazyRegexp{Expr: `\byou(?:'ve| have)? (?:\w+ )?(?:sent|paste|gave|share|post|attach|show|` +
	`provid)|` +
	`\byour (?:paste|screenshot|log|output)|你(?:贴|给|发|提供|截)`}

// claimsUnseenSystem reports whether a claim says what was seen where the program runs, although no step could look
// there: nothing was run or asked but tests, builds and looks at files.
func (r *Reader) claimsUnseenSystem(s detect.Statement) bool {
	return s.Mentions(systemWords) && !s.Mentions(quotedWords) && r.lastQuery.step+r.lastExecution.step == 0 &&
		r.lastPageView.step+r.lastReport.step == 0 && !slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.kinds&(shell.Execute|shell.Deploy) != 0 || one.possible|one.likely != 0 || one.unknown || one.watchesCI
	})
}
