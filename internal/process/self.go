package process

import (
	"os"
	"os/exec"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Installed is the path by which this program was called. A symbolic link is not resolved, so that an update of its
// target changes no hook.
func Installed() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", lang.Errorf("find the path of ccc: %w", err)
	}
	called, err := exec.LookPath(os.Args[0])
	if err == nil {
		called, err = filepath.Abs(called)
	}
	if err == nil && file.Same(called, self) {
		return called, nil
	}
	return self, nil
}
