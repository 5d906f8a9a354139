package process

import (
	"os"
	"os/exec"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// InstalledPath returns the path by which this program was called. It resolves no symbolic link, so that hooks stay
// valid when an update changes the link's target.
func InstalledPath() (string, error) {
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
