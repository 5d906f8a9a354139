//go:build amd64 || arm64

package cage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
	"ccc/ptyio"
)

// The first argument of [Main] for the two processes of a Landlock cage: the keeper, which stays outside and ends
// everything when the program ends, and the one that builds the fence and becomes the program.
const (
	keeperWord = "landlock"
	insideWord = "landlock-inside"
)

// landlock makes cages by Landlock and seccomp. They need Linux 5.13, no right, and no namespace.
var landlock = maker{Landlock, makeLandlock}

func makeLandlock(p Plan) (*Cage, error) {
	abi, err := landlockABI()
	if err != nil {
		return nil, lang.Errorf("this kernel has no Landlock: %w", err)
	}
	dir := os.TempDir()
	if len(p.Layers) > 0 {
		dir = p.Layers[0]
	}
	scratch, err := os.MkdirTemp(dir, "ccc-scratch-")
	if err == nil {
		scratch, err = filepath.EvalSymlinks(scratch)
	}
	if err != nil {
		return nil, lang.Errorf("make the reviewer's directory: %w", err)
	}
	f := fence{ABI: abi, Scratch: scratch, Hidden: resolved(p.Hidden), Fixed: resolved(p.Fixed)}
	if err := f.try(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(scratch))
	}
	return f.cage()
}

func (f fence) cage() (*Cage, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	spec, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	return &Cage{
		Kind: Landlock,
		Told: "Nothing can be written but in " + f.Scratch + ", which is $TMPDIR and is removed after the review: copy there " +
			"what has to be built or changed. There are no unix sockets and no pseudo-terminals.",
		wrap: func(cmd ptyio.Command) ptyio.Command {
			cmd.Args = slices.Concat([]string{Word, keeperWord, string(spec), cmd.Path}, cmd.Args)
			cmd.Path = own
			cmd.Env = append(slices.Clip(cmd.Env), f.env()...)
			return cmd
		},
		close: func() error { return removeAll(f.Scratch) },
	}, nil
}

// env is what the one inside is told by its environment.
func (f fence) env() []string {
	return []string{"TMPDIR=" + f.Scratch, "TMP=" + f.Scratch, "TEMP=" + f.Scratch}
}

// removeAll removes the tree also where a directory in it cannot be written.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700) // before it is read
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// resolved are the paths as they are, and what they lead to. What is not there may come: its directory counts.
func resolved(paths []string) (list []string) {
	for _, path := range paths {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			continue
		}
		list = append(list, filepath.Join(dir, filepath.Base(path)))
		if target, err := filepath.EvalSymlinks(path); err == nil {
			list = append(list, target)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// try builds the fence around a thread, which ends with it, and looks whether it holds.
func (f fence) try() error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked
		listener, err := f.build()
		if err == nil {
			unix.Close(listener)
			var fd int
			if fd, err = unix.Open("/", unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600); err == nil {
				unix.Close(fd)
			}
			if errors.Is(err, unix.EACCES) {
				err = nil
			} else {
				err = fmt.Errorf("a file can be made: %w", err)
			}
		}
		result <- err
	}()
	if err := <-result; err != nil {
		return lang.Errorf("Landlock does not hold here: %w", err)
	}
	return nil
}

// landlockMain is [Main] for both words. It returns the exit code, if it does.
func landlockMain(args []string) int {
	code, err := 125, errors.New("too few arguments")
	if len(args) > 2 {
		var f fence
		if err = json.Unmarshal([]byte(args[1]), &f); err == nil {
			switch args[0] {
			case keeperWord:
				code, err = f.keep(args[2:], args[1])
			case insideWord:
				err = f.become(args[2:])
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ccc: "+Word+":", err)
		return 125
	}
	return code
}

// become builds the fence, hands its listener to the keeper, and is the program from then on.
func (f fence) become(argv []string) error {
	runtime.LockOSThread()
	unix.CloseOnExec(toKeeper)
	// The keeper started this thread, which is the process's first: when the keeper ends, so does the program.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	listener, err := f.build()
	if err != nil {
		return err
	}
	if err := unix.Sendmsg(toKeeper, []byte{0}, unix.UnixRights(listener), nil, 0); err != nil {
		return os.NewSyscallError("sendmsg", err)
	}
	err = unix.Exec(argv[0], argv, os.Environ())
	return &os.PathError{Op: "exec", Path: argv[0], Err: err}
}

// toKeeper is the descriptor of the socket to the keeper.
const toKeeper = 3

// patience is how long the program may take to end when it is asked to.
const patience = time.Second

// keep starts the program in its fence, waits for its end, and ends whatever it has started. A signal to end is passed
// on. It returns the program's exit code.
func (f fence) keep(argv []string, spec string) (int, error) {
	runtime.LockOSThread() // the program ends when the thread that started it does
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 0, os.NewSyscallError("prctl", err)
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT)
	own, err := os.Executable()
	if err != nil {
		return 0, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, os.NewSyscallError("socketpair", err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "keeper")
	inside := exec.Command(own, slices.Concat([]string{Word, insideWord, spec}, argv)...)
	inside.Stdin, inside.Stdout, inside.Stderr = os.Stdin, os.Stdout, os.Stderr
	inside.ExtraFiles = []*os.File{theirs}
	if err := inside.Start(); err != nil {
		return 0, err
	}
	theirs.Close()
	os.Stdin.Close() // the program's
	pid := inside.Process.Pid
	go func() {
		if listener, err := receive(pair[0]); err == nil {
			serve(listener, f.Scratch)
		}
	}()
	go func() {
		for sig := range signals {
			_ = unix.Kill(pid, sig.(syscall.Signal))
			time.AfterFunc(patience, func() { _ = unix.Kill(pid, unix.SIGKILL) })
		}
	}()
	status, err := reap(pid)
	endAll()
	return status, err
}

// receive takes the listener from the one inside.
func receive(socket int) (int, error) {
	oob := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), oob, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(oob[:n])
	if err != nil || len(messages) == 0 {
		return 0, errors.Join(err, errors.New("no listener"))
	}
	rights, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return rights[0], nil
}

// reap waits for the process, and for others that were left to the keeper meanwhile. It gives the exit code, that of a
// shell for a signal.
func reap(pid int) (int, error) {
	for {
		var status unix.WaitStatus
		got, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, os.NewSyscallError("wait4", err)
		case got != pid:
		case status.Signaled():
			return 128 + int(status.Signal()), nil
		default:
			return status.ExitStatus(), nil
		}
	}
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

// children are the processes whose parent it is.
func children(parent int) (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name stands in parentheses and may hold any byte.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			list = append(list, pid)
		}
	}
	return list
}
