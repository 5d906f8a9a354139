package hook

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPaneEnvironment: a pane gets the variables of the launch that ccc reads, and tmux is told nothing of the others.
func TestPaneEnvironment(t *testing.T) {
	bin := t.TempDir()
	told := filepath.Join(bin, "told")
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + told + "\n"
	if err := os.WriteFile(filepath.Join(bin, "tmux"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=/home/a", "CCC_LANG=zh", "CCC_WORK_DIR=/work/b", "TMUX_PANE=%7", "API_KEY=secret",
	}
	if err := SplitPane(t.Context(), env, "/bin/ccc", "/a/b.jsonl"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(told)
	if err != nil {
		t.Fatal(err)
	}
	args := strings.ReplaceAll(string(text), "\n", " ")
	last := make(map[string]string)
	for kv := range strings.SplitSeq(string(text), "\n") {
		if name, value, ok := strings.Cut(kv, "="); ok {
			last[name] = value
		}
	}
	want := map[string]string{
		"HOME": "/home/a", "CCC_LANG": "zh", "CCC_WORK_DIR": "/work/b", "CLAUDE_CONFIG_DIR": "", "CCC_CONFIG_DIR": "",
		"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "NO_COLOR": "",
	}
	if !maps.Equal(last, want) || !strings.Contains(args, " -t %7 ") ||
		!strings.HasSuffix(args, " -- /bin/ccc watch --review /a/b.jsonl ") {
		t.Errorf("tmux was told %q", args)
	}
	if err := os.Remove(told); err != nil {
		t.Fatal(err)
	}
	err = SplitPane(t.Context(), env, "/bin/ccc", "")
	if _, bad := os.Stat(told); err == nil || bad == nil {
		t.Errorf("%v, %v: want no pane of what is not recorded, and that it is said", err, bad)
	}
}
