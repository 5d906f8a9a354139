package main

import (
	"ccc/internal/console"
	"ccc/internal/launch"
	"ccc/internal/plan/link"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// program is one run of ccc.
type program struct {
	console.Console
	completing *candidates // nil until completion has read the files
	link       *link.Link  // to the ccc run that this launch is a task of; nil for none
}

// starter returns the program that starts claude.
func (p *program) starter() *launch.Program {
	return &launch.Program{
		Console: &p.Console, Link: p.link, Version: version(), Commands: commandNames(), BeforeExec: beforeExec,
		// It is a function, because providers itself needs the starter.
		Move: func(dirs state.Directories, f provider.File, name string) error {
			return p.providers().Move(dirs, f, name)
		},
	}
}

// beforeExec is called before another program replaces this process. Only cover.go sets it.
var beforeExec = func() error { return nil }
