// Package launch prepares a launch of claude from the command line and ccc.json, and runs it: in claude's own screen,
// in the loop, or as a task of a plan.
package launch

import (
	"ccc/internal/console"
	"ccc/internal/plan/link"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/trust"
)

// Program is one run of ccc that starts claude.
type Program struct {
	*console.Console
	// to the ccc run that this launch is a task of; nil for none
	Link       *link.Link
	Version    string                                               // of ccc
	Commands   []string                                             // the names of ccc's commands
	Move       func(state.Directories, provider.File, string) error // moves the provider in settings.json to ccc.json
	BeforeExec func() error                                         // runs before this process is replaced
}

// asker returns what asks the user which programs may run.
func (p *Program) asker() trust.Asker { return trust.Asker{Console: p.Console} }
