package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/review/facts"
	"ccc/internal/review/protocol"
	"ccc/internal/rubric"
	"ccc/internal/task"
)

// TestL02Confirm: for each finding ccc says which part it could not confirm. The criterion must quote the user or the
// project. The evidence must be in the files, or be a command of this review.
func TestL02Confirm(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sum.go": "package sum\n\nfunc Sum() {}\n", "my notes.md": "one\n",
		"CLAUDE.md": "Wrap each error.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j := Request{
		Dir: dir, Session: Session{Messages: []string{"Sum of an EMPTY list\nis 0; 请为空列表返回零。", "继续修"}},
		Rubric: rubric.Rubric{Checks: []rubric.Check{{Name: "test", Run: "go test ./..."}}},
	}
	calls := []toolCall{
		{tool: bash, argument: "cd /x && go  test ./...", result: "exit 1"},
		{tool: bash, argument: "make", result: "ok"},
		{tool: bash, argument: "rm -rf /", result: denied}, {tool: "Read", argument: "sum.go", result: "ok"},
		{tool: bash, argument: "sleep 9"}, {tool: bash, argument: "bash -c \"npm  test\"; grep Sum x.go", result: "ok"},
	}
	const good, here = "an empty list is 0", "sum.go:3"
	for _, c := range []struct{ criterion, evidence, unproven string }{
		{good, here, ""}, {"“Empty list” — is  0.", "./sum.go:1", ""}, {"wrap each error", dir + "/sum.go:2", ""},
		{"空列表，返回零", "`sum.go:3`", ""}, {"Every test has a name", here, ""}, {"go test", here, ""},
		{good, "go test ./...", ""}, {good, "go test ./... (exit 1)", ""}, {good, "`go test ./...`: exit code 1", ""},
		{good, "make -> exit 0", ""}, {good, "my notes.md:1", ""}, {good, "my notes.md:2", "evidence"},
		{"", here, "criterion"}, {"is", here, "criterion"}, {"sum of a full list is 1", here, "criterion"},
		{good, "", "evidence"}, {good, "sum.go:4", "evidence"}, {good, "sum.go:0", "evidence"}, {good, "no.go:1", "evidence"},
		{good, "../" + filepath.Base(dir) + "/sum.go:1", "evidence"}, {good, "/etc/passwd:1", "evidence"},
		{good, "go test ./... (exit 0)", "evidence"}, {good, "make (exit 2)", "evidence"}, {good, "make test", "evidence"},
		{good, "rm -rf /", "evidence"}, {good, "sleep 9", "evidence"}, {good, "sum.go", "evidence"},
		{"x", "y", "criterion evidence"},
		// The ways in which models write quotations.
		{"rubric: every test has a name", here, ""}, {"The user said “sum of an empty list” first", here, ""},
		{"Sum of … is 0", here, ""}, {"请为...返回零", here, ""}, {"用户要求：「空列表返回零」", here, ""},
		{"继续修", here, ""}, {"继续", here, "criterion"}, {"返…零", here, "criterion"}, {"修好它", here, "criterion"},
		{"sum of … is 1", here, "criterion"}, {"… list …", here, "criterion"}, {"is … of", here, "criterion"},
		{"…", here, "criterion"}, {`a "b" c`, here, "criterion"},
		{good, "see `sum.go:3`", ""}, {good, "in sum.go:2 (and no.go:9)", ""}, {good, "see `sum.go:4`", "evidence"},
		{good, "cd /tmp && go test ./...", ""}, {good, "bash -c 'go test ./...'", ""},
		{good, "go test ./... 2>&1 | tail -5", ""},
		{good, "npm test", ""}, {good, "go test ./...: panic: index out of range", ""},
		{good, "$ go test ./...\n--- FAIL: TestSum", ""},
		{good, "ran `go test ./...` (exit 1), which panics", ""}, {good, "运行 go test ./...：失败", ""},
		{good, "ran `go test ./...` (exit 0), all is well", "evidence"}, {good, "cd /tmp && go vet ./...", "evidence"},
		{good, "`Sum` panics", "evidence"}, {good, "est ./...", "evidence"}, {good, "cd /x", ""},
		{good, "`make`: it builds nothing", ""},
	} {
		f := task.Finding{Severity: task.Blocker, Status: task.Open, Criterion: c.criterion, Evidence: c.evidence, Text: "x"}
		got := j.confirm([]task.Finding{f}, "Every test has a name.", calls, changedFiles{})
		if unproven := strings.Join(got[0].Unproven, " "); unproven != c.unproven {
			t.Errorf("%q, %q: unproven %q, want %q", c.criterion, c.evidence, unproven, c.unproven)
		}
	}
}

// TestL03KnownOfReviewer: a reviewer that has reviewed the task before is told since when to look. A new one is told to
// look at all of the task. A finding that only one reviewer made is fixed when that reviewer finds the work done.
func TestL03KnownOfReviewer(t *testing.T) {
	open := task.Finding{ID: "F1", Status: task.Open, Severity: task.Blocker, Text: "x", Reviewers: []string{"go"}}
	words := task.Finding{ID: "F2", Status: task.Open, Severity: task.Blocker, Text: "its feedback", InWords: true}
	p := panel{Request: Request{
		Findings: []task.Finding{open, words}, Last: task.Files{Looked: map[string]string{"go": "abc"}},
		Rubric: rubric.Rubric{Others: []rubric.Reviewer{{}}},
	}, tree: "def"}
	question := protocol.Question{Facts: protocol.Facts{Known: p.knownFindings("go")}}
	if told := question.Text(); !strings.Contains(told, "abc def") {
		t.Errorf("told %s", told)
	}
	p.tree = "abc"
	told := (protocol.Question{Facts: protocol.Facts{Known: p.knownFindings("go")}}).Text()
	if !strings.Contains(told, "since the last review: no file.") || strings.Contains(told, facts.ShowDiff) {
		t.Errorf("where nothing changed told %s", told)
	}
	p.tree = "def"
	for name, since := range map[string]string{"go": facts.ShowDiff + " abc def", "docs": ""} {
		if k := p.knownFindings(name); k.Since != since || len(k.Open) != 1 || k.Open[0].ID != "F1" {
			t.Errorf("%s: %+v", name, k)
		}
		done := p.findingsOf(rubric.Reviewer{Name: name}, ReviewerResult{Verdict: task.Verdict{Completed: true}})
		if fixed := len(done) == 1 && done[0].ID == "F1" && done[0].Status == task.Fixed; fixed != (name == "go") {
			t.Errorf("%s is done: %+v", name, done)
		}
	}
}

// TestL08OwnNumbers: if a reviewer numbers its findings by itself, the numbers do not refer to findings of the task.
func TestL08OwnNumbers(t *testing.T) {
	result := func(list ...task.Finding) ReviewerResult {
		return ReviewerResult{Verdict: task.Verdict{Findings: list}}.WithKnown([]task.Finding{{ID: "F1", Severity: task.Blocker}, {ID: "F9", Severity: task.Advice}})
	}
	got := result(task.Finding{ID: "F1", Status: task.Fixed}, task.Finding{ID: "F2", Text: "it panics", Status: task.Open},
		task.Finding{ID: "F7", Status: task.Open}, task.Finding{ID: "F8", Text: "no test", Status: task.Fixed}).Findings
	if len(got) != 2 || got[0].ID != "F1" || got[1].ID != "" || got[1].Text != "it panics" {
		t.Errorf("%+v", got)
	}
	unknown := task.Finding{ID: "F7", Severity: task.Blocker, Status: task.Open}
	if r := result(task.Finding{ID: "F1", Status: task.Fixed}, unknown); !r.Unclear {
		t.Errorf("an open finding is lost beside one that is fixed: %+v", r)
	}
	open := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Open}
	if r := result(open, unknown); r.Unclear || len(r.Findings) != 1 {
		t.Errorf("beside one that is known: %+v", r)
	}
	advice := task.Finding{ID: "F9", Severity: task.Blocker, Status: task.Open}
	if r := result(advice); !r.hasOnlyAdvice() {
		t.Errorf("the id of advice alone holds the agent: %+v", r)
	}
	if advice.Text = "it panics"; result(advice).hasOnlyAdvice() {
		t.Error("what is now called a blocker, in words, is not one")
	}
}

// TestMissingOfTerminal: a reviewer is not told that it lacks variables that terminals and shells set.
func TestMissingOfTerminal(t *testing.T) {
	hint := missingHint([]string{"CCC_X", "DATABASE_URL", "OLDPWD", "PS1", "SHLVL", "TERM_PROGRAM", "TMUX_PANE", "XDG_SESSION_ID", "_"})
	if !strings.Contains(hint, "not here: DATABASE_URL. If") {
		t.Error(hint)
	}
	if hint := missingHint([]string{"_", "SHLVL"}); hint != "" {
		t.Error(hint)
	}
}
