package claude_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ccc/internal/claude"
)

// TestVersionHangs: ccc stops waiting for a silent claude when ctx is done, and leaves none of its processes.
func TestVersionHangs(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "claude")
	text := "#!/bin/sh\ntrap '' TERM\nsleep 1000 &\necho $! >" + dir + "/pid\nwait\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for _, err := os.Stat(dir + "/pid"); err != nil; _, err = os.Stat(dir + "/pid") {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	binary := claude.Binary{Path: script}
	if _, err := binary.Version(ctx, os.Environ()); err == nil {
		t.Error("there is no error")
	}
	pid, err := os.ReadFile(dir + "/pid")
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	stat, _ := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(n)).Output() // it ends with 1 where there is none
	if len(stat) > 0 && stat[0] != 'Z' {
		t.Errorf("what it has started, %d, still runs: %s", n, stat)
	}
}
