package watch

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/internal/state"
)

var withTmux = flag.Bool("tmux", false, "test in a real tmux, which make packages installs: make test-system")

// TestRealPane: in a real tmux a pane opens below, shows the review, and closes itself with it; a name with a quote and
// a space goes through no shell.
func TestRealPane(t *testing.T) {
	if !*withTmux {
		return // CI has no tmux
	}
	home := filepath.Join(t.TempDir(), "it's a home")
	dir := state.Find("", filepath.Join(home, ".claude"))
	s := begin(t, dir, "pane")
	s.review()
	s.call("review", "r1", "go test")

	socket := filepath.Join(t.TempDir(), "tmux")
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	tmux("new-session", "-d", "-x", "100", "-y", "40", "-s", "w", "cat")
	t.Cleanup(func() { tmux("kill-server") })
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LANG=en_US.UTF-8",
		"TMUX=" + socket + ",1,0", "TMUX_PANE=" + tmux("display", "-p", "-t", "w", "#{pane_id}"),
	}
	if err := Split(t.Context(), env, binary.Path(t), s.id); err != nil {
		t.Fatal(err)
	}
	await := func(what string, is func() bool) {
		t.Helper()
		for end := time.Now().Add(deadline); !is(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %s\n%s", what, tmux("list-panes", "-t", "w"), tmux("capture-pane", "-p", "-t", "w:0.1"))
			}
		}
	}
	panes := func() string { return tmux("list-panes", "-t", "w", "-F", "#{pane_active}#{pane_height}") }
	if got := strings.Fields(panes()); len(got) != 2 || got[0][0] != '1' {
		t.Errorf("panes: %q, want a second one below, and the first still in use", got)
	}
	await("the review is shown", func() bool {
		shown := tmux("capture-pane", "-p", "-t", "w:0.1")
		return strings.Contains(shown, "── review 1 of 10 ──") && strings.Contains(shown, "Bash go test")
	})
	s.complete()
	await("the pane is closed", func() bool { return len(strings.Fields(panes())) == 1 })
	if err := Split(t.Context(), []string{"TMUX=/nowhere,1,0", fmt.Sprint("PATH=", os.Getenv("PATH"))}, "ccc", "x"); err == nil {
		t.Error("no error where there is no tmux")
	}
}
