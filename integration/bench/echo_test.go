package bench

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/creack/pty"

	"ccc/internal/rubric"
)

// paceEnv makes the benchmarks' claude write 10 MB a second, no more.
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

// keys is how many keys are typed for one median.
const keys = 100

// BenchmarkEcho: from a key to its echo at the terminal, while a stream of 10 MB/s is shown in full, and while nothing
// is.
func BenchmarkEcho(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(echo(b, "10000000000", "--verbose", "--", "fill the screen"), "ms-streaming")
		b.ReportMetric(echo(b, "0"), "ms-idle")
	}
}

// echo gives the median in milliseconds.
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
	await := func(wants ...string) {
		var tail []byte
		for chunk := range seen {
			tail = append(tail, chunk...)
			for _, want := range wants {
				if bytes.Contains(tail, []byte(want)) {
					return
				}
			}
			tail = tail[max(0, len(tail)-16):]
		}
		b.Fatalf("the terminal is gone before %q", wants)
	}
	if size == "0" {
		await("> ")
	} else {
		await("streamjson") // it streams
	}
	var times []time.Duration
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
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 40})
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
