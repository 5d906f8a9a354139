package rubric

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/integration/files"
)

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func store(t *testing.T) (TrustStore, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "project", "SUPERVISOR.md")
	files.Directory(t, filepath.Dir(path))
	files.Save(t, path, "text")
	return TrustStoreIn(dir), path
}

func (s TrustStore) expect(t *testing.T, path, content string, want bool) {
	t.Helper()
	if got, err := s.IsTrusted(path, content); got != want || err != nil {
		t.Errorf("Trusted(%s, %q) = %v, %v, want %v", path, content, got, err, want)
	}
}

func TestG05Trust(t *testing.T) {
	s, path := store(t)
	s.expect(t, path, "checks", false)
	if err := s.Add(path, "checks", day); err != nil {
		t.Fatal(err)
	}
	s.expect(t, path, "checks", true)
	s.expect(t, path, "checks; rm -rf", false)
	s.expect(t, path, "", false)
	s.expect(t, path+"x", "checks", false)
	if err := s.Add(path, "other", day.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	s.expect(t, path, "checks", true) // of another branch
	s.expect(t, path, "other", true)
	if err := s.Add(path, "checks", day.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	list, err := s.List()
	if err != nil || len(list) != 2 || list[0].Content != "checks" || list[1].Content != "other" {
		t.Errorf("List = %+v, %v", list, err)
	}
	if mode := files.Info(t, string(s)).Mode(); mode != 0o600 {
		t.Errorf("the mode is %o", mode)
	}
	if was, err := s.Revoke(filepath.Dir(path)); !was || err != nil {
		t.Errorf("Revoke = %v, %v", was, err)
	}
	s.expect(t, path, "checks", false)
	if was, err := s.Revoke(filepath.Dir(path)); was || err != nil {
		t.Errorf("Revoke again = %v, %v", was, err)
	}
}

// TestTrustLinks: trust is given to a file, not to a name that could be made to lead elsewhere.
func TestTrustLinks(t *testing.T) {
	s, path := store(t)
	link := filepath.Join(t.TempDir(), "link")
	files.Symlink(t, filepath.Dir(path), link)
	if err := s.Add(filepath.Join(link, "SUPERVISOR.md"), "checks", day); err != nil {
		t.Fatal(err)
	}
	s.expect(t, path, "checks", true)
	other := files.Directory(t, filepath.Join(t.TempDir(), "other"))
	files.Save(t, filepath.Join(other, "SUPERVISOR.md"), "text")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	files.Symlink(t, other, link)
	s.expect(t, filepath.Join(link, "SUPERVISOR.md"), "checks", false)
	borrowed := filepath.Join(files.Directory(t, filepath.Join(t.TempDir(), "third")), "SUPERVISOR.md")
	files.Symlink(t, path, borrowed) // what is trusted in its own project
	s.expect(t, borrowed, "checks", false)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if was, err := s.Revoke(filepath.Dir(path)); !was || err != nil {
		t.Errorf("Revoke of a file that is gone = %v, %v", was, err)
	}
}

// TestTrustBroken: a file of approvals that cannot be read gives no trust, and is not overwritten.
func TestTrustBroken(t *testing.T) {
	s, path := store(t)
	files.Save(t, string(s), `{"trusted": [`)
	if got, err := s.IsTrusted(path, "checks"); got || err == nil || !strings.Contains(err.Error(), string(s)) {
		t.Errorf("Trusted = %v, %v", got, err)
	}
	if err := s.Add(path, "checks", day); err == nil {
		t.Error("Add wrote over it")
	}
	if _, err := s.Revoke(filepath.Dir(path)); err == nil {
		t.Error("Revoke wrote over it")
	}
	if got := files.Content(t, string(s)); got != `{"trusted": [` {
		t.Errorf("it holds %q", got)
	}
}

func TestTrustAtOnce(t *testing.T) {
	s, path := store(t)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			if err := s.Add(path, fmt.Sprint(n), day); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if list, err := s.List(); len(list) != 20 || err != nil {
		t.Errorf("of 20 there are %d, %v", len(list), err)
	}
}
