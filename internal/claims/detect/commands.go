package detect

import (
	"strings"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// commandClaims returns the claims of a match whose inline code contains commands that prove something: "`go test
// ./...` passes".
func (s sentence) commandClaims(match string, one Statement) (list []Statement) {
	for _, r := range match {
		i := int(r - patterns.CodeMark)
		if i < 0 || i >= len(s.code) {
			continue
		}
		if kind := kindOfScript(s.code[i]); kind != "" {
			one.Kind, one.Command, one.Narrow = kind, s.code[i], true
			list = append(list, one)
			continue
		}
		for _, c := range shell.ReadLine(s.code[i], "", nil).Commands {
			k := shell.Proves(c)
			kinds := []Kind{TestsPassed, LintClean, TypecheckClean, BuildPassed}
			if !strings.Contains(s.code[i], "tsc") && (!strings.Contains(s.code[i], "check") ||
				strings.Contains(s.code[i], "cargo")) {
				kinds[2], kinds[3] = kinds[3], kinds[2] // a compiler checks types as part of the build
			}
			if buildTask.MatchString(s.code[i]) || strings.Contains(match, " builds ") {
				kinds = []Kind{BuildPassed, TestsPassed, LintClean, TypecheckClean}
			}
			for _, kind := range kinds {
				if k&kind.ProvedBy() != 0 {
					t, _ := shell.ToolOf(c.Args)
					one.Kind, one.Tool, one.Command = kind, t.Name, s.code[i]
					list = append(list, one)
					break
				}
			}
		}
	}
	return list
}

// buildTask matches a command whose task is to build, even if it also checks something: "mvn package".
var buildTask = text.LazyRegexp{Expr: `^\S*(?:mvnw?|gradlew?|sbt) (?:\S+ )*:?(?:build|package|assemble|compile|` +
	`install)\w*$|^(?:make|ninja|just|task|cabal|stack|dune|nix|bazel) (?:all|build)(?: \S+)*$`}

// scriptNames match names of scripts, tasks, tests and test files, by what they are about.
var scriptNames = []struct {
	kind Kind
	name *text.LazyRegexp
}{
	{TestsPassed, &text.LazyRegexp{Expr: `^tests?(?:[:_-]\w[\w:-]*)?$|` +
		`^Test[A-Z]\w*$|^test_\w+$|^[\w-]+[:_-]tests?$|` +
		`^(?:[\w.-]+/)*(?:test_[\w.-]+|[\w-]+[._-](?:test|spec)\.\w+)(?:::\w+)*$|` +
		`^\w+(?:Tests?|Spec)(?:\.\w+)?$`}},
	{LintClean, &text.LazyRegexp{Expr: `^lint(?:[:_-]?\w+)?$|^[\w-]+[:_-]lint$|^(?:fmt|format)[:_-]?check$`}},
	{TypecheckClean, &text.LazyRegexp{Expr: `^(?:type-?check|check-?types|types?)(?:[:_-]\w+)?$`}},
	{BuildPassed, &text.LazyRegexp{Expr: `^(?:build|compile|assemble(?:[A-Z]\w*)?|` +
		`bundle(?:Debug|Release)\w*|compile[A-Z]\w*)$|` +
		`^:(?:[\w-]+:)*(?:assemble|bundle|compile|build|package)\w*$|` +
		`^(?:build|compile)[:_-]\w+$|` +
		`^[\w-]+[:_-](?:build|compile)$`}},
}

// kindOfScript returns what the script, task or test of a name is about; "" if unknown.
func kindOfScript(name string) Kind {
	for _, s := range scriptNames {
		if s.name.MatchString(name) {
			return s.kind
		}
	}
	return ""
}
