package main

import (
	"ccc/internal/console"
	"ccc/internal/plan"
)

// program is one run of ccc.
type program struct {
	console.Console
	completing *candidates // nil until completion has read the files
	link       *plan.Link  // to the ccc run that this launch is a task of; nil for none
}
