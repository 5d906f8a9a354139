package claims

import (
	"slices"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
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
	`monitoring|dashboards?|database|bucket|queue|pods?|server|host)(?: (?:logs?|metrics|dashboards?|` +
	`graphs?|console))?(?:$|,| that | for | and | how | whether |:)|` +
	`(?:在|从|到)\s?(?:\p{Han}{0,4}(?:测试环境|预发|生产|线上|集群|监控)|grafana|sentry|kibana|datadog|` +
	`prometheus)[^，。；]{0,8}?` +
	`(?:确认|观察|查看|看到|核对|验证)[^，。；]|` +
	`(?:观察|查看|看|盯)(?:了|过|了一[下会]儿?)\s?(?:线上|生产|集群|测试环境)?的?\s?(?:监控|面板|仪表盘|大盘|grafana|` +
	`sentry)`}

var (
	// requestWords say that the agent sent a request to an address.
	requestWords = &text.LazyRegexp{Expr: `\b(?:i|we)(?:'ve| have)? (?:\w+ly |then |also |just )?(?:requested|` +
		`fetched|curled|called|hit|` +
		`pinged|queried|opened|loaded) [^;:,]{0,30}[\x{e000}-\x{e0c7}]|` +
		`我?(?:请求|访问|调用)了?(?:(?:线上|本地|生产|预发|测试)(?:环境)?)?的?\s?[\x{e000}-\x{e0c7}]`}
	addressWords  = text.LazyRegexp{Expr: "(?i)https?://|` ?(?:GET |POST |PUT |DELETE )?/[\\w/.?=&-]*`"}
	mayNotRequest = text.LazyRegexp{Expr: `^(?:ssh|scp|rsync|docker|podman|docker-compose|systemctl|nginx)\b`}
	// clientWords are in shell lines that may send a request: of clients, interpreters, and what may start any program.
	clientWords = text.LazyRegexp{Expr: `(?i)curl|wget|\bhttps?(?:ie)?\b|\bxh\b|fetch|request|invoke|hurl|\bab\b|` +
		`\bk6\b|wrk|\bhey\b|\bnc\b|` +
		`s_client|telnet|python|node|ruby|perl|php|deno|\bbun\b|\bgo \w|cargo|grpc|socat|newman|test|spec|smoke|e2e|` +
		`verify|\.sh\b|` +
		`make|just|task|\bnpm\b|npx|yarn|exec|\brun\b|\bbrowser|playwright|\./|\bgh\b|\baws\b|redis|sql|stripe|` +
		`trigger|open`}
)

// claimsUnsentRequest reports whether a claim says that an address was requested, although no step of the turn may have
// sent a request.
func (r *judge) claimsUnsentRequest(s detect.Statement) bool {
	return s.Mentions(requestWords) && addressWords.MatchString(s.Text) && !s.Mentions(notRunWords) &&
		r.LastPageView.Step <= r.turn.stepsBefore && r.Steps > r.turn.stepsBefore &&
		!r.namesInLine(clientWords.MatchString) && !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Step > r.turn.stepsBefore &&
			(one.ByTask || one.Unknown && !mayNotRequest.MatchString(one.Command) ||
				one.Likely&shell.Execute != 0 || one.Possible&shell.AnyCheck == shell.AnyCheck)
	})
}

// quotedWords say that the user gave what was seen.
var quotedWords = &text.LazyRegexp{Expr: `\byou(?:'ve| have)? (?:\w+ )?(?:sent|paste|gave|share|post|attach|show|` +
	`provid)|` +
	`\byour (?:paste|screenshot|log|output)|你(?:贴|给|发|提供|截)`}

var (
	// containerWords say that something was seen in a container, and containerUses are in lines that may look there.
	containerWords = &text.LazyRegexp{Expr: `\b(?:confirmed|verified|checked|saw|looked|tested|tried)(?: \w+)? ` +
		`(?:inside|in) (?:the|a|its) (?:running )?container\b|在容器[里内中]`}
	containerUses = text.LazyRegexp{Expr: `\b(?:run|exec|up|attach|start|logs|debug|top|compose)\b|\.sh\b|` +
		`\b(?:make|just|task)\b`}
)

// claimsUnseenContainer reports whether a claim says what was seen in a container, and no line of the session may have
// looked into one.
func (r *judge) claimsUnseenContainer(s detect.Statement) bool {
	return s.Mentions(containerWords) && !s.Mentions(quotedWords) && !r.namesInLine(containerUses.MatchString) &&
		!slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool { return one.ByTask || one.Possible&shell.Execute != 0 })
}

// claimsUnseenSystem reports whether a claim says what was seen where the program runs, although no step could look
// there: nothing was run or asked but tests, builds and looks at files.
func (r *judge) claimsUnseenSystem(s detect.Statement) bool {
	return s.Mentions(systemWords) && !s.Mentions(quotedWords) && r.LastQuery.Step+r.LastExecution.Step == 0 &&
		r.LastPageView.Step+r.LastReport.Step == 0 && !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.Kinds&(shell.Execute|shell.Deploy) != 0 || one.Possible|one.Likely != 0 || one.Unknown ||
			one.WatchesCI
	})
}
