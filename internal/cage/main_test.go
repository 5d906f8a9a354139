package cage

import (
	"os"
	"testing"

	"ccc/ptyio"
)

// The test binary is also the program in the cage, as ccc is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Word {
		os.Exit(Main(os.Args[2:], os.Environ(), os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func startIn(c *Cage, dir string, env []string, script string) (*ptyio.Child, error) {
	child, err := ptyio.Start(c.Wrap(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir, Env: env, Pipes: true,
	}))
	if err == nil {
		child.CloseInput()
	}
	return child, err
}
