package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A scope is the part of the project that a command looked at. The zero value is all of it.
type scope struct {
	all     bool     // an argument names everything: ./...
	dirs    []string // folders, files and packages that the arguments name; folders end in a slash
	crates  []string // parts of the project that the arguments name: packages of Rust, of a workspace, Maven's modules
	filter  string   // of tests: -run, -k, -t
	less    bool     // flags leave out some tests
	sources bool     // an argument names all sources of the project
	trees   int      // how many of dirs stand for all that is below them, as "./pkg/..." does
}

func (s scope) whole() bool { return (s.all || len(s.dirs)+len(s.crates) == 0) && s.filter == "" }

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
	".", "./", "./...", "...", "tests", "test", "spec", "src", "__tests__", "//...", "lib", "all", "*", "app", "**/*", "t",
}

// sourceNames are those of wholeNames that stand for all sources, whatever other folders stand beside them.
var sourceNames = []string{".", "src", "lib", "app"}

// filterFlags take a filter of tests as their value, by program.
var filterFlags = text.Lazy[map[string]string]{Make: func() map[string]string {
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
const leavingOut = " --deselect --ignore --ignore-glob -skip --skip -E --exclude-regex --testPathIgnorePatterns " +
	"--exclude-group "

// leavesOut reports whether a flag that is in leavingOut means that for this program, too.
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
func scopeOf(c shell.Command, t shell.Tool) (s scope) {
	if c.Script || c.KindsByName != 0 {
		return scopeOfScript(c)
	}
	switch t.Name {
	case "docker", "podman", "nerdctl", "docker-compose": // its arguments are names of images
		return s
	}
	if parts, ok := runnerParts(c.Args, t); ok {
		s.crates = parts
		return s
	}
	s.crates = slices.Clone(c.Parts)
	args := c.Args[1:]
	for i := 0; i < len(args); i++ {
		flag, value, joined := strings.Cut(args[i], "=")
		if !joined && i+1 < len(args) {
			value = args[i+1]
		}
		if flag == "--" && t.Name == "cargo" && t.Kinds&shell.Tests == 0 { // the compiler's flags
			break
		}
		switch {
		case !strings.HasPrefix(flag, "-"):
			s.addOperand(args[i], c, t)
		case s.addFlag(flag, value, c, t) && !joined:
			i++
		}
	}
	if s.sources {
		s.dirs = nil
	}
	if s.all {
		s.dirs, s.all = nil, c.Dir == ""
	}
	// "for d in *" goes to each folder.
	if dir := sourceDir(c.Dir, t); dir != "" && len(s.dirs)+len(s.crates) == 0 && !strings.ContainsAny(dir, "$*") {
		s.dirs = []string{dir + "/"}
	}
	return s
}

// failedAlone are flags that run only tests that failed before, or those of changed files.
const failedAlone = " --lf --last-failed --onlyChanged --changed --only-changed --onlyFailures "

// addFlag adds what a flag and its value say of the scope, and reports whether the flag takes a value.
func (s *scope) addFlag(flag, value string, c shell.Command, t shell.Tool) bool {
	filters := " " + filterFlags.Get()[t.Name] + " "
	switch {
	case strings.Contains(failedAlone, " "+flag+" ") || flag == "-o" && t.Name == "jest":
		s.filter = flag
		return flag != "--lf" && !strings.HasPrefix(flag, "--last") && !strings.HasPrefix(flag, "--only")
	case strings.Contains(filters, " "+flag+" ") && flag != "" && !strings.HasPrefix(value, "not "):
		if s.filter = value; strings.Trim(value, ".*^$") == "" { // all of them
			s.filter = ""
		}
	case t.Kinds&shell.Tests != 0 && strings.Contains(leavingOut, " "+flag+" ") && leavesOut(t.Name, flag):
		s.less = true
	case strings.HasPrefix(flag, "-Dtest"):
		s.filter = value
	case t.Family == "rust" && (flag == "-p" || flag == "--package"):
		name, _, _ := strings.Cut(value, "@")
		s.crates = append(s.crates, name)
	case t.Family == "java" && (flag == "-pl" || flag == "--projects"):
		s.mavenParts(value, c.Dir)
	case strings.Contains(partFlags, " "+flag+" ") && partial(t, flag):
		s.dirs = append(s.dirs, shell.Join(c.Dir, strings.TrimPrefix(value, "./")))
	default:
		return takesValue(t.Name, flag)
	}
	return true
}

// sourceDir is the folder of the sources that a tool looks at when it runs in dir. For the build folders of CMake and
// Meson it is the one above.
func sourceDir(dir string, t shell.Tool) string {
	if name := path.Base(dir); t.Family == "c" && (strings.Contains(name, "build") || name == "out") {
		return strings.TrimSuffix(strings.TrimSuffix(dir, name), "/")
	}
	return dir
}

// scopeOfScript returns the folder in which a script runs, narrowed by its caller's arguments: "npm test -- slug".
func scopeOfScript(c shell.Command) (s scope) {
	s.crates = slices.Clone(c.Parts)
	dir := c.Dir
	if len(c.Args) > 0 && c.Args[0] == "make" {
		dir = sourceDir(dir, shell.Tool{Family: "c"})
	}
	if dir != "" && !strings.Contains(dir, "$") {
		s.dirs = []string{dir + "/"}
	}
	words := shell.Operands(c.Args)
	if !c.Script && len(words) > 0 && c.Args[0] != "make" && words[0] != "workspaces" && !shell.IsShell(c.Args[0]) {
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
func partial(t shell.Tool, flag string) bool {
	switch t.Family {
	case "java":
		return flag == "--package"
	case "js":
		return flag == "--filter" || flag == "-F" || flag == "--workspace" || flag == "-w" && t.Name == "npm"
	}
	return false
}

// takesValue reports whether the word after a flag is its value, and no file.
func takesValue(name, flag string) bool {
	const common = " -n -c -o --config --timeout --maxfail --reporter --tb --max-warnings -j --jobs --cov " +
		"--cov-report --format --target --ext --parser --durations -timeout -count -tags -coverprofile " +
		"-cover -parallel -C -f --file --project --build --preset --configuration --verbosity --logger " +
		"--features --profile --tsconfig -W --ignore --deselect --testTimeout --cache-location " +
		"--ignore-path -exec -ldflags -gcflags -covermode -coverpkg -shuffle "
	const ofDotnet = " -v -c -f -r -o -s -a -l --framework --runtime --output --settings --collect "
	switch {
	case name == "dotnet" && strings.Contains(ofDotnet, " "+flag+" "):
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

// testScripts are the names, by [stem], of programs of a project that run all its tests: test.js, run_tests.py.
var testScripts = []string{"", "run", "all", "runall", "main"}

// addOperand adds a word that may name a folder, a file, a package or a test.
func (s *scope) addOperand(word string, c shell.Command, t shell.Tool) {
	name := strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/")
	if file, test, ok := strings.Cut(name, "::"); ok { // pytest
		name, s.filter = file, test
	}
	name, recursive := strings.CutSuffix(name, "/...")
	takesModules := t.Kinds&shell.Tests != 0 && t.Family == "py" && t.Name != "pytest"       // unittest, not pytest
	if t.Name == "manage.py" && !isSubcommand(word, t) && !strings.ContainsAny(name, "./") { // an app of Django
		s.dirs = append(s.dirs, shell.Join(c.Dir, name+"/"))
		return
	}
	if takesModules && !strings.Contains(name, "/") && path.Ext(name) != ".py" && !isSubcommand(word, t) {
		if name = name[strings.LastIndexByte(name, '.')+1:]; !slices.Contains(wholeNames, name) { // a module
			s.dirs = append(s.dirs, shell.Join(c.Dir, name+".py"))
		}
		return
	}
	switch {
	case word == "./..." || word == "//...":
		s.all = true
		return
	case slices.Contains(wholeNames, word) || slices.Contains(wholeNames, name) && t.Family != "go":
		s.sources = s.sources || slices.Contains(sourceNames, name)
		return
	case name == "" || strings.HasPrefix(word, "$") || strings.HasPrefix(word, "+"):
		return
	case isSubcommand(word, t):
		word = strings.TrimPrefix(word, ":")
		if i := strings.LastIndexByte(word, ':'); i > 0 { // gradle's ":libs:core:test"
			s.dirs = append(s.dirs, shell.Join(c.Dir, strings.ReplaceAll(word[:i], ":", "/"))+"/")
		}
		return
	case t.Kinds&checks == 0,
		shell.InterpretedLanguage(t.Name) != "" && slices.Contains(testScripts, stem(name)):
		return
	case t.Name == "cargo" || t.Name == "swift" && t.Kinds&shell.Tests != 0:
		s.filter = word
		return
	case t.Family == "js" && t.Kinds&shell.Tests != 0 && !strings.ContainsAny(name, "./"):
		s.filter = word
		return
	}
	name = shell.Join(c.Dir, strings.TrimPrefix(name, "//"))
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
func isSubcommand(word string, t shell.Tool) bool {
	if slices.Contains(strings.Fields(strings.TrimPrefix(t.Sub, "*")), word) || t.Family == "java" || t.Family == "c" {
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

// covers reports whether a changed file is in the scope.
func (s scope) covers(c shell.Change) bool {
	if s.filter != "" && !sameStem(s.filter, c.Path) {
		return false
	}
	if len(s.dirs)+len(s.crates) == 0 ||
		slices.ContainsFunc(s.crates, func(name string) bool { return isOfCrate(c, name) }) {
		return true
	}
	for _, d := range s.dirs {
		dir, isDir := strings.CutSuffix(d, "/")
		switch {
		case c.Path == dir, isDir && strings.HasPrefix(c.Path, d), isDir && strings.Contains("/"+c.Path, "/"+d):
			return true
		case !isDir && sameStem(path.Base(dir), c.Path), isDir && testsOf(dir, c.Path):
			return true
		}
	}
	return false
}

// testsOf reports whether a folder of tests is named as the sources of a file are (tests/billing, billing/totals.py),
// or the other way round.
func testsOf(dir, file string) bool {
	top, _, deep := strings.Cut(dir, "/")
	part := path.Base(dir)
	ofTests := func(folder string) bool {
		return slices.Contains([]string{"tests", "test", "spec", "__tests__"}, folder)
	}
	if folder, _, _ := strings.Cut(file, "/"); ofTests(folder) { // the other way round: sms, tests/test_sms.py
		return stem(file) == part
	}
	return deep && ofTests(top) && (slices.Contains(strings.Split(path.Dir(file), "/"), part) || stem(file) == part)
}

// stem is a name without its extension, and without the words that make it that of a test: "test_slug.py", "TestSlug"
// and "slug.spec.ts" are all "slug".
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

// An outcome is how a run ended, as far as its result shows.
type outcome uint8

const (
	pending outcome = iota // its result has not come
	passed
	exitFailed
	outputFailed
	ranNothing
	maskedExit
	inBackground
	notRun // the call was refused, or there is no such program
)

// A run is a command of a step that can prove something.
type run struct {
	at      place
	line    int // its index in the line's commands, which a [shell.StatusEcho] names
	tool    shell.Tool
	kinds   shell.Kinds
	scope   scope
	command string // the command itself
	whole   string // the shell line that it is in, or the name of the tool
	trust   shell.Trust
	by      string      // what hides its exit status, as in [shell.Command]
	last    bool        // nothing that can fail comes after it in the line
	before  bool        // it ran on the files without the changes that came before: git stash had put them away
	open    bool        // it is an unknown program, and its output may say what it checked
	guess   shell.Kinds // what it may prove beside, as its words or its output say
	weak    shell.Kinds // what it may prove although nothing says so
	empty   bool        // its flags make it look at nothing: --collect-only
	part    string      // the part of the project, by its name, whose folder is the scope
	remote  bool        // it shows how a run of CI ended
	filters [][]string  // the programs that its output went through
	log     string      // the file into which its output goes
	state   bool        // it is a git command that says what is not committed or pushed yet
	byTask  bool        // a script or a target of the project runs it
	shown   bool        // its output shows that it succeeded, where its exit status is not seen
	pushed  int         // of a push: what it brought to the other side, see readPush
	outcome outcome
	codes   []string // of HTTP, in its output
	// troubled says that its output shows a server or a cluster that is not in order.
	troubled bool
	counts   []string // numbers of tests that passed, as the output has them
	faults   []string // files that the output of a failed run names
	total    int      // how many tests passed at most, by the output; 0 if it does not say
}

// family returns the group of tools in which a later run replaces an earlier one.
func (r *run) family() string {
	if r.tool.Family != "" {
		return r.tool.Family
	}
	return r.tool.Name
}

var exitCode = text.LazyRegexp{Expr: `(?i)^\s*(?:Error: )?Exit code:? (\d+)`}
