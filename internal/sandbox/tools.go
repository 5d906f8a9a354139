//go:build unix

package sandbox

import (
	"errors"
	"os"
	"slices"
	"syscall"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// makeTools makes a cage that confines nothing. It gives claude a configuration directory of links, with the copy of
// its state file. Claude takes variables from "env" in that file unless the settings of ccc have them (2.1.5 to
// 2.1.330), and the agent can write the original file.
func makeTools(p Plan) (*Cage, error) {
	self, err := executable()
	if err != nil {
		return nil, err
	}
	err = lang.Errorf("there is no directory to write to")
	for _, dir := range p.Layers {
		l, failed := newLayer(dir)
		if failed != nil {
			err = failed
			continue
		}
		f, failed := newFence(p, l.path)
		if failed != nil {
			return nil, errors.Join(failed, l.remove())
		}
		f.Hidden = nil // everything is readable, and the home does not change
		wrap := func(cmd ptyio.Command) ptyio.Command {
			cmd.Args = append([]string{InitArg, string(Tools), cmd.Path}, cmd.Args...)
			cmd.Path, cmd.Env = self, append(slices.Clip(cmd.Env), f.env()...)
			return cmd
		}
		return &Cage{Kind: Tools, wrap: wrap, close: l.remove}, nil
	}
	return nil, err
}

// enterTools replaces ccc by the program.
func enterTools(args, env []string) (int, error) {
	_, env, err := readFence(env)
	if err != nil {
		return failedToEnter, err
	}
	err = syscall.Exec(args[0], args, env)
	return failedToEnter, &os.PathError{Op: "exec", Path: args[0], Err: err}
}
