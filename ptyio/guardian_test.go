package ptyio

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// guarded is a ccc with a guardian and a raw terminal. It prints the guardian's number. Then it returns ("return"), or
// hangs with a child that has left a process in its own session, which holds the FIFO open ("hang", or "suspended" with
// the terminal in its original mode).
func guarded(how, fifo string) {
	os.Setenv(act, "guardian")
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	self, _ := os.Executable()
	g, err := StartGuardian(self, nil, os.Stdin, os.Stdout)
	if err != nil {
		fmt.Println(err)
		os.Exit(93)
	}
	defer g.Close()
	g.Say("killed: go on with --resume 1")
	t, err := OpenTerminal(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Println(err)
		os.Exit(95)
	}
	t.GuardedBy(g)
	defer t.Close()
	if how != "return" {
		if _, err := Start(command("leave", "session", "null", "polite", fifo, "hang")); err != nil {
			fmt.Println(err)
			os.Exit(92)
		}
	}
	if err := t.Raw(); err != nil {
		fmt.Println(err)
		os.Exit(94)
	}
	if how == "suspended" {
		t.Restore()
	}
	fmt.Println(g.process.Process.Pid)
	if how != "return" {
		hang()
	}
}

// guardedPerson is the terminal of a guarded that is ready.
func guardedPerson(t *testing.T, how string) (p *person, before unix.Termios, guardian int, gone func()) {
	t.Helper()
	name, open := fifo(t)
	p = sitDown(t, how)
	p.program.Args = append(p.program.Args[:1], how, name)
	p.program.Env = append(p.program.Env, act+"=guarded")
	before = p.mode(t)
	if err := p.program.Start(); err != nil {
		t.Fatal(err)
	}
	var left *bufio.Reader
	if how != "return" {
		left = open()
		next(t, left) // its number: it lives
	}
	line := next(t, p.screen)
	guardian, err := strconv.Atoi(strings.TrimPrefix(line, DefaultResets))
	if err != nil {
		t.Fatalf("%q, want the guardian's number", line)
	}
	return p, before, guardian, func() {
		t.Helper()
		expect(t, left, "asked to go")
		watch(t, "the end of what the child left", func() {
			if rest, err := left.ReadString('\n'); err == nil {
				t.Errorf("it says %q", rest)
			}
		})
	}
}

// ended waits for the end of a process that is not a child of this one.
func ended(t *testing.T, pid int) {
	t.Helper()
	watch(t, "the end of the guardian", func() {
		for {
			stat, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
			if err != nil || strings.HasPrefix(strings.TrimSpace(string(stat)), "Z") {
				return
			}
			time.Sleep(time.Millisecond)
		}
	})
}

func TestGuardianAfterASignal(t *testing.T) {
	signals := slices.Repeat([]syscall.Signal{syscall.SIGKILL}, 25)
	for _, sig := range append(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) {
		p, before, guardian, gone := guardedPerson(t, "hang")
		if raw := p.mode(t); raw.Lflag&(unix.ECHO|unix.ICANON|unix.ISIG) != 0 {
			t.Fatal("not raw")
		}
		syscall.Kill(-p.program.Process.Pid, sig) // the whole group
		expect(t, p.screen, DefaultResets)
		expect(t, p.screen, "\x1b[Jkilled: go on with --resume 1")
		if got := p.mode(t); got != before {
			t.Errorf("mode = %+v, want %+v", got, before)
		}
		gone()
		ended(t, guardian)
	}
}

// A terminal that a shell has taken over keeps the mode that the shell has set.
func TestGuardianOfATerminalThatIsAnothers(t *testing.T) {
	p, _, guardian, gone := guardedPerson(t, "hang")
	shells := p.mode(t)
	shells.Lflag |= unix.ISIG
	if err := setTermios(p.tty, &shells); err != nil {
		t.Fatal(err)
	}
	p.program.Process.Kill()
	expect(t, p.screen, DefaultResets)
	expect(t, p.screen, "\x1b[Jkilled: go on with --resume 1")
	if got := p.mode(t); got != shells {
		t.Errorf("mode = %+v, want the shell's %+v", got, shells)
	}
	gone()
	ended(t, guardian)
}

// While the terminal belongs to the shell nothing is printed there; the children still end.
func TestGuardianWhileSuspended(t *testing.T) {
	p, before, guardian, gone := guardedPerson(t, "suspended")
	p.program.Process.Kill()
	gone()
	ended(t, guardian)
	fmt.Fprintln(p.tty, "END")
	expect(t, p.screen, "END")
	if got := p.mode(t); got != before {
		t.Errorf("mode = %+v, want %+v", got, before)
	}
}

// At an ordinary end the guardian ends first, and prints nothing.
func TestGuardianAtTheEnd(t *testing.T) {
	p, before, guardian, _ := guardedPerson(t, "return")
	if err := p.program.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(guardian, 0); err != syscall.ESRCH {
		t.Errorf("the guardian is still there: %v", err)
	}
	fmt.Fprintln(p.tty, "END")
	expect(t, p.screen, DefaultResets+"END") // of Restore
	if got := p.mode(t); got != before {
		t.Errorf("mode = %+v, want %+v", got, before)
	}
}

func TestGuardianDoesNotStart(t *testing.T) {
	if g, err := StartGuardian("/no/such/program", nil, nil, nil); err == nil || g != nil {
		t.Errorf("StartGuardian = %v, %v", g, err)
	}
	var none *Guardian
	none.Say("nothing")
	none.setRaw(nil, "")
	none.Close()
}
