package ptyio

import (
	"hash/fnv"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

const benchMB = 16

// BenchmarkRelay compares Child.Read with the shortest possible loop over the same kind of pty and the same writer, as
// a ratio of the medians. A reader that works on its input is the case in ccc: it gains, because the pty is read
// meanwhile, and the ratio should not fall below 0.9. A reader that discards its input shows the cost of waking it,
// about a fifth on two cores. The absolute speed varies by a factor of three between runs, with where the scheduler
// puts the writer, the kernel's worker and this process.
func BenchmarkRelay(b *testing.B) {
	sum := fnv.New32a()
	for _, reader := range []struct {
		name string
		work func(p []byte)
	}{
		{"discard", func([]byte) {}},
		{"parse", func(p []byte) { // about 200 MB/s, as a JSON decoder
			for range 5 {
				sum.Write(p)
			}
		}},
	} {
		b.Run(reader.name, func(b *testing.B) {
			cmd := command("flood", strconv.Itoa(benchMB))
			var bare, relay []float64
			for b.Loop() {
				bare = append(bare, speedBare(b, cmd, reader.work))
				c, err := Start(cmd)
				if err != nil {
					b.Fatal(err)
				}
				relay = append(relay, speed(b, c, reader.work))
				c.End()
			}
			b.ReportMetric(median(bare), "bare-MB/s")
			b.ReportMetric(median(relay), "relay-MB/s")
			b.ReportMetric(median(relay)/median(bare), "ratio")
		})
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

func speedBare(b *testing.B, cmd Command, work func([]byte)) float64 {
	master, tty, err := pty.Open()
	if err != nil {
		b.Fatal(err)
	}
	defer master.Close()
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		b.Fatal(err)
	}
	process := &exec.Cmd{Path: cmd.Path, Args: append([]string{cmd.Path}, cmd.Args...), Env: cmd.Env, Stdout: tty}
	if err := process.Start(); err != nil {
		b.Fatal(err)
	}
	tty.Close()
	defer process.Wait()
	return speed(b, master, work)
}

// The time is measured from the first bytes, so that the start of the process does not count.
func speed(b *testing.B, r io.Reader, work func([]byte)) float64 {
	p := make([]byte, 32<<10)
	var begin time.Time
	for n := 0; n < benchMB<<20; {
		m, err := r.Read(p)
		if n == 0 {
			begin = time.Now()
		}
		work(p[:m])
		if n += m; err != nil {
			b.Fatalf("%d bytes: %v", n, err)
		}
	}
	return benchMB / time.Since(begin).Seconds()
}
