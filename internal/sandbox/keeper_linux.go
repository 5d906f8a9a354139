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
	l, err := p.onlyLayer()
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

// cage makes a cage with this fence.
func (f fence) cage(p Plan, l *layer) (*Cage, error) {
	child, life, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, l.remove())
	}
	o := &overlay{plan: p, layer: l, lifeline: life, child: child, max: maxLayer, closed: make(chan struct{})}
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

// killDelay is how long the program may take to end after a signal.
const killDelay = time.Second

// enterLandlock runs in a process called the keeper. It starts the program in the fence. It kills everything that the
// program has started when the program ends, at a signal, and when the pipe from ccc is closed, which happens whenever
// ccc ends.
func enterLandlock(args, env []string) (int, error) {
	f, env, err := readFence(env)
	if err != nil {
		return failedToEnter, err
	}
	syscall.CloseOnExec(lifeline)
	// One thread of this process is inside the fence. A program in the fence must not open this process's descriptors.
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
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // ccc never writes to it
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

// start starts the program from a thread that is inside the fence. The keeper's first thread must not be inside,
// because processes in the same fence may signal each other. The thread must not end: the kernel kills the program when
// it does, so that the program ends with the keeper.
func (f fence) start(args, env []string) (pid int, err error) {
	started := make(chan struct{})
	seccomp.OnThread(func() {
		g, failed := f.enforce()
		program := &exec.Cmd{
			Path: args[0], Args: args, Env: env, Stdin: os.NewFile(0, "stdin"), Stdout: os.NewFile(1, "stdout"),
			Stderr: os.NewFile(2, "stderr"),
			// A new session has no terminal, so the program cannot type into one.
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

// killAll kills the children of the keeper until there are none. Children of killed processes become children of the
// keeper.
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
