package process

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// Boot is the time at which the system started; zero if that is unknown.
func Boot() (at time.Time) {
	if boot, err := unix.SysctlTimeval("kern.boottime"); err == nil {
		at = time.Unix(boot.Unix())
	}
	return at
}

func look(pid int) (i info, ok bool) {
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

func began(start string) (at time.Time) {
	var seconds, micros int64
	if _, err := fmt.Sscanf(start, "%d.%d", &seconds, &micros); err != nil {
		return at
	}
	return time.Unix(seconds, micros*1000)
}

// environ reads what KERN_PROCARGS2 of sysctl(3) gives: the number of arguments, the program's path and zeroes up to a
// word's end, the arguments, the environment, each text with a zero behind it.
func environ(pid int) (string, error) {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return "", err
	}
	cut := errors.New("there is none")
	if len(text) < 4 {
		return "", cut
	}
	arguments := binary.NativeEndian.Uint32(text)
	_, text, _ = bytes.Cut(text[4:], []byte{0})
	text = bytes.TrimLeft(text, "\x00")
	for ; arguments > 0; arguments-- {
		ok := false
		if _, text, ok = bytes.Cut(text, []byte{0}); !ok {
			return "", cut
		}
	}
	if end := bytes.Index(text, []byte{0, 0}); end >= 0 { // the system's own texts follow
		text = text[:end]
	}
	return string(text), nil
}

func all() (pids []int) {
	list, _ := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Getuid()) // as far as they can be listed
	for _, p := range list {
		pids = append(pids, int(p.Proc.P_pid))
	}
	return pids
}

// peer returns the number of the process that made the pair of sockets, see LOCAL_PEERPID in sys/un.h. Not measured.
func peer(fd int) (int, error) { return unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID) }
