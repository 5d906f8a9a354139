package cage

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var _ = strings.Cut

func TestTry(t *testing.T) {
	home := t.TempDir()
	os.WriteFile(filepath.Join(home, "f"), []byte("x\n"), 0o600)
	found, err := Find(string(Overlay), Plan{Dirs: []string{home}, Layers: []string{"/var/tmp"}})
	t.Log(found, err)
	if err != nil {
		t.Fatal(err)
	}
	c, err := found.Make()
	if err != nil {
		t.Fatal(err)
	}
	child, err := startIn(c, home, os.Environ(), os.Getenv("CMD"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	io.Copy(&b, child)
	t.Log(child.End(), b.String(), child.Stderr())
	t.Log(c.Close())
	exec.Command("true").Run()
}
