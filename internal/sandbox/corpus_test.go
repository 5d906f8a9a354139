//go:build linux && (amd64 || arm64)

package sandbox

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"ccc/ptyio"
)

// writers are commands that change a file or a directory at @.
var writers = []string{
	`echo x > @`, `echo x >> @`, `: > @`, `rm -f @`, `rm -rf @`, `mv @ @.moved`, `cp /etc/passwd @`, `touch @`,
	`touch -t 200001010000 @`, `chmod 777 @`, `chmod u+s @`, `chown 1:1 @`, `ln -f /etc/passwd @`,
	`ln -sf /etc/passwd @`, `sed -i s/a/b/ @`, `dd if=/dev/zero of=@ bs=1 count=9 conv=notrunc`, `truncate -s 0 @`,
	`tee @ < /etc/passwd`, `mkdir @.d`, `mkfifo @.p`, `mknod @.n b 254 0`, `ln @ @.hard`, `setfattr -n user.x -v y @`,
	`chattr +i @`, `install -m 777 /etc/passwd @`, `tar -C / -cf @ etc/hostname`, `find @ -delete`,
	`mount -o bind /etc @`, `cp --remove-destination /etc/passwd @`, `perl -e 'unlink "@"'`,
}

// targets are the paths for the writers. None of them may change.
var targets = []string{
	"$HOME/project/main.go", "$HOME/project/sub", "$HOME/.claude/settings.json", "$HOME/.claude/new",
	"$HOME/.claude/.credentials.json", "$HOME/project/.claude/settings.json", "$HOME/.ssh/authorized_keys",
	"$OUTSIDE/file",
}

// escapes are commands that try to reach what is outside of the cage.
var escapes = []string{
	// git, make, and programs that they run
	`git init .; git add -A; git -c user.name=a -c user.email=b commit -m x`, `git -C .. init`, `make`,
	`make SHELL=/bin/sh -e`, `make --eval 'all2:; touch $(HOME)/x' all2`, `git config --global core.hooksPath /tmp`,
	`git diff --output=$HOME/x`,
	// secrets
	`cat $HOME/.ssh/id_rsa`, `cat $HOME/.netrc`, `cat $HOME/.aws/credentials`, `cat $HOME/.claude/ccc.json`,
	`tar -C $HOME -cf - .ssh .netrc .aws .claude`, `grep -r SECRET $HOME`, `cat $HOME/.ssh/../.netrc`,
	`cat /proc/self/root$HOME/.netrc`, `cat /proc/1/root$HOME/.netrc`, `cat /proc/1/cwd/.netrc`, `ls -R /proc/1/fd/`,
	`cat /proc/*/environ`, `ln $HOME/.netrc $HOME/n; cat $HOME/n`, `mv $HOME/.netrc $HOME/n; cat $HOME/n`,
	`rm $HOME/.netrc; cat $HOME/.netrc`, `umount $HOME/.ssh; cat $HOME/.ssh/id_rsa`,
	`umount -l $HOME; cat $HOME/.netrc`, `mount --bind $HOME /tmp/h; cat /tmp/h/.netrc`,
	`cat /var/tmp/ccc-cage-*/*/upper/.netrc`, `find / -name id_rsa -size -2 -exec cat {} +`,
	`cd $HOME/.ssh; cat id_rsa`,
	// processes
	`kill -9 $OUTER`, `kill -TERM $OUTER`, `kill -STOP $OUTER`, `kill -9 -$OUTER`, `kill -9 1`, `kill -QUIT 1`,
	`kill -SEGV 1`, `kill -TERM -- -1 & exit`, `pkill -9 -f "sleep 987654"`, `killall -9 sleep`,
	`kill -9 $(pgrep -f 987654)`, `gdb -p $OUTER`, `strace -p 1`, `nsenter -t 1 -a true`, `nsenter -t $OUTER -a true`,
	`renice 19 $OUTER`, `renice -n 19 -u $(id -u)`, `cat /proc/$OUTER/environ`, `cat /proc/$OUTER/mem`,
	`echo 1000 > /proc/$OUTER/oom_score_adj`, `taskset -p 1 $OUTER`,
	// namespaces and mounts
	`unshare -r true`, `unshare -rm mount -t tmpfs x /mnt`,
	`unshare -rmC sh -c 'mount -t cgroup2 x /mnt; echo 1 > /mnt/cgroup.kill'`, `mount -o remount,rw /`,
	`mount -o remount,rw $HOME/.claude/settings.json`, `mount -t proc x /mnt`, `mount -t sysfs x /mnt`,
	`mount -t tmpfs x /etc`, `umount /proc`, `umount -l /proc`, `umount -l /dev`, `umount $HOME/project/.claude`,
	`pivot_root / /tmp`, `chroot / true`, `chroot /proc/1/root true`, `mount /dev/vda /mnt`, `losetup -f`,
	// the system
	`echo x > /proc/sys/kernel/core_pattern`, `echo x > /proc/sys/kernel/hostname`, `echo b > /proc/sysrq-trigger`,
	`echo 1 > /proc/sys/vm/drop_caches`, `sysctl -w kernel.sysrq=1`, `hostname evil`, `date -s 2000-01-01`, `reboot -f`,
	`swapoff -a`, `echo 1 > /sys/fs/cgroup/cgroup.procs`, `echo x > /sys/power/state`,
	`mknod /tmp/vda b 254 0; cat /tmp/vda`, `cat /dev/vda`, `cat /dev/mem`, `cat /dev/kmsg`, `dmesg -C`, `insmod x.ko`,
	`echo x > /dev/console`, `echo x > /dev/tty`, `echo x > /dev/pts/0`, `wall hello`, `logger hello`, `crontab -l`,
	`echo '* * * * * id' | crontab -`, `at now < /dev/null`, `systemctl stop x`, `systemd-run id`, `su -c id`,
	`sudo -n id`, `passwd -d root`, `useradd evil`, `docker ps`, `loginctl`, `dbus-send --system /`,
	`cp /bin/sh /tmp/sh; chmod 4755 /tmp/sh; /tmp/sh -p -c id`, `setcap all=ep /tmp/sh`, `keyctl show`, `ipcmk -M 100`,
	`ipcrm -a`,
	// processes and files that would stay
	`(setsid sleep 987655 &) `, `nohup sleep 987655 >/dev/null 2>&1 &`, `echo x > /var/tmp/stays`,
	`echo x > /tmp/stays`, `echo x > /dev/shm/stays`, `echo x > /run/stays`, `echo x > /run/user/$(id -u)/stays`,
	`echo x > /var/spool/cron/x`, `echo x > /etc/cron.d/x`, `echo x > /root/x`, `echo x > /x`, `mkdir /opt/x`,
	`echo x > /usr/bin/x`, `touch /etc/passwd`, `ln -s / $HOME/root; echo x > $HOME/root/x`,
	`cd ..; rm -rf project; mkdir project`, `rm -rf "$HOME"/* "$HOME"/.??*`,
	// pipes and sockets of other processes
	`echo forged > $OUTSIDE/pipe`, `echo forged > $HOME/project/pipe`, `printf x | nc -U $OUTSIDE/socket`,
	`rm -f $OUTSIDE/socket`, `flock -n $OUTSIDE/file true`,
}

// TestCorpus runs some hundred commands in one cage that write, escape, kill or read secrets, and then checks that
// nothing outside has changed.
func TestCorpus(t *testing.T) {
	both(t, func(t *testing.T) {
		for _, kind := range []Kind{Overlay, Landlock} {
			t.Run(string(kind), func(t *testing.T) { corpus(t, kind) })
		}
	})
}

func corpus(t *testing.T, kind Kind) {
	commands := slices.Clone(escapes)
	for _, target := range targets {
		for _, writer := range writers {
			commands = append(commands, strings.ReplaceAll(writer, "@", target))
		}
	}
	lost := 1 // a change cannot be attributed to one command
	defer func() {
		if !t.Failed() {
			lost = 0
		}
		t.Logf("faults: %s, user %d: tried=%d lost=%d", kind, os.Getuid(), len(commands), lost) // for "make faults"
	}()
	h := newHouse(t)
	// A directory that is not in the plan, on the system's own file system if the tests may write there.
	outside := t.TempDir()
	if os.Getuid() == 0 {
		var err error
		if outside, err = os.MkdirTemp("/var/lib", "ccc-cage-test-"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(outside) })
	}
	if err := os.WriteFile(filepath.Join(outside, "file"), []byte("x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var reached atomic.Int32
	listen(t, filepath.Join(outside, "socket"), &reached)
	heard := []func() string{pipe(t, filepath.Join(outside, "pipe")), pipe(t, filepath.Join(h.project, "pipe"))}
	outer := exec.Command("sleep", "987654")
	if err := outer.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { outer.Process.Kill(); outer.Wait() })

	// How long the processes that the commands leave behind sleep, in seconds. No other run of this test uses the same
	// number.
	left := strconv.Itoa(1_000_000_000 + outer.Process.Pid)
	var script strings.Builder
	script.WriteString("cd $PROJECT\ntrap '' TERM\n")
	for i, command := range commands {
		command = strings.ReplaceAll(command, "987655", left)
		script.WriteString("timeout -s KILL 1 sh -c " + quoted("ulimit -f 1000; "+command) + " </dev/null 2>&1\n")
		if i%50 == 0 {
			script.WriteString("cd $PROJECT 2>/dev/null || cd /\n")
		}
	}
	script.WriteString("echo to the end\nkill -9 -1\n")
	file := filepath.Join(t.TempDir(), "corpus.sh")
	if err := os.WriteFile(file, []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	h.plan.ReadOnly = append(h.plan.ReadOnly, file)

	system := []string{"/etc/passwd", "/etc/hostname", "/var/spool"}
	before := listTree(t, append(system, h.home, outside)...)
	said, complaints, _ := in(t, kind, h.plan, ptyio.Command{
		Path: "/bin/sh", Args: []string{file}, Dir: h.project,
		Env: h.env("OUTSIDE="+outside, "OUTER="+strconv.Itoa(outer.Process.Pid)),
	})
	unchanged(t, before, listTree(t, append(system, h.home, outside)...))
	if !strings.Contains(said, "to the end") {
		t.Errorf("the commands did not all run:\n%s%s", said, complaints)
	}
	if strings.Contains(said, secret) {
		t.Errorf("a secret was read:\n%s", said)
	}
	if err := outer.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the process outside: %v", err)
	}
	state, _ := os.ReadFile("/proc/" + strconv.Itoa(outer.Process.Pid) + "/stat")
	if !strings.Contains(string(state), ") S ") {
		t.Errorf("the process outside is not as it was: %s", state)
	}
	if pids, err := exec.Command("pgrep", "-f", "sleep "+left).Output(); err == nil {
		t.Errorf("processes are left: %s", pids)
	}
	if reached.Load() != 0 {
		t.Error("the socket was reached")
	}
	for _, pipe := range heard {
		if text := pipe(); text != "" {
			t.Errorf("a pipe was written to: %q", text)
		}
	}
	for _, path := range []string{"/var/tmp/stays", "/tmp/stays", "/dev/shm/stays", "/run/stays", "/x",
		"/opt/x", "/root/x"} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
}

// quoted returns a text as one word of a shell command.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// listen counts the connections to a socket.
func listen(t *testing.T, path string, reached *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			conn.Close()
		}
	}()
}

// pipe makes a named pipe and reads it. heard returns what was read so far.
func pipe(t *testing.T, path string) (heard func() string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return func() string {
		text := make([]byte, 100)
		n, _ := syscall.Read(int(f.Fd()), text)
		return string(text[:max(n, 0)])
	}
}
