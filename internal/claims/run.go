package claims

import (
	"path"
	"slices"
	"strings"
)

// A scope is the part of the project that a command looked at. The zero value is all of it.
type scope struct {
	all    bool     // an argument names everything: ./...
	dirs   []string // folders, files and packages that the arguments name
	crates []string // parts of the project that the arguments name: packages of Rust, of a workspace, Maven's modules
	filter string   // of tests: -run, -k, -t
	less   bool     // flags leave out some tests
	trees  int      // how many of dirs are meant with all that is below them, as "./pkg/..."
}

func (s scope) whole() bool { return (s.all || len(s.dirs)+len(s.crates) == 0) && s.filter == "" }

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
	if k&deploy != 0 && needsDeploy.get()[t.name] && !slices.ContainsFunc(c.args[1:], func(a string) bool {
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
var interpreted = lazy[map[string]string]{make: func() map[string]string {
	return map[string]string{
		"node": "js", "tsx": "js", "ts-node": "js", "bun": "js", "python": "py", "ruby": "ruby", "php": "php",
		"perl": "perl",
	}
}}

// testFile returns what the name of a program's file shows: "node test.js" runs tests.
func testFile(args []string) kinds {
	words := operands(args)
	if interpreted.get()[programName(args[0])] == "" || len(words) == 0 || strings.ContainsAny(words[0], " ()'\"\n;") {
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
var needsDeploy = lazy[map[string]bool]{make: func() map[string]bool {
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

// asksHelp reports whether a program of the project's own is run to see its help: it runs, and shows that.
func asksHelp(args []string, k kinds) bool {
	return k&execute != 0 && k&tests == 0 && slices.ContainsFunc(args[1:], func(a string) bool {
		return a == "--help" || a == "-h" || a == "--version"
	})
}

// isNoop reports whether a program does nothing, or prints its arguments.
func isNoop(program string) bool {
	switch path.Base(strings.TrimLeft(program, "@-")) {
	case "true", "echo", ":", "printf":
		return true
	}
	return false
}

// swallowsFailure reports whether a command's flags make it succeed whatever it finds.
func swallowsFailure(args []string) bool {
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

// wholeNames are folders that stand for all tests, or all sources, of a project.
var wholeNames = []string{
	".", "./", "./...", "...", "tests", "test", "spec", "src", "__tests__", "//...", "lib", "all", "*", "app", "**/*",
}

// filterFlags take a filter of tests as their value, by program.
var filterFlags = lazy[map[string]string]{make: func() map[string]string {
	return map[string]string{
		"go": "-run", "pytest": "-k -m", "py.test": "-k -m", "unittest": "-k", "jest": "-t --testNamePattern " +
			"--testPathPattern",
		"vitest": "-t --testNamePattern", "mocha": "-g --grep -f --fgrep", "rspec": "-e --example",
		"phpunit": "--filter",
		"dotnet":  "--filter", "gradle": "--tests", "gradlew": "--tests", "ctest": "-R --tests-regex",
		"playwright": "-g --grep",
		"node":       "--test-name-pattern", "bun": "-t --test-name-pattern", "gotestsum": "-run", "swift": "--filter",
		"artisan": "--filter", "pest": "--filter", "bats": "-f --filter", "deno": "--filter", "ginkgo": "--focus",
		"minitest": "-n", "rails": "-n", "mix": "--only", "tox": "", "cypress": "--spec",
	}
}}

// leavingOut are flags that leave out the tests that their value names.
const leavingOut = " --deselect --ignore --ignore-glob -skip --skip -E --exclude-regex --testPathIgnorePatterns --exclude-group "

// leavesOut reports whether a flag of leavingOut is one of that program.
func leavesOut(name, flag string) bool {
	switch flag {
	case "-skip":
		return name == "go" || name == "gotestsum"
	case "--skip":
		return name == "cargo" || name == "swift"
	case "-E", "--exclude-regex":
		return name == "ctest"
	}
	return true
}

// partFlags take a part of the project as their value.
const partFlags = " -p --package -pl --projects --project --workspace -w --filter -F --rootdir "

// scopeOf reads which part of the project a command looks at.
func scopeOf(c command, t tool) (s scope) {
	if c.script || c.named != 0 {
		return scopeOfScript(c)
	}
	switch t.name {
	case "docker", "podman", "nerdctl", "docker-compose": // its arguments are names of images
		return s
	}
	if parts, ok := runnerParts(c.args, t); ok {
		s.crates = parts
		return s
	}
	s.crates = slices.Clone(c.parts)
	filters := " " + filterFlags.get()[t.name] + " "
	args := c.args[1:]
	for i := 0; i < len(args); i++ {
		flag, value, joined := strings.Cut(args[i], "=")
		if !joined && i+1 < len(args) {
			value = args[i+1]
		}
		switch {
		case flag == "--" && t.name == "cargo" && t.kinds&tests == 0: // the compiler's flags
			i = len(args)
			continue
		case !strings.HasPrefix(flag, "-"):
			s.addOperand(args[i], c, t)
			continue
		case flag == "--lf" || flag == "--last-failed" || flag == "--onlyChanged" || flag == "-o" && t.name == "jest" ||
			flag == "--changed" || flag == "--only-changed" || flag == "--onlyFailures":
			s.filter = flag
		case strings.Contains(filters, " "+flag+" ") && flag != "" && !strings.HasPrefix(value, "not "):
			if s.filter = value; strings.Trim(value, ".*^$") == "" { // all of them
				s.filter = ""
			}
		case t.kinds&tests != 0 && strings.Contains(leavingOut, " "+flag+" ") && leavesOut(t.name, flag):
			s.less = true
		case strings.HasPrefix(flag, "-Dtest"):
			s.filter = value
		case t.family == "rust" && (flag == "-p" || flag == "--package"):
			name, _, _ := strings.Cut(value, "@")
			s.crates = append(s.crates, name)
		case t.family == "java" && (flag == "-pl" || flag == "--projects"):
			s.mavenParts(value, c.dir)
		case strings.Contains(partFlags, " "+flag+" ") && partial(t, flag):
			s.dirs = append(s.dirs, join(c.dir, strings.TrimPrefix(value, "./")))
		case takesValue(t.name, flag):
		default:
			continue
		}
		if !joined && flag != "--lf" && !strings.HasPrefix(flag, "--last") && !strings.HasPrefix(flag, "--only") {
			i++
		}
	}
	if s.all {
		s.dirs, s.all = nil, c.dir == ""
	}
	// "for d in *" goes to each folder.
	if dir := sourceDir(c.dir, t); dir != "" && len(s.dirs)+len(s.crates) == 0 && !strings.ContainsAny(dir, "$*") {
		s.dirs = []string{dir + "/"}
	}
	return s
}

// sourceDir is the folder of the sources that a tool looks at when it runs in dir: for CMake's and Meson's build folders
// it is the one above.
func sourceDir(dir string, t tool) string {
	if name := path.Base(dir); t.family == "c" && (strings.Contains(name, "build") || name == "out") {
		return strings.TrimSuffix(strings.TrimSuffix(dir, name), "/")
	}
	return dir
}

// scopeOfScript returns the folder in which a script runs, narrowed by its caller's arguments: "npm test -- slug".
func scopeOfScript(c command) (s scope) {
	s.crates = slices.Clone(c.parts)
	dir := c.dir
	if len(c.args) > 0 && c.args[0] == "make" {
		dir = sourceDir(dir, tool{family: "c"})
	}
	if dir != "" && !strings.Contains(dir, "$") {
		s.dirs = []string{dir + "/"}
	}
	words := operands(c.args)
	if !c.script && len(words) > 0 && c.args[0] != "make" && words[0] != "workspaces" && !isShell(c.args[0]) {
		if words[0] == "run" || words[0] == "run-script" {
			words = words[1:]
		}
		if len(words) > 1 {
			s.filter = words[1]
		}
	}
	return s
}

// partial reports whether a flag of the tool names a part of the project.
func partial(t tool, flag string) bool {
	switch t.family {
	case "java":
		return flag == "--package"
	case "js":
		return flag == "--filter" || flag == "-F" || flag == "--workspace" || flag == "-w" && t.name == "npm"
	}
	return false
}

// takesValue reports whether the word after a flag is its value, and no file.
func takesValue(name, flag string) bool {
	const common = " -n -c -o --config --timeout --maxfail --reporter --tb --max-warnings -j --jobs --cov " +
		"--cov-report " +
		"--format --target --ext --parser --durations -timeout -count -tags -coverprofile -cover -parallel -C -f " +
		"--file " +
		"--project --build --preset --configuration --verbosity --logger --features --profile --tsconfig -W --ignore " +
		"--deselect --testTimeout --cache-location --ignore-path -exec -ldflags -gcflags -covermode -coverpkg -shuffle "
	switch {
	case name == "dotnet" && strings.Contains(" -v -c -f -r -o -s -a -l --framework --runtime --output --settings --collect ", " "+flag+" "):
		return true
	case name == "xcodebuild":
		return true
	case name == "tox" && flag == "-e", name == "nox" && flag == "-s":
		return true
	case name == "go" && (flag == "-c" || flag == "-n" || flag == "-cover"):
		return false
	case name == "pytest" && flag == "-c", name == "tsc" && flag == "--build", name == "cmake" && flag == "--build":
		return name != "tsc"
	case flag == "-p" && name == "tsc":
		return true
	}
	return strings.Contains(common, " "+flag+" ")
}

// addOperand adds a word that may name a folder, a file, a package or a test.
func (s *scope) addOperand(word string, c command, t tool) {
	name := strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/")
	if file, test, ok := strings.Cut(name, "::"); ok { // pytest
		name, s.filter = file, test
	}
	name, recursive := strings.CutSuffix(name, "/...")
	if t.kinds&tests != 0 && t.family == "py" && t.name != "pytest" && !strings.Contains(name, "/") && path.Ext(name) != ".py" &&
		!isSubcommand(word, t) {
		if name = name[strings.LastIndexByte(name, '.')+1:]; !slices.Contains(wholeNames, name) { // a module
			s.dirs = append(s.dirs, join(c.dir, name+".py"))
		}
		return
	}
	switch {
	case word == "./..." || word == "//...":
		s.all = true
		return
	case slices.Contains(wholeNames, word) || slices.Contains(wholeNames, name) && t.family != "go" || name == "" ||
		word == "//..." || strings.HasPrefix(word, "$") || strings.HasPrefix(word, "+"):
		return
	case isSubcommand(word, t):
		word = strings.TrimPrefix(word, ":")
		if i := strings.LastIndexByte(word, ':'); i > 0 { // gradle's ":libs:core:test"
			s.dirs = append(s.dirs, join(c.dir, strings.ReplaceAll(word[:i], ":", "/"))+"/")
		}
		return
	case t.kinds&(tests|build|lint|types) == 0, interpreted.get()[t.name] != "" && slices.Contains([]string{"",
		"run", "all", "runall", "main"}, stem(name)):
		return
	case t.name == "cargo" || t.name == "swift" && t.kinds&tests != 0:
		s.filter = word
		return
	case t.family == "js" && t.kinds&tests != 0 && !strings.ContainsAny(name, "./"):
		s.filter = word
		return
	}
	name = join(c.dir, strings.TrimPrefix(name, "//"))
	if recursive {
		s.trees++
	}
	if recursive || !strings.Contains(path.Base(name), ".") {
		name += "/"
	}
	s.dirs = append(s.dirs, name)
}

// isSubcommand reports whether a word is part of the tool's own command, such as "test" in "go test", and no part of
// the project.
func isSubcommand(word string, t tool) bool {
	if slices.Contains(strings.Fields(strings.TrimPrefix(t.sub, "*")), word) || t.family == "java" || t.family == "c" {
		return true
	}
	switch word {
	case "run", "test", "check", "format", "lint", "clean", "discover", "run-many", "ci", "analyse", "analyze",
		"nextest",
		"build", "watch", "start", "install", "--":
		return true
	}
	return false
}

// covers reports whether the scope has a file in it.
func (s scope) covers(c change) bool {
	if s.filter != "" && !sameStem(s.filter, c.path) {
		return false
	}
	if slices.ContainsFunc(s.crates, c.isOfCrate) || len(s.dirs)+len(s.crates) == 0 {
		return true
	}
	for _, d := range s.dirs {
		dir, isDir := strings.CutSuffix(d, "/")
		switch {
		case c.path == dir, isDir && strings.HasPrefix(c.path, d), isDir && strings.Contains("/"+c.path, "/"+d):
			return true
		case !isDir && sameStem(path.Base(dir), c.path):
			return true
		}
	}
	return false
}

// stem is a name without its extension, and without what makes it a test's: "test_slug.py", "TestSlug", "slug.spec.ts"
// are all "slug".
func stem(name string) string {
	name = strings.ToLower(path.Base(name))
	name, _, _ = strings.Cut(name, ".")
	for _, affix := range []string{"tests", "test", "spec"} {
		name = strings.TrimSuffix(strings.TrimPrefix(name, affix), affix)
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-^$ /", r) {
			return -1
		}
		return r
	}, name)
}

func sameStem(a, b string) bool {
	a, b = stem(a), stem(b)
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// An outcome is how a run ended.
type outcome uint8

const (
	pending outcome = iota // no result is there
	passed
	exitFailed
	outputFailed
	ranNothing
	maskedExit
	inBackground
	notRun // it was refused, or there is no such program
)

// A run is a command of a step that can prove something.
type run struct {
	at      place
	line    int // index in the shell line, for a status that is printed
	tool    tool
	kinds   kinds
	scope   scope
	command string // the shell line's part, or the line
	whole   string // the shell line
	trust   trust
	by      string
	last    bool
	before  bool   // it saw the files without the changes, which git stash had put away
	open    bool   // its output may say what it does
	guess   kinds  // what an unknown program proves, perhaps, as its words or its output say
	weak    kinds  // what it may prove, for all that is known
	empty   bool   // by its flags
	part    string // of the project, by its name, whose folder is in the scope
	remote  bool   // it shows a run of CI
	filters [][]string
	log     string // the file into which its output goes
	state   bool   // git says what is committed and pushed
	byTask  bool   // a script of the project runs it
	shown   bool   // its output shows that it succeeded, where its exit status is not seen
	pushed  int    // what it brought to the other side
	outcome outcome
	counts  []string // numbers of tests that passed, as the output has them
	faults  []string // files that the output of a failed run names
	total   int      // no more than so many tests passed, as the output has it; 0 if it does not say
}

// family returns the group of tools in which a later run replaces an earlier one.
func (r *run) family() string {
	if r.tool.family != "" {
		return r.tool.family
	}
	return r.tool.name
}

var exitCode = lazyRegexp{expr: `(?i)^\s*(?:Error: )?Exit code:? (\d+)`}
