package integration

import (
	"maps"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// isReview reports whether a request comes from a reviewer, with either role of the rubric.
func isReview(r fakeapi.Request) bool {
	return strings.Contains(string(r.Raw), "You are now the supervisor")
}

var question = fakeapi.Tool("AskUserQuestion", map[string]any{"questions": []map[string]any{{
	"question": "Which color?", "header": "Color", "multiSelect": false,
	"options": []map[string]string{{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}},
}}})

// TestRealNobodyToAsk: without a terminal, each version is denied at once and with the reason what it would have to ask
// the user, and the run continues.
func TestRealNobodyToAsk(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			tries := []fakeapi.Reply{fakeapi.Tool("Bash", map[string]string{"command": "touch written", "description": "try"}),
				question}
			next := 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				if isReview(r) {
					return fakeapi.Text("[TASK_COMPLETED]")
				}
				if next > 0 && (len(r.Results) == 0 ||
					!strings.Contains(r.Results[len(r.Results)-1].Text, "Nobody is at the terminal")) {
					t.Errorf("try %d: the agent is told %+v", next, r.Results)
				}
				if next == len(tries) {
					return fakeapi.Text("done")
				}
				next++
				return tries[next-1]
			})
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--", "do it")
			checkUnchanged(t, cmd, dir)
			if next != len(tries) {
				t.Errorf("%d of %d tries were made", next, len(tries))
			}
		})
	}
}

// checkUnchanged runs a command and checks that it leaves the directory as it is.
func checkUnchanged(t *testing.T, cmd *exec.Cmd, dir string) {
	t.Helper()
	before := files.Tree(t, dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("ccc: %v\n%s", err, out)
	}
	after := files.Tree(t, dir)
	maps.DeleteFunc(after, func(path, _ string) bool { // what ccc itself keeps there of the work
		_, known := before[path]
		return !known && (path == ".git/ccc-index" || strings.HasPrefix(path, ".git/objects/"))
	})
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the project has changed:\n%v\n%v", before, after)
	}
}
