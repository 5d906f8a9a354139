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

// Save writes a file that others may read. Its time is an hour ago, so that no reader waits for the end of a write.
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

// Update is the flag -update, with which tests rewrite their golden files.
var Update = flag.Bool("update", false, "rewrite the files that tests compare with")

// Golden compares a text with a golden file. With -update it writes the file first.
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

// Content returns the text of a file.
func Content(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Tree returns every file below a directory with its mode, and its text or the target of its link.
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

// Info returns the FileInfo of a file. os.SameFile tells by it whether the file was written anew, even with the same
// text.
func Info(t testing.TB, path string) fs.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// Directory makes a directory and its parents, and returns its path.
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
