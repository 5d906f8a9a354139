package bench

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"ccc/internal/rubric"
)

// The size of the terminal.
const columns, rows = 120, 40

// paceEnv limits the output of the benchmarks' claude to 10 MB a second.
const paceEnv = "CCC_BENCH_PACE"

func emitPaced(w io.Writer, size int) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for ; size > 0; size -= 100 << 10 {
		<-tick.C
		for sent := 0; sent < 100<<10; sent += len(line) {
			w.Write(line)
		}
	}
}

// maxShown is how much of a terminal's output is kept to show what was on the screen.
const maxShown = 64 << 10

// screenOf returns what a terminal shows after that output.
func screenOf(output []byte) string {
	screen := vt10x.New(vt10x.WithSize(columns, rows))
	_, _ = screen.Write(output) // it has no way to fail
	var lines []string
	for line := range strings.Lines(screen.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// BenchmarkEcho: the time from a key to its echo on the terminal, while a stream of 10 MB/s is shown in full, and while
// there is no stream.
func BenchmarkEcho(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(echo(b, "10000000000", "--verbose", "--", "fill the screen"), "ms-streaming")
		b.ReportMetric(echo(b, "0"), "ms-idle")
	}
}

// echo returns the median in milliseconds.
func echo(b *testing.B, size string, args ...string) float64 {
	b.Helper()
	terminal := startOnTerminal(b, size, args...)
	seen := make(chan []byte, 1024)
	go func() {
		defer close(seen)
		for {
			buf := make([]byte, 64<<10)
			n, err := terminal.Read(buf)
			if err != nil {
				return
			}
			seen <- buf[:n]
		}
	}()
	var shown []byte // the end of what came
	await := func(wants ...string) {
		b.Helper()
		timeout := time.After(lateAnswer)
		for from := len(shown); ; {
			select {
			case chunk, ok := <-seen:
				if !ok {
					b.Fatalf("the terminal is gone before %q. It showed:\n%s", wants, screenOf(shown))
				}
				cut := max(0, len(shown)+len(chunk)-maxShown)
				shown = append(shown[min(cut, len(shown)):], chunk...)
				from = max(0, from-cut)
			case <-timeout:
				b.Fatalf("after %s the terminal does not show %q, but:\n%s", lateAnswer, wants, screenOf(shown))
			}
			for _, want := range wants {
				if bytes.Contains(shown[from:], []byte(want)) {
					return
				}
			}
		}
	}
	if size == "0" {
		await("> ")
	} else {
		await("streamjson") // it streams
	}
	var times []time.Duration
	keys := sized(100)
	for i := range keys {
		key := string(rune('a' + i%26))
		began := time.Now()
		terminal.WriteString(key)
		await("> " + key)
		times = append(times, time.Since(began))
		terminal.WriteString("\x15")
		await("> \x1b", "> \r") // drawn over itself, or below output
	}
	slices.Sort(times)
	return float64(times[keys/2].Microseconds()) / 1000
}

func startOnTerminal(b *testing.B, size string, args ...string) *os.File {
	b.Helper()
	cmd := floodCommand(b, 0, filepath.Join(b.TempDir(), "times"))
	cmd.Args = append([]string{cmd.Path, "--supervisor"}, args...)
	cmd.Env = append(cmd.Env, benchEnv+"="+size, paceEnv+"=1", "TERM=xterm-256color")
	if err := os.WriteFile(filepath.Join(cmd.Dir, rubric.File), []byte("Be strict."), 0o600); err != nil {
		b.Fatal(err)
	}
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: columns, Rows: rows})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		terminal.Close()
	})
	return terminal
}
