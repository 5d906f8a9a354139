package git

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestG06Between: the agent may make ccc write a tree in the middle of a task. That does not hide a later change,
// though the file then has the times that this tree has stored.
func TestG06Between(t *testing.T) {
	places := []string{t.TempDir()}
	if runtime.GOOS == "linux" { // where no write into a page changes the times of a file
		memory, err := os.MkdirTemp("/dev/shm", "ccc-test-")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(memory) })
		places = append(places, memory)
	}
	for name, prepare := range map[string]func(t *testing.T, dir string) (after func()){
		"attributes that go": func(t *testing.T, dir string) func() {
			save(t, filepath.Join(dir, ".gitattributes"), "*.txt ident\n")
			save(t, filepath.Join(dir, "i.txt"), "$Id: evil $\n")
			return func() {
				if err := os.Remove(filepath.Join(dir, ".gitattributes")); err != nil {
					t.Error(err)
				}
			}
		},
		"a page": func(t *testing.T, dir string) func() {
			page := mapPage(t, filepath.Join(dir, "i.txt"))
			page[0] = '$' // as it is
			return func() { copy(page, "evil") }
		},
	} {
		for _, place := range places {
			t.Run(name+" in "+place, func(t *testing.T) {
				t.Parallel()
				dir := repository(t, filepath.Join(place, name))
				save(t, filepath.Join(dir, "i.txt"), "$Id$\n")
				git(t, dir, "add", "-A")
				git(t, dir, "commit", "-qm", "i")
				marks := t.TempDir()
				look := func(base string) string {
					w, err := Tree(t.Context(), dir, base, marks)
					if err != nil {
						t.Fatal(err)
					}
					return w.Tree
				}
				base := look("")
				after := prepare(t, dir)
				nextSecond()
				look(base)
				after()
				changes, err := Diff(t.Context(), dir, base, look(base))
				if err != nil || !slices.ContainsFunc(changes, func(c Change) bool { return c.Path == "i.txt" }) {
					t.Errorf("found %+v, %v, want i.txt", changes, err)
				}
			})
		}
	}
}

func mapPage(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page, err := unix.Mmap(int(f.Fd()), 0, 4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(page) })
	return page
}

// nextSecond waits for the next second. The times of a file are not trusted in the same second as a write.
func nextSecond() {
	now := time.Now()
	<-time.After(now.Truncate(time.Second).Add(time.Second).Sub(now))
}
