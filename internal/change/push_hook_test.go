package change

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestO06Restores: RemovePushHook restores what was there before, whatever it was and however often the hook was
// written.
func TestO06Restores(t *testing.T) {
	for _, before := range []string{"none", "", "#!/bin/sh\nexit 0\n", "no newline",
		"\x7fELF\x00" + strings.Repeat("x", 2<<20)} {
		dir := t.TempDir()
		p := PushHook{Hook: filepath.Join(dir, "hooks", "pre-push"), Project: "./"}
		lock := filepath.Join(dir, "lock")
		if before != "none" {
			if err := os.Mkdir(filepath.Dir(p.Hook), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p.Hook, []byte(before), 0o710); err != nil {
				t.Fatal(err)
			}
		}
		for _, project := range []string{"./", "./a b/", "./"} {
			p.Project = project
			for _, reviews := range []bool{false, true} {
				if _, err := p.Install("/opt/c c/ccc", lock, reviews); err != nil {
					t.Fatalf("%.20q: %v", before, err)
				}
			}
		}
		hook, err := os.ReadFile(p.Hook)
		if n := strings.Count(string(hook), "\nproject "); err != nil || n != 2 {
			t.Errorf("%.20q: %d lines, %v\n%s", before, n, err, hook)
		}
		if was, stays, err := RemovePushHook(p.Hook, lock); !was || stays || err != nil {
			t.Errorf("%.20q: %v, %v, %v", before, was, stays, err)
		}
		after, err := os.ReadFile(p.Hook)
		if before == "none" {
			if err == nil {
				t.Errorf("a hook is left: %q", after)
			}
		} else if info, _ := os.Stat(p.Hook); string(after) != before || info.Mode() != 0o710 {
			t.Errorf("%.20q has become %.20q, %v", before, after, info.Mode())
		}
		if was, _, err := RemovePushHook(p.Hook, lock); was || err != nil {
			t.Errorf("%.20q: removed twice: %v", before, err)
		}
		if list, _ := os.ReadDir(filepath.Dir(p.Hook)); len(list) > 1 {
			t.Errorf("%.20q: there is more: %v", before, list)
		}
	}
}

// TestO06Symlink: a hook that is a symbolic link stays one, even if its target does not exist.
func TestO06Symlink(t *testing.T) {
	dir := t.TempDir()
	p := PushHook{Hook: filepath.Join(dir, "pre-push"), Project: "./"}
	if err := os.Symlink("nowhere", p.Hook); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Install("/ccc", filepath.Join(dir, "lock"), false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("ccc wrote where the link leads")
	}
	if _, _, err := RemovePushHook(p.Hook, filepath.Join(dir, "lock")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(p.Hook); to != "nowhere" {
		t.Errorf("%q, %v", to, err)
	}
}
