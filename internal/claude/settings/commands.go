package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// FromCommand is the argument that tells ccc that one of its slash commands called it, and not a command of the agent's
// or the user's shell.
const FromCommand = "--command"

// The slash commands. The text that the user types after the command comes first, so that it reads as the user's
// message; a model cannot call them by itself. Claude runs the shell command when it expands the text, if the command
// has a line to itself and allowed-tools permits it.
const (
	supervisorCommand = `---
description: %[2]s
argument-hint: [task]
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode on " + FromCommand + "`" + `
`
	supervisorOffCommand = `---
description: %[2]s
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode off " + FromCommand + "`" + `
`
)

// slashCommand is one of ccc's slash commands.
type slashCommand struct {
	name, template string       // of its file
	about          lang.Message // shown in claude's menu
	earlier        string       // what the description had in addition in earlier versions of ccc
}

// text returns the text of the command's file. word is the program, quoted for the shell.
func (c slashCommand) text(word string, l lang.Language) string {
	return fmt.Sprintf(c.template, word, l.Text(c.about))
}

var commands = []slashCommand{
	{"supervisor.md", supervisorCommand, lang.M("Enable supervisor mode"),
		", which reviews each stop until the work is done"},
	{"supervisoroff.md", supervisorOffCommand, lang.M("Disable supervisor mode"), ", stops are no longer reviewed"},
}

var (
	commandProgram = text.LazyRegexp{Expr: `(?m)^allowed-tools: Bash\((.*) supervisor-mode:\*\)$`}
	description    = text.LazyRegexp{Expr: `(?m)^description: .* supervisor mode`}
)

// isWritten reports whether some ccc wrote the text, in whichever language, and whichever path it names as its program.
func (c slashCommand) isWritten(text []byte) bool {
	m := commandProgram.Get().FindSubmatch(text)
	if m == nil {
		return false
	}
	now := c.text(string(m[1]), lang.English)
	before := strings.Replace(now, " "+FromCommand+"`\n", "`\n", 1)
	short := description.Get().ReplaceAllString(before, "${0}"+c.earlier)
	return slices.Contains([]string{now, c.text(string(m[1]), lang.Chinese), before, short}, string(text))
}

// aside is added to the name of a user's own file while ccc's file has that name.
const aside = ".before-ccc"

// installCommands writes the slash commands. A file of the user's with such a name is renamed, and listed in kept.
func installCommands(dir, word string, l lang.Language) (kept []lang.Message, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text := []byte(c.text(word, l))
		old, err := file.Read(path, file.MaxText)
		if err != nil {
			return kept, err
		}
		if string(old) == string(text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return kept, lang.Errorf("create the directory of the slash commands: %w", err)
		}
		if old != nil && !c.isWritten(old) {
			to := path + aside
			for n := 2; ; n++ {
				if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
					break
				}
				to = fmt.Sprintf("%s%s-%d", path, aside, n)
			}
			if err := os.Rename(path, to); err != nil {
				return kept, lang.Errorf("keep %s aside: %w", path, err)
			}
			kept = append(kept, lang.M("%s was your own file: it is kept as %s", path, to))
		}
		if err := file.Update(path, file.Text, func([]byte) ([]byte, error) { return text, nil }); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// removeCommands removes ccc's slash commands, and gives the user's renamed files their names back.
func removeCommands(dir string) (removed []lang.Message, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text, err := file.Read(path, file.MaxText)
		if err != nil {
			return removed, err
		}
		if !c.isWritten(text) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return removed, lang.Errorf("take the slash command out: %w", err)
		}
		removed = append(removed, lang.Verbatim(path))
		if err := os.Rename(path+aside, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, lang.Errorf("put your own %s back: %w", c.name, err)
		}
	}
	return removed, nil
}
