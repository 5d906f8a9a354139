package integration

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// dialogTime limits a whole dialogue. Only a dialogue that hangs reaches it.
const dialogTime = time.Minute

// dialog is a command on a terminal, and the dialogue with it.
type dialog struct {
	ts       *testscript.TestScript
	master   *os.File
	guest    *os.File // stays open, so that the terminal's state can be read to the end
	cmd      *exec.Cmd
	exited   chan struct{}
	deadline time.Time

	mu    sync.Mutex
	all   []byte
	read  int // of all, by expect
	more  chan struct{}
	ended bool // nothing more will come
}

// tty runs a command on a terminal of 100x30, as a user's shell would: tty DIALOG PROGRAM ARGS…
//
// The lines of the file DIALOG are played one after another:
//
//	expect RE        what is printed behind the last match matches, now or later
//	afterwards RE    the same, and it may be printed by another process when the program has ended
//	send TEXT        is typed, without an enter: \r is one, \x03 is ctrl-c
//	repeat N TEXT    the same so many times over
//	resize COLSxROWS
//	signal NAME      to the program, as SIGTERM
//	close            the terminal is gone
//	status CODE      the program ends, with this code
//
// A dialogue without status expects 0. At the end the terminal has to be in the mode in which it was. What was printed
// is the standard output of the script's next lines.
func tty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: tty DIALOG PROGRAM ARGS…")
	}
	d := &dialog{ts: ts, more: make(chan struct{}, 1), exited: make(chan struct{}),
		deadline: time.Now().Add(dialogTime)}
	before := d.start(args[1:])
	defer d.end()
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	if !strings.HasPrefix(lines[len(lines)-1], "status ") {
		lines = append(lines, "status 0")
	}
	for i, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		if err := d.play(verb, rest); err != nil {
			ts.Fatalf("%s:%d: %s: %v\nunread: %q", args[0], i+1, line, err, d.unread())
		}
	}
	if d.master == nil {
		return
	}
	after, err := term.GetState(int(d.guest.Fd()))
	ts.Check(err)
	if *after != *before {
		ts.Fatalf("the terminal is not as it was:\nbefore %+v\nafter  %+v", *before, *after)
	}
}

func (d *dialog) start(args []string) (before *term.State) {
	master, guest, err := pty.Open()
	d.ts.Check(err)
	// A read of a master that pty.Open has opened cannot be interrupted, so closing it would not hang up. This uses a
	// file that Go's poller knows instead.
	fd, err := unix.Dup(int(master.Fd()))
	d.ts.Check(err)
	d.ts.Check(master.Close())
	unix.CloseOnExec(fd)
	d.ts.Check(unix.SetNonblock(fd, true))
	d.master, d.guest = os.NewFile(uintptr(fd), "ptmx"), guest
	d.ts.Check(pty.Setsize(guest, &pty.Winsize{Cols: 100, Rows: 30}))
	before, err = term.GetState(int(guest.Fd()))
	d.ts.Check(err)
	d.cmd = command(d.ts, args)
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = guest, guest, guest
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	d.ts.Check(d.cmd.Start())
	go d.copy(d.master)
	go func() {
		defer close(d.exited)
		_ = d.cmd.Wait() // the status is looked at
	}()
	return before
}

func (d *dialog) copy(master *os.File) {
	buf := make([]byte, 32<<10)
	for {
		n, err := master.Read(buf)
		d.mu.Lock()
		d.all = append(d.all, buf[:n]...)
		d.ended = err != nil
		d.mu.Unlock()
		select {
		case d.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// end kills what is left of the program, and makes its output the standard output of the script.
func (d *dialog) end() {
	select {
	case <-d.exited:
	default:
		_ = d.cmd.Process.Kill()
		<-d.exited
	}
	if d.master != nil {
		d.flushed()
		d.master.Close()
	}
	d.guest.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ts.Stdout().Write(d.all)
}

func (d *dialog) unread() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return string(d.all[d.read:])
}

func (d *dialog) play(verb, rest string) error {
	switch verb {
	case "expect", "afterwards":
		re, err := regexp.Compile(rest)
		if err != nil {
			return err
		}
		if verb == "afterwards" {
			return d.expect(re, nil)
		}
		return d.expect(re, d.exited)
	case "send":
		return d.send(unescape(rest))
	case "repeat":
		times, text, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(times)
		if err != nil {
			return err
		}
		return d.send(strings.Repeat(unescape(text), n))
	case "resize":
		var size pty.Winsize
		if _, err := fmt.Sscanf(rest, "%dx%d", &size.Cols, &size.Rows); err != nil {
			return err
		}
		return pty.Setsize(d.guest, &size)
	case "signal":
		if signals[rest] == 0 {
			return fmt.Errorf("no signal %q", rest)
		}
		return d.cmd.Process.Signal(signals[rest])
	case "close":
		err := d.master.Close()
		d.master = nil
		return err
	case "status":
		want, err := strconv.Atoi(rest)
		if err != nil {
			return err
		}
		select {
		case <-d.exited:
		case <-time.After(time.Until(d.deadline)):
			return errors.New("it does not end")
		}
		if got := statusOf(d.cmd.ProcessState); got != want {
			return fmt.Errorf("exit code %d", got)
		}
		return nil
	}
	return fmt.Errorf("there is no %q", verb)
}

func (d *dialog) send(text string) error {
	if err := d.master.SetWriteDeadline(d.deadline); err != nil {
		return err
	}
	_, err := d.master.WriteString(text)
	return err
}

// expect waits for a match. The last output of a program that has ended may still arrive.
func (d *dialog) expect(re *regexp.Regexp, exited <-chan struct{}) error {
	for last := false; ; {
		d.mu.Lock()
		at := re.FindIndex(d.all[d.read:])
		if at != nil {
			d.read += at[1]
		}
		ended := d.ended
		d.mu.Unlock()
		switch {
		case at != nil:
			return nil
		case ended || last:
			return errors.New("not printed, and nothing more will come")
		}
		select {
		case <-d.more:
		case <-exited: // the terminal stays open, as it is ours too: mark the end of what was printed
			exited = nil
			last = d.flushed()
		case <-time.After(time.Until(d.deadline)):
			return fmt.Errorf("not printed in %s", dialogTime)
		}
	}
}

// flushed waits until all output of the ended program has been read: it writes a mark after it and waits for that.
func (d *dialog) flushed() bool {
	const mark = "\x00end of the program\x00"
	if _, err := d.guest.WriteString(mark); err != nil {
		return true
	}
	for {
		d.mu.Lock()
		i := strings.Index(string(d.all), mark)
		if i >= 0 {
			d.all = append(d.all[:i], d.all[i+len(mark):]...)
		}
		ended := d.ended
		d.mu.Unlock()
		if i >= 0 || ended {
			return true
		}
		select {
		case <-d.more:
		case <-time.After(time.Until(d.deadline)):
			return true
		}
	}
}
