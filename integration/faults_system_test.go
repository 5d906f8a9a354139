//go:build linux

package integration

// Faults of the system: no space, no write permission, no terminals, no descriptors.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ccc/ptyio"

	"golang.org/x/sys/unix"
)

// box describes what is done before a command runs in its own mount namespace. The test binary does it under the name
// faultbox.
type box struct {
	Tmpfs    string // gets a file system of its own, with what was there
	Free     int    // of Tmpfs: pages that are free then
	Copy     string // gets what is in Tmpfs at the end
	ReadOnly string // is read-only
	NoPtmx   bool   // /dev has no ptmx
	Files    uint64 // RLIMIT_NOFILE; 0 for the usual
	Memory   uint64 // RLIMIT_AS, in bytes; 0 for the usual
	User     int    // to run as; 0 for who we are
	Dir      string // for what this needs itself
	Exec     string
}

const boxEnv = "FAULTBOX"

func init() { programs["faultbox"] = performBox }

// in makes a command of the scene run in a box.
func (s *scene) in(b box, cmd *exec.Cmd) *exec.Cmd {
	b.Exec, b.Dir = cmd.Path, filepath.Join(s.dir, "fake")
	text, err := json.Marshal(b)
	if err != nil {
		s.Fatal(err)
	}
	cmd.Path = filepath.Join(s.dir, "bin", "faultbox")
	cmd.Args = append([]string{cmd.Path}, cmd.Args...)
	cmd.Env = append(slices.Clone(cmd.Env), boxEnv+"="+string(text))
	if !b.mounts() {
		return cmd
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return cmd
}

func (b box) mounts() bool { return b.Tmpfs != "" || b.ReadOnly != "" || b.NoPtmx }

// performBox is the main function of a box. It does not return.
func performBox() {
	var b box
	err := json.Unmarshal([]byte(os.Getenv(boxEnv)), &b)
	if err == nil {
		err = b.make()
	}
	os.Unsetenv(boxEnv)
	switch {
	case err != nil:
	case b.Copy == "":
		err = syscall.Exec(b.Exec, os.Args[1:], os.Environ())
	default:
		cmd := &exec.Cmd{Path: b.Exec, Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
		_ = cmd.Run() // the status is looked at
		if err = os.Remove(filepath.Join(b.Tmpfs, fillName)); err == nil {
			err = os.CopyFS(b.Copy, os.DirFS(b.Tmpfs))
		}
		if err == nil {
			os.Exit(statusOf(cmd.ProcessState))
		}
	}
	fmt.Fprintln(os.Stderr, "faultbox:", err)
	os.Exit(98)
}

func (b box) make() error {
	if b.mounts() {
		if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			return fmt.Errorf("mount namespace: %w", err)
		}
	}
	if b.Tmpfs != "" {
		if err := b.fill(); err != nil {
			return fmt.Errorf("fill %s: %w", b.Tmpfs, err)
		}
	}
	if b.ReadOnly != "" {
		if err := unix.Mount(b.ReadOnly, b.ReadOnly, "", unix.MS_BIND, ""); err != nil {
			return err
		}
		if err := unix.Mount("", b.ReadOnly, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
			return err
		}
	}
	if b.NoPtmx {
		if err := b.withoutPtmx(); err != nil {
			return fmt.Errorf("/dev: %w", err)
		}
	}
	if b.Memory > 0 {
		if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: b.Memory, Max: b.Memory}); err != nil {
			return err
		}
	}
	if b.Files > 0 { // by syscall: Go knows of it then, and does not set the old limit again before exec
		if err := syscall.Setrlimit(unix.RLIMIT_NOFILE, &syscall.Rlimit{Cur: b.Files, Max: b.Files}); err != nil {
			return err
		}
	}
	if b.User > 0 {
		if err := syscall.Setgroups(nil); err != nil {
			return err
		}
		if err := syscall.Setgid(b.User); err != nil {
			return err
		}
		return syscall.Setuid(b.User)
	}
	return nil
}

// fill mounts a small file system over a directory, copies the files that were there, and leaves that many free pages.
func (b box) fill() error {
	aside, err := os.MkdirTemp(b.Dir, "")
	if err != nil {
		return err
	}
	if err := unix.Mount(b.Tmpfs, aside, "", unix.MS_BIND, ""); err != nil {
		return err
	}
	page := os.Getpagesize()
	const pages = 256
	if err := unix.Mount("tmpfs", b.Tmpfs, "tmpfs", 0, fmt.Sprintf("size=%d,mode=700", pages*page)); err != nil {
		return err
	}
	if err := os.CopyFS(b.Tmpfs, os.DirFS(aside)); err != nil {
		return err
	}
	if err := unix.Unmount(aside, unix.MNT_DETACH); err != nil {
		return err
	}
	if err := os.Remove(aside); err != nil {
		return err
	}
	var at unix.Statfs_t
	if err := unix.Statfs(b.Tmpfs, &at); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.Tmpfs, fillName), make([]byte, max(int(at.Bfree)-b.Free, 0)*page), 0o600)
}

// fillName is the file that fills the disk.
const fillName = ".cache"

// withoutPtmx makes a /dev with everything that a program needs except new pseudo-terminals. The user's own one stays.
func (b box) withoutPtmx() error {
	dir, err := os.MkdirTemp(b.Dir, "")
	if err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=755"); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			return err
		}
		if err := unix.Mount("/dev/"+name, filepath.Join(dir, name), "", unix.MS_BIND, ""); err != nil {
			return err
		}
	}
	return unix.Mount(dir, "/dev", "", unix.MS_MOVE, "")
}

// reviewedTwice reports whether a review has accepted the work, which only the second one does.
func (s *scene) reviewedTwice() bool {
	_, err := os.Stat(filepath.Join(s.dir, "fake", "claude.review.2"))
	return err == nil
}

// told checks that a run had the right outcome, or reported an error and no success.
func (s *scene) told(e ended) string {
	switch {
	case e.code == 98:
		s.Fatal(e.err)
	case e.passed() && s.reviewedTwice():
		return "completed, exit code 0"
	case e.code == 0:
		s.lose("exit code 0 without a review that passed: %s\n%s", e.out, e.err)
	case !strings.Contains(e.err, "ccc: "):
		s.lose("no word of why: exit code %d, %s\n%s", e.code, e.out, e.err)
	}
	return fmt.Sprintf("told, exit code %d", e.code)
}

// atTerminal runs the loop in a box, with a user at the terminal.
func (s *scene) atTerminal(b box) string {
	t := s.sit(s.in(b, s.command("--supervisor", "one", "--", "build it")))
	defer t.leave()
	code := t.end()
	s.gone(t.isShell)
	t.restored()
	s.sane(t.said())
	switch {
	case code == 98:
		s.Fatal(t.said())
	case code == 0 && !s.reviewedTwice():
		s.lose("exit code 0 without a review that passed: %s", t.said())
	case code != 0 && !strings.Contains(t.said(), "ccc: "):
		s.lose("no word of why: exit code %d, %s", code, t.said())
	}
	return fmt.Sprintf("terminal as found, exit code %d", code)
}

// atStop runs the Stop hook in a box. In every case the hook lets claude go on and tells the user.
func (s *scene) atStop(b box) string {
	s.enable()
	path := filepath.Join(s.dir, "fake", "session.jsonl")
	if err := addTurn(path, 1, "build it"); err != nil {
		s.Fatal(err)
	}
	cmd := s.in(b, s.command("supervisor-hook"))
	cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=launch")
	cmd.Stdin = s.socket(stopInput(path, 1))
	e := s.run(cmd)
	var d struct{ Decision, Reason, SystemMessage string }
	err := json.Unmarshal([]byte(e.out), &d)
	switch {
	case e.code == 98:
		s.Fatal(e.err)
	case e.code != 0 || err != nil || d.SystemMessage == "":
		s.lose("the hook: exit code %d, %q, %s", e.code, e.out, e.err)
	case d.Decision == "block":
		return "hook: reviewed"
	}
	return "hook: the person is told"
}

// socket returns the input of a hook as claude gives it: a socket of this process, which acts as the claude of the
// launch.
func (s *scene) socket(input string) *os.File {
	own, hook, err := ptyio.ToChild()
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { hook.Close() })
	if _, err = own.WriteString(input); err == nil {
		err = own.Close()
	}
	if err != nil {
		s.Fatal(err)
	}
	return hook
}

// enable switches on the reviews of the launch with the id "launch".
func (s *scene) enable() {
	cmd := s.command("supervisor-mode", "on")
	cmd.Env = append(slices.Clone(cmd.Env), "CCC_SUPERVISOR_ID=launch")
	if e := s.run(cmd); e.code != 0 {
		s.lose("supervisor-mode on: %s", e.err)
	}
}

// goesOn makes a run without a fault.
func (s *scene) goesOn() {
	s.restart(dialogue)
	s.passes("it does not go on", s.run(s.command(unattended...)))
	s.gone(nil)
	s.whole()
}

// diskFull leaves more and more space in the tries. The files are checked when there is space again.
func diskFull(r *row) {
	r.times(*faultTries, func(x *trial) (came string) {
		s := x.scene(dialogue)
		defer s.close()
		after := filepath.Join(s.dir, "after")
		b := box{Tmpfs: s.home, Free: x.number % 13, Copy: after}
		if x.number%4 == 3 {
			came = s.atTerminal(b)
		} else {
			came = s.told(s.run(s.in(b, s.command(unattended...))))
			s.gone(nil)
		}
		s.moves(after)
		s.whole()
		if x.number%4 == 0 {
			s.goesOn()
		}
		return came
	})
}

// moves makes a directory the home of the scene.
func (s *scene) moves(home string) {
	for i := range s.env {
		s.env[i] = strings.ReplaceAll(s.env[i], "HOME="+s.home, "HOME="+home)
	}
	s.home = home
}

func diskFullHook(r *row) {
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		after := filepath.Join(s.dir, "after")
		came := s.atStop(box{Tmpfs: s.home, Free: x.number % 4, Copy: after})
		s.gone(nil)
		s.moves(after)
		s.whole()
		return came
	})
}

func readOnly(r *row) {
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		b := box{ReadOnly: s.home}
		switch x.number % 4 {
		case 0:
			return s.told(s.run(s.in(b, s.command(unattended...))))
		case 1:
			return s.atTerminal(b)
		case 2:
			return s.atStop(b)
		}
		s.passes("whole", s.run(s.command(unattended...))) // nothing of the settings is to be written any more
		s.restart(dialogue)
		return "set up before: " + s.told(s.run(s.in(b, s.command(unattended...))))
	})
}

// noPtmx checks that the agent runs on pipes.
func noPtmx(r *row) {
	r.times(*faultTries, func(x *trial) (came string) {
		s := x.scene(dialogue)
		defer s.close()
		b := box{NoPtmx: true}
		env := s.env
		s.env = append(slices.Clone(env), "TEST_CLAUDE_PIPES=1")
		if x.number%2 == 0 {
			came = s.told(s.run(s.in(b, s.command(unattended...))))
		} else {
			came = s.atTerminal(b)
		}
		s.gone(nil)
		s.whole()
		s.env = env
		if x.number%4 == 0 {
			s.goesOn()
		}
		return came
	})
}

func fewDescriptors(r *row) {
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		b := box{Files: []uint64{24, 32, 64, uint64(8 + x.rand.IntN(40))}[x.number%4]}
		came := ""
		switch x.number / 4 % 3 {
		case 0:
			came = s.told(s.run(s.in(b, s.command(unattended...))))
		case 1:
			came = s.atTerminal(b)
		case 2:
			came = s.atStop(b)
		}
		s.gone(nil)
		s.whole()
		if x.number%4 == 0 {
			s.goesOn()
		}
		return came
	})
}
