package integration

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/files"

	"github.com/rogpeppe/go-internal/testscript"
)

// scenarios matches the first line of a script, which says what it proves.
var scenarios = regexp.MustCompile(`^# ((([A-S]\d\d)|issue \d+) ?)+: \S`)

// TestScript runs testdata/script.
func TestScript(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		if text, err := os.ReadFile(script); err != nil || !scenarios.Match(text) {
			t.Errorf("%s: the first line does not name what the script proves: # B03 B04: … (%v)", script, err)
		}
	}
	testscript.Run(t, scriptParams(t, scripts))
}

// scriptParams returns how scripts are run: with the built ccc and the fake claude, each in a fresh directory with its
// own HOME.
func scriptParams(t *testing.T, scripts []string) testscript.Params {
	t.Helper()
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]string{"ccc": binary.Path(t)}
	for name := range programs {
		targets[name] = self
	}
	for name, target := range targets {
		if err := os.Symlink(target, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	notes := keepNotes(t)
	return testscript.Params{
		Files:               scripts,
		UpdateScripts:       *files.Update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, "HOME="+e.WorkDir+"/home", "PATH="+bin+":"+os.Getenv("PATH"),
				"CCC="+binary.Path(t), "BIN="+bin, "TEST_WORK="+e.WorkDir, "TEST_CLAUDE_SCRIPT="+e.WorkDir+"/claude.txt",
				"GORACE=atexit_sleep_ms=0", // else every process of a -race build takes a second to end
				notesEnv+"="+notes,
				"TERM=xterm-256color", "NO_COLOR=1", "LANG=en_US.UTF-8")
			e.Defer(func() { checkRecordings(e, binary.Path(t)) })
			e.Defer(func() { checkClaude(e) })
			return os.MkdirAll(e.WorkDir+"/home", 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"action": action, "exits": checkExit, "gone": checkGone, "tty": tty,
		},
	}
}

// checkClaude fails the script if a fake claude has logged a failure.
func checkClaude(e *testscript.Env) {
	for _, pattern := range []string{"claude.log", "*/claude.log"} {
		logs, _ := filepath.Glob(filepath.Join(e.WorkDir, pattern)) // the pattern is good
		for _, path := range logs {
			if log, err := os.ReadFile(path); err != nil || failure.Match(log) {
				e.T().Fatal("the fake claude says:\n" + string(log))
			}
		}
	}
}

var failure = regexp.MustCompile(`(?m)^\w+ \d+ FAIL `)

// checkExit is the script command "exits CODE PROGRAM ARGS…": it runs a program and checks its exit code.
func checkExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	exit := new(exec.ExitError)
	switch {
	case errors.As(err, &exit):
		if got := statusOf(exit.ProcessState); got != want {
			ts.Fatalf("exit code %d, want %d", got, want)
		}
	case err != nil:
		ts.Fatalf("%v", err)
	case want != 0:
		ts.Fatalf("exit code 0, want %d", want)
	}
}

// command returns a command with the directory and the environment of the script.
func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	ts.Check(ts.Exec("sh", "-c", "env -0 > $TMPDIR/env")) // testscript does not tell it
	env := strings.Split(strings.TrimSuffix(ts.ReadFile(ts.Getenv("TMPDIR")+"/env"), "\x00"), "\x00")
	ts.Check(os.Remove(ts.Getenv("TMPDIR") + "/env"))
	path := args[0]
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if info, err := os.Stat(filepath.Join(dir, args[0])); err == nil &&
			info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			path = filepath.Join(dir, args[0])
			break
		}
	}
	return &exec.Cmd{Path: path, Args: args, Dir: ts.MkAbs("."), Env: env}
}

// statusOf returns the exit code that a shell would report.
func statusOf(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// checkGone is the script command "gone FILE". The file contains a pid or an entry of an environment. It checks that
// the process, or every process with that entry, has ended.
func checkGone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone FILE")
	}
	known := strings.TrimSpace(ts.ReadFile(args[0]))
	if strings.Contains(known, "=") {
		processes, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is good
		for _, path := range processes {
			if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(known)) {
				args, _ := os.ReadFile(strings.TrimSuffix(path, "environ") + "cmdline") // it may have gone by now
				ts.Fatalf("%s is still there: %q", path, args)
			}
		}
		return
	}
	pid, err := strconv.Atoi(known)
	ts.Check(err)
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) && !zombie(pid) {
		syscall.Kill(pid, syscall.SIGKILL)
		ts.Fatalf("process %d is still there", pid)
	}
}

// zombie reports whether a process has ended and only waits for its parent to reap it.
func zombie(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && bytes.HasPrefix(bytes.TrimSpace(out), []byte("Z"))
}
