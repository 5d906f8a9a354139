package rubric

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// Propose looks at the project in dir and gives a front matter that names its checks as comments, for a person to take
// in by removing the #; language is the person's. It is "" where nothing is known. Nothing is run.
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
		text, _ := os.ReadFile(filepath.Join(dir, name)) // what cannot be read proposes nothing
		return string(text)
	}
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	}
	if there("go.mod") {
		add("go build ./...", "go vet ./...", "go test ./...")
	}
	if there("Cargo.toml") {
		add("cargo build", "cargo test")
	}
	if there("package.json") {
		add(scripts(text("package.json"), runner(there))...)
	}
	if project := text("pyproject.toml"); project != "" {
		for _, tool := range []struct{ mark, run string }{
			{"pytest", "python -m pytest"}, {"ruff", "ruff check"}, {"mypy", "mypy ."},
		} {
			if strings.Contains(project, tool.mark) {
				add(tool.run)
			}
		}
	}
	for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
		if there(name) { // the first is the one that make takes
			add(targets(text(name))...)
			break
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
func runner(there func(string) bool) string {
	for _, by := range []struct{ lock, name string }{
		{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"},
	} {
		if there(by.lock) {
			return by.name
		}
	}
	return "npm"
}

// scripts gives those of a package.json that check something.
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

// targets gives those of a makefile that check something.
func targets(text string) (checks []string) {
	for _, name := range []string{"lint", "test", "check"} {
		if regexp.MustCompile(`(?m)^` + name + `\s*::?([^=]|$)`).MatchString(text) {
			checks = append(checks, "make "+name)
		}
	}
	return checks
}
