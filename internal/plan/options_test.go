package plan

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/internal/lang"

	"ccc/integration/files"
)

// TestS09Options: what stands below the first line of a task, and in the front matter, is as it says; what is wrong is
// told with its line.
func TestS09Options(t *testing.T) {
	p := Parse([]byte("---\nmodel: sonnet\nretries: 1\n---\n- [ ] one\n  max_cost_usd: 0.5\n  checks: [make lint, \"test -f x\"]\n\n  Its text.\n" +
		"- [ ] two\n  after: 1\n  model: opus\n  provider: glm\n  more: of it\n- [ ] three\n  note: a word and a colon are text\n"))
	if want := `line 14: unknown key "more", known: after, model,`; p.fault == nil || !strings.HasPrefix(p.fault.Error(), want) {
		t.Errorf("fault %v, want %s", p.fault, want)
	}
	p = Parse([]byte("---\nmodel: sonnet\nretries: 1\n---\n- [ ] one\r\n  max_cost_usd: 0.5\r\n  checks: [make lint, \"test -f x\"]\r\n\n  Its text.\n" +
		"- [ ] two\n  after: 1\n  model: opus\n  provider: glm\n- [ ] three\n  note: a word and a colon are text\n"))
	if p.fault != nil {
		t.Fatal(p.fault)
	}
	for i, want := range []struct {
		Options
		text string
	}{
		{Options{Model: "sonnet", Retries: 1, MaxCostUSD: 0.5, Checks: []string{"make lint", "test -f x"}}, "one\n\nIts text."},
		{Options{Model: "opus", Retries: 1, Provider: "glm", After: []int{1}}, "two"},
		{Options{Model: "sonnet", Retries: 1}, "three\nnote: a word and a colon are text"},
	} {
		if got := p.Tasks[i]; !got.Options.equal(want.Options) || got.Text != want.text {
			t.Errorf("task %d: %+v %q, want %+v %q", i+1, got.Options, got.Text, want.Options, want.text)
		}
	}
	for source, want := range map[string]string{
		"- [ ] a\n  modle: x\n":                                           `line 2: unknown key "modle", did you mean "model"?`,
		"- [ ] a\n  max_cost: 2\n":                                        `line 2: unknown key "max_cost", did you mean "max_cost_usd"?`,
		"- [ ] a\n  model: x\n  model: y\n":                               "line 3: model is there twice",
		"- [ ] a\n  model: -x\n":                                          "line 2: model takes a name",
		"- [ ] a\n  model:\n":                                             "line 2: model takes a name",
		"- [ ] a\n  max_cost_usd: much\n":                                 "line 2: max_cost_usd takes dollars",
		"- [ ] a\n  max_cost_usd: 0\n":                                    "line 2: max_cost_usd takes dollars",
		"- [ ] a\n  retries: 1.5\n":                                       "line 2: retries takes a number",
		"- [ ] a\n  retries: 1000\n":                                      "line 2: retries takes a number",
		"- [ ] a\n  checks: \"a\" && b\n":                                 "line 2: checks: this is not YAML",
		"- [ ] a\n  checks: []\n":                                         "line 2: checks takes commands",
		"- [ ] a\n  after: b\n":                                           "line 2: after takes the numbers",
		"- [ ] a\n  after: -1\n":                                          "line 2: after takes the numbers",
		"# A\n\n- [ ] a\n  after: 7\n":                                    "line 3: after: there is no task 7, the plan has 1",
		"- [ ] a\n  after: 1\n":                                           "line 1: after: a circle: task 1 after 1",
		"- [ ] a\n  after: 2\n- [ ] b\n  after: 3\n- [ ] c\n  after: 2\n": "line 1: after: a circle: task 2 after 3 after 2",
		"- [ ] a\n  after: 2\n# B\n- [ ] b\n":                             "line 1: after: task 2 is below a later heading",
		"---\nafter: 1\n---\n- [ ] a\n":                                   "line 2: after stands below a task",
		"---\nsettings: may change\nmodels: x\n---\n- [ ] a\n":            `line 3: unknown key "models", did you mean "model"?`,
		"---\nprefer: x\n---\n- [ ] a\n":                                  `line 2: unknown key "prefer", known: settings, model,`,
		"---\nretries: 1\nmodel: [x\n---\n- [ ] a\n":                      "line 3: model: this is not YAML: [x",
		"---\nmodel: x\nand some text\n---\n- [ ] a\n":                    "line 1: the front matter is not YAML",
		"- [ ] a\n  depends-on: 2\n- [ ] b\n":                             `line 2: unknown key "depends-on", did you mean "after"?`,
		"- [ ] a\n  Model: opus\n":                                        `line 2: unknown key "Model", did you mean "model"?`,
		"- [ ] a\n  max-cost-usd: 2\n":                                    `line 2: unknown key "max-cost-usd", did you mean "max_cost_usd"?`,
		"- [ ] a\n  needs: 2\n- [ ] b\n":                                  `line 2: unknown key "needs", did you mean "after"?`,
	} {
		if got := Parse([]byte(source)).fault; got == nil || !strings.HasPrefix(got.Error(), want) {
			t.Errorf("%q: %v, want %s", source, got, want)
		}
	}
}

// TestS09Order: tasks are done after those that they name.
func TestS09Order(t *testing.T) {
	p := Parse([]byte("- [ ] a\n  after: [3, 2]\n- [ ] b\n  after: 3\n- [ ] c\n- [ ] d\n"))
	var titles []string
	for _, task := range p.inOrder() {
		titles = append(titles, task.Title)
	}
	if want := []string{"c", "b", "a", "d"}; !slices.Equal(titles, want) {
		t.Errorf("listed as %q, want %q", titles, want)
	}
	path := planIn(t, "- [ ] a\n  after: [3, 2]\n- [ ] b\n  after: 3\n- [ ] c\n- [ ] d\n")
	log := path + ".log"
	if result, _ := runOf(t, path, `echo "$1" >>"$2.log"`, nil); result.ExitCode != 0 {
		t.Errorf("exit code %d", result.ExitCode)
	}
	if got := strings.Fields(files.Content(t, log)); !slices.Equal(got, []string{"c", "b", "a", "d"}) {
		t.Errorf("done as %q", got)
	}
}

// TestS09Waits: of each task that is not begun, because one before it is not done, the user is told.
func TestS09Waits(t *testing.T) {
	path := planIn(t, "- [ ] a\n- [ ] b\n  after: 1\n- [ ] c\n  after: 2\n- [ ] d\n")
	result, said := runOf(t, path, `[ "$1" != a ] || { echo '{"outcome":"not_completed","exit_code":3}'; exit 3; }`,
		func(c *Config) { c.KeepGoing = true })
	for _, want := range []string{
		"task 2 is not begun: it comes after task 1, which is not done",
		"task 3 is not begun: it comes after task 2, which is not done",
	} {
		if strings.Count(said, want) != 1 {
			t.Errorf("not said once: %s", want)
		}
	}
	if result.ExitCode != 3 || !result.Tasks[3].Done || result.Tasks[2].Done {
		t.Errorf("%+v", result)
	}
}

// TestS09Limit: while a task waits for a usage limit no other begins.
func TestS09Limit(t *testing.T) {
	path := repositoryOf(t, "- [ ] a\n- [ ] b\n- [ ] c\n")
	dir := filepath.Dir(filepath.Dir(path))
	script := `cd "$(dirname "$2")/.."
		await() { until [ -e "$1" ]; do sleep 0.01; done; }
		case $1 in
		a)	printf '{"phase":"wait","limit":"until 15:04"}\n' >&4; await held; echo a >>log; printf '{"phase":"agent"}\n' >&4;;
		b)	await limited;;
		c)	touch held; echo c >>log;;
		esac`
	var run *Run
	c := configOf(path, script)
	c.Jobs = 2
	c.Say = func(m lang.Message) {
		if strings.Contains(m.String(), "no further task begins meanwhile: task 1 waits: until 15:04") {
			files.Save(t, filepath.Join(dir, "held"), "")
		}
	}
	c.Changed = func() {
		if run != nil && slices.ContainsFunc(run.Rows(), func(row Row) bool { return row.Status.Limit != "" }) {
			files.Save(t, filepath.Join(dir, "limited"), "")
		}
	}
	run, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if _, err := run.Do(); err != nil {
		t.Error(err)
	}
	if got := files.Content(t, filepath.Join(dir, "log")); got != "a\nc\n" {
		t.Errorf("done in the order %q", got)
	}
}

// TestS03OnlyDone: the work of a task that no review has found done is offered for no merge, and no later task builds on
// it.
func TestS03OnlyDone(t *testing.T) {
	path := repositoryOf(t, "# One\n- [ ] a\n# Two\n- [ ] b\n# Three\n- [ ] c\n")
	result, said := runOf(t, path, `task=$(basename "$PWD"); echo >"by-$task"; git add . && git commit -qm "$task"
		case $task in b-*) echo '{"outcome":"not_completed","exit_code":3}'; exit 3;; esac`,
		func(c *Config) { c.Jobs, c.Commit, c.KeepGoing = 1, true, true })
	if len(result.Merge) != 1 || !strings.HasPrefix(result.Merge[0], "ccc/c-") || result.ExitCode != 3 {
		t.Errorf("exit code %d, to be merged: %q; said:\n%s", result.ExitCode, result.Merge, said)
	}
	out, err := exec.Command("git", "-C", filepath.Dir(path), "ls-tree", "--name-only", result.Merge[0]).Output()
	if err != nil || strings.Contains(string(out), "by-b") || !strings.Contains(string(out), "by-a") {
		t.Errorf("%v: in it are %s", err, out)
	}
}
