package ptyio

import (
	"bufio"
	"bytes"
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

// patience is how long a test waits for an event that must happen. No result depends on it.
const patience = 30 * time.Second

// impatient makes End short for a child that does not end with its input. SIGTERM may take as long as it needs.
func impatient() Grace {
	return Grace{Input: 20 * time.Millisecond, Term: patience, Drain: 50 * time.Millisecond}
}

// ruthless is for children that also ignore SIGTERM.
func ruthless() Grace {
	g := impatient()
	g.Term = 50 * time.Millisecond
	return g
}

func command(name string, args ...string) Command {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	// Under -race a program waits a second before it exits. GORACE turns that off.
	env := append(os.Environ(), act+"="+name, "GORACE=atexit_sleep_ms=0")
	// The children of the tests end when they are asked to, however busy the machine is.
	return Command{Path: self, Args: args, Env: env, Grace: Grace{Input: patience, Term: patience}}
}

func (c Command) on(pipes bool) Command {
	c.Pipes = pipes
	return c
}

func (c Command) with(g Grace) Command {
	c.Grace = g
	return c
}

// run starts a child, and checks at the end that it has left no goroutine or descriptor in this process.
func run(t testing.TB, cmd Command) *Child {
	t.Helper()
	c, err := Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Kill()
		noGoroutines(t, c)
	})
	return c
}

func noGoroutines(t testing.TB, c *Child) {
	t.Helper()
	watch(t, "the child's goroutines to end", func() {
		for goroutines(c) > 0 {
			time.Sleep(time.Millisecond)
		}
	})
}

// goroutines counts the goroutines of c. A stack has the receiver of each method, so those of other tests do not count.
func goroutines(c *Child) int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	n := 0
	for _, method := range []string{
		fmt.Sprintf("(*Child).run(%p", c), fmt.Sprintf("(*Child).copyOut(%p", c),
		fmt.Sprintf("(*input).run(%p", c.in), fmt.Sprintf("(*tail).run(%p", c.stderr),
	} {
		n += bytes.Count(stacks, []byte(method))
	}
	return n
}

// watch fails the test and prints all goroutines if f does not return.
func watch(t testing.TB, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(patience):
		stacks := make([]byte, 1<<20)
		t.Fatalf("still waiting for %s\n%s", what, stacks[:runtime.Stack(stacks, true)])
	}
}

// end ends the child, and checks that this takes a limited time.
func end(t testing.TB, c *Child) Status {
	t.Helper()
	var s Status
	watch(t, "End", func() { s = c.End() })
	return s
}

// all reads to the end.
func all(t testing.TB, r io.Reader) string {
	t.Helper()
	var got []byte
	var err error
	watch(t, "the end of the output", func() { got, err = io.ReadAll(r) })
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// next reads one line, without its end.
func next(t testing.TB, r *bufio.Reader) string {
	t.Helper()
	var got string
	var err error
	watch(t, "a line", func() { got, err = r.ReadString('\n') })
	if err != nil {
		t.Fatalf("%q, then %v", got, err)
	}
	return strings.TrimRight(got, "\r\n")
}

func expect(t testing.TB, r *bufio.Reader, want string) {
	t.Helper()
	if got := next(t, r); got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
}

// fifo is a named pipe that a process holds open as long as it lives: when it can be read to its end, the process is
// dead.
func fifo(t testing.TB) (name string, open func() *bufio.Reader) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "alive")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name, func() *bufio.Reader {
		t.Helper()
		var f *os.File
		var err error
		watch(t, "a process to open the FIFO", func() { f, err = os.Open(name) })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return bufio.NewReader(f)
	}
}
