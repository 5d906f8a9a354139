package tasklist

import (
	"slices"
	"strings"
	"testing"
)

// TestS09Options: the options below the first line of a task and in the front matter are read. Errors in them are
// reported with their line.
func TestS09Options(t *testing.T) {
	p := Parse([]byte("---\nmodel: sonnet\nretries: 1\n---\n- [ ] one\n  max_cost_usd: 0.5\n  checks: [make lint, \"test -f x\"]\n\n  Its text.\n" +
		"- [ ] two\n  after: 1\n  model: opus\n  provider: glm\n  more: of it\n- [ ] three\n  note: a word and a colon are text\n"))
	if want := `line 14: unknown key "more", known: after, model,`; p.Fault == nil ||
		!strings.HasPrefix(p.Fault.Error(), want) {
		t.Errorf("fault %v, want %s", p.Fault, want)
	}
	p = Parse([]byte("---\nmodel: sonnet\nretries: 1\n---\n- [ ] one\r\n  max_cost_usd: 0.5\r\n  checks: [make lint, \"test -f x\"]\r\n\n  Its text.\n" +
		"- [ ] two\n  after: 1\n  model: opus\n  provider: glm\n- [ ] three\n  note: a word and a colon are text\n"))
	if p.Fault != nil {
		t.Fatal(p.Fault)
	}
	for i, want := range []struct {
		Options
		text string
	}{
		{Options{Model: "sonnet", Retries: 1, MaxCostUSD: 0.5,
			Checks: []string{"make lint", "test -f x"}}, "one\n\nIts text."},
		{Options{Model: "opus", Retries: 1, Provider: "glm", After: []int{1}}, "two"},
		{Options{Model: "sonnet", Retries: 1}, "three\nnote: a word and a colon are text"},
	} {
		if got := p.Tasks[i]; !got.Options.Equal(want.Options) || got.Text != want.text {
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
		if got := Parse([]byte(source)).Fault; got == nil || !strings.HasPrefix(got.Error(), want) {
			t.Errorf("%q: %v, want %s", source, got, want)
		}
	}
}

// TestS09Order: a task is done after the tasks that its option after names.
func TestS09Order(t *testing.T) {
	p := Parse([]byte("- [ ] a\n  after: [3, 2]\n- [ ] b\n  after: 3\n- [ ] c\n- [ ] d\n"))
	var titles []string
	for _, task := range p.InOrder() {
		titles = append(titles, task.Title)
	}
	if want := []string{"c", "b", "a", "d"}; !slices.Equal(titles, want) {
		t.Errorf("listed as %q, want %q", titles, want)
	}
}
