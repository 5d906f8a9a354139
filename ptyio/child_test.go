package ptyio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func eachKind(t *testing.T, test func(t *testing.T, pipes bool)) {
	t.Helper()
	t.Run("pty", func(t *testing.T) { t.Parallel(); test(t, false) })
	t.Run("pipes", func(t *testing.T) { t.Parallel(); test(t, true) })
}

func TestDialogue(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, pipes bool) {
		c := run(t, command("echo").on(pipes))
		if got := c.Status().String(); got != "running" {
			t.Errorf("status = %q", got)
		}
		out := bufio.NewReader(c)
		for n := range 100 {
			c.Send(fmt.Appendf(nil, "line %d\n", n))
		}
		for n := range 100 {
			expect(t, out, fmt.Sprintf("line %d", n))
		}
		c.Send([]byte("last"))
		c.CloseInput()
		c.Send([]byte("never"))
		if got := all(t, out); got != "last" {
			t.Errorf("rest = %q, want %q", got, "last")
		}
		if got, want := end(t, c), (Status{}); got != want {
			t.Errorf("status = %v, want %v", got, want)
		}
		c.Send([]byte("dropped"))
		c.Resize(Size{10, 10})
		if n, err := c.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("Read = %d, %v", n, err)
		}
	})
}

func TestOutputIsWhole(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		count, size int
	}{
		{"two lines of 4 MB", 2, 4 << 20},
		{"1 MB and gone", 1, 1 << 20},
		{"many lines", 2_000, 50},
		{"nothing", 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			eachKind(t, func(t *testing.T, pipes bool) {
				cmd := command("lines", fmt.Sprint(test.count), fmt.Sprint(test.size)).on(pipes)
				cmd.Grace.Drain = time.Hour // not needed: its end is seen
				c := run(t, cmd)
				var want bytes.Buffer
				for n := range test.count {
					want.Write(line(n, test.size))
				}
				if got := all(t, c); got != want.String() {
					t.Errorf("got %d bytes, want %d, or they differ", len(got), want.Len())
				}
				if got := end(t, c); got.Code != 0 {
					t.Errorf("status = %v", got)
				}
			})
		})
	}
}

// The child has ended long before its output is read.
func TestOutputWaitsForReader(t *testing.T) {
	t.Parallel()
	c := run(t, command("lines", "1", "2000"))
	<-c.Exited()
	end(t, c)
	if got, want := all(t, c), string(line(0, 2000)); got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}

func TestTerminalOfChild(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		pipes bool
		want  []string
	}{
		{false, []string{
			"terminals: false true true true", "cooked: false false", "session: true true", "dir: " + dir,
		}},
		{true, []string{"terminals: false false false false", "session: true true", "dir: " + dir}},
	} {
		cmd := command("describe").on(test.pipes)
		cmd.Dir = dir
		cmd.Env = append(cmd.Env, markName+"=outer")
		c := run(t, cmd)
		want := strings.Join(append(test.want, markName+"=outer,"+c.mark), "\n") + "\n"
		if got := all(t, c); got != want {
			t.Errorf("pipes %v: got\n%swant\n%s", test.pipes, got, want)
		}
	}
}

// Text that is written to the master is neither echoed nor truncated (a terminal in cooked mode cuts lines at 4096
// bytes).
func TestTerminalOfChildIsRaw(t *testing.T) {
	t.Parallel()
	c := run(t, command("read-tty"))
	out := bufio.NewReader(c)
	expect(t, out, "ready <nil>")
	if _, err := c.out.file.Write(line(0, 5000)); err != nil {
		t.Fatal(err)
	}
	if got, want := all(t, out), "5000 <nil>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestResize(t *testing.T) {
	t.Parallel()
	cmd := command("size").with(impatient())
	cmd.Size = Size{Cols: 100, Rows: 30}
	c := run(t, cmd)
	out := bufio.NewReader(c)
	expect(t, out, "100 30 <nil>")
	c.Resize(Size{Cols: 77, Rows: 11})
	expect(t, out, "77 11 <nil>")
	if got, want := end(t, c), (Status{128 + 15, syscall.SIGTERM}); got != want {
		t.Errorf("status = %v, want %v", got, want)
	}
}

func TestDefaultSize(t *testing.T) {
	t.Parallel()
	c := run(t, command("size").with(impatient()))
	expect(t, bufio.NewReader(c), "80 24 <nil>")
}

func TestStatus(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cmd    Command
		want   Status
		text   string
		killed bool
	}{
		{command("exit", "0"), Status{}, "exit status 0", false},
		{command("exit", "1"), Status{Code: 1}, "exit status 1", false},
		{command("exit", "143"), Status{Code: 143}, "exit status 143", true},
		{command("die"), Status{137, syscall.SIGKILL}, "signal: killed", true},
	}
	for _, test := range tests {
		c := run(t, test.cmd)
		watch(t, "exit", func() { <-c.Exited() })
		got := c.Status()
		if got != test.want || got.String() != test.text || got.isKilled() != test.killed {
			t.Errorf("%v: got %v (%q), killed %v", test.cmd.Args, got, got.String(), got.isKilled())
		}
		if again := end(t, c); again != got {
			t.Errorf("End = %v, want %v", again, got)
		}
	}
}

func TestStartFails(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, pipes bool) {
		_, err := Start(Command{Path: "/no/such/claude", Pipes: pipes})
		if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "start /no/such/claude: ") {
			t.Errorf("err = %v", err)
		}
		if errors.Is(err, ErrNoPTY) {
			t.Errorf("%v is %v", err, ErrNoPTY)
		}
	})
}

func TestDescriptors(t *testing.T) {
	t.Parallel()
	if got, want := all(t, run(t, command("scarce"))), "true true\nfalse true\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Nobody can open the streams of a child by their paths, on systems that have paths for them.
func TestStreamsCannotBeOpened(t *testing.T) {
	t.Parallel()
	if got, want := all(t, run(t, command("intrude").on(true))), "0 false\n1 false\n2 false\n0 EOF\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The leak check of every test relies on this.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	c := run(t, command("hang").with(impatient()))
	expect(t, bufio.NewReader(c), "ready")
	watch(t, "three goroutines", func() {
		for goroutines(c) != 3 {
			runtime.Gosched()
		}
	})
}

// If the thread that started a child with a death signal ends, the child is killed.
func TestChildOutlivesStartersThread(t *testing.T) {
	t.Parallel()
	var c *Child
	started := make(chan struct{})
	go func() {
		defer close(started)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		c = run(t, command("echo").on(true))
	}()
	<-started
	out := bufio.NewReader(c)
	for range 10 {
		c.Send([]byte("still there\n"))
		expect(t, out, "still there")
	}
	if got := end(t, c); got.Code != 0 {
		t.Errorf("status = %v", got)
	}
}

func TestChildDiesWithSupervisor(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"pty", "pty under nohup", "pipes"} {
		if kind == "pipes" && runtime.GOOS != "linux" {
			continue // no death signal
		}
		t.Run(kind, func(t *testing.T) {
			name, open := fifo(t)
			supervisor := run(t, command("supervise", kind, name))
			alive := open()
			next(t, alive)
			syscall.Kill(supervisor.Pid(), syscall.SIGKILL)
			if got := all(t, alive); got != "" {
				t.Errorf("got %q", got)
			}
		})
	}
}
