package sandbox

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/lang"
)

// fence is what the one inside a Landlock or a seatbelt cage is held to. All paths are absolute and without symlinks.
type fence struct {
	Scratch string   `json:"scratch"` // where it may write
	Config  string   `json:"config"`  // claude's configuration directory
	Hidden  []string `json:"hidden"`
	Fixed   []string `json:"fixed"`
	ABI     int      `json:"abi"` // of Landlock
}

// fenceEnv is the variable by which a ccc that is executed again is told of the fence. The program does not get it.
const fenceEnv = "CCC_FENCE"

// newFence plans a fence, and makes its directories in the layer.
func newFence(p Plan, layer string) (f fence, err error) {
	if layer, err = filepath.EvalSymlinks(layer); err != nil {
		return f, err
	}
	f.Scratch, f.Config = filepath.Join(layer, "tmp"), filepath.Join(layer, "claude")
	f.Hidden, f.Fixed = resolved(p.Hidden), resolved(append(slices.Clip(p.Fixed), p.Held...))
	return f, errors.Join(os.Mkdir(f.Scratch, 0o700), os.Mkdir(f.Config, 0o700))
}

// told is for the reviewer.
func (f fence) told() string {
	return "Run whatever shows you how good the work is. You cannot write anywhere but to " + f.Scratch +
		" (also $TMPDIR), which is removed when you end: copy there what has to be built or changed. You reach no " +
		"process, no unix socket and no secret of the person's."
}

// env is what the one inside gets beside its own, and the fence for the ccc that is executed again.
func (f fence) env() []string {
	spec, err := json.Marshal(f)
	if err != nil {
		panic(err) // texts have a form in JSON
	}
	return []string{
		fenceEnv + "=" + string(spec), "TMPDIR=" + f.Scratch, "TMP=" + f.Scratch, "TEMP=" + f.Scratch,
		// Without these two go and cargo build nothing.
		"GOCACHE=" + filepath.Join(f.Scratch, "go-build"), "CARGO_TARGET_DIR=" + filepath.Join(f.Scratch, "target"),
	}
}

// take gives the fence that the environment tells of, and the program's environment.
func take(env []string) (f fence, rest []string, err error) {
	rest, text := without(env, fenceEnv)
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return f, nil, lang.Errorf("%s is for ccc itself", Word)
	}
	if rest, err = f.lend(rest); err != nil {
		return f, nil, lang.Errorf("enter the cage: %w", err)
	}
	return f, rest, nil
}

// own are the entries of claude's configuration directory that it writes for itself: 2.1.5 and 2.1.197 run no command
// without session-env, and 2.1.5 dies when it cannot write to debug. Claude reads nothing there that would say what it
// is to do.
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
