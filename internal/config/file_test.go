package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// content gives what is in a file.
func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tree gives every file below a directory: its mode, and its text or what it links to.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var text []byte
		switch {
		case info.Mode().IsRegular():
			text, err = os.ReadFile(path)
		case info.Mode()&fs.ModeSymlink != 0:
			var link string
			link, err = os.Readlink(path)
			text = []byte(link)
		}
		files[strings.TrimPrefix(path, dir+"/")] = info.Mode().String() + " " + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// identity is what changes when a file is written, if only with the same text.
func identity(t *testing.T, path string) fs.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func directory(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func symlink(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// always is an edit to the same text.
func always(text string) func([]byte) ([]byte, error) {
	return func([]byte) ([]byte, error) { return []byte(text), nil }
}

func TestUpdateModes(t *testing.T) {
	for _, c := range []struct {
		old, want fs.FileMode // 0: no such file
		private   bool
	}{
		{0, 0o600, false}, {0, 0o600, true},
		{0o644, 0o644, false}, {0o644, 0o600, true},
		{0o666, 0o666, false}, {0o666, 0o600, true},
		{0o600, 0o600, false}, {0o600, 0o600, true},
		{0o755, 0o755, false}, {0o755, 0o700, true},
		{0o400, 0o400, false}, {0o440, 0o400, true},
	} {
		for _, text := range []string{"new", "old"} { // to be private, even what stays as it is is written
			path := filepath.Join(t.TempDir(), "f")
			if c.old != 0 {
				save(t, path, "old")
				if err := os.Chmod(path, c.old); err != nil {
					t.Fatal(err)
				}
			}
			if err := update(path, c.private, always(text)); err != nil {
				t.Errorf("update of a file with mode %o: %v", c.old, err)
				continue
			}
			if os.Geteuid() == 0 || c.want&0o400 != 0 {
				if got := content(t, path); got != text {
					t.Errorf("mode %o: the file holds %q, want %q", c.old, got, text)
				}
			}
			if got := identity(t, path).Mode(); got != c.want {
				t.Errorf("mode %o, private %t: then it is %o, want %o", c.old, c.private, got, c.want)
			}
		}
	}
}

// TestUpdateKeepsSymlinks: settings.json may be a link into a repository of dotfiles.
func TestUpdateKeepsSymlinks(t *testing.T) {
	for _, c := range []struct {
		name   string
		links  map[string]string // in dir; ROOT stands for the directory above
		target string            // what is written; below the root
		there  bool
	}{
		{"no link", nil, "dir/f", true},
		{"nothing there", nil, "dir/f", false},
		{"absolute", map[string]string{"f": "ROOT/other/g"}, "other/g", true},
		{"relative", map[string]string{"f": "../other/g"}, "other/g", true},
		{"dangling", map[string]string{"f": "ROOT/other/g"}, "other/g", false},
		{"dangling, relative", map[string]string{"f": "../other/g"}, "other/g", false},
		{"beside, dangling", map[string]string{"f": "g"}, "dir/g", false},
		{"chain", map[string]string{"f": "g", "g": "ROOT/dir/h", "h": "../other/g"}, "other/g", true},
		{"chain, dangling", map[string]string{"f": "g", "g": "ROOT/dir/h", "h": "../other/g"}, "other/g", false},
	} {
		root := t.TempDir()
		dir := directory(t, filepath.Join(root, "dir"))
		directory(t, filepath.Join(root, "other"))
		for name, to := range c.links {
			symlink(t, strings.ReplaceAll(to, "ROOT", root), filepath.Join(dir, name))
		}
		target := filepath.Join(root, c.target)
		if c.there {
			save(t, target, "old")
		}
		before := tree(t, root)
		if err := update(filepath.Join(dir, "f"), false, always("new")); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := content(t, target); got != "new" {
			t.Errorf("%s: the target holds %q", c.name, got)
		}
		after := tree(t, root)
		for _, files := range []map[string]string{before, after} {
			delete(files, c.target)
			for _, name := range []string{"dir/" + lockName, "other/" + lockName} {
				delete(files, name)
			}
		}
		if !reflect.DeepEqual(before, after) {
			t.Errorf("%s: beside the target there is %v, was %v", c.name, after, before)
		}
	}
}

// TestUpdateLeavesWhatStays: no write, no lock, so that no right to write is needed.
func TestUpdateLeavesWhatStays(t *testing.T) {
	for _, private := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "f")
		if err := os.WriteFile(path, []byte("same"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		before, files := identity(t, path), tree(t, dir)
		if err := update(path, private, func(old []byte) ([]byte, error) { return bytes.Clone(old), nil }); err != nil {
			t.Errorf("update of what stays as it is = %v", err)
		}
		after := identity(t, path)
		if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) || !reflect.DeepEqual(files, tree(t, dir)) {
			t.Errorf("a file that stays as it is was written: %v", tree(t, dir))
		}
		if os.Geteuid() != 0 { // root may write everywhere
			if err := update(path, private, always("other")); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("update in a directory that cannot be written to = %v", err)
			}
		}
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// An empty file is one; no file is none, even if nothing is to be in it.
	path := filepath.Join(t.TempDir(), "f")
	if err := update(path, false, always("")); err != nil || content(t, path) != "" {
		t.Errorf("update to an empty file = %v", err)
	}
}

// TestUpdateErrors: they name the file, and leave everything as it was.
func TestUpdateErrors(t *testing.T) {
	dir := t.TempDir()
	save(t, filepath.Join(dir, "file"), "text")
	directory(t, filepath.Join(dir, "directory"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	symlink(t, "loop", filepath.Join(dir, "loop"))
	symlink(t, "missing/f", filepath.Join(dir, "lost"))
	symlink(t, "directory", filepath.Join(dir, "linked"))
	before := tree(t, dir)
	for name, want := range map[string]string{
		"file/f": "not a directory", "missing/f": "no such file", "directory": "not a regular file", "linked": "not a regular file",
		"pipe": "not a regular file", "loop": "too many links", "lost": "no such file",
	} {
		path := filepath.Join(dir, name)
		err := update(path, true, always("new"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("update of %s = %v, want %q", name, err, want)
			continue
		}
		if name != "lost" && name != "linked" && !strings.Contains(err.Error(), path) { // of a link, its target will do
			t.Errorf("update of %s = %v, which does not name it", name, err)
		}
	}
	refused := errors.New("refused")
	if err := update(filepath.Join(dir, "file"), true, func([]byte) ([]byte, error) { return nil, refused }); !errors.Is(err, refused) {
		t.Errorf("update with an edit that fails = %v", err)
	}
	if after := tree(t, dir); !reflect.DeepEqual(before, after) {
		t.Errorf("after errors there is %v, was %v", after, before)
	}
}

// TestUpdateForeignWriter: claude writes its settings, too, and does not know our lock. An edit is made again on what it wrote.
func TestUpdateForeignWriter(t *testing.T) {
	for _, there := range []bool{true, false} {
		for _, c := range []struct {
			name    string
			foreign map[int]string // the foreign text, by the call of edit in which it is written; "-" removes
			want    string
		}{
			{"before the lock", map[int]string{1: "theirs"}, "theirs+"},
			{"before the rename", map[int]string{2: "theirs"}, "theirs+"},
			{"again and again", map[int]string{1: "a", 2: "b", 3: "c", 4: "d"}, "d+"},
			{"removed", map[int]string{2: "-"}, "+"},
			{"removed, and made again", map[int]string{1: "-", 2: "theirs", 3: "-", 4: "last"}, "last+"},
		} {
			dir := t.TempDir()
			path := filepath.Join(dir, "f")
			if there {
				save(t, path, "mine")
			}
			calls := 0
			err := update(path, false, func(old []byte) ([]byte, error) {
				calls++
				if text := c.foreign[calls]; text == "-" {
					_ = os.Remove(path)
				} else if text != "" {
					save(t, path, text)
				}
				return append(bytes.Clone(old), '+'), nil
			})
			if got := content(t, path); err != nil || got != c.want {
				t.Errorf("%s, there %t: the file holds %q, %v, want %q", c.name, there, got, err, c.want)
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 2 { // the file and the lock
				t.Errorf("%s: %v is left", c.name, entries)
			}
		}
	}
}

// adder is an edit that adds a key to an object.
func adder(key string) func([]byte) ([]byte, error) {
	return func(old []byte) ([]byte, error) { return patch(old, change{"add", pointer(key), key}) }
}

// TestUpdateAtOnce: of many goroutines, each with a change of its own, none loses one.
func TestUpdateAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			if err := update(path, true, adder(fmt.Sprint("key", n))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := object(t, content(t, path)); len(got) != 100 {
		t.Errorf("of 100 changes %d are there", len(got))
	}
}

// TestUpdateProcessesAtOnce: nor of many processes. The test runs itself for that.
func TestUpdateProcessesAtOnce(t *testing.T) {
	const processes, changes = 4, 25
	if path := os.Getenv("CCC_TEST_UPDATE"); path != "" {
		for n := range changes {
			if err := update(path, true, adder(fmt.Sprintf("%s-%d", os.Getenv("CCC_TEST_NAME"), n))); err != nil {
				t.Error(err)
			}
		}
		return
	}
	path := filepath.Join(t.TempDir(), "f")
	var all sync.WaitGroup
	for n := range processes {
		all.Go(func() {
			c := exec.Command(os.Args[0], "-test.run=^TestUpdateProcessesAtOnce$")
			c.Env = append(os.Environ(), "CCC_TEST_UPDATE="+path, fmt.Sprint("CCC_TEST_NAME=", n))
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	if got := object(t, content(t, path)); len(got) != processes*changes {
		t.Errorf("of %d changes %d are there", processes*changes, len(got))
	}
}
