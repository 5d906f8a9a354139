//go:build amd64 || arm64

package seccomp

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// At SIGUSR1, node opens a debugger on the loopback interface. Through it every process can control claude 2.1.5, which
// runs on node, and forge its output. So the program of a cage never gets SIGUSR1. On Landlock's ABI below 6, the guard
// also refuses signals to processes outside of the cage.

// signalArguments maps the calls that send a signal to the positions of their arguments for the receiver and for the
// signal. If a call has a process and a thread, the receiver is the thread.
var signalArguments = sync.OnceValue(func() map[uint32]struct{ to, signal int } {
	return map[uint32]struct{ to, signal int }{
		unix.SYS_KILL: {0, 1}, unix.SYS_TKILL: {0, 1}, unix.SYS_TGKILL: {1, 2}, unix.SYS_RT_SIGQUEUEINFO: {0, 1},
		unix.SYS_RT_TGSIGQUEUEINFO: {1, 2}, unix.SYS_PIDFD_SEND_SIGNAL: {0, 1},
	}
})

// signalCalls returns these calls in the form that a filter takes, for the given signals; without arguments, for all
// signals.
func signalCalls(which ...uint32) (list []call) {
	for nr, args := range signalArguments() {
		c := call{nr: nr}
		if len(which) > 0 {
			c.test = &test{args.signal, anyBit, which}
		}
		list = append(list, c)
	}
	return list
}

// ignoredSignals allows signals that processes ignore by default. The guard's own Go runtime sends itself SIGURG, and
// must not wait for an answer of the guard.
func ignoredSignals() answer {
	return answer{unix.SECCOMP_RET_ALLOW, signalCalls(0, uint32(unix.SIGURG))}
}

// schedulingArguments maps the calls that change the scheduling of a process to the position of the argument for the
// process. 0 means the caller.
var schedulingArguments = sync.OnceValue(func() map[uint32]int {
	return map[uint32]int{
		unix.SYS_SCHED_SETAFFINITY: 0, unix.SYS_SCHED_SETSCHEDULER: 0, unix.SYS_SCHED_SETPARAM: 0,
		unix.SYS_SCHED_SETATTR: 0, unix.SYS_PRLIMIT64: 0, unix.SYS_SETPRIORITY: 1, unix.SYS_IOPRIO_SET: 1,
		unix.SYS_MIGRATE_PAGES: 0, unix.SYS_MOVE_PAGES: 0,
	}
})

// schedulingCalls returns these calls in the form that a filter takes: self are calls for the caller itself, all are
// calls for any process.
func schedulingCalls() (self, all []call) {
	for nr, arg := range schedulingArguments() {
		self = append(self, call{nr, &test{arg, anyBit, []uint32{0}}})
		all = append(all, call{nr: nr})
	}
	return self, all
}

// judgeScheduling decides a call that changes the scheduling of a process. It refuses calls for groups and users.
func (g *Guard) judgeScheduling(n notification) unix.Errno {
	ofProcess := uint64(unix.PRIO_PROCESS)
	if n.nr == unix.SYS_IOPRIO_SET {
		ofProcess = ioprioProcess
	}
	if arg := schedulingArguments()[n.nr]; arg == 0 || n.args[0] == ofProcess {
		return g.judge(0, int(int32(n.args[arg])))
	}
	return unix.EPERM
}

// ioprioProcess is IOPRIO_WHO_PROCESS of linux/ioprio.h.
const ioprioProcess = 1

// judgeSignal decides a call that sends a signal. If done is true, the kernel does not run the call: it was refused, or
// the guard has sent the signal itself. It does that if the call names a descriptor, because the caller could replace
// the descriptor meanwhile.
func (g *Guard) judgeSignal(n notification) (errno unix.Errno, done bool) {
	args, ok := signalArguments()[n.nr]
	if !ok {
		return unix.ENOSYS, true
	}
	to, signal := int(int32(n.args[args.to])), unix.Signal(n.args[args.signal])
	own, err := unix.Getpgid(int(n.tid))
	switch {
	case n.nr == unix.SYS_PIDFD_SEND_SIGNAL:
		return g.signalByDescriptor(n, to, signal), true
	case to > 0:
		return g.judge(signal, to), false
	case n.nr != unix.SYS_KILL, to == -1, err != nil: // the call is for all processes, or the receiver is unknown
		return unix.EPERM, true
	case to == 0:
		to = -own
	}
	for _, pid := range processes() {
		if group, err := unix.Getpgid(pid); err == nil && group == -to {
			if errno := g.judge(signal, pid); errno != 0 {
				return errno, false
			}
		}
	}
	return 0, false
}

// signalByDescriptor sends a signal, in place of the caller, to the process that a descriptor refers to.
func (g *Guard) signalByDescriptor(n notification, fd int, signal unix.Signal) unix.Errno {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", n.tid, fd))
	if err != nil {
		return unix.EBADF
	}
	_, rest, _ := bytes.Cut(text, []byte("\nPid:\t"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	pid, err := strconv.Atoi(string(line))
	if err != nil || pid <= 0 {
		return unix.ESRCH
	}
	target, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return errnoOf(err)
	}
	defer unix.Close(target)
	if errno := g.judge(signal, pid); errno != 0 {
		return errno
	}
	if !g.isWaiting(n) {
		return unix.EPERM
	}
	return errnoOf(unix.PidfdSendSignal(target, signal, nil, 0))
}

// judge decides whether a process in the sandbox may send the signal to that process or thread. Until the program's
// process number is known, any process may be the program.
func (g *Guard) judge(signal unix.Signal, to int) unix.Errno {
	tgid, inside := g.findProcess(to)
	program := int(g.Program.Load())
	if !inside || signal == unix.SIGUSR1 && (program == 0 || tgid == program) {
		return unix.EPERM
	}
	return 0
}

// findProcess returns the process that a thread belongs to, and whether that process descends from the guard.
func (g *Guard) findProcess(tid int) (tgid int, inside bool) {
	for pid := tid; pid > 1; {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil && pid == tid {
			return 0, true // it has ended, so a signal has no effect
		}
		if err != nil { // the process got another parent meanwhile
			pid, tgid = tid, 0
			continue
		}
		if tgid == 0 {
			tgid = field(status, "Tgid:")
		}
		if pid = field(status, "PPid:"); pid == os.Getpid() {
			return tgid, true
		}
	}
	return tgid, false
}

// field reads a number from /proc/PID/status. A program can choose its name there, but its name cannot begin a line.
func field(status []byte, name string) int {
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte(name)); ok {
			n, _ := strconv.Atoi(string(bytes.TrimSpace(rest)))
			return n
		}
	}
	return 0
}

// processes returns the numbers of all processes.
func processes() (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			list = append(list, pid)
		}
	}
	return list
}
