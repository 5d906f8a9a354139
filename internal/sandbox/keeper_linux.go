//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/sandbox/seccomp"
	"ccc/ptyio"
)

func makeLandlock(p Plan) (*Cage, error) {
	if len(p.Layers) != 1 {
		return nil, lang.Errorf("there is no directory to write to")
	}
	l, err := newLayer(p.Layers[0])
	if err != nil {
		return nil, err
	}
	f, err := newFence(p, l.path)
	if err == nil {
		f, err = f.addKernelFacts()
	}
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	return f.cage(p, l)
}

// cage makes the cage of a fence.
func (f fence) cage(p Plan, l *layer) (*Cage, error) {
	child, life, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	o := &overlay{plan: p, layer: l, life: life, child: child, max: maxLayer, end: make(chan struct{})}
	o.watcher.Go(o.watch)
	wrap := func(cmd ptyio.Command) ptyio.Command {
		f := f.forCommand(p, cmd)
		cmd.Args = append([]string{InitArg, string(Landlock), cmd.Path}, cmd.Args...)
		cmd.Path, _ = executable()
		cmd.Env = append(cageEnv(cmd.Env), f.env()...)
		cmd.Files = append(slices.Clip(cmd.Files), child)
		return cmd
	}
	return &Cage{Kind: Landlock, commands: f.instructions(), wrap: wrap, close: o.close}, nil
}

// addKernelFacts adds the version of Landlock, and the paths at which hidden files are mounted a second time.
func (f fence) addKernelFacts() (fence, error) {
	var err error
	if f.ABI, err = landlockABI(); err != nil {
		return f, lang.Errorf("this kernel has no Landlock: %w", err)
	}
	var all tree
	if all.mounts, err = mounts(); err != nil {
		return f, err
	}
	for _, path := range slices.Clone(f.Hidden) {
		f.Hidden = append(f.Hidden, all.otherPaths(path)...)
	}
	return f, nil
}

// killDelay is the time that the program has to end after a signal.
const killDelay = time.Second

// enterLandlock runs as the keeper. It starts the program in the fence. When the program ends, at a signal, and when
// the pipe from ccc is closed, which happens however ccc ends, it kills all that the program has started.
func enterLandlock(args, env []string) (int, error) {
	f, env, err := readFence(env)
	if err != nil {
		return failedToEnter, err
	}
	syscall.CloseOnExec(lifeline)
	// A thread of this process is inside the fence. Nothing there may open the files that the process has open.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return failedToEnter, os.NewSyscallError("prctl dumpable", err)
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return failedToEnter, os.NewSyscallError("prctl subreaper", err)
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT)
	pid, err := f.start(args, env)
	if err != nil {
		return failedToEnter, lang.Errorf("enter the sandbox: %w", err)
	}
	go func() {
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // nothing is ever written to it
		_ = unix.Kill(pid, unix.SIGKILL)
	}()
	go func() {
		for sig := range signals {
			_ = unix.Kill(pid, sig.(syscall.Signal))
			time.AfterFunc(killDelay, func() { _ = unix.Kill(pid, unix.SIGKILL) })
		}
	}()
	code := reap(pid)
	killAll()
	return code, nil
}

// start starts the program from a thread that is in the fence. The first thread of the keeper must not be in it,
// because processes in the same fence may send each other signals. The thread stays: the program is killed when it
// ends, so that the program ends with the keeper.
func (f fence) start(args, env []string) (pid int, err error) {
	started := make(chan struct{})
	seccomp.OnThread(func() {
		g, failed := f.enforce()
		program := &exec.Cmd{
			Path: args[0], Args: args, Env: env, Stdin: os.NewFile(0, "stdin"), Stdout: os.NewFile(1, "stdout"),
			Stderr: os.NewFile(2, "stderr"),
			// A new session has no terminal, into which a program could type.
			SysProcAttr: &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL},
		}
		if err = failed; err == nil {
			go g.Serve()
			err = program.Start()
		}
		if err == nil {
			pid = program.Process.Pid
			g.Program.Store(int64(pid))
		}
		close(started)
		select {}
	})
	<-started
	return pid, err
}

// killAll kills all children of the keeper, then the processes that become its children by that, until there are none.
func killAll() {
	for {
		for _, pid := range process.Children(os.Getpid()) {
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
