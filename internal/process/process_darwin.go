package process

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// zombie is SZOMB of sys/proc.h.
const zombie = 5

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
