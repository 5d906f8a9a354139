// Command ccc supervises Claude Code: each time it stops, a second Claude forked from the same session checks the work.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"

	"ccc/internal/config"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/plan"
	"ccc/internal/process"
	"ccc/internal/sandbox"
	"ccc/internal/terminal"
	"ccc/ptyio"
)

func main() {
	os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program but for the exit: it returns the exit code. An error is shown here, once, when the terminal
// is as it was found.
func run(args, env []string, stdin, stdout, stderr *os.File) int {
	if len(args) > 0 && args[0] == sandbox.Word {
		return sandbox.Main(args[1:], env, stdout, stderr)
	}
	if len(args) == 1 && args[0] == notify.Word {
		return notify.Main(stdin, env)
	}
	if len(args) == 1 && args[0] == guardianArg {
		ptyio.Guard(stdin, stdout, os.NewFile(ptyio.GuardPipe, "guardian"))
		return 0
	}
	p := &program{
		env: env, stdin: stdin, stdout: stdout, terminal: stderr, text: readable{w: stdout},
		stderr: readable{stderr, columns(stderr)},
	}
	var err error
	switch {
	case len(args) > 3 && args[0] == companionArg:
		err = p.companion(args[1:])
	case len(args) > 2 && args[0] == plan.Word:
		if p.link, err = plan.Join(args[1]); err == nil {
			err = p.run(args[2:])
		}
	default:
		err = p.run(args)
	}
	var status exitStatus
	if err == nil || errors.As(err, &status) {
		return int(status)
	}
	p.link.Failed(err)
	language := p.spoken()
	p.say(language.Sprintf("ccc: error: %v", err))
	if hint := hintOf(err); hint != nil {
		p.sayWhole(language.Sprintf("ccc: hint: %s", language.Text(hint)))
	}
	return exitCode(err)
}

// guardianArg makes ccc the guardian of another ccc, which starts it (ptyio.Guardian).
const guardianArg = "--guardian"

// exitStatus ends the program with this code and without a message: it has been said already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exitCode is that of the first error in the chain that has one.
func exitCode(err error) int {
	var coded interface {
		error
		ExitCode() int
	}
	var child *exec.ExitError
	if errors.As(err, &coded) && !errors.As(err, &child) {
		return coded.ExitCode()
	}
	return 1
}

// usageError says what is wrong with the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }
func (e usageError) ExitCode() int { return 2 }

// Hint names the next step.
func (e usageError) Hint() lang.Message { return lang.M("see ccc --help") }

// hinted adds a next step to an error.
type hinted struct {
	error
	hint any // a lang.Message, or words that are in the person's language already
}

func (e hinted) Unwrap() error { return e.error }

func withHint(err error, hint any) error { return hinted{err, hint} }

// hintOf is the next step that the first error in the chain names, nil if there is none.
func hintOf(err error) any {
	var own hinted
	var message interface {
		error
		Hint() lang.Message
	}
	var text interface {
		error
		Hint() string
	}
	switch {
	case errors.As(err, &own):
		return own.hint
	case errors.As(err, &message):
		return message.Hint()
	case errors.As(err, &text):
		return text.Hint()
	}
	return nil
}

// program is what a run of ccc has from outside.
type program struct {
	env           []string
	stdin, stdout *os.File       // data
	terminal      *os.File       // standard error, for what moves the cursor
	text, stderr  io.Writer      // standard output and standard error, for what a person reads
	known         *lang.Language // the person's
	launched      bool           // by the claude of a launch, see asStarted
	byCCC         bool           // by a claude that ccc has started
	link          *plan.Link     // with the run that this is a task of; nil for none
}

// readable is a stream that a person reads: nothing in it moves a cursor, sets a title or reaches a clipboard,
// whatever a path, a name or another program's error holds. A Write holds whole characters.
type readable struct {
	w     io.Writer
	width func() int // where lines are to be broken between words: columns; nil for nowhere
}

func (r readable) Write(p []byte) (int, error) {
	text := terminal.Safe(string(p))
	if r.width != nil {
		wrapped := terminal.Wrap(text, r.width())
		if strings.HasSuffix(text, " ") && !strings.HasSuffix(wrapped, " ") { // the answer is typed behind it
			wrapped += " "
		}
		text = wrapped
	}
	_, err := io.WriteString(r.w, text)
	return len(p), err
}

// before reports whether a person sits before ccc.
func (p *program) before() bool {
	return term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(p.stdout.Fd()))
}

// columns gives the width of a terminal; nil for what is none.
func columns(f *os.File) func() int {
	if !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return func() int {
		if cols, _, err := term.GetSize(int(f.Fd())); err == nil && cols > 0 {
			return cols
		}
		return 80
	}
}

// say tells the person something. Its second line and the others are indented: no path with a newline in it can pass
// for a word of ccc's.
func (p *program) say(text string) {
	fmt.Fprintln(p.stderr, strings.ReplaceAll(text, "\n", "\n  "))
}

// sayWhole is say for what may hold a command: its lines are not broken, so that they can be copied.
func (p *program) sayWhole(text string) {
	fmt.Fprintln(readable{w: p.terminal}, strings.ReplaceAll(text, "\n", "\n  "))
}

func (p *program) run(args []string) error {
	c, err := parse(args)
	if err != nil {
		return usageError{err}
	}
	switch {
	case c.help:
		return p.help()
	case c.version:
		return p.showVersion(nil)
	case c.supervisor:
		return p.supervise(c)
	}
	if sub := c.own(); sub != nil {
		return sub.call(p, sub.name, c.rest[1:])
	}
	return p.launch(c)
}

// lookup is os.LookupEnv on the program's environment.
func (p *program) lookup(name string) (value string, ok bool) { return process.Env(p.env).Lookup(name) }

func (p *program) getenv(name string) string { return process.Env(p.env).Get(name) }

// errorf tells the person something, in her language.
func (p *program) errorf(format string, args ...any) {
	p.say("ccc: " + p.spoken().Sprintf(format, args...))
}

// printf is fmt.Fprintf to standard output, in the person's language.
func (p *program) printf(format string, args ...any) error {
	_, err := io.WriteString(p.text, p.spoken().Sprintf(format, args...))
	return err
}

// language is the person's, which ccc.json may name.
func (p *program) language(f config.File) lang.Language {
	language := lang.Of(p.getenv, f.Language)
	if f.Path != "" {
		p.known = &language
	}
	return language
}

// spoken is the person's language where ccc.json has perhaps not been read yet.
func (p *program) spoken() lang.Language {
	if p.known != nil {
		return *p.known
	}
	var f config.File
	if dirs, err := p.directories(); err == nil {
		f, _ = config.Load(dirs.Config) // one that is broken names none
	}
	language := p.language(f)
	p.known = &language
	return language
}
