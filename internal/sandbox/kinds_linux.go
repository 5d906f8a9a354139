//go:build amd64 || arm64

package sandbox

// makers make the cages that Linux has, the best first.
var makers = []maker{{Overlay, makeOverlay}, {Landlock, makeLandlock}}

// entryPoints run inside, and start the program in args, a path and its arguments. They return an exit code; the error
// says why the cage could not be made.
var entryPoints = map[Kind]func(args, env []string) (int, error){Overlay: enterOverlay, Landlock: enterLandlock}

// executable is the program that runs, also where it has been replaced on disk.
func executable() (string, error) { return "/proc/self/exe", nil }
