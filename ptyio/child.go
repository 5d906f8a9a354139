package ptyio

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ErrNoPTY is wrapped by the error of [Start] if the system has no pseudo-terminal left. The same command with
// Pipes may work.
var ErrNoPTY = errors.New("no pseudo-terminal")

// Size is the size of a terminal in characters.
type Size struct{ Cols, Rows int }

// orDefault returns the size, or 80x24 if it is unknown.
func (s Size) orDefault() Size {
	if s.Cols <= 0 || s.Rows <= 0 {
		return Size{Cols: 80, Rows: 24}
	}
	return s
}

func (s Size) winsize() *unix.Winsize {
	return &unix.Winsize{Row: uint16(min(s.Rows, 1<<16-1)), Col: uint16(min(s.Cols, 1<<16-1))}
}

// Command says what to start.
type Command struct {
	Path string   // of the program; it is not looked up
	Args []string // without the program's name
	Dir  string
	Env  []string // the complete environment; CCC_CHILD is added
	Size Size     // of the pty at the start; zero: 80x24
	// Typed puts stdin on the pty, too, for a program that draws a screen, so that what is sent counts as typed.
	// CloseInput does not close it.
	Typed bool
	Pipes bool // stdout and stderr are sockets instead of a pty, for reviewers and for a ccc without a terminal
	Sweep bool // end what the child leaves running, even if the child ended by itself
	Grace Grace
	Files []*os.File // the child's descriptors from 3 on; they stay the caller's to close
	// Attributes adds attributes with which the child's process is started, such as namespaces; nil for none. It must
	// not change attributes that are already set.
	Attributes func(*syscall.SysProcAttr)
}

// Grace is how long [Child.End] waits at each step. Zero means the default.
type Grace struct {
	Input time.Duration // from the end of stdin to SIGTERM: 2 s
	Term  time.Duration // from SIGTERM to SIGKILL, for the child and again for what is swept: 2 s
	Drain time.Duration // how long the output must be silent after the child's end to count as complete: 500 ms
}

func (g Grace) orDefault() Grace {
	if g.Input <= 0 {
		g.Input = 2 * time.Second
	}
	if g.Term <= 0 {
		g.Term = 2 * time.Second
	}
	if g.Drain <= 0 {
		g.Drain = 500 * time.Millisecond
	}
	return g
}

// Child is a running process, from [Start] to [Child.End].
type Child struct {
	pid      int
	mark     string
	grace    Grace
	sweep    bool
	sweepAll atomic.Bool // sweep even a child that ended by itself, since EndAll was called
	out      output
	ring     *ring
	in       *input
	stderr   *tail // what it writes to stderr; nil on a pty

	exited  chan struct{} // closed when it is reaped, after status is set
	drained chan struct{} // closed when its output is over
	status  Status

	ending   chan struct{} // closed when End begins
	hurry    chan struct{} // closed when Kill is called
	endOnce  sync.Once
	killOnce sync.Once
}

// Start starts a child. The error wraps [ErrNoPTY] if there is no pseudo-terminal for it.
func Start(cmd Command) (*Child, error) {
	c, err := start(cmd)
	if _, gone := os.Stat(cmp.Or(cmd.Dir, ".")); err != nil && gone != nil {
		// The system reports a missing directory as a missing program.
		err = fmt.Errorf("its working directory is gone: %w", gone)
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return c, nil
}

func start(cmd Command) (*Child, error) {
	out, guest, err := openOutput(cmd)
	if err != nil {
		return nil, err
	}
	defer guest.Close()
	var socket io.WriteCloser = typist{out.file}
	stdin := guest
	if !cmd.Typed {
		if socket, stdin, err = ToChild(); err != nil {
			out.file.Close()
			return nil, err
		}
		defer stdin.Close()
	}
	var said *tail
	stderr := guest
	if cmd.Pipes {
		if said, stderr, err = openTail(); err != nil {
			out.file.Close()
			socket.Close()
			return nil, err
		}
		defer stderr.Close()
	}

	c := &Child{
		mark:    family() + "-" + rand.Text(),
		grace:   cmd.Grace.orDefault(),
		sweep:   cmd.Sweep,
		out:     out,
		ring:    newRing(ringSize),
		in:      newInput(socket),
		stderr:  said,
		exited:  make(chan struct{}),
		drained: make(chan struct{}),
		ending:  make(chan struct{}),
		hurry:   make(chan struct{}),
	}
	process := c.process(cmd)
	process.Stdin, process.Stdout, process.Stderr = stdin, guest, stderr
	started := make(chan error)
	go c.run(process, started)
	if err := <-started; err != nil {
		socket.Close()
		out.file.Close()
		said.close()
		return nil, err
	}
	go c.in.run()
	return c, nil
}

// process returns the process of a command, without its streams.
func (c *Child) process(cmd Command) *exec.Cmd {
	process := &exec.Cmd{
		Path:        cmd.Path,
		Args:        append([]string{cmd.Path}, cmd.Args...),
		Dir:         cmd.Dir,
		Env:         withMark(cmd.Env, c.mark),
		ExtraFiles:  cmd.Files,
		SysProcAttr: attributes(cmd.Pipes),
	}
	if cmd.Attributes != nil {
		cmd.Attributes(process.SysProcAttr)
	}
	return process
}

// typist is a writer to the pty. It has no Close, because the child's own goroutine closes the pty.
type typist struct{ io.Writer }

func (typist) Close() error { return nil }

// run is the child's own goroutine, from its start to the end of its output. It keeps its thread until the child is
// reaped: the kernel sends the death signal that attributes sets when the thread that started the child ends, not when
// the process does.
func (c *Child) run(process *exec.Cmd, started chan<- error) {
	runtime.LockOSThread()
	err := startWithHangUp(process)
	if err != nil {
		runtime.UnlockOSThread()
		started <- err
		return
	}
	c.pid = process.Process.Pid
	started <- nil
	ended := make(chan struct{})
	go c.copyOut(ended)
	if c.stderr != nil {
		go c.stderr.run()
	}

	_ = process.Wait() // only its status can be an error: all its streams are files
	runtime.UnlockOSThread()
	c.status = statusOf(process.ProcessState)
	if c.sweep || c.status.isKilled() {
		c.signal(syscall.SIGKILL) // what is left of the child's group; End ends the other processes
	}
	close(c.exited)
	c.in.drop()

	c.stderr.expire(c.grace.Drain)
	c.drain(ended)
	c.ring.close()
	c.stderr.wait()
	close(c.drained)
	c.out.wake()
	<-ended
	c.out.file.Close()
}

// NoHangUp reports whether this process was started to ignore hang-ups, as by nohup. It may be called from any
// goroutine. The answer of the first call is kept, because [signal.Ignored] no longer reports a signal that was
// caught in between.
var NoHangUp = sync.OnceValue(func() bool { return signal.Ignored(syscall.SIGHUP) })

// startWithHangUp starts a process that reacts to the hang-up of its own terminal, even if this process ignores
// hang-ups, which the child would otherwise inherit.
func startWithHangUp(process *exec.Cmd) error {
	if NoHangUp() {
		caught := make(chan os.Signal, 1)
		signal.Notify(caught, syscall.SIGHUP)
		defer signal.Stop(caught)
	}
	return process.Start()
}

// copyOut copies the child's output into the ring until all writers have closed it or the ring is closed. Any error
// ends it: EIO is the usual one of a pty on Linux, EOF that of macOS and of a socket.
func (c *Child) copyOut(ended chan<- struct{}) {
	defer close(ended)
	for {
		p := c.ring.space()
		if p == nil {
			return
		}
		n, err := c.out.file.Read(p)
		c.ring.commit(max(n, 0))
		if err != nil {
			c.ring.close()
			return
		}
	}
}

// Read reads the child's output; io.EOF is its end. See the package's rules.
func (c *Child) Read(p []byte) (int, error) { return c.ring.Read(p) }

// Stderr returns the newest part of the child's stderr so far, at most 16 KiB in whole lines. It is complete when
// [Child.End] has returned. On a pty it is "", because stderr is part of the output there.
func (c *Child) Stderr() string { return c.stderr.String() }

// Send queues a line, which must include its newline, for the child's stdin. It does not wait, and keeps the order.
// The slice then belongs to the child. After [Child.CloseInput] and after the child's end the line is dropped.
func (c *Child) Send(line []byte) { c.in.send(line) }

// CloseInput closes the child's stdin after the queued lines.
func (c *Child) CloseInput() { c.in.close() }

// Resize tells the child the new size of its terminal; the kernel sends it SIGWINCH. Without a pty it does nothing.
func (c *Child) Resize(s Size) { c.out.resize(s) }

// Pid returns the child's process id, which is also that of its group and its session.
func (c *Child) Pid() int { return c.pid }

// Exited returns a channel that is closed when the child has ended and been reaped. There may still be output to
// read.
func (c *Child) Exited() <-chan struct{} { return c.exited }

// Status returns how the child ended. Until [Child.Exited] is closed its Code is -1.
func (c *Child) Status() Status {
	select {
	case <-c.exited:
		return c.status
	default:
		return Status{Code: -1}
	}
}

// Status is how a child ended.
type Status struct {
	Code   int            // its exit code, or 128 + Signal; -1 while it runs
	Signal syscall.Signal // the signal that ended the child, or 0
}

func statusOf(state *os.ProcessState) Status {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return Status{Code: 128 + int(ws.Signal()), Signal: ws.Signal()}
	}
	return Status{Code: state.ExitCode()}
}

// isKilled reports whether the child was ended from outside. Claude answers SIGTERM with the exit code 143, like a
// shell.
func (s Status) isKilled() bool { return s.Signal != 0 || s.Code >= 128 }

func (s Status) String() string {
	switch {
	case s.Code < 0:
		return "running"
	case s.Signal != 0:
		return "signal: " + s.Signal.String()
	}
	return "exit status " + strconv.Itoa(s.Code)
}
