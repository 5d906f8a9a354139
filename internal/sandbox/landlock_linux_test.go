//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ccc/ptyio"
)

// The test binary also plays the ccc of an ordinary user, which runs a script in a cage. These variables configure it.
const (
	kindEnv   = "CCC_CAGE_TEST_KIND"
	abiEnv    = "CCC_CAGE_TEST_ABI" // pretends an older Landlock ABI; "" for the kernel's own
	hiddenEnv = "CCC_CAGE_TEST_HIDDEN"
	layerEnv  = "CCC_CAGE_TEST_LAYER"
)

func init() { acts["cage"] = actCage }

// actCage runs a script in a cage, or plays a program that such a script runs.
func actCage(args []string) {
	if attack := attacks[args[0]]; attack != nil {
		attack(args[1])
		return
	}
	code, err := runInCage(Kind(os.Getenv(kindEnv)), args[0])
	if err != nil {
		fmt.Println("no cage:", err)
	}
	os.Exit(code)
}

func runInCage(kind Kind, script string) (int, error) {
	home := os.Getenv("HOME")
	p := Plan{
		Config: filepath.Join(home, ".claude"), Emptied: []string{home},
		Dirs:   []string{filepath.Join(home, "project"), filepath.Join(home, ".claude", "projects")},
		Frozen: []string{filepath.Join(home, ".claude", "settings.json")},
		Hidden: filepath.SplitList(os.Getenv(hiddenEnv)), ReadOnly: []string{os.Getenv("BINARY")},
		Layers: []string{os.Getenv(layerEnv)},
	}
	c, err := makeOf(kind, p)
	if err != nil {
		return 99, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return 99, err
	}
	child, err := ptyio.Start(c.Wrap(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir, Env: os.Environ(), Pipes: true,
	}))
	if err != nil {
		return 99, err
	}
	child.CloseInput()
	io.Copy(os.Stdout, child)
	status := child.End()
	fmt.Print(child.Stderr())
	if err := c.Close(); err != nil {
		return 99, err
	}
	return status.Code, nil
}

func makeOf(kind Kind, p Plan) (*Cage, error) {
	abi, _ := strconv.Atoi(os.Getenv(abiEnv))
	if abi == 0 || kind != Landlock {
		for _, m := range makers {
			if m.kind == kind {
				return m.make(p)
			}
		}
		return nil, fmt.Errorf("no cage %q", kind)
	}
	l, err := newLayer(p.Layers[0])
	if err != nil {
		return nil, err
	}
	f, err := newFence(p, l.path)
	if err == nil {
		f, err = f.addKernelFacts()
	}
	if err != nil {
		return nil, err
	}
	f.ABI = abi
	return f.cage(p, l)
}

// person is a user with a home who runs ccc.
type person struct {
	name, home, binary string
	uid                int
}

// people returns root and an ordinary user, each with a home that contains secrets.
func people(t *testing.T) []person {
	t.Helper()
	own, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	all := []person{{name: "root"}, {name: "user", uid: 65534}}
	if os.Getuid() != 0 {
		all = []person{{name: "user", uid: os.Getuid()}}
	}
	for i := range all {
		p := &all[i]
		top, err := os.MkdirTemp("/var/tmp", "ccc-test-")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(top) })
		p.home, p.binary = filepath.Join(top, "home"), filepath.Join(top, "home", "ccc")
		for _, dir := range []string{"home/.ssh", "home/project/sub", "home/.claude/projects", "layers", "vault"} {
			must(t, os.MkdirAll(filepath.Join(top, dir), 0o755))
		}
		for name, text := range map[string]string{
			"home/.ssh/id_rsa": "SECRET", "home/.netrc": "SECRET", "home/project/.env": "SECRET", "vault/key": "SECRET",
			"home/project/main.txt": "work\n", "home/project/sub/more.txt": "more\n", "home/.claude.json": "{}",
			"home/.claude/settings.json": `{"model":"x"}`, "home/.claude/projects/s.jsonl": "session\n",
		} {
			must(t, os.WriteFile(filepath.Join(top, name), []byte(text), 0o644))
		}
		must(t, os.Symlink(filepath.Join(top, "vault"), filepath.Join(p.home, ".vault")))
		must(t, os.Symlink(".ssh/id_rsa", filepath.Join(p.home, "innocent")))
		must(t, os.WriteFile(p.binary, own, 0o755))
		must(t, exec.Command("chown", "-R", strconv.Itoa(p.uid), top).Run())
		must(t, os.Chmod(top, 0o755))
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// hidden returns the person's secret paths in the form of a plan.
func (p person) hidden() string {
	return strings.Join([]string{
		p.home + "/.ssh", p.home + "/.netrc", p.home + "/.vault", p.home + "/project/.env", p.home + "/.aws",
	}, ":")
}

// ccc returns the command of the person's ccc, which runs the script in a cage in the project.
func (p person) ccc(kind Kind, script string, env ...string) *exec.Cmd {
	cmd := exec.Command(p.binary, script)
	cmd.Dir = filepath.Join(p.home, "project")
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, actEnv + "=cage", kindEnv + "=" + string(kind),
		hiddenEnv + "=" + p.hidden(),
		layerEnv + "=" + filepath.Join(filepath.Dir(p.home), "layers"), "BINARY=" + p.binary,
	}, env...)
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(p.uid), Gid: uint32(p.uid)}}
	}
	return cmd
}

func (p person) run(t *testing.T, kind Kind, script string, env ...string) (output string, code int) {
	t.Helper()
	cmd := p.ccc(kind, script, env...)
	out, _ := cmd.CombinedOutput()
	if strings.Contains(string(out), "no cage:") {
		t.Fatalf("%s", out)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// all describes everything below a directory, with contents, modes, owners and times.
func all(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		s := info.Sys().(*syscall.Stat_t)
		fmt.Fprintln(&b, path, info.Mode(), s.Uid, s.Gid, s.Nlink, s.Mtim, s.Size)
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%.20q\n", text)
			return err
		}
		return nil
	}))
	return b.String()
}

// abis are the Landlock ABIs under which the tests run: the kernel's, and those of the first kernels with Landlock.
var abis = []string{"", "1", "2"}

// each runs a test as root and as an ordinary user, with each ABI.
func each(t *testing.T, test func(t *testing.T, p person, env string)) {
	for _, p := range people(t) {
		for _, abi := range abis {
			t.Run(p.name+abi, func(t *testing.T) { test(t, p, abiEnv+"="+abi) })
		}
	}
}

// tried returns a script that runs each line in its own shell in the directory, and prints which lines succeed.
func tried(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintf(&b, "( %s\n) </dev/null && echo 'SUCCEEDS: '%s\n", line, quoted(line))
		}
	}
	return b.String()
}

// TestLandlockWrites: nothing outside of the scratch directory changes its content, name, mode, owner or times.
func TestLandlockWrites(t *testing.T) {
	scripts := tried(`
		echo x > made
		echo x >> main.txt
		: > main.txt
		touch made
		touch -d 2001-01-01 main.txt
		touch -h -d 2001-01-01 ../innocent
		mkdir made
		rm -f main.txt
		rm -rf sub
		rmdir sub
		mv main.txt other.txt
		mv main.txt "$TMPDIR"
		ln main.txt other
		ln main.txt "$TMPDIR/other"
		ln -s main.txt other
		mkfifo made
		chmod 000 main.txt
		chmod -R 777 .
		chmod u+s "$BINARY"
		chown 12 main.txt
		chown -h 12 ../innocent
		chgrp 65533 main.txt
		cp main.txt other
		cp /etc/passwd main.txt
		truncate -s 0 main.txt
		truncate -s 9999 main.txt
		sed -i s/w/v/ main.txt
		dd if=/dev/zero of=main.txt count=1
		tee main.txt < /etc/passwd
		mknod made p
		mknod "$TMPDIR/null" c 1 3
		mount -t tmpfs none sub
		ln -s "$PWD/main.txt" "$TMPDIR/l" && echo x > "$TMPDIR/l"
		ln -s "$PWD" "$TMPDIR/d" && chmod 000 "$TMPDIR/d/main.txt"
		cd "$TMPDIR" && chmod 000 "$OLDPWD/main.txt"
		cd "$TMPDIR" && chmod 000 "../../../home/project/main.txt"
		exec 5< main.txt; echo x > /proc/self/fd/5
		exec 5< main.txt; chmod 000 /proc/self/fd/5
		exec 5< main.txt; chmod 000 /dev/fd/5
		exec 5<> main.txt
		echo x > "$HOME/.claude/settings.json"
		echo x > "$CLAUDE_CONFIG_DIR/settings.json"
		rm -f "$CLAUDE_CONFIG_DIR/settings.json"
		echo x > "$CLAUDE_CONFIG_DIR/settings.local.json"
		mv "$CLAUDE_CONFIG_DIR" "$CLAUDE_CONFIG_DIR.old"
		rm -f "$CLAUDE_CONFIG_DIR/.claude.json"
		chmod 777 "$CLAUDE_CONFIG_DIR"
		echo x > "$CLAUDE_CONFIG_DIR/projects/s.jsonl"
		echo x > "$HOME/.ssh/id_rsa"
		echo x > /dev/shm/ccc-made
		echo x > /var/tmp/ccc-made
		echo x > /tmp/ccc-made
		cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern
		setfattr -n user.x -v y main.txt
		chattr +d main.txt
		git init -q .
	`)
	each(t, func(t *testing.T, p person, env string) {
		before := all(t, p.home)
		out, _ := p.run(t, Landlock, `"$BINARY" truncate main.txt; `+scripts+`echo END`, env)
		if strings.Contains(out, "SUCCEEDS") || !strings.Contains(out, "END") || !strings.Contains(out, "truncate: ") {
			t.Error(out)
		}
		if after := all(t, p.home); after != before {
			t.Errorf("something changes:\n%s\nbefore:\n%s\nafter:\n%s", out, before, after)
		}
		for _, made := range []string{"/dev/shm/ccc-made", "/var/tmp/ccc-made", "/tmp/ccc-made"} {
			if _, err := os.Lstat(made); err == nil {
				t.Errorf("%s was made", made)
			}
		}
	})
}

// TestLandlockScratch: in the scratch directory all writing works, claude can write its state file, and everything is
// removed at the end.
func TestLandlockScratch(t *testing.T) {
	each(t, func(t *testing.T, p person, env string) {
		out, code := p.run(t, Landlock, `set -e
			test "$(cat main.txt sub/more.txt)" = "$(printf 'work\nmore')"
			cp -r . "$TMPDIR/copy" 2>/dev/null || test -f "$TMPDIR/copy/main.txt"
			cd "$TMPDIR/copy"
			chmod 750 main.txt; test "$(stat -c %a main.txt)" = 750
			chmod u=rw,go= sub/../main.txt; test "$(stat -c %a main.txt)" = 600
			touch -d 2001-02-03 main.txt; test "$(stat -c %Y main.txt)" = "$(date -d 2001-02-03 +%s)"
			cp -p main.txt kept; test "$(stat -c %Y kept)" = "$(date -d 2001-02-03 +%s)"
			chown "$(id -u)" kept; mv kept sub/kept2; ln sub/kept2 sub/linked; mkfifo pipe; rm -r sub
			git init -q .; git config user.name x; git config user.email x@example.org
			git add main.txt; git commit -qm first; git clone -q . ../clone; test -f ../clone/main.txt
			printf '#!/bin/sh\necho ran\n' > run; chmod +x run; test "$(./run)" = ran
			chmod 000 main.txt; mkdir closed; touch closed/x; chmod 000 closed
			echo '{"own": 1}' > "$CLAUDE_CONFIG_DIR/.claude.json"; grep -q own "$CLAUDE_CONFIG_DIR/.claude.json"
			(setsid sleep 1000 >/dev/null 2>&1 &)
			echo WELL`, env)
		if code != 0 || !strings.Contains(out, "WELL") {
			t.Error(code, out)
		}
		left, err := os.ReadDir(filepath.Join(filepath.Dir(p.home), "layers"))
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// TestLandlockSecrets: a hidden file cannot be read by any path.
func TestLandlockSecrets(t *testing.T) {
	scripts := tried(`
		cat ../.ssh/id_rsa
		cat ../innocent
		cat ../.netrc
		cat .env
		cat ../.vault/key
		cat "$(readlink ../.vault)/key"
		cp ../.netrc "$TMPDIR"
		ln ../.netrc "$TMPDIR/n" && cat "$TMPDIR/n"
		mv ../.ssh "$TMPDIR"
		cat /proc/self/root"$HOME"/.netrc
		cat /proc/self/cwd/.env
		cd ../.ssh && cat id_rsa
		tar cf - ../.ssh
		cat /proc/$OUTSIDE/environ
		cat /proc/$OUTSIDE/root"$HOME"/.netrc
		cat /proc/$OUTSIDE/cwd/.netrc
		cat /proc/$PPID/environ
		head -c 1 /dev/sda /dev/vda /dev/kmsg
		head -c 1 /proc/kcore
	`)
	each(t, func(t *testing.T, p person, env string) {
		outside := p.sleeper(t, "TOKEN=SECRET")
		out, _ := p.run(t, Landlock, scripts+`
			ls -d "$HOME" "$HOME/project" >/dev/null && ls "$HOME" "$HOME/project" / /etc >/dev/null && echo LISTED
			cat main.txt "$CLAUDE_CONFIG_DIR/projects/s.jsonl" "$CLAUDE_CONFIG_DIR/settings.json"`,
			env, "OUTSIDE="+strconv.Itoa(outside.Process.Pid))
		for _, word := range []string{"SECRET", "SUCCEEDS"} {
			if strings.Contains(out, word) {
				t.Errorf("%s: %s", word, out)
			}
		}
		for _, word := range []string{"LISTED", "work", "session", `"model"`} {
			if !strings.Contains(out, word) {
				t.Errorf("no %s: %s", word, out)
			}
		}
	})
}

// sleeper starts a process of the person's outside of the cage, in the home.
func (p person) sleeper(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	cmd.Dir, cmd.Env = p.home, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if attributes := p.ccc(Landlock, "").SysProcAttr; attributes != nil {
		cmd.SysProcAttr.Credential = attributes.Credential
	}
	must(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd
}

// TestLandlockSignals: no process outside gets a signal from the cage, and every process inside gets the signals that
// it sends itself.
func TestLandlockSignals(t *testing.T) {
	each(t, func(t *testing.T, p person, env string) {
		outside := p.sleeper(t)
		out, _ := p.run(t, Landlock, tried(`
			kill -9 $OUTSIDE
			kill -TERM $OUTSIDE
			kill -USR1 $OUTSIDE
			kill -STOP $OUTSIDE
			kill -9 -$OUTSIDE
			"$BINARY" signal $OUTSIDE
			kill -9 $PPID
			renice 19 $OUTSIDE
			taskset -p 1 $OUTSIDE
			prlimit --pid $OUTSIDE --nofile=7
		`)+`
			nice -n 5 taskset 1 true && renice -n 19 $$ >/dev/null && echo arranged
			sleep 1000 & kill $!; wait $!; echo "ended by $?"
			sh -c 'trap "echo trapped" USR1; kill -USR1 $$; :'
			setsid sh -c 'sleep 1000 & kill -9 0'; echo "group: $?"`,
			env, "OUTSIDE="+strconv.Itoa(outside.Process.Pid))
		for _, want := range []string{"arranged", "ended by 143", "trapped", "group: 137",
			"pidfd_send_signal: operation not permitted"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q: %s", want, out)
			}
		}
		if strings.Contains(out, "SUCCEEDS") {
			t.Error(out)
		}
		if err := outside.Process.Signal(syscall.Signal(0)); err != nil {
			t.Error("the process outside:", err)
		}
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", outside.Process.Pid))
		if err != nil || !strings.Contains(string(state), ") S ") {
			t.Errorf("the process outside: %s, %v", state, err)
		}
	})
}

// TestLandlockKilled: all processes in the cage end when the program ends, or when ccc or the keeper is killed.
func TestLandlockKilled(t *testing.T) {
	for _, p := range people(t) {
		for _, killed := range []string{"nobody", "ccc", "keeper"} {
			t.Run(p.name+" "+killed, func(t *testing.T) {
				mark := "CCC_CAGE_MARK_" + strconv.Itoa(os.Getpid())
				cmd := p.ccc(Landlock, `trap '' TERM HUP
				(setsid sh -c 'trap "" TERM; sleep 1000 & sleep 1000' >/dev/null 2>&1 &)
					sleep 1000 & echo $PPID > "$TMPDIR/keeper"; ln -s x "$TMPDIR/ready"
					while test -L "$TMPDIR/ready"; do sleep 0.05; done`, mark+"=1")
				must(t, cmd.Start())
				defer cmd.Process.Kill()
				var at []string
				until(t, "the program runs", func() bool {
					at, _ = filepath.Glob(filepath.Join(filepath.Dir(p.home), "layers", "*", "tmp", "ready"))
					return len(at) == 1 && len(marked(mark)) >= 5
				})
				keeper, err := os.ReadFile(filepath.Join(filepath.Dir(at[0]), "keeper"))
				must(t, err)
				pid, err := strconv.Atoi(strings.TrimSpace(string(keeper)))
				must(t, err)
				switch killed {
				case "nobody":
					must(t, os.Remove(at[0]))
				case "ccc":
					must(t, cmd.Process.Kill())
				case "keeper":
					must(t, syscall.Kill(pid, syscall.SIGKILL))
				}
				_ = cmd.Wait()
				until(t, "nothing of it runs", func() bool { return len(marked(mark)) == 0 })
				// Done by another ccc of the same person.
				removeAbandoned(filepath.Dir(filepath.Dir(filepath.Dir(at[0]))))
			})
		}
	}
}
