package main

import (
	"fmt"
	"slices"

	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/settings"
	"ccc/internal/state"
	"ccc/internal/text"
	"ccc/ptyio"
)

// fromPlugin reports whether Claude Code's plugin calls, and gives the arguments without the word by which it says so.
func fromPlugin(args []string) (left []string, yes bool) {
	left = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == settings.FromPlugin })
	return left, len(left) < len(args)
}

// writePlugin is ccc init --plugin.
func (p *program) writePlugin() error {
	dirs, f, err := p.configured()
	if err != nil {
		return err
	}
	self, err := installed()
	if err != nil {
		return err
	}
	if err := p.hookOf(f, self).WritePlugin(dirs.Claude); err != nil {
		return err
	}
	dir := text.ShellWord(settings.PluginDir(dirs.Claude))
	before := ""
	for _, line := range settings.RemovePlugin(dirs.Claude) {
		before += "  " + line + "\n"
	}
	return p.printf(`The plugin is in %[1]s, and calls %[2]s. To install it, or to bring in this one:

%[4]s  claude plugin marketplace add %[1]s
  claude plugin install %[3]s

A project's settings can turn plugins and hooks off without a word. In a Claude Code that you start with ccc they
cannot.
`, dir, self, settings.PluginName, before)
}

// ownsLaunch reports whether a claude with that environment, started without ccc, has become a launch.
func ownsLaunch(claude process.Process, started program) bool {
	dirs, err := started.directories()
	if err != nil {
		return false
	}
	s, err := dirs.State.Load(state.OwnLaunch(claude))
	return err == nil && s.Owner == claude
}

// foreign reports whether the claude that calls was started in the environment of another one's launch, which runs: no
// stop of it would be reviewed.
func (p *program) foreign() bool {
	caller, ok := callingClaude()
	if !ok || !p.launched {
		return false
	}
	dirs, err := p.directories()
	if err != nil {
		return false
	}
	s, err := dirs.State.Load(p.getenv(state.LaunchEnv))
	return err == nil && s.Owner.Alive() && s.Owner != caller
}

// begin makes the claude that calls, which was started without ccc, a launch.
func (p *program) begin() error {
	caller, ok := callingClaude()
	if !ok {
		return lang.Errorf("the claude that calls cannot be found")
	}
	env, err := process.Environ(caller.Pid)
	if err != nil {
		return err
	}
	started := program{env: env}
	if ptyio.Marked(env) {
		return lang.Errorf("this claude runs in a loop of ccc's, which reviews each stop itself")
	}
	dirs, err := started.directories()
	if err != nil {
		return err
	}
	_, err = dirs.State.Change(state.OwnLaunch(caller), func(s *state.State) { s.Owner = caller })
	if err = p.notice(err); err != nil {
		return err
	}
	p.asStarted()
	return nil
}

// resumes reports whether a claude that was started without ccc has resumed a session whose stops were reviewed.
func (p *program) resumes(in hook.Input) bool {
	dirs, err := p.directories()
	return err == nil && hook.Start{State: dirs.State}.Resumes(in)
}

// plain is ccc supervisor-mode off and status in a claude that is no launch.
func (p *program) plain(verb string) error {
	if verb == "status" {
		_, err := fmt.Fprintln(p.stdout, "off")
		return err
	}
	p.say("[Supervisor Mode] " + p.spoken().Sprintf("disabled"))
	return nil
}
