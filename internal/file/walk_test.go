package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestWalk: links are followed, and what is too deep is left out without ending the walk. The limit on files also
// counts links that lead nowhere.
func TestWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/b/c/deep", "a/b/d", "skipped/e", "z"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link": "a/b/c", "broken": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var visited []string
	visit := func(path string, info fs.FileInfo) error {
		name, err := filepath.Rel(dir, path)
		if visited = append(visited, name); info.IsDir() && name == "skipped" {
			return fs.SkipDir
		}
		return err
	}
	whole := []string{".", "a", "a/b", "a/b/c", "a/b/c/deep", "a/b/d", "link", "link/deep", "skipped", "z"}
	shallow := []string{".", "a", "a/b", "a/b/c", "a/b/d", "link", "link/deep", "skipped", "z"}
	for _, tt := range []struct {
		limits Limits
		want   []string
		err    error
	}{
		{Limits{11, 4}, whole, nil}, {Limits{11, 3}, shallow, ErrTooMany}, {Limits{10, 4}, whole[:9], ErrTooMany},
		{Limits{1, 4}, whole[:1], ErrTooMany},
	} {
		visited = nil
		if err := Walk(dir, tt.limits, visit); !errors.Is(err, tt.err) || !slices.Equal(visited, tt.want) {
			t.Errorf("%+v: %v, visited %q, want %q", tt.limits, err, visited, tt.want)
		}
	}
	visited = nil
	if err := Walk(filepath.Join(dir, "nothing"), Limits{9, 9}, visit); err != nil || visited != nil {
		t.Errorf("of nothing: %v, %q", err, visited)
	}
}
