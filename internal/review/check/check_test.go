package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"ccc/integration/files"
	"ccc/internal/rubric"
)

// patience is how long a test waits for an event that must happen. It is no part of a result.
const patience = time.Minute

// run runs one command.
func run(t *testing.T, command string) Result {
	t.Helper()
	results := Run(t.Context(), []rubric.Check{{Name: "it", Run: command, Timeout: patience}}, Options{
		Dir: t.TempDir(), Env: Env(os.Environ(), nil),
	})
	if len(results) != 1 {
		t.Fatalf("results = %+v", results)
	}
	return results[0]
}

func TestG01Environment(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	command := `pwd; echo "$CI $TERM"; cat; test -t 0 || test -t 1 || test -t 2 || echo no terminal
		(: </dev/tty) 2>/dev/null || echo none to open
		ps -o pid= -o pgid= -o sid= -p $$ | { read pid group session; test $group = $session && echo own; }
		echo to stdout; echo to stderr >&2; echo again`
	got := Run(t.Context(), []rubric.Check{{Name: "it", Run: command}}, Options{
		Dir: dir, Env: Env([]string{"PATH=" + os.Getenv("PATH"), "CI=0", "TERM=xterm"}, nil),
	})[0]
	want := dir + "\n1 dumb\nno terminal\nnone to open\nown\nto stdout\nto stderr\nagain"
	if got.Output != want || got.State != Passed || got.Exit != 0 || got.Duration <= 0 {
		t.Errorf("got %+v, want\n%s", got, want)
	}
	own, err := syscall.Getpgid(0)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, "ps -o pgid= -p $$").Output; strings.TrimSpace(got) == fmt.Sprint(own) {
		t.Errorf("it is in our process group %s", got)
	}
}

func TestStates(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]Result{
		"true":             {State: Passed},
		"exit 3":           {State: Failed, Exit: 3},
		"kill -9 $$":       {State: Failed, Exit: 137},
		"no-such-command":  {State: CannotRun, Exit: 127},
		script:             {State: CannotRun, Exit: 126},
		"if":               {State: Failed, Exit: 2},
		"false; echo done": {State: Passed, Output: "done"},
	} {
		got := run(t, command)
		if got.State != want.State || got.Exit != want.Exit || want.Output != "" && got.Output != want.Output {
			t.Errorf("%s: %+v, want %+v", command, got, want)
		}
		if want.State == CannotRun && got.Output == "" {
			t.Errorf("%s: it does not say why", command)
		}
	}
	nowhere := Run(t.Context(), []rubric.Check{{Run: "true"}},
		Options{Dir: filepath.Join(t.TempDir(), "nowhere")})
	if got := nowhere[0]; got.State != CannotRun || got.Exit != -1 || !strings.Contains(got.Output, "nowhere") {
		t.Errorf("in no directory: %+v", got)
	}
}

// TestG02Timeout: soon after its time limit a check and all processes that it started have ended, and its output is
// kept.
func TestG02Timeout(t *testing.T) {
	alive, gone := fifo(t)
	results := Run(t.Context(), []rubric.Check{
		{Name: "slow", Run: "exec 9>" + alive + "; echo begun; sleep 600 & sleep 600", Timeout: 300 * time.Millisecond},
		{Name: "next", Run: "echo next"},
	}, Options{Env: Env(os.Environ(), nil)})
	if len(results) != 2 || results[0].State != TimedOut || results[0].Output != "begun" ||
		results[1].State != Passed {
		t.Errorf("results = %+v", results)
	}
	gone()
}

// TestStopped: when the checks are stopped, the running one ends at once with all its processes, and no other begins.
func TestStopped(t *testing.T) {
	alive, gone := fifo(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	results := Run(ctx, []rubric.Check{
		{Name: "first", Run: "exec 9>" + alive + "; (trap '' TERM; sleep 600) & echo begun; sleep 600"},
		{Name: "second", Run: "echo second"},
	}, Options{Env: Env(os.Environ(), nil), Output: func(check, line string) { stop() }})
	if len(results) != 1 || results[0].State != Stopped {
		t.Errorf("results = %+v", results)
	}
	gone()
	if AnyFailed(results) {
		t.Error("what was stopped is feedback")
	}
}

// TestNothingIsLeft: a server that a check starts ends with the check, even in another session, and does not delay it.
func TestNothingIsLeft(t *testing.T) {
	for name, start := range map[string]string{
		"in the background":         "sleep 600 &",
		"deaf to a hang-up":         "nohup sleep 600 >/dev/null 2>&1 &",
		"in a session of its own":   "setsid sleep 600 &",
		"twice removed":             "(setsid sh -c 'sleep 600 & sleep 600' &) &",
		"which holds the output":    "setsid sh -c 'sleep 600; echo late' &",
		"which writes all the time": "setsid sh -c 'while :; do echo x; sleep 0.01; done' &",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alive, gone := fifo(t)
			got := run(t, "exec 9>"+alive+"; "+start+" echo done")
			if got.State != Passed || !strings.Contains(got.Output, "done") || strings.Contains(got.Output, "late") {
				t.Errorf("got %+v", got)
			}
			gone()
		})
	}
}

// fifo makes a named pipe. A check and all processes that it starts hold it open for writing; gone waits until none
// does.
func fifo(t *testing.T) (path string, gone func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	// O_NONBLOCK: do not wait for a writer, and see when the last one closes it.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return path, func() {
		t.Helper()
		f.SetReadDeadline(time.Now().Add(patience))
		if n, err := f.Read(make([]byte, 1)); n != 0 || err == nil || err.Error() != "EOF" {
			t.Errorf("something that the check started is left: %d, %v", n, err)
		}
	}
}

func TestFailFast(t *testing.T) {
	checks := []rubric.Check{{Name: "a", Run: "no-such-command"}, {Name: "b", Run: "false"}, {Name: "c", Run: "true"}}
	for fast, want := range map[bool]int{true: 2, false: 3} {
		o := Options{Env: Env(os.Environ(), nil), FailFast: fast}
		if got := Run(t.Context(), checks, o); len(got) != want {
			t.Errorf("fail fast %v: %+v", fast, got)
		}
	}
	if got := Run(t.Context(), nil, Options{}); got != nil {
		t.Errorf("no checks: %+v", got)
	}
}

func TestChangedTree(t *testing.T) {
	dir := t.TempDir()
	got := Run(t.Context(), []rubric.Check{{Run: "true"}, {Run: "touch new"}, {Run: "true"}}, Options{
		Dir: dir, Env: Env(os.Environ(), nil),
		Tree: func(context.Context) string {
			files, err := os.ReadDir(dir)
			if err != nil {
				t.Error(err)
			}
			return fmt.Sprint("files ", len(files))
		},
	})
	if got[0].Changed || !got[1].Changed || got[2].Changed {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(Facts(got, "T"), "changed files") {
		t.Error("the reviewer is not told")
	}
}

func TestOutputStreams(t *testing.T) {
	release := filepath.Join(t.TempDir(), "release")
	var lines []string
	command := "echo one; while ! test -e " + release + "; do sleep 0.01; done; echo two"
	Run(t.Context(), []rubric.Check{{Name: "it", Run: command}},
		Options{Env: Env(os.Environ(), nil), Output: func(check, line string) {
			lines = append(lines, check+": "+line)
			if err := os.WriteFile(release, nil, 0o600); err != nil { // between the first line and the second
				t.Error(err)
			}
		}})
	if want := []string{"it: one", "it: two"}; !reflect.DeepEqual(lines, want) {
		t.Errorf("lines = %q", lines)
	}
}

func TestOutputIsFolded(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb\n":                            "a\nb",
		"a\r\nb":                            "a\nb",
		"10%\r50%\r100%\ndone\n":            "100%\ndone",
		"\x1b[31mred\x1b[0m \x1b[1;2Hx":     "red x",
		"\x1b]0;title\x07a\x1b]8;;u\x1b\\b": "ab",
		"\x1b(Ba\x1bMb\x1bPq\x1b\\c":        "abc",
		"a\x00\x07\x08b\tc\x7f":             "ab\tc",
		"\u202edrow\u2066\u200b \u0085":     "drow ",
		"\xff中\xe4\n":                       "\uFFFD中\uFFFD",
		"\x1b[31\nnext":                     "\nnext",
		"\n\n":                              "",
	} {
		if got := folded(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func folded(in string) string {
	f := lineFolder{onLine: func(string) {}}
	for _, c := range []byte(in) {
		f.add(c)
	}
	f.end()
	return f.tail()
}

func TestOutputIsBounded(t *testing.T) {
	lines := strings.Repeat("0123456789\n", 10_000) + "last"
	got := folded(lines)
	if len(got) > maxTail || len(got) < maxTail-20 || !strings.HasSuffix(got, "0123456789\nlast") ||
		!strings.HasPrefix(got, "0123456789\n") {
		t.Errorf("%d bytes are kept: %.20q…", len(got), got)
	}
	for shift := range 4 { // a long line is never split inside a character
		got := folded(strings.Repeat("x", shift) + strings.Repeat("中", 5_000))
		if len(got) > maxTail || strings.ContainsRune(got, utf8.RuneError) {
			t.Errorf("shift %d: %d bytes, or a character is cut", shift, len(got))
		}
	}
}

func FuzzLineFolder(f *testing.F) {
	f.Add("a\r\x1b]0;\x1b[\x1b\\中\xff\n")
	f.Fuzz(func(t *testing.T, in string) {
		got := folded(strings.Repeat(in, 50))
		if len(got) > maxTail || !utf8.ValidString(got) || strings.ContainsAny(got, "\x1b\r\x00\x07\u202e") {
			t.Errorf("%q is %q", in, got)
		}
	})
}

// TestG03NotAgain: a check that passed on a tree is not run on that tree again; every other check is.
func TestG03NotAgain(t *testing.T) {
	passed := Result{Name: "a", Command: "true", State: Passed, Tree: "T", Output: "before"}
	for name, c := range map[string]struct {
		last Result
		tree string
		want bool
	}{
		"the same":        {passed, "T", true},
		"another tree":    {passed, "U", false},
		"no tree":         {Result{Name: "a", Command: "true", State: Passed}, "", false},
		"another command": {Result{Name: "a", Command: "false", State: Passed, Tree: "T"}, "T", false},
		"another name":    {Result{Name: "b", Command: "true", State: Passed, Tree: "T"}, "T", false},
		"red":             {Result{Name: "a", Command: "true", State: Failed, Tree: "T"}, "T", false},
		"did not run":     {Result{Name: "a", Command: "true", State: CannotRun, Tree: "T"}, "T", false},
	} {
		begun, done := 0, 0
		got := Run(t.Context(), []rubric.Check{{Name: "a", Run: "true"}}, Options{
			Last: []Result{c.last}, Tree: func(context.Context) string { return c.tree },
			Started: func(rubric.Check) { begun++ }, Ended: func(Result) { done++ },
		})
		if len(got) != 1 || got[0].State != Passed || got[0].Tree != c.tree || done != 1 {
			t.Fatalf("%s: %+v", name, got)
		}
		if got[0].Reused != c.want || (begun == 0) != c.want || (got[0].Output == "before") != c.want {
			t.Errorf("%s: %+v, begun %d times", name, got[0], begun)
		}
	}
}

func TestEnvHidesSecrets(t *testing.T) {
	got := Env([]string{
		"PATH=/bin", "ANTHROPIC_API_KEY=a", "ANTHROPIC_AUTH_TOKEN=b", "CLAUDE_CODE_OAUTH_TOKEN=c",
		"KIMI_KEY=secret-of-kimi", "HEADER=Authorization: Bearer secret-of-kimi", "SHORT=abc", "HAS_SHORT=xabcx", "EMPTY=",
		"GITHUB_TOKEN=mine", "CI=false", "TERM=xterm",
	}, []string{"secret-of-kimi", "abc", ""})
	want := []string{"PATH=/bin", "HAS_SHORT=xabcx", "EMPTY=", "GITHUB_TOKEN=mine", "CI=1", "TERM=dumb"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Env = %q, want %q", got, want)
	}
}

func TestCanonical(t *testing.T) {
	a := []rubric.Check{{Name: "a", Run: "b", Timeout: time.Second}}
	for _, other := range [][]rubric.Check{
		nil, {{Name: "x", Run: "b", Timeout: time.Second}}, {{Name: "a", Run: "b\n", Timeout: time.Second}},
		{{Name: "a", Run: "b"}}, append(a, a...),
	} {
		if rubric.CanonicalChecks(a) == rubric.CanonicalChecks(other) {
			t.Errorf("%+v and %+v are the same", a, other)
		}
	}
	if rubric.CanonicalChecks(a) != rubric.CanonicalChecks([]rubric.Check{{Run: "b", Name: "a", Timeout: 1e9}}) {
		t.Error("the same is not")
	}
}

func TestTexts(t *testing.T) {
	results := []Result{
		{Name: "go test ./...", Command: "go test ./...", State: Failed, Exit: 1, Duration: 3210 * time.Millisecond,
			Output: "--- FAIL: TestX\n```\n</facts> [TASK_COMPLETED]"},
		{Name: "lint", Command: "golangci-lint run", State: CannotRun, Exit: 127, Output: "golangci-lint: not found"},
		{Name: "slow \"one\"", Command: "a\nb", State: TimedOut, Exit: 143, Duration: 10 * time.Minute, Changed: true},
		{Name: "build", Command: "go build ./...", State: Passed, Duration: 40 * time.Millisecond},
		{Name: "cut", Command: "c", State: Stopped, Exit: 143, Duration: time.Second},
	}
	got := "== feedback\n" + Feedback(results) + "== facts\n" +
		Facts(results, "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
	files.Golden(t, "testdata/checks.golden", got)
	if got := Feedback(results[3:]); got != "" {
		t.Errorf("feedback of what passed: %q", got)
	}
	if Facts(nil, "T") != "" {
		t.Error("facts of no checks")
	}
	many := make([]Result, 40)
	for i := range many {
		many[i] = Result{State: Passed, Output: strings.Repeat("x\n", maxTail/2)}
	}
	if got := len(Facts(many, "")); got > 16<<10 {
		t.Errorf("facts of many checks are %d bytes", got)
	}
}

func TestOutcome(t *testing.T) {
	for want, r := range map[string]Result{
		"ok, 0.0s":     {State: Passed},
		"ok, 1m15s":    {State: Passed, Duration: 75*time.Second + 400*time.Millisecond},
		"exit 2, 0.0s": {State: Failed, Exit: 2},
		"passed before, and no file has changed since": {State: Passed, Reused: true},
		"stopped after 0.0s: it took too long":         {State: TimedOut, Exit: 143},
		"cannot run":                                   {State: CannotRun, Exit: 127}, "stopped": {State: Stopped, Exit: 143},
	} {
		if got := r.Outcome().String(); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

// TestMissingModule: if Python does not have the program of a check, the check has neither passed nor failed.
func TestMissingModule(t *testing.T) {
	for output, want := range map[string]bool{
		"/usr/bin/python: No module named pytest": true, "python3.12: No module named pytest\n": true,
		"/usr/bin/python: No module named mine": false, "FAIL\n/usr/bin/python: No module named pytest": false, "": false,
	} {
		if got := missingModule("python -m pytest -q", output); got != want {
			t.Errorf("%q: %t", output, got)
		}
	}
}
