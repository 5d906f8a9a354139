package ptyio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// useTerminal is a ccc in front of a user, which ends as the test says.
func useTerminal(how string) {
	t, err := OpenTerminal(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Println(err)
		os.Exit(95)
	}
	defer t.Close()
	defer t.Guard()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP)
	if err := t.Raw(); err != nil {
		fmt.Println(err)
		os.Exit(94)
	}
	keys := Pump(os.Stdin)
	fmt.Print("raw\n")
	for {
		select {
		case <-signals:
			t.Restore()
			os.Exit(1)
		case <-t.Resized():
			fmt.Println("size", t.Size())
		case key := <-keys:
			if string(key) == "\x03" && how == "ctrl-c" {
				return
			}
			if string(key) == "r" {
				t.Restore()
				t.Raw()
				fmt.Println("raw")
				continue
			}
			leaveTerminal(t, how)
			return
		}
	}
}

func leaveTerminal(t *Terminal, how string) {
	switch how {
	case "error":
		t.Restore()
		fmt.Fprintln(os.Stderr, "ccc: error: …")
		os.Exit(1)
	case "panic":
		panic("in main")
	case "panic elsewhere":
		go func() {
			defer t.Guard()
			panic("elsewhere")
		}()
		hang()
	}
}

// person is the terminal that a useTerminal uses.
type person struct {
	screen  *bufio.Reader
	master  *os.File
	tty     *os.File
	program *exec.Cmd
}

func sitDown(t *testing.T, how string) *person {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	cmd := command("terminal", how)
	p := &person{bufio.NewReader(master), master, tty, exec.Command(cmd.Path, cmd.Args...)}
	p.program.Env = append(cmd.Env, "GOTRACEBACK=single")
	p.program.Stdin, p.program.Stdout, p.program.Stderr = tty, tty, tty
	p.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	t.Cleanup(func() {
		p.program.Process.Kill()
		p.program.Wait()
		tty.Close()
		master.Close()
	})
	return p
}

func (p *person) mode(t *testing.T) unix.Termios {
	t.Helper()
	state, err := termios(p.tty)
	if err != nil {
		t.Fatal(err)
	}
	return *state
}

func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	tests := []struct {
		how  string
		do   func(p *person)
		code int
		says string
	}{
		{"return", func(p *person) { p.master.WriteString("x") }, 0, ""},
		{"ctrl-c", func(p *person) { p.master.WriteString("\x03") }, 0, ""},
		{"error", func(p *person) { p.master.WriteString("x") }, 1, "ccc: error: …\r\n"},
		{"panic", func(p *person) { p.master.WriteString("x") }, 2, "panic: in main"},
		{"panic elsewhere", func(p *person) { p.master.WriteString("x") }, 2, "panic: elsewhere"},
		{"SIGTERM", func(p *person) { p.program.Process.Signal(syscall.SIGTERM) }, 1, ""},
		{"SIGHUP", func(p *person) { p.program.Process.Signal(syscall.SIGHUP) }, 1, ""},
	}
	for _, test := range tests {
		t.Run(test.how, func(t *testing.T) {
			t.Parallel()
			p := sitDown(t, test.how)
			before := p.mode(t)
			if err := p.program.Start(); err != nil {
				t.Fatal(err)
			}
			expect(t, p.screen, "raw")
			raw := p.mode(t)
			if raw.Lflag&(unix.ECHO|unix.ICANON|unix.ISIG) != 0 || raw.Iflag&(unix.IXON|unix.ICRNL) != 0 {
				t.Error("not raw")
			}
			if raw.Oflag != before.Oflag {
				t.Error("output is processed differently")
			}
			test.do(p)
			var shown string
			watch(t, "exit", func() {
				p.program.Wait()
				io.WriteString(p.tty, "\nEND\n")
				for !strings.HasSuffix(shown, "\nEND\r\n") {
					s, err := p.screen.ReadString('\n')
					if shown += s; err != nil {
						return
					}
				}
			})
			if got := p.program.ProcessState.ExitCode(); got != test.code {
				t.Errorf("exit code = %d, want %d", got, test.code)
			}
			if got := p.mode(t); got != before {
				t.Errorf("mode = %+v, want %+v", got, before)
			}
			if after, ok := strings.CutPrefix(shown, DefaultResets); !ok || !strings.HasPrefix(after, test.says) {
				t.Errorf("shown: %q", shown)
			}
		})
	}
}

func TestTerminalAgainRaw(t *testing.T) {
	t.Parallel()
	p := sitDown(t, "return")
	if err := p.program.Start(); err != nil {
		t.Fatal(err)
	}
	expect(t, p.screen, "raw")
	p.master.WriteString("r")
	expect(t, p.screen, DefaultResets+"raw")
	if raw := p.mode(t); raw.Lflag&unix.ICANON != 0 {
		t.Error("not raw")
	}
}

func TestTerminalSize(t *testing.T) {
	t.Parallel()
	p := sitDown(t, "return")
	if err := p.program.Start(); err != nil {
		t.Fatal(err)
	}
	expect(t, p.screen, "raw")
	for _, s := range []Size{{90, 20}, {0, 0}, {91, 21}} {
		pty.Setsize(p.master, &pty.Winsize{Cols: uint16(s.Cols), Rows: uint16(s.Rows)})
		expect(t, p.screen, fmt.Sprint("size ", s.orDefault()))
	}
}

func TestOpenTerminalRefuses(t *testing.T) {
	t.Parallel()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, files := range [][2]*os.File{{null, tty}, {tty, null}} {
		_, err := OpenTerminal(files[0], files[1])
		if !errors.Is(err, ErrNotTerminal) || err.Error() != "/dev/null: not a terminal" {
			t.Errorf("err = %v", err)
		}
	}
}

// A terminal that has gone away is reported, and nothing waits for it at Close.
func TestTerminalGone(t *testing.T) {
	t.Parallel()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	term, err := OpenTerminal(tty, tty)
	if err != nil {
		t.Fatal(err)
	}
	if err := term.Raw(); err != nil {
		t.Fatal(err)
	}
	master.Close()
	watch(t, "the hang-up", func() { // a process just being forked may hold the master for a moment
		for err == nil {
			_, err = termios(tty)
		}
	})
	if err := term.Restore(); err == nil || !strings.HasPrefix(err.Error(), "restore terminal: ") {
		t.Errorf("Restore = %v", err)
	}
	if err := term.Raw(); err == nil || !strings.HasPrefix(err.Error(), "make terminal raw: ") {
		t.Errorf("Raw = %v", err)
	}
	term.Close()
	term.Close()
}

func TestPump(t *testing.T) {
	t.Parallel()
	chunks := Pump(iotest.OneByteReader(strings.NewReader("abc")))
	var kept [][]byte
	for chunk := range chunks {
		kept = append(kept, chunk)
	}
	if got := fmt.Sprintf("%s", kept); got != "[a b c]" {
		t.Errorf("chunks = %s", got)
	}
	for chunk := range Pump(iotest.ErrReader(io.ErrUnexpectedEOF)) {
		t.Errorf("chunk %q", chunk)
	}
}
