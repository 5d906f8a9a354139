package state

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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

func TestLogRotates(t *testing.T) {
	d := Dir(t.TempDir())
	if err := os.WriteFile(d.Log(), make([]byte, maxLog+1), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := d.OpenLog(d.Log())
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if info, err := os.Stat(d.Log()); err != nil || info.Size() != 0 {
		t.Errorf("the new log: %v, %v", info, err)
	}
	if info, err := os.Stat(d.Log() + ".1"); err != nil || info.Size() != maxLog+1 {
		t.Errorf("the old log: %v, %v", info, err)
	}
}
