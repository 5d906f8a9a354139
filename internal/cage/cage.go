// Package cage keeps what a reviewer does from staying, and from reaching others: whatever it, a test or a build writes
// is thrown away, and no secret, process or socket of the person's is there for it. The kernel does that, not a list of
// forbidden commands.
//
// What a system allows is found by doing it once ([Find]). The program in the cage is started by ccc's own
// re-execution: [Cage.Wrap] puts it behind ccc, which runs [Main] there, walls itself in and becomes or starts it.
package cage

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// Kind is how a cage holds.
type Kind string

// The kinds, the best first.
const (
	Overlay  Kind = "overlay"  // namespaces of its own, on layers that are thrown away (Linux)
	Landlock Kind = "landlock" // no writing but to a directory of its own, no secrets (Linux)
	Seatbelt Kind = "seatbelt" // the same by sandbox-exec (macOS)
	Tools    Kind = "tools"    // no cage: the reviewer has tools that read, and nothing that runs a command
)

// Auto asks [Find] for the best kind that holds.
const Auto = "auto"

// Word is the first argument of a ccc that is to run [Main].
const Word = "cage-init"

// Plan is what a cage is made for. All paths are absolute; those that do not exist are left out.
type Plan struct {
	Dirs   []string // what an overlay covers: the home, the project, further directories, claude's configuration
	Hidden []string // files and directories that are not there for the one inside
	Fixed  []string // files and directories that can be read and not be changed, also where they are inside Hidden or Dirs
	Layers []string // where what is written inside may be kept until the end, the best first
}

// Found is the kind of cage that holds, with its plan.
type Found struct {
	Kind Kind
	Plan Plan
	Why  error // why a better kind does not hold; nil if there is none

	layer string // of Plan.Layers, the one that can be used
}

// Cage is one that is made, for one process. Whoever makes it calls Close.
type Cage struct {
	Kind Kind
	Told string // what the one inside must know, for example where it may write; "" for nothing

	wrap  func(ptyio.Command) ptyio.Command
	close func() error
}

// maker makes cages of one kind. Make is given a plan whose Layers holds at most the one directory to use.
type maker struct {
	kind Kind
	make func(Plan) (*Cage, error)
}

// Wrap is the command that starts cmd in the cage.
func (c *Cage) Wrap(cmd ptyio.Command) ptyio.Command {
	if c.wrap == nil {
		return cmd
	}
	return c.wrap(cmd)
}

// Close removes the cage and what was written in it, when the process has ended. The error says that a bound was
// reached and the process was ended for it, or that something is left behind.
func (c *Cage) Close() error {
	if c.close == nil {
		return nil
	}
	return c.close()
}
