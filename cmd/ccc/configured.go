package main

import (
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
)

// load reads ccc.json. A provider that nobody could name is an error.
func (p *program) load(dirs directories) (provider.File, error) {
	f, err := provider.Load(dirs.Config)
	if err != nil {
		return f, err
	}
	return f, checkFile(f)
}

// configured are the directories, and the ccc.json in them.
func (p *program) configured() (dirs directories, f provider.File, err error) {
	if dirs, err = p.directories(); err == nil {
		f, err = p.load(dirs)
	}
	return dirs, f, err
}

// checkFile refuses a ccc.json that could not be used, though it can be read.
func checkFile(f provider.File) error {
	for _, provider := range f.Providers {
		if isCommand(provider.Name) {
			return hinted{lang.Errorf("read %s: %w", f.Path, reserved(provider.Name)),
				lang.M("ccc provider rename %s NEW gives it another name", provider.Name)}
		}
	}
	if err := review.CheckTools(f.Supervisor.AllowedTools); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	return nil
}

// nameable refuses a name that no new provider can have.
func nameable(name string) error {
	if err := provider.CheckName(name); err != nil {
		return err
	}
	return reserved(name)
}

// reserved refuses the name of a command for a provider: ccc NAME could then mean both.
func reserved(name string) error {
	if isCommand(name) {
		return lang.Errorf("a provider cannot be called %q: that is one of ccc's commands: %s", name,
			strings.Join(commandNames(), ", "))
	}
	if claude.Command(name) {
		return lang.Errorf("a provider cannot be called %q: that is one of claude's commands: %s", name,
			strings.Join(claude.Reserved(), ", "))
	}
	return nil
}
