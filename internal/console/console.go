// Package console is one run of a command as the user experiences it: the environment, the standard streams, the
// messages and questions there, their language, and the error that ends the run.
package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// Console is the environment and the standard streams of one run.
type Console struct {
	Env       []string
	In, Out   *os.File  // data
	Terminal  *os.File  // standard error, for what moves the cursor
	Text, Err io.Writer // standard output and standard error, for texts that the user reads
	// Load reads the ccc.json of a directory with a function that reads files, and checks it.
	Load func(dir string, read func(path string) ([]byte, error)) (provider.File, error)

	language *lang.Language // nil until ccc.json has been read
}

// New returns the console of a run with these streams.
func New(env []string, stdin, stdout, stderr *os.File) Console {
	return Console{
		Env: env, In: stdin, Out: stdout, Terminal: stderr, Text: Readable{W: stdout},
		Err: Readable{stderr, Columns(stderr)},
	}
}

// Readable is a stream for the user's eyes. It drops control sequences, so that a path, a name or another program's
// error cannot move the cursor, set the title or write to the clipboard. Each Write must end at the end of a character.
type Readable struct {
	W     io.Writer
	Width func() int // columns at which lines are wrapped between words; nil: not wrapped
}

func (r Readable) Write(p []byte) (int, error) {
	text := text.Safe(string(p))
	if r.Width != nil {
		wrapped := layout.WrapRows(text, r.Width())
		// a question: the answer is typed after it
		if strings.HasSuffix(text, " ") && !strings.HasSuffix(wrapped, " ") {
			wrapped += " "
		}
		text = wrapped
	}
	_, err := io.WriteString(r.W, text)
	return len(p), err
}

// AtTerminal reports whether standard input and output are a terminal.
func (c *Console) AtTerminal() bool {
	return term.IsTerminal(int(c.In.Fd())) && term.IsTerminal(int(c.Out.Fd()))
}

// CanAsk reports whether the user is at a terminal and can answer a question.
func (c *Console) CanAsk() bool {
	return term.IsTerminal(int(c.In.Fd())) && term.IsTerminal(int(c.Terminal.Fd()))
}

// Columns returns a function that measures the width of the terminal f; nil if f is not a terminal.
func Columns(f *os.File) func() int {
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

// Wrapped is Text for sentences: at a terminal it wraps them between words.
func (c *Console) Wrapped() io.Writer {
	if c.Out == nil {
		return c.Text
	}
	return Readable{c.Text, Columns(c.Out)}
}

// Say prints a line to standard error. It indents further lines of the text, so that a path with a newline in it
// cannot imitate a message of ccc.
func (c *Console) Say(text string) {
	fmt.Fprintln(c.Err, strings.ReplaceAll(text, "\n", "\n  "))
}

// SayUnwrapped is Say without wrapping at the terminal's width, so that a command in the text can be copied.
func (c *Console) SayUnwrapped(text string) {
	fmt.Fprintln(Readable{W: c.Terminal}, strings.ReplaceAll(text, "\n", "\n  "))
}

// Notef prints a message in the user's language, after "ccc: ", on standard error.
func (c *Console) Notef(format string, args ...any) {
	c.Say("ccc: " + c.Language().Sprintf(format, args...))
}

// Printf prints to standard output, in the user's language.
func (c *Console) Printf(format string, args ...any) error {
	_, err := io.WriteString(c.Wrapped(), c.Language().Sprintf(format, args...))
	return err
}

// Tell prints each message as a line on standard output, in the language that f and the environment select.
func (c *Console) Tell(f provider.File, messages ...lang.Message) error {
	for _, m := range messages {
		if _, err := fmt.Fprintln(c.Wrapped(), c.LanguageIn(f).Text(m)); err != nil {
			return err
		}
	}
	return nil
}

// Quote marks a text that the user is to judge, see [layout.Quote].
func (c *Console) Quote(said string) string {
	return layout.Quote(said, Columns(c.Terminal), c.Language())
}

// JSON prints a value as JSON on one line of standard output.
func (c *Console) JSON(v any) error { return WriteJSON(c.Out, v) }

// WriteJSON writes a value as JSON on one line. Control characters of a terminal are escaped.
func WriteJSON(w io.Writer, v any) error {
	var object bytes.Buffer
	if err := text.EncodeJSON(&object, v); err != nil {
		return err
	}
	_, err := w.Write(text.SafeJSON(object.Bytes()))
	return err
}

// Lookup is os.LookupEnv on the environment of this run.
func (c *Console) Lookup(name string) (value string, ok bool) { return process.Env(c.Env).Lookup(name) }

// Getenv is os.Getenv on the environment of this run.
func (c *Console) Getenv(name string) string { return process.Env(c.Env).Get(name) }

// Directories returns the working directory, and the directories that the environment names.
func (c *Console) Directories() (d state.Directories, err error) {
	work, err := os.Getwd()
	if err != nil {
		return d, lang.Errorf("find the working directory: %w", err)
	}
	return state.FindDirectories(work, c.Getenv)
}

// LanguageIn returns the user's language, according to the environment and the ccc.json f. If f has no path, it was
// not read, and the answer is not stored.
func (c *Console) LanguageIn(f provider.File) lang.Language {
	language := lang.Of(c.Getenv, f.Language)
	if f.Path != "" {
		c.language = &language
	}
	return language
}

// Language returns the user's language. If ccc.json was not read yet, it reads that.
func (c *Console) Language() lang.Language {
	if c.language != nil {
		return *c.language
	}
	var f provider.File
	if dirs, err := c.Directories(); err == nil {
		f, _ = provider.Load(dirs.Config) // a broken file names no language
	}
	language := c.LanguageIn(f)
	c.language = &language
	return language
}

// LoadConfig finds the directories, and loads the ccc.json in them.
func (c *Console) LoadConfig() (dirs state.Directories, f provider.File, err error) {
	if dirs, err = c.Directories(); err == nil {
		f, err = c.Load(dirs.Config, file.ReadJSON)
	}
	return dirs, f, err
}

// Notice tells the user that an unreadable state file was replaced by a new one. It returns any other error.
func (c *Console) Notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		c.Notef("%v", corrupt)
		return nil
	}
	return err
}
