//go:build !darwin && !(linux && (amd64 || arm64))

package sandbox

import "os"

// makers are the kinds of cages on this system: none.
var makers []maker

// entryPoints are the functions that run inside a cage and start the program. args are the program's path and
// arguments.
var entryPoints map[Kind]func(args, env []string) (int, error)

// executable returns the path of the running program.
func executable() (string, error) { return os.Executable() }
