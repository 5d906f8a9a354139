package sandbox

import (
	"errors"
	"os"
	"syscall"

	"ccc/ptyio"
)

// makers are the kinds of cages on macOS.
var makers = []maker{{Seatbelt, makeSeatbelt}}

// entryPoints are the functions that run inside a cage and start the program. args are the program's path and
// arguments.
var entryPoints = map[Kind]func(args, env []string) (int, error){Seatbelt: enterSeatbelt}

// executable returns the path of the running program.
func executable() (string, error) { return os.Executable() }

func makeSeatbelt(p Plan) (*Cage, error) {
	self, err := executable()
	if err != nil {
		return nil, err
	}
	l, err := p.onlyLayer()
	if err != nil {
		return nil, err
	}
	f, err := newFence(p, l.path)
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	wrap := func(cmd ptyio.Command) ptyio.Command {
		f := f.forCommand(p, cmd)
		cmd.Args = append([]string{InitArg, string(Seatbelt), cmd.Path}, cmd.Args...)
		cmd.Path, cmd.Env = self, append(cageEnv(cmd.Env), f.env()...)
		return cmd
	}
	return &Cage{Kind: Seatbelt, commands: f.instructions(), wrap: wrap, close: l.remove}, nil
}

// enterSeatbelt replaces ccc, which is in the sandbox, by the program.
func enterSeatbelt(args, env []string) (int, error) {
	f, env, err := readFence(env)
	if err != nil {
		return failedToEnter, err
	}
	const sandbox = "/usr/bin/sandbox-exec"
	f.ReadOnly = resolveExisting(f.ReadOnly)
	err = syscall.Exec(sandbox, append([]string{sandbox, "-p", f.profile(f.readable())}, args...), env)
	return failedToEnter, &os.PathError{Op: "exec", Path: sandbox, Err: err}
}
