// Package sandbox confines a reviewer's process. Everything that the reviewer, a test or a build writes is thrown away,
// and they reach no secret, process or socket of the user. The kernel enforces this, and not a list of forbidden
// commands.
//
// [Find] tries out which kind of cage a system allows. [Cage.Wrap] starts ccc again with [InitArg] in front of the
// program. That ccc runs [Main], confines itself, and then becomes or starts the program.
package sandbox

import (
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"ccc/internal/claude/snapshot"
	"ccc/internal/lang"
	"ccc/ptyio"
)

// Kind is the mechanism of a cage.
type Kind string

// The kinds of cages, the best first.
const (
	Overlay  Kind = "overlay"  // namespaces, and overlays whose changes are thrown away (Linux)
	Landlock Kind = "landlock" // writes only to its own directory, and cannot read secrets (Linux)
	Seatbelt Kind = "seatbelt" // the same as Landlock, by sandbox-exec (macOS)
	Tools    Kind = "tools"    // no cage: the reviewer has only tools that read
)

// Replay is the kind for a claude that is played by ccc itself from a recording. It shows commands and runs none.
const Replay Kind = "played"

// AllowsCommands reports whether the reviewer may run commands, because their writes are thrown away.
func (k Kind) AllowsCommands() bool { return k != "" && k != Tools }

// Auto asks [Find] for the best kind that works.
const Auto = "auto"

// InitArg is the first argument of a ccc that runs [Main].
const InitArg = "cage-init"

// Plan lists the paths that exist in a cage, in addition to the system's programs and libraries ([systemDirs]). All
// paths are absolute, and missing ones are ignored. If several lists apply to a path, the entry with the longest path
// decides.
type Plan struct {
	Config   string   // claude's configuration directory
	Emptied  []string // directories that contain only what other lists name: the home and claude's configuration
	Dirs     []string // writable directories and files: the project and toolchains
	Hidden   []string // files and directories that do not exist in the cage, even below Dirs
	ReadOnly []string // readable paths that cannot be changed, even inside Hidden or Dirs
	// The same for JSON files and directories; a missing one stays missing, and a link keeps its target.
	Frozen []string
	Layers []string // directories for the temporary layer, the best first
	// Copy has file contents that replace the present files in an overlay cage. A Landlock cage uses only claude's
	// state file from it.
	Copy *snapshot.Snapshot
}

// Found is a kind of cage that works on this system, with its plan. The zero value means no cage.
type Found struct {
	Kind Kind
	Plan Plan
	Why  error // why a better kind does not work; nil if this is the best
	// Variables are patterns of [path.Match] for the environment variables in the cage, see [Found.Environment].
	Variables []string
	// NoCommands says that ccc.json allows the reviewer no Bash. Its tools that only read are still confined.
	NoCommands bool

	limits string // limits found by the trial that a reviewer with Bash must know, in addition to Cage.commands
}

// Cage confines one process. The caller that makes it must call Close.
type Cage struct {
	Kind     Kind
	commands string // facts for a reviewer with Bash, for example where it may write; "" for none
	files    string // facts for every reviewer about the files in the cage; "" for none

	wrap   func(ptyio.Command) ptyio.Command
	limits func() (limits string, err error) // returns the limits that a finished trial found; may be nil
	close  func() error
}

// maker makes cages of one kind. The plan that its make gets has at most one layer directory.
type maker struct {
	kind Kind
	make func(Plan) (*Cage, error)
}

// Find returns the wanted kind of cage, or with [Auto] the best kind that works. To find out, it makes the cage and
// runs a program in it. If a wanted kind does not work, the error says why.
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
		err = lang.Errorf("the sandbox %q does not work here: %w", m.kind, err)
		if want != Auto {
			return Found{}, err
		}
		why = errors.Join(why, err)
	}
	switch want {
	case Auto, string(Tools):
		return Found{Kind: Tools, Plan: p, Why: why}, nil
	}
	return Found{}, lang.Errorf("there is no sandbox %q on %s", want, runtime.GOOS)
}

// find tries the kind with each layer directory until one trial finds no limits.
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
	self, err := executable()
	if err != nil {
		return "", err
	}
	said, err := c.run(ptyio.Command{Path: self, Args: []string{InitArg, trialArg}, Dir: "/"})
	if err != nil {
		return "", err
	}
	if said != trialOutput {
		return "", lang.Errorf("a trial of it printed %q", said)
	}
	if c.limits == nil {
		return "", nil
	}
	return c.limits()
}

// Try runs a program in a cage of this kind, whose layers must exist. The error says how it failed.
func (f Found) Try(cmd ptyio.Command) error {
	c, err := f.Make(nil)
	if err != nil || c == nil {
		return err
	}
	cmd.Env, _ = f.Environment(cmd.Env)
	_, err = c.run(cmd)
	return errors.Join(err, c.Close())
}

// run runs a program in the cage, without input, and returns what it prints. If it fails, the error is its complaint.
func (c *Cage) run(cmd ptyio.Command) (said string, err error) {
	cmd.Pipes, cmd.Grace = true, ptyio.Grace{Input: trialTime}
	child, err := ptyio.Start(c.Wrap(cmd))
	if err != nil {
		return "", err
	}
	child.CloseInput()
	output := make(chan string, 1)
	go func() {
		var text strings.Builder
		_, _ = io.Copy(&text, child) // reading ends when the child ends
		output <- text.String()
	}()
	status := child.End()
	said = <-output
	if status.Code == 0 {
		return said, nil
	}
	if complaint := strings.TrimSpace(child.Stderr()); complaint != "" {
		return said, errors.New(complaint)
	}
	return said, lang.Errorf("a trial of it ended with %s", status)
}

const (
	trialTime   = 10 * time.Second
	trialArg    = "probe" // makes [Main] print trialOutput
	trialOutput = "it holds\n"
)

// Make makes a cage for one process. It returns nil if the kind needs none. copied is as for [Plan.Copy]. The files in
// further are added to [Plan.ReadOnly].
func (f Found) Make(copied *snapshot.Snapshot, further ...string) (*Cage, error) {
	for _, m := range makers {
		if m.kind != f.Kind {
			continue
		}
		p := f.Plan
		p.Copy, p.ReadOnly = copied, append(slices.Clip(p.ReadOnly), further...)
		c, err := m.make(p.clean())
		if err != nil {
			return nil, lang.Errorf("make the sandbox: %w", err)
		}
		c.commands = strings.TrimSpace(c.commands + " " + f.limits)
		return c, nil
	}
	// On macOS the name of a login in the keychain depends on the directory.
	if f.Kind != Tools || copied == nil || runtime.GOOS == "darwin" {
		return nil, nil
	}
	p := f.Plan
	p.Copy = copied
	c, err := makeTools(p.clean())
	if err != nil {
		return nil, lang.Errorf("copy what claude reads: %w", err)
	}
	return c, nil
}

// Wrap returns the command that starts cmd in the cage.
func (c *Cage) Wrap(cmd ptyio.Command) ptyio.Command {
	if c == nil {
		return cmd
	}
	return c.wrap(cmd)
}

// Instructions returns the facts that a reviewer must know, with or without the right to run commands; "" for none.
func (c *Cage) Instructions(commands bool) string {
	switch {
	case c == nil:
		return ""
	case commands:
		return strings.TrimSpace(c.commands + " " + c.files)
	}
	return c.files
}

// Close removes the cage and the files that were written in it, after the process has ended. The error is a
// [*LimitError], or says that something could not be removed. Further calls do nothing.
func (c *Cage) Close() error {
	if c == nil || c.close == nil {
		return nil
	}
	end := c.close
	c.close = nil
	return end()
}

// LimitError says that the process was ended because it reached a limit of its cage.
type LimitError struct{ Reached lang.Message }

// Message returns the error as a translatable message.
func (e *LimitError) Message() lang.Message { return e.Reached }
func (e *LimitError) Error() string         { return e.Reached.String() }

// clean removes relative paths and duplicates.
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
		Config: p.Config, Emptied: clean(p.Emptied), Dirs: clean(p.Dirs), Hidden: clean(p.Hidden),
		ReadOnly: clean(p.ReadOnly), Frozen: clean(p.Frozen), Layers: clean(p.Layers),
		Copy: p.Copy,
	}
}

// homeInstructions tells the reviewer how to report what is missing in the home.
const homeInstructions = "Of the home there are only the project and the usual toolchains with their caches, without " +
	"credentials. A test that misses a file outside of the project is no fault of the work's: give the " +
	"file's path, and say that the user can let it in by \"visible\" under \"supervisor\" in ccc.json."

// systemDirs are the system directories that all users may read. In all others, such as /home, /root, /srv, /mnt and
// the rest of /var, only the paths of [Plan] exist.
var systemDirs = map[string][]string{
	"linux": {
		"/bin", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/sbin", "/snap", "/sys",
		"/usr", "/usr/local", "/var/cache/fontconfig", "/var/empty", "/var/lib/alternatives", "/var/lib/apk",
		"/var/lib/ca-certificates", "/var/lib/ca-certificates-java", "/var/lib/dpkg", "/var/lib/gems", "/var/lib/ghc",
		"/var/lib/pacman", "/var/lib/rpm", "/var/lib/texmf",
	},
	"darwin": {
		"/Applications", "/Library", "/System", "/bin", "/dev", "/opt", "/nix", "/private/etc", "/private/var/db",
		"/private/var/select", "/sbin", "/usr",
	},
}[runtime.GOOS]

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == '/' || dir == "/")
}
