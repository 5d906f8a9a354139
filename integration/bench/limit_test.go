package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The time limit of one step of a benchmark: a run of a program, or an answer of the screen. No step needs that long;
// the limit only ends steps that hang.
const (
	late       = 2 * time.Minute
	lateAnswer = 30 * time.Second
)

// small divides each size when -short is set. Then every benchmark runs within seconds, and shows only that it works.
const small = 16

// sized returns n, or a small part of it with -short.
func sized(n int) int {
	if testing.Short() {
		return n / small
	}
	return n
}

// run runs a command to its end and returns its standard output. If it takes too long or fails, the benchmark fails
// with the command's output. Standard error goes to a file, because reading a pipe would add to the measured time.
func run(b *testing.B, cmd *exec.Cmd) string {
	b.Helper()
	var stdout bytes.Buffer
	cmd.Stdout, cmd.WaitDelay = &stdout, time.Second
	stderr, err := os.Create(filepath.Join(b.TempDir(), "stderr"))
	if err != nil {
		b.Fatal(err)
	}
	defer stderr.Close()
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	timer := time.AfterFunc(late, func() { _ = cmd.Process.Kill() })
	err = cmd.Wait()
	switch shown := tail(stdout.Bytes()) + tailOf(stderr.Name()); {
	case !timer.Stop():
		b.Fatalf("%q has not ended after %s. It wrote:\n%s", cmd.Args, late, shown)
	case err != nil:
		b.Fatalf("%q: %v\n%s", cmd.Args, err, shown)
	}
	return stdout.String()
}

// maxTail is how many bytes of a failed program's output are shown.
const maxTail = 4 << 10

func tail(text []byte) string { return string(text[max(0, len(text)-maxTail):]) }

// tailOf returns the end of a file, "" if it cannot be read.
func tailOf(path string) string {
	text, _ := os.ReadFile(path)
	return tail(text)
}

// noise is the factor by which a ratio may miss its limit, because other programs run at the same time. Code that has
// become slower misses it by more. With -short no limit is checked, because too little is measured.
const noise = 1.5

// atMost reports a ratio, and fails if it is far above its limit.
func atMost(b *testing.B, name string, ratio, limit float64) {
	b.Helper()
	b.ReportMetric(ratio, name)
	if ratio > limit*noise && !testing.Short() {
		b.Errorf("%s is %.2f, want at most %.2f", name, ratio, limit)
	}
}

// atLeast reports a ratio, and fails if it is far below its limit.
func atLeast(b *testing.B, name string, ratio, limit float64) {
	b.Helper()
	b.ReportMetric(ratio, name)
	if ratio < limit/noise && !testing.Short() {
		b.Errorf("%s is %.2f, want at least %.2f", name, ratio, limit)
	}
}
