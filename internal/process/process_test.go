package process

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/ptyio"
)

// hookEnv makes the binary of this test a hook, which prints who runs it and ends with its input.
const hookEnv = "CCC_TEST_HOOK"

func TestMain(m *testing.M) {
	play(os.Getenv(roleEnv))
	if os.Getenv(hookEnv) == "" {
		os.Exit(m.Run())
	}
	owner, ok := Claude(os.Getpid())
	if !ok {
		os.Exit(1)
	}
	self, _ := Of(os.Getpid())
	if json.NewEncoder(os.Stdout).Encode([]Process{owner, self}) != nil {
		os.Exit(1)
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// hook runs the test binary as $0 of this shell command.
func hook(t *testing.T, command ...string) (owner, self Process) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command[0], append(command[1:], exe)...)
	cmd.Env = append(os.Environ(), hookEnv+"=1")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said []Process
	if err := json.NewDecoder(stdout).Decode(&said); err != nil || len(said) != 2 {
		t.Fatalf("the hook said %v, %v", said, err)
	}
	if !said[1].Alive() {
		t.Errorf("the hook %v is not alive", said[1])
	}
	_ = stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return said[0], said[1]
}

func TestF09ClaudeIsAboveTheShells(t *testing.T) {
	us, ok := Of(os.Getpid())
	if !ok || !us.Alive() {
		t.Fatalf("we are %v, and not alive", us)
	}
	for _, command := range [][]string{
		{"sh", "-c", `"$0" || [ ! -x "$0" ]`},     // as claude runs a hook
		{"bash", "-c", `sh -c '"$0"; :' "$0"; :`}, // as claude runs a slash command's "!"
	} {
		owner, self := hook(t, command...)
		if owner != us {
			t.Errorf("%s: %v runs the hook, want us, %v", strings.Join(command, " "), owner, us)
		}
		if self.Alive() {
			t.Errorf("%v is alive after its end", self)
		}
	}
}

// A claude that a tool has started is not the claude of the launch.
func TestF09NestedClaude(t *testing.T) {
	us, _ := Of(os.Getpid())
	owner, self := hook(t, "env", "sh", "-c", `env "$0"; :`) // env is executed away
	if owner != us || self == us {
		t.Errorf("owner %v, want us, %v", owner, us)
	}
	owner, _ = hook(t, "sh", "-c", `exec find / -prune -exec "$0" \;`)
	if owner == us || owner.Pid == 0 {
		t.Errorf("owner %v: want the program between, not us, %v", owner, us)
	}
}

// TestPrograms: a wrapper may become the program that it runs, or wait for it.
func TestPrograms(t *testing.T) {
	for script, want := range map[string]int{`exec "$0"`: 1, `"$0"; :`: 2, `sh -c '"$0"; :' "$0"; :`: 3} {
		cmd := exec.Command("sh", "-c", script)
		cat, err := exec.LookPath("cat")
		if err != nil {
			t.Fatal(err)
		}
		cmd.Args = append(cmd.Args, cat)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(in, "x")
		if _, err := io.ReadFull(out, make([]byte, 1)); err != nil { // cat runs
			t.Fatal(err)
		}
		got := Programs(cmd.Process.Pid)
		if len(got) != want || !strings.HasSuffix(got[want-1], "/cat") {
			t.Errorf("%s: %q, want %d programs, the last of them cat", script, got, want)
		}
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if got := Programs(cmd.Process.Pid); len(got) > 0 {
			t.Errorf("%s: %q after its end", script, got)
		}
	}
}

// A process number is used again, but not together with the same start time.
func TestAliveNeedsTheStart(t *testing.T) {
	us, _ := Of(os.Getpid())
	other := us
	other.Start += "1"
	if other.Alive() || (Process{}).Alive() {
		t.Error("a process of another start is alive")
	}
}

func TestBegan(t *testing.T) {
	before := time.Now()
	cmd := exec.Command("sh", "-c", "read x")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	after := time.Now()
	p, _ := Of(cmd.Process.Pid)
	const unit = 10 * time.Millisecond // in which Linux counts
	if at := p.StartTime(); at.Before(before.Add(-2*unit)) || at.After(after.Add(unit)) {
		t.Errorf("begun at %s, want %s to %s", at, before, after)
	}
	if at := (Process{}).StartTime(); !at.IsZero() {
		t.Errorf("no process has begun at %s", at)
	}
	_ = stdin.Close()
	_ = cmd.Wait()
}

func TestZombieIsNotAlive(t *testing.T) {
	cmd := exec.Command("sh", "-c", "read x")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p, ok := Of(cmd.Process.Pid)
	if !ok || !p.Alive() {
		t.Errorf("%v is not alive", p)
	}
	_ = stdin.Close()
	_, _ = io.ReadAll(out) // ends with the process, which nobody has waited for
	for p.Alive() {        // its output closes a moment before it is a zombie
	}
	if err := cmd.Wait(); err == nil {
		t.Error("read at the end of the input succeeded")
	}
}

// TestPeer: both ends of a pair of sockets tell which process made it. A pipe and a file do not.
func TestPeer(t *testing.T) {
	ours, theirs, err := ptyio.ToChild()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	self, _ := Of(os.Getpid())
	for _, f := range []*os.File{ours, theirs} {
		defer f.Close()
		if got, ok := Peer(f); !ok || got != self {
			t.Errorf("Peer of a socket = %v, %v, want %v", got, ok, self)
		}
	}
	for _, f := range []*os.File{r, w} {
		defer f.Close()
		if got, ok := Peer(f); ok {
			t.Errorf("Peer of a pipe = %v, want none", got)
		}
	}
}

// TestChildren: a process that has ended without being waited for is among the children, because somebody must still
// wait for it.
func TestChildren(t *testing.T) {
	child := exec.Command("cat")
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	pid := child.Process.Pid
	if list := Children(os.Getpid()); !slices.Contains(list, pid) {
		t.Errorf("%v are without %d, which runs", list, pid)
	}
	if list := Children(pid); len(list) != 0 {
		t.Errorf("a cat has the children %v", list)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if list := Children(os.Getpid()); !slices.Contains(list, pid) {
		t.Errorf("%v are without %d, which nobody has waited for", list, pid)
	}
	child.Wait()
	if list := Children(os.Getpid()); slices.Contains(list, pid) {
		t.Errorf("%v have %d, which is gone", list, pid)
	}
}
