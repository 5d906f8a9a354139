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
	"ccc/internal/hook"
	"ccc/internal/state"
)

var withTmux = flag.Bool("tmux", false, "test in a real tmux, which make packages installs: make test-system")

// TestRealPane: in a real tmux a pane opens below, shows the review, and closes with it. A name with a quote and a
// space is not interpreted by a shell. The environment of the tmux server does not count.
func TestRealPane(t *testing.T) {
	if !*withTmux {
		return // CI has no tmux
	}
	home := filepath.Join(t.TempDir(), "it's a home")
	dir := state.Find("", filepath.Join(home, ".claude"))
	s := begin(t, dir, "pane")
	s.review()
	s.call("review", "r1", "go test")

	tmux, socket := realTmux(t)
	tmux("new-session", "-d", "-x", "100", "-y", "40", "-s", "w", "cat")
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "CCC_LANG=zh",
		"TMUX=" + socket + ",1,0", "TMUX_PANE=" + tmux("display", "-p", "-t", "w", "#{pane_id}"),
	}
	if err := hook.SplitPane(t.Context(), env, binary.Path(t), s.w.Path()); err != nil {
		t.Fatal(err)
	}
	panes := func() string { return tmux("list-panes", "-t", "w", "-F", "#{pane_active}#{pane_height}") }
	if got := strings.Fields(panes()); len(got) != 2 || got[0][0] != '1' {
		t.Errorf("panes: %q, want a second one below, and the first still in use", got)
	}
	await(t, tmux, "w:0.1", "the review is shown", func() bool {
		shown := tmux("capture-pane", "-p", "-t", "w:0.1")
		return strings.Contains(shown, "── 第 1 次审查，最多 10 次 ──") && strings.Contains(shown, "Bash go test")
	})
	s.complete()
	await(t, tmux, "w:0", "the pane is closed", func() bool { return len(strings.Fields(panes())) == 1 })
	environ := []string{"TMUX=/nowhere,1,0", fmt.Sprint("PATH=", os.Getenv("PATH"))}
	if err := hook.SplitPane(t.Context(), environ, "ccc", "x"); err == nil {
		t.Error("no error where there is no tmux")
	}
}

// realTmux starts the server of a real tmux with its first command.
func realTmux(t *testing.T) (tmux func(args ...string) string, socket string) {
	socket = filepath.Join(t.TempDir(), "tmux")
	tmux = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Env = append(os.Environ(), "CCC_LANG=en", "CCC_WORK_DIR=/nowhere", "CLAUDE_CONFIG_DIR=/nowhere", "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	t.Cleanup(func() { tmux("kill-server") })
	return tmux, socket
}

// await waits until a pane shows a text.
func await(t *testing.T, tmux func(args ...string) string, pane, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: %s", what, tmux("capture-pane", "-p", "-t", pane))
		}
	}
}

// TestRealPaneHistory: lines that are redrawn at the top of a pane do not fill its history.
func TestRealPaneHistory(t *testing.T) {
	if !*withTmux {
		return // CI has no tmux
	}
	home := t.TempDir()
	dir := state.Find("", filepath.Join(home, ".claude"))
	begin(t, dir, "one")
	begin(t, dir, "two")
	tmux, _ := realTmux(t)
	tmux("new-session", "-d", "-x", "100", "-y", "40", "-s", "w", "env", "-u", "CCC_WORK_DIR", "-u", "CLAUDE_CONFIG_DIR",
		"HOME="+home, binary.Path(t), "watch")
	sees := func(text string) {
		t.Helper()
		await(t, tmux, "w", text, func() bool { return strings.Contains(tmux("capture-pane", "-p", "-t", "w"), text) })
	}
	sees("❯ two")
	tmux("send-keys", "-t", "w", "Down")
	sees("❯ one")
	tmux("send-keys", "-t", "w", "Enter")
	sees("> build one")
	tmux("send-keys", "-t", "w", "Escape")
	sees("sessions: 2")
	tmux("send-keys", "-t", "w", "Up")
	sees("❯ two")
	if size := tmux("display", "-p", "-t", "w", "#{history_size}"); size != "0" {
		t.Errorf("%s lines are in the history:\n%s", size, tmux("capture-pane", "-p", "-S-", "-t", "w"))
	}
}
