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

// errNoAnswer is the error for an input that ends before the answer.
var errNoAnswer = lang.Errorf("there is no answer: the input has ended")

// ask prints a question, and reads the line that answers it.
func (p *program) ask(question string) (string, error) {
	fmt.Fprint(p.stderr, question)
	line, ok := readLine(p.stdin)
	if !ok {
		fmt.Fprintln(p.stderr)
		return "", errNoAnswer
	}
	return strings.TrimSpace(line), nil
}

// askSecret is ask without echo. Echo is off before the question is printed. If a signal comes, the terminal is
// restored before the program ends.
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

// yes reports whether an answer to [Y/n] is a yes, as an empty one is.
func yes(answer string) bool {
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "" || answer == "y" || answer == "yes"
}

// confirm asks a yes-or-no question. An empty line means byDefault; the end of the input means no.
func (p *program) confirm(question lang.Message, byDefault bool) bool {
	ptyio.Discard(p.stdin) // what was typed before the question does not answer it
	fmt.Fprint(p.stderr, p.language().Text(question))
	answer, ok := readLine(p.stdin)
	if strings.TrimSpace(answer) == "" {
		return ok && byDefault
	}
	return yes(answer)
}

// readLine reads one line, byte by byte, so that what follows is left for others. ok is false if the input has ended.
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
