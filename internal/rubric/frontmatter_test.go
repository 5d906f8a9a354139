package rubric

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ccc/internal/check"
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
max_parallel: 2
model: opus
provider: kimi
tools: [Read, "Bash(go test *)"]
timeout: 30m
prompt_role: user
---
You are the supervisor.

---
a thematic break
`

func TestG01FrontMatter(t *testing.T) {
	got, err := Parse("", "S", whole)
	want := Rubric{
		Path: "S", Text: "You are the supervisor.\n\n---\na thematic break\n",
		Model: "opus", Provider: "kimi", Tools: []string{"Read", "Bash(go test *)"}, Timeout: 30 * time.Minute, Role: User,
		Checks: []check.Check{
			{Name: "go test ./...", Run: "go test ./..."},
			{Name: "lint", Run: "golangci-lint run", Timeout: 5 * time.Minute},
			{Name: "make a …", Run: "make a\nmake b\n", Timeout: 90 * time.Second},
		},
		FailFast: true, Protect: []string{"**/*_test.go", ".github/**"}, MaxParallel: 2,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Parse = %+v, %v\nwant %+v", got, err, want)
	}
	got, err = Parse("go", "S.go", "---\npaths: ['**/*.go']\ntools: Read, Grep\n---\nx")
	want = Rubric{Name: "go", Path: "S.go", Text: "x", Paths: []string{"**/*.go"}, Tools: []string{"Read", "Grep"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Parse of a further reviewer = %+v, %v\nwant %+v", got, err, want)
	}
}

// TestFrontMatterBegins: where there is none the text is the rubric as it stands.
func TestFrontMatterBegins(t *testing.T) {
	for text, want := range map[string]struct{ text, model string }{
		"rules":                                    {"rules", ""},
		"rules\n---\nmodel: a\n---\n":              {"rules\n---\nmodel: a\n---\n", ""},
		"\n---\nmodel: a\n---\nx":                  {"\n---\nmodel: a\n---\nx", ""},
		"----\nrules":                              {"----\nrules", ""},
		"--- \nmodel: a\n---\t\nx":                 {"x", "a"},
		"---\r\nmodel: a\r\n---\r\nx\r\ny\r\n":     {"x\r\ny\r\n", "a"},
		"\ufeff---\nmodel: a\n---\nx":              {"x", "a"},
		"\ufeffrules":                              {"\ufeffrules", ""},
		"---\n---\nx":                              {"x", ""},
		"---\n# model: a\n---\nx":                  {"x", ""},
		"---\nmodel: 'a\n\n  ---'\n---\nx":         {"x", "a\n---"},
		"---\nmodel: a\n---":                       {"", "a"},
		"---\nmodel: a\n---\n---\nmodel: b\n---\n": {"---\nmodel: b\n---\n", "a"},
	} {
		got, err := Parse("", "S", text)
		if err != nil || got.Text != want.text || got.Model != want.model {
			t.Errorf("%q: %q, %q, %v, want %q", text, got.Text, got.Model, err, want)
		}
	}
}

// TestG09FrontMatterErrors: each says where it is and what is right.
func TestG09FrontMatterErrors(t *testing.T) {
	for front, want := range map[string]string{
		"chekcs: [a]":                         `S:2:1: unknown key "chekcs", known: checks, fail_fast, `,
		"model: a\n\nTools: [b]":              `S:4:1: unknown key "Tools"`,
		"model: a\nmodel: b":                  "S:3:1: ",
		"\"model\": a\nmodel: b":              "S:3:1: ",
		"model: 5":                            "S:2:8: expected text, found a number",
		"model: \"\"":                         "S:2:8: the text is empty",
		"model:":                              "expected text, found nothing",
		"model: [a]":                          "S:2:8: expected text, found a list",
		"model: \"a\\eb\"":                    "S:2:8: the text holds the character U+001B",
		"model: a\u202eb":                     "S:2:8: the text holds the character U+202E",
		"timeout: soon":                       `S:2:10: expected a time up to 24 hours, such as "90s"`,
		"timeout: 0":                          "S:2:10: expected a time",
		"timeout: -5m":                        "S:2:10: expected a time",
		"timeout: 1.5":                        "S:2:10: expected a time",
		"timeout: 25h":                        "S:2:10: expected a time",
		"timeout: 99999999999999999999":       "S:2:10: expected a time",
		"fail_fast: yes":                      "S:2:12: expected true or false, found text",
		"max_parallel: 0":                     "S:2:15: expected a number from 1 to 16",
		"max_parallel: 17":                    "S:2:15: expected a number from 1 to 16",
		"max_parallel: two":                   "S:2:15: expected a number",
		"prompt_role: assistant":              "S:2:14: expected auto, system or user",
		"protect: '**'":                       "S:2:10: expected a list, found text",
		"protect:\n  - a\n  - '[b'":           "S:4:5: the pattern \"[b\" has a [ without its ]",
		"protect: [**/*.go]":                  "S:2:",
		"paths: ['**']":                       "S:2:1: paths belongs in a SUPERVISOR.NAME.md",
		"checks: go test":                     "S:2:9: expected a list, found text",
		"checks:\n  - 5":                      "S:3:5: expected text, found a number",
		"checks:\n  - name: a":                "S:3:",
		"checks:\n  - run: a\n    time: 5":    `S:4:5: unknown key "time", known: name, run, timeout`,
		"checks: [a, a]":                      `S:2:13: there are two checks "a"`,
		"checks: [{run: a, name: \"b\\nc\"}]": "the name of a check is one line",
		"checks: [" + strings.Repeat("x, ", 60) + "]": "two checks",
		"tools: Read,,Grep":                           "S:2:8: the name of a tool is empty",
		"- a":                                         "expected keys with values (known: checks, ",
		"rules":                                       "S:2:1: expected keys with values",
		"1: a":                                        "S:2:1: expected a key",
		"<<: {model: a}":                              "S:2:1: expected a key",
		"model: &a b":                                 "S:2:8: expected text, found an anchor",
		"model: *a":                                   "S:2:8: expected text, found an anchor",
		"model: !!str a":                              "S:2:8: expected text, found an anchor",
		"model: \"a":                                  "S:2:8: this is no YAML: ",
		"model: a: b":                                 "S:2:8: this is no YAML: ",
		"model: a\nchecks:\n  - a\n  b: [":            "S:5:3: this is no YAML: ",
		"中: 好":                                        "S:2:1: unknown key",
		"model: a\n%":                                 "S:",
	} {
		r, err := Parse("", "S", "---\n"+front+"\n---\nrules")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", front, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "S:") {
			t.Errorf("%q: %v does not say where", front, err)
		}
		_ = r
	}
	for text, want := range map[string]string{
		"---\nmodel: a\n":     "S:1:1: the front matter that begins here is not closed",
		"---":                 "S:1:1: the front matter",
		"---\nmodel: a\n---b": "S:1:1: the front matter",
		"---\n#" + strings.Repeat("x", maxFrontMatter) + "\n---\n": "S:1:1: the front matter is longer than 16 KiB",
	} {
		if _, err := Parse("", "S", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	for _, key := range []string{
		"checks: [a]", "fail_fast: true", "protect: [a]", "protect_strict: true", "max_parallel: 2",
	} {
		_, err := Parse("go", "S", "---\n"+key+"\n---\nrules")
		name, _, _ := strings.Cut(key, ":")
		if want := "S:2:1: " + name + " belongs in SUPERVISOR.md"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of a further reviewer: %v", key, err)
		}
	}
}

// TestFrontMatterIsBounded: what a stranger's project says cannot keep ccc busy.
func TestFrontMatterIsBounded(t *testing.T) {
	for _, unit := range []string{"[", "{", "{a: ", "- ", "[a,", "&a ", "a: "} {
		began := time.Now()
		_, err := Parse("", "S", "---\n"+strings.Repeat(unit, (maxFrontMatter-1)/len(unit))+"\n---\nrules")
		if took := time.Since(began); err == nil || took > 20*time.Second {
			t.Errorf("%q: %v after %v", unit, err != nil, took)
		}
	}
	laughs := "---\na: &a [x,x,x,x,x,x,x,x,x]\n"
	for _, c := range "bcdefghi" {
		laughs += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 9) + "]\n"
	}
	if _, err := Parse("", "S", laughs+"---\nrules"); err == nil || !strings.Contains(err.Error(), `unknown key "a"`) {
		t.Errorf("a bomb of aliases: %v", err)
	}
}

// FuzzParse: whatever stands there, it is read or refused with a place.
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
		r, err := Parse("", "S", "---\n"+text)
		if err != nil && !strings.HasPrefix(err.Error(), "S:") {
			t.Errorf("%v does not say where", err)
		}
		if err == nil && !strings.HasSuffix(text, r.Text) {
			t.Errorf("the rubric is %q", r.Text)
		}
	})
}

func TestG07FurtherReviewers(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	save := func(dir, name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(home, File, "home")
	save(home, "SUPERVISOR.home.md", "not beside the project's")
	save(project, File, "project")
	save(project, "SUPERVISOR.security.md", "---\npaths: ['**/*.go']\n---\nbe careful")
	save(project, "SUPERVISOR.文档.md", "docs")
	save(project, "SUPERVISOR.api-v2_x.md", "api")
	save(project, "SUPERVISOR.txt", "none")
	save(project, "supervisor.x.md", "none")
	got, err := Load(project, home)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range got.Further {
		names = append(names, r.Name+": "+r.Text)
	}
	want := []string{"api-v2_x: api", "security: be careful", "文档: docs"}
	if got.Main.Text != "project" || !reflect.DeepEqual(names, want) {
		t.Errorf("Load = %q, want %q", names, want)
	}
	for name, want := range map[string]string{
		"SUPERVISOR.a\x1b[31m.md": `SUPERVISOR.a\x1b[31m.md`, "SUPERVISOR.a b.md": "a name is of letters",
		"SUPERVISOR..md": "a name",
		"SUPERVISOR." + strings.Repeat("x", maxName+1) + ".md": "at most 64 bytes", "SUPERVISOR.a\u202eb.md": `\u202e`,
	} {
		save(project, name, "x")
		if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
		os.Remove(filepath.Join(project, name))
	}
	save(project, "SUPERVISOR.empty.md", "---\nmodel: a\n---\n \n")
	if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), "SUPERVISOR.empty.md is empty") {
		t.Errorf("an empty one: %v", err)
	}
	os.Remove(filepath.Join(project, "SUPERVISOR.empty.md"))
	if err := os.Symlink("nowhere", filepath.Join(project, "SUPERVISOR.lost.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), "SUPERVISOR.lost.md") {
		t.Errorf("a link to nowhere: %v", err)
	}
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
		"make": {map[string]string{"Makefile": "test: build\n\tx\nlint:\n\tx\ncheck := 5\nlatest:\n"},
			[]string{"make lint", "make test"}},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		proposed := Propose(dir)
		r, err := Parse("", "S", proposed+"rules")
		if err != nil || r.Checks != nil || r.Text != "rules" {
			t.Errorf("%s: as it is written: %+v, %v", name, r, err)
		}
		taken := strings.ReplaceAll(strings.Replace(proposed, "# Commands", "## Commands", 1), "\n# ", "\n")
		taken = strings.ReplaceAll(taken, "\n#  ", "\n  ")
		if r, err = Parse("", "S", taken+"rules"); err != nil {
			t.Errorf("%s: taken in: %v\n%s", name, err, taken)
		}
		var got []string
		for _, c := range r.Checks {
			got = append(got, c.Run)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		path, err := Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		if set, err := Load(dir); err != nil || set.Main.Text != BuiltIn().Main.Text {
			t.Errorf("%s: what Create wrote to %s: %v", name, path, err)
		}
	}
}
