//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"ccc/internal/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// The rights of Landlock by purpose. landlock(7) lists the ABI version of each right.
const (
	readRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	listRights = unix.LANDLOCK_ACCESS_FS_READ_DIR
	// writeRights does not include the right to make devices: a file in the scratch directory must not give access to
	// anything else.
	writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	deviceRights = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
	// fileRights are the rights that a rule for a file may have; rules for directories may have more.
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// supportedRights returns the rights that an ABI supports, and what else it can restrict besides files.
func supportedRights(abi int) (access, scoped uint64) {
	access = readRights | listRights | writeRights | deviceRights
	if abi >= 2 {
		access |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		access |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 5 {
		access |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return access, scoped
}

// landlockABI returns the version of Landlock in the kernel.
func landlockABI() (int, error) {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, os.NewSyscallError("landlock_create_ruleset", errno)
	}
	return int(abi), nil
}

// ruleset is a Landlock ruleset. It refuses the rights in access except where a rule allows them.
type ruleset struct {
	fd     int
	access uint64
}

func newRuleset(access, scoped uint64) (ruleset, error) {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: access, Scoped: scoped}
	size := unsafe.Offsetof(attr.Quiet_access_fs)
	if scoped == 0 { // the size of the structure in ABI 1
		size = unsafe.Offsetof(attr.Handled_access_net)
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return ruleset{}, os.NewSyscallError("landlock_create_ruleset", errno)
	}
	return ruleset{int(fd), access}, nil
}

// allow gives access to a file, or to everything below a directory. It adds no rule if the path does not exist or if
// the user cannot reach it.
func (r ruleset) allow(path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= fileRights
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: access & r.access, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0); errno != 0 {
		return &fs.PathError{Op: "landlock_add_rule", Path: path, Err: errno}
	}
	return nil
}

// allowExcept gives access to everything below dir, except to the paths in hidden and below them. A directory that
// contains a hidden path gets one rule per entry, so files that are made in it later cannot be reached. Symbolic links
// need no rule: their targets have one.
func (r ruleset) allowExcept(dir string, hidden []string, access uint64) error {
	if !slices.ContainsFunc(hidden, func(path string) bool { return within(path, dir) }) {
		return r.allow(dir, access)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if entry.Type()&fs.ModeSymlink != 0 || slices.Contains(hidden, path) {
			continue
		}
		if err := r.allowExcept(path, hidden, access); err != nil {
			return err
		}
	}
	return nil
}

// restrict applies the ruleset permanently to the calling thread and to everything that it starts. The thread must be
// locked.
func (r ruleset) restrict() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return os.NewSyscallError("landlock_restrict_self", errno)
	}
	return nil
}

func (r ruleset) close() { unix.Close(r.fd) }

// writableDevices are the devices that the program may use. It cannot even read others, because a disk contains every
// file.
var writableDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// enforce applies the fence permanently to the calling thread and to everything that it starts. The thread must be
// locked. The caller must call [seccomp.Guard.Serve] at once in another goroutine, and set Guard.Program when the
// process is known.
func (f fence) enforce() (g *seccomp.Guard, err error) {
	access, scoped := supportedRights(f.ABI)
	r, err := newRuleset(access, scoped)
	if err != nil {
		return g, err
	}
	defer r.close()
	read := uint64(readRights | listRights)
	err = errors.Join(
		r.allow("/", listRights),        // file names are not secret, and Landlock does not restrict stat
		r.allow("/proc", read),          // other rules protect other processes
		r.allow("/proc/self/exe", read), // ccc itself, even if its file was replaced
		r.allow(f.Scratch, access&^deviceRights))
	for _, path := range f.readable() {
		err = errors.Join(err, r.allowExcept(path, f.Hidden, read))
	}
	for _, path := range append(resolveExisting(f.ReadOnly), f.Config) {
		err = errors.Join(err, r.allow(path, read))
	}
	for _, name := range claudeWritable {
		err = errors.Join(err, r.allow(filepath.Join(f.Config, name), access&^deviceRights))
	}
	for _, path := range append(writableDevices, f.state()) {
		err = errors.Join(err, r.allow(path, fileRights))
	}
	if err != nil {
		return g, err
	}
	if err := errors.Join(dropCapabilities(), setLimits()); err != nil {
		return g, err
	}
	if err := r.restrict(); err != nil {
		return g, err
	}
	return seccomp.ForbidBesideLandlock(f.ABI, func(path string) bool { return within(path, f.Scratch) })
}

// dropCapabilities drops root's capabilities that are not about files, for everything that the calling thread starts.
// Landlock does not restrict setting the time, kernel modules, disks, and other users' processes.
func dropCapabilities() error {
	if os.Geteuid() != 0 {
		return nil // an ordinary user has no capabilities
	}
	// Fails after the kernel's last capability.
	for c := 0; unix.Prctl(unix.PR_CAPBSET_READ, uintptr(c), 0, 0, 0) == nil; c++ {
		if slices.Contains(keptCapabilities, c) {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(c), 0, 0, 0); err != nil {
			return os.NewSyscallError("prctl bounding", err)
		}
	}
	return nil
}
