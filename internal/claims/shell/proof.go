package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Proves returns what a command can prove, by its program and its flags.
func Proves(c Command) Kinds {
	t, ok := ToolOf(c.Args)
	if c.DoesNothing || c.isProjectFile {
		return Execute
	}
	if c.KindsByName != 0 && (!ok || t.Kinds&^(Execute|Inspect) == 0) {
		return c.KindsByName
	}
	if !ok {
		if len(c.Args) == 0 {
			return 0
		}
		k := guessKinds(c.Args)
		if strings.Contains(c.Args[0], "/") || IsShell(c.Args[0]) && len(Operands(c.Args)) > 0 {
			k |= Execute
		}
		return k
	}
	k := t.Kinds
	if k == Execute && (isPrintCommand(c) || managesPackages(c.Args)) {
		return 0
	}
	if t.Name == "git" && k&Push != 0 && removesBranch(c.Args) {
		return 0
	}
	if words := Operands(c.Args); t.Name == "git" && k&Push != 0 && len(words) > 1 &&
		strings.Contains(" heroku dokku production staging ", " "+words[1]+" ") {
		k |= Deploy
	}
	if t.Kinds == Execute {
		k |= kindsOfFile(c.Args) & (Tests | Build)
	}
	for i, a := range c.Args[1:] {
		switch {
		case a == "--no-run", skipsTests(a):
			k &^= Tests
		case t.Name == "go" && a == "-c" || t.Name == "gradle" && a == "-x" || t.Name == "gradlew" && a == "-x":
			k &^= Tests
		case t.Name == "cmake" && i+2 < len(c.Args) && (a == "--target" || a == "-t") && c.Args[i+2] != "all":
			k |= KindsOfName(c.Args[i+2]) & Tests
		}
	}
	if t.Name == "goreleaser" && (slices.Contains(c.Args, "--snapshot") || slices.Contains(c.Args, "--skip=publish")) {
		k &^= Deploy
	}
	if k&Deploy != 0 && deployTools.Get()[t.Name] && !slices.ContainsFunc(c.Args[1:], func(a string) bool {
		return a == "deploy" || a == "up" || a == "release" || a == "--prod" || a == "rollback" || a == "redeploy" ||
			a == "publish" || a == "--prebuilt" || strings.HasPrefix(a, "functions:") || a == "create"
	}) && !(t.Name == "vercel" && len(Operands(c.Args)) == 0) {
		k &^= Deploy
	}
	return k
}

// managesPackages reports whether a package manager of JavaScript only manages packages and starts no script.
func managesPackages(args []string) bool {
	const subcommands = " install i ci add rm remove uninstall un update up upgrade outdated ls list view info audit " +
		"why config init pkg cache link dedupe prune fund search whoami version "
	words := Operands(args)
	switch ProgramName(args[0]) {
	case "npm", "pnpm", "yarn", "bun":
		return len(words) > 0 && strings.Contains(subcommands, " "+words[0]+" ")
	}
	return false
}

// removesBranch reports whether a push only removes branches: git push origin --delete x, git push origin :x.
func removesBranch(args []string) bool {
	words := Operands(args)
	return slices.Contains(args, "--delete") || slices.Contains(args, "-d") || len(words) > 2 &&
		!slices.ContainsFunc(words[2:], func(w string) bool { return !strings.HasPrefix(w, ":") })
}

// skipsTests reports whether a property of Maven or Gradle turns the tests off: -DskipTests=true.
func skipsTests(flag string) bool {
	name, value, _ := strings.Cut(flag, "=")
	switch name {
	case "-DskipTests", "-DskipUnitTests", "-Dmaven.test.skip", "-Dmaven.test.skip.exec", "-Dsurefire.skip",
		"-Dsurefire.skipTests":
		return value != "false"
	}
	return false
}

// interpreters maps interpreters to the family of languages that they run, as in [Tool].
var interpreters = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"node": "js", "tsx": "js", "ts-node": "js", "bun": "js", "python": "py", "ruby": "ruby", "php": "php",
		"perl": "perl",
	}
}}

// kindsOfFile returns what a program proves by the name of its file: "node test.js" runs tests.
func kindsOfFile(args []string) Kinds {
	words := Operands(args)
	if InterpretedLanguage(ProgramName(args[0])) == "" || len(words) == 0 ||
		strings.ContainsAny(words[0], " ()'\"\n;") {
		return 0
	}
	base := path.Base(words[0])
	if base == "setup.py" && len(words) > 1 {
		if strings.HasPrefix(words[1], "bdist") || words[1] == "sdist" {
			return Build
		}
		return KindsOfName(words[1])
	}
	k := KindsOfName(strings.TrimSuffix(base, path.Ext(base)))
	switch path.Base(path.Dir(words[0])) {
	case "test", "tests", "spec", "__tests__":
		k |= Tests
	}
	return k
}

// deployTools are tools of hosting services that deploy only with some subcommands.
var deployTools = text.Lazy[map[string]bool]{Make: func() map[string]bool {
	return map[string]bool{
		"vercel": true, "netlify": true, "flyctl": true, "fly": true, "railway": true, "wrangler": true,
		"firebase":   true,
		"serverless": true, "sls": true, "eb": true, "sam": true, "cdk": true, "render": true, "cap": true,
		"kamal": true,
		"dokku": true,
	}
}}

// listingFlags are flags with which a tool only lists, prints or plans.
const listingFlags = " --collect-only --co --listTests --list-tests --list --help -h --version -V --dry-run --dryrun " +
	"--print-config --show-config --showConfig --just-print --list-tests-json --version-only -N --setup-plan " +
	"--setup-only --fixtures --markers --cache-show --showconfig --show-only --listenvs --listenvs-all --notest "

// ansibleDryFlags are flags with which a playbook changes nothing.
const ansibleDryFlags = " --check -C --list-tasks --list-hosts "

// RunsNothing reports whether a command's flags keep it from doing what it is for.
func RunsNothing(args []string) bool {
	name := ProgramName(args[0])
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
			i == 0 && (a == "version" || a == "-version") && !IsTool(name),
			(a == "-l" || a == "-a") && (name == "tox" || name == "nox"), a == "-t" && name == "dotnet",
			(a == "-t" || a == "--touch" || a == "-q" || a == "--question") && IsMake(name),
			a == "-m" && strings.HasPrefix(name, "gradle"), strings.HasSuffix(a, ":help"),
			a == "-l" && name == "pg_restore",
			name == "ansible-playbook" && strings.Contains(ansibleDryFlags, " "+a+" "),
			name == "rsync" && strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "n"):
			return true
		case flag == "--dry-run" && (name == "clang-format" || name == "php-cs-fixer"): // they check then
		case flag == "--dry-run" && (value == "none" || value == "false"):
		case flag == "--version" && isVersion(value): // of the chart or package that is to be installed
		case flag == "-h" && (name == "rsync" || name == "psql"), flag == "-V" && name == "ctest",
			flag == "-N" && name != "ctest":
		case strings.HasPrefix(flag, "-") && strings.Contains(listingFlags, " "+flag+" "):
			return true
		case name == "go" && (a == "-list" || strings.HasPrefix(a, "-list=") || a == "-n"),
			name == "go" && i+2 < len(args) && a == "-skip" && strings.Trim(args[i+2], ".*^$") == "",
			name == "jest" && a == "--showConfig", name == "git" && a == "-n" && i > 0 && args[1] == "push",
			name == "rspec" && a == "--dry-run", name == "vitest" && a == "list",
			name == "tsc" && (a == "-v" || a == "--init"), IsMake(name) && a == "-n":
			return true
		}
	}
	return false
}

// plans are the subcommands with which a program that deploys only says what it would do.
var plans = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"terraform": " plan ", "tofu": " plan ", "terragrunt": " plan ", "nomad": " plan ", "pulumi": " preview ",
		"cdk": " diff synth ", "helm": " diff template ", "kubectl": " diff ", "oc": " diff ", "flux": " diff ",
		"argocd": " diff ", "flyway": " info validate ", "liquibase": " status update-sql updateSQL ",
		"prisma": " status diff ", "serverless": " package ", "sls": " package ", "alembic": " current history check ",
	}
}}

// OnlyPlans reports whether a command of a program that deploys only says what it would do: terraform plan, npm publish
// --dry-run.
func OnlyPlans(args []string) bool {
	if len(args) == 0 {
		return false
	}
	sub := plans.Get()[ProgramName(args[0])]
	if sub != "" {
		words := Operands(args)
		return RunsNothing(args) || slices.ContainsFunc(words[:min(len(words), 2)],
			func(w string) bool { return strings.Contains(sub, " "+w+" ") })
	}
	if slices.Contains(args, "--syntax-check") { // of a playbook
		return true
	}
	if !RunsNothing(args) || AsksHelp(args, Execute) {
		return false
	}
	t, _ := ToolOf(args)
	return t.Kinds&Deploy != 0 || ChangesServer(args)
}

// isVersion reports whether a word may be the version of a package: "1.4.2", "v2", "^3", "$VERSION", "latest".
func isVersion(word string) bool {
	word = strings.TrimPrefix(strings.TrimLeft(word, "^~<>= "), "v")
	return word == "latest" || word != "" && (word[0] >= '0' && word[0] <= '9' || word[0] == '$')
}

// isNoop reports whether a program does nothing, or only prints its arguments.
func isNoop(program string) bool {
	switch path.Base(strings.TrimLeft(program, "@-")) {
	case "true", "echo", ":", "printf":
		return true
	}
	return false
}

// InterpretedLanguage returns the family of languages that an interpreter runs, "py" for python; "" for another
// program.
func InterpretedLanguage(program string) string { return interpreters.Get()[program] }

// SwallowsFailure reports whether a command's flags make it succeed even if it finds failures.
func SwallowsFailure(args []string) bool {
	return slices.ContainsFunc(args[1:], func(a string) bool {
		switch a {
		case "--exit-zero", "--issues-exit-code=0", "-fn", "--fail-never", "-Dmaven.test.failure.ignore=true",
			"-Dmaven.test.failure.ignore", "--no-fail", "--passWithFailures", "--exit-code=0",
			"--suppress-tests-failure":
			return true
		}
		return false
	})
}
