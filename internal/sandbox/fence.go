package sandbox

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/ptyio"
)

// fence lists the restrictions of a Landlock or seatbelt cage. The program cannot read paths that are not listed.
type fence struct {
	Scratch  string   `json:"scratch"` // the directory in which the program may write
	Config   string   `json:"config"`  // claude's configuration directory
	Home     string   `json:"home"`    // the program's home, inside Scratch
	Named    []string `json:"named"`   // readable paths, by the names that the user uses
	Hidden   []string `json:"hidden"`  // paths below Named that cannot be read, without symbolic links
	ReadOnly []string `json:"read_only"`
	ABI      int      `json:"abi"` // the version of Landlock
}

// fenceEnv is the environment variable that passes the fence to the ccc in the cage. The program does not get it.
const fenceEnv = "CCC_FENCE"

// newFence plans a fence and makes its directories in the layer.
func newFence(p Plan, layer string) (f fence, err error) {
	if layer, err = filepath.EvalSymlinks(layer); err != nil {
		return f, err
	}
	f.Scratch, f.Config = filepath.Join(layer, "tmp"), filepath.Join(layer, "claude")
	f.Home = filepath.Join(f.Scratch, "home")
	f.Named, f.ReadOnly = append(slices.Clip(p.Dirs), p.Frozen...), p.ReadOnly
	f.Hidden = resolveExisting(append(slices.Clip(p.Hidden), p.Emptied...))
	err = errors.Join(os.Mkdir(f.Scratch, 0o700), os.Mkdir(f.Config, 0o700), os.Mkdir(f.Home, 0o700))
	if err != nil || p.Copy == nil || !p.Copy.Covers(p.Copy.Global) {
		return f, err
	}
	state, err := p.Copy.Read(p.Copy.Global)
	if state == nil {
		state = []byte("{}") // the file did not exist when the session began
	}
	return f, errors.Join(err, os.WriteFile(f.state(), state, 0o600))
}

// state returns the path of claude's state file. It is writable, because 2.1.5 exits if it cannot store the time of its
// first start, which is missing in the copy for a new home. A running claude reads no API address and no key from it.
func (f fence) state() string { return filepath.Join(f.Config, claude.StateFileName) }

// forCommand adds the paths that the command needs.
func (f fence) forCommand(p Plan, cmd ptyio.Command) fence {
	p = p.forSession(cmd.Dir).forProgram(cmd.Path)
	f.Named, f.ReadOnly = append(slices.Clip(p.Dirs), p.Frozen...), p.ReadOnly
	return f
}

// readable returns the readable directories and files of the system and of the user, without symbolic links.
func (f fence) readable() []string {
	list := resolveExisting(slices.Concat(systemDirs, []string{"/etc/resolv.conf"}, f.Named))
	return slices.DeleteFunc(list, func(path string) bool { return path == "/" || slices.Contains(f.Hidden, path) })
}

// instructions tells the reviewer what the fence allows.
func (f fence) instructions() string {
	return "Run whatever shows you how good the work is. You cannot write anywhere but to " + f.Scratch +
		" (also $TMPDIR), which is removed when you end: copy there what has to be built or changed. You reach no " +
		"process, no unix socket and no secret of the person's."
}

// env returns the variables that the cage adds, with the fence for the ccc in the cage.
func (f fence) env() []string {
	spec, err := json.Marshal(f)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return []string{
		fenceEnv + "=" + string(spec), "TMPDIR=" + f.Scratch, "TMP=" + f.Scratch, "TEMP=" + f.Scratch,
		// go and cargo cannot build without these two directories.
		"GOCACHE=" + filepath.Join(f.Scratch, "go-build"), "CARGO_TARGET_DIR=" + filepath.Join(f.Scratch, "target"),
	}
}

// readFence returns the fence that env contains, and the environment for the program.
func readFence(env []string) (f fence, rest []string, err error) {
	rest, text := cutVariable(env, fenceEnv)
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return f, nil, lang.Errorf("%s is for ccc itself", InitArg)
	}
	if rest, err = f.fillConfig(rest); err == nil {
		rest, err = f.fillHome(rest)
	}
	if err != nil {
		return f, nil, lang.Errorf("enter the sandbox: %w", err)
	}
	return f, rest, nil
}

// claudeWritable are the entries of its configuration directory that claude writes. 2.1.5 and 2.1.197 run no command
// without session-env, and 2.1.5 exits if it cannot write to debug. Claude reads no instructions from these entries.
var claudeWritable = []string{"debug", "session-env", "sessions", "shell-snapshots", "todos"}

// fillConfig fills f.Config, which becomes claude's configuration directory, and returns env with its path. Except for
// claudeWritable and the state file, each entry is a link to the user's file, which the program cannot change. So it
// cannot change the hooks or the API in the settings of a running claude.
func (f fence) fillConfig(env []string) ([]string, error) {
	state := claude.StateFile(process.Env(env).Get)
	env, config := cutVariable(env, "CLAUDE_CONFIG_DIR")
	if config == "" {
		_, home := cutVariable(env, "HOME")
		config = filepath.Join(home, ".claude")
	}
	for _, name := range claudeWritable {
		if err := os.Mkdir(filepath.Join(f.Config, name), 0o700); err != nil {
			return nil, err
		}
	}
	if err := f.link(config, f.Config); err != nil {
		return nil, err
	}
	// This is a copy, because claude replaces the file, and the fence would not include the new one.
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(f.state()); err == nil {
		state = f.state() // the copy from the beginning of the session
	}
	text, err := file.Read(state, maxState)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(f.state(), withoutOtherProjects(text, dir), 0o600); err != nil {
		return nil, err
	}
	return append(env, "CLAUDE_CONFIG_DIR="+f.Config), nil
}

// maxState is the size limit of claude's state file, in bytes.
const maxState = 64 << 20

// fillHome fills f.Home, which becomes the program's home, and returns env with its path. It makes links to the
// readable files in the user's home. It omits unreadable files, because programs such as git and cargo stop with an
// error at one. If the whole home is readable, it stays the program's home.
func (f fence) fillHome(env []string) ([]string, error) {
	_, home := cutVariable(env, "HOME")
	if !filepath.IsAbs(home) || !slices.Contains(f.Hidden, file.Real(home)) {
		return env, nil
	}
	if err := f.link(filepath.Clean(home), f.Home); err != nil {
		return nil, err
	}
	if err := writeGitIdentity(home, f.Home); err != nil {
		return nil, err
	}
	env, _ = cutVariable(env, "HOME")
	return append(env, "HOME="+f.Home), nil
}

// link makes, in the directory to, links to everything readable below the directory from. It keeps existing entries.
func (f fence) link(from, to string) error {
	named := append(slices.Clip(f.Named), f.ReadOnly...)
	if !slices.Contains(f.Hidden, file.Real(from)) {
		entries, err := os.ReadDir(from)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, entry := range entries {
			named = append(named, filepath.Join(from, entry.Name()))
		}
	}
	slices.SortFunc(named, func(a, b string) int { return len(a) - len(b) })
	for _, path := range named {
		rest, ok := strings.CutPrefix(path, from+"/")
		if _, err := os.Lstat(path); !ok || err != nil || rest == claude.StateFileName || rest == claude.OldStateFile {
			continue
		}
		target := filepath.Join(to, rest)
		if _, err := os.Stat(target); err == nil {
			continue // it exists, or a parent directory of it is a link
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		if err := os.Symlink(path, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
