package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/integration/binary"
)

// empty builds the Go program that does nothing.
func empty(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, "empty"), source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "empty")
}

// starts is how often a program is run for one median.
const starts = 200

// medians runs the commands in turn, so that all of them meet the same machine.
func medians(b *testing.B, commands ...func() *exec.Cmd) []time.Duration {
	b.Helper()
	times := make([][]time.Duration, len(commands))
	for range starts {
		for i, command := range commands {
			cmd := command()
			began := time.Now()
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%q: %v: %s", cmd.Args, err, out)
			}
			times[i] = append(times[i], time.Since(began))
		}
	}
	list := make([]time.Duration, len(commands))
	for i := range times {
		slices.Sort(times[i])
		list[i] = times[i][starts/2]
	}
	return list
}

// BenchmarkHook: a call of the Stop hook in a session that is not enabled, against an empty Go program.
func BenchmarkHook(b *testing.B) {
	bare, home := empty(b), b.TempDir()
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command(bare) },
			func() *exec.Cmd {
				cmd := exec.Command(binary.Path(b), "supervisor-hook")
				cmd.Env = []string{"HOME=" + home, "CCC_SUPERVISOR_ID=launch"}
				cmd.Stdin = strings.NewReader(`{"session_id":"abc","stop_hook_active":false,"background_tasks":[]}`)
				return cmd
			})
		b.ReportMetric(float64(times[1])/float64(times[0]), "ratio")
		b.ReportMetric(float64(times[1].Microseconds())/1e3, "hook-ms")
	}
}

// BenchmarkStatusline: the status line of a session with a verdict, against an empty Go program.
func BenchmarkStatusline(b *testing.B) {
	bare, home := empty(b), b.TempDir()
	dir := filepath.Join(home, ".claude/ccc")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"launch": `{"session_id": "launch", "enabled": true, "rubric": {"dir": "/x", "text": "` +
			strings.Repeat("Judge. ", 1000) + `"}}`,
		"abc": `{"session_id": "abc", "count": 1, "cost_usd": 0.25, "verdict": {"completed": false, "feedback": "no test"}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "supervisor-"+name+".json"), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command(bare) },
			func() *exec.Cmd {
				cmd := exec.Command(binary.Path(b), "statusline")
				cmd.Env = []string{"HOME=" + home, "CCC_SUPERVISOR_ID=launch"}
				cmd.Stdin = strings.NewReader(`{"session_id":"abc","model":{"id":"m"},"cost":{"total_cost_usd":1}}`)
				return cmd
			})
		b.ReportMetric(float64(times[1])/float64(times[0]), "ratio")
		b.ReportMetric(float64(times[1].Microseconds())/1e3, "statusline-ms")
	}
}

// BenchmarkLaunch: what ccc does before it becomes claude, here an empty Go program, against that program.
func BenchmarkLaunch(b *testing.B) {
	bare, home := empty(b), b.TempDir()
	dir := filepath.Join(home, ".claude")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"ccc.json": `{"providers": {"kimi": {"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1", ` +
			`"ANTHROPIC_AUTH_TOKEN": "x"}}, "glm": {"env": {}}}}`,
		"settings.json": `{"env": {"A": "b"}, "permissions": {"allow": ["Bash(ls:*)"]}, "model": "opus"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command(bare) },
			func() *exec.Cmd {
				cmd := exec.Command(binary.Path(b), "kimi", "--resume", "x")
				cmd.Env = []string{"HOME=" + home, "CCC_CLAUDE=" + bare}
				return cmd
			})
		b.ReportMetric(float64(times[1]-times[0])/float64(times[0]), "ratio")
		b.ReportMetric(float64((times[1]-times[0]).Microseconds())/1e3, "before-exec-ms")
	}
}
