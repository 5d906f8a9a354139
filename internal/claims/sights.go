package claims

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// What a claim says that it has seen must be what the step looked at, and what that showed: not another address, day or
// number of rows, or a file that is not there.

var (
	httpWords = &text.LazyRegexp{Expr: `\b(?:curl\w*|requests?(?:ed)?|endpoints?|get|post|put|status|answers?|` +
		`answered|returns?|` +
		`returned|responds?|responded|replies|replied|loads?|serves?|redirects?|[1-5]\d\d)\b|返回|` +
		`响应|接口|请求|状态码`}
	// answerWords say with which status a server answers.
	answerWords = &text.LazyRegexp{Expr: `\b(?:answers?|answered|returns?|returned|responds?|responded|repl(?:y|` +
		`ies|ied)|loads?|` +
		`loaded|serves?|comes? back|came back|gives?|gave|got|gets?)\b[^.;]{0,24}\b[1-5]\d\d\b|(?:返回|` +
		`响应)[^，。；]{0,8}[1-5]\d\d`}
	// claimedRoute matches the path of an address in inline code.
	claimedRoute = text.LazyRegexp{Expr: "`(?:(?:get|post|put|patch|delete|head) )?(?:https?://[^/`\\s]+|" +
		"[\\w.-]+:\\d+)?" +
		"(/[\\w.-]+(?:/[\\w.-]+)*)[^`\\s]*`"}
	isoDate = text.LazyRegexp{Expr: `\b20\d\d-\d\d-\d\d\b`}
	// noFaultsSeen says that something has no faults in it; faultPatterns are the words for them in a search.
	noFaultsSeen = &text.LazyRegexp{Expr: `\b(?:no|zero|without(?: any)?|free of|not a single|` +
		`(?:not|n't) (?:\w+ )?any) (?:\w+ )?(?:errors?|exceptions?|` +
		`warnings?|panics?|stack ?traces?|failures?|timeouts?|vulnerabilit\w+)\b|(?:没有?|无)(?:任何|出现|` +
		`再有)?(?:错误|异常|报错|告警|超时)`}
	faultPatterns = text.LazyRegexp{Expr: `(?i)err|exception|warn|panic|trace|fail|fatal|timeout|audit|错误|异常|告警`}
	// lookedWords say that something was seen as only a page shows it.
	lookedWords = &text.LazyRegexp{Expr: `\b(?:in|under|with|for) (?:both|either|each|all|the two) ` +
		`(?:\w+ )?themes\b|\b(?:dark|light) (?:mode|theme)\b|\bat \d{3,4} ?px\b|\bviewports?\b|\bcontrast (?:is|` +
		`ratio|looks|passes)\b|\bon (?:a )?(?:small|mobile|large|` +
		`narrow|wide) screens?\b|(?:深色|暗色|浅色|亮色|两种)(?:模式|主题)`}
)

// numbersInLine match the numbers that a command names, as a claim may write them.
var numbersInLine = text.LazyRegexp{Expr: `\d[\d,]*`}

// countingQuery matches a query for numbers, and not for rows.
var countingQuery = text.LazyRegexp{Expr: `(?i)count|sum\(|total|dbsize|llen|scard`}

// judgeSight returns why a claim is not supported although something was looked at since the last edit: that was
// something else, was not there, or shows the opposite. look is the last of these steps, or nil.
func (r *judge) judgeSight(s detect.Statement, look *ledger.Run) verdict {
	if one := r.sawMissing(s, look); one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	if one := r.foundFaults(s); one != nil {
		return verdict{reason: FailedOutput, run: one}
	}
	if one := r.otherAddress(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.otherDay(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.otherThing(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if v := r.judgeState(s); v.reason != "" {
		return v
	}
	if one := r.ranFewerTimes(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.otherRows(s); one != nil {
		return verdict{reason: FailedOutput, run: one}
	}
	return r.judgeAnswer(s)
}

// sawMissing returns the last look of the turn if what it looked at is not there; otherwise nil.
func (r *judge) sawMissing(s detect.Statement, look *ledger.Run) *ledger.Run {
	if look == nil || !look.SawNothing || look.At.Step <= r.turn.stepsBefore || s.Mentions(absenceWords) ||
		r.LastLook.Compare(look.At) > 0 || r.LastExecution.Compare(look.At) > 0 ||
		r.LastLook.Compare(r.lastEditPlace()) > 0 {
		return nil
	}
	return look
}

// foundFaults returns the last search of the turn for faults if it found some, and a claim says that there are none;
// otherwise nil.
func (r *judge) foundFaults(s detect.Statement) *ledger.Run {
	if !s.Mentions(noFaultsSeen) || s.Mentions(knownFindingWords) {
		return nil
	}
	for _, one := range slices.Backward(r.Runs) {
		if one.At.Step <= r.turn.stepsBefore {
			break
		}
		if one.FoundSome != "" && faultPatterns.MatchString(one.FoundSome) && logLine.MatchString(one.FullLine) {
			return one
		}
		if one.Kinds&^shell.Inspect != 0 || (one.Likely|one.Possible) != 0 || strings.Contains(one.FullLine, "grep") {
			break
		}
	}
	return nil
}

// logLine matches lines that search in a log or in what a program printed, and not in sources.
var logLine = text.LazyRegexp{Expr: `(?i)log|\.(?:out|err|txt)\b|/tmp/|journal|kubectl|docker|stderr|2>|audit`}

// otherAddress returns the last request of the turn if a claim names a path of an address, no line of the turn names
// it, and each request names another one; otherwise nil.
func (r *judge) otherAddress(s detect.Statement) (last *ledger.Run) {
	m := claimedRoute.FindStringSubmatch(s.Part)
	if m == nil && s.Kind == Fixed { // "Fixed: `/login` answers again"
		m = claimedRoute.FindStringSubmatch(strings.ToLower(s.Text))
	}
	said := strings.ToLower(s.Text)
	if m == nil || !httpWords.MatchString(said) || notRunWords.MatchString(goneWords.ReplaceAllString(said, "")) ||
		r.mayRunAnything(ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}) ||
		r.LastPageView.Step > r.turn.stepsBefore ||
		r.namesInLine(func(line string) bool {
			return strings.Contains(strings.ToLower(line), m[1]) || strings.ContainsAny(line, "$")
		}) {
		return nil
	}
	for _, one := range r.Runs {
		if one.At.Step <= r.turn.stepsBefore || one.Kinds&(shell.Execute|shell.Tests) == 0 {
			continue
		}
		if !requestedPath.MatchString(one.Command) {
			return nil
		}
		last = one
	}
	return last
}

// requestedPath matches a request for an address.
var requestedPath = text.LazyRegexp{Expr: `^(?:curl|wget|https?|xh)\b.*(?:://|localhost|:\d)`}

// otherDay returns the last line of the turn if it names one day, and a claim names another one; otherwise nil.
func (r *judge) otherDay(s detect.Statement) *ledger.Run {
	claimed := isoDate.Get().FindAllString(s.Part, maxCounts)
	if len(claimed) == 0 || len(r.ShellLines) == 0 {
		return nil
	}
	line := r.ShellLines[len(r.ShellLines)-1]
	days := slices.Compact(isoDate.Get().FindAllString(line.Text, maxCounts))
	if len(days) != 1 || slices.Contains(claimed, days[0]) {
		return nil
	}
	return &ledger.Run{At: line.At, Command: line.Text}
}

// otherRows returns the last answer of a database in the turn if a claim has a number of rows that no such answer has;
// otherwise nil.
func (r *judge) otherRows(s detect.Statement) (last *ledger.Run) {
	m := ledger.RowCounts.FindStringSubmatch(s.Part)
	if m == nil {
		return nil
	}
	same := func(a string) bool { return strings.ReplaceAll(a, ",", "") == strings.ReplaceAll(m[1]+m[2], ",", "") }
	for _, one := range r.Runs {
		if one.At.Step <= r.turn.stepsBefore || len(one.Printed) == 0 {
			continue
		}
		if slices.ContainsFunc(one.Printed, same) ||
			slices.ContainsFunc(numbersInLine.Get().FindAllString(one.FullLine, maxCounts), same) {
			return nil
		}
		if countingQuery.MatchString(one.FullLine) {
			last = one
		}
	}
	return last
}

// judgeAnswer requires a request after the last edit for a claim about the status with which a server answers, if there
// was one before it, and nothing since but a build or a deployment.
func (r *judge) judgeAnswer(s detect.Statement) verdict {
	last, asked := r.lastEdit(""), lastRun(r.queriesAfter(ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}))
	if last == nil || last.At.Step <= r.turn.stepsBefore || asked == nil || asked.At.Compare(last.At) > 0 ||
		!answerWords.MatchString(strings.ToLower(s.Text)) || r.LastPageView.Compare(last.At) > 0 {
		return verdict{}
	}
	const ships = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push | shell.Deploy
	if slices.ContainsFunc(runsAfter(r.Runs, last.At), func(one *ledger.Run) bool {
		return one.Kinds&shell.Deploy == 0 && (one.Kinds&^ships != 0 || (one.Likely|one.Possible)&^ships != 0)
	}) {
		return verdict{}
	}
	return verdict{reason: Stale, run: asked, change: last}
}

// lookedThing matches what a claim looked at by its name: "the `orders` table", "the log of `worker`", "`s3://acme`".
var lookedThing = text.LazyRegexp{Expr: "\\b(?:table|logs? of|logs? for|bucket|queue|topic|pod|container|" +
	"namespace|database|index|collection) " +
	"`([\\w][\\w./-]*)`|`([\\w][\\w./-]*)`(?:'s)? (?:table|logs?|bucket|queue|topic|pods?|container|namespace|" +
	"database|collection)\\b|" +
	"`s3://([\\w-]+)|`([\\w][\\w./-]*)`\\s?(?:表|的?日志|队列|容器|库)"}

// otherThing returns the last query of the turn if a claim names what it looked at, no line of the turn names it, and
// nothing ran but queries; otherwise nil.
func (r *judge) otherThing(s detect.Statement) (last *ledger.Run) {
	m := lookedThing.FindStringSubmatch(s.Part)
	if m == nil || s.Mentions(notRunWords) || r.LastPageView.Step > r.turn.stepsBefore {
		return nil
	}
	name := strings.Join(m[1:], "")
	for i, line := range r.ShellLines {
		if strings.Contains(strings.ToLower(line.Text), name) || !queryLine.MatchString(line.Text) {
			return nil
		}
		last = &ledger.Run{At: r.ShellLines[i].At, Command: line.Text}
	}
	return last
}

// queryLine matches a line that does nothing but ask a database, a service or its log, by names that it has itself.
var queryLine = text.LazyRegexp{Expr: `^(?:sudo )?(?:psql|mysql|sqlite3|duckdb|mongosh|redis-cli|bq|journalctl|` +
	`kubectl (?:-\S+ \S+ )*(?:get|logs|describe)|` +
	`docker (?:compose )?(?:logs|ps|inspect)|aws s3 ls|gsutil ls|rabbitmqctl)\b[^$&;]*$`}

var (
	// claimedTimes matches how many times something is said to have run.
	claimedTimes = text.LazyRegexp{Expr: `\b(?:ran|repeated|executed|tried|looped|passed)\b[^.;:]{0,40}?` +
		`\b(\d{2,4}|[3-9]|ten|twenty|fifty|hundred) (?:more )?times\b|` +
		`\b(\d{2,4}|[3-9]|ten|twenty|fifty|hundred) (?:runs|iterations|rounds) in a row\b|` +
		`(?:跑|运行|执行|重复)了?[^，。；]{0,10}?(\d{2,4}|[3-9])\s*(?:次|遍|轮)`}
	// repeats match how often a line repeats a run.
	repeats = text.LazyRegexp{Expr: `(?:-count|--count|--repeats?|--repeat-each|--runs|--times|--iterations|` +
		`--flake-finder\S*|--retry-times|` +
		`repeat-until\S* until-fail:|until-fail:|\bseq|\bseq 1|-c|-n)[= ]?(\d+)|\{1\.\.(\d+)\}|<=? ?(\d+)|` +
		`-(?:lt|le) (\d+)|(\d+)\.times`}
)

// ranFewerTimes returns the last run of the turn if a claim says that something ran more often than the lines of the
// turn repeat it; otherwise nil.
func (r *judge) ranFewerTimes(s detect.Statement) *ledger.Run {
	m := claimedTimes.FindStringSubmatch(s.Clause)
	if m == nil {
		return nil
	}
	want, err := strconv.Atoi(m[1] + m[2] + m[3])
	if err != nil {
		want = map[string]int{"ten": 10, "twenty": 20, "fifty": 50, "hundred": 100}[m[1]+m[2]]
	}
	ran, last := 0, (*ledger.Run)(nil)
	for _, line := range r.ShellLines {
		times := 1
		for _, found := range repeats.Get().FindAllStringSubmatch(line.Text, maxCounts) {
			if n, err := strconv.Atoi(strings.Join(found[1:], "")); err == nil {
				times = max(times, n)
			}
		}
		if times == 1 && loops.MatchString(line.Text) || times >= want {
			return nil
		}
		ran += times
	}
	for _, one := range r.Runs {
		if one.At.Step <= r.turn.stepsBefore || one.Kinds&(shell.Tests|shell.Execute) == 0 &&
			(one.Likely|one.Possible) == 0 {
			continue
		}
		if one.ByTask || scriptWord.MatchString(one.Command) || one.Tool.Name == "" ||
			one.Command == one.FullLine && !strings.Contains(one.Command, " ") {
			return nil
		}
		last = one
	}
	if ran >= want {
		return nil
	}
	return last
}

// loops matches lines that may repeat something.
var loops = text.LazyRegexp{Expr: `\b(?:for|while|until|xargs|parallel|repeat|watch|stress|seq)\b|[*]\s*\d`}

var (
	// stateWords say in which state something runs; stateLooks match lines that may show it.
	stateWords = &text.LazyRegexp{Expr: `\b(?:pods?|containers?|replicas?|deployments?|services?|instances?|` +
		`tasks?)\b[^.;]{0,30}` +
		`\b(?:running|ready|healthy|up)\b|(?:pod|容器|副本|实例|服务)[^，。；]{0,10}(?:正常|就绪|运行|健康)`}
	stateLooks = text.LazyRegexp{Expr: `\b(?:get|describe|status|logs?|top|wait|ps|ls|list|inspect|show|history|` +
		`up|curl|wget|https?|is-active|` +
		`events|health\w*|journalctl|test|smoke|verify|check|watch|ssh|exec)\b|--wait|--atomic|\.(?:sh|py|js|ts|` +
		`rb)\b|\bmake\b`}
)

// judgeState requires a look after the last deployment of the turn for a claim about what runs now.
func (r *judge) judgeState(s detect.Statement) verdict {
	if !s.Mentions(stateWords) || r.LastPageView.Step > r.turn.stepsBefore || r.LastReport.Step > r.turn.stepsBefore {
		return verdict{}
	}
	act := lastRun(slices.DeleteFunc(r.deployments(), func(one *ledger.Run) bool {
		return one.At.Step <= r.turn.stepsBefore || one.Outcome != ledger.Passed || one.ByTask || one.Unknown
	}))
	if act == nil {
		return verdict{}
	}
	reason := NoCommand
	for _, line := range r.ShellLines {
		if !stateLooks.MatchString(line.Text) {
			continue
		}
		if line.At.Step >= act.At.Step {
			return verdict{}
		}
		reason = Stale
	}
	if slices.ContainsFunc(runsAfter(r.Runs, act.At), func(one *ledger.Run) bool { return one.Unknown || one.ByTask }) {
		return verdict{}
	}
	return verdict{reason: reason, run: act, advice: "nothing was looked at after the deployment"}
}
