package integration

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/integration/api"
	"ccc/integration/files"
	"ccc/integration/realclaude"
)

// isReview reports whether a request is a reviewer's, wherever its rubric stands.
func isReview(r api.Request) bool {
	return strings.Contains(string(r.Raw), "You are now the supervisor")
}

// TestRealReviewerChangesNothing: each version lets the reviewer read, search, run tests and look at git, and nothing
// that writes, though the agent may do everything and the person's and the project's own rules allow it: no byte of the
// project changes.
func TestRealReviewerChangesNothing(t *testing.T) {
	t.Parallel()
	for _, version := range realclaude.Versions() {
		for _, role := range []string{"system", "user"} {
			t.Run(version+" "+role, func(t *testing.T) {
				t.Parallel()
				dir := project(t)
				write(t, filepath.Join(dir, "go.mod"), "module x\n\ngo 1.26\n")
				if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				const leaks = `{"permissions": {"allow": ["Write", "Edit", "Bash(touch:*)", "Bash(rm:*)", ` +
					`"Bash(git commit:*)", "Bash(sed:*)", "Bash(echo:*)", "Bash(go test:*)"]}}`
				write(t, filepath.Join(dir, ".claude", "settings.local.json"), leaks)
				tries := writeTries(dir)
				if role == "system" { // in the message it is not offered on 2.1.197 and 2.1.329, where the agent has no Grep either
					tries = append(tries, try{"Grep", api.Tool("Grep", map[string]string{"pattern": "module", "path": dir}), true})
				}
				if role == "user" {
					tries = append(tries, try{"AskUserQuestion", question, false})
				}
				next := 0
				srv := api.New(t, func(r api.Request) api.Reply {
					if !isReview(r) {
						return api.Text("done")
					}
					if next > 0 && len(r.Results) > 0 {
						try, text := tries[next-1], ""
						for _, result := range r.Results {
							text += result.Text
						}
						refused := strings.Contains(text, "ermission") || strings.Contains(text, "No such tool") ||
							strings.Contains(text, "denied") || strings.Contains(text, "not enabled") ||
							strings.Contains(text, "File has not been read")
						if refused == try.allowed {
							t.Errorf("%s: allowed is to be %v, the reviewer got: %.300s", try.name, try.allowed, text)
						}
					}
					if next == len(tries) {
						return api.Text("[TASK_COMPLETED]")
					}
					next++
					return tries[next-1].reply
				})
				cmd := supervised(t, version, srv.URL, dir,
					"--supervisor", "--output-format", "json", "--dangerously-skip-permissions", "--", "do it")
				home := filepath.Join(envOf(cmd, "HOME"), ".claude")
				write(t, filepath.Join(home, "settings.json"), leaks)
				write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"supervisor": {"prompt_role": %q}}`, role))
				changesNothing(t, cmd, dir)
				if next != len(tries) {
					t.Errorf("%d of %d tries were made", next, len(tries))
				}
			})
		}
	}
}

var question = api.Tool("AskUserQuestion", map[string]any{"questions": []map[string]any{{
	"question": "Which color?", "header": "Color", "multiSelect": false,
	"options": []map[string]string{{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}},
}}})

// TestRealNobodyToAsk: without a terminal, each version is refused what it would have to ask the person for, at once
// and with the reason, and the run goes on.
func TestRealNobodyToAsk(t *testing.T) {
	t.Parallel()
	for _, version := range realclaude.Versions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			tries := []api.Reply{api.Tool("Bash", map[string]string{"command": "touch written", "description": "try"}), question}
			next := 0
			srv := api.New(t, func(r api.Request) api.Reply {
				if isReview(r) {
					return api.Text("[TASK_COMPLETED]")
				}
				if next > 0 && (len(r.Results) == 0 ||
					!strings.Contains(r.Results[len(r.Results)-1].Text, "Nobody is at the terminal")) {
					t.Errorf("try %d: the agent is told %+v", next, r.Results)
				}
				if next == len(tries) {
					return api.Text("done")
				}
				next++
				return tries[next-1]
			})
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--", "do it")
			changesNothing(t, cmd, dir)
			if next != len(tries) {
				t.Errorf("%d of %d tries were made", next, len(tries))
			}
		})
	}
}

// changesNothing runs cmd, which is to leave dir as it is.
func changesNothing(t *testing.T, cmd *exec.Cmd, dir string) {
	t.Helper()
	before := files.Tree(t, dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("ccc: %v\n%s", err, out)
	}
	if after := files.Tree(t, dir); !reflect.DeepEqual(before, after) {
		t.Errorf("the project has changed:\n%v\n%v", before, after)
	}
}

type try struct {
	name    string
	reply   api.Reply
	allowed bool
}

// writeTries are a reviewer's tool calls, and whether they are its business.
func writeTries(dir string) (list []try) {
	for command, allowed := range map[string]bool{
		"git status":                           true,
		"go test ./...":                        true, // says that there are no packages, which is an answer
		"touch written":                        false,
		"go test ./... > written":              false,
		"echo x > written":                     false,
		"go test ./...; touch written":         false,
		"rm go.mod":                            false,
		"sed -i s/x/y/ go.mod":                 false,
		"git commit --allow-empty -m x":        false,
		"git status && git config a.b c":       false,
		"git diff":                             true,
		"git log -1 || git show --stat":        true,
		"grep -n module go.mod":                true,
		"git diff --output=go.mod":             false,
		"go test -coverprofile=c.out ./...":    false,
		"go test -o x.test ./...":              false,
		"ruff check --fix .":                   false,
		"npm test -- -u":                       false,
		"python3 -c 'open(\"written\",\"w\")'": false,
	} {
		list = append(list, try{
			command, api.Tool("Bash", map[string]string{"command": command, "description": "try"}), allowed,
		})
	}
	mod := filepath.Join(dir, "go.mod")
	return append(list,
		try{"Read", api.Tool("Read", map[string]string{"file_path": mod}), true},
		try{"Write", api.Tool("Write", map[string]string{"file_path": filepath.Join(dir, "written"), "content": "x"}), false},
		try{"Edit", api.Tool("Edit", map[string]string{
			"file_path": mod, "old_string": "module x", "new_string": "module y",
		}), false},
	)
}
