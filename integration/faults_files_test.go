//go:build linux

package integration

// Faults of files: other programs write them, or they are not regular files.

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/integration/binary"
)

func settingsRenamed(r *row) {
	launchAgainst(r, func(path, text string) error {
		if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	})
}

// settingsInPlace writes settings.json in place, so that it is empty or incomplete for a moment each time.
func settingsInPlace(r *row) {
	launchAgainst(r, func(path, text string) error {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		for rest := text; rest != ""; rest = rest[min(16, len(rest)):] {
			if _, err := f.WriteString(rest[:min(16, len(rest))]); err != nil {
				return err
			}
		}
		return f.Close()
	})
}

// launchAgainst launches claude while another program keeps changing the user's settings as Claude Code does: it reads
// them, adds a number to a list, and writes them. At the end no number may be missing.
func launchAgainst(r *row, save func(path, text string) error) {
	r.times(*faultTries, func(x *trial) string {
		s := x.scene("plain 99:\n")
		defer s.close()
		path := filepath.Join(s.home, ".claude", "settings.json")
		run := s.begin(s.command("one", "--version"))
		var numbers []int
		for running := true; running; {
			select {
			case <-run.done:
				running = false
				continue
			default:
			}
			var settings map[string]any
			before, err := os.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(before, &settings)
			}
			if err != nil {
				x.lose("broken file: settings.json: %v: %q", err, before)
				_ = run.cmd.Process.Kill()
				continue
			}
			numbers = append(numbers, len(numbers))
			list, _ := settings["numbers"].([]any)
			settings["numbers"] = append(list, len(numbers)-1)
			if err := save(path, asJSON(settings)); err != nil {
				x.Fatal(err)
			}
			if pause := x.rand.IntN(3); pause > 0 { // else it is never left alone
				time.Sleep(time.Duration(pause) * 500 * time.Microsecond)
			}
		}
		e := run.end()
		s.gone(nil)
		s.whole()
		var after struct{ Numbers []int }
		now, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(now, &after)
		}
		missing := len(numbers) - len(after.Numbers)
		switch {
		case err != nil:
			x.lose("broken file: settings.json: %v", err)
		case missing > 0:
			x.lose("lost of the other's changes: %d of %d", missing, len(numbers))
		}
		if missing == 1 && len(x.broken) == 1 {
			x.known = unseen
		}
		switch {
		case e.code != 0 && !strings.Contains(e.err, "ccc: "):
			x.lose("no word of why: exit code %d, %s", e.code, e.err)
		case e.code != 0:
			return fmt.Sprintf("refused, exit code %d", e.code)
		case strings.Contains(string(now), "supervisor-hook"):
			return "launched, both have written"
		}
		return "launched, the other wrote last"
	})
}

// unseen explains why one change of another program may be lost: ccc cannot see that the program has already read or
// opened the file before it writes.
const unseen = "it was written in the microseconds in which the files changed places"

// hostile are the ways in which a path can be something other than an ordinary file.
var hostile = []struct {
	name string
	make func(path string) error
}{
	{"a FIFO", func(path string) error { return syscall.Mkfifo(path, 0o600) }},
	{"/dev/zero", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"a directory", func(path string) error { return os.Mkdir(path, 0o700) }},
	{"1 GiB", func(path string) error {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			return err
		}
		return os.Truncate(path, 1<<30)
	}},
	{"a link to itself", func(path string) error { return os.Symlink(filepath.Base(path), path) }},
	{"unreadable", func(path string) error { return os.WriteFile(path, []byte("{}"), 0) }},
	{"invalid UTF-8", text("{\"a\": \"\xff\xfe\xc0\x80\"}\n")},
	{"NUL", text("\x00\x00{\"a\":\x00 1}\n")},
	{"deep JSON", func(path string) error { return text(strings.Repeat(`[`, 5<<20))(path) }},
	{"deep valid JSON", func(path string) error {
		return text(strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat(`}`, 9000) + "\n")(path)
	}},
	{"a BOM", text("\ufeff{}\n")},
	{"empty", text("")},
}

func text(s string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(s), 0o600) }
}

// nobody is a user who cannot read files that root has made private.
const nobody = 65534

// hostileTime limits ccc's processor time for a hostile file. ccc may also wait up to three times as long.
const hostileTime = 5 * time.Second

// hostileCase is a file of a scene, and a command that reads it.
type hostileCase struct {
	path string // in the scene
	run  func(s *scene, path string) *exec.Cmd
}

// hostileGit puts each hostile file in the place of each file of git that an agent can write.
func hostileGit(r *row) {
	launch := func(s *scene, _ string) *exec.Cmd { return s.command(unattended...) }
	var cases []hostileCase
	for _, name := range []string{
		"HEAD", "config", "config.worktree", "index", "ccc-index", "packed-refs", "commondir", "info/exclude",
	} {
		path := "work/.git/" + name
		cases = append(cases, hostileCase{path, launch}, hostileCase{path, hostileHook})
	}
	r.hostile(cases)
}

// hostileHook is a Stop hook in a scene. path is the hostile file, which may be the transcript.
func hostileHook(s *scene, path string) *exec.Cmd {
	if filepath.Base(path) != "session.jsonl" {
		path = filepath.Join(s.dir, "fake", "session.jsonl")
		if err := addTurn(path, 1, "build it"); err != nil {
			s.Fatal(err)
		}
	}
	cmd := s.command("supervisor-hook")
	cmd.Env = append(slices.Clone(cmd.Env), "CCC_SUPERVISOR_ID=launch")
	cmd.Stdin = strings.NewReader(stopInput(path, 1))
	return cmd
}

// hostileFiles replaces each file that ccc reads by each of the hostile files.
func hostileFiles(r *row) {
	const session = "supervisor-" + fakeSession + ".json"
	launch := func(s *scene, _ string) *exec.Cmd { return s.command(unattended...) }
	hook := hostileHook
	r.hostile([]hostileCase{
		{"home/.claude/settings.json", launch},
		{"home/.claude/ccc.json", launch},
		{"home/.claude/commands/supervisor.md", launch},
		{"home/.claude/ccc/ccc.log", launch},
		{"work/SUPERVISOR.md", launch},
		{"work/mine.json", func(s *scene, path string) *exec.Cmd {
			return s.command("--supervisor", "--output-format", "json", "one", "--settings", path, "--", "build it")
		}},
		{"home/.claude/ccc.json", hook},
		{"home/.claude/ccc/supervisor-launch.json", hook},
		{"home/.claude/ccc/" + session, hook},
		{"home/.claude/ccc/hook-invocation.log", hook},
		{"fake/session.jsonl", hook},
		{"home/.claude/ccc/supervisor-launch.json", func(s *scene, _ string) *exec.Cmd {
			cmd := s.command("supervisor-mode", "status")
			cmd.Env = append(slices.Clone(cmd.Env), "CCC_SUPERVISOR_ID=launch")
			return cmd
		}},
		{"work/rec.jsonl", func(s *scene, path string) *exec.Cmd { return s.command("replay", path) }}, // may be a pipe
		{"home/.claude/ccc/recordings/20260101-000000-1e60afe7.jsonl",
			func(s *scene, _ string) *exec.Cmd { return s.command("recordings") }},
		{"home/.claude/settings.json", func(s *scene, _ string) *exec.Cmd { return s.command("uninstall") }},
	})
}

// hostile puts each of the hostile files in the place of each file of the cases.
func (r *row) hostile(cases []hostileCase) {
	type combination struct {
		hostileCase
		make func(path string) error
		name string
	}
	var all []combination
	for _, c := range cases {
		for _, h := range hostile {
			pipe := h.name == "a FIFO" && c.path == "work/rec.jsonl" // which ccc replay may read
			if few := *faultTries < 100; !pipe && (!few || endless[h.name+" as "+c.path] == "") {
				all = append(all, combination{c, h.make, h.name})
			}
		}
	}
	rand.New(rand.NewPCG(*faultSeed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	r.times(min(*faultTries, len(all)), func(x *trial) string {
		c := all[x.number]
		s := x.scene(dialogue)
		defer s.close()
		s.enable()
		path := filepath.Join(s.dir, c.path)
		if strings.Contains(c.path, "/.git/") {
			script := "git init -q; git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x"
			script = "cd " + filepath.Join(s.dir, "work") + "; " + script
			if out, err := exec.Command("sh", "-ec", script).CombinedOutput(); err != nil {
				x.Fatal(err, string(out))
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			x.Fatal(err)
		}
		_ = os.Remove(path)
		cmd := c.run(s, path)
		what := fmt.Sprintf("%s as %s, %q", c.name, c.path, cmd.Args[1:])
		x.known = endless[c.name+" as "+c.path]
		if err := c.make(path); err != nil {
			x.Fatal(err)
		}
		b := box{}
		if !binary.Race { // which maps more than that
			b.Memory = 6 << 30
		}
		if c.name == "unreadable" && os.Geteuid() == 0 {
			b.User = nobody
			s.belongsTo(nobody)
		}
		cmd = s.in(b, cmd)
		e := s.within(4*hostileTime, cmd)
		if took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); e.code >= 0 && took > hostileTime {
			s.lose("takes its time: %s of processor time", took)
		}
		s.gone(nil)
		for i := range x.broken {
			x.broken[i] = strings.Replace(x.broken[i], ": ", ": "+what+": ", 1)
		}
		return s.bears(e, what)
	})
}

// endless are the files for which ccc may wait without a limit, because the user has named the file or claude uses it
// itself.
var endless = map[string]string{
	"/dev/zero as work/rec.jsonl":       "ccc replay reads what it is given to its end",
	"1 GiB as work/rec.jsonl":           "ccc replay reads what it is given to its end",
	"deep valid JSON as work/mine.json": "9000 levels are indented before they are found to be too large",
}

// bears checks that a run handles a hostile file correctly: the user is told, or the run ends as if the file were not
// there.
func (s *scene) bears(e ended, what string) string {
	var decision map[string]any
	isHook := strings.Contains(what, "supervisor-hook")
	switch {
	case e.code == -1 || len(s.broken) > 0:
		return ""
	case e.code == 98:
		s.Fatal(e.err)
	case isHook && (e.code != 0 || e.out != "" && json.Unmarshal([]byte(e.out), &decision) != nil):
		s.lose("the hook: %s: exit code %d, %q, %s", what, e.code, e.out, e.err)
	case isHook && e.out == "":
		return "hook: stop allowed, nothing said"
	case isHook:
		return "hook: reviewed, or the person is told why not"
	case e.code == 0 && strings.Contains(what, `"--output-format"`) && !e.passed():
		s.lose("exit code 0 without a review that passed: %s: %s\n%s", what, e.out, e.err)
	case e.code == 0:
		return "as without it, exit code 0"
	case e.code != 1 && e.code != 2 || !strings.Contains(e.err, "ccc: "):
		s.lose("no clear error: %s: exit code %d, %s\n%s", what, e.code, e.out, e.err)
	}
	return fmt.Sprintf("a clear error, exit code %d", e.code)
}

// belongsTo gives the scene to another user, who can also read the test binary and ccc.
func (s *scene) belongsTo(user int) {
	for dir := s.dir; strings.HasPrefix(filepath.Base(dir), "Test") || dir == s.dir ||
		filepath.Base(dir) != filepath.Base(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o711); err != nil {
			s.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		s.Fatal(err)
	}
	copied := filepath.Join(s.dir, "self")
	if err := os.WriteFile(copied, text, 0o755); err != nil {
		s.Fatal(err)
	}
	claude := filepath.Join(s.dir, "bin", "claude")
	_ = os.Remove(claude)
	if err := os.Symlink(copied, claude); err != nil {
		s.Fatal(err)
	}
	err = filepath.WalkDir(s.dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, user, user)
	})
	if err != nil {
		s.Fatal(err)
	}
}
