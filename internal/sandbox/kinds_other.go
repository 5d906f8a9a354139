//go:build !darwin && !(linux && (amd64 || arm64))

package sandbox

import "os"

// makers make the cages that the system has, the best first.
var makers []maker

// entryPoints are what runs inside, before the program in args, a path and its arguments.
var entryPoints map[Kind]func(args, env []string) (int, error)

// executable is the program that runs.
func executable() (string, error) { return os.Executable() }
