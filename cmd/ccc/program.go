package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/plan"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/terminal"
)

// program is what a run of ccc has from outside.
type program struct {
	env           []string
	stdin, stdout *os.File       // data
	terminal      *os.File       // standard error, for what moves the cursor
	text, stderr  io.Writer      // standard output and standard error, for what a person reads
	userLanguage  *lang.Language // the person's
	completing    *candidates    // what completion reads, once; nil before
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
func (p *program) atTerminal() bool {
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

// sayUnwrapped is say for what may hold a command: its lines are not broken, so that they can be copied.
func (p *program) sayUnwrapped(text string) {
	fmt.Fprintln(readable{w: p.terminal}, strings.ReplaceAll(text, "\n", "\n  "))
}

// lookup is os.LookupEnv on the program's environment.
func (p *program) lookup(name string) (value string, ok bool) { return process.Env(p.env).Lookup(name) }

func (p *program) getenv(name string) string { return process.Env(p.env).Get(name) }

// errorf tells the person something, in her language.
func (p *program) errorf(format string, args ...any) {
	p.say("ccc: " + p.language().Sprintf(format, args...))
}

// printf is fmt.Fprintf to standard output, in the person's language.
func (p *program) printf(format string, args ...any) error {
	_, err := io.WriteString(p.text, p.language().Sprintf(format, args...))
	return err
}

// language is the person's, which ccc.json may name.
func (p *program) languageIn(f provider.File) lang.Language {
	language := lang.Of(p.getenv, f.Language)
	if f.Path != "" {
		p.userLanguage = &language
	}
	return language
}

// spoken is the person's language where ccc.json has perhaps not been read yet.
func (p *program) language() lang.Language {
	if p.userLanguage != nil {
		return *p.userLanguage
	}
	var f provider.File
	if dirs, err := p.directories(); err == nil {
		f, _ = provider.Load(dirs.Config) // one that is broken names none
	}
	language := p.languageIn(f)
	p.userLanguage = &language
	return language
}
