package integration

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ccc/internal/fakeapi"
)

// TestRealRunID: SIGTERM arrives while a tool runs and while the reviewer answers. The same command continues each
// time. After the end it reports the outcome whenever it is called.
func TestRealRunID(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			tasks, reviews := 0, 0
			reviewing := make(chan struct{})
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				mu.Lock()
				defer mu.Unlock()
				switch {
				case strings.Contains(r.System, "RUBRIC"):
					if reviews++; reviews == 1 {
						close(reviewing)
						return fakeapi.Text("I look").And(bash("sleep 300"))
					}
					return fakeapi.Text("I ran the tests.\n\n[TASK_COMPLETED]")
				case strings.Contains(r.LastUser, "Continue from where you left off"):
					return fakeapi.Text("went on")
				case len(r.Results) == 0:
					tasks++
					return fakeapi.Text("I begin").And(bash("echo $$ >begun.new && mv begun.new begun && exec sleep 300"))
				}
				return fakeapi.Error(403, "permission_error", "unexpected: "+r.LastUser, nil)
			})
			dir := project(t)
			first := supervised(t, version, srv.URL, dir, "--supervisor", "--run-id", "real", "--output-format", "json",
				"--dangerously-skip-permissions", "--", "build it")
			again := func() *exec.Cmd {
				return &exec.Cmd{Path: first.Path, Args: first.Args, Env: first.Env, Dir: first.Dir}
			}

			begun := filepath.Join(dir, "begun")
			runAndTerminate(t, again(), func() bool { _, err := os.Stat(begun); return err == nil })
			text, err := os.ReadFile(begun)
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) && !zombie(pid) {
				t.Errorf("the tool's process %d is still there: %v", pid, err)
			}
			runAndTerminate(t, again(), func() bool {
				select {
				case <-reviewing:
					return true
				default:
					return false
				}
			})

			var told string
			for range 2 {
				var stderr strings.Builder
				cmd := again()
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("the same command: %v\n%s\n%s", err, out, stderr.String())
				}
				var got outcome
				if err := json.Unmarshal(out, &got); err != nil || got.Outcome != "completed" || got.Result != "went on" ||
					len(got.Verdicts) != 1 {
					t.Errorf("outcome = %s, %v\n%s", out, err, stderr.String())
				}
				if told != "" && string(out) != told {
					t.Errorf("told again = %s, before it was %s", out, told)
				}
				told = string(out)
			}
			mu.Lock()
			defer mu.Unlock()
			if tasks != 1 || reviews > 3 {
				t.Errorf("the task was asked for %d times, want once; %d requests of reviewers", tasks, reviews)
			}
		})
	}
}

// runAndTerminate starts ccc, waits until far returns true, and ends ccc by SIGTERM.
func runAndTerminate(t *testing.T, cmd *exec.Cmd, far func() bool) {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // the status is looked at
	}()
	for !far() {
		select {
		case <-ended:
			t.Fatalf("ccc ended by itself: %v\n%s", cmd.ProcessState, stderr.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	began := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ended
	if took := time.Since(began); took > 10*time.Second || statusOf(cmd.ProcessState) != 143 {
		t.Errorf("SIGTERM: exit code %d after %s\n%s", statusOf(cmd.ProcessState), took, stderr.String())
	}
	t.Logf("ended after %s", time.Since(began).Round(time.Millisecond))
}
