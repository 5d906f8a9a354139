package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// wholeNouns name all that there is without a word such as "all".
var wholeNouns = &text.LazyRegexp{Expr: `\bthe (?:(?:test|spec) )?suite (?:is|was|are|pass\w*|stays?|still|now|` +
	`runs?|fails?|` +
	`has|went|succe\w+|finish\w*)\b|\bin the (?:(?:test|spec) )?suite\b|\bthe (?:workspace|solution|monorepo) ` +
	`(?:is|builds?|compiles?|passes|checks?|has|still|now)\b|` +
	`\b(?:in|across|throughout|for) the (?:project|repo|repository|codebase)\b`}

// claimsWhole reports whether a claim speaks of all that there is although it has no word such as "all": it says "the
// workspace", or quotes a command for everything that did not run.
func claimsWhole(s detect.Statement, runs []*ledger.Run) bool {
	return s.Mentions(wholeNouns) ||
		strings.Contains(s.Command, "...") && len(runsOfCommand(s.Command, runs)) == 0
}

// isLimited reports whether a claim is about everything, and flags limited each run to one target, group or shard that
// the claim does not name.
func isLimited(s detect.Statement, passes []*ledger.Run) bool {
	limit := passes[0].Scope.Limit
	if name := passes[0].Tool.Name; name == "tox" || name == "nox" { // what they run is all tests, with one version
		return false
	}
	quoted := s.Command != "" && strings.HasPrefix(passes[0].Command, "make ") // "`make check` passes"
	return (s.Universal || quoted) && limit != "" && !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
		return one.Scope.Limit != limit
	}) && !namesLimit(s, limit) && !(limit == "lib" && s.Mentions(unitWords)) // Rust's unit tests are in the library
}

// wholeFile names all the tests of a file.
var wholeFile = &text.LazyRegexp{Expr: `\b(?:specs?|suites?|files?)\b|套件|文件|整个`}

// repeatsOnlySome reports whether a claim is about a file of tests or a suite, whose last run without a filter failed,
// and each run that passed was limited by a filter that the claim does not name.
func (r *judge) repeatsOnlySome(s detect.Statement, passes []*ledger.Run) bool {
	return s.Kind == TestsPassed && s.Mentions(wholeFile) && !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
		return one.Scope.Filter == "" || namesLimit(s, one.Scope.Filter) ||
			!slices.ContainsFunc(r.Runs, func(failed *ledger.Run) bool {
				return failed.Outcome == ledger.ExitFailed && failed.At.Compare(one.At) < 0 &&
					failed.Tool.Name == one.Tool.Name && failed.Scope.Filter == "" &&
					slices.Equal(failed.Scope.Dirs, one.Scope.Dirs)
			})
	})
}

// namesLimit reports whether a claim names one of the targets to which a run was limited, or a part of its name.
func namesLimit(s detect.Statement, limit string) bool {
	said := strings.ToLower(s.Text)
	words, squeezed := wordsOf(said), squeeze(said)
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(limit), func(r rune) bool {
		return strings.ContainsRune(",./:[]", r)
	}), func(name string) bool {
		return name != "module" && (slices.Contains(words, name) || len(name) > 2 && strings.Contains(squeezed,
			squeeze(name)))
	})
}

// squeeze drops the case and the separators of a text.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- ", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// ranTests matches how many tests ran, in the words of some runners, or how many they were: "all three pass".
var ranTests = text.LazyRegexp{Expr: `\b(\d+) (?:tests?|specs|examples|cases|runs)\b[^.;]{0,12}\b(?:0|no|` +
	`zero) (?:fail|error)|` +
	`\b(\d+) ?(?:/|of|out of) ?(\d+)(?:\s*$|[.,;)]|` +
	` (?:\w+ )?(?:tests?|specs|cases|examples|pass\w*|green|ok|succe\w+)\b)|` +
	`\ball (\d+|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:of them )?(?:now )?(?:pass|are green)`}

// numberWords are the numbers from one, in words.
var numberWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve"}

// claimedTests returns the number of tests in a claim; ok is false if it has none.
func claimedTests(s detect.Statement) (n int, ok bool) {
	if n, ok = s.ClaimedTests(); ok {
		return n, true
	}
	if m := ranTests.FindStringSubmatch(s.Part); m != nil && s.Kind == TestsPassed {
		if m[2] != m[3] { // "of the 12 tests 3 fail"
			return 0, false
		}
		if n, _ = strconv.Atoi(m[1] + m[2] + m[4]); n == 0 {
			n = slices.Index(numberWords, m[4]) + 1
		}
		return n, true
	}
	return 0, false
}

var (
	allOfThem = text.LazyRegexp{Expr: `\ball (?:of )?(?:the |its )?(\d+) `}
	skipWords = &text.LazyRegexp{Expr: `skip|ignored|pending|todo|跳过`}
)

// allTests returns the number of tests of which a claim says that all of them passed; "" for none.
func allTests(s detect.Statement) string {
	if n := s.AllOf(); n != "" {
		return n
	}
	n, ok := s.ClaimedTests()
	if m := allOfThem.FindStringSubmatch(s.Clause); ok && m != nil && m[1] == strconv.Itoa(n) &&
		!s.Mentions(skipWords) {
		return m[1]
	}
	return ""
}

// severalThings match a claim about several images, scripts or files, with their number if it says it.
var severalThings = text.LazyRegexp{Expr: `\b(?:all|both|each|every)(?: of)?(?: the| my| your| its)? ` +
	`(?:(two|three|four|five|six|seven|eight|\d{1,2}) )?(?:\w+ )?(?:images?|scripts?|dockerfiles|workflows|` +
	`manifests)\b|\bboth files\b|` +
	`(?:所有|全部|各个?|每个)\s?(?:镜像|脚本)|` +
	`\b(two|three|four|five|six|seven|eight|\d{1,2}) (?:\w+ )?(?:images|scripts|dockerfiles|workflows|manifests)\b|` +
	`([两二三四五六七八]|\d{1,2})\s?个\s?(?:服务的?|\p{Han}{2}的)?\s?(?:镜像|脚本|清单)`}

// missesThings returns the last run that succeeded if a claim is about more images, scripts or files than the runs
// name;
// otherwise nil.
func (r *judge) missesThings(s detect.Statement) *ledger.Run {
	m := severalThings.FindStringSubmatch(s.Clause)
	if m == nil || s.Kind == TestsPassed {
		return nil
	}
	want := 2
	if word := strings.Join(m[1:], ""); word != "" {
		if n, err := strconv.Atoi(word); err == nil {
			want = n
		} else if i := slices.Index(numberWords, word); i >= 0 {
			want = i + 1
		} else {
			want = max(2, slices.Index([]string{"", "", "两", "三", "四", "五", "六", "七", "八"}, word))
		}
	}
	seen, last := map[string]bool{}, (*ledger.Run)(nil)
	for _, one := range r.runsProving(s.Kind.ProvedBy()) {
		if one.Outcome != ledger.Passed && !one.Evident || s.Tool != "" && one.Tool.Name != s.Tool {
			continue
		}
		names := thingsOf(one)
		if names == nil {
			return nil
		}
		for _, name := range names {
			seen[name] = true
		}
		last = one
	}
	if last == nil || len(seen) >= want {
		return nil
	}
	return last
}

// things returns the images, scripts or files that a command names; nil if it may have looked at more.
func thingsOf(r *ledger.Run) (list []string) {
	words := shell.Operands(strings.Fields(r.Command))
	if r.ByTask || strings.Contains(r.FullLine, "for ") || strings.ContainsAny(r.FullLine, "$*") {
		return nil
	}
	switch {
	case len(words) > 1 && (words[0] == "compose" || r.Tool.Name == "docker-compose"):
		if i := slices.Index(words, "build"); i >= 0 && i+1 < len(words) {
			return words[i+1:]
		}
		return nil
	case len(words) > 0 && words[0] == "build" && strings.Contains(" docker podman nerdctl ", " "+r.Tool.Name+" "):
		return []string{r.Command}
	}
	for _, word := range words {
		if path.Ext(word) != "" && path.Ext(word) != "." {
			list = append(list, word)
		} else if strings.Contains(word, "/") || word == "." {
			return nil
		}
	}
	return list
}

// wholeRepo names all of a repository.
var wholeRepo = &text.LazyRegexp{Expr: `\b(?:repo|repository|codebase|code base|project|monorepo|workspace)\b|全仓|` +
	`整个(?:仓库|项目|代码库|工程)`}

// namesSources reports whether a claim about a linter or types names, in inline code, each folder of sources that the
// command of a run names: "no offenses for `app`".
func namesSources(s detect.Statement, one *ledger.Run) bool {
	return (s.Kind == LintClean || s.Kind == TypecheckClean) && len(one.Scope.Sources) > 0 &&
		!slices.ContainsFunc(one.Scope.Sources, func(dir string) bool {
			return !strings.Contains(s.Part, "`"+strings.TrimSuffix(dir, "/")+"`") &&
				!strings.Contains(s.Part, "`"+dir+"`")
		})
}

// looksBelow reports whether a file is in one of the folders of sources that a command names.
func looksBelow(r *ledger.Run, file string) bool {
	return slices.ContainsFunc(r.Scope.Sources, func(dir string) bool { return strings.HasPrefix(file, dir) })
}

// missesBesideSources returns an edit outside the folders of sources that each run named, if a claim is about the whole
// repository; otherwise nil: "rubocop app" says nothing of lib.
func (r *judge) missesBesideSources(s detect.Statement, passes []*ledger.Run) *ledger.Write {
	if !s.Mentions(wholeRepo) {
		return nil
	}
	for _, w := range r.RecentWrites() {
		if r.isEdit(w) && !slices.ContainsFunc(passes, func(one *ledger.Run) bool {
			return len(one.Scope.Sources) == 0 || !canAffect(w, one.Tool.Family, r.Root) || looksBelow(one, w.Path)
		}) {
			return w
		}
	}
	return nil
}
