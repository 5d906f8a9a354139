//go:build amd64 || arm64

package sandbox

// makers are the kinds of cages on Linux, the best first.
var makers = []maker{{Overlay, makeOverlay}, {Landlock, makeLandlock}}

// entryPoints are the functions that run inside a cage and start the program. args are the program's path and
// arguments. They return an exit code. An error says why the cage could not be made.
var entryPoints = map[Kind]func(args, env []string) (int, error){Overlay: enterOverlay, Landlock: enterLandlock}

// executable returns the path of the running program. It works even if the file on disk has been replaced.
func executable() (string, error) { return "/proc/self/exe", nil }
