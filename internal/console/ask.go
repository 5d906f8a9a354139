package console

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
	"ccc/ptyio"
)

// ErrNoAnswer is the error for an input that ends before the answer.
var ErrNoAnswer = lang.Errorf("there is no answer: the input has ended")

// Ask prints a question, and reads the line that answers it. Ctrl-c is the error [Exit].
func (c *Console) Ask(question string) (string, error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT)
	defer signal.Stop(signals)
	fmt.Fprint(c.Err, question) // whoever sees it may press ctrl-c
	type answer struct {
		line string
		ok   bool
	}
	answers := make(chan answer, 1)
	go func() {
		line, ok := readLine(c.In)
		answers <- answer{line, ok}
	}()
	select {
	case a := <-answers:
		if !a.ok {
			fmt.Fprintln(c.Err)
			return "", ErrNoAnswer
		}
		return strings.TrimSpace(a.line), nil
	case <-signals:
		fmt.Fprintln(c.Err)
		return "", Exit(130)
	}
}

// AskSecret is Ask without echo. Echo is off before the question is printed. If a signal comes, the terminal is
// restored before the program ends.
func (c *Console) AskSecret(question string) (string, error) {
	fd := int(c.In.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil { // no terminal
		return c.Ask(question)
	}
	defer term.Restore(fd, before)
	if width := Columns(c.Terminal); width != nil { // only the last line of the question is the prompt
		lines := strings.ReplaceAll(layout.WrapRows(text.Safe(question), width()-1), "\n", "\r\n")
		last := strings.LastIndexByte(lines, '\n') + 1
		fmt.Fprint(c.Terminal, lines[:last])
		question = lines[last:] + " "
	}
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
		}{c.In, c.Terminal}, "")
		secret, err := line.ReadPassword(question)
		answers <- answer{secret, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil { // ctrl-c, or ctrl-d
			fmt.Fprint(c.Terminal, "\r\n")
			return "", Exit(130)
		}
		return strings.TrimSpace(a.text), nil
	case s := <-signals:
		return "", Exit(128 + int(s.(syscall.Signal)))
	}
}

// IsYes reports whether an answer to [Y/n] means yes. An empty answer does.
func IsYes(answer string) bool {
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "" || answer == "y" || answer == "yes"
}

// Confirm asks a yes-or-no question, again after an answer that is neither. An empty line means byDefault; the end of
// the input and esc mean no.
func (c *Console) Confirm(question lang.Message, byDefault bool) bool {
	ptyio.Discard(c.In) // keys that were typed before the question do not answer it
	for {
		fmt.Fprint(c.Err, c.Language().Text(question))
		line, ok := readLine(c.In)
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case !ok, answer == escape:
			return false
		case answer == "":
			return byDefault
		case answer == "n", answer == "no", IsYes(answer):
			return IsYes(answer)
		}
	}
}

// escape is the line of a user who has pressed esc, and then enter.
const escape = "\x1b"

// readLine reads one line, byte by byte, so that the rest is left for other readers. ok is false if the input has
// ended.
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

// Choose lists rows, whose cells are separated by tabs, and asks the user for one. The answer is the row's number or,
// with names, its name or the beginning of it. An empty answer means the row otherwise; if that is -1, an empty
// answer is refused, and esc is the error [Exit]. Choose returns the index of the row.
func (c *Console) Choose(question lang.Message, rows, names []string, otherwise int) (int, error) {
	rows = slices.Clone(rows)
	for i, row := range rows {
		rows[i] = fmt.Sprintf("  %d\t%s", i+1, row)
	}
	if err := layout.Table(c.Err, rows, Columns(c.Terminal)); err != nil {
		return 0, err
	}
	ask := c.Language().Text(question) + " "
	if otherwise >= 0 {
		ask += fmt.Sprintf("[%d] ", otherwise+1)
	}
	for {
		fmt.Fprint(c.Err, ask)
		answer, ok := readLine(c.In)
		if answer = strings.TrimSpace(answer); answer == "" && ok && otherwise >= 0 {
			return otherwise, nil
		}
		switch n, err := strconv.Atoi(answer); {
		case !ok:
			return 0, ErrNoAnswer
		case answer == escape:
			return 0, Exit(130)
		case err == nil && n >= 1 && n <= len(rows):
			return n - 1, nil
		}
		switch n := indexOfName(answer, names); {
		case n >= 0:
			return n, nil
		case names != nil && len(rows) == 1:
			c.Notef("1, its name, or ctrl-c")
		case names != nil:
			c.Notef("a number from 1 to %d, a name, or ctrl-c", len(rows))
		case len(rows) == 1:
			c.Notef("1, or ctrl-c")
		default:
			c.Notef("a number from 1 to %d, or ctrl-c", len(rows))
		}
	}
}

// indexOfName returns the index of the name that a word means: the name itself, or the only one that begins with the
// word; -1 for none.
func indexOfName(word string, names []string) int {
	if i := slices.Index(names, word); i >= 0 || word == "" {
		return i
	}
	found := -1
	for i, name := range names {
		switch begins := strings.HasPrefix(name, word); {
		case begins && found >= 0:
			return -1
		case begins:
			found = i
		}
	}
	return found
}
