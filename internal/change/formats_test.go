package change

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark/ast"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text/markdown"
	"ccc/streamjson"
)

// hostile is a text that tries to break out of each format.
const hostile = "a|b @you `code` %0A\n::set-env name=X::y\r\n::error::z\x1b]0;t\x07 </details> @you \u202e"

// reports has a report of each outcome.
func reports() map[string]Report {
	c := Change{
		Name: lang.M("since %s", "main"), Base: "1", Head: "2", prefix: "sub/", Files: []git.Change{{Path: "sub/a b.go"}},
	}
	found := []task.Finding{
		{ID: "F1", Severity: task.Blocker, Status: task.Open, Evidence: "é,%.go:3", Criterion: hostile, Text: hostile},
		{ID: "F2", Severity: task.Advice, Status: task.Open, Evidence: "go test ./...", Text: "rename it"},
		{ID: "F3", Severity: task.Blocker, Status: task.Open, Evidence: "../../etc/passwd:1", Text: "outside"},
		{Severity: task.Blocker, Status: task.Open, Evidence: "make (exit 2)", Text: "the check test failed"},
		{ID: "F4", Severity: task.Blocker, Status: task.Dismissed, Evidence: "x.go:1", Text: "known", Reason: hostile},
		{ID: "F5", Severity: task.Blocker, Status: task.Fixed, Text: "gone"},
	}
	many := make([]task.Finding, 3000)
	for i := range many {
		many[i] = task.Finding{
			ID: fmt.Sprintf("F%d", i+1), Severity: task.Blocker, Status: task.Open, Text: strings.Repeat("`|", 3000) + "\nmore",
		}
	}
	failed := Empty(c)
	failed.Completed, failed.Failure, failed.Failed, failed.ExitCode = false, streamjson.Limit, hostile, 75
	partial := Empty(c)
	partial.By, partial.NotLookedAt, partial.Completed, partial.ExitCode = task.ByReviewers, []string{hostile}, false, 4
	return map[string]Report{
		"nothing": Empty(c), "failed": failed, "partial": partial,
		"found": {Change: c, Findings: found, Verdict: task.Verdict{By: task.ByReviewers}, ExitCode: 3},
		"many":  {Change: c, Findings: many, Verdict: task.Verdict{By: task.ByReviewers}, ExitCode: 3},
	}
}

// TestO04SARIF: the schema of SARIF 2.1.0 accepts each report. A place is relative to the top of the repository, and
// one outside of it is none.
func TestO04SARIF(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("sarif.json")
	for name, r := range reports() {
		text, err := json.Marshal(r.SARIF("v1", lang.English))
		if err != nil {
			t.Fatal(err)
		}
		got, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(got)
		}
		if err != nil {
			t.Errorf("%s: %v\n%.2000s", name, err, text)
		}
	}
	run := reports()["found"].SARIF("v1", lang.English).Runs[0]
	var got []string
	for _, one := range run.Results {
		at := one.Locations[0].Physical
		got = append(got, fmt.Sprint(one.Level, " ", at.Artifact.URI, ":", at.Region.Line, " ", len(one.Suppressions)))
	}
	want := []string{
		"error sub/%C3%A9,%25.go:3 0", "error sub/a%20b.go:1 0", "error sub/a%20b.go:1 0", "note sub/a%20b.go:1 0",
		"error sub/x.go:1 1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestO04Annotations: each finding is one command, and a reviewer's text begins none.
func TestO04Annotations(t *testing.T) {
	for name, want := range map[string][]string{
		"nothing": {"since main: "},
		"failed":  {"::error title=ccc review::no verdict: a|b", "since main: "},
		"found": {
			"::error file=sub/é%2C%25.go,line=3,title=ccc review::F1 a|b @you `code` %250A", "::error file=sub/a b.go,line=1,",
			"::error file=sub/a b.go,line=1,", "::notice file=sub/a b.go,line=1,title=ccc review::F2 rename it%0Ago test ./...",
			"since main: ",
		},
	} {
		var b strings.Builder
		if err := reports()[name].Annotations(&b, lang.English); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if len(lines) != len(want) {
			t.Fatalf("%s: %d lines, want %d: %q", name, len(lines), len(want), lines)
		}
		for i, line := range lines {
			if !strings.HasPrefix(line, want[i]) || strings.ContainsAny(line, "\r\x1b\x07\u202e") {
				t.Errorf("%s, line %d: %q, want %q", name, i, line, want[i])
			}
		}
	}
}

// TestO04Markdown: a comment holds what it is given, within the limit, and no text of a reviewer's is markup.
func TestO04Markdown(t *testing.T) {
	for name, want := range map[string]string{
		"nothing": "✅ nothing has changed", "failed": "❔ no verdict", "found": "❌ blockers: 0", "many": "more\n",
	} {
		var b strings.Builder
		if err := reports()[name].Markdown(&b, lang.English); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if !strings.HasPrefix(got, Mark+"\n") || !strings.Contains(got, want) || len(got) > maxComment {
			t.Errorf("%s: %d bytes, without %q: %.3000s", name, len(got), want, got)
		}
		if shown := withoutCode(got); strings.ContainsAny(got, "\r\x1b\x07\u202e") || strings.Contains(shown, "@you") ||
			strings.Count(shown, "<details>") != strings.Count(shown, "</details>") {
			t.Errorf("%s: a text is markup: %.3000s", name, got)
		}
	}
}

// TestO04Name: a comment names the change in the reader's language. JSON names it in English.
func TestO04Name(t *testing.T) {
	var b strings.Builder
	err := reports()["nothing"].Markdown(&b, lang.Chinese)
	if err != nil || !strings.Contains(b.String(), "`自 main 以来`") {
		t.Errorf("%v in\n%s", err, &b)
	}
	if text, err := json.Marshal(reports()["nothing"].Change); !strings.Contains(string(text), `"name":"since main"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// withoutCode is what is markup in a text, by the parser of markdown.
func withoutCode(source string) string {
	var b strings.Builder
	_ = ast.Walk(markdown.Parse([]byte(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindCodeSpan, ast.KindFencedCodeBlock, ast.KindCodeBlock:
			return ast.WalkSkipChildren, nil
		}
		if entering && n.Type() == ast.TypeBlock && n.Lines() != nil && !n.HasChildren() {
			b.WriteString(markdown.Raw(n, []byte(source)))
		}
		if one, is := n.(*ast.Text); is && entering {
			b.Write(one.Value([]byte(source)))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
