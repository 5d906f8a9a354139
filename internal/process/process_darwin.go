package process

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// Boot returns the time at which the system started; zero if unknown.
func Boot() (at time.Time) {
	if boot, err := unix.SysctlTimeval("kern.boottime"); err == nil {
		at = time.Unix(boot.Unix())
	}
	return at
}

func readInfo(pid int) (i info, ok bool) {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return i, false
	}
	return info{
		name:   unix.ByteSliceToString(p.Proc.P_comm[:]),
		parent: int(p.Eproc.Ppid),
		start:  fmt.Sprintf("%d.%06d", p.Proc.P_starttime.Sec, p.Proc.P_starttime.Usec),
		zombie: p.Proc.P_stat == zombie,
	}, true
}

func startTime(start string) (at time.Time) {
	var seconds, micros int64
	if _, err := fmt.Sscanf(start, "%d.%d", &seconds, &micros); err != nil {
		return at
	}
	return time.Unix(seconds, micros*1000)
}

// processArguments reads the result of KERN_PROCARGS2 of sysctl(3): the number of arguments, the program's path and
// zeroes up to the end of a word, the arguments, the environment, each text with a zero after it. rest begins with
// the arguments.
func processArguments(pid int) (program, rest string, arguments uint32, err error) {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return "", "", 0, err
	}
	if len(text) < 4 {
		return "", "", 0, errCut
	}
	path, after, _ := bytes.Cut(text[4:], []byte{0})
	return string(path), string(bytes.TrimLeft(after, "\x00")), binary.NativeEndian.Uint32(text), nil
}

var errCut = errors.New("there is none")

func environ(pid int) (string, error) {
	_, text, arguments, err := processArguments(pid)
	if err != nil {
		return "", err
	}
	for ; arguments > 0; arguments-- {
		ok := false
		if _, text, ok = strings.Cut(text, "\x00"); !ok {
			return "", errCut
		}
	}
	text, _, _ = strings.Cut(text, "\x00\x00") // the system's own texts follow
	return text, nil
}

// program returns the file of the program that a process runs.
func program(pid int) (string, error) {
	path, _, _, err := processArguments(pid)
	return path, err
}

func allPIDs() (pids []int) {
	list, _ := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Getuid()) // as far as they can be listed
	for _, p := range list {
		pids = append(pids, int(p.Proc.P_pid))
	}
	return pids
}

// peerPID returns the number of the process that made the pair of sockets, see LOCAL_PEERPID in sys/un.h. Not measured.
func peerPID(fd int) (int, error) { return unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID) }
