//go:build amd64 || arm64

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// An overlay cage consists of two processes. ccc starts itself again in new namespaces, as process 1. That process
// makes the mounts (mounts_linux.go), drops privileges, and starts the program (init_linux.go). It ends when its
// program ends, at a signal, and when the pipe from ccc is closed, which happens whenever ccc ends. Then the kernel
// kills all processes that are left in the cage.

// The limits on writing in a cage.
const (
	maxLayer      = 4 << 30   // maximum size of the layer on disk, in bytes
	minFree       = 512 << 20 // bytes that must stay free on that disk
	watchInterval = 2 * time.Second
)

// specEnv is the environment variable with the spec for process 1. The program does not get it.
const specEnv = "CCC_CAGE"

// spec tells process 1 which file system to make for the cage.
type spec struct {
	Layer    string   `json:"layer"`
	Emptied  []string `json:"emptied"`
	Dirs     []string `json:"dirs"`
	Hidden   []string `json:"hidden"`
	ReadOnly []string `json:"read_only"`
	Frozen   []string `json:"frozen"`
	Laid     []laid   `json:"laid"`
	Home     string   `json:"home"` // the program's home
	Dir      string   `json:"dir"`  // the program's working directory
}

// overlay is an overlay cage, as seen by ccc outside of it.
type overlay struct {
	plan     Plan
	layer    *layer
	laid     []laid
	lifeline *os.File // closing it ends process 1
	child    *os.File // the other end of life, for process 1
	max      uint64   // limit of the layer, in bytes

	closed  chan struct{} // closed by close
	watcher sync.WaitGroup

	mu       sync.Mutex
	limitErr *LimitError
}

func makeOverlay(p Plan) (*Cage, error) { return newOverlay(p, maxLayer) }

func newOverlay(p Plan, max uint64) (*Cage, error) {
	l, err := p.onlyLayer()
	if err != nil {
		return nil, err
	}
	child, life, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	copies, err := writeCopies(p.Copy, l.path)
	if err != nil {
		return nil, errors.Join(err, life.Close(), child.Close(), l.remove())
	}
	o := &overlay{plan: p, layer: l, laid: copies, lifeline: life, child: child, max: max, closed: make(chan struct{})}
	o.watcher.Go(o.watch)
	return &Cage{
		Kind: Overlay, commands: overlayCommands, files: overlayFiles, wrap: o.wrap, limits: o.limits, close: o.close,
	}, nil
}

// wrap changes the command so that it starts as process 1 of new namespaces.
func (o *overlay) wrap(cmd ptyio.Command) ptyio.Command {
	p := o.plan.forSession(cmd.Dir).forProgram(cmd.Path)
	s := spec{
		Layer: o.layer.path, Emptied: p.Emptied, Dirs: p.Dirs, Hidden: p.Hidden, ReadOnly: p.ReadOnly, Frozen: p.Frozen,
		Laid: o.laid, Dir: cmd.Dir,
	}
	_, s.Home = cutVariable(cmd.Env, "HOME")
	for _, kv := range cmd.Env {
		if dir, ok := strings.CutPrefix(kv, "XDG_RUNTIME_DIR="); ok && filepath.IsAbs(dir) {
			s.Hidden = append(slices.Clip(s.Hidden), dir)
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	cmd.Args = append([]string{InitArg, string(Overlay), cmd.Path}, cmd.Args...)
	cmd.Path, _ = executable()
	if p.Copy != nil && len(p.Copy.Git) > 0 {
		cmd.Env = withGit(cmd.Env)
	}
	cmd.Env = append(cageEnv(cmd.Env), specEnv+"="+string(text))
	cmd.Files = append(slices.Clip(cmd.Files), o.child)
	cmd.Attributes = func(a *syscall.SysProcAttr) { a.Cloneflags |= namespaces; mapIDs(a) }
	return cmd
}

const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC

// mapIDs maps user and group ids to themselves. Root maps all ids, so that files keep their owners. Another user can
// map only their own id.
func mapIDs(a *syscall.SysProcAttr) {
	if os.Geteuid() == 0 {
		a.UidMappings, a.GidMappings = identityMap("/proc/self/uid_map"), identityMap("/proc/self/gid_map")
		setgroups, _ := os.ReadFile("/proc/self/setgroups") // a container may have forbidden setgroups
		a.GidMappingsEnableSetgroups = strings.TrimSpace(string(setgroups)) == "allow"
		return
	}
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	// Without ambient capabilities an ordinary user would lose all capabilities when ccc is executed again. The
	// capabilities over files are for the overlay's own directories, which have mode 0.
	a.AmbientCaps = []uintptr{
		unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE, unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE,
		unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_SETFCAP, unix.CAP_MKNOD,
	}
}

// identityMap maps each id that exists in this namespace to itself.
func identityMap(path string) (maps []syscall.SysProcIDMap) {
	text, _ := os.ReadFile(path) // if there is no map, starting the process fails
	for line := range strings.Lines(string(text)) {
		var inside, outside, size int
		if n, _ := fmt.Sscan(line, &inside, &outside, &size); n == 3 {
			maps = append(maps, syscall.SysProcIDMap{ContainerID: inside, HostID: inside, Size: size})
		}
	}
	return maps
}

// reportName is the file in the layer in which process 1 lists the directories that it could not cover.
const reportName = "report"

// overlayCommands is the part of the reviewer's instructions about commands.
const overlayCommands = "Run whatever shows you how good the work is, tests and builds first: what you write is " +
	"thrown away when you end, and you reach no process and no socket of the user's."

// overlayFiles is the part of the reviewer's instructions about files.
const overlayFiles = "/tmp is your own and empty: what the agent wrote there is not to be seen, which is no fault of " +
	"the work's. " + homeInstructions

// limits returns a text for the reviewer with the directories that could not be made writable in a trial.
func (o *overlay) limits() (string, error) {
	text, err := os.ReadFile(filepath.Join(o.layer.path, reportName))
	if err != nil {
		return "", err
	}
	var bare []string
	if err := json.Unmarshal(text, &bare); err != nil {
		return "", lang.Errorf("read %s: %w", reportName, err)
	}
	if len(bare) == 0 {
		return "", nil
	}
	return "You cannot write to " + strings.Join(bare, ", ") + ": copy to /tmp what has to be built or changed.", nil
}

// watch ends the cage when it exceeds a limit on disk space.
func (o *overlay) watch() {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	before := o.layer.freeBytes()
	for {
		select {
		case <-o.closed:
			return
		case <-tick.C:
		}
		var reached lang.Message
		free := o.layer.freeBytes()
		switch {
		// Looking at each file takes long, so it is done only if free space has dropped by a quarter of the limit.
		case free+o.max/4 < before && o.layer.usedBytes() > o.max:
			reached = lang.M("the reviewer wrote more than %d MiB, so it was stopped", o.max>>20)
		case free+o.max < before: // deleted files that are still open also use space
			reached = lang.M("%s has %d MiB less than when the review began, so the reviewer was stopped",
				filepath.Dir(o.layer.path), (before-free)>>20)
		case free < minFree:
			reached = lang.M("less than %d MiB is free in %s, so the reviewer was stopped", minFree>>20,
				filepath.Dir(o.layer.path))
		default:
			continue
		}
		o.mu.Lock()
		o.limitErr = &LimitError{reached}
		o.mu.Unlock()
		o.lifeline.Close()
		return
	}
}

// close kills all processes in the cage, and removes the layer.
func (o *overlay) close() error {
	close(o.closed)
	o.watcher.Wait()
	o.lifeline.Close()
	// Process 1 has the other end, which is closed when all processes in the cage have ended.
	o.child.Close()
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.layer.remove()
	if o.limitErr != nil {
		return o.limitErr
	}
	if err != nil {
		return lang.Errorf("remove what was written in the sandbox: %w", err)
	}
	return nil
}
