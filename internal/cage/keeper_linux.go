//go:build amd64 || arm64

package cage

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// fenceEnv is the variable by which the keeper is told what to do. The program does not get it.
const fenceEnv = "CCC_FENCE"

func makeLandlock(p Plan) (*Cage, error) {
	if len(p.Layers) != 1 {
		return nil, lang.Errorf("there is no directory to write to")
	}
	l, err := newLayer(p.Layers[0])
	if err != nil {
		return nil, err
	}
	f, err := newFence(p, l.path)
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	return f.cage(p, l)
}

// cage is the cage of a fence, with its layer.
func (f fence) cage(p Plan, l *layer) (*Cage, error) {
	child, life, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	o := &overlay{plan: p, layer: l, life: life, child: child, max: maxLayer, end: make(chan struct{})}
	o.over.Go(o.watch)
	wrap := func(cmd ptyio.Command) ptyio.Command {
		cmd.Args = append([]string{Word, string(Landlock), cmd.Path}, cmd.Args...)
		cmd.Path, _ = itself()
		cmd.Env = append(inside(cmd.Env), f.env()...)
		cmd.Files = append(slices.Clip(cmd.Files), child)
		return cmd
	}
	return &Cage{Kind: Landlock, Told: f.told(), wrap: wrap, close: o.close}, nil
}

// newFence plans a fence, and makes its directories in the layer.
func newFence(p Plan, layer string) (f fence, err error) {
	if f.ABI, err = landlockABI(); err != nil {
		return f, lang.Errorf("this kernel has no Landlock: %w", err)
	}
	if layer, err = filepath.EvalSymlinks(layer); err != nil {
		return f, err
	}
	f.Scratch, f.Config = filepath.Join(layer, "tmp"), filepath.Join(layer, "claude")
	f.Hidden, f.Fixed = resolved(p.Hidden), resolved(p.Fixed)
	var all tree
	if all.mounts, err = mounts(); err != nil {
		return f, err
	}
	for _, path := range resolved(p.Hidden) {
		f.Hidden = append(f.Hidden, all.others(path)...)
	}
	return f, errors.Join(os.Mkdir(f.Scratch, 0o700), os.Mkdir(f.Config, 0o700))
}

// told is for the reviewer.
func (f fence) told() string {
	return "You cannot write anywhere but to " + f.Scratch + " (also $TMPDIR), which is removed afterwards: copy there what " +
		"has to be built or changed. There are no unix sockets and no pseudo-terminals."
}

// env is what the keeper gets.
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

// patience is how long the program may take to end when it is asked to.
const patience = time.Second

// enterLandlock is the keeper: it starts the program in the fence, and ends whatever that has started when it ends, at a
// signal, and when the pipe from ccc ends, which it does however ccc ends.
func enterLandlock(args, env []string) (int, error) {
	env, text := without(env, fenceEnv)
	var f fence
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return failedToEnter, lang.Errorf("%s is for ccc itself", Word)
	}
	syscall.CloseOnExec(lifeline)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return failedToEnter, os.NewSyscallError("prctl subreaper", err)
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT)
	env, err := f.lend(env)
	if err != nil {
		return failedToEnter, lang.Errorf("make a configuration directory of claude: %w", err)
	}
	pid, err := f.start(args, env)
	if err != nil {
		return failedToEnter, lang.Errorf("enter the cage: %w", err)
	}
	go func() {
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // nothing comes but the end
		_ = unix.Kill(pid, unix.SIGKILL)
	}()
	go func() {
		for sig := range signals {
			_ = unix.Kill(pid, sig.(syscall.Signal))
			time.AfterFunc(patience, func() { _ = unix.Kill(pid, unix.SIGKILL) })
		}
	}()
	code := reap(pid)
	endAll()
	return code, nil
}

// start starts the program from a thread that is in the fence. The other threads of the keeper are not. The thread
// stays, for when it ends the program does: that is how the program ends with the keeper.
func (f fence) start(args, env []string) (pid int, err error) {
	started := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		g, failed := f.build()
		program := &exec.Cmd{
			Path: args[0], Args: args, Env: env, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
			// Its own session: there is no terminal that something could be typed into.
			SysProcAttr: &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL},
		}
		if err = failed; err == nil {
			go g.serve()
			err = program.Start()
		}
		if err == nil {
			pid = program.Process.Pid
			g.program.Store(int64(pid))
		}
		close(started)
		select {}
	}()
	<-started
	return pid, err
}

// endAll ends all that is left: each child of the keeper, then those that its end leaves to the keeper.
func endAll() {
	for {
		for _, pid := range children(os.Getpid()) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		_, err := unix.Wait4(-1, nil, 0, nil)
		for pid := 1; err == nil && pid > 0; {
			pid, err = unix.Wait4(-1, nil, unix.WNOHANG, nil)
		}
		if err == unix.ECHILD {
			return
		}
	}
}
