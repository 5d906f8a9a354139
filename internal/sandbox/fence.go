package sandbox

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// fence lists what a Landlock or seatbelt cage restricts. All paths are absolute and have no symlinks.
type fence struct {
	Scratch  string   `json:"scratch"` // where it may write
	Config   string   `json:"config"`  // claude's configuration directory
	Hidden   []string `json:"hidden"`
	ReadOnly []string `json:"fixed"`
	ABI      int      `json:"abi"` // of Landlock
}

// fenceEnv passes the fence to the ccc that runs in the cage. The program does not get it.
const fenceEnv = "CCC_FENCE"

// newFence plans a fence and makes its directories in the layer.
func newFence(p Plan, layer string) (f fence, err error) {
	if layer, err = filepath.EvalSymlinks(layer); err != nil {
		return f, err
	}
	f.Scratch, f.Config = filepath.Join(layer, "tmp"), filepath.Join(layer, "claude")
	f.Hidden, f.ReadOnly = resolveExisting(p.Hidden), resolveExisting(append(slices.Clip(p.ReadOnly), p.Frozen...))
	return f, errors.Join(os.Mkdir(f.Scratch, 0o700), os.Mkdir(f.Config, 0o700))
}

// instructions tells the reviewer what it may do.
func (f fence) instructions() string {
	return "Run whatever shows you how good the work is. You cannot write anywhere but to " + f.Scratch +
		" (also $TMPDIR), which is removed when you end: copy there what has to be built or changed. You reach no " +
		"process, no unix socket and no secret of the person's."
}

// env returns the variables that the cage adds, and the fence for the ccc that runs there.
func (f fence) env() []string {
	spec, err := json.Marshal(f)
	if err != nil {
		panic(err) // strings always encode
	}
	return []string{
		fenceEnv + "=" + string(spec), "TMPDIR=" + f.Scratch, "TMP=" + f.Scratch, "TEMP=" + f.Scratch,
		// go and cargo build nothing without these two.
		"GOCACHE=" + filepath.Join(f.Scratch, "go-build"), "CARGO_TARGET_DIR=" + filepath.Join(f.Scratch, "target"),
	}
}

// readFence returns the fence that env contains, and the environment for the program.
func readFence(env []string) (f fence, rest []string, err error) {
	rest, text := cutVariable(env, fenceEnv)
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return f, nil, lang.Errorf("%s is for ccc itself", InitArg)
	}
	if rest, err = f.fillConfig(rest); err != nil {
		return f, nil, lang.Errorf("enter the cage: %w", err)
	}
	return f, rest, nil
}

// claudeWritable are the entries of its configuration directory that claude writes for itself. 2.1.5 and 2.1.197 run no
// command without session-env, and 2.1.5 dies if it cannot write to debug. Claude takes no instructions from these.
var claudeWritable = []string{"debug", "session-env", "sessions", "shell-snapshots", "todos"}

// fillConfig fills f.Config, which becomes claude's configuration directory, and returns env with it. Everything except
// claudeWritable is a link to the user's file, so that a program in the cage cannot change the hooks or the API that a
// running claude reads from its settings.
func (f fence) fillConfig(env []string) ([]string, error) {
	env, config := cutVariable(env, "CLAUDE_CONFIG_DIR")
	state := filepath.Join(config, ".claude.json")
	if config == "" {
		_, home := cutVariable(env, "HOME")
		config, state = filepath.Join(home, ".claude"), filepath.Join(home, ".claude.json")
	}
	entries, err := os.ReadDir(config)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if name := entry.Name(); !slices.Contains(claudeWritable, name) && name != ".claude.json" {
			if err := os.Symlink(filepath.Join(config, name), filepath.Join(f.Config, name)); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range claudeWritable {
		if err := os.Mkdir(filepath.Join(f.Config, name), 0o700); err != nil {
			return nil, err
		}
	}
	// A copy, because claude replaces that file, and the fence would not know the new one.
	text, err := file.Read(state, file.Max)
	if text != nil {
		err = os.WriteFile(filepath.Join(f.Config, ".claude.json"), text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return append(env, "CLAUDE_CONFIG_DIR="+f.Config), nil
}
