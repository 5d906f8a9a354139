//go:build amd64 || arm64

package sandbox

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/internal/sandbox/seccomp"
)

// enterOverlay runs as process 1 of an overlay cage. It mounts the file systems, starts the program, and ends when the
// program ends.
func enterOverlay(args, env []string) (int, error) {
	var s spec
	text := ""
	env, text = cutVariable(env, specEnv)
	if err := json.Unmarshal([]byte(text), &s); err != nil || os.Getpid() != 1 {
		return failedToEnter, lang.Errorf("%s is for ccc itself", InitArg)
	}
	syscall.CloseOnExec(lifeline)
	ccc := make(chan struct{})
	go func() {
		defer close(ccc)
		life := os.NewFile(lifeline, "lifeline")
		for {
			if _, err := life.Read(make([]byte, 1)); err != nil {
				return
			}
		}
	}()
	// Process 1 catches every signal that can be caught, so that no process in the cage can end it.
	signals := make(chan os.Signal, 16)
	signal.Notify(signals)
	writable, err := s.mount()
	if err != nil {
		return failedToEnter, err
	}
	pid, err := s.start(args, env, writable)
	if err != nil {
		return failedToEnter, err
	}
	ended := make(chan int)
	go func() { ended <- reap(pid) }()
	for {
		select {
		case code := <-ended:
			return code, nil
		case <-ccc:
			return 128 + int(syscall.SIGKILL), nil
		case s := <-signals:
			if s == syscall.SIGTERM || s == syscall.SIGINT || s == syscall.SIGHUP {
				_ = syscall.Kill(pid, s.(syscall.Signal))
			}
		}
	}
}

// start starts the program from a thread that has dropped all privileges that the program must not have. The other
// threads of process 1 keep them, so that no process in the cage can trace process 1.
func (s spec) start(args, env, writable []string) (pid int, err error) {
	started := make(chan struct{})
	seccomp.OnThread(func() {
		defer close(started)
		g, failed := dropPrivileges(writable)
		if err = failed; err != nil {
			return
		}
		go g.Serve()
		program := &exec.Cmd{
			Path: args[0], Args: args, Env: env, Dir: s.Dir, Stdin: os.NewFile(0, "stdin"),
			Stdout: os.NewFile(1, "stdout"),
			Stderr: os.NewFile(2, "stderr"),
			// A new session has no terminal, so the program cannot type into one.
			SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		}
		if err = program.Start(); err == nil {
			pid = program.Process.Pid
			g.Program.Store(int64(pid))
		}
	})
	<-started
	return pid, err
}

// keptCapabilities are the capabilities that root keeps in the cage. They apply to files, which are in the layer, and
// to processes and user ids, which belong to the namespace.
var keptCapabilities = []int{
	unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_KILL, unix.CAP_SETGID,
	unix.CAP_SETUID,
}

// dropPrivileges permanently drops privileges of the calling thread, which then starts the program.
func dropPrivileges(writable []string) (g *seccomp.Guard, err error) {
	// A new session keyring without a name.
	_, _, errno := unix.Syscall(unix.SYS_KEYCTL, unix.KEYCTL_JOIN_SESSION_KEYRING, 0, 0)
	// The kernel may lack keys, or the container may forbid them.
	keyless := errno == unix.ENOSYS || errno == unix.EPERM
	if errno != 0 && !keyless {
		return g, os.NewSyscallError("keyctl", errno)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return g, os.NewSyscallError("prctl ambient", err)
	}
	drop := uint64(0)
	for c := 0; ; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_READ, uintptr(c), 0, 0, 0); errors.Is(err, unix.EINVAL) {
			break // the kernel has no further capability
		}
		if slices.Contains(keptCapabilities, c) {
			continue
		}
		drop |= 1 << c
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(c), 0, 0, 0); err != nil {
			return g, os.NewSyscallError("prctl bounding", err)
		}
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&head, &data[0]); err != nil {
		return g, os.NewSyscallError("capget", err)
	}
	for i := range data {
		part := ^uint32(drop >> (32 * i))
		data[i].Effective &= part
		data[i].Permitted &= part
		data[i].Inheritable = 0
	}
	if err := unix.Capset(&head, &data[0]); err != nil {
		return g, os.NewSyscallError("capset", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return g, os.NewSyscallError("prctl no_new_privs", err)
	}
	if err := setLimits(); err != nil {
		return g, err
	}
	if err := restrictWrites(writable); err != nil {
		return g, err
	}
	return seccomp.Forbid()
}

// restrictWrites uses Landlock to forbid what mounts cannot forbid: connecting to abstract sockets, and writing to
// named pipes that processes outside read. That is possible even on a read-only file system.
func restrictWrites(writable []string) error {
	abi, err := landlockABI()
	if err != nil || abi < 2 { // ABI 1 would also forbid moving files between directories
		return nil
	}
	_, scoped := supportedRights(abi)
	access := uint64(unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REFER)
	r, err := newRuleset(access, scoped)
	if err != nil {
		return err
	}
	defer r.close()
	for _, path := range writable {
		if err := r.allow(path, access); err != nil {
			return err
		}
	}
	return r.restrict()
}

// maxProcesses is the maximum number of processes and threads in a cage.
const maxProcesses = 8192

// setLimits limits the size of files and the number of processes, and disables core files.
func setLimits() error {
	for resource, limit := range map[int]uint64{
		unix.RLIMIT_FSIZE: maxLayer,
		unix.RLIMIT_NPROC: maxProcesses, // applies only to users other than root
		// 1 and not 0, because 0 does not stop the system's program that collects cores, which runs outside of the
		// cage.
		unix.RLIMIT_CORE: 1,
	} {
		var now unix.Rlimit
		err := unix.Prlimit(0, resource, nil, &now)
		if err == nil && now.Max > limit { // a user cannot raise a lower limit
			err = unix.Prlimit(0, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
		}
		if err != nil {
			return os.NewSyscallError("prlimit", err)
		}
	}
	return nil
}

// reap waits for all processes that end in the cage until the program ends. It returns the program's exit code.
func reap(program int) int {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return failedToEnter
		case pid == program && status.Signaled():
			return 128 + int(status.Signal())
		case pid == program:
			return status.ExitStatus()
		}
	}
}
