package process

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

const roleEnv = "PROCESS_TEST_ROLE"

// play makes the test program a process that catches signals and hangs, or one that ends with another process.
func play(role string) {
	switch role {
	case "hang":
		defer EndAtSignal(time.Second/10, syscall.SIGTERM)()
		os.Stdout.WriteString("ready\n")
		select {}
	case "end with":
		parent, _ := Of(os.Getppid())
		EndWith(parent)
		os.Stdout.WriteString("ready\n")
		_, _ = os.Stdin.Read(make([]byte, 1))
		select {}
	}
}

// begin starts a command in which the test program has this role, and waits until it is ready. Its input stays open.
func begin(t *testing.T, cmd *exec.Cmd, role string) (out io.Reader) {
	t.Helper()
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	_, inErr := cmd.StdinPipe()
	pipe, err := cmd.StdoutPipe()
	if err = errors.Join(inErr, err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	b := bufio.NewReader(pipe)
	if line, err := b.ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	return b
}

// TestR08EndsAtASignal: a program that catches a signal and then hangs is ended by that signal.
func TestR08EndsAtASignal(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	begin(t, cmd, "hang")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v", err)
	}
}

// TestR08EndsWithAnother: a program ends when the process that started it was killed, though its input stays open.
func TestR08EndsWithAnother(t *testing.T) {
	cmd := exec.Command("sh", "-c", `"$0" <&0 & wait`, os.Args[0])
	out := begin(t, cmd, "end with")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(out); err != nil { // until the program has ended
		t.Error(err)
	}
	_ = cmd.Wait() // it was killed
}
