package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// The slash commands. What the person types behind them comes first, so that it reads as the person's message; a model
// cannot call them by itself. The shell's command runs while claude expands the text, if it is on a line of its own and
// allowed by allowed-tools.
const (
	supervisorCommand = `---
description: Enable supervisor mode
argument-hint: [task]
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode on`" + `
`
	supervisorOffCommand = `---
description: Disable supervisor mode
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode off`" + `
`
)

// commands are the files of the slash commands, what is in them, and what earlier versions of ccc said more in their
// description.
var commands = []struct{ name, template, earlier string }{
	{"supervisor.md", supervisorCommand, ", which reviews each stop until the work is done"},
	{"supervisoroff.md", supervisorOffCommand, ", stops are no longer reviewed"},
}

var (
	commandProgram = text.Pattern(`(?m)^allowed-tools: Bash\((.*) supervisor-mode:\*\)$`)
	description    = text.Pattern(`(?m)^description: .* supervisor mode`)
)

// written reports whether a ccc wrote the text, for whatever program.
func written(template, earlier string, text []byte) bool {
	m := commandProgram().FindSubmatch(text)
	if m == nil {
		return false
	}
	now := fmt.Sprintf(template, m[1])
	return string(text) == now || string(text) == description().ReplaceAllString(now, "${0}"+earlier)
}

// aside is what a person's own file is called while ours has its place.
const aside = ".before-ccc"

// installCommands writes the slash commands. A file of the person's that has such a name is kept aside, and named in
// kept.
func installCommands(dir, word string) (kept []lang.Message, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text := fmt.Appendf(nil, c.template, word)
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
		if old != nil && !written(c.template, c.earlier, old) {
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

// removeCommands takes our slash commands out and puts back what was kept aside.
func removeCommands(dir string) (removed []lang.Message, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text, err := file.Read(path, file.MaxText)
		if err != nil {
			return removed, err
		}
		if !written(c.template, c.earlier, text) {
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
