package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

var (
	// healthWords say that a server or a service is in order.
	healthWords = &text.LazyRegexp{Expr: `\b(?:healthy|running|ready|green|came up|come up|works?|fine|serving|` +
		`as expected|delivered|accepted|arrived|went through|` +
		`no errors?|without errors?)\b|\b(?:is|are) (?:all )?(?:up|ok|live)\b|正常|健康|就绪|运行中|没有?(?:报错|` +
		`错误|异常)|` +
		`无(?:报错|错误|异常)|符合预期|送达|\bredirect(?:s|ion)?\b|重定向|跳转`}
	// upWords say that a service runs.
	upWords = &text.LazyRegexp{Expr: `\b(?:up|running|healthy|online|active|started|alive|ok|fine|come up|came up)\b|` +
		`运行|正常|健康|在线|启动|起来`}
	// restartWords name what keeps a service from running.
	restartWords = &text.LazyRegexp{Expr: `\b(?:restart|crash|start|boot)\w*\b|重启|崩溃|启动`}
	// troubleWords admit that something is not in order.
	troubleWords = &text.LazyRegexp{Expr: `\b(?:pending|else|others?|rest|crash\w*|fail\w*|unhealthy|degraded|except|` +
		`but|not|still|[45]\d\d)\b|n't\b|` +
		`[未没不]|其余|其他|其它|失败|异常的`}
	// absenceWords say that something is meant to be absent.
	absenceWords = &text.LazyRegexp{Expr: `\b(?:unknown|missing|gone|remov\w*|delet\w*|disabled|hidden|` +
		`absent|private|expected|should)\b|refus|reject|den(?:y|ied)|block|protect|` +
		`删|移除|下线|关闭|禁|拒|隐藏|预期|应`}
	// claimedStatus matches the HTTP status that a claim says a server answers with.
	claimedStatus = text.LazyRegexp{Expr: `(?:\b(?:answer(?:s|ed)?|return(?:s|ed)?|respond(?:s|ed)?|gets?|` +
		`got|gives?)\b|返回|响应)` +
		`[^.。,，;；]{0,20}?\b([1-5]\d\d)\b`}
	// endedWords deny a status: "no longer returns 500".
	endedWords = &text.LazyRegexp{Expr: `\b(?:no longer|not|never|no more|instead of|stopped)\b|n't\b|不再|不会|` +
		`没有?再|而不是`}
	// crashWords say how a program ends.
	crashWords = &text.LazyRegexp{Expr: `\b(?:rais|throw|abort|exits?\b)|抛|退出`}
	// failedStatus matches the status of an error.
	failedStatus = text.LazyRegexp{Expr: `\b[45]\d\d\b`}
	// wishWords say what a server is to do.
	wishWords = text.LazyRegexp{Expr: `(?i)\b(?:should|must|instead|expect\w*|want|need|make|return|answer|give|add|` +
		`rather|not)\b|应|改[成为]|而|需要|希望|要`}
)

// contradictingRun returns the turn's last query of a server or a cluster if its output says the opposite of a claim;
// otherwise nil.
func (r *judge) contradictingRun(s detect.Statement) *ledger.Run {
	if s.Mentions(upWords) && !s.Mentions(troubleWords) {
		if one := r.stoppedService(s, ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}); one != nil {
			return one
		}
	}
	queries := r.queriesAfter(ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent})
	if len(queries) == 0 {
		return nil
	}
	if one := r.foundNothing(s); one != nil {
		return one
	}
	last, codes := queries[len(queries)-1], statusesOf(queries)
	if m := claimedStatus.Get().FindStringSubmatch(s.Clause); m != nil && len(codes) > 0 && !s.Mentions(endedWords) {
		if !slices.Contains(codes, m[1]) {
			return last
		}
		return nil
	}
	if !s.Mentions(healthWords) || s.Mentions(troubleWords) {
		return nil
	}
	if one := r.sameAnswer(r.lastEdit("")); one != nil && !s.Mentions(absenceWords) {
		return one
	}
	codes = statusesOf(r.queriesAfter(r.lastEditPlace()))
	onlyAbsent := len(codes) > 0 && !slices.ContainsFunc(codes, func(code string) bool { return code != "404" })
	if last.ShowsTrouble || onlyAbsent && !s.Mentions(absenceWords) {
		return last
	}
	return nil
}

// stoppedService returns the last look at services after a place if it shows that one does not run which the claim
// names, or that not all do of which it speaks; otherwise nil.
func (r *judge) stoppedService(s detect.Statement, at ledger.Place) *ledger.Run {
	for _, one := range slices.Backward(runsAfter(r.Runs, at)) {
		if !one.LooksAtServices() {
			if one.Kinds&(shell.Execute|shell.Deploy) != 0 || one.Possible&shell.Deploy != 0 { // it may run since
				return nil
			}
			continue
		}
		named := func(line string) bool {
			return slices.ContainsFunc(wordsOf(line), func(w string) bool { return len(w) > 1 && hasWord(s.Clause, w) })
		}
		if one.Stopped != "" &&
			(s.Universal || s.Mentions(severalServices) || strings.Contains(one.Stopped, "active: ") ||
				!strings.Contains(one.Stopped, " ") || named(one.Stopped)) {
			return one
		}
		return nil
	}
	return nil
}

// severalServices speak of more than one service.
var severalServices = &text.LazyRegexp{Expr: `\b(?:services|containers|processes|workers|pods|stack|both)\b|容器|` +
	`服务|全部|所有`}

// foundNothing returns the last grep through an answer, if it found nothing and the claim says that the answer has what
// was searched; otherwise nil.
func (r *judge) foundNothing(s detect.Statement) *ledger.Run {
	if s.Mentions(troubleWords) || s.Mentions(endedWords) || s.Mentions(noWords) {
		return nil
	}
	for _, one := range slices.Backward(r.Runs) {
		if one.At.Step <= r.turn.stepsBefore || one.Kinds&shell.Execute == 0 {
			continue
		}
		if !shell.IsServerClient(one.Tool.Name) || len(one.Filters) != 1 || !one.FoundNothing {
			return nil
		}
		for _, word := range shell.Operands(one.Filters[0]) {
			if len(word) > 2 && strings.Contains(strings.ToLower(s.Text), strings.ToLower(word)) {
				return one
			}
		}
		return nil
	}
	return nil
}

// noWords deny something.
var noWords = &text.LazyRegexp{Expr: `\b(?:no|none|nothing|without|free of|clean|gone|remov\w*|delet\w*|disabled|` +
	`hidden|absent|stripped|dropped)\b|无|零|删|移除|去掉|隐藏|关闭`}

// stillFailing returns what shows that a repair did not help: the run that should prove it, if it crashed, or the last
// query after the last edit, if the server answers as the user complained or with an error of its own. Otherwise it
// returns nil.
func (r *judge) stillFailing(s detect.Statement, proof *ledger.Run, last *ledger.Write) *ledger.Run {
	if proof != nil && proof.ShowsTrouble && proof.Trust == shell.Hidden && !s.Mentions(crashWords) {
		return proof
	}
	queries := r.queriesAfter(last.At)
	codes := statusesOf(queries)
	if len(codes) == 0 {
		return nil
	}
	ended := s.Mentions(endedWords)
	if m := claimedStatus.Get().FindStringSubmatch(s.Clause); m != nil && slices.Contains(codes, m[1]) && !ended {
		return nil
	}
	asked := text.Head(r.turn.userMessage, text.MaxSearched)
	complained := failedStatus.Get().FindAllString(asked, maxCounts)
	if wishWords.Get().MatchString(asked) {
		complained = nil
	}
	if slices.ContainsFunc(codes, func(code string) bool {
		isOwnError := code[0] == '5' && (ended || !strings.Contains(s.Text, code))
		return !isOwnError && !(len(complained) > 0 && !slices.ContainsFunc(complained,
			func(c string) bool { return c != code }))
	}) {
		return nil
	}
	return queries[len(queries)-1]
}

// queriesAfter returns the queries of servers and clusters after a place, without those of an address that was asked
// again.
func (r *judge) queriesAfter(at ledger.Place) (list []*ledger.Run) {
	again := map[string]bool{}
	for _, one := range slices.Backward(runsAfter(r.Runs, at)) {
		if !shell.IsServerClient(one.Tool.Name) && one.Tool.Name != "kubectl" {
			continue
		}
		if address := addressOf(one); address == "" || !again[address] {
			again[address] = true
			list = append(list, one)
		}
	}
	slices.Reverse(list)
	return list
}

// address returns the address that a query asks; "" if none of its words is one.
func addressOf(r *ledger.Run) string {
	for _, word := range slices.Backward(shell.Operands(strings.Fields(r.Command))) {
		if strings.ContainsAny(word, "/:") && !strings.HasPrefix(word, "/dev/") {
			return strings.Trim(word, `'"`)
		}
	}
	return ""
}

// statusesOf returns the HTTP statuses that the queries printed.
func statusesOf(queries []*ledger.Run) (codes []string) {
	for _, one := range queries {
		codes = append(codes, one.HTTPCodes...)
	}
	return codes
}
