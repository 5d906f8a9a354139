package main

import (
	"ccc/internal/claude/settings"
	"ccc/internal/process"
	"ccc/internal/text"
)

// writePlugin runs ccc init --plugin.
func (p *program) writePlugin() error {
	dirs, f, err := p.LoadConfig()
	if err != nil {
		return err
	}
	self, err := process.InstalledPath()
	if err != nil {
		return err
	}
	if err := p.starter().HookOf(f, self).WritePlugin(dirs.Claude); err != nil {
		return err
	}
	dir := text.ShellWord(settings.PluginDir(dirs.Claude))
	before := ""
	for _, line := range settings.RemovePlugin(dirs.Claude) {
		before += "  " + line + "\n"
	}
	return p.Printf(`The plugin is in %[1]s, and calls %[2]s. To install it, or to bring in this one:

%[4]s  claude plugin marketplace add %[1]s
  claude plugin install %[3]s

A project's settings can turn plugins and hooks off without a word. In a Claude Code that you start with ccc they
cannot.
`, dir, self, settings.PluginName, before)
}
