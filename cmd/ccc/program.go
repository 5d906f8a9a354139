package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/plan"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/text"
)

// program is one run of ccc: its environment and its standard streams.
type program struct {
	env           []string
	stdin, stdout *os.File       // data
	terminal      *os.File       // standard error, for what moves the cursor
	text, stderr  io.Writer      // standard output and standard error, for texts that the user reads
	userLanguage  *lang.Language // nil until ccc.json has been read
	completing    *candidates    // nil until completion has read the files
	link          *plan.Link     // to the ccc run that this launch is a task of; nil for none
}

// readable is a stream for the user's eyes. It drops control sequences, so that a path, a name or another program's
// error cannot move the cursor, set the title or write to the clipboard. Each Write must end at the end of a character.
type readable struct {
	w     io.Writer
	width func() int // columns at which lines are wrapped between words; nil: not wrapped
}

func (r readable) Write(p []byte) (int, error) {
	text := text.Safe(string(p))
	if r.width != nil {
		wrapped := layout.Wrap(text, r.width())
		if strings.HasSuffix(text, " ") && !strings.HasSuffix(wrapped, " ") { // a question: the answer is typed after it
			wrapped += " "
		}
		text = wrapped
	}
	_, err := io.WriteString(r.w, text)
	return len(p), err
}

// atTerminal reports whether standard input and output are a terminal.
func (p *program) atTerminal() bool {
	return term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(p.stdout.Fd()))
}

// columns returns a function that measures the width of the terminal f; nil if f is not a terminal.
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

// say prints a line to standard error. Further lines of the text are indented, so that a path with a newline in it
// cannot pass for a message of ccc's.
func (p *program) say(text string) {
	fmt.Fprintln(p.stderr, strings.ReplaceAll(text, "\n", "\n  "))
}

// sayUnwrapped is say without wrapping at the terminal's width, so that a command in the text can be copied.
func (p *program) sayUnwrapped(text string) {
	fmt.Fprintln(readable{w: p.terminal}, strings.ReplaceAll(text, "\n", "\n  "))
}

// lookup is os.LookupEnv on the program's environment.
func (p *program) lookup(name string) (value string, ok bool) { return process.Env(p.env).Lookup(name) }

func (p *program) getenv(name string) string { return process.Env(p.env).Get(name) }

// errorf says something in the user's language, after "ccc: ".
func (p *program) errorf(format string, args ...any) {
	p.say("ccc: " + p.language().Sprintf(format, args...))
}

// printf prints to standard output, in the user's language.
func (p *program) printf(format string, args ...any) error {
	_, err := io.WriteString(p.text, p.language().Sprintf(format, args...))
	return err
}

// languageIn is the user's language, by the environment and the ccc.json f. Without a path f has not been read, and the
// answer is not kept.
func (p *program) languageIn(f provider.File) lang.Language {
	language := lang.Of(p.getenv, f.Language)
	if f.Path != "" {
		p.userLanguage = &language
	}
	return language
}

// language is the user's language. It reads ccc.json, unless that has been read already.
func (p *program) language() lang.Language {
	if p.userLanguage != nil {
		return *p.userLanguage
	}
	var f provider.File
	if dirs, err := p.directories(); err == nil {
		f, _ = provider.Load(dirs.Config) // a broken one names no language
	}
	language := p.languageIn(f)
	p.userLanguage = &language
	return language
}
