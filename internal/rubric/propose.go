package rubric

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// maxProposed is how many checks are proposed, and maxParts how many folders of a monorepo are searched.
const (
	maxProposed = 12
	maxParts    = 50
)

// Propose guesses the checks of the project in dir from its files, without running anything. It returns a front
// matter with the checks and a smaller model as comments, which the user enables by removing the #; "" if it finds no
// check. language is that of the explanation.
func Propose(dir string, language lang.Language) string {
	checks := proposeIn(dir)
	if len(checks) == 0 { // perhaps a repository of several projects
		entries, _ := os.ReadDir(dir) // an unreadable directory proposes nothing
		for _, e := range entries[:min(len(entries), maxParts)] {
			if !e.IsDir() || strings.HasPrefix(e.Name(), ".") || text.ShellWord(e.Name()) != e.Name() {
				continue
			}
			for _, c := range proposeIn(filepath.Join(dir, e.Name())) {
				checks = append(checks, "cd "+e.Name()+" && "+c)
			}
		}
	}
	for _, c := range ciCommands(dir) {
		if !slices.Contains(checks, c) {
			checks = append(checks, c)
		}
	}
	if len(checks) == 0 {
		return ""
	}
	checks = checks[:min(len(checks), maxProposed)]
	for i, c := range checks {
		checks[i] = yamlWord(c)
	}
	return "---\n" +
		language.Sprintf("# Commands that ccc runs before each review. To switch one on, take away its # and that of \"checks:\", "+
			"then run ccc trust.\n") +
		"# checks:\n#   - " + strings.Join(checks, "\n#   - ") + "\n" +
		language.Sprintf("# A smaller model that looks first in each round. It saves where most rounds find "+
			"something.\n") +
		"# triage: haiku\n---\n"
}

// yamlWord returns a command as an entry of a YAML list.
func yamlWord(command string) string {
	var back any
	if yaml.Unmarshal([]byte("- "+command), &back) == nil {
		if list, ok := back.([]any); ok && len(list) == 1 && list[0] == command {
			return command
		}
	}
	return strconv.Quote(command)
}

// proposeIn guesses the checks of one folder. Those of a Makefile, a justfile and the like come first. If they run
// tests, the language's own tests are left out.
func proposeIn(dir string) (checks []string) {
	p := folder(dir)
	for _, tool := range []struct {
		files   []string // the first existing file counts
		targets func(text string) []string
	}{
		{[]string{"GNUmakefile", "makefile", "Makefile"}, func(text string) []string { return targets("make", text) }},
		{[]string{"justfile", "Justfile", ".justfile"}, func(text string) []string { return targets("just", text) }},
		{[]string{"Taskfile.yml", "Taskfile.yaml", "taskfile.yml"}, taskTargets},
	} {
		if i := slices.IndexFunc(tool.files, p.exists); i >= 0 && len(checks) == 0 {
			checks = tool.targets(p.readText(tool.files[i]))
		}
	}
	tested := slices.ContainsFunc(checks, func(c string) bool {
		return strings.HasSuffix(c, " test") || strings.HasSuffix(c, " check")
	})
	for _, c := range slices.Concat(p.golang(), p.rust(), p.javascript(), p.python(), p.java(), p.otherProposals()) {
		if !(tested && c.tests) && !slices.Contains(checks, c.run) {
			checks = append(checks, c.run)
		}
	}
	return checks
}

// proposal is a check of a language.
type proposal struct {
	run   string
	tests bool // it runs the project's tests
}

// folder is a directory with a project.
type folder string

func (p folder) exists(name string) bool { return file.Exists(filepath.Join(string(p), name)) }

func (p folder) readText(name string) string {
	text, _ := file.Read(filepath.Join(string(p), name), file.MaxText) // an unreadable file proposes nothing
	return string(text)
}

func (p folder) golang() []proposal {
	if !p.exists("go.mod") {
		return nil
	}
	return []proposal{{"go build ./...", false}, {"go vet ./...", false}, {"go test ./...", true}}
}

func (p folder) rust() []proposal {
	switch text := p.readText("Cargo.toml"); {
	case !p.exists("Cargo.toml"):
		return nil
	case strings.Contains(text, "[workspace]"):
		return []proposal{{"cargo build --workspace", false}, {"cargo test --workspace", true}}
	}
	return []proposal{{"cargo build", false}, {"cargo test", true}}
}

// python finds the tools that the project's files name. tox and nox make their own environments, and run the other
// tools.
func (p folder) python() (list []proposal) {
	project := p.readText("pyproject.toml") + p.readText("setup.cfg") +
		p.readText("pytest.ini") + p.readText("requirements-dev.txt")
	switch {
	case p.exists("tox.ini") || strings.Contains(project, "[tool.tox]"):
		return []proposal{{"tox", true}}
	case p.exists("noxfile.py"):
		return []proposal{{"nox", true}}
	}
	environment := "" // the environment that has the project's own packages
	switch {
	case p.exists("uv.lock"):
		environment = "uv run "
	case p.exists("poetry.lock"):
		environment = "poetry run "
	case p.exists("pdm.lock"):
		environment = "pdm run "
	}
	for _, tool := range []struct{ mark, run string }{
		{"pytest", "pytest"}, {"ruff", "ruff check"}, {"mypy", "mypy ."},
	} {
		if !strings.Contains(project, tool.mark) {
			continue
		}
		run := environment + tool.run
		if environment == "" && tool.mark == "pytest" {
			run = "python -m pytest"
		}
		list = append(list, proposal{run, tool.mark == "pytest"})
	}
	return list
}

func (p folder) java() []proposal {
	either := func(own, installed string) string { // a wrapper fetches the version that the project needs
		if p.exists(own) {
			return "./" + own
		}
		return installed
	}
	switch {
	case p.exists("pom.xml"):
		return []proposal{{either("mvnw", "mvn") + " -q -B verify", true}}
	case p.exists("build.gradle"), p.exists("build.gradle.kts"):
		return []proposal{{either("gradlew", "gradle") + " check", true}}
	}
	return nil
}

func (p folder) otherProposals() (list []proposal) {
	if p.exists("CMakeLists.txt") {
		list = append(list, proposal{"cmake -S . -B build && cmake --build build", false},
			proposal{"ctest --test-dir build --output-on-failure", true})
	}
	if names, _ := filepath.Glob(filepath.Join(string(p), "*.sln*")); len(names) > 0 {
		list = append(list, proposal{"dotnet test", true})
	}
	switch {
	case p.exists(".rspec"):
		list = append(list, proposal{"bundle exec rspec", true})
	case p.exists("Rakefile"):
		list = append(list, proposal{"bundle exec rake test", true})
	}
	if p.exists("phpunit.xml") || p.exists("phpunit.xml.dist") {
		list = append(list, proposal{"vendor/bin/phpunit", true})
	}
	if p.exists("mix.exs") {
		list = append(list, proposal{"mix test", true})
	}
	return list
}

// javascript finds the scripts of a package.json that check something, and in a workspace those of its packages.
func (p folder) javascript() (list []proposal) {
	by := runner(p.exists)
	var project struct {
		Scripts    map[string]string `json:"scripts"`
		Workspaces any               `json:"workspaces"`
	}
	if json.Unmarshal([]byte(p.readText("package.json")), &project) != nil {
		return nil
	}
	for _, name := range []string{"build", "lint", "typecheck", "test"} {
		script, ok := project.Scripts[name]
		if ok && !strings.Contains(script, "no test specified") { // npm init writes this
			list = append(list, proposal{by + " run " + name, name == "test"})
		}
	}
	switch {
	case len(list) > 0:
	case p.exists("pnpm-workspace.yaml"):
		list = []proposal{{"pnpm -r run --if-present test", true}}
	case project.Workspaces != nil && by == "npm":
		list = []proposal{{"npm run test --workspaces --if-present", true}}
	case project.Workspaces != nil && by == "yarn":
		list = []proposal{{"yarn workspaces foreach --all run test", true}}
	}
	return list
}

// runner returns the package manager that a JavaScript project uses.
func runner(exists func(string) bool) string {
	for _, by := range []struct{ lock, name string }{
		{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"},
	} {
		if exists(by.lock) {
			return by.name
		}
	}
	return "npm"
}

// targets returns the commands for the targets of a Makefile or a justfile that check something.
func targets(tool, text string) (checks []string) {
	for _, name := range []string{"lint", "test", "check"} {
		if regexp.MustCompile(`(?m)^` + name + `(?:[ \t][^:=\n]*)?::?([^=]|$)`).MatchString(text) {
			checks = append(checks, tool+" "+name)
		}
	}
	return checks
}

// taskTargets returns the commands for the tasks of a Taskfile that check something.
func taskTargets(text string) (checks []string) {
	var file struct {
		Tasks map[string]any `yaml:"tasks"`
	}
	if yaml.Unmarshal([]byte(text), &file) != nil {
		return nil
	}
	for _, name := range []string{"lint", "test", "check"} {
		if _, ok := file.Tasks[name]; ok {
			checks = append(checks, "task "+name)
		}
	}
	return checks
}

var (
	// checking matches a command of a CI that checks something; changing matches one that does more, or that only
	// works in the CI.
	checking = text.LazyRegexp{Expr: `\b(test|tests|pytest|lint|check|vet|clippy|mypy|ruff|tsc|typecheck|ctest|tox|` +
		`nox|verify|rspec|phpunit)\b`}
	changing = text.LazyRegexp{Expr: `\$\{\{|\$[A-Z]|\b(install|deploy|publish|push|release|upload|login|sudo|apt|` +
		`docker|curl|git|gh|checkout|echo)\b`}
)

// ciCommands returns the commands of GitHub's workflows that check something, if they are on a line of their own.
func ciCommands(dir string) (checks []string) {
	paths, _ := filepath.Glob(filepath.Join(dir, ".github/workflows/*.y*ml"))
	for _, path := range paths[:min(len(paths), maxParts)] {
		source, _ := file.Read(path, file.MaxText)
		var workflow struct {
			Jobs map[string]struct {
				Steps []struct {
					Run       string `yaml:"run"`
					Directory string `yaml:"working-directory"`
				} `yaml:"steps"`
			} `yaml:"jobs"`
		}
		if yaml.Unmarshal(source, &workflow) != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(workflow.Jobs)) {
			for _, step := range workflow.Jobs[name].Steps {
				for line := range strings.Lines(step.Run) {
					line = strings.TrimSpace(line)
					if step.Directory != "" || !checking.Get().MatchString(line) || changing.Get().MatchString(line) ||
						strings.ContainsAny(line, "\\<") || len(line) > 120 || slices.Contains(checks, line) {
						continue
					}
					checks = append(checks, line)
				}
			}
		}
	}
	return checks
}
