//go:build amd64 || arm64

package seccomp

import (
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSignalBeforeTheProgramIsKnown: SIGUSR1 reaches no process until the guard knows which one is the program.
func TestSignalBeforeTheProgramIsKnown(t *testing.T) {
	child := exec.Command("cat")
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer input.Close()
	g := new(Guard)
	if errno := g.judge(unix.SIGUSR1, child.Process.Pid); errno != unix.EPERM {
		t.Errorf("SIGUSR1 while the program is unknown: %v, want %v", errno, unix.EPERM)
	}
	if errno := g.judge(unix.SIGTERM, child.Process.Pid); errno != 0 {
		t.Errorf("SIGTERM while the program is unknown: %v", errno)
	}
	g.Program.Store(1)
	if errno := g.judge(unix.SIGUSR1, child.Process.Pid); errno != 0 {
		t.Errorf("SIGUSR1 to another process than the program: %v", errno)
	}
}
