// Package files looks at files and makes them, for tests.
package files

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Save writes a file that others may read, as a user's editor did an hour ago: nobody takes it for one that is just
// being written.
func Save(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

// Update rewrites what tests compare with.
var Update = flag.Bool("update", false, "rewrite the files that tests compare with")

// Golden compares a text with that of a file, which with -update is written first.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := Content(t, path); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// Content gives what is in a file.
func Content(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Tree gives every file below a directory: its mode, and its text or what it links to.
func Tree(t testing.TB, dir string) map[string]string {
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

// Info is that of a file: which file it is changes when a file is written, if only with the same text.
func Info(t testing.TB, path string) fs.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// Directory makes a directory, and those above it, and gives its path.
func Directory(t testing.TB, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Symlink makes a symbolic link.
func Symlink(t testing.TB, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}
