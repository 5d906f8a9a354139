package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// errNoAnswer says that the input ended before the answer.
var errNoAnswer = lang.Errorf("there is no answer: the input has ended")

// ask reads a line of the person's.
func (p *program) ask(question string) (string, error) {
	fmt.Fprint(p.stderr, question)
	line, ok := readLine(p.stdin)
	if !ok {
		fmt.Fprintln(p.stderr)
		return "", errNoAnswer
	}
	return strings.TrimSpace(line), nil
}

// askSecret is ask without echo, which is off before the question is there. A signal meanwhile ends the program when
// the terminal is as it was.
func (p *program) askSecret(question string) (string, error) {
	fd := int(p.stdin.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil { // no terminal
		return p.ask(question)
	}
	defer term.Restore(fd, before)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		line := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{p.stdin, p.terminal}, "")
		text, err := line.ReadPassword(question)
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil { // ctrl-c, or ctrl-d
			fmt.Fprint(p.terminal, "\r\n")
			return "", exitStatus(130)
		}
		return strings.TrimSpace(a.text), nil
	case s := <-signals:
		return "", exitStatus(128 + int(s.(syscall.Signal)))
	}
}

// yes reports whether the answer to [Y/n] is not no.
func yes(answer string) bool {
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "" || answer == "y" || answer == "yes"
}

// confirm asks the person at the terminal; otherwise is what an empty line says. The end of the input is no.
func (p *program) confirm(question lang.Message, otherwise bool) bool {
	ptyio.Discard(p.stdin) // what was typed before the question is no answer to it
	fmt.Fprint(p.stderr, p.language().Text(question))
	answer, ok := readLine(p.stdin)
	if strings.TrimSpace(answer) == "" {
		return ok && otherwise
	}
	return yes(answer)
}

// readLine reads one line, byte by byte: what is typed behind it is not ours. ok is false if there is nothing to read.
func readLine(f *os.File) (line string, ok bool) {
	var b [1]byte
	for {
		if n, err := f.Read(b[:]); n == 0 || err != nil {
			return line, line != ""
		}
		if b[0] == '\n' {
			return line, true
		}
		line += string(b[:])
	}
}
