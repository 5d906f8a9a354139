package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/state"
	"ccc/prompt"
)

// directories are those that the environment names.
type directories struct {
	work   string // the project's
	claude string // claude's configuration
	config string // where ccc.json is
	state  state.Dir
}

func (p *program) directories() (d directories, err error) {
	if d.work, err = os.Getwd(); err != nil {
		return d, fmt.Errorf("find the working directory: %w", err)
	}
	d.claude = p.getenv("CLAUDE_CONFIG_DIR")
	if d.claude == "" {
		home := p.getenv("HOME")
		if home == "" {
			return d, hinted{errors.New("HOME is not set"), "set HOME or CLAUDE_CONFIG_DIR"}
		}
		d.claude = filepath.Join(home, ".claude")
	}
	d.config = d.claude
	if dir := p.getenv("CCC_CONFIG_DIR"); dir != "" {
		d.config = dir
	}
	d.state = state.Find(p.getenv("CCC_WORK_DIR"), d.claude)
	return d, nil
}

// setup is what every launch of claude needs.
type setup struct {
	directories
	file     config.File
	provider *config.Provider
	claude   claude.Binary
	args     claude.Args
	settings config.Launch
}

func (p *program) setup(c commandLine) (s setup, err error) {
	if s.directories, err = p.directories(); err != nil {
		return s, err
	}
	if s.file, err = config.Load(s.config); err != nil {
		return s, err
	}
	var args []string
	if s.provider, args, err = c.split(s.file); err != nil {
		return s, err
	}
	if s.args, err = claude.ParseArgs(args); err != nil {
		return s, usageError{err}
	}
	if s.claude, err = p.findClaude(); err != nil {
		return s, err
	}
	s.settings, err = s.file.Prepare(s.directories.claude, s.provider, s.args.Settings, p.lookup)
	return s, err
}

// findClaude is the one that CCC_CLAUDE names, else the one on PATH; for ccc demo, ccc itself as a player.
func (p *program) findClaude() (claude.Binary, error) {
	if p.getenv(demoEnv) != "" {
		self, err := os.Executable()
		return claude.Binary{Path: self, Args: []string{"play"}}, err
	}
	return claude.Find(p.getenv("CCC_CLAUDE"))
}

// launch becomes claude.
func (p *program) launch(c commandLine) error {
	s, err := p.setup(c)
	if err != nil {
		return err
	}
	return p.become(s, s.args.Through(s.settings.Agent))
}

// become replaces this process by claude; it returns only if that fails.
func (p *program) become(s setup, args []string) error {
	argv := append(append([]string{s.claude.Path}, s.claude.Args...), args...)
	return fmt.Errorf("start %s: %w", s.claude.Path, syscall.Exec(s.claude.Path, argv, claude.Env(p.env)))
}

// init writes the built-in rubric.
func (p *program) init(args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("init takes no arguments, not %q", strings.Join(args, " "))}
	}
	path, err := prompt.Create(".")
	if errors.Is(err, fs.ErrExist) {
		return hinted{fmt.Errorf("%s is there already, and stays as it is", path), "edit it, or move it away first"}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s written: the reviewer judges by it; change it to your needs\n", path)
	return err
}
