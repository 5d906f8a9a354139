package ptyio

import (
	"io"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// BenchmarkRelay compares Child.Read with the shortest loop there is over the same kind of pty and the same writer. The ratio is what
// counts; it should not fall below 0.9.
func BenchmarkRelay(b *testing.B) {
	const mb = 64
	cmd := command("flood", strconv.Itoa(mb))
	var bare, relay time.Duration
	for b.Loop() {
		bare += timeBare(b, cmd, mb<<20)
		c, err := Start(cmd)
		if err != nil {
			b.Fatal(err)
		}
		relay += timeCopy(b, c, mb<<20)
		c.End()
	}
	total := float64(b.N * mb)
	b.ReportMetric(total/bare.Seconds(), "bare-MB/s")
	b.ReportMetric(total/relay.Seconds(), "relay-MB/s")
	b.ReportMetric(bare.Seconds()/relay.Seconds(), "ratio")
}

func timeBare(b *testing.B, cmd Command, size int) time.Duration {
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
	took := timeCopy(b, master, size)
	process.Wait()
	return took
}

// timeCopy begins with the first bytes, so that the start of the process does not count.
func timeCopy(b *testing.B, r io.Reader, size int) time.Duration {
	p := make([]byte, 32<<10)
	var begin time.Time
	for n := 0; n < size; {
		m, err := r.Read(p)
		if n == 0 {
			begin = time.Now()
		}
		if n += m; err != nil {
			b.Fatalf("%d bytes: %v", n, err)
		}
	}
	return time.Since(begin)
}
