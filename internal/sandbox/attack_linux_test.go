//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attacks are acts of the test binary inside a cage, by the name in its first argument. Each reports for every call its
// error, or "nil" if the call succeeded.
var attacks = map[string]func(arg string){
	"truncate": func(path string) {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_TRUNC, 0)
		report("truncate", err)
		unix.Close(fd)
	},
	"signal": func(arg string) {
		pid, _ := strconv.Atoi(arg)
		fd, err := unix.PidfdOpen(pid, 0)
		if err == nil {
			err = unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
		}
		report("pidfd_send_signal", err)
		report("tkill", raw(unix.SYS_TKILL, uintptr(pid), uintptr(unix.SIGTERM)))
		report("tgkill", raw(unix.SYS_TGKILL, uintptr(pid), uintptr(pid), uintptr(unix.SIGTERM)))
		os.Exit(1)
	},
	"program": attackProgram,
	"system":  attackSystem,
}

func report(what string, err error) {
	if errors.Is(err, syscall.Errno(0)) {
		err = nil
	}
	if err == nil {
		fmt.Println(what + ": nil")
		return
	}
	fmt.Println(what+":", err)
}

func raw(nr uintptr, args ...uintptr) error {
	args = append(args, 0, 0, 0, 0, 0, 0)
	if _, _, errno := unix.RawSyscall6(nr, args[0], args[1], args[2], args[3], args[4], args[5]); errno != 0 {
		return errno
	}
	return nil
}

// attackProgram attacks the process with the number arg, which is the program of the cage, by its memory, its
// descriptors and its debugger.
func attackProgram(arg string) {
	pid, _ := strconv.Atoi(arg)
	runtime.LockOSThread()
	word := make([]byte, 8)
	local := []unix.Iovec{{Base: &word[0], Len: 8}}
	stack := stackOf(pid)
	remote := []unix.RemoteIovec{{Base: stack, Len: 8}}
	_, err := unix.ProcessVMReadv(pid, local, remote, 0)
	report("process_vm_readv", err)
	_, err = unix.ProcessVMWritev(pid, local, remote, 0)
	report("process_vm_writev", err)
	mem, err := os.OpenFile("/proc/"+arg+"/mem", os.O_RDWR, 0)
	report("mem", err)
	if err == nil {
		mem.Close()
	}
	pidfd, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		var fd int
		if fd, err = unix.PidfdGetfd(pidfd, 1, 0); err == nil {
			unix.Close(fd)
		}
	}
	report("pidfd_getfd", err)
	report("pidfd USR1", unix.PidfdSendSignal(pidfd, unix.SIGUSR1, nil, 0))
	report("kill USR1", unix.Kill(pid, unix.SIGUSR1))
	report("tkill USR1", raw(unix.SYS_TKILL, uintptr(pid), uintptr(unix.SIGUSR1)))
	report("tgkill USR1", raw(unix.SYS_TGKILL, uintptr(pid), uintptr(pid), uintptr(unix.SIGUSR1)))
	info := make([]byte, 128)
	*(*int32)(unsafe.Pointer(&info[8])) = -1 // si_code, like a signal of sigqueue
	report("sigqueue USR1", raw(unix.SYS_RT_SIGQUEUEINFO, uintptr(pid), uintptr(unix.SIGUSR1),
		uintptr(unsafe.Pointer(&info[0]))))
	pipe := make([]int, 2)
	report("pipe", unix.Pipe2(pipe, 0))
	report("setsig USR1", raw(unix.SYS_FCNTL, uintptr(pipe[0]), unix.F_SETSIG, uintptr(unix.SIGUSR1)))
	report("ptrace", unix.PtraceSeize(pid))
}

// stackOf returns a writable address in the memory of a process.
func stackOf(pid int) uintptr {
	maps, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "[stack]") {
			_, rest, _ := strings.Cut(line, "-")
			end, _, _ := strings.Cut(rest, " ")
			address, _ := strconv.ParseUint(end, 16, 64)
			return uintptr(address) - 4096
		}
	}
	return 0
}

// attackSystem attacks the system as a whole. The arguments would do no harm if a call succeeded.
func attackSystem(string) {
	zero := make([]byte, 256)
	at := uintptr(unsafe.Pointer(&zero[0]))
	for _, c := range []struct {
		name string
		nr   uintptr
		args []uintptr
	}{
		{"io_uring_setup", unix.SYS_IO_URING_SETUP, []uintptr{1, at}},
		{"keyctl", unix.SYS_KEYCTL, []uintptr{unix.KEYCTL_GET_KEYRING_ID, ^uintptr(2), 0}},
		{"add_key", unix.SYS_ADD_KEY, []uintptr{at, at, at, 0, ^uintptr(2)}},
		{"mount", unix.SYS_MOUNT, []uintptr{at, at, at, 0, 0}},
		{"umount", unix.SYS_UMOUNT2, []uintptr{at, 0}},
		{"fsopen", unix.SYS_FSOPEN, []uintptr{at, 0}},
		{"open_tree", unix.SYS_OPEN_TREE, []uintptr{^uintptr(99), at, 0}},
		{"move_mount", unix.SYS_MOVE_MOUNT, []uintptr{^uintptr(0), at, ^uintptr(0), at, 0}},
		{"pivot_root", unix.SYS_PIVOT_ROOT, []uintptr{at, at}},
		{"setns", unix.SYS_SETNS, []uintptr{^uintptr(0), 0}},
		{"bpf", unix.SYS_BPF, []uintptr{0xffff, at, 0}},
		{"userfaultfd", unix.SYS_USERFAULTFD, []uintptr{1}},
		{"perf_event_open", unix.SYS_PERF_EVENT_OPEN, []uintptr{at, 0, 0, ^uintptr(0), 0}},
		{"kexec_load", unix.SYS_KEXEC_LOAD, []uintptr{0, 0, 0, 0xffff}},
		{"open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT, []uintptr{^uintptr(0), at, 0}},
		{"tiocsti", unix.SYS_IOCTL, []uintptr{0, unix.TIOCSTI, at}},
		{"tiocsti, upper half", unix.SYS_IOCTL, []uintptr{0, 1<<32 | unix.TIOCSTI, at}},
		{"unix socket", unix.SYS_SOCKET, []uintptr{unix.AF_UNIX, unix.SOCK_STREAM, 0}},
		{"unix socket, upper half", unix.SYS_SOCKET, []uintptr{1<<32 | unix.AF_UNIX, unix.SOCK_STREAM, 0}},
		{"shmget", unix.SYS_SHMGET, []uintptr{0, 4096, 0o600}},
		{"inet socket", unix.SYS_SOCKET, []uintptr{unix.AF_INET, unix.SOCK_STREAM, 0}},
		{"socketpair", unix.SYS_SOCKETPAIR, []uintptr{unix.AF_UNIX, unix.SOCK_STREAM, 0, at}},
	} {
		report(c.name, raw(c.nr, c.args...))
	}
	if runtime.GOARCH == "amd64" {
		report("x32", raw(0x40000000+39)) // getpid
	}
}

// TestProgramIsNotForged: processes in a cage cannot change the program, whose output is the verdict, by its memory,
// descriptors or debugger. Outside of a cage each of these attacks works.
func TestProgramIsNotForged(t *testing.T) {
	for _, p := range people(t) {
		for _, kind := range []Kind{Overlay, Landlock} {
			t.Run(p.name+" "+string(kind), func(t *testing.T) {
				out, _ := p.run(t, kind, `trap 'echo DEBUGGER' USR1; "$BINARY" program $$; :`)
				t.Log(out)
				for line := range strings.Lines(out) {
					if strings.TrimSpace(line) == "pipe: nil" {
						continue
					}
					if !strings.Contains(line, "not permitted") && !strings.Contains(line, "denied") &&
						!strings.Contains(line, "read-only") {
						t.Errorf("%s", line)
					}
				}
				if strings.Count(out, "\n") != 12 {
					t.Errorf("not all was tried:\n%s", out)
				}
			})
		}
		t.Run(p.name+" without", func(t *testing.T) {
			cmd := p.ccc(Landlock, "program")
			child := exec.Command("/bin/sh", "-c", `trap 'echo DEBUGGER' USR1; "$BINARY" program $$; :`)
			child.Dir, child.Env, child.SysProcAttr = cmd.Dir, cmd.Env, cmd.SysProcAttr
			out, err := child.CombinedOutput()
			if err != nil || bytes.Count(out, []byte(": nil\n")) != 12 || !bytes.Contains(out, []byte("DEBUGGER")) {
				t.Errorf("the attack is none: %v\n%s", err, out)
			}
		})
	}
}

// TestSystemIsOutOfReach: system calls that reach beyond the cage fail, and the others succeed.
func TestSystemIsOutOfReach(t *testing.T) {
	for _, p := range people(t) {
		for _, kind := range []Kind{Overlay, Landlock} {
			t.Run(p.name+" "+string(kind), func(t *testing.T) {
				out, _ := p.run(t, kind, `"$BINARY" system x`)
				t.Log(out)
				for line := range strings.Lines(out) {
					name, result, _ := strings.Cut(strings.TrimSpace(line), ": ")
					want := "operation not permitted"
					switch {
					case name == "inet socket", name == "socketpair":
						want = "nil"
					case name == "x32":
						want = "function not implemented"
					case strings.HasPrefix(name, "unix socket"), name == "shmget":
						if want = "permission denied"; kind == Overlay {
							want = "nil"
						}
					}
					if result != want {
						t.Errorf("%s: %s, want %s", name, result, want)
					}
				}
				if strings.Count(out, "\n") < 22 {
					t.Errorf("not all was tried:\n%s", out)
				}
			})
		}
	}
}
