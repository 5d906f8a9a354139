//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/internal/claude/snapshot"
	"ccc/internal/lang"
	"ccc/ptyio"
)

// nobody is the user id of an ordinary user.
const nobody = 65534

// both runs a test as the present user, and if that is root, again as an ordinary user.
func both(t *testing.T, test func(t *testing.T)) {
	t.Run("self", test)
	if os.Getuid() != 0 {
		return
	}
	t.Run("user", func(t *testing.T) {
		home, err := os.MkdirTemp("", "cage-user-")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(home) })
		if err := os.Chown(home, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(t.Name(), "/")
		cmd := exec.Command("/proc/self/exe", "-test.run=^"+name+"$/^self$", "-test.v")
		cmd.Dir = "/"
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, err := cmd.CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("--- PASS: "+name+"/self")) {
			t.Errorf("%v", err)
		}
		t.Logf("%s", out)
	})
}

// house is a home that contains secrets and a project.
type house struct {
	home, project string
	plan          Plan
}

func newHouse(t *testing.T) house {
	t.Helper()
	base := t.TempDir()
	h := house{home: filepath.Join(base, "home"), project: filepath.Join(base, "home", "project")}
	for name, text := range map[string]string{
		".ssh/id_rsa": secret, ".netrc": secret, ".aws/credentials": secret, ".claude/ccc.json": secret,
		".claude/settings.json": "{}", ".claude/.credentials.json": "login", "project/main.go": "package main\n",
		"project/Makefile": "all:\n\ttouch made\n", "project/.claude/settings.json": "{}", "project/sub/a": "a\n",
		".cache/go": "cache\n",
	} {
		path := filepath.Join(h.home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.plan = Plan{
		Emptied: []string{h.home},
		Dirs: []string{
			h.project, filepath.Join(h.home, ".cache", "go"), filepath.Join(h.home, ".claude", ".credentials.json"),
		},
		ReadOnly: []string{filepath.Join(h.home, ".claude", "settings.json"), filepath.Join(h.project, ".claude")},
		Layers:   []string{"/var/tmp"},
	}
	return h
}

const secret = "SECRET-OF-THE-PERSON"

func (h house) env(more ...string) []string {
	return append(more, "PATH="+os.Getenv("PATH"), "HOME="+h.home, "PROJECT="+h.project, "LANG=C.UTF-8")
}

// in runs a program in its own cage until it ends.
func in(t *testing.T, kind Kind, p Plan, cmd ptyio.Command) (stdout, stderr string, status ptyio.Status) {
	t.Helper()
	p = p.clean()
	p.Layers = p.Layers[:1]
	c, err := makeOf(kind, p) // without a trial, because that would make a second cage
	if err != nil {
		t.Fatal(err)
	}
	cmd.Pipes, cmd.Grace = true, ptyio.Grace{Input: 30 * time.Second}
	child, err := ptyio.Start(c.Wrap(cmd))
	if err != nil {
		t.Fatal(err)
	}
	child.CloseInput()
	out, err := io.ReadAll(child)
	if err != nil {
		t.Fatal(err)
	}
	status = child.End()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	return string(out), child.Stderr(), status
}

func (h house) sh(t *testing.T, script string, env ...string) string {
	t.Helper()
	out, complaints, _ := in(t, Overlay, h.plan, ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", script}, Dir: h.project, Env: h.env(env...),
	})
	return out + complaints
}

// listTree describes everything below the directories, except access times.
func listTree(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrPermission) { // tools of this user cannot read it either
				return fs.SkipDir
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			stat := info.Sys().(*syscall.Stat_t)
			text := fmt.Sprint(info.Mode(), stat.Size, stat.Uid, stat.Gid, stat.Ino, stat.Nlink, stat.Mtim, stat.Ctim)
			if info.Mode().IsRegular() {
				content, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				text += fmt.Sprintf(" %x", sha256.Sum256(content))
			}
			all[path] = text
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func unchanged(t *testing.T, before, after map[string]string) {
	t.Helper()
	for path := range maps.Keys(before) {
		if after[path] != before[path] {
			t.Errorf("%q was changed: %s, was %s", path, after[path], before[path])
		}
	}
	for path := range maps.Keys(after) {
		if before[path] == "" {
			t.Errorf("%q is new", path)
		}
	}
}

// TestOverlayInside: the identity, the rights and the files of a program in the cage.
func TestOverlayInside(t *testing.T) {
	both(t, func(t *testing.T) {
		h := newHouse(t)
		said := h.sh(t, `
			echo uid $(id -u) gid $(id -g) owner $(stat -c %u . ) pwd $PWD
			echo processes $(ls -d /proc/[0-9]* | wc -l)
			grep -E '^(NoNewPrivs|Seccomp|CapBnd|CapEff):' /proc/self/status | tr '\t\n' '  '; echo
			for at in / /proc /sys; do
				echo "$at" $(awk -v at=$at '$5 == at {print $6}' /proc/self/mountinfo | tail -n 1)
			done
			echo core $(ulimit -c) limit $(ulimit -f)
			(: < /dev/tty) 2>/dev/null && echo a terminal || echo no terminal
			echo tmp $(ls -A /tmp | grep -v "$(echo $HOME | cut -d/ -f3)") $(ls -A /var/tmp)
			touch /tmp/cc-socks*/x 2>/dev/null
			touch /tmp/x /var/tmp/y && echo writable
			head -c 4 /dev/urandom | wc -c
			echo x > /dev/null && exec 3<>/dev/ptmx && echo pty; echo y > /dev/shm/z && echo shm
			echo blocks $(find /dev /run -type b | wc -l) run $(find /run -type s | wc -l)
			echo dns $(cat /etc/resolv.conf 2>/dev/null | cksum)
			echo own $(cat ~/.claude/.credentials.json) $(cat main.go)
			echo first > made && mv main.go moved.go && rm sub/a && cat made moved.go && ls sub | wc -l
			env | sort | grep -E '^(TMPDIR|CCC_CAGE)'
			tr '\0' '\n' < /proc/1/environ
			`)
		caps := "0000000000000000"
		if os.Getuid() == 0 {
			caps = "00000000000000fb"
		}
		resolv, _ := exec.Command("sh", "-c", "echo $(cat /etc/resolv.conf 2>/dev/null | cksum)").Output()
		for _, want := range []string{
			fmt.Sprintf("uid %d gid %[1]d owner %[1]d pwd %s\n", os.Getuid(), h.project),
			`processes [2-9]\n`, "CapEff: " + caps, "NoNewPrivs: 1", "Seccomp: 2", "\n/ ro,nosuid,nodev", "\n/proc ro,",
			"\n/sys ro,",
			"core 0 limit", "no terminal\n",
			fmt.Sprintf("tmp cc-socks cc-socks-%d cc-socks cc-socks-%[1]d\nwritable\n", os.Getuid()),
			"\n4\npty\nshm\n", "blocks 0 run 0\n",
			"dns " + strings.TrimSpace(string(resolv)) + "\n", "own login package main\n",
			"first\npackage main\n0\n", "\nTMPDIR=/tmp\n.*Permission denied",
		} {
			if !regexp.MustCompile(want).MatchString(said) {
				t.Errorf("%q is not there", want)
			}
		}
		if strings.Contains(said, "CCC_CAGE") {
			t.Error("how the cage is made is there")
		}
		if t.Failed() {
			t.Log(said)
		}
	})
}

// TestOverlaySockets: a program in the cage can connect to no named or abstract socket, whether an overlay covers it or
// not. It can use the network.
func TestOverlaySockets(t *testing.T) {
	both(t, func(t *testing.T) {
		h := newHouse(t)
		further := t.TempDir() // this directory is read-only, and not on the overlay
		h.plan.ReadOnly = append(h.plan.ReadOnly, further)
		var addresses []string
		for _, address := range []string{
			filepath.Join(h.project, "socket"), filepath.Join(further, "socket"),
			"@ccc-cage-test-" + strconv.Itoa(os.Getpid()),
		} {
			l, err := net.Listen("unix", address)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			addresses = append(addresses, address)
		}
		out, complaints, _ := in(t, Overlay, h.plan, ptyio.Command{
			Path: "/proc/self/exe", Args: addresses, Dir: "/", Env: []string{actEnv + "=dial"},
		})
		if strings.Count(out, " false\n") != len(addresses) {
			t.Errorf("%s%s", out, complaints)
		}
	})
}

// TestOverlayOddPlaces: homes and projects in unusual places and with unusual names.
func TestOverlayOddPlaces(t *testing.T) {
	both(t, func(t *testing.T) {
		base := t.TempDir()
		elsewhere, err := os.MkdirTemp("/dev/shm", "ccc-cage-test-") // on another file system
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(elsewhere)
		below := func(names ...string) string { return filepath.Join(append([]string{base}, names...)...) }
		for _, c := range []struct{ name, home, project, link string }{
			{"side by side", below("a", "home"), below("a", "project"), ""},
			{"the same", below("b"), below("b"), ""},
			{"home in the project", below("c", "home"), below("c"), ""},
			{"letters", below(`d,e:f\g h` + "\n'\"i"), below(`d,e:f\g h`+"\n'\"i", `upperdir=/x,\`), ""},
			{"another file system", elsewhere, below("j"), ""},
			{"by a link", below("k", "link"), below("k", "link", "project"), below("k", "real")},
			{"the whole system", below("l"), "/", ""},
		} {
			t.Run(c.name, func(t *testing.T) {
				if c.link != "" {
					if err := errors.Join(os.MkdirAll(c.link, 0o700), os.Symlink(c.link, c.home)); err != nil {
						t.Fatal(err)
					}
				}
				dirs := []string{c.home}
				for _, dir := range []string{filepath.Join(c.home, ".ssh"), c.project} {
					if err := os.MkdirAll(dir, 0o700); err != nil {
						t.Fatal(err)
					}
				}
				if c.project != "/" {
					dirs = append(dirs, c.project)
				}
				for _, name := range []string{filepath.Join(c.home, ".ssh", "key"),
					filepath.Join(dirs[len(dirs)-1], "file")} {
					if err := os.WriteFile(name, []byte(secret), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				before := listTree(t, dirs...)
				h := house{home: c.home, project: c.project, plan: Plan{
					Dirs: []string{c.project}, Layers: []string{"/var/tmp"},
				}}
				if c.home == c.project {
					h.plan.Hidden = []string{filepath.Join(c.home, ".ssh")}
				} else {
					h.plan.Emptied = []string{c.home}
				}
				said := h.sh(t, `cat "$HOME/.ssh/key"; echo new > "$HOME/new" && echo written; `+
					`cd "$PROJECT"; ls -d file; echo x > file && echo again`)
				want := "written\nfile\nagain\n"
				if c.project == "/" {
					want = "written\n"
				}
				if strings.Contains(said, secret) || !strings.HasPrefix(said, want) {
					t.Errorf("%s", said)
				}
				unchanged(t, before, listTree(t, dirs...))
			})
		}
	})
}

// TestOverlayLimits: the reviewer is told of a directory that cannot be covered.
func TestOverlayLimits(t *testing.T) {
	h := newHouse(t)
	h.plan.Dirs = append(h.plan.Dirs, "/")
	found, err := Find(Auto, h.plan)
	if err != nil || found.Kind != Overlay {
		t.Fatal(found, err)
	}
	c, err := found.Make(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if !strings.Contains(c.commands, "You cannot write to /:") {
		t.Errorf("told %q", c.commands)
	}
}

// TestOverlayProcesses: the number of processes in a cage is limited, for root only on kernels that can do that. The
// system's own limit does not change.
func TestOverlayProcesses(t *testing.T) {
	both(t, func(t *testing.T) {
		const file = "/proc/sys/kernel/pid_max"
		before, err := os.ReadFile(file)
		must(t, err)
		inside := newHouse(t).sh(t, "cat "+file)
		after, err := os.ReadFile(file)
		must(t, err)
		want := string(before)
		if limitsProcesses() {
			want = fmt.Sprintln(maxProcesses)
		}
		if inside != want || !bytes.Equal(before, after) {
			t.Errorf("inside %q, want %q; outside %q, before %q", inside, want, after, before)
		}
	})
}

// TestFindRefused: if a kind of cage that was asked for does not work, that is an error. With auto, the result says why
// better kinds do not work.
func TestFindRefused(t *testing.T) {
	h := newHouse(t)
	h.plan.Layers = []string{"/proc/nothing"}
	if found, err := Find(string(Overlay), h.plan); err == nil {
		t.Errorf("found %v", found)
	}
	found, err := Find(Auto, h.plan)
	if err != nil || found.Kind != Tools || found.Why == nil || !strings.Contains(found.Why.Error(), `"overlay"`) {
		t.Errorf("%v, %v, why %v", found.Kind, err, found.Why)
	}
	if _, err := Find("seatbelt", h.plan); err == nil {
		t.Error("there is a seatbelt on Linux")
	}
	if c, err := found.Make(nil); c != nil || err != nil {
		t.Errorf("a cage of tools: %v, %v", c, err)
	}
}

// TestOverlayLimit: a program that writes more than the limit is ended, and the error says why.
func TestOverlayLimit(t *testing.T) {
	h := newHouse(t)
	c, err := newOverlay(h.plan, 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	child, err := ptyio.Start(c.Wrap(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", "head -c 33554432 /dev/zero > big; sync big; sleep 1000"}, Dir: h.project,
		Env: h.env(), Pipes: true,
	}))
	if err != nil {
		t.Fatal(err)
	}
	<-child.Exited()
	child.End()
	limit := new(LimitError)
	if err := c.Close(); !errors.As(err, &limit) || lang.English.Text(err) !=
		"the reviewer wrote more than 8 MiB, so it was stopped" {
		t.Errorf("closed: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

func init() { acts["ccc"] = actCCC }

// actCCC plays a ccc with a cage, in which a process runs until it is killed.
func actCCC(args []string) {
	c, err := makeOverlay(Plan{Dirs: []string{args[0]}, Layers: []string{args[1]}})
	if err == nil {
		_, err = ptyio.Start(c.Wrap(ptyio.Command{
			Path: "/bin/sh", Args: []string{"-c",
				"trap '' TERM HUP; mkdir d; chmod 0 d; (setsid sleep 1000)& echo > ready; sleep 1000"},
			Dir: args[0], Env: []string{"PATH=" + os.Getenv("PATH"), args[2] + "=1"}, Pipes: true,
		}))
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	select {}
}

// TestOverlayKilled: when ccc is killed all processes in the cage end, and the next start removes the written files.
func TestOverlayKilled(t *testing.T) {
	both(t, func(t *testing.T) {
		dir, layers, mark := t.TempDir(), t.TempDir(), "CCC_CAGE_MARK_"+strconv.Itoa(os.Getpid())
		cmd := exec.Command("/proc/self/exe", dir, layers, mark)
		cmd.Env = append(os.Environ(), actEnv+"=ccc")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Process.Kill()
		until(t, "the process in the cage is ready", func() bool {
			ready, _ := filepath.Glob(filepath.Join(layers, "*", "*", "upper", "ready"))
			return len(ready) == 1 && len(marked(mark)) >= 2
		})
		l, err := newLayer(layers) // another ccc: a locked layer is not removed
		if err != nil {
			t.Fatal(err)
		}
		if left := left(t, layers); len(left) != 2 {
			t.Errorf("layers = %q, want two", left)
		}
		if err := l.remove(); err != nil {
			t.Error(err)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		until(t, "nothing of it runs", func() bool { return len(marked(mark)) == 0 })
		if left := left(t, layers); len(left) != 1 {
			t.Errorf("layers = %q, want the one of the killed ccc", left)
		}
		removeAbandoned(layers)
		if left := left(t, layers); len(left) != 0 {
			t.Errorf("layers = %q, want none", left)
		}
	})
}

func left(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// marked returns the processes that have an environment variable of that name.
func marked(name string) (list []string) {
	processes, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is valid
	for _, path := range processes {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(name+"=1")) {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}

// until checks a condition repeatedly until it is true or time is up.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came to this: %s", what)
		}
	}
}

// TestOverlayGit: git in the cage gives claude the answers from the beginning of the session, and works as usual for
// commands of claude's tools.
func TestOverlayGit(t *testing.T) {
	both(t, func(t *testing.T) {
		h := newHouse(t)
		h.plan.Copy = &snapshot.Snapshot{Git: map[string]string{"status --short": " M as-it-was\n"}}
		script := "#!/bin/sh\ngit status --short\ngit --no-optional-locks status --short\nsh -c 'git status --short'\n" +
			"git rev-parse --is-inside-work-tree\n"
		if err := os.WriteFile(filepath.Join(h.project, "claude"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		got := h.sh(t, "git init -q . && ./claude; git status --short | head -n 1; echo ${PATH%%:*}")
		want := " M as-it-was\n M as-it-was\n?? .claude/\n?? Makefile\n?? claude\n?? main.go\n?? sub/\ntrue\n" +
			"?? .claude/\n/tmp/.ccc-git\n"
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
