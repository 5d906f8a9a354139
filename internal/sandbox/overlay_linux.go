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

// An overlay cage consists of two processes. ccc starts itself again in new namespaces. That process is pid 1 there: it
// makes the mounts (mounts_linux.go), drops the privileges that the program may not have, and starts the program
// (init_linux.go). Pid 1 ends with its program, at a signal, and when the pipe from ccc is closed, which happens
// however ccc ends. Then the kernel ends all that is left in the cage.

// The bounds of what may be written in a cage.
const (
	maxLayer      = 4 << 30   // bytes on disk
	minFree       = 512 << 20 // bytes that stay free on that disk
	watchInterval = 2 * time.Second
)

// specEnv is the variable with the spec for pid 1. The program does not get it.
const specEnv = "CCC_CAGE"

// spec tells process 1 of the cage which file system to make.
type spec struct {
	Layer    string   `json:"layer"`
	Emptied  []string `json:"emptied"`
	Dirs     []string `json:"dirs"`
	Hidden   []string `json:"hidden"`
	ReadOnly []string `json:"read_only"`
	Frozen   []string `json:"frozen"`
	Laid     []laid   `json:"laid"`
	Home     string   `json:"home"` // the home that the program has
	Dir      string   `json:"dir"`  // where the program starts
}

// overlay is an overlay cage, seen from outside.
type overlay struct {
	plan  Plan
	layer *layer
	laid  []laid
	life  *os.File // while it is open, pid 1 lives
	child *os.File // its other end, for pid 1
	max   uint64   // bytes in the layer

	end     chan struct{} // closed by close
	watcher sync.WaitGroup

	mu    sync.Mutex
	bound *BoundError
}

func makeOverlay(p Plan) (*Cage, error) { return newOverlay(p, maxLayer) }

func newOverlay(p Plan, max uint64) (*Cage, error) {
	if len(p.Layers) != 1 {
		return nil, lang.Errorf("there is no directory to write to")
	}
	l, err := newLayer(p.Layers[0])
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
	o := &overlay{plan: p, layer: l, laid: copies, life: life, child: child, max: max, end: make(chan struct{})}
	o.watcher.Go(o.watch)
	return &Cage{
		Kind: Overlay, commands: overlayCommands, files: overlayFiles, wrap: o.wrap, limits: o.limits, close: o.close,
	}, nil
}

// wrap starts the command as pid 1 of new namespaces.
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
		panic(err) // strings always encode
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

// mapIDs maps user and group ids to themselves: root maps all ids, so that files keep their owners; a user may map only
// their own.
func mapIDs(a *syscall.SysProcAttr) {
	if os.Geteuid() == 0 {
		a.UidMappings, a.GidMappings = identityMap("/proc/self/uid_map"), identityMap("/proc/self/gid_map")
		setgroups, _ := os.ReadFile("/proc/self/setgroups") // a container may have denied it for ever
		a.GidMappingsEnableSetgroups = strings.TrimSpace(string(setgroups)) == "allow"
		return
	}
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	// Without ambient capabilities an ordinary user would lose all when ccc is executed again. Those over files are for
	// the overlay's own directories, which have mode 0.
	a.AmbientCaps = []uintptr{
		unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE, unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE,
		unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_SETFCAP, unix.CAP_MKNOD,
	}
}

// identityMap maps each id that exists in this namespace to itself.
func identityMap(path string) (maps []syscall.SysProcIDMap) {
	text, _ := os.ReadFile(path) // without a map the start of the process fails
	for line := range strings.Lines(string(text)) {
		var inside, outside, size int
		if n, _ := fmt.Sscan(line, &inside, &outside, &size); n == 3 {
			maps = append(maps, syscall.SysProcIDMap{ContainerID: inside, HostID: inside, Size: size})
		}
	}
	return maps
}

// reportName is the file in the layer in which pid 1 lists what it could not cover.
const reportName = "report"

// overlayCommands tells the reviewer what it may run.
const overlayCommands = "Run whatever shows you how good the work is, tests and builds first: what you write is " +
	"thrown away when you end, and you reach no process and no socket of the user's."

// overlayFiles tells the reviewer what is there.
const overlayFiles = "/tmp is your own and empty: what the agent wrote there is not to be seen, which is no fault of " +
	"the work's. " + homeInstructions

// limits tells the reviewer which directories a trial could not make writable.
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

// watch ends the cage when it exceeds a limit.
func (o *overlay) watch() {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	before := o.layer.free()
	for {
		select {
		case <-o.end:
			return
		case <-tick.C:
		}
		var reached lang.Message
		free := o.layer.free()
		switch {
		// Looking at each file takes long, so it happens only when the disk has lost a quarter of the limit.
		case free+o.max/4 < before && o.layer.used() > o.max:
			reached = lang.M("the reviewer wrote more than %d MiB, so it was stopped", o.max>>20)
		case free+o.max < before: // deleted files that are still open count as well
			reached = lang.M("%s has %d MiB less than when the review began, so the reviewer was stopped",
				filepath.Dir(o.layer.path), (before-free)>>20)
		case free < minFree:
			reached = lang.M("less than %d MiB is free in %s, so the reviewer was stopped", minFree>>20,
				filepath.Dir(o.layer.path))
		default:
			continue
		}
		o.mu.Lock()
		o.bound = &BoundError{reached}
		o.mu.Unlock()
		o.life.Close()
		return
	}
}

// close ends what still runs in the cage, and removes the layer.
func (o *overlay) close() error {
	close(o.end)
	o.watcher.Wait()
	o.life.Close()
	// Pid 1 has the other end. When it is closed there, all in the cage has ended.
	o.child.Close()
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.layer.remove()
	if o.bound != nil {
		return o.bound
	}
	if err != nil {
		return lang.Errorf("remove what was written in the sandbox: %w", err)
	}
	return nil
}
