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

// Node opens a debugger on the loopback at SIGUSR1. Through it anybody can make claude 2.1.5, which runs on node, say
// anything. So no SIGUSR1 reaches the program of a cage. Before Landlock's ABI 6 the guard also refuses signals to
// processes outside.

// signalArguments maps the calls that send a signal to the positions of the receiver and the signal. For calls with a
// process and a thread, the receiver is the thread.
var signalArguments = sync.OnceValue(func() map[uint32]struct{ to, signal int } {
	return map[uint32]struct{ to, signal int }{
		unix.SYS_KILL: {0, 1}, unix.SYS_TKILL: {0, 1}, unix.SYS_TGKILL: {1, 2}, unix.SYS_RT_SIGQUEUEINFO: {0, 1},
		unix.SYS_RT_TGSIGQUEUEINFO: {1, 2}, unix.SYS_PIDFD_SEND_SIGNAL: {0, 1},
	}
})

// signalCalls returns these calls for a filter: those with one of the given signals, or with any if none is given.
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

// ignoredSignals allows signals that processes ignore by default. The Go runtime of the guard sends itself SIGURG, and
// must not wait for its own answer.
func ignoredSignals() answer {
	return answer{unix.SECCOMP_RET_ALLOW, signalCalls(0, uint32(unix.SIGURG))}
}

// schedulingArguments maps the calls that set how a process is scheduled to the position of the process. 0 is the
// caller.
var schedulingArguments = sync.OnceValue(func() map[uint32]int {
	return map[uint32]int{
		unix.SYS_SCHED_SETAFFINITY: 0, unix.SYS_SCHED_SETSCHEDULER: 0, unix.SYS_SCHED_SETPARAM: 0,
		unix.SYS_SCHED_SETATTR: 0, unix.SYS_PRLIMIT64: 0, unix.SYS_SETPRIORITY: 1, unix.SYS_IOPRIO_SET: 1,
		unix.SYS_MIGRATE_PAGES: 0, unix.SYS_MOVE_PAGES: 0,
	}
})

// schedulingCalls returns these calls for a filter: those for the caller itself, and all.
func schedulingCalls() (self, all []call) {
	for nr, arg := range schedulingArguments() {
		self = append(self, call{nr, &test{arg, anyBit, []uint32{0}}})
		all = append(all, call{nr: nr})
	}
	return self, all
}

// judgeScheduling decides a call that sets how a process is scheduled. Calls for groups and users are refused.
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

// judgeSignal decides a call that sends a signal. With done the kernel does not run the call: it was refused, or the
// guard has sent the signal itself, because the caller could exchange the descriptor that it names.
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
	case n.nr != unix.SYS_KILL, to == -1, err != nil: // all processes
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

// signalByDescriptor sends a signal to the process of a descriptor on behalf of the caller.
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

// judge decides whether a process in the sandbox may send the signal to the process or thread. While the program's
// process number is not known yet, any process may be the program.
func (g *Guard) judge(signal unix.Signal, to int) unix.Errno {
	tgid, inside := g.findProcess(to)
	program := int(g.Program.Load())
	if !inside || signal == unix.SIGUSR1 && (program == 0 || tgid == program) {
		return unix.EPERM
	}
	return 0
}

// findProcess finds the process of a thread, and whether it descends from the guard.
func (g *Guard) findProcess(tid int) (tgid int, inside bool) {
	for pid := tid; pid > 1; {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil && pid == tid {
			return 0, true // it has ended, so a signal does nothing
		}
		if err != nil { // its child has got another parent
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

// field reads a number from /proc/PID/status. The name of a program cannot begin a line, whatever words are in it.
func field(status []byte, name string) int {
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte(name)); ok {
			n, _ := strconv.Atoi(string(bytes.TrimSpace(rest)))
			return n
		}
	}
	return 0
}

// processes lists the numbers of all processes.
func processes() (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			list = append(list, pid)
		}
	}
	return list
}
