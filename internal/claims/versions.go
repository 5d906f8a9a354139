package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/text"
)

var (
	// severalVersions match a claim about several versions of a language or a database.
	severalVersions = &text.LazyRegexp{Expr: `\b(?:on|with|under|against|for|across|in) (?:all|both|each|every|` +
		`two|three|four|five|\d)` +
		`(?: of the)? (?:supported )?(?:[a-z]+ )?versions?\b|` +
		`\b(?:on|with|under|against|for|across|in) (?:python|py|node(?:\.?js)?|go|ruby|php|java|jdk|rust|` +
		`postgres\w*|django|rails|` +
		`react|elixir|kotlin|\.net) v?\d[\d.]*(?:, v?\d[\d.]*)*,? ?(?:and|to|through|&|–|-) ?(?:python |node |php |` +
		`go |ruby |java )?v?\d|` +
		`\b(?:on|with|under|against) \d\.\d+(?:, \d\.\d+)*,? (?:and|to|through|&|–|-) ?\d\.\d+\b|` +
		`(?:所有|各个?|全部|[两二三四五]个|\d\s?个)\s?(?:python|node|go|php|ruby|java)?\s?版本(?:上|下|里|都|均|的)`}
	// versionInLine matches a version of a language in a command.
	versionInLine = text.LazyRegexp{Expr: `(?i)(?:python|py|node|go|ruby|php|java|jdk|rust|postgres|django|rails|` +
		`elixir|toolchain|` +
		`version|lts|-p|use|exec|@|\+|:)[ =:@-]?v?(\d{1,2}(?:\.\d+)*)\b`}
)

// versionOf matches the version of a language in a claim or a command. A tool that chooses one (nvm) stands for its
// language.
var versionOf = text.LazyRegexp{Expr: `(?i)\b(python|py|node|nvm (?:use|exec)|fnm use|go|ruby|php|java|jdk|django|` +
	`rails|postgres)(?:\.?js|ql)?[ =:@-]?v?(\d{1,2}(?:\.\d+)*)`}

// envName matches the name of an environment of tox: "py312" is Python 3.12.
var envName = text.LazyRegexp{Expr: `\bpy([23])(\d{1,2})\b`}

// versionsIn returns the versions in a text as "language version".
func versionsIn(line string) (list []string) {
	names := strings.NewReplacer(
		"nvm use", "node", "nvm exec", "node", "fnm use", "node", "python", "py", "jdk", "java")
	line = envName.ReplaceAllString(line, "py$1.$2")
	for _, m := range versionOf.Get().FindAllStringSubmatch(line, maxCounts) {
		list = append(list, names.Replace(strings.ToLower(m[1]))+" "+m[2])
	}
	return list
}

// isOtherVersion reports whether two versions are of one language and differ, as "py 3.11" and "py 3.12" do. "py 3" is
// no other version than these.
func isOtherVersion(a, b string) bool {
	of, _, _ := strings.Cut(a, " ")
	return strings.HasPrefix(b, of+" ") && !strings.HasPrefix(a+".", b+".") && !strings.HasPrefix(b+".", a+".")
}

// missesNamedVersion reports whether a claim names a version of a language, and each run names versions of that
// language alone, but not this one.
func missesNamedVersion(s detect.Statement, runs []*ledger.Run) bool {
	return slices.ContainsFunc(versionsIn(s.Part), func(claimed string) bool {
		return !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
			seen := versionsIn(one.FullLine)
			return len(seen) == 0 ||
				slices.ContainsFunc(seen, func(v string) bool { return !isOtherVersion(claimed, v) })
		})
	})
}

// missesVersion reports whether a claim is about several versions, and its runs were of one: no command names two of
// them, and none leaves them to a file.
func missesVersion(s detect.Statement, runs []*ledger.Run) bool {
	if !s.Mentions(severalVersions) {
		return false
	}
	seen := map[string]bool{}
	for _, one := range runs {
		if one.ByTask || one.Unknown || one.Scope.Limit == "" && strings.Contains(" tox nox ", " "+one.Tool.Name+" ") ||
			strings.Contains(" hatch act cibuildwheel appraisal bazel docker podman ",
				" "+one.Tool.Name+" ") || strings.Contains(one.FullLine, "for ") ||
			strings.Contains(one.FullLine, "docker") {
			return false
		}
		for _, name := range strings.Split(one.Scope.Limit, ",") { // "py39,py313", "tests-3.12"
			seen[strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz-_")] = true
		}
		for _, m := range versionInLine.Get().FindAllStringSubmatch(one.FullLine, maxCounts) {
			seen[m[1]] = true
		}
	}
	delete(seen, "")
	return len(seen) < 2 && !slices.ContainsFunc(runs, func(one *ledger.Run) bool { return one.WatchesCI })
}
