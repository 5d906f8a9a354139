package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"ccc/internal/file"
)

// The slash commands (Decided 2). What the person types behind them comes first, so that it reads as the person's
// message; a model cannot call them by itself. The shell's command runs while claude expands the text.
const (
	supervisorCommand = `---
description: Enable supervisor mode, which reviews each stop until the work is done
argument-hint: [task]
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode on`" + `
`
	supervisorOffCommand = `---
description: Disable supervisor mode, stops are no longer reviewed
allowed-tools: Bash(%[1]s supervisor-mode:*)
disable-model-invocation: true
---
$ARGUMENTS

!` + "`%[1]s supervisor-mode off`" + `
`
)

// commands are the files of the slash commands, and what is in them.
var commands = []struct{ name, template string }{
	{"supervisor.md", supervisorCommand},
	{"supervisoroff.md", supervisorOffCommand},
}

// written reports whether we wrote the text, for whatever program.
func written(template string, text []byte) bool {
	program := regexp.MustCompile(`(?m)^allowed-tools: Bash\((.*) supervisor-mode:\*\)$`)
	m := program.FindSubmatch(text)
	return m != nil && string(text) == fmt.Sprintf(template, m[1])
}

// aside is what a person's own file is called while ours has its place.
const aside = ".before-ccc"

// installCommands writes the slash commands. A file of the person's that has such a name is kept aside, and named in kept.
func installCommands(dir, word string) (kept []string, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text := fmt.Appendf(nil, c.template, word)
		old, err := file.Read(path)
		if err != nil {
			return kept, err
		}
		if string(old) == string(text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return kept, fmt.Errorf("create the directory of the slash commands: %w", err)
		}
		if old != nil && !written(c.template, old) {
			to := path + aside
			for n := 2; ; n++ {
				if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
					break
				}
				to = fmt.Sprintf("%s%s-%d", path, aside, n)
			}
			if err := os.Rename(path, to); err != nil {
				return kept, fmt.Errorf("keep %s aside: %w", path, err)
			}
			kept = append(kept, fmt.Sprintf("%s was your own file: it is kept as %s", path, to))
		}
		if err := file.Update(path, false, func([]byte) ([]byte, error) { return text, nil }); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// removeCommands takes our slash commands out and puts back what was kept aside.
func removeCommands(dir string) (removed []string, err error) {
	for _, c := range commands {
		path := filepath.Join(dir, "commands", c.name)
		text, err := file.Read(path)
		if err != nil {
			return removed, err
		}
		if !written(c.template, text) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return removed, fmt.Errorf("take the slash command out: %w", err)
		}
		removed = append(removed, path)
		if err := os.Rename(path+aside, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, fmt.Errorf("put your own %s back: %w", c.name, err)
		}
	}
	return removed, nil
}
