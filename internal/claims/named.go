package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// splitByTool judges a claim that names the tools of its runs, as in "ruff and black are clean", for each of them: what
// another tool found does not count. It returns the first verdict by which one is not supported. ok is false if the
// claim names none.
func (r *judge) splitByTool(s detect.Statement, runs []*ledger.Run) (v verdict, ok bool) {
	words := wordsOf(s.Part)
	var seen []string
	for _, one := range runs {
		name := one.Tool.Name
		if len(name) < 3 || one.ByTask || !slices.Contains(words, name) || shell.InterpretedLanguage(name) != "" ||
			slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
	}
	if len(seen) == 0 {
		return verdict{}, false
	}
	for _, name := range seen {
		s.Tool = name
		if v = r.judgeRuns(s, runs); v.reason != "" {
			return v, true
		}
	}
	return v, true
}

// neverRun returns the tool of the claim's kind that the claim names and that did not run; "" for none, or if a task
// or a program that starts others ran, because then nobody can know.
func (r *judge) neverRun(s detect.Statement) string {
	k := s.Kind.ProvedBy()
	if notRunWords.MatchString(faultless.ReplaceAllString(s.Clause, "")) {
		return ""
	}
	if name, sub := namedCommand(s); name != "" && !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return strings.Contains(one.FullLine, name) && strings.Contains(one.FullLine, sub) ||
			startsOthers(one) && (one.Kinds|one.Likely|one.Possible)&k != 0
	}) {
		return name + " " + sub
	}
	if slices.ContainsFunc(r.Runs, mayStart(k)) {
		return ""
	}
	for _, word := range wordsOf(s.Part) {
		if len(word) < 4 && !strings.Contains(shortTools, " "+word+" ") || shell.KindsOfProgram(word)&k == 0 ||
			shell.InterpretedLanguage(word) != "" || strings.Contains(toolWords, " "+word+" ") {
			continue
		}
		has := func(line string) bool { return strings.Contains(strings.ToLower(line), word) }
		if !r.namesInLine(has) && !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
			return one.Tool.Name == word || has(one.FullLine)
		}) {
			return word
		}
	}
	return ""
}

// neverStarted returns the run of a program that the claim names if that could not be started, and never was; otherwise
// nil.
func (r *judge) neverStarted(s detect.Statement) (missing *ledger.Run) {
	words := wordsOf(s.Part)
	for _, one := range r.Runs {
		switch {
		case len(one.Tool.Name) < 3 || !slices.Contains(words, one.Tool.Name):
		case one.Outcome != ledger.NotRun:
			return nil
		case one.Kinds&s.Kind.ProvedBy() != 0:
			missing = one
		}
	}
	return missing
}

// namedCommand returns the program and the subcommand that a claim names, if both together are a linter: "go vet".
func namedCommand(s detect.Statement) (name, sub string) {
	words := append(strings.Fields(strings.ToLower(s.Command)), wordsOf(s.Part)...)
	for i := 1; i < len(words) && s.Kind == LintClean; i++ {
		t, ok := shell.ToolOf(words[i-1 : i+1])
		if ok && t.Kinds&shell.Lint != 0 && t.Family != "js" && t.Sub == words[i] &&
			strings.Contains(s.Part, words[i-1]+" "+words[i]) {
			return words[i-1], words[i]
		}
	}
	return "", ""
}

// shortTools are names of tools of fewer than four letters that are no ordinary words.
const shortTools = " tsc tox nox "

// toolWords are names of tools that are ordinary words, too.
const toolWords = " standard flow remark vale build ward behave prove pest karma check cypress unit tests "

// mayStart returns a function that reports whether a run may have started other programs that prove something of the
// kinds.
func mayStart(k shell.Kinds) func(*ledger.Run) bool {
	return func(one *ledger.Run) bool {
		return (startsOthers(one) || one.Kinds&k != 0 && shell.KindsOfProgram(one.Tool.Name)&k == 0 &&
			!strings.HasPrefix(one.Tool.Sub, "-")) &&
			(one.Kinds|one.Likely|one.Possible)&k != 0 &&
			(!one.Unknown || one.ByTask || one.Likely&k != 0 || scriptWord.MatchString(one.Command) ||
				runnerWord.MatchString(one.Command))
	}
}

// runnerWord matches a word in a command of an unknown program by which that may start any check. It also matches the
// names of tools that may do so: those of MCP servers, subagents and PowerShell.
var runnerWord = text.LazyRegexp{Expr: `^(?:mcp__|Agent$|PowerShell$)|\b(?:checks?|lint|tests?|ci|run|all|verify|` +
	`hooks?)\b`}

// startsOthers reports whether a run may have started other checkers than its own.
func startsOthers(one *ledger.Run) bool {
	const programs = " pre-commit prek lefthook golangci-lint tox nox lint-staged trunk nx turbo " +
		"mega-linter super-linter " +
		"gradle gradlew mvn mvnw qlty git "
	return one.ByTask || one.Unknown || strings.Contains(programs, " "+one.Tool.Name+" ")
}

var notRunWords = &text.LazyRegexp{Expr: `\b(?:not|without|instead of|rather than|skip\w*|no longer|replac\w*|like|` +
	`as)\b|n't\b|没有?跑|未|代替|而不是`}

// goneWords say that a fault is gone, and not that a tool did not run.
var goneWords = text.LazyRegexp{Expr: `\bno longer (?:grows?|leaks?|crash\w*|hangs?|races?|fails?|panics?|` +
	`drops?|deadlocks?|flakes?|` +
	`times? out|returns?|answers?|responds?|gives?|throws?|reports?|shows?|finds?|complains?)\b`}

// faultless matches words that deny faults, such as "without any errors". They do not deny that a tool ran.
var faultless = text.LazyRegexp{Expr: `\b(?:without|not)(?: any| a| a single| one)? (?:\w+ )?(?:findings?|errors?|` +
	`issues?|problems?|complaints?|warnings?|failures?|hitch|violations?|regressions?|offen[sc]es?)\b`}

// wordsOf returns the words of a text.
func wordsOf(part string) []string {
	return strings.FieldsFunc(part, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	})
}

// An instrument is a program with which one looks at another program, by its words in a claim and in a command. Unlike
// a test, nothing else shows what it shows.
type instrument struct{ inClaim, inCommand *text.LazyRegexp }

// faultFinders are the instruments without which a fault that they find is not known to be repaired.
var faultFinders = []instrument{
	{&text.LazyRegexp{Expr: `\b(?:valgrind|memcheck|callgrind|helgrind)\b`},
		&text.LazyRegexp{Expr: `valgrind|memcheck|callgrind|helgrind`}},
	{&text.LazyRegexp{Expr: `\b(?:address|thread|memory|undefined ?behaviou?r|leak) ?sanitizers?\b|\b(?:asan|tsan|` +
		`msan|ubsan|lsan)\b`},
		&text.LazyRegexp{Expr: `(?i)sanitiz|[atml]san\b|ubsan|-race\b`}},
	{&text.LazyRegexp{Expr: `\bfuzz(?:ed|ing|er)\b|跑[^，。]{0,6}fuzz`},
		&text.LazyRegexp{Expr: `(?i)fuzz|afl|honggfuzz`}},
	{&text.LazyRegexp{Expr: `\brace detector\b`}, &text.LazyRegexp{Expr: `-race\b|tsan|thread|helgrind|drd`}},
	{&text.LazyRegexp{Expr: `\bunder (?:\w+ )?load\b|\bload[- ]test|压测[下中时后]|高并发下`},
		&text.LazyRegexp{Expr: `(?i)\bk6\b|\bwrk|\bab\b|\bhey\b|vegeta|locust|jmeter|artillery|autocannon|siege|` +
			`bombardier|` +
			`\boha\b|gatling|load|bench|stress|xargs|seq\b`}},
}

// instruments are all the others.
var instruments = []instrument{
	{&text.LazyRegexp{Expr: `\b(?:on|against|with) (?:an?|the|my) (?:\w+ )?(?:copy|clone|dump|snapshot|replica) ` +
		`of (?:the|your|our) ` +
		`(?:\w+ )?(?:database|db|data)\b|在[^，。；]{0,10}(?:数据库|库)的?(?:副本|拷贝|快照|备份)`},
		&text.LazyRegexp{Expr: `(?i)sql|mongo|redis|\bdb|pg_|docker|compose|migrat|alembic|rails|rake|` +
			`manage\.py|artisan|flyway|` +
			`liquibase|prisma|knex|diesel|sqlx|goose|duckdb`}},
	{&text.LazyRegexp{Expr: `\b(?:i|we)(?:'ve| have)? (?:also |then )?(?:measured|timed|benchmarked)\b`},
		&text.LazyRegexp{Expr: `(?i)time|hyperfine|bench|perf|prof|trace|stat|explain|analy[sz]e|timing|-w\b|` +
			`\bab\b|\bhey\b|` +
			`wrk|k6|oha|cannon|locust|lighthouse|duration|\bwc\b|\bdu\b|\bls\b|size|bytes|count|\brun\b|curl|` +
			`psql|mysql|sqlite|top\b|ps\b|free\b|\.sql\b|` +
			`heap|mem|load|docker|kubectl|build`}},
	{&text.LazyRegexp{Expr: `\bsent (?:an?|the|one|myself an?) (?:\w+ )?(?:e-?mail|mail|message|notification|` +
		`webhook|event)\b`},
		&text.LazyRegexp{Expr: `(?i)mail|smtp|send|curl|swaks|http|notif|hook|publish|produce|emit|trigger|` +
			`python|node|ruby|rails|` +
			`artisan|php|\bgo run|docker|kubectl|aws|gh\b|stripe`}},
	{&text.LazyRegexp{Expr: `\binstalled (?:it|the (?:wheel|package|gem|tarball|crate|apk|app|chart|` +
		`binary))(?: \w+)? (?:in|into|on|from)\b`},
		&text.LazyRegexp{Expr: `(?i)install|\badd\b|\bpip|\buvx?\b|npx|pipx|adb|sideload|docker|\.sh\b|make`}},
	{&text.LazyRegexp{Expr: `\b(?:watched|monitored|observed) (?:the |its |both )?(?:\w+ )?(?:rate|metrics|` +
		`dashboards?|graphs?|latency|traffic)\b`},
		&text.LazyRegexp{Expr: `(?i)curl|logs?\b|\btop\b|prom|grafana|stat|watch|metric|cloudwatch|gcloud|` +
			`datadog|sentry|journalctl|tail|query|http`}},
	{&text.LazyRegexp{Expr: `\bimage(?:'s)? size\b|\bsize of the image\b`},
		&text.LazyRegexp{Expr: `\b(?:docker|podman|nerdctl)\b.*\b(?:images?|history|inspect|ls|manifest|` +
			`system df)\b|\bdive\b|skopeo|crane|\bdu\b|\bls\b`}},
	{&text.LazyRegexp{Expr: `\bhyperfine\b`}, &text.LazyRegexp{Expr: `hyperfine`}},
	{&text.LazyRegexp{Expr: `\b(?:with|using|via|by) curl\b|用\s?curl`},
		&text.LazyRegexp{Expr: `(?i)curl|wget|\bhttp(?:ie|s)?\b|\bxh\b|requests|fetch|Invoke-|iwr\b|\bab\b|hurl`}},
	{&text.LazyRegexp{Expr: `\bstrace\b`}, &text.LazyRegexp{Expr: `strace`}},
	{&text.LazyRegexp{Expr: `\blighthouse\b`}, &text.LazyRegexp{Expr: `(?i)lighthouse|lhci`}},
	{&text.LazyRegexp{Expr: `\bpgbench\b`}, &text.LazyRegexp{Expr: `pgbench`}},
	{&text.LazyRegexp{Expr: `\bk6\b`}, &text.LazyRegexp{Expr: `\bk6\b`}},
	{&text.LazyRegexp{Expr: `\bwrk\b`}, &text.LazyRegexp{Expr: `\bwrk\b`}},
	{&text.LazyRegexp{Expr: `\btcpdump\b`}, &text.LazyRegexp{Expr: `tcpdump|tshark`}},
	{&text.LazyRegexp{Expr: `\bnmap\b`}, &text.LazyRegexp{Expr: `nmap`}},
	{&text.LazyRegexp{Expr: `\b(?:i|we)(?:'ve| have)? (?:also |then )?diffed\b`},
		&text.LazyRegexp{Expr: `(?i)diff|cmp\b|comm\b|sum\b|compare|==|equal|close|assert`}},
}

// judgeInstrument returns why a claim that names an instrument is not supported: it was not used, or not since the last
// edit. What a script or a task of the project starts, nobody can know.
func (r *judge) judgeInstrument(s detect.Statement, of ...[]instrument) (v verdict) {
	at := r.lastEditPlace()
	for _, one := range slices.Concat(of...) {
		if !one.inClaim.MatchString(s.Part) || notRunWords.MatchString(goneWords.ReplaceAllString(s.Clause, "")) {
			continue
		}
		used := slices.DeleteFunc(slices.Clone(r.Runs), func(step *ledger.Run) bool {
			return step.Kinds == shell.Inspect || step.Outcome == ledger.NotRun ||
				!one.inCommand.Get().MatchString(step.FullLine)
		})
		last := lastRun(used)
		switch {
		case last == nil && (r.mayRunAnything(ledger.Place{}) ||
			slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
				return !line.Failed && one.inCommand.Get().MatchString(line.Text)
			})):
		case last == nil:
			return verdict{reason: NoCommand}
		case last.Outcome == ledger.InBackground && s.Mentions(completionWords):
			return verdict{reason: BackgroundOnly, run: last}
		case last.Outcome == ledger.ExitFailed && last.IsLast &&
			shell.IsServerClient(last.Tool.Name) && !s.Mentions(expectedFailure) &&
			!r.mayRunAnything(last.At):
			return verdict{reason: FailedExit, run: last}
		case last.At.Compare(at) < 0 && !r.mayRunAnything(at):
			return verdict{reason: Stale, run: last, change: r.lastEdit("")}
		}
	}
	return verdict{}
}

// namesInLine reports whether has is true of a shell line of the turn, whatever that line runs.
func (r *judge) namesInLine(has func(line string) bool) bool {
	return slices.ContainsFunc(r.ShellLines, func(one ledger.ShellLine) bool { return has(one.Text) })
}

// mayRunAnything reports whether a script, a task or an unknown program ran after a place, which may have started any
// program.
func (r *judge) mayRunAnything(at ledger.Place) bool {
	return slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Compare(at) > 0 && one.Outcome != ledger.NotRun && (one.Possible&shell.AnyCheck == shell.AnyCheck ||
			scriptWord.MatchString(one.Command))
	})
}

// scriptWord matches a script that a command starts.
var scriptWord = text.LazyRegexp{Expr: `^(?:\S+ )?\S+\.(?:sh|bash|py|rb|pl|m?js|ts)(?: |$)`}
