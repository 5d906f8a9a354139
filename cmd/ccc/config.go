package main

import (
	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
)

// loadWith loads the ccc.json in a directory, with a function that reads files.
func loadWith(dir string, read func(path string) ([]byte, error)) (provider.File, error) {
	f, err := provider.LoadWith(dir, read)
	if err != nil {
		return f, err
	}
	return f, checkFile(f)
}

// checkFile refuses a provider with the name of a command, because nobody could launch it, and tools that reviewers
// may not use.
func checkFile(f provider.File) error {
	for _, provider := range f.Providers {
		if isCommand(provider.Name) {
			return lang.WithHint(lang.Errorf("read %s: %w", f.Path, checkReserved(provider.Name)),
				lang.M("ccc provider rename %s NEW gives it another name", provider.Name))
		}
	}
	if err := review.CheckTools(f.Supervisor.AllowedTools); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	return nil
}

// checkNewName returns an error if a new provider cannot have the name.
func checkNewName(name string) error {
	if err := provider.CheckNotKey(name); err != nil {
		return err
	}
	if err := provider.CheckName(name); err != nil {
		return err
	}
	return checkReserved(name)
}

// checkReserved returns an error if the name is a command of ccc or of claude, because ccc NAME would then be
// ambiguous.
func checkReserved(name string) error {
	if isCommand(name) {
		return lang.Errorf("a provider cannot be called %q: that is one of ccc's commands: %s", name,
			lang.List(commandNames()...))
	}
	if claude.IsSubcommand(name) {
		return lang.Errorf("a provider cannot be called %q: that is one of claude's commands: %s", name,
			lang.List(claude.Reserved()...))
	}
	return nil
}
