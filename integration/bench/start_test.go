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
	"ccc/ptyio"
)

// empty builds a Go program that does nothing.
func empty(b *testing.B) string {
	b.Helper()
	return built(b, "empty", "package main\n\nfunc main() {}\n")
}

// built builds a Go program from one source file.
func built(b *testing.B, name, text string) string {
	b.Helper()
	dir := b.TempDir()
	source := filepath.Join(dir, name+".go")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, name), source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return installed(b, filepath.Join(dir, name))
}

// installed copies a program, as an installer does. Linux maps less at a time of a file that the linker has just
// written, until the page cache is dropped. With 6 MB of code that costs each start 1 ms.
func installed(b *testing.B, path string) string {
	b.Helper()
	program, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	path = filepath.Join(b.TempDir(), filepath.Base(path))
	if err := os.WriteFile(path, program, 0o700); err != nil {
		b.Fatal(err)
	}
	return path
}

// The limits of docs/design/overview.md, "What things may cost", in empty Go programs. Every linked package costs time
// at each start: see GODEBUG=inittrace=1.
const (
	hookLimit       = 3
	statuslineLimit = 3
	launchLimit     = 4
)

// medians runs the commands in turn, so that all run under the same load. It returns the median time of each.
func medians(b *testing.B, commands ...func() *exec.Cmd) []time.Duration {
	b.Helper()
	starts, times := sized(200), make([][]time.Duration, len(commands))
	for range starts {
		for i, command := range commands {
			cmd := command()
			cmd.WaitDelay = time.Second
			began := time.Now()
			timer := time.AfterFunc(late, func() { _ = cmd.Process.Kill() })
			out, err := cmd.CombinedOutput()
			took := time.Since(began)
			if !timer.Stop() {
				b.Fatalf("%q has not ended after %s. It wrote:\n%s", cmd.Args, late, out)
			}
			if err != nil {
				b.Fatalf("%q: %v: %s", cmd.Args, err, out)
			}
			times[i] = append(times[i], took)
		}
	}
	list := make([]time.Duration, len(commands))
	for i := range times {
		slices.Sort(times[i])
		list[i] = times[i][starts/2]
	}
	return list
}

// socketWith returns the end of a pair of sockets at which a hook reads its input, as claude gives one to each hook.
// The hook takes this process for the claude that calls it.
func socketWith(b *testing.B, input string) *os.File {
	b.Helper()
	ours, its, err := ptyio.ToChild()
	if err != nil {
		b.Fatal(err)
	}
	if _, err := ours.WriteString(input); err != nil {
		b.Fatal(err)
	}
	ours.Close()
	return its
}

// writeStates writes the states of launches and sessions into a home.
func writeStates(b *testing.B, home string, texts map[string]string) {
	b.Helper()
	dir := filepath.Join(home, ".claude/ccc")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, "supervisor-"+name+".json"), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHook: a call of the Stop hook in a session without reviews, compared with an empty Go program.
func BenchmarkHook(b *testing.B) {
	bare, ccc, home := empty(b), installed(b, binary.Path(b)), b.TempDir()
	writeStates(b, home, map[string]string{"launch": `{"session_id": "launch", "enabled": false}`})
	var stdin *os.File
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command(bare) },
			func() *exec.Cmd {
				cmd := exec.Command(ccc, "supervisor-hook")
				cmd.Env = []string{"HOME=" + home, "CCC_SUPERVISOR_ID=launch"}
				stdin.Close() // that of the call before
				stdin = socketWith(b, `{"session_id":"abc","stop_hook_active":false,"background_tasks":[]}`)
				cmd.Stdin = stdin
				return cmd
			})
		atMost(b, "ratio", float64(times[1])/float64(times[0]), hookLimit)
		b.ReportMetric(float64(times[1].Microseconds())/1e3, "hook-ms")
	}
}

// BenchmarkStatusline: the status line of a session with a verdict, compared with an empty Go program.
func BenchmarkStatusline(b *testing.B) {
	bare, ccc, home := empty(b), installed(b, binary.Path(b)), b.TempDir()
	writeStates(b, home, map[string]string{
		"launch": `{"session_id": "launch", "enabled": true, "rubric": {"dir": "/x", "text": "` +
			strings.Repeat("Judge. ", 1000) + `"}}`,
		"abc": `{"session_id": "abc", "count": 1, "cost_usd": 0.25, "verdict": {"completed": false, "feedback": "no test"}}`,
	})
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command(bare) },
			func() *exec.Cmd {
				cmd := exec.Command(ccc, "statusline")
				cmd.Env = []string{"HOME=" + home, "CCC_SUPERVISOR_ID=launch"}
				cmd.Stdin = strings.NewReader(`{"session_id":"abc","model":{"id":"m"},"cost":{"total_cost_usd":1}}`)
				return cmd
			})
		atMost(b, "ratio", float64(times[1])/float64(times[0]), statuslineLimit)
		b.ReportMetric(float64(times[1].Microseconds())/1e3, "statusline-ms")
	}
}

// versioned is the source of a claude that only prints its version.
const versioned = `package main

import "os"

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		os.Stdout.WriteString("2.1.330 (Claude Code)\n")
	}
}
`

// BenchmarkLaunch: what ccc does before it becomes claude, compared with that claude itself, which is a Go program that
// does nothing. Only the first launch asks it for its version.
func BenchmarkLaunch(b *testing.B) {
	bare, ccc, home := built(b, "claude", versioned), installed(b, binary.Path(b)), b.TempDir()
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
				cmd := exec.Command(ccc, "kimi", "--resume", "x")
				cmd.Env = []string{"HOME=" + home, "CCC_CLAUDE=" + bare}
				return cmd
			})
		atMost(b, "ratio", float64(times[1]-times[0])/float64(times[0]), launchLimit)
		b.ReportMetric(float64((times[1]-times[0]).Microseconds())/1e3, "before-exec-ms")
	}
}

// prePushLimit is how much time ccc may add to the checks before a push, in milliseconds.
const prePushLimit = 50

// BenchmarkPrePush: the time before a push that has checks alone, compared with the check itself.
func BenchmarkPrePush(b *testing.B) {
	ccc, home, dir := installed(b, binary.Path(b)), b.TempDir(), b.TempDir()
	script := `git init -q -b main
printf '%s\n' --- checks: '  - name: c' '    run: "true"' --- Judge. >SUPERVISOR.md
git add . && git commit -qm one && git update-ref refs/remotes/origin/main HEAD
seq 1000 >numbers && git add . && git commit -qm two
echo refs/heads/main $(git rev-parse HEAD) refs/heads/main $(git rev-parse HEAD~1) >../pushed
"$CCC" trust --yes`
	env := []string{
		"HOME=" + home, "CCC=" + ccc, "PATH=" + os.Getenv("PATH"), "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@y",
		"GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@y",
	}
	dir = filepath.Join(dir, "repo")
	if err := os.Mkdir(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	setUp := exec.Command("sh", "-ec", script)
	setUp.Dir, setUp.Env = dir, env
	run(b, setUp)
	pushed, err := os.ReadFile(filepath.Join(dir, "../pushed"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		times := medians(b,
			func() *exec.Cmd { return exec.Command("sh", "-c", `exec sh -c true`) },
			func() *exec.Cmd {
				cmd := exec.Command(ccc, "review", "--pre-push", "--checks-only")
				cmd.Dir, cmd.Env, cmd.Stdin = dir, env, strings.NewReader(string(pushed))
				return cmd
			})
		atMost(b, "ms-beside-the-checks", float64((times[1]-times[0]).Microseconds())/1e3, prePushLimit)
	}
}
