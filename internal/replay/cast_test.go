package replay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// breaking is a reader that returns its text and then an error.
type breaking struct {
	io.Reader
	err func() error
}

func (b breaking) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		return n, b.err()
	}
	return n, err
}

// TestCastIsWholeOrNotThere: if the input breaks off, the earlier file stays, and no other file is left.
func TestCastIsWholeOrNotThere(t *testing.T) {
	input, err := os.ReadFile(filepath.Join(inputs, "loop.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.cast")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	run := func(ctx context.Context, in io.Reader) error {
		c := Config{Input: in, Name: "input", Format: "json", Cast: path, Out: io.Discard, Warnings: io.Discard}
		_, err := Run(ctx, c)
		return err
	}
	holds := func(want string) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), want) || want == "" && len(text) > 0 {
			t.Errorf("the cast is %.80q, %v, want %q", text, err, want)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("beside the cast stands %v, %v", entries, err)
		}
	}
	if err := os.WriteFile(path, []byte("of before"), 0o640); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	broken := errors.New("input/output error")
	for _, in := range []breaking{
		{bytes.NewReader(input[:len(input)/2]), func() error { return broken }},
		{bytes.NewReader(input[:len(input)/2]), func() error { cancel(); return io.EOF }},
	} {
		if err := run(ctx, in); err == nil {
			t.Error("what breaks off gives no error")
		}
		holds("of before")
	}
	if err := run(t.Context(), bytes.NewReader(input)); err != nil {
		t.Fatal(err)
	}
	holds(`{"version":3,`)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the cast's mode is %v, %v, want that of before", info.Mode(), err)
	}
	c := Config{Input: bytes.NewReader(input), Format: "json", Cast: link, Out: io.Discard, Warnings: io.Discard}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v, and no link any more", info.Mode(), err)
	}
}
