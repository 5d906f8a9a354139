package state

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
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
	if !strings.HasSuffix(f.Name(), "/supervisor-abc123-output.jsonl") {
		t.Errorf("output is %s", f.Name())
	}
	for _, id := range []string{"", "../x", "a/b", "a\x00b", ".hidden", strings.Repeat("x", 300)} {
		if _, err := d.OpenOutput(id); err == nil {
			t.Errorf("OpenOutput(%q): no error", id)
		}
	}
}

// large makes a log that is to be rotated; its first line is text.
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

// TestLogRotatesOnce: of many that open a log which is too large one rotates it, and no line is lost.
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

// TestLogFails: a log that cannot be opened can be written to all the same; one that cannot be rotated is kept.
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
	if _, err := log.Write([]byte("kept\n")); err != nil || log.Close() != nil {
		t.Error(err)
	}
	if got := content(t, d.Log()); !strings.HasSuffix(got, "kept\n") {
		t.Errorf("the log ends with %.80q", got[max(0, len(got)-20):])
	}
}

// TestPlayRemovesOldFiles, also where the directory's name would be a pattern.
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
		one, other := d.Play(7, "/a.jsonl"), d.Play(7, "/b.jsonl")
		prefix := filepath.Join(string(d), "play-7-")
		if one == other || one != d.Play(7, "/a.jsonl") || !strings.HasPrefix(one, prefix) {
			t.Errorf("Play = %s and %s", one, other)
		}
		entries, err := os.ReadDir(string(d))
		if err != nil || len(entries) != 2 || entries[0].Name() != "ccc.log" || entries[1].Name() != "play-2-new" {
			t.Errorf("%s: left are %v, %v", name, entries, err)
		}
	}
	if got := Dir("/no/such").Play(7, "x"); !strings.HasPrefix(got, "/no/such/play-7-") {
		t.Errorf("Play = %s", got)
	}
}
