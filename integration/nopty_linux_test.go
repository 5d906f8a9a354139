package integration

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

func init() {
	programs["nopty"] = performNoPTY
	programs["nopty-inside"] = performNoPTYInside
}

// withoutPTY makes a command run in its own mount namespace in which no pseudo-terminal can be opened. self is the test
// binary under the name nopty-inside.
func withoutPTY(cmd *exec.Cmd, self string) {
	cmd.Args = append([]string{self, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = self
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWNS | unix.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
		}
	}
}

// performNoPTY is the command "nopty PROGRAM ARGS…" of a script.
func performNoPTY() {
	path, err := exec.LookPath(os.Args[1])
	inside, e := exec.LookPath("nopty-inside")
	if err := errors.Join(err, e); err != nil {
		fmt.Fprintln(os.Stderr, "nopty:", err)
		os.Exit(99)
	}
	cmd := exec.Command(path, os.Args[2:]...)
	withoutPTY(cmd, inside)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, "nopty:", err)
		os.Exit(99)
	}
	os.Exit(statusOf(cmd.ProcessState))
}

// performNoPTYInside removes the pseudo-terminals and becomes the program.
func performNoPTYInside() {
	// If /dev/ptmx is a link into /dev/pts, this removes it as well.
	err := errors.Join(
		syscall.Mount("none", "/dev/pts", "tmpfs", 0, ""),
		syscall.Mount(os.DevNull, "/dev/ptmx", "", syscall.MS_BIND, ""))
	if _, e := os.Lstat("/dev/pts/ptmx"); e == nil || err != nil && !errors.Is(err, syscall.ENOENT) {
		fmt.Fprintln(os.Stderr, "nopty:", err)
		os.Exit(99)
	}
	fmt.Fprintln(os.Stderr, "nopty:", syscall.Exec(os.Args[1], os.Args[1:], os.Environ()))
	os.Exit(99)
}

// TestRealNoPTY: without pseudo-terminals the loop works the same on all versions: a tool runs, the review's feedback
// reaches the agent, and the outcome mentions it.
func TestRealNoPTY(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(t.TempDir(), "nopty-inside")
	if err := os.Symlink(self, inside); err != nil {
		t.Fatal(err)
	}
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			reviewed := 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r):
					if reviewed++; reviewed == 1 {
						return fakeapi.Text("Not finished: add a test.")
					}
					return fakeapi.Text("[TASK_COMPLETED]")
				case len(r.Results) > 0:
					return fakeapi.Text("it says " + r.Results[0].Text)
				case r.LastUser == "Not finished: add a test.":
					return fakeapi.Text("test added")
				}
				return bash("echo hi; test -t 1 || echo no terminal")
			})
			cmd := supervised(t, version, srv.URL, project(t), "--supervisor", "--output-format", "json",
				"--permission-mode", "bypassPermissions", "--", "go")
			withoutPTY(cmd, inside)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			var got outcome
			if err != nil || json.Unmarshal(out, &got) != nil {
				t.Fatalf("%v: %s\n%s", err, out, stderr.String())
			}
			if got.Outcome != "completed" || got.Rounds != 2 || got.Result != "test added" {
				t.Errorf("outcome = %+v", got)
			}
			for _, want := range []string{"no pseudo-terminal: ", "it says hi\nno terminal"} {
				if !strings.Contains(stderr.String(), want) {
					t.Errorf("%q is not on stderr:\n%s", want, stderr.String())
				}
			}

			// The session does not exist. 2.1.5 reports that on stderr only.
			cmd = supervised(t, version, srv.URL, project(t), "--supervisor", "--output-format", "json",
				"--resume", "0ed0ed01-0000-4000-8000-000000000009", "--", "go")
			withoutPTY(cmd, inside)
			out, err = cmd.Output()
			if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 4 ||
				!strings.Contains(string(exit.Stderr), "o conversation found") {
				t.Errorf("no such session: %v: %s\n%s", err, out, exit.Stderr)
			}
		})
	}
}
