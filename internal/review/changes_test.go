package review

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/streamjson"
)

func globs(patterns ...string) rubric.Globs { return rubric.Globs{Patterns: patterns} }

func shell(t *testing.T, dir, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
}

// TestG06G12Files: the reported changes of a task, also if the agent has removed the git repository.
func TestG06G12Files(t *testing.T) {
	const repository = `git init -q .; mkdir -p svc/ci src
		for f in a_test.go svc/ci/x svc/web other; do echo 1 > $f; done
		printf 'fn a(){}\n#[test]\nfn test_q(){}\n' > src/lib.rs
		git add -A; git -c user.name=a -c user.email=b commit -qm x`
	const ignore = `printf 'fn a(){}\n#[test]\n#[ignore]\nfn test_q(){}\n' > src/lib.rs`
	for name, c := range map[string]struct {
		before, task string
		dir          string
		wrote        string
		protected    []string
		unknown      bool
		told         []string
		not          []string
	}{
		"git removed and made anew": {
			before: repository, task: `rm -rf .git; git init -q .; echo 2 > a_test.go`, unknown: true,
			told: []string{"NOT KNOWN", `- "**/*_test.go"`}, not: []string{"No file"},
		},
		"git moved away": {
			before: repository, task: `mkdir x; mv .git x/.git; echo 2 > a_test.go`, unknown: true,
			told: []string{"NOT KNOWN", "gone or broken", `- "**/*_test.go"`},
			not:  []string{"this is no git repository", "No file"},
		},
		"git moved away, and a tool wrote": {
			before: repository, task: `mv .git x; echo 2 > a_test.go`, wrote: "a_test.go", unknown: true,
			protected: []string{"a_test.go"}, told: []string{"gone or broken", "PROTECTED files written"},
		},
		"called bare": {
			before: repository, task: `git config core.bare true; echo 2 > a_test.go`,
			protected: []string{"a_test.go"}, told: []string{`modified "a_test.go"`},
		},
		"broken settings": {
			before: repository, task: `printf '[diff\nfoo' >> .git/config; echo 2 > a_test.go`, unknown: true,
			told: []string{"NOT KNOWN", `- "**/*_test.go"`},
		},
		"work tree elsewhere": {
			before: repository, task: `mkdir w; cp -r a_test.go svc src other w; git config core.worktree "$PWD/w"; echo 2 > ` +
				`a_test.go`,
			protected: []string{"a_test.go", "w/a_test.go"}, told: []string{`modified "a_test.go"`},
		},
		"git made in between": {
			before: `echo 1 > a_test.go`, task: `git init -q .; echo 2 > a_test.go`, unknown: true,
			told: []string{"NOT KNOWN", `- "**/*_test.go"`},
		},
		"git made in between, and a tool wrote": {
			before: `echo 1 > a_test.go`, task: `git init -q .`, wrote: "a_test.go", unknown: true,
			protected: []string{"a_test.go"}, told: []string{"Written since the task began"},
		},
		"no git": {
			before: `echo 1 > a_test.go`, task: `echo 2 > a_test.go`, unknown: true,
			told: []string{"this is no git repository", "No file was written"}, not: []string{"NOT KNOWN"},
		},
		"below the top": {
			before: repository, dir: "svc", task: `echo 2 > svc/ci/x; echo 2 > svc/web; echo 2 > other; echo 2 > a_test.go`,
			protected: []string{"ci/x"},
			told:      []string{`modified "web"`, `modified "../other"`, `modified "../a_test.go"`, "+2"},
		},
		"a skip below the top": {
			before: repository, dir: "src", task: ignore, told: []string{`- "lib.rs": "#[ignore]"`},
		},
		"a skip beside it": {
			before: repository, dir: "svc", task: ignore, told: []string{`- "../src/lib.rs": "#[ignore]"`},
		},
		"called binary by attributes": {
			before: repository, task: `echo '*.rs binary' > .git/info/attributes; ` + ignore,
			told: []string{`- "src/lib.rs": "#[ignore]"`},
		},
		"called binary for its size": {
			before: repository, task: `git config core.bigFileThreshold 1; ` + ignore,
			told: []string{`- "src/lib.rs": "#[ignore]"`},
		},
		"hidden by a rule of the task": {
			before: repository, task: `echo 2 > b_test.go; printf 'b_test.go\n.gitignore\n' > .gitignore`,
			protected: []string{"b_test.go"}, told: []string{`added "b_test.go"`, `added ".gitignore"`},
		},
		"hidden among many": {
			before: repository, unknown: true, told: []string{"PROTECTED, but not looked at (1)",
				`- "new/b_test.go"`, `- "new/"`},
			task: `mkdir new; echo '*' > new/.gitignore; cd new; echo 2 > b_test.go; for i in $(seq 600); do : > $i; done`,
		},
		"ignored before, and much of it": {
			before: "echo node_modules > .gitignore; mkdir .venv; echo '*' > .venv/.gitignore; " + repository,
			task:   `mkdir -p node_modules .venv/lib; for i in node_modules .venv .venv/lib; do echo 1 > $i/b_test.go; done`,
			told:   []string{"No file changed"}, not: []string{"_test"},
		},
		"too large": {
			before: repository, dir: "svc", task: `head -c 9437184 /dev/zero > svc/big_test.go`, unknown: true,
			told: []string{"PROTECTED, but not looked at (1)", `- "big_test.go"`},
		},
		"too large, and not protected": {
			before: repository, task: `head -c 9437184 /dev/zero > big.bin`, told: []string{`- "big.bin"`},
			not: []string{"PROTECTED"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			top, marks := t.TempDir(), t.TempDir()
			shell(t, top, c.before)
			dir := filepath.Join(top, c.dir)
			j := Request{
				Dir: dir, Base: Look(t.Context(), dir, marks), Marks: marks,
				Reviewer: Reviewer{Mask: secret.New()},
				Rubric:   rubric.Rubric{Protect: []string{"**/*_test.go", "ci/**"}},
			}
			if c.wrote != "" {
				j.Edits.Paths = []string{filepath.Join(dir, c.wrote)}
			}
			shell(t, top, c.task)
			w := lookAtTree(t.Context(), j)
			f := j.reportChanges(t.Context(), w, 16<<10)
			if !slices.Equal(f.protected, c.protected) || (f.unknown != nil) != c.unknown {
				t.Errorf("protected: %q, unknown: %v", f.protected, f.unknown)
			}
			text := f.facts("", false)
			for _, want := range c.told {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not told in\n%s", want, text)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text, not) {
					t.Errorf("%q is told in\n%s", not, text)
				}
			}
			if yes, _ := f.changed.matches(globs("web")); c.dir == "svc" && c.protected != nil && !yes {
				t.Error("a reviewer for web is not concerned")
			}

			if v, _, _ := j.decide(t.Context(), w, nil, Sources{}, ""); v != nil {
				t.Errorf("decided without protect_strict: %+v", v)
			}
			j.Rubric.ProtectStrict = true
			var got task.Verdict
			if v, _, _ := j.decide(t.Context(), w, nil, Sources{}, ""); v != nil {
				got = *v
			}
			switch {
			case c.protected != nil:
				if got.By != task.ByProtect {
					t.Errorf("strictly: %+v", got)
				}
			case c.unknown:
				if got.Failure != streamjson.NeedsPerson ||
					!strings.Contains(got.Reason.Error(), "is not known (protect_strict)") {
					t.Errorf("strictly: %+v", got)
				}
			case got.By != "" || got.Failure != streamjson.NoFailure:
				t.Errorf("strictly: %+v", got)
			}
		})
	}
}

// TestVital: a verdict depends on a file if its evidence contains the file's name as a separate word.
func TestVital(t *testing.T) {
	j := Request{Dir: "/p", Rubric: rubric.Rubric{Protect: []string{"ci/**"}}, Edits: Edits{Paths: []string{"/p/in/w.go"}}}
	files := []string{"Makefile", "in/w.go", "w.go", "ci/x", "log", "a.go", "中.txt"}
	for evidence, want := range map[string]string{
		"Bash make test (ok)":                   "in/w.go ci/x",
		"Bash cat f; cat Makefile.old (exit 1)": "Makefile in/w.go ci/x",
		"Bash cat catalog; git log -1 (ok)":     "in/w.go ci/x log",
		"Bash cat cata.go a.go (ok)":            "in/w.go ci/x a.go",
		"Bash cat '中.txt'":                      "in/w.go ci/x 中.txt",
		"Read in/x.go":                          "in/w.go ci/x",
	} {
		if got := strings.Join(j.vitalFiles(files, []string{"Read b", evidence}), " "); got != want {
			t.Errorf("%s: %s, want %s", evidence, got, want)
		}
	}
}

// TestChanged: git decides whether the task changed files. If git did not know the files at the beginning, the agent's
// tool calls decide.
func TestChanged(t *testing.T) {
	dir, marks := t.TempDir(), t.TempDir()
	const written = "3 writes"
	tools := Edits{Paths: []string{"a"}, State: written}
	tree := ""
	ask := func(base string, e Edits) (id string, changed bool) {
		j := Request{Dir: dir, Marks: marks, Base: task.Files{Work: base, Tree: tree}, Edits: e}
		return j.state(lookAtTree(t.Context(), j))
	}
	if id, changed := ask("", tools); id != written || !changed {
		t.Errorf("without git, a file written: %q, %v", id, changed)
	}
	if id, changed := ask("", Edits{State: written}); id != written || changed {
		t.Errorf("without git, no file written: %q, %v", id, changed)
	}
	shell(t, dir, "git init -q; echo 1 > a")
	base, changed := ask("", tools)
	if base == "" || base == written || !changed {
		t.Errorf("git since the task began: %q, %v", base, changed)
	}
	tree = Look(t.Context(), dir, marks).Tree
	if id, changed := ask(base, tools); id != base || changed {
		t.Errorf("as it was: %q, %v", id, changed)
	}
	shell(t, dir, "echo 22 > a")
	if id, changed := ask(base, Edits{}); id == base || !changed {
		t.Errorf("another file: %q, %v", id, changed)
	}
	shell(t, dir, "echo 1 > a; git -c user.name=x -c user.email=x commit -q --allow-empty -m x")
	if id, changed := ask(base, Edits{}); id == base || !changed {
		t.Errorf("another HEAD: %q, %v", id, changed)
	}
	shell(t, dir, "rm .git/HEAD; echo 22 > a")
	if id, changed := ask(base, Edits{State: written}); id != written || !changed {
		t.Errorf("git does not know them any more: %q, %v", id, changed)
	}
	tree = ""
	if id, changed := ask("2 writes", Edits{}); id != "" || changed {
		t.Errorf("the next task where git never knew them: %q, %v", id, changed)
	}
}
