package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/text"
)

// partNouns are words for a part of a project.
const partNouns = `(?:package|workspace|module|crate|project|service|app)`

// partNumber is a number of parts in words or digits.
const partNumber = `(two|three|four|five|six|seven|eight|\d{1,2})`

// severalParts match a claim about several parts of a project, with their number if it says it.
var severalParts = text.LazyRegexp{Expr: `\b(?:every|each)(?: of the)? ` + partNouns + `\b|` +
	`\b(?:(?:all|both)(?: of)?(?: the)? (?:` + partNumber + ` )?|` + partNumber + ` )(?:sub-?)?` + partNouns + `s\b|` +
	`(?:所有|全部|各个?|每个)\s?(?:子?(?:包|模块|项目)|微?服务|工作区|` + partNouns + `)|` +
	`([两二三四五六七八]|\d{1,2})\s?个\s?(?:子?(?:包|模块|项目)|微?服务|工作区|` + partNouns + `s?)` +
	`\s?[的都均全里内中各]|([两二三四五六七八])\s?个\s?(?:子?(?:包|模块|项目)|微?服务|工作区)\p{Han}{2,8}[都均]`}

// claimedParts returns of how many parts of the project a claim speaks, 0 for none. Without a number it means at least
// two, and exact is false.
func claimedParts(s detect.Statement) (n int, exact bool) {
	const numbers = " one two three four five six seven eight 一 两 三 四 五 六 七 八 "
	m := severalParts.Get().FindStringSubmatch(s.Clause)
	if m == nil {
		return 0, false
	}
	word := strings.Join(m[1:], "")
	if n, err := strconv.Atoi(word); err == nil {
		return n, true
	}
	if i := strings.Index(numbers, " "+word+" "); word != "" && i >= 0 {
		return strings.Count(numbers[:i], " ")%8 + 1, true
	}
	return 2, false
}

// countParts returns how many parts of the project the runs were limited to by name. known says that each was.
func countParts(runs []*ledger.Run) (n int, known bool) {
	seen := map[string]bool{}
	for _, one := range runs {
		names := one.Scope.Parts
		switch {
		case one.Part != "":
			names = []string{one.Part}
		case len(names) == 0 && checksOnePart(one) && !checksWorkingFolder(one) && one.Tool.Family == "java":
			names = one.Scope.Dirs
		}
		if len(names) == 0 {
			return 0, false
		}
		for _, name := range names {
			seen[name] = true
		}
	}
	return len(seen), len(runs) > 0
}

// partFolders are folders that have the parts of a project in them.
const partFolders = " apps packages services libs crates modules projects plugins components workspaces cmd "

// wholeWords name all the tests of a project, or of a part of it.
var wholeWords = &text.LazyRegexp{Expr: `\b(?:suites?|everything|project|repo\w*|codebase)\b|套件|项目|全部|所有`}

// missedPart returns a change in a folder that the claim names and at which none of the runs has looked, if each of
// them was limited to other parts; otherwise nil.
func (r *judge) missedPart(s detect.Statement, passes []*ledger.Run) *ledger.Write {
	if slices.ContainsFunc(passes, func(one *ledger.Run) bool { return !checksOnePart(one) }) {
		return nil
	}
	words := wordsOf(s.Part)
	for _, w := range r.RecentWrites() {
		if !r.isEdit(w) {
			continue
		}
		dirs := strings.Split(path.Dir(w.Path), "/")
		for i, dir := range dirs {
			low := strings.ToLower(dir)
			quoted := strings.Contains(s.Part, "`"+low+"`")
			ofProject := path.Base(w.Path) == dir+path.Ext(w.Path) && quoted // "Shop.Web/Shop.Web.csproj"
			isPart := i == 0 || ofProject || i == 1 && strings.Contains(partFolders, " "+dirs[0]+" ") ||
				r.PartDirs[dir] != ""
			if !isPart || len(dir) < 3 || slices.Contains(commonFolders, dir) || dir == "src" ||
				!slices.Contains(words, low) && !quoted {
				continue
			}
			if !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
				return !canAffect(w, one.Tool.Family, r.Root) || one.Scope.Covers(w.Change)
			}) {
				return w
			}
		}
	}
	return nil
}

var (
	// e2eRunners are programs that run end-to-end tests.
	e2eRunners = text.LazyRegexp{Expr: `\b(?:playwright|cypress|testcafe|nightwatch|wdio|detox|maestro)\b`}
	// otherThanUnit are the names of tests that are no unit tests.
	otherThanUnit = &text.LazyRegexp{Expr: `\be2e\b|end-to-end|\bintegration\b|\binstrument(?:ed|ation)\b|\bsmoke\b|` +
		`集成测试|端到端|冒烟|仪器化|插桩`}
	// unitRuns are commands that say that they run the unit tests.
	unitRuns = text.LazyRegexp{Expr: `(?i)\bunit\b|unit-?tests?\b|UnitTest`}
)

// otherKindOfTests returns the last run if a claim is about unit tests and only end-to-end tests ran, or the other way
// round; otherwise nil.
func otherKindOfTests(s detect.Statement, runs []*ledger.Run) *ledger.Run {
	of, unit := &unitRuns, s.Mentions(unitWords)
	if unit {
		of = &e2eRunners
	}
	if s.Kind != TestsPassed || unit == s.Mentions(otherThanUnit) { // of neither, or of both
		return nil
	}
	if slices.ContainsFunc(runs, func(one *ledger.Run) bool { return !of.Get().MatchString(one.FullLine) }) {
		return nil
	}
	return lastRun(runs)
}
