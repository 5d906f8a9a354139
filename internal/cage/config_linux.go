package cage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// own are the entries of claude's configuration directory that it must be able to write: 2.1.5 and 2.1.197 run no
// command without session-env, 2.1.5 dies when it cannot write to debug, and without shell-snapshots each command has a
// login shell. Claude reads nothing there that would say what it is to do.
var own = []string{"debug", "session-env", "sessions", "shell-snapshots", "todos"}

// lend fills f.Config, which claude takes for its configuration directory, and gives env with it. All but own are links
// to the person's, so that nothing but own can be changed by what runs in the cage, also not which hooks and which API
// a running claude reads from its settings.
func (f fence) lend(env []string) ([]string, error) {
	env, config := without(env, "CLAUDE_CONFIG_DIR")
	state := filepath.Join(config, ".claude.json")
	if config == "" {
		_, home := without(env, "HOME")
		config, state = filepath.Join(home, ".claude"), filepath.Join(home, ".claude.json")
	}
	entries, err := os.ReadDir(config)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if name := entry.Name(); !slices.Contains(own, name) && name != ".claude.json" {
			if err := os.Symlink(filepath.Join(config, name), filepath.Join(f.Config, name)); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range own {
		if err := os.Mkdir(filepath.Join(f.Config, name), 0o700); err != nil {
			return nil, err
		}
	}
	// A copy, because claude replaces that file: the new one would be one that the fence does not know.
	text, err := os.ReadFile(state)
	if err == nil {
		err = os.WriteFile(filepath.Join(f.Config, ".claude.json"), text, 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return append(env, "CLAUDE_CONFIG_DIR="+f.Config), nil
}
