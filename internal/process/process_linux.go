package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// bootID identifies this boot of the system. The start of a process is counted from it.
var bootID = sync.OnceValue(func() string {
	// Without it, processes before and after a reboot may look the same.
	id, _ := readLine("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
})

// Boot returns the time at which the system started; zero if unknown.
func Boot() (at time.Time) {
	stat, _ := os.ReadFile("/proc/stat")
	_, text, _ := strings.Cut(string(stat), "\nbtime ")
	text, _, _ = strings.Cut(text, "\n")
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		at = time.Unix(seconds, 0)
	}
	return at
}

// The fields of /proc/PID/stat after the name, see proc_pid_stat(5).
const (
	state  = 0
	parent = 1
	start  = 19
)

func readInfo(pid int) (i info, ok bool) {
	stat, err := readLine("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return i, false
	}
	// The name is in parentheses and may contain any byte.
	from, to := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if from < 0 || to < from {
		return i, false
	}
	fields := strings.Fields(string(stat[to+1:]))
	if len(fields) <= start {
		return i, false
	}
	i.parent, err = strconv.Atoi(fields[parent])
	i.name, i.start, i.zombie = string(stat[from+1:to]), fields[start]+"@"+bootID(), fields[state] == "Z"
	return i, err == nil
}

// readLine reads a file of one line below /proc. A hook reads several at each stop. [os.ReadFile] takes more system
// calls: it first tries to wait for the file as for a pipe.
func readLine(path string) ([]byte, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	line := make([]byte, 1024) // the longest, PID/stat, has 52 numbers and a name of 15 bytes
	n, err := unix.Read(fd, line)
	return line[:max(n, 0)], err
}

// tick is the unit in which Linux gives the start of a process: USER_HZ, which is 100 on all platforms of Go.
const tick = time.Second / 100

func startTime(start string) (at time.Time) {
	ticks, _, _ := strings.Cut(start, "@")
	n, err := strconv.ParseInt(ticks, 10, 64)
	var now unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return at
	}
	return time.Now().Add(time.Duration(n)*tick - time.Duration(now.Nano()))
}

func environ(pid int) (string, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return string(text), err
}

// program returns the file of the program that a process runs.
func program(pid int) (string, error) { return os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe") }

func allPIDs() (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // an error leaves the list incomplete
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// peerPID returns the number of the process that made the pair of sockets, see SO_PEERCRED in unix(7).
func peerPID(fd int) (int, error) {
	who, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(who.Pid), nil
}
