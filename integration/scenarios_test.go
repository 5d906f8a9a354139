package integration

import (
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scenarioID matches the id of a scenario: a letter and two digits. A name with more digits, such as SHA256, is not an
// id.
var scenarioID = regexp.MustCompile(`[A-Z][0-9]+`)

func scenarioIDs(text string) (ids []string) {
	for _, id := range scenarioID.FindAllString(text, -1) {
		if len(id) == 3 {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestScenarios: every id in the name of a test or in the first line of a script is in docs/design/scenarios.md, and
// every id there has a test or a script.
func TestScenarios(t *testing.T) {
	doc, err := os.ReadFile("../docs/design/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(doc)) {
		if id, ok := strings.CutPrefix(line, "| "); ok && len(id) > 3 && len(scenarioIDs(id[:3])) == 1 {
			if listed[id[:3]] {
				t.Errorf("docs/design/scenarios.md has %s twice", id[:3])
			}
			listed[id[:3]] = true
		}
	}
	used := map[string]string{} // by id: where
	for _, p := range packages(t) {
		for _, file := range append(p.TestGoFiles, p.XTestGoFiles...) {
			for _, d := range parse(t, p, file, parser.SkipObjectResolution).Decls {
				if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
					for _, id := range scenarioIDs(f.Name.Name) {
						used[id] = p.name() + "/" + file
					}
				}
			}
		}
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		for _, id := range scenarioIDs(first) {
			used[id] = name
		}
	}
	if len(used) == 0 {
		t.Fatal("no test names a scenario")
	}
	for id, where := range used {
		if !listed[id] {
			t.Errorf("%s is in %s, and not in docs/design/scenarios.md", id, where)
		}
	}
	for id := range listed {
		if used[id] == "" {
			t.Errorf("docs/design/scenarios.md has %s, which no test and no script names", id)
		}
	}
}
