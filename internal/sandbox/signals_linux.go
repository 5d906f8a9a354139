//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// A program that node runs, as claude 2.1.5, opens a debugger on the loopback at SIGUSR1, through which anybody makes
// it say anything. So no SIGUSR1 reaches the program of a cage. Before Landlock's ABI 6 this is also what holds back
// signals to processes outside.

// signalArguments are the calls that send a signal, and which argument it is. The first one is to whom; of the two that take
// a process and a thread of it the second.
var signalArguments = sync.OnceValue(func() map[uint32]struct{ to, signal int } {
	return map[uint32]struct{ to, signal int }{
		unix.SYS_KILL: {0, 1}, unix.SYS_TKILL: {0, 1}, unix.SYS_TGKILL: {1, 2}, unix.SYS_RT_SIGQUEUEINFO: {0, 1},
		unix.SYS_RT_TGSIGQUEUEINFO: {1, 2}, unix.SYS_PIDFD_SEND_SIGNAL: {0, 1},
	}
})

// signalCalls are those calls for a filter: with one of these signals, or any if there is none.
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

// ignoredSignals are the calls with signals that do nothing to whoever does not ask for them. The Go runtime of the one that
// guards sends itself SIGURG, and must not wait for its own answer.
func ignoredSignals() answer {
	return answer{unix.SECCOMP_RET_ALLOW, signalCalls(0, uint32(unix.SIGURG))}
}

// schedulingArguments are the calls that set how a process runs, and which argument says whose it is. Zero is the caller.
var schedulingArguments = sync.OnceValue(func() map[uint32]int {
	return map[uint32]int{
		unix.SYS_SCHED_SETAFFINITY: 0, unix.SYS_SCHED_SETSCHEDULER: 0, unix.SYS_SCHED_SETPARAM: 0,
		unix.SYS_SCHED_SETATTR: 0, unix.SYS_PRLIMIT64: 0, unix.SYS_SETPRIORITY: 1, unix.SYS_IOPRIO_SET: 1,
		unix.SYS_MIGRATE_PAGES: 0, unix.SYS_MOVE_PAGES: 0,
	}
})

// schedulingCalls are those calls for a filter: where the caller means itself, and all.
func schedulingCalls() (self, all []call) {
	for nr, arg := range schedulingArguments() {
		self = append(self, call{nr, &test{arg, anyBit, []uint32{0}}})
		all = append(all, call{nr: nr})
	}
	return self, all
}

// judgeScheduling judges a call that sets how a process runs. Those for groups and users are refused.
func (g *guard) judgeScheduling(n notification) unix.Errno {
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

// judgeSignal judges a call that sends a signal. It is done where the call is not to go on, because it names a descriptor
// that the caller could exchange.
func (g *guard) judgeSignal(n notification) (errno unix.Errno, done bool) {
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
	case n.nr != unix.SYS_KILL, to == -1, err != nil: // everybody there is
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

// signalByDescriptor sends the signal for the caller.
func (g *guard) signalByDescriptor(n notification, fd int, signal unix.Signal) unix.Errno {
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

// judge says whether one in the sandbox may send the signal to the process or thread. While the program's process
// number is not known yet, any process may be the program.
func (g *guard) judge(signal unix.Signal, to int) unix.Errno {
	tgid, inside := g.findProcess(to)
	program := int(g.program.Load())
	if !inside || signal == unix.SIGUSR1 && (program == 0 || tgid == program) {
		return unix.EPERM
	}
	return 0
}

// findProcess finds the process of a thread, and whether it is below the one that guards.
func (g *guard) findProcess(tid int) (tgid int, inside bool) {
	for pid := tid; pid > 1; {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil && pid == tid {
			return 0, true // it is not there, and nothing can come of a signal
		}
		if err != nil { // its child has another parent now
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

// field is a number of /proc/PID/status. The name of the program, which may hold any word, has no line to itself.
func field(status []byte, name string) int {
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte(name)); ok {
			n, _ := strconv.Atoi(string(bytes.TrimSpace(rest)))
			return n
		}
	}
	return 0
}

// processes are all there are.
func processes() (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// children are the processes whose parent it is.
func children(parent int) []int {
	return slices.DeleteFunc(processes(), func(pid int) bool {
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		return field(status, "PPid:") != parent
	})
}
