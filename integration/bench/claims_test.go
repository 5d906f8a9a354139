package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/integration/binary"
)

// sessionTurn is a turn of a session in Claude Code's own form: it reads files with large results, makes two edits,
// runs the tests after them if wanted, and claims something.
func sessionTurn(n int, tested bool) string {
	type object = map[string]any
	var b strings.Builder
	line := func(kind string, message object, rest string) {
		raw, _ := json.Marshal(message) // of strings and lists
		fmt.Fprintf(&b, `{"parentUuid":"u","isSidechain":false,"userType":"external","cwd":"/nowhere/app",`+
			`"sessionId":"s","version":"2.1.330","type":%q,"message":%s,"uuid":"u",`+
			`"timestamp":"2026-11-20T10:00:00.000Z"%s}`+"\n", kind, raw, rest)
	}
	code := strings.Repeat("func main() {\n\tfmt.Println(\"hello\", x[3]) // ok, no error\n}\n", 400)
	tests := strings.Repeat("=== RUN   TestParse\n--- PASS: TestParse (0.00s)\n", 500) + "ok  \tx/parser\t0.31s\n"
	line("user", object{"role": "user", "content": "Mend the parser"}, "")
	for i, one := range []struct {
		tool, command, output string
	}{
		{"Bash", "cat a.go", code}, {"Read", "", code}, {"Edit", "", "The file has been updated."},
		{"Bash", "grep -rn Parse . | head -500", code}, {"Read", "", code}, {"Edit", "", "The file has been updated."},
		{"Bash", "go test ./... 2>&1", tests},
	} {
		if one.output == tests && !tested {
			continue
		}
		id := fmt.Sprintf("t%d_%d", n, i)
		input := object{"file_path": "/nowhere/app/a.go", "old_string": "a", "new_string": "b"}
		if one.command != "" {
			input = object{"command": one.command}
		}
		line("assistant", object{"id": "m" + id, "model": "m", "stop_reason": "tool_use", "content": []any{
			object{"type": "tool_use", "id": id, "name": one.tool, "input": input}}}, "")
		quoted, _ := json.Marshal(one.output)
		line("user", object{"role": "user", "content": []any{toolResult{"tool_result", one.output, false, id}}},
			`,"toolUseResult":{"stdout":`+string(quoted)+`,"stderr":""}`)
	}
	line("assistant", object{"id": fmt.Sprint("m", n), "model": "m", "stop_reason": "end_turn", "content": []any{
		object{"type": "text", "text": "I fixed the parser: it reads an empty file now.\n\nAll tests pass."}}}, "")
	return b.String()
}

// A toolResult has its fields in claude's order.
type toolResult struct {
	Type    string `json:"type"`
	Content string `json:"content"`
	IsError bool   `json:"is_error"`
	ID      string `json:"tool_use_id"`
}

// writeSession writes a session of about that size. If the tests are run at all, it is only in the last turns.
func writeSession(b *testing.B, path string, size int, tested bool) {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for n, written := 0, 0; written < size; n++ {
		m, err := f.WriteString(sessionTurn(n, tested))
		if err != nil {
			b.Fatal(err)
		}
		written += m
	}
}

// What an audit may cost, in docs/design/overview.md.
const (
	auditMBs   = 400 // per second of one core
	auditMiB   = 60  // resident
	linearTime = 1.2 // of a byte of 10 GB, in that of a byte of 1 GB
)

// BenchmarkAudit: ccc audit on one core, over 1 GB and 10 GB of sessions with large results. All are links to one file,
// but each is read.
func BenchmarkAudit(b *testing.B) {
	one := filepath.Join(b.TempDir(), "0.jsonl")
	writeSession(b, one, sized(100<<20), true)
	info, err := os.Stat(one)
	if err != nil {
		b.Fatal(err)
	}
	audit := func(files int) (perSecond, peak float64) {
		home := b.TempDir()
		dir := filepath.Join(home, ".claude", "projects", "-nowhere-app")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			b.Fatal(err)
		}
		for i := range files {
			if err := os.Link(one, filepath.Join(dir, fmt.Sprint(i, ".jsonl"))); err != nil {
				b.Fatal(err)
			}
		}
		cmd := exec.Command(binary.Path(b), "audit", "--format", "json")
		cmd.Env = []string{"HOME=" + home, "GOMAXPROCS=1"}
		kib := 0
		took(b, cmd, &kib)
		cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		return float64(info.Size()*int64(files)) / cpu.Seconds() / 1e6, float64(kib) / 1024
	}
	for b.Loop() {
		small, _ := audit(10)
		large, peak := audit(max(10, sized(100)))
		atLeast(b, "MB/s-of-1-GB", small, auditMBs)
		atLeast(b, "MB/s-of-10-GB", large, auditMBs)
		atMost(b, "linear", small/large, linearTime)
		atMost(b, "peak-MiB", peak, auditMiB)
	}
}

// hookClaimsMs is how much time the claims may add to a call of the hook, in milliseconds.
const hookClaimsMs = 15

// BenchmarkHookClaims: a call of the Stop hook whose message claims something, in sessions of 10 MB and 200 MB, minus
// the same call with claims switched off. It measures CPU time, which does not depend on other programs. The tests ran
// in each turn, or never, which is the most work.
func BenchmarkHookClaims(b *testing.B) {
	ccc := installed(b, binary.Path(b))
	call := func(home, path string) func() *exec.Cmd {
		input, _ := json.Marshal(map[string]any{"session_id": "abc", "transcript_path": path, "stop_hook_active": false,
			"last_assistant_message": "I fixed the parser: it reads an empty file now.\n\nAll tests pass."})
		return func() *exec.Cmd {
			cmd := exec.Command(ccc, "supervisor-hook")
			cmd.Env = []string{"HOME=" + home, "CCC_SUPERVISOR_ID=launch"}
			cmd.Stdin = strings.NewReader(string(input))
			return cmd
		}
	}
	dir, off, on := b.TempDir(), b.TempDir(), b.TempDir()
	config := filepath.Join(off, ".claude", "ccc.json")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(config, []byte(`{"claims": "off"}`), 0o600); err != nil {
		b.Fatal(err)
	}
	var commands []func() *exec.Cmd
	var names []string
	for _, mb := range []int{10, 200} {
		for name, tested := range map[string]bool{"run": true, "never": false} {
			path := filepath.Join(dir, fmt.Sprint(name, mb, ".jsonl"))
			writeSession(b, path, mb*1e6, tested)
			names = append(names, fmt.Sprintf("ms-%s-%dMB", name, mb))
			commands = append(commands, call(off, path), call(on, path))
		}
	}
	for b.Loop() {
		times := make([][]time.Duration, len(commands))
		for range sized(64) {
			for i, command := range commands {
				cmd := command()
				run(b, cmd)
				times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
			}
		}
		for i, name := range names {
			took := median(times[2*i+1]) - median(times[2*i])
			atMost(b, name, float64(took.Microseconds())/1e3, hookClaimsMs)
		}
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
