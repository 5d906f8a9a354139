package rubric

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
)

const whole = `---
# what a machine can check
checks:
  - go test ./...   # all of them
  - name: lint
    run: golangci-lint run
    timeout: 5m
  - run: |
      make a
      make b
    timeout: 90
fail_fast: true
protect: ["**/*_test.go", ".github/**"]
protect_strict: false
---
You are the supervisor.

---
a thematic break
`

func TestG01FrontMatter(t *testing.T) {
	got, err := Parse("S", whole)
	want := Rubric{
		Reviewer:    Reviewer{Name: First, Path: "S", Text: "You are the supervisor.\n\n---\na thematic break\n"},
		MaxParallel: parallel,
		Checks: []Check{
			{Name: "go test ./...", Run: "go test ./..."},
			{Name: "lint", Run: "golangci-lint run", Timeout: 5 * time.Minute},
			{Name: "make a …", Run: "make a\nmake b\n", Timeout: 90 * time.Second},
		},
		FailFast: true, Protect: []string{"**/*_test.go", ".github/**"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Parse = %+v, %v\nwant %+v", got, err, want)
	}
}

// TestFrontMatterBegins: without front matter all of the text is the rubric.
func TestFrontMatterBegins(t *testing.T) {
	for text, want := range map[string]struct{ text, pattern string }{
		"rules":                                            {"rules", ""},
		"rules\n---\nprotect: [a]\n---\n":                  {"rules\n---\nprotect: [a]\n---\n", ""},
		"\n---\nprotect: [a]\n---\nx":                      {"\n---\nprotect: [a]\n---\nx", ""},
		"----\nrules":                                      {"----\nrules", ""},
		"--- \nprotect: [a]\n---\t\nx":                     {"x", "a"},
		"---\r\nprotect: [a]\r\n---\r\nx\r\ny\r\n":         {"x\r\ny\r\n", "a"},
		"\ufeff---\nprotect: [a]\n---\nx":                  {"x", "a"},
		"\ufeffrules":                                      {"\ufeffrules", ""},
		"---\n---\nx":                                      {"x", ""},
		"---\n# protect: [a]\n---\nx":                      {"x", ""},
		"---\nprotect: ['a\n\n  ---']\n---\nx":             {"x", "a\n---"},
		"---\nprotect: [a]\n---":                           {"", "a"},
		"---\nprotect: [a]\n---\n---\nprotect: [b]\n---\n": {"---\nprotect: [b]\n---\n", "a"},
	} {
		got, err := Parse("S", text)
		if err != nil || got.Text != want.text || strings.Join(got.Protect, " ") != want.pattern {
			t.Errorf("%q: %q, %q, %v, want %q", text, got.Text, got.Protect, err, want)
		}
	}
}

// TestG09FrontMatterErrors: each error says where it is and what would be right.
func TestG09FrontMatterErrors(t *testing.T) {
	for front, want := range map[string]string{
		"model: -p":     `S:2:8: expected a name without spaces that does not begin with -`,
		"provider: a b": `S:2:11: expected a name without spaces`,
		"model: 5":      `S:2:8: expected text, found a number`,
		"tools: [Read, Write]": `S:2:15: a reviewer has no tool "Write", only Read, Grep, Glob, ` +
			`Bash`,
		"tools: [Bash(make:*)]": `S:2:9: a reviewer has no tool "Bash(make:*)"`,
		"tools: []":             `S:2:8: the list is empty`,
		"tools: Read":           `S:2:8: expected a list, found text`,
		"prompt_role: message":  `S:2:14: expected auto, system or user`,
		"timeout: soon":         `S:2:10: expected a time`,
		"claims: off":           `S:2:9: expected "tell" or "hold"`,
		"max_parallel: 0":       `S:2:15: expected a number from 1 to 16`,
		"max_parallel: 17":      `S:2:15: expected a number from 1 to 16`,
		"max_parallel: '2'":     `S:2:15: expected a number from 1 to 16, found text`,
		"paths: [a]":            `S:2:1: the key "paths" is for SUPERVISOR.NAME.md`,
		"chekcs: [a]": `S:2:1: unknown key "chekcs", known: checks, claims, fail_fast, ` +
			`max_parallel, model, prompt_role, protect, protect_strict, provider, timeout, tools`,
		"fail_fast: true\n\nTools: [b]":               `S:4:1: unknown key "Tools"`,
		"fail_fast: true\nfail_fast: true":            "S:3:1: ",
		"\"fail_fast\": true\nfail_fast: true":        "S:3:1: ",
		"protect: [\"\"]":                             "S:2:11: the text is empty",
		"protect: [null]":                             "expected text, found nothing",
		"protect: [[a]]":                              "S:2:11: expected text, found a list",
		"protect: [\"a\\eb\"]":                        "S:2:11: the text contains the invisible character U+001B",
		"protect: [a\u202eb]":                         "S:2:11: the text contains the invisible character U+202E",
		"fail_fast: yes":                              "S:2:12: expected true or false, found text",
		"protect: '**'":                               "S:2:10: expected a list, found text",
		"protect:\n  - a\n  - '[b'":                   "S:4:5: the pattern \"[b\" has a [ without its ]",
		"protect: [**/*.go]":                          "S:2:",
		"checks: go test":                             "S:2:9: expected a list, found text",
		"checks:\n  - 5":                              "S:3:5: expected text, found a number",
		"checks:\n  - name: a":                        "S:3:",
		"checks:\n  - run: a\n    time: 5":            `S:4:5: unknown key "time", known: name, run, timeout`,
		"checks: [{run: a, timeout: soon}]":           `S:2:28: expected a time up to 24 hours, such as "90s"`,
		"checks: [{run: a, timeout: 0}]":              "S:2:28: expected a time",
		"checks: [{run: a, timeout: 25h}]":            "S:2:28: expected a time",
		"checks: [a, a]":                              `S:2:13: two checks are called "a"`,
		"checks: [{run: a, name: \"b\\nc\"}]":         "the name of a check must be one line",
		"checks: [" + strings.Repeat("x, ", 60) + "]": "two checks",
		"- a":                   "expected keys with values (known: checks, ",
		"rules":                 "S:2:1: expected keys with values",
		"1: a":                  "S:2:1: expected a key",
		"<<: {fail_fast: true}": "S:2:1: expected a key",
		"protect: [&a b]":       "S:2:11: expected text, found an anchor",
		"protect: [*a]":         "S:2:11: expected text, found an anchor",
		"protect: [!!str a]":    "S:2:11: expected text, found an anchor",
		"protect: [\"a":         "S:2:11: this is not YAML: ",
		"fail_fast: a: b":       "S:2:12: this is not YAML: ",
		"fail_fast: true\nchecks:\n  - a\n  b: [": "S:5:3: this is not YAML: ",
		"中: 好":               "S:2:1: unknown key",
		"fail_fast: true\n%": "S:",
	} {
		_, err := Parse("S", "---\n"+front+"\n---\nrules")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", front, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "S:") {
			t.Errorf("%q: %v does not say where", front, err)
		}
	}
	for text, want := range map[string]string{
		"---\nfail_fast: true\n":     "S:1:1: the front matter that begins here is not closed",
		"---":                        "S:1:1: the front matter",
		"---\nfail_fast: true\n---b": "S:1:1: the front matter",
		"---\n#" + strings.Repeat("x", text.MaxFrontMatter) + "\n---\n": "S:1:1: the front matter is longer than 16 KiB",
	} {
		if _, err := Parse("S", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestFrontMatterIsBounded: the front matter of a stranger's project cannot keep ccc busy.
func TestFrontMatterIsBounded(t *testing.T) {
	for _, unit := range []string{"[", "{", "{a: ", "- ", "[a,", "&a ", "a: "} {
		began := time.Now()
		_, err := Parse("S", "---\n"+strings.Repeat(unit, (text.MaxFrontMatter-1)/len(unit))+"\n---\nrules")
		if took := time.Since(began); err == nil || took > 20*time.Second {
			t.Errorf("%q: %v after %v", unit, err != nil, took)
		}
	}
	laughs := "---\na: &a [x,x,x,x,x,x,x,x,x]\n"
	for _, c := range "bcdefghi" {
		laughs += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 9) + "]\n"
	}
	if _, err := Parse("S", laughs+"---\nrules"); err == nil || !strings.Contains(err.Error(), `unknown key "a"`) {
		t.Errorf("a bomb of aliases: %v", err)
	}
}

// FuzzParse: any front matter is either read, or refused with the place of the error.
func FuzzParse(f *testing.F) {
	f.Add(strings.TrimPrefix(whole, "---\n"))
	for _, seed := range []string{
		"a: &x [*x]\n---\n", "? a\n: b\n---\n", "checks: [{run: a}]\r\n---\r\n", "!!x\n---\n", "x: |-\n  a\n---\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<10 {
			return
		}
		r, err := Parse("S", "---\n"+text)
		if err != nil && !strings.HasPrefix(err.Error(), "S:") {
			t.Errorf("%v does not say where", err)
		}
		if err == nil && !strings.HasSuffix(text, r.Text) {
			t.Errorf("the rubric is %q", r.Text)
		}
	})
}

func TestPropose(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing": {map[string]string{"README": ""}, nil},
		"go":      {map[string]string{"go.mod": "module x"}, []string{"go build ./...", "go vet ./...", "go test ./..."}},
		"rust":    {map[string]string{"Cargo.toml": ""}, []string{"cargo build", "cargo test"}},
		"npm": {map[string]string{"package.json": `{"scripts":{"test":"jest","lint":"eslint","start":"x"}}`},
			[]string{"npm run lint", "npm run test"}},
		"pnpm": {map[string]string{"package.json": `{"scripts":{"build":"tsc"}}`, "pnpm-lock.yaml": ""},
			[]string{"pnpm run build"}},
		"npm init": {map[string]string{
			"package.json": `{"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}}`,
		}, nil},
		"broken": {map[string]string{"package.json": `{"scripts":5}`}, nil},
		"python": {map[string]string{"pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n"},
			[]string{"python -m pytest", "ruff check"}},
		"uv": {map[string]string{"pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n", "uv.lock": ""},
			[]string{"uv run pytest", "uv run ruff check"}},
		"poetry": {map[string]string{"pyproject.toml": "mypy", "poetry.lock": ""}, []string{"poetry run mypy ."}},
		"make in a Go project": {map[string]string{"go.mod": "module x", "Makefile": "test:\n\tgo test ./...\n"},
			[]string{"make test", "go build ./...", "go vet ./..."}},
		"tox":    {map[string]string{"pyproject.toml": "[tool.pytest]\n", "tox.ini": ""}, []string{"tox"}},
		"maven":  {map[string]string{"pom.xml": "", "mvnw": ""}, []string{"./mvnw -q -B verify"}},
		"gradle": {map[string]string{"build.gradle.kts": ""}, []string{"gradle check"}},
		"cmake": {map[string]string{"CMakeLists.txt": ""},
			[]string{"cmake -S . -B build && cmake --build build", "ctest --test-dir build --output-on-failure"}},
		"just in a Rust project": {map[string]string{"Cargo.toml": "[workspace]",
			"justfile": "test *args:\n    cargo test {{args}}\n"},
			[]string{"just test", "cargo build --workspace"}},
		"task": {map[string]string{"Taskfile.yml": "tasks:\n  lint: x\n  build: y\n"}, []string{"task lint"}},
		"a repository of parts": {map[string]string{"api/go.mod": "module x",
			"web/package.json": `{"scripts":{"test":"vitest"}}`, "docs/x": ""},
			[]string{"cd api && go build ./...", "cd api && go vet ./...", "cd api && go test ./...", "cd web && npm run test"}},
		"workspaces": {map[string]string{"package.json": `{"workspaces":["a"]}`},
			[]string{"npm run test --workspaces --if-present"}},
		"what CI runs": {map[string]string{"mix.exs": "",
			".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - uses: x\n" +
				"      - run: |\n          pip install pytest\n          mix test\n          mix format --check-formatted\n" +
				"      - run: make deploy-check TOKEN=${{ secrets.T }}\n"},
			[]string{"mix test", "mix format --check-formatted"}},
		"a command that YAML reads otherwise": {map[string]string{".github/workflows/ci.yml": "jobs: {a: {steps: [{run: 'tool check: all #1'}]}}"},
			[]string{"tool check: all #1"}},
		"make": {map[string]string{"Makefile": "test: build\n\tx\nlint:\n\tx\ncheck := 5\nlatest:\n"},
			[]string{"make lint", "make test"}},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if chinese := Propose(dir, lang.Chinese); len(c.want) > 0 && !strings.Contains(chinese, "\n# 每次审查前") {
			t.Errorf("%s: in Chinese: %s", name, chinese)
		}
		proposed := Propose(dir, lang.English)
		const how = `To switch one on, take away its # and that of "checks:", then run ccc trust.`
		if strings.Contains(proposed, how) != (len(c.want) > 0) {
			t.Errorf("%s: how a command is switched on is not said: %s", name, proposed)
		}
		r, err := Parse("S", proposed+"rules")
		if err != nil || r.Checks != nil || r.Text != "rules" {
			t.Errorf("%s: as it is written: %+v, %v", name, r, err)
		}
		taken := strings.Replace(proposed, "# Commands", "## Commands", 1)
		taken = strings.ReplaceAll(strings.Replace(taken, "# A smaller", "## A smaller", 1), "\n# ", "\n")
		taken = strings.ReplaceAll(taken, "\n#  ", "\n  ")
		if r, err = Parse("S", taken+"rules"); err != nil {
			t.Errorf("%s: taken in: %v\n%s", name, err, taken)
		}
		var got []string
		for _, c := range r.Checks {
			got = append(got, c.Run)
		}
		if !reflect.DeepEqual(got, c.want) || r.Triage == "haiku" != (len(got) > 0) {
			t.Errorf("%s: %q, want %q; triage %q", name, got, c.want, r.Triage)
		}
		path, err := Create(dir, lang.English)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := LoadFrom(dir); err != nil || r.Text != BuiltIn(lang.English).Text {
			t.Errorf("%s: what Create wrote to %s: %v", name, path, err)
		}
	}
}
