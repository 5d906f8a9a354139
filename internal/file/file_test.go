package file

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ccc/integration/files"
)

// always returns an edit that writes this text.
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
		kind := Text
		if c.private {
			kind = Private
		}
		for _, text := range []string{`"new"`, `"old"`} { // to be private, even what stays as it is is written
			path := filepath.Join(t.TempDir(), "f")
			if c.old != 0 {
				files.Save(t, path, `"old"`)
				if err := os.Chmod(path, c.old); err != nil {
					t.Fatal(err)
				}
			}
			if err := Update(path, kind, always(text)); err != nil {
				t.Errorf("update of a file with mode %o: %v", c.old, err)
				continue
			}
			if os.Geteuid() == 0 || c.want&0o400 != 0 {
				if got := files.Content(t, path); got != text {
					t.Errorf("mode %o: the file holds %q, want %q", c.old, got, text)
				}
			}
			if got := files.Info(t, path).Mode(); got != c.want {
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
		dir := files.Directory(t, filepath.Join(root, "dir"))
		files.Directory(t, filepath.Join(root, "other"))
		for name, to := range c.links {
			files.Symlink(t, strings.ReplaceAll(to, "ROOT", root), filepath.Join(dir, name))
		}
		target := filepath.Join(root, c.target)
		if c.there {
			files.Save(t, target, "old")
		}
		before := files.Tree(t, root)
		if err := Update(filepath.Join(dir, "f"), Text, always("new")); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := files.Content(t, target); got != "new" {
			t.Errorf("%s: the target holds %q", c.name, got)
		}
		after := files.Tree(t, root)
		for _, files := range []map[string]string{before, after} {
			delete(files, c.target)
			for _, name := range []string{"dir/" + Lock, "other/" + Lock} {
				delete(files, name)
			}
		}
		if !reflect.DeepEqual(before, after) {
			t.Errorf("%s: beside the target there is %v, was %v", c.name, after, before)
		}
	}
}

// TestUpdateRelativeLinkInALinkedDirectory: a relative link is resolved from the real directory.
func TestUpdateRelativeLinkInALinkedDirectory(t *testing.T) {
	for _, there := range []bool{true, false} {
		root := t.TempDir()
		for _, dir := range []string{"dotfiles/claude", "dotfiles/shared", "home", "shared"} {
			files.Directory(t, filepath.Join(root, dir))
		}
		files.Symlink(t, "../dotfiles/claude", filepath.Join(root, "home", "claude"))
		files.Symlink(t, "../shared/f", filepath.Join(root, "dotfiles", "claude", "f"))
		if there {
			files.Save(t, filepath.Join(root, "dotfiles", "shared", "f"), "old")
		}
		if err := Update(filepath.Join(root, "home", "claude", "f"), Text, always("new")); err != nil {
			t.Fatal(err)
		}
		if got := files.Content(t, filepath.Join(root, "dotfiles", "shared", "f")); got != "new" {
			t.Errorf("there %t: the target holds %q", there, got)
		}
	}
}

// TestUpdateLeavesWhatStays: an edit without a change takes no lock and needs no write permission.
func TestUpdateLeavesWhatStays(t *testing.T) {
	for _, kind := range []Kind{Text, Private} {
		dir := t.TempDir()
		path := filepath.Join(dir, "f")
		if err := os.WriteFile(path, []byte(`"same"`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		before, was := files.Info(t, path), files.Tree(t, dir)
		if err := Update(path, kind, func(old []byte) ([]byte, error) { return bytes.Clone(old), nil }); err != nil {
			t.Errorf("update of what stays as it is = %v", err)
		}
		after := files.Info(t, path)
		written := !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime())
		if written || !reflect.DeepEqual(was, files.Tree(t, dir)) {
			t.Errorf("a file that stays as it is was written: %v", files.Tree(t, dir))
		}
		if os.Geteuid() != 0 { // root may write everywhere
			if err := Update(path, kind, always("other")); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("update in a directory that cannot be written to = %v", err)
			}
		}
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// An empty file is written, even if there was no file.
	path := filepath.Join(t.TempDir(), "f")
	if err := Update(path, Text, always("")); err != nil || files.Content(t, path) != "" {
		t.Errorf("update to an empty file = %v", err)
	}
}

// TestUpdateErrors: an error names the file, and the file stays as it was.
func TestUpdateErrors(t *testing.T) {
	dir := t.TempDir()
	files.Save(t, filepath.Join(dir, "file"), "text")
	files.Directory(t, filepath.Join(dir, "directory"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	files.Symlink(t, "loop", filepath.Join(dir, "loop"))
	files.Symlink(t, "missing/f", filepath.Join(dir, "lost"))
	files.Symlink(t, "directory", filepath.Join(dir, "linked"))
	before := files.Tree(t, dir)
	for name, want := range map[string]string{
		"file/f": "not a directory", "missing/f": "no such file",
		"directory": "is a directory", "linked": "is a directory",
		"pipe": "not a regular file", "loop": "too many links", "lost": "no such file",
	} {
		path := filepath.Join(dir, name)
		err := Update(path, Text, always("new"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("update of %s = %v, want %q", name, err, want)
			continue
		}
		if name != "lost" && name != "linked" && !strings.Contains(err.Error(), path) { // of a link, its target will do
			t.Errorf("update of %s = %v, which does not name it", name, err)
		}
	}
	refused := errors.New("refused")
	refuse := func([]byte) ([]byte, error) { return nil, refused }
	if err := Update(filepath.Join(dir, "file"), Text, refuse); !errors.Is(err, refused) {
		t.Errorf("update with an edit that fails = %v", err)
	}
	if after := files.Tree(t, dir); !reflect.DeepEqual(before, after) {
		t.Errorf("after errors there is %v, was %v", after, before)
	}
}

// TestUpdateForeignWriter: claude writes its settings without ccc's lock. Then the edit is repeated on the new text.
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
				files.Save(t, path, "mine")
			}
			calls := 0
			err := Update(path, Text, func(old []byte) ([]byte, error) {
				calls++
				if text := c.foreign[calls]; text == "-" {
					_ = os.Remove(path)
				} else if text != "" {
					files.Save(t, path, text)
				}
				return append(bytes.Clone(old), '+'), nil
			})
			if got := files.Content(t, path); err != nil || got != c.want {
				t.Errorf("%s, there %t: the file holds %q, %v, want %q", c.name, there, got, err, c.want)
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 2 { // the file and the lock
				t.Errorf("%s: %v is left", c.name, entries)
			}
		}
	}
}

// adder returns an edit that adds a line.
func adder(line string) func([]byte) ([]byte, error) {
	return func(old []byte) ([]byte, error) { return append(old, line+"\n"...), nil }
}

// TestUpdateAtOnce: of many goroutines that change a file at once, no change is lost.
func TestUpdateAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			if err := Update(path, Text, adder(fmt.Sprint("key", n))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := strings.Count(files.Content(t, path), "\n"); got != 100 {
		t.Errorf("of 100 changes %d are there", got)
	}
}

// TestUpdateProcessesAtOnce: many processes change a file at the same time, and no change is lost. The test starts
// itself as those processes.
func TestUpdateProcessesAtOnce(t *testing.T) {
	const processes, changes = 4, 25
	if path := os.Getenv("CCC_TEST_UPDATE"); path != "" {
		for n := range changes {
			if err := Update(path, Text, adder(fmt.Sprintf("%s-%d", os.Getenv("CCC_TEST_NAME"), n))); err != nil {
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
	if got := strings.Count(files.Content(t, path), "\n"); got != processes*changes {
		t.Errorf("of %d changes %d are there", processes*changes, got)
	}
}

// Temporary files of a killed ccc are removed by the next change of the file, or by a sweep. Other files stay.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	put := func(names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	there := func() (names []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	put("a.json", ".a.json.new", ".b-1.json.new", ".b-2.json.new", ".b.json", ".b-c.new", ".b-3.json")
	err := Update(filepath.Join(dir, "a.json"), JSON, func([]byte) ([]byte, error) { return []byte(`{"a": 1}`), nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := Sweep(Listing{}, Family{Dir: dir, Prefix: "b-"}); err != nil {
		t.Fatal(err)
	}
	if got, want := there(), []string{".b-3.json", ".b-c.new", ".b.json", Lock, "a.json"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

// TestSweepBesideUpdates: a sweep removes no file that another process is still writing.
func TestSweepBesideUpdates(t *testing.T) {
	dir := t.TempDir()
	for _, prefix := range []string{"", "f"} {
		var all sync.WaitGroup
		for n := range 50 {
			all.Go(func() {
				if err := Update(filepath.Join(dir, fmt.Sprint("f", n, ".json")), JSON,
					always(fmt.Sprintf(`{"of": %q}`, prefix))); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if err := Sweep(Listing{}, Family{Dir: dir, Prefix: prefix}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}
