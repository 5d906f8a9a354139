package claims

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/text"
)

// A check may run once for each variant of the project: platform, browser, environment of tox. What a flag or a
// variable selects is one of them.

var (
	// severalVariants match a claim about several variants, with their number.
	severalVariants = text.LazyRegexp{Expr: `\b(both|all (?:two|three|four|five|\d)|two|three|four|five|[2-9]) ` +
		`(?:of the )?(?:\w+ )?(?:platforms|targets|browsers|environments|envs|arch(?:e|itecture)s|` +
		`operating systems|systems|flavou?rs|variants|devices|runtimes|triples|frameworks|interpreters)\b|` +
		`([两二三四五]|[2-9])\s?(?:个|种|套)\s?(?:目标)?(?:平台|浏览器|环境|架构|系统|设备|框架|变体)|` +
		`(两端|双端|三端|双平台)`}
	// variantOf matches the flag or the variable by which a line selects a variant.
	variantOf = text.LazyRegexp{Expr: `\bGOOS=\S+(?: GOARCH=\S+)?|\bGOARCH=\S+(?: GOOS=\S+)?|` +
		`\b(?:DB|DATABASE|BROWSER|PLATFORM|TARGET|ARCH)=(\S+)| \+\+(\d\S*)|\bdotnet [^;&]* -r (\S+)|` +
		`\b(?:assemble|install|bundle)([A-Z]\w+)|(?:^| )(?:--(?:target|platforms?|project|browser|flavor|device|arch|` +
		`framework|runtime|sdk|preset|selectProjects)|-destination|-triple)[= ]("[^"]*"|\S+)|` +
		`\bflutter build (\w+)| --(mac|macos|win|windows|linux|ios|android)\b|` +
		`\b(?:run|make|just|task|yarn|pnpm) \S*[:_-](mac\w*|darwin|win\w*|linux\w*|ios|android|web|amd64|` +
		`arm64|x64)\b|\b(?:tox|nox)\b.* (?:-e|-s|--session) ?(\S+(?: [\w.-]+)*)`}
	// bothOfThem say that something is so of two things, which the claim need not name.
	bothOfThem = &text.LazyRegexp{Expr: `\bboth\b|两(?:个|者|边|端|种)`}
)

// claimedVariants returns of how many variants a claim speaks; 0 for none.
func claimedVariants(s detect.Statement) int {
	m := severalVariants.Get().FindStringSubmatch(s.Clause)
	if m == nil {
		return 0
	}
	word := strings.TrimPrefix(strings.Join(m[1:], ""), "all ")
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	if i := slices.Index(numberWords, word); i >= 0 {
		return i + 1
	}
	return max(2, slices.Index([]string{"", "", "", "三", "四", "五"}, strings.TrimSuffix(word, "端")))
}

// variants returns what selects variants in a run's line; ok is false if that may be any number of them.
func variantsOf(r *ledger.Run) (list []string, ok bool) {
	if strings.ContainsAny(r.FullLine, "$*{") || len(r.FullLine) >= maxCommand {
		return nil, false
	}
	for _, m := range variantOf.Get().FindAllStringSubmatch(r.FullLine, maxCounts) {
		value := strings.Trim(strings.Join(m[1:], ""), `"'`)
		if value == "" { // variables, which select one together
			list = append(list, m[0])
			continue
		}
		list = append(list, strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })...)
	}
	return list, len(list) > 0 || !r.ByTask && !r.Unknown
}

// missesVariant reports whether a claim is about several variants, and each run that passed selects some, but all of
// them together fewer; or whether the claim is about both, and one that had failed was not run again.
func (r *judge) missesVariant(s detect.Statement, passes []*ledger.Run) bool {
	want := claimedVariants(s)
	if want == 0 && !s.Mentions(bothOfThem) {
		return false
	}
	seen, narrow := map[string]bool{}, true
	for _, one := range passes {
		list, ok := variantsOf(one)
		if !ok {
			return false
		}
		narrow = narrow && len(list) > 0
		for _, name := range list {
			seen[name] = true
		}
	}
	if want > 0 && narrow && len(seen) < want {
		return true
	}
	return slices.ContainsFunc(r.runsProving(s.Kind.ProvedBy()), func(one *ledger.Run) bool {
		list, ok := variantsOf(one)
		// without a flag these build for this machine, and others for all
		return ok && strings.Contains(" go rust zig c ", " "+one.Tool.Family+" ") &&
			one.At.Step > r.turn.stepsBefore && (one.Outcome == ledger.ExitFailed || one.Outcome == ledger.OutputFailed) &&
			slices.ContainsFunc(list, func(name string) bool { return !seen[name] })
	})
}

// testKinds are kinds of tests of which a project often has a task of its own: their words in a claim, in a command,
// and in the name of a task of a package.json or a Makefile.
var testKinds = []struct{ inClaim, inLine, inFile *text.LazyRegexp }{
	{&text.LazyRegexp{Expr: `\be2e\b|\bend-to-end\b|端到端`},
		&text.LazyRegexp{Expr: `(?i)e2e|end.?to.?end|playwright|cypress|wdio|detox`},
		&text.LazyRegexp{Expr: `(?im)(?:^|")[\w:.-]*e2e[\w:.-]*"?\s*:`}},
	{&text.LazyRegexp{Expr: `\bintegration\b|集成`}, &text.LazyRegexp{Expr: `(?i)integ|\bitest|[:_-]it\b`},
		&text.LazyRegexp{Expr: `(?im)(?:^|")(?:itest|[\w:.-]*integ[\w:.-]*)"?\s*:`}},
}

// missesTestKind reports whether a claim names a kind of tests for which the project has a task, while nothing that ran
// names that kind.
func (r *judge) missesTestKind(s detect.Statement, passes []*ledger.Run) bool {
	for _, kind := range testKinds {
		if s.Kind != TestsPassed || !s.Mentions(kind.inClaim) || r.namesInLine(kind.inLine.MatchString) ||
			slices.ContainsFunc(passes, func(one *ledger.Run) bool {
				name, _, _ := strings.Cut(one.Command, " ")
				return one.Unknown || kind.inLine.MatchString(one.Command) ||
					strings.Contains(" make npm pnpm yarn bun just task composer ", " "+name+" ")
			}) {
			continue
		}
		for _, file := range []string{"package.json", "Makefile", "justfile"} {
			if list, _ := r.ReadProjectFile(file); kind.inFile.MatchString(list) {
				return true
			}
		}
	}
	return false
}

// leavingOut matches the flags of a check by which it leaves something out, with what that is.
var leavingOut = text.LazyRegexp{Expr: `(?: --exclude[\w-]*| --grep-invert| --ignore(?:-glob)?| --deselect| -E|` +
	` -?-skip| --testPathIgnorePatterns)[= ](\S+)| (?:-m|-k) not (\w+)| --filter[= ]\S*!=(\S+)|` +
	` --tags?[= ](?:~|-|not )(\S+)| (-short|-DskipITs)\b`}

// shortened are the words for what "go test -short" and Maven's -DskipITs leave out.
var shortened = []string{"slow", "long", "integration", "慢", "耗时", "集成"}

// excluded returns the words for what the flags of a check leave out.
func excludedFrom(r *ledger.Run) (words []string) {
	for _, m := range leavingOut.Get().FindAllStringSubmatch(r.Command, maxCounts) {
		if m[5] != "" {
			words = append(words, shortened...)
		}
		words = append(words, wordsOf(strings.ToLower(strings.Join(m[1:5], "")))...)
	}
	const ofNoTests = " test tests node_modules dist build venv vendor target "
	return slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || strings.Contains(ofNoTests, " "+w+" ") })
}

// namesExcluded reports whether a claim names what the flags of each run left out: "including the slow ones" after
// "go test -short".
func namesExcluded(s detect.Statement, passes []*ledger.Run) bool {
	return !exclusionWords.MatchString(s.Text) && !s.Mentions(notRunWords) &&
		!slices.ContainsFunc(passes, func(one *ledger.Run) bool {
			return !slices.ContainsFunc(excludedFrom(one), func(word string) bool {
				return strings.Contains(squeeze(s.Part), squeeze(word))
			})
		})
}
