// Package sandbox keeps what a reviewer does from staying, and from reaching others: whatever it, a test or a build writes
// is thrown away, and no secret, process or socket of the person's is there for it. The kernel does that, not a list of
// forbidden commands.
//
// What a system allows is found by doing it once ([Find]). The program in the cage is started by ccc's own
// re-execution: [Cage.Wrap] puts it behind ccc, which runs [Main] there, walls itself in and becomes or starts it.
package sandbox

import (
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

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

// Played is for a claude that is ccc itself, performing a recording: it tells of commands and runs none.
const Played Kind = "played"

// Holds reports whether commands may run, because nothing that they do stays.
func (k Kind) Holds() bool { return k != "" && k != Tools }

// Auto asks [Find] for the best kind that holds.
const Auto = "auto"

// Word is the first argument of a ccc that is to run [Main].
const Word = "cage-init"

// Plan is what a cage is made for. All paths are absolute; those that do not exist are left out.
type Plan struct {
	Dirs   []string // what an overlay covers: the home, the project, further directories, claude's configuration
	Hidden []string // files and directories that are not there for the one inside
	Fixed  []string // what can be read and not be changed, also where it is inside Hidden or Dirs
	Held   []string // the same for names of files in JSON and of directories; what is not there, or is a link, stays so
	Layers []string // where what is written inside may be kept until the end, the best first
}

// Found is the kind of cage that holds, with its plan. The zero value is no cage.
type Found struct {
	Kind Kind
	Plan Plan
	Why  error // why a better kind does not hold; nil if there is none

	limits string // what a trial has shown that the one inside must know, beside Cage.Told
}

// Cage is one that is made, for one process. Whoever makes it calls Close.
type Cage struct {
	Kind Kind
	Told string // what the one inside must know, for example where it may write; "" for nothing

	wrap  func(ptyio.Command) ptyio.Command
	tried func() (limits string, err error) // what a trial has shown, when it is over; nil for nothing
	close func() error
}

// maker makes cages of one kind. make is given a plan whose Layers hold at most one directory, to be used.
type maker struct {
	kind Kind
	make func(Plan) (*Cage, error)
}

// Find gives the kind that is wanted, or with [Auto] the best one that holds here, by making the cage and running a
// program in it. The error says why what is wanted by its name does not hold.
func Find(want string, p Plan) (Found, error) {
	p = p.clean()
	var why error
	for _, m := range makers {
		if want != Auto && want != string(m.kind) {
			continue
		}
		found, err := m.find(p)
		if err == nil {
			found.Why = why
			return found, nil
		}
		err = lang.Errorf("the cage %q does not work here: %w", m.kind, err)
		if want != Auto {
			return Found{}, err
		}
		why = errors.Join(why, err)
	}
	switch want {
	case Auto, string(Tools):
		return Found{Kind: Tools, Plan: p, Why: why}, nil
	}
	return Found{}, lang.Errorf("there is no cage %q on %s", want, runtime.GOOS)
}

// find tries the kind on one layer after the other, until one has no limits.
func (m maker) find(p Plan) (found Found, err error) {
	err = lang.Errorf("there is no directory to write to")
	for _, layer := range p.Layers {
		one := p
		one.Layers = []string{layer}
		limits, failed := m.try(one)
		switch {
		case failed != nil:
			err = failed
			continue
		case limits == "":
			return Found{Kind: m.kind, Plan: one}, nil
		case found.Kind == "":
			found = Found{Kind: m.kind, Plan: one, limits: limits}
		}
	}
	if found.Kind == "" {
		return found, err
	}
	return found, nil
}

// try makes a cage and runs a program in it.
func (m maker) try(p Plan) (limits string, err error) {
	c, err := m.make(p)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	self, err := itself()
	if err != nil {
		return "", err
	}
	child, err := ptyio.Start(c.Wrap(ptyio.Command{
		Path: self, Args: []string{Word, probe}, Dir: "/", Pipes: true, Grace: ptyio.Grace{Input: trialTime},
	}))
	if err != nil {
		return "", err
	}
	child.CloseInput()
	output := make(chan string, 1)
	go func() {
		var text strings.Builder
		_, _ = io.Copy(&text, child) // its end is the child's
		output <- text.String()
	}()
	status := child.End()
	if said := <-output; status.Code != 0 || said != holds {
		if complaint := strings.TrimSpace(child.Stderr()); complaint != "" {
			return "", errors.New(complaint)
		}
		return "", lang.Errorf("a trial of it ended with %s", status)
	}
	if c.tried == nil {
		return "", nil
	}
	return c.tried()
}

const (
	trialTime = 10 * time.Second
	probe     = "probe" // the program of a trial: it says that it runs
	holds     = "it holds\n"
)

// Make makes a cage for one process. It is nil if there is none for the kind. Further are files as in [Plan.Fixed].
func (f Found) Make(further ...string) (*Cage, error) {
	for _, m := range makers {
		if m.kind != f.Kind {
			continue
		}
		p := f.Plan
		p.Fixed = append(slices.Clip(p.Fixed), further...)
		c, err := m.make(p.clean())
		if err != nil {
			return nil, lang.Errorf("make the cage: %w", err)
		}
		c.Told = strings.TrimSpace(c.Told + " " + f.limits)
		return c, nil
	}
	return nil, nil
}

// Wrap is the command that starts cmd in the cage.
func (c *Cage) Wrap(cmd ptyio.Command) ptyio.Command {
	if c == nil {
		return cmd
	}
	return c.wrap(cmd)
}

// Words are what the one inside must know; "" for nothing.
func (c *Cage) Words() string {
	if c == nil {
		return ""
	}
	return c.Told
}

// Close removes the cage and what was written in it, when the process has ended. The error is a [*BoundError], or says
// that something is left behind. Calls after the first do nothing.
func (c *Cage) Close() error {
	if c == nil || c.close == nil {
		return nil
	}
	end := c.close
	c.close = nil
	return end()
}

// BoundError says that the process was ended because a bound of its cage was reached.
type BoundError struct{ Reached lang.Message }

// Message says so in every language.
func (e *BoundError) Message() lang.Message { return e.Reached }
func (e *BoundError) Error() string         { return e.Reached.String() }

// clean leaves out what is no absolute path, and what stands there twice.
func (p Plan) clean() Plan {
	clean := func(list []string) (cleaned []string) {
		for _, path := range list {
			if path = filepath.Clean(path); filepath.IsAbs(path) && !slices.Contains(cleaned, path) {
				cleaned = append(cleaned, path)
			}
		}
		return cleaned
	}
	return Plan{
		Dirs: clean(p.Dirs), Hidden: clean(p.Hidden), Fixed: clean(p.Fixed), Held: clean(p.Held),
		Layers: clean(p.Layers),
	}
}

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == '/' || dir == "/")
}
