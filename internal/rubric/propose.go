package rubric

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Propose guesses the checks of the project in dir from its files, without running anything. It returns a front matter
// with the checks as comments, which the user enables by removing the #; "" if it finds none. language is that of the
// explanation.
func Propose(dir string, language lang.Language) string {
	var checks []string
	add := func(list ...string) {
		for _, c := range list {
			if !slices.Contains(checks, c) {
				checks = append(checks, c)
			}
		}
	}
	text := func(name string) string {
		text, _ := file.Read(filepath.Join(dir, name), file.MaxText) // an unreadable file proposes nothing
		return string(text)
	}
	exists := func(name string) bool { return file.Exists(filepath.Join(dir, name)) }
	for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
		if exists(name) { // in the order in which make looks for them
			add(targets(text(name))...)
			break
		}
	}
	made := slices.Contains(checks, "make test") || slices.Contains(checks, "make check") // with the language's own tests
	if exists("go.mod") {
		add("go build ./...", "go vet ./...")
		if !made {
			add("go test ./...")
		}
	}
	if exists("Cargo.toml") {
		add("cargo build")
		if !made {
			add("cargo test")
		}
	}
	if exists("package.json") {
		add(scripts(text("package.json"), runner(exists))...)
	}
	if project := text("pyproject.toml"); project != "" {
		environment := "" // what has the project's own packages
		switch {
		case exists("uv.lock"):
			environment = "uv run "
		case exists("poetry.lock"):
			environment = "poetry run "
		}
		for _, tool := range []struct{ mark, run string }{
			{"pytest", "python -m pytest"}, {"ruff", "ruff check"}, {"mypy", "mypy ."},
		} {
			if strings.Contains(project, tool.mark) && !(made && tool.mark == "pytest") {
				add(environment + tool.run)
			}
		}
	}
	if len(checks) == 0 {
		return ""
	}
	return "---\n" +
		language.Sprintf("# Commands that ccc runs before each review. Take out the # to have them run.\n") +
		"# checks:\n#   - " + strings.Join(checks, "\n#   - ") + "\n---\n"
}

// runner is the package manager that a JavaScript project uses.
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

// scripts returns the commands for the scripts of a package.json that check something.
func scripts(text, runner string) (checks []string) {
	var p struct {
		Scripts map[string]string `json:"scripts"`
	}
	if json.Unmarshal([]byte(text), &p) != nil {
		return nil
	}
	for _, name := range []string{"build", "lint", "typecheck", "test"} {
		script, ok := p.Scripts[name]
		if ok && !strings.Contains(script, "no test specified") { // as npm init writes it
			checks = append(checks, runner+" run "+name)
		}
	}
	return checks
}

// targets returns the commands for the targets of a makefile that check something.
func targets(text string) (checks []string) {
	for _, name := range []string{"lint", "test", "check"} {
		if regexp.MustCompile(`(?m)^` + name + `\s*::?([^=]|$)`).MatchString(text) {
			checks = append(checks, "make "+name)
		}
	}
	return checks
}
