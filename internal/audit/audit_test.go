package audit

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ccc/internal/session"
)

// TestM06UnreadFolder: a folder that cannot be read is named. A link that leads round in a circle is one for root, too.
func TestM06UnreadFolder(t *testing.T) {
	dir := t.TempDir()
	projects := filepath.Join(dir, "projects")
	if err := os.Mkdir(projects, 0o700); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(projects, "-nowhere-app")
	if err := os.Symlink(bad, bad); err != nil {
		t.Fatal(err)
	}
	r, err := Run(Config{ConfigDir: dir, Project: session.ProjectFiles("")})
	if err != nil || !slices.Equal(r.Unread, []string{bad}) {
		t.Errorf("%v, %q", err, r.Unread)
	}
}
