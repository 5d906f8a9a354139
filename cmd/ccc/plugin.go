package main

import (
	"fmt"
	"slices"
	"strings"

	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/state"
	"ccc/ptyio"
)

// pluginEnv is set where Claude Code's plugin calls (plugin/ccc).
const pluginEnv = "CCC_PLUGIN"

// fromPlugin reports whether Claude Code's plugin calls. What ccc starts is not to take that for itself.
func (p *program) fromPlugin() bool {
	n := len(p.env)
	p.env = slices.DeleteFunc(slices.Clone(p.env), func(kv string) bool { return strings.HasPrefix(kv, pluginEnv+"=") })
	return len(p.env) < n
}

// ownLaunch names the launch that a claude is which was started without ccc, and that has our plugin: with the person's
// /supervisor it gets a state, whose owner it is.
func ownLaunch(claude process.Process) string {
	return fmt.Sprintf("claude-%d-%s", claude.Pid, strings.ReplaceAll(claude.Start, "@", "-"))
}

// ownsLaunch reports whether a claude with that environment, started without ccc, has become a launch.
func ownsLaunch(claude process.Process, started program) bool {
	dirs, err := started.directories()
	if err != nil {
		return false
	}
	s, err := dirs.state.Load(ownLaunch(claude))
	return err == nil && s.Owner == claude
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
	_, err = dirs.state.Change(ownLaunch(caller), func(s *state.State) { s.Owner = caller })
	if err = p.notice(err); err != nil {
		return err
	}
	p.asStarted()
	return nil
}

// resumes reports whether a claude that was started without ccc has resumed a session whose stops were reviewed.
func (p *program) resumes(in hook.Input) bool {
	dirs, err := p.directories()
	return err == nil && hook.Start{State: dirs.state}.Resumes(in)
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
