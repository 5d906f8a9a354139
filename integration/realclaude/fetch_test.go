package realclaude

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSourceOf(t *testing.T) {
	for _, tt := range []struct{ version, goos, goarch, want string }{
		{Node, "linux", "riscv64", "@anthropic-ai/claude-code"},
		{Native, "linux", "amd64", "@anthropic-ai/claude-code-linux-x64"},
		{Newest, "darwin", "arm64", "@anthropic-ai/claude-code-darwin-arm64"},
		{Newest, "linux", "riscv64", ""},
		{Newest, "plan9", "amd64", ""},
	} {
		got, err := sourceOf(tt.version, tt.goos, tt.goarch)
		if got.pkg != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("sourceOf(%s, %s, %s) = %v, %v, want %q", tt.version, tt.goos, tt.goarch, got, err, tt.want)
		}
	}
}

// fakeNPM puts an npm on PATH that "installs" a claude of the version. It returns the path of a file in which the calls
// are counted.
func fakeNPM(t *testing.T, version, script string) (calls string) {
	t.Helper()
	bin := t.TempDir()
	calls = filepath.Join(bin, "calls")
	src := `#!/bin/sh
echo x >> ` + calls + `
mkdir -p node_modules/.bin
printf '#!/bin/sh\necho "` + version + ` (Claude Code)"\n' > node_modules/.bin/claude
chmod +x node_modules/.bin/claude
` + script
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte(src), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	return calls
}

// If several ask at once, only one installs. An installation that does not run is replaced.
func TestFetchOnce(t *testing.T) {
	calls := fakeNPM(t, Node, "")
	dir := t.TempDir()
	broken := filepath.Join(dir, "claude-"+Node)
	if err := os.WriteFile(broken, []byte("half of a download"), 0o644); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			exe, err := fetch(dir, Node)
			if want := filepath.Join(broken, "node_modules/.bin/claude"); err != nil || exe != want {
				t.Errorf("fetch = %q, %v, want %q", exe, err, want)
			}
		})
	}
	wg.Wait()
	if raw, _ := os.ReadFile(calls); string(raw) != "x\n" {
		t.Errorf("npm was called %d times, want once", len(raw)/2)
	}
}

func TestFetchFails(t *testing.T) {
	for _, tt := range []struct{ name, version, script, want string }{
		{
			"npm", Node, "echo E404 not found >&2; exit 1",
			"npm install @anthropic-ai/claude-code@2.1.5: exit status 1\nE404 not found",
		},
		{"another version", "2.1.6", "", `--version = "2.1.6 (Claude Code)\n", want 2.1.5`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fakeNPM(t, tt.version, tt.script)
			dir := t.TempDir()
			if _, err := fetch(dir, Node); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("fetch: %v, want %q in it", err, tt.want)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "claude-2.1.5*"))
			if len(left) != 1 { // the lock
				t.Errorf("left behind: %q", left)
			}
		})
	}
}
