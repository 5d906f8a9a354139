package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// proves returns what a command can prove, by its program and its flags.
func proves(c command) kinds {
	t, ok := toolOf(c.args)
	if c.idle || c.own {
		return execute
	}
	if c.named != 0 && (!ok || t.kinds&^(execute|inspect) == 0) {
		return c.named
	}
	if !ok {
		if len(c.args) == 0 {
			return 0
		}
		k := guessOf(c.args)
		if strings.Contains(c.args[0], "/") || isShell(c.args[0]) && len(operands(c.args)) > 0 {
			k |= execute
		}
		return k
	}
	k := t.kinds
	if k == execute && prints(c) {
		return 0
	}
	if t.name == "git" && k&push != 0 && removesBranch(c.args) {
		return 0
	}
	if t.kinds == execute {
		k |= testFile(c.args) & (tests | build)
	}
	for i, a := range c.args[1:] {
		switch {
		case a == "--no-run", skipsTests(a):
			k &^= tests
		case t.name == "go" && a == "-c" || t.name == "gradle" && a == "-x" || t.name == "gradlew" && a == "-x":
			k &^= tests
		case t.name == "cmake" && i+2 < len(c.args) && (a == "--target" || a == "-t"):
			k |= kindsOfName(c.args[i+2]) & tests
		}
	}
	if k&deploy != 0 && needsDeploy.Get()[t.name] && !slices.ContainsFunc(c.args[1:], func(a string) bool {
		return a == "deploy" || a == "up" || a == "release" || a == "--prod" || a == "publish" || a == "--prebuilt" ||
			strings.HasPrefix(a, "functions:") || a == "create"
	}) && !(t.name == "vercel" && len(operands(c.args)) == 0) {
		k &^= deploy
	}
	return k
}

// removesBranch reports whether a push only removes what is there: git push origin --delete x, git push origin :x.
func removesBranch(args []string) bool {
	words := operands(args)
	return slices.Contains(args, "--delete") || slices.Contains(args, "-d") || len(words) > 2 &&
		!slices.ContainsFunc(words[2:], func(w string) bool { return !strings.HasPrefix(w, ":") })
}

// skipsTests reports whether a property of Maven or Gradle leaves out the tests: -DskipTests=true.
func skipsTests(flag string) bool {
	name, value, _ := strings.Cut(flag, "=")
	return value != "false" && (name == "-DskipTests" || name == "-Dmaven.test.skip" || name == "-Dmaven.test.skip.exec" ||
		name == "-Dsurefire.skip" || name == "-DskipUnitTests" || name == "-Dsurefire.skipTests")
}

// interpreted are the programs that run a file of tests.
var interpreted = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"node": "js", "tsx": "js", "ts-node": "js", "bun": "js", "python": "py", "ruby": "ruby", "php": "php",
		"perl": "perl",
	}
}}

// testFile returns what the name of a program's file shows: "node test.js" runs tests.
func testFile(args []string) kinds {
	words := operands(args)
	if interpretedLanguage(programName(args[0])) == "" || len(words) == 0 || strings.ContainsAny(words[0], " ()'\"\n;") {
		return 0
	}
	base := path.Base(words[0])
	k := kindsOfName(strings.TrimSuffix(base, path.Ext(base)))
	switch path.Base(path.Dir(words[0])) {
	case "test", "tests", "spec", "__tests__":
		k |= tests
	}
	return k
}

// needsDeploy are command line tools of hosting services that deploy only with some subcommands.
var needsDeploy = text.Lazy[map[string]bool]{Make: func() map[string]bool {
	return map[string]bool{
		"vercel": true, "netlify": true, "flyctl": true, "fly": true, "railway": true, "wrangler": true,
		"firebase":   true,
		"serverless": true, "sls": true, "eb": true, "sam": true, "cdk": true, "render": true, "cap": true,
		"kamal": true,
		"dokku": true,
	}
}}

// emptyFlags make a tool list, print or plan, and run nothing.
const emptyFlags = " --collect-only --co --listTests --list-tests --list --help -h --version -V --dry-run --dryrun " +
	"--print-config --show-config --showConfig --just-print --list-tests-json --version-only -N --setup-plan " +
	"--setup-only --fixtures --markers --cache-show --showconfig --show-only --listenvs --listenvs-all --notest "

// runsNothing reports whether a command's flags keep it from running what it is for.
func runsNothing(args []string) bool {
	name := programName(args[0])
	for i, a := range args[1:] {
		if a == "--" {
			return name == "cargo" && slices.Contains(args[i+1:], "--list")
		}
		flag, value, joined := strings.Cut(a, "=")
		if !joined && i+2 < len(args) {
			value = args[i+2]
		}
		switch {
		case name == "go" && (flag == "-count" || flag == "--count") && value == "0",
			name == "go" && (flag == "-exec" || flag == "--exec") && isNoop(value),
			flag == "--dry" && name == "turbo", flag == "--nobuild" && strings.HasPrefix(name, "bazel"),
			i == 0 && (a == "version" || a == "-version") && !isTool(name),
			(a == "-l" || a == "-a") && (name == "tox" || name == "nox"), a == "-t" && name == "dotnet",
			(a == "-t" || a == "--touch" || a == "-q" || a == "--question") && isMake(name),
			a == "-m" && strings.HasPrefix(name, "gradle"):
			return true
		case flag == "--dry-run" && (value == "none" || value == "false"):
		case flag == "-h" && (name == "rsync" || name == "psql"), flag == "-V" && name == "ctest",
			flag == "-N" && name != "ctest":
		case strings.Contains(emptyFlags, " "+flag+" "):
			return true
		case name == "go" && (a == "-list" || strings.HasPrefix(a, "-list=") || a == "-n"),
			name == "go" && i+2 < len(args) && a == "-skip" && strings.Trim(args[i+2], ".*^$") == "",
			name == "jest" && a == "--showConfig", name == "git" && a == "-n" && i > 0 && args[1] == "push",
			name == "rspec" && a == "--dry-run", name == "vitest" && a == "list",
			name == "tsc" && (a == "-v" || a == "--init"), isMake(name) && a == "-n":
			return true
		}
	}
	return false
}

// isNoop reports whether a program does nothing, or prints its arguments.
func isNoop(program string) bool {
	switch path.Base(strings.TrimLeft(program, "@-")) {
	case "true", "echo", ":", "printf":
		return true
	}
	return false
}

// interpretedLanguage returns the language that an interpreter runs, "py" for python; "" for another program.
func interpretedLanguage(program string) string { return interpreted.Get()[program] }
