package supervision

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/ptyio"
)

// Companion runs another program on ccc's terminal, as claude's own screen.
type Companion struct {
	Env          process.Env // of the program
	In, Out, Err *os.File
	Say          func(lang.Message) // tells the user something when the program has ended
}

// Run runs a program to its end, in ccc's process group, and gives its exit code. The two share what the terminal and
// the shell do: signals go to the program, and if it stops, ccc stops with it. If the program was killed, or leaves the
// terminal in another mode, Run restores the terminal.
func (c Companion) Run(argv []string) (exitCode int, err error) {
	runtime.LockOSThread() // the death signal is sent when the thread ends that has started the program
	defer runtime.UnlockOSThread()
	mode, _ := term.GetState(int(c.In.Fd())) // nil: no terminal
	signals := make(chan os.Signal, 8)
	// The terminal sends its signals to the whole group; they must only not end ccc. They are caught and not ignored:
	// a program that is started while they are ignored would ignore them, too. SIGTSTP is caught because ccc stops
	// together with the program, below: stopped by itself it would need a second fg.
	signal.Notify(signals, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP)
	defer signal.Stop(signals)
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	alone := err != nil // without a terminal nobody signals the whole group
	if !alone {
		_ = tty.Close()
	}
	child := exec.Command(argv[0], argv[1:]...)
	child.Env = c.Env
	child.Stdin, child.Stdout, child.Stderr = c.In, c.Out, c.Err
	child.SysProcAttr = companionAttributes()
	if err := child.Start(); err != nil {
		return 0, err
	}
	guard := func() {
		if failure := recover(); failure != nil {
			c.restoreTerminal(mode, true)
			panic(failure)
		}
	}
	go func() {
		defer guard()
		for caught := range signals {
			if caught == syscall.SIGINT && alone {
				_ = child.Process.Signal(caught) // it may be gone
			}
			if caught == syscall.SIGTERM || caught == syscall.SIGHUP {
				_ = child.Process.Signal(caught) // it may be gone
				time.AfterFunc(process.EndTime, func() { _ = child.Process.Kill() })
			}
		}
	}()
	for {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(child.Process.Pid, &status, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case status.Stopped():
			stopUntilContinued()
			_ = child.Process.Signal(syscall.SIGCONT)
		case status.Signaled():
			c.restoreTerminal(mode, true)
			c.Say(lang.M("%s was ended by a signal: %v", filepath.Base(argv[0]), status.Signal()))
			return 128 + int(status.Signal()), nil
		default:
			c.restoreTerminal(mode, false)
			return status.ExitStatus(), nil
		}
	}
}

// restoreTerminal restores the terminal's mode, and switches off what the program may have switched on. It acts only
// if the program was killed or left the terminal in another mode, and if no other job has the terminal by now.
func (c Companion) restoreTerminal(before *term.State, killed bool) {
	in := int(c.In.Fd())
	now, err := term.GetState(in)
	if before == nil || err != nil || !killed && *now == *before {
		return
	}
	if group, err := unix.IoctlGetInt(in, unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		return
	}
	_ = term.Restore(in, before) // fails if the terminal is gone
	if c.Env.Get("TERM") != "dumb" && term.IsTerminal(int(c.Out.Fd())) {
		_, _ = io.WriteString(c.Out, ptyio.ScreenResets+"\r\x1b[J")
	}
}

// stopUntilContinued stops this process until fg. The thread that sends the signal may run on for a moment before the
// process stops; waiting for SIGCONT keeps it from doing anything in that moment.
func stopUntilContinued() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil {
		<-continued
	}
}
