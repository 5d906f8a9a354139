package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/internal/fakeapi"
)

// TestJ06RealRoles: a provider with a model for each role is asked for those models.
func TestJ06RealRoles(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var asked reviewLog
			server := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				asked.add(r.Model)
				return fakeapi.Text("hello")
			})
			cmd := supervised(t, version, "http://127.0.0.1:1", project(t))
			ccc := func(stdin string, args ...string) {
				t.Helper()
				next := exec.Command(cmd.Path, args...)
				next.Dir, next.Env, next.Stdin = cmd.Dir, cmd.Env, strings.NewReader(stdin)
				if out, err := next.CombinedOutput(); err != nil {
					t.Fatalf("ccc %q: %v, %s", args, err, out)
				}
			}
			ccc("token\nmodel-main\nmodel-opus\n\nmodel-haiku\n", "provider", "add", "kimi", "one")
			path := filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc.json")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, strings.ReplaceAll(string(text), "https://api.moonshot.ai/anthropic", server.URL))
			ccc("", "one", "-p", "hi")
			ccc("", "one", "-p", "hi", "--model", "opus")
			ccc("", "one", "-p", "hi", "--model", "sonnet")
			ccc("", "one", "-p", "hi", "--model", "haiku")
			want := []string{"model-main", "model-opus", "model-main", "model-haiku"}
			if _, got := asked.all(); !slices.Equal(got, want) {
				t.Errorf("the API was asked for %q, want %q", got, want)
			}
		})
	}
}
