// Package scope says which part of a project a command looked at: folders, files, packages, single tests, or all of it.
// A command and its tool come in, as package shell reads them; a [Scope] goes out, which knows whether it covers a
// change.
package scope

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A Scope says which part of the project a command looked at. The zero value means all of it.
type Scope struct {
	All  bool     // an argument names everything: ./...
	Dirs []string // folders, files and packages that the arguments name; folders end in a slash
	// parts of the project that the arguments name: packages of Rust or of a workspace, modules of Maven
	Parts      []string
	Filter     string   // which tests: -run, -k, -t
	SkipsTests bool     // flags exclude some tests
	allSources bool     // an argument names all sources of the project
	Trees      int      // how many of Dirs include all that is below them, as "./pkg/..." does
	Sources    []string // the folders of sources that the arguments name, which count as all
	Limit      string   // the target, group, shard or host to which flags limit it: what is not in it was left out
}

// Whole reports whether the command looked at all of the project.
func (s Scope) Whole() bool { return (s.All || len(s.Dirs)+len(s.Parts) == 0) && s.Filter == "" }

// wholeProjectNames are folders that mean all tests, or all sources, of a project.
var wholeProjectNames = []string{
	".", "./", "./...", "...", "tests", "test", "spec", "src", "__tests__", "//...", "lib", "all", "*", "app", "**/*",
	"t",
}

// sourceNames are those of wholeProjectNames that mean all sources, even beside other folders.
var sourceNames = []string{".", "src", "lib", "app"}

// filterFlags have a filter of tests as their value, by program.
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

// exclusionFlags exclude the tests that their value names.
const exclusionFlags = " --deselect --ignore --ignore-glob -skip --skip -E --exclude-regex --testPathIgnorePatterns " +
	"--exclude-group "

// excludesTests reports whether a flag in exclusionFlags has that meaning for this program.
func excludesTests(name, flag string) bool {
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

// partFlags have a part of the project as their value.
const partFlags = " -p --package -pl --projects --project --workspace -w --filter -F --rootdir "

// limitFlags limit a run to the target, group, shard or host that is their value, by program.
var limitFlags = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"swift": " --product --target --test-product ", "cmake": " --target -t ", "xcodebuild": " -target ",
		"playwright": " --shard ", "jest": " --shard ", "vitest": " --shard ", "ctest": " -L --label-regex ",
		"phpunit": " --testsuite --group ", "pest": " --testsuite --group ", "artisan": " --testsuite --group ",
		"rspec": " --tag -t ", "cucumber": " --tags ", "ansible-playbook": " -l --limit ", "ansible": " -l --limit ",
		"terraform": " -target --target ", "tofu": " -target --target ", "pulumi": " --target -t ",
		"helmfile": " -l --selector ", "tox": " -e ", "nox": " -s --session ",
	}
}}

// limitOf returns the target, group, shard or host to which flags or a variable limit a command; "" for none.
func limitOf(args []string, name string) string {
	flags := limitFlags.Get()[name]
	var values []string
	for i, a := range args[1:] {
		flag, value, joined := strings.Cut(a, "=")
		if !joined && i+2 < len(args) {
			value = args[i+2]
		}
		switch {
		case flags != "" && strings.HasPrefix(flag, "-") && strings.Contains(flags, " "+flag+" "),
			joined && shell.IsMake(name) && (flag == "TESTS" || flag == "TEST" || flag == "ONLY" || flag == "T"):
			values = append(values, value)
		case a == "--lib" && name == "cargo":
			values = append(values, "lib")
		case strings.HasPrefix(a, "-only-testing:"):
			values = append(values, strings.TrimPrefix(a, "-only-testing:"))
		case name == "nox" && !strings.HasPrefix(a, "-"): // "-s lint tests"
			values = append(values, a)
		case shell.IsMake(name) && (strings.HasSuffix(a, ".a") || strings.HasSuffix(a, ".o") || strings.HasSuffix(a, ".so")),
			name == "ninja" && !strings.HasPrefix(a, "-") && i > 0 && args[i] != "-C" && args[i] != "-j" &&
				args[i] != "-f":
			values = append(values, a)
		}
	}
	const wholes = " all ALL_BUILD test tests check install default build "
	if slices.ContainsFunc(values, func(v string) bool {
		return strings.Contains(wholes, " "+v+" ") || strings.ContainsAny(v, "*$!")
	}) {
		return ""
	}
	return strings.Join(values, ",")
}

// Of returns which part of the project a command looks at.
func Of(c shell.Command, t shell.Tool) (s Scope) {
	s = scopeOf(c, t)
	if len(c.Args) > 0 {
		s.Limit = limitOf(c.Args, cmp.Or(t.Name, shell.ProgramName(c.Args[0])))
	}
	return s
}

// scopeOf does what [ScopeOf] does, without what flags limit.
func scopeOf(c shell.Command, t shell.Tool) (s Scope) {
	if c.FromScript || c.KindsByName != 0 {
		return scopeOfScript(c)
	}
	switch t.Name {
	case "docker", "podman", "nerdctl", "docker-compose": // their arguments are names of images
		return s
	}
	if parts, ok := runnerParts(c.Args, t); ok {
		s.Parts = append(parts, c.Parts...)
		return s
	}
	s.Parts = slices.Clone(c.Parts)
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
			if i == 0 || !mayBeValue(args[i-1], args[i], t) {
				s.addOperand(args[i], c, t)
			}
		case s.addFlag(flag, value, c, t) && !joined:
			i++
		}
	}
	if s.allSources {
		s.Dirs = nil
	}
	if s.All {
		s.Dirs, s.All = nil, c.Dir == ""
	}
	// A folder with $ or * stands for several, as in "for d in *".
	if dir := sourceDir(c.Dir, t); dir != "" && len(s.Dirs)+len(s.Parts) == 0 && !strings.ContainsAny(dir, "$*") {
		s.Dirs = []string{dir + "/"}
	}
	return s
}

// mayBeValue reports whether a word may be the value of the flag before it and not a part of the project: "staging" in
// "vite build --mode staging".
func mayBeValue(flag, word string, t shell.Tool) bool {
	return strings.HasPrefix(flag, "-") && flag != "--" && !strings.Contains(flag, "=") && t.Kinds&shell.Tests == 0 &&
		!strings.ContainsAny(word, "./*")
}

// rerunFlags run only the tests that failed before, or those of changed files.
const rerunFlags = " --lf --last-failed --onlyChanged --changed --only-changed --onlyFailures --only-failures " +
	"--failed --rerun-failed --next-failure "

// addFlag adds what a flag and its value say about the scope, and reports whether the flag takes a value.
func (s *Scope) addFlag(flag, value string, c shell.Command, t shell.Tool) bool {
	filters := " " + filterFlags.Get()[t.Name] + " "
	switch {
	case strings.Contains(rerunFlags, " "+flag+" ") || flag == "-o" && t.Name == "jest":
		s.Filter = flag
		return flag == "--changed" || flag == "-o"
	case strings.Contains(filters, " "+flag+" ") && flag != "" && strings.HasPrefix(value, "not "):
		s.SkipsTests = true
	case strings.Contains(filters, " "+flag+" ") && flag != "":
		if s.Filter = value; strings.Trim(value, ".*^$") == "" { // the filter matches everything
			s.Filter = ""
		}
	case t.Kinds&shell.Tests != 0 && strings.Contains(exclusionFlags, " "+flag+" ") && excludesTests(t.Name, flag):
		s.SkipsTests = true
	case strings.HasPrefix(flag, "-Dtest"):
		s.Filter = value
	case t.Family == "rust" && (flag == "-p" || flag == "--package"):
		name, _, _ := strings.Cut(value, "@")
		s.Parts = append(s.Parts, name)
	case t.Family == "java" && (flag == "-pl" || flag == "--projects"):
		s.mavenParts(value, c.Dir)
	case strings.Contains(partFlags, " "+flag+" ") && namesPart(t, flag):
		s.Dirs = append(s.Dirs, shell.Join(c.Dir, strings.TrimPrefix(value, "./")))
	default:
		return takesValue(t.Name, flag)
	}
	return true
}

// sourceDir returns the folder of the sources for a tool that runs in dir. For build folders of CMake and Meson it is
// the parent.
func sourceDir(dir string, t shell.Tool) string {
	if name := path.Base(dir); t.Family == "c" && (strings.Contains(name, "build") || name == "out") {
		return strings.TrimSuffix(strings.TrimSuffix(dir, name), "/")
	}
	return dir
}

// scopeOfScript returns the folder in which a script runs, narrowed by its caller's arguments: "npm test -- slug".
func scopeOfScript(c shell.Command) (s Scope) {
	s.Parts = slices.Clone(c.Parts)
	dir := c.Dir
	if len(c.Args) > 0 && c.Args[0] == "make" {
		dir = sourceDir(dir, shell.Tool{Family: "c"})
	}
	if dir != "" && !strings.Contains(dir, "$") {
		s.Dirs = []string{dir + "/"}
	}
	words := shell.Operands(c.Args)
	if !c.FromScript && len(words) > 0 && c.Args[0] != "make" && words[0] != "workspaces" && !shell.IsShell(c.Args[0]) {
		if words[0] == "run" || words[0] == "run-script" {
			words = words[1:]
		}
		if len(words) > 1 {
			s.Filter = words[1]
		}
	}
	return s
}

// namesPart reports whether a flag of the tool names a part of the project.
func namesPart(t shell.Tool, flag string) bool {
	switch t.Family {
	case "java":
		return flag == "--package"
	case "js":
		return flag == "--filter" || flag == "-F" || flag == "--workspace" || flag == "-w" && t.Name == "npm"
	}
	return false
}

// takesValue reports whether the word after a flag is its value and not a file.
func takesValue(name, flag string) bool {
	const common = " -n -c -o --config --timeout --maxfail --reporter --tb --max-warnings -j --jobs --cov " +
		"--cov-report --format --target --ext --parser --durations -timeout -count -tags -coverprofile " +
		"-cover -parallel -C -f --file --project --build --preset --configuration --verbosity --logger " +
		"--features --profile --tsconfig -W --ignore --deselect --testTimeout --cache-location " +
		"--ignore-path --ignore-pattern --exclude --grep-invert -exec -ldflags -gcflags -covermode -coverpkg -shuffle "
	const ofDotnet = " -v -c -f -r -o -s -a -l --framework --runtime --output --settings --collect "
	switch {
	case name == "dotnet" && strings.Contains(ofDotnet, " "+flag+" "):
		return true
	case name == "xcodebuild", flag == "-r" && name == "dart":
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

// testScripts are names, reduced by [Stem], of programs of a project that run all its tests: test.js, run_tests.py.
var testScripts = []string{"", "run", "all", "runall", "main"}

// addOperand adds a word that may name a folder, a file, a package or a test.
func (s *Scope) addOperand(word string, c shell.Command, t shell.Tool) {
	if t.Name == "nox" || t.Name == "tox" { // their operands are environments
		return
	}
	name := strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/")
	if file, test, ok := strings.Cut(name, "::"); ok { // pytest's FILE::TEST
		name, s.Filter = file, test
	}
	name, recursive := strings.CutSuffix(name, "/...")
	if !isSubcommand(word, t) && s.addModule(name, c, t) {
		return
	}
	if before, _, ok := strings.Cut(name, "**"); ok && t.Kinds&shell.Tests == 0 { // "src/**/*.ts"
		if name = strings.TrimSuffix(before, "/"); name == "" {
			s.All = true
			return
		}
		recursive = true
	}
	if s.addSpecial(word, name, c, t) {
		return
	}
	name = shell.Join(c.Dir, strings.TrimPrefix(name, "//"))
	if recursive {
		s.Trees++
	}
	isProject := t.Name == "dotnet" && path.Ext(name) != ".dll" && !strings.HasSuffix(path.Ext(name), "proj")
	if recursive || isProject || !strings.Contains(path.Base(name), ".") { // "src/Shop.Core"
		name += "/"
	}
	s.Dirs = append(s.Dirs, name)
}

// addSpecial adds an operand that means no folder or file to a tool. It reports whether it is one. name is the word
// without what only says that it is a folder.
func (s *Scope) addSpecial(word, name string, c shell.Command, t shell.Tool) bool {
	switch {
	case word == "./..." || word == "//...":
		s.All = true
	case buildsProgram(name, t), strings.HasSuffix(word, ".sln"), strings.HasSuffix(word, ".slnx"):
	case slices.Contains(wholeProjectNames, word) || slices.Contains(wholeProjectNames, name) && t.Family != "go":
		s.allSources = s.allSources || slices.Contains(sourceNames, name)
		if name != "." && slices.Contains(sourceNames, name) {
			s.Sources = append(s.Sources, name+"/")
		}
	case name == "" || strings.HasPrefix(word, "$") || strings.HasPrefix(word, "+"):
	case t.Name == "meson" && t.Kinds&shell.Tests != 0 && word != "test":
		s.Filter = word
	// it includes all that the file imports or lists
	case t.Name == "deno" && t.Sub == "check", t.Name == "newman", t.Name == "ansible-playbook":
	case strings.HasPrefix(t.Name, "mvn") && strings.Contains(word, ":"): // a goal of a plugin
	case isSubcommand(word, t):
		word = strings.TrimPrefix(word, ":")
		if i := strings.LastIndexByte(word, ':'); i > 0 { // gradle's ":libs:core:test"
			s.Dirs = append(s.Dirs, shell.Join(c.Dir, strings.ReplaceAll(word[:i], ":", "/"))+"/")
		}
	case t.Kinds&(shell.Tests|shell.Build|shell.Types|shell.Lint) == 0,
		shell.InterpretedLanguage(t.Name) != "" && slices.Contains(testScripts, Stem(name)):
	case t.Name == "cargo" || t.Name == "swift" && t.Kinds&shell.Tests != 0:
		s.Filter = word
	case t.Family == "js" && t.Kinds&shell.Tests != 0 && !strings.ContainsAny(name, "./"):
		s.Filter = word
	default:
		return false
	}
	return true
}

// addModule adds an app of Django or a module of Python's unittest. It reports whether the word is one; pytest takes
// files.
func (s *Scope) addModule(name string, c shell.Command, t shell.Tool) bool {
	if t.Name == "manage.py" && !strings.ContainsAny(name, "./") {
		s.Dirs = append(s.Dirs, shell.Join(c.Dir, name+"/"))
		return true
	}
	if t.Kinds&shell.Tests == 0 || t.Family != "py" || t.Name == "pytest" || strings.Contains(name, "/") ||
		path.Ext(name) == ".py" {
		return false
	}
	if name = name[strings.LastIndexByte(name, '.')+1:]; !slices.Contains(wholeProjectNames, name) {
		s.Dirs = append(s.Dirs, shell.Join(c.Dir, name+".py"))
	}
	return true
}

// buildsProgram reports whether the operand of a build names a program. A build of it includes all that it imports: "go
// build ./cmd/app".
func buildsProgram(name string, t shell.Tool) bool {
	return t.Family == "go" && t.Kinds&shell.Build != 0 && t.Kinds&shell.Tests == 0 &&
		(strings.HasPrefix(name, "cmd/") || path.Base(name) == "main.go")
}

// isSubcommand reports whether a word belongs to the tool's own command, such as "test" in "go test", and not to the
// project.
func isSubcommand(word string, t shell.Tool) bool {
	if slices.Contains(strings.Fields(strings.TrimPrefix(t.Sub, "*")), word) || t.Family == "java" || t.Family == "c" ||
		t.Name == "flutter" && t.Kinds&shell.Build != 0 { // its operand is a platform
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

// Covers reports whether a changed file is in the scope.
func (s Scope) Covers(c shell.Change) bool {
	if s.Filter != "" && !SameStem(s.Filter, c.Path) {
		return false
	}
	if len(s.Dirs)+len(s.Parts) == 0 ||
		slices.ContainsFunc(s.Parts, func(name string) bool { return isInPart(c, name) }) {
		return true
	}
	for _, d := range s.Dirs {
		dir, isDir := strings.CutSuffix(d, "/")
		// a target of Bazel, whose sources are in that folder; a test has some of them
		if folder, target, ok := strings.Cut(dir, ":"); ok && isDir &&
			(!strings.Contains(target, "test") || SameStem(target, c.Path)) {
			dir, d = folder, folder+"/"
		}
		switch {
		case c.Path == dir, isDir && (strings.HasPrefix(c.Path, d) || strings.HasPrefix(c.Path, dir+".")),
			isDir && strings.Contains("/"+c.Path, "/"+d):
			return true
		case !isDir && (SameStem(path.Base(dir), c.Path) || inGlob(dir, c.Path)), isDir && isTestFolderOf(dir, c.Path):
			return true
		}
	}
	return false
}

// inGlob reports whether a pattern of a shell line means a file: "ci/*.sh", "src/**/*.ts".
func inGlob(pattern, file string) bool {
	if top, rest, deep := strings.Cut(pattern, "**/"); deep {
		ok, err := path.Match(path.Base(rest), path.Base(file))
		return ok && err == nil && strings.HasPrefix(file, top)
	}
	ok, err := path.Match(pattern, file)
	return ok && err == nil && strings.ContainsAny(pattern, "*?[")
}

// isTestFolderOf reports whether a folder of tests has the name of a file's sources (tests/billing, billing/totals.py),
// or the reverse.
func isTestFolderOf(dir, file string) bool {
	top, _, deep := strings.Cut(dir, "/")
	part := path.Base(dir)
	ofTests := func(folder string) bool {
		return slices.Contains([]string{"tests", "test", "spec", "__tests__"}, folder)
	}
	if folder, _, _ := strings.Cut(file, "/"); ofTests(folder) { // the reverse: sms, tests/test_sms.py
		return Stem(file) == part
	}
	return deep && ofTests(top) && (slices.Contains(strings.Split(path.Dir(file), "/"), part) || Stem(file) == part)
}

// Stem returns a name without its extension and without the words that make it a test's: "test_slug.py", "TestSlug" and
// "slug.spec.ts" all become "slug".
func Stem(name string) string {
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

// SameStem reports whether the stem of one name is in that of the other.
func SameStem(a, b string) bool {
	a, b = Stem(a), Stem(b)
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// runnerParts returns the projects that the arguments of a monorepo's task runner select: "nx test web", "nx run
// web:test", "turbo run test --filter=web"; ok is false for another program.
func runnerParts(args []string, t shell.Tool) (parts []string, ok bool) {
	switch t.Name {
	case "nx", "ng", "turbo", "lerna":
	default:
		return nil, false
	}
	for i, a := range args[1:] {
		flag, value, joined := strings.Cut(a, "=")
		if !joined && i+2 < len(args) {
			value = args[i+2]
		}
		switch flag {
		case "-p", "--projects", "--project", "--filter", "-F", "--scope":
			for one := range strings.SplitSeq(value, ",") {
				if name, ok := shell.PartName(one); ok {
					parts = append(parts, strings.TrimPrefix(name, "./"))
				}
			}
		}
	}
	words := shell.Operands(args)
	if t.Name == "ng" && t.Kinds&shell.Tests == 0 { // its argument names the application, of which most projects have one
		return parts, true
	}
	if t.Name != "nx" && t.Name != "ng" || len(words) < 2 || len(parts) > 0 {
		return parts, true
	}
	switch part, _, _ := strings.Cut(words[1], ":"); words[0] {
	case "run-many", "affected":
	case "run", "test", "build", "lint", "e2e", "typecheck":
		parts = append(parts, part)
	}
	return parts, true
}

// mavenParts adds the modules that -pl names, by folder or as ":artifact".
func (s *Scope) mavenParts(value, dir string) {
	for one := range strings.SplitSeq(value, ",") {
		switch i := strings.LastIndexByte(one, ':'); {
		case strings.HasPrefix(one, "!") || strings.HasPrefix(one, "-") || one == "":
		case i >= 0:
			s.Parts = append(s.Parts, one[i+1:])
		default:
			s.Dirs = append(s.Dirs, shell.Join(dir, strings.TrimSuffix(strings.TrimPrefix(one, "./"), "/"))+"/")
		}
	}
}

// isInPart reports whether the changed file is in the part of that name. Without a manifest the folders' names decide:
// "crates/core" may be "grep-core", and "packages/ui" "@acme/ui-kit".
func isInPart(c shell.Change, name string) bool {
	plain := func(s string) string { return strings.ReplaceAll(s, "_", "-") }
	if c.Part != "" {
		return plain(c.Part) == plain(name)
	}
	if path.Ext(c.Path) != ".rs" {
		name = path.Base(name)
	}
	return slices.ContainsFunc(strings.Split(path.Dir(c.Path), "/"), func(dir string) bool {
		return path.Ext(c.Path) != ".rs" && slices.Contains(strings.Split(plain(name), "-"), dir) ||
			plain(dir) == plain(name) || strings.HasSuffix(plain(name), "-"+plain(dir))
	})
}

// OfUnknown returns the scope of tests that a program in no table runs, as far as its arguments name a file of
// tests or a filter.
func OfUnknown(c shell.Command) (s Scope) {
	for i, a := range c.Args[1:] {
		switch base := path.Base(a); {
		case strings.HasPrefix(a, "--match") || strings.HasPrefix(a, "--filter") || strings.HasPrefix(a, "--grep"):
			if s.Filter = a; i+2 < len(c.Args) {
				s.Filter = c.Args[i+2]
			}
		case (a == "--select" || a == "--only" || a == "--models" || a == "-s" && shell.ProgramName(c.Args[0]) == "dbt") &&
			i+2 < len(c.Args):
			s.Filter = c.Args[i+2]
		case !strings.HasPrefix(a, "-") && strings.Trim(path.Ext(base), ".0123456789") != "" &&
			Stem(base) != strings.TrimSuffix(base, path.Ext(base)):
			s.Dirs = append(s.Dirs, shell.Join(c.Dir, strings.TrimPrefix(a, "./")))
		}
	}
	return s
}
