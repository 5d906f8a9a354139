package state

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ccc/internal/process"
	"ccc/internal/task"
)

func TestD02D03Dir(t *testing.T) {
	if got := Find("", "/home/x/.claude"); got != "/home/x/.claude/ccc" {
		t.Errorf("Find = %s", got)
	}
	if got := Find("/tmp/test", "/home/x/.claude"); got != "/tmp/test/ccc" {
		t.Errorf("Find with CCC_WORK_DIR = %s", got)
	}
}

func TestFilesAreThePersonsAlone(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "a", "ccc"))
	if err := d.Create(); err != nil {
		t.Fatal(err)
	}
	f, err := d.OpenOutput("abc123")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	for path, want := range map[string]os.FileMode{string(d): 0o700, d.Output("abc123"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	for _, id := range []string{"", "../x", "a/b", "a\x00b", ".hidden", strings.Repeat("x", 300)} {
		if _, err := d.OpenOutput(id); err == nil {
			t.Errorf("OpenOutput(%q): no error", id)
		}
	}
}

// large makes a log that is large enough to be rotated. Its first line is text.
func large(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, maxLog+1); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLogRotates(t *testing.T) {
	d := Dir(t.TempDir())
	large(t, d.Log(), "old")
	f, err := d.OpenLog(d.Log())
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if got := content(t, d.Log()); got != "" {
		t.Errorf("the new log has %d bytes", len(got))
	}
	if got := content(t, d.Log()+".1"); len(got) != maxLog+1 || !strings.HasPrefix(got, "old\n") {
		t.Errorf("the old log has %d bytes", len(got))
	}
}

// TestLogRotatesOnce: of many processes that open a log that is too large, one rotates it, and no line is lost.
func TestLogRotatesOnce(t *testing.T) {
	const openers, rounds = 50, 20
	for range rounds {
		d := Dir(t.TempDir())
		large(t, d.Log(), "old")
		var all sync.WaitGroup
		for n := range openers {
			all.Go(func() {
				f, err := d.OpenLog(d.Log())
				if err != nil {
					t.Error(err)
				}
				fmt.Fprintf(f, "line %d\n", n)
				f.Close()
			})
		}
		all.Wait()
		if got := content(t, d.Log()+".1"); !strings.HasPrefix(got, "old\n") {
			t.Fatalf("the log that was kept is gone: %.80q", got)
		}
		if got := strings.Count(content(t, d.Log()), "\n"); got != openers {
			t.Fatalf("of %d lines %d are there", openers, got)
		}
	}
}

// TestLogRotatesWhileOpen: however much several processes write at the same time, a log and the previous one have a
// limited size, and no line is torn.
func TestLogRotatesWhileOpen(t *testing.T) {
	d := Dir(t.TempDir())
	line := strings.Repeat("x", 1000) + "\n"
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			f, err := d.OpenLog(d.Log())
			if err != nil {
				t.Error(err)
			}
			defer f.Close()
			for range 2 * maxLog / len(line) {
				if _, err := f.Write([]byte(line)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, path := range []string{d.Log(), d.Log() + ".1"} {
		text := content(t, path)
		if slack := 4 * len(line); len(text) == 0 || len(text) > maxLog+slack || len(text)%len(line) != 0 {
			t.Errorf("%s has %d bytes, which is no number of lines, or more than %d", path, len(text), maxLog)
		}
	}
	if entries, _ := os.ReadDir(string(d)); len(entries) != 3 { // both, and the lock
		t.Errorf("there is %v", entries)
	}
}

// TestOwnFilesAreFiles: a log or a state that is a link or a pipe is refused without waiting.
func TestOwnFilesAreFiles(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	for name, make := range map[string]func(path string) error{
		"a symbolic link":    func(path string) error { return os.Symlink(outside, path) },
		"not a regular file": func(path string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		d := newDir(t)
		if err := d.Create(); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{d.Log(), d.Output("x"), filepath.Join(string(d), "supervisor-x.json")} {
			if err := make(path); err != nil {
				t.Fatal(err)
			}
		}
		_, logErr := d.OpenLog(d.Log())
		_, outputErr := d.OpenOutput("x")
		_, loadErr := d.Load("x")
		_, changeErr := d.Change("x", func(*State) {})
		for what, err := range map[string]error{
			"log": logErr, "output": outputErr, "load": loadErr, "change": changeErr,
		} {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		if _, err := os.Stat(outside); err == nil {
			t.Errorf("%s was followed", name)
		}
	}
}

// TestLogFails: writing to a log that cannot be opened, or is full and cannot be rotated, is no error.
func TestLogFails(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "ccc"))
	if err := os.WriteFile(string(d), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := d.OpenLog(d.Log())
	if err == nil || !strings.Contains(err.Error(), d.Log()) {
		t.Errorf("OpenLog below a file: %v", err)
	}
	if n, err := log.Write([]byte("lost\n")); n != 5 || err != nil || log.Close() != nil {
		t.Errorf("Write = %d, %v", n, err)
	}

	d = Dir(t.TempDir())
	large(t, d.Log(), "old")
	if err := os.MkdirAll(filepath.Join(d.Log()+".1", "occupied"), 0o700); err != nil {
		t.Fatal(err)
	}
	log, err = d.OpenLog(d.Log())
	if err == nil {
		t.Error("OpenLog over a directory: no notice")
	}
	if _, err := log.Write([]byte("lost\n")); err != nil || log.Close() != nil {
		t.Error(err)
	}
	if got := content(t, d.Log()); len(got) != maxLog+1 {
		t.Errorf("the log has %d bytes", len(got))
	}
}

// TestPlayRemovesOldFiles: also if the name of the directory could be read as a pattern.
func TestPlayRemovesOldFiles(t *testing.T) {
	for _, name := range []string{"ccc", "my [old] *", "open [", `back\slash`} {
		d := Dir(filepath.Join(t.TempDir(), name))
		if err := d.Create(); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{"play-1-old", "play-2-new", "ccc.log"} {
			path := filepath.Join(string(d), file)
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if age := time.Now().Add(-25 * time.Hour); file != "play-2-new" {
				if err := os.Chtimes(path, age, age); err != nil {
					t.Fatal(err)
				}
			}
		}
		one, other := d.PlayPath(7, "/a.jsonl"), d.PlayPath(7, "/b.jsonl")
		prefix := filepath.Join(string(d), "play-7-")
		if one == other || one != d.PlayPath(7, "/a.jsonl") || !strings.HasPrefix(one, prefix) {
			t.Errorf("Play = %s and %s", one, other)
		}
		entries, err := os.ReadDir(string(d))
		if err != nil || len(entries) != 2 || entries[0].Name() != "ccc.log" || entries[1].Name() != "play-2-new" {
			t.Errorf("%s: left are %v, %v", name, entries, err)
		}
	}
	if got := Dir("/no/such").PlayPath(7, "x"); !strings.HasPrefix(got, "/no/such/play-7-") {
		t.Errorf("Play = %s", got)
	}
}

// TestPrune: files that are older than the limit are removed. Of the copies of what claude reads, the oldest ones are
// removed, except those of the last week and of a running claude. Nothing else in the directory is removed.
func TestPrune(t *testing.T) {
	all := map[string]int{ // age in days
		"supervisor-a.json": 20, "supervisor-a-output.jsonl": 20, "supervisor-new.json": 0, "ccc.log": 20,
		"indexes/0123.json": 20, "indexes/new.json": 0, "indexes/.ccc.lock": 20, "plans/PLAN.md-0123": 20,
		"supervisor-a-0123.baseline": 19, "supervisor-live-0123.baseline": 18, "supervisor-b-0123.baseline": 17,
		"supervisor-c-0123.baseline": 2, "supervisor-d-0123.baseline": 1,
	}
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		oldest time.Time
		keep   int
		gone   []string
	}{
		"no limit": {},
		"keep":     {keep: 1, gone: []string{"supervisor-a-0123.baseline", "supervisor-b-0123.baseline"}},
		"keep 3":   {keep: 3, gone: []string{"supervisor-a-0123.baseline"}},
		"days": {oldest: time.Now().Add(-19*day - time.Hour), gone: []string{
			"indexes/0123.json", "plans/PLAN.md-0123", "supervisor-a-output.jsonl", "supervisor-a.json",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			d := Dir(t.TempDir())
			claude, ok := process.Of(os.Getpid())
			if _, err := d.Change("live", func(s *State) { s.Owner = claude }); err != nil || !ok {
				t.Fatal(err, ok)
			}
			for name, age := range all {
				path, at := filepath.Join(string(d), name), time.Now().Add(-time.Duration(age)*day)
				err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600),
					os.Chtimes(path, at, at))
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Prune(c.oldest, c.keep); err != nil {
				t.Fatal(err)
			}
			var gone []string
			for name := range all {
				if _, err := os.Stat(filepath.Join(string(d), name)); err != nil {
					gone = append(gone, name)
				}
			}
			if slices.Sort(gone); !slices.Equal(gone, c.gone) {
				t.Errorf("gone: %q, want %q", gone, c.gone)
			}
		})
	}
	if err := Dir(filepath.Join(t.TempDir(), "none")).Prune(time.Now(), 1); err != nil {
		t.Error(err)
	}
}

// TestLaunchOf: if a claude was started without ccc and became a launch, the launch is found by its process.
func TestLaunchOf(t *testing.T) {
	d := Dir(t.TempDir())
	claude, ok := process.Claude(os.Getpid())
	if !ok {
		t.Fatal("no program has started this test")
	}
	if got := d.LaunchOf(os.Getpid(), "of the environment"); got != "of the environment" {
		t.Errorf("LaunchOf = %s before it is a launch", got)
	}
	own := OwnLaunch(claude)
	for _, owner := range []process.Process{{Pid: claude.Pid, Start: "another"}, claude} {
		if _, err := d.Change(own, func(s *State) { s.Owner = owner }); err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{true: own, false: "x"}[owner == claude]
		if got := d.LaunchOf(os.Getpid(), "x"); got != want {
			t.Errorf("LaunchOf = %s, want %s", got, want)
		}
	}
}

// TestL05LeftFindings: a session that ended at a limit continues with its findings. A session whose task is done leaves
// none.
func TestL05LeftFindings(t *testing.T) {
	d := Dir(t.TempDir())
	s := State{}
	s.Verdict = &task.Verdict{Findings: []task.Finding{{ID: "F1", Text: "no test", Status: task.Open, Found: 2}}}
	if left := d.LeftFindings("/x", s); len(left) != 1 || left[0].ID != "F1" || left[0].Found != 0 {
		t.Errorf("after a limit: %+v", left)
	}
	accepted, completed := s, s
	accepted.Ended = task.EndedAccepted
	completed.Verdict = &task.Verdict{Completed: true, Findings: s.Verdict.Findings}
	for _, done := range []State{accepted, completed, {}} {
		if left := d.LeftFindings("/x", done); len(left) > 0 {
			t.Errorf("of a task that is done: %+v", left)
		}
	}
}
