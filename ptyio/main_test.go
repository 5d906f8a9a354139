package ptyio

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// The test binary is also every child. ACT says which role it plays, see acts.
const act = "PTYIO_TEST_ACT"

func TestMain(m *testing.M) {
	if name := os.Getenv(act); name != "" {
		play, ok := acts()[name]
		if !ok {
			fmt.Println("no such act:", name)
			os.Exit(99)
		}
		play(os.Args[1:])
		os.Exit(0)
	}
	if signal.Ignored(syscall.SIGHUP) { // by nohup; the tests hang up on what they start
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(m.Run())
}

func acts() map[string]func(args []string) {
	return map[string]func([]string){
		"echo":      func([]string) { echo() },
		"lines":     func(args []string) { writeLines(args) },
		"complain":  func(args []string) { complain(number(args[0])) },
		"exit":      func(args []string) { os.Exit(number(args[0])) },
		"die":       func([]string) { syscall.Kill(os.Getpid(), syscall.SIGKILL); hang() },
		"hang":      func([]string) { fmt.Println("ready"); hang() },
		"stubborn":  func([]string) { signal.Ignore(syscall.SIGTERM, syscall.SIGHUP); fmt.Println("ready"); hang() },
		"flood":     func(args []string) { flood(args) },
		"size":      func([]string) { reportSizes() },
		"describe":  func([]string) { describe() },
		"read-tty":  func([]string) { readTTY() },
		"leave":     func(args []string) { leave(args) },
		"left":      func(args []string) { left(args) },
		"alive":     func(args []string) { alive(args[0]); hang() },
		"scarce":    func([]string) { scarce() },
		"intrude":   func([]string) { intrude() },
		"supervise": func(args []string) { supervise(args) },
		"terminal":  func(args []string) { useTerminal(args[0]) },
		"guarded":   func(args []string) { guarded(args[0], args[1]) },
		"guardian":  func([]string) { Guard(os.Stdin, os.Stdout, os.NewFile(GuardPipe, "pipe")) },
	}
}

// intrude does what a tool of claude's can try: write to the streams of the process that started it, by their paths.
func intrude() {
	for fd := range 3 {
		f, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd), os.O_WRONLY, 0)
		if err == nil {
			f.WriteString("forged\n")
			f.Close()
		}
		fmt.Println(fd, err == nil)
	}
	n, err := os.Stdout.Read(make([]byte, 1)) // nobody can speak to it there
	fmt.Println(n, err)
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		fmt.Println(err)
		os.Exit(98)
	}
	return n
}

// hang ends after a long time, in case a test loses it.
func hang() { time.Sleep(10 * time.Minute) }

// echo is a well-behaved child: it answers each line and ends with its input.
func echo() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		os.Stdout.WriteString(line)
		if err != nil {
			return
		}
	}
}

// line returns the n-th line of a text that shows where bytes are lost, doubled or changed. The number is repeated
// every 64 bytes.
func line(n, size int) []byte {
	const every = 64
	p := make([]byte, size)
	pad := []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-*/=.,:;!?()")
	for i := 0; i < size; i += every {
		copy(p[i:], pad)
		copy(p[i:], strconv.Itoa(n)+"."+strconv.Itoa(i)+" ")
	}
	p[size-1] = '\n'
	return p
}

// writeLines writes count lines of size bytes and exits.
func writeLines(args []string) {
	for n := range number(args[0]) {
		os.Stdout.Write(line(n, number(args[1])))
	}
}

// complain writes count lines to stderr, and one to stdout before and after them.
func complain(count int) {
	fmt.Println("begin")
	for n := range count {
		fmt.Fprintf(os.Stderr, "complaint %d\n", n)
	}
	fmt.Println("end")
}

// flood writes that many MB in pieces of 64 kB; without an argument it never ends.
func flood(args []string) {
	p := line(0, 64<<10)
	if len(args) == 0 {
		signal.Ignore(syscall.SIGHUP)
		for {
			if _, err := os.Stdout.Write(p); err != nil {
				hang()
			}
		}
	}
	for range number(args[0]) << 20 / len(p) {
		os.Stdout.Write(p)
	}
}

func reportSizes() {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	for {
		w, h, err := term.GetSize(1)
		fmt.Println(w, h, err)
		<-changed
	}
}

func describe() {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	fmt.Println("terminals:", term.IsTerminal(0), term.IsTerminal(1), term.IsTerminal(2), err == nil)
	tty.Close()
	if t, err := termios(os.Stdout); err == nil {
		fmt.Println("cooked:", t.Lflag&(unix.ECHO|unix.ICANON|unix.ISIG) != 0, t.Oflag&unix.OPOST != 0)
	}
	sid, _ := unix.Getsid(0)
	fmt.Println("session:", sid == os.Getpid(), unix.Getpgrp() == os.Getpid())
	dir, _ := os.Getwd()
	fmt.Println("dir:", dir)
	for _, entry := range os.Environ() {
		if strings.HasPrefix(entry, markName+"=") {
			fmt.Println(entry)
		}
	}
}

// readTTY reads a line from the controlling terminal, not from stdin.
func readTTY() {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	fmt.Println("ready", err)
	got, err := bufio.NewReaderSize(tty, 10_000).ReadString('\n')
	fmt.Println(len(got), err)
}

// leave starts a process that outlives us. Its args are:
//
//	group|session               where the process lives; in the group it is without the mark
//	tty|null                    whether it holds the terminal
//	polite|stubborn|chat|flood  what it does
//	FIFO                        that it holds open while it lives
//	wait|hang                   what we do then: end when told, by a line or the end of stdin, or stay
func leave(args []string) {
	self, _ := os.Executable()
	cmd := exec.Command(self, args[2], args[3])
	cmd.Env = append(os.Environ(), act+"=left")
	if args[0] == "group" {
		cmd.Env = append(cmd.Env, markName+"=")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: args[0] == "session"}
	cmd.Stdin = os.Stdin
	if args[1] == "tty" {
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	}
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		os.Exit(97)
	}
	if args[4] == "hang" {
		hang()
	}
	bufio.NewReader(os.Stdin).ReadString('\n')
}

// alive opens the FIFO, which reaches its end when this process ends.
func alive(name string) *os.File {
	fifo, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		os.Exit(96)
	}
	fmt.Fprintln(fifo, os.Getpid())
	return fifo
}

// left is the process that stays. It writes to the FIFO if it was asked to end.
func left(args []string) {
	asked := make(chan os.Signal, 1)
	signal.Ignore(syscall.SIGHUP)
	signal.Notify(asked, syscall.SIGTERM)
	fifo := alive(args[1])
	switch args[0] {
	case "stubborn":
		hang()
	case "chat", "flood":
		p, pause := line(0, 64<<10), time.Duration(0)
		if args[0] == "chat" {
			p, pause = []byte("chat\n"), time.Millisecond
		}
		go func() {
			for {
				if _, err := os.Stdout.Write(p); err != nil {
					return // hung up
				}
				time.Sleep(pause)
			}
		}()
	}
	go func() { hang(); os.Exit(1) }() // not for ever, if the test fails
	<-asked
	fmt.Fprintln(fifo, "asked to go")
	os.Exit(0)
}

// supervise is a ccc with one child, which is killed before it can end the child. Its args: "pty", "pty under nohup" or
// "pipes", and FIFO.
func supervise(args []string) {
	if args[0] == "pty under nohup" {
		signal.Ignore(syscall.SIGHUP)
	}
	c, err := Start(command("alive", args[1]).on(args[0] == "pipes"))
	if err == nil {
		<-c.Exited()
	}
	hang()
}

// scarce starts children of all kinds, and checks that this leaks no descriptors. Then it starts them with no
// descriptors left.
func scarce() {
	debug.SetGCPercent(-1)                  // which would close what we forget
	if r, w, err := os.Pipe(); err == nil { // the runtime opens its own with the first
		r.Close()
		w.Close()
	}
	before := descriptors()
	for _, pipes := range []bool{false, true} {
		for range 3 {
			c, err := Start(command("echo").on(pipes))
			if err != nil {
				fmt.Println(err)
				return
			}
			c.End()
			Start(Command{Path: "/no/such/claude", Pipes: pipes})
		}
	}
	for descriptors() > before { // live may have some to close yet
		time.Sleep(time.Millisecond)
	}
	var limit syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: limit.Max}) // what is open stays open
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)                            // -cover writes files at the end
	for _, pipes := range []bool{false, true} {
		_, err := Start(command("echo").on(pipes))
		fmt.Println(errors.Is(err, ErrNoPTY), errors.Is(err, syscall.EMFILE))
	}
}

func descriptors() int {
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		panic(err)
	}
	return len(open)
}
