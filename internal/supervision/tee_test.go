package supervision

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ccc/internal/lang"
)

// notes collects messages to the user.
type notes struct {
	mu   sync.Mutex
	list []string
}

func (n *notes) note(m lang.Message) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, lang.English.Text(m))
}

func (n *notes) all() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(n.list, "\n")
}

func none() {}

// TestTeeIsWhole: every byte arrives unchanged, in a file and through a pipe, also before there is a reader.
func TestTeeIsWhole(t *testing.T) {
	var want bytes.Buffer
	for n := range 3000 {
		fmt.Fprintf(&want, "line %d \x00\x1b[0m\xff\r\n", n)
	}
	write := func(w io.Writer) {
		for rest := want.Bytes(); len(rest) > 0; rest = rest[min(len(rest), 1000):] {
			if n, err := w.Write(rest[:min(len(rest), 1000)]); n != min(len(rest), 1000) || err != nil {
				t.Fatalf("write: %d, %v", n, err)
			}
		}
	}
	var told notes
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("of the launch before"), 0o600); err != nil {
		t.Fatal(err)
	}
	tee := openTee(path, none, told.note)
	write(tee)
	tee.close()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("the file holds %d bytes, %v, want %d", len(got), err, want.Len())
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	tee = openTee(pipe, none, told.note)
	write(tee)
	got := make(chan []byte)
	go func() {
		text, _ := os.ReadFile(pipe)
		got <- text
	}()
	tee.close()
	if text := <-got; !bytes.Equal(text, want.Bytes()) {
		t.Errorf("%d bytes came out of the pipe, want %d", len(text), want.Len())
	}
	if told.all() != "" {
		t.Errorf("told %q", told.all())
	}
}

// TestTeeFails: a failed write is reported once, and the agent's output continues.
func TestTeeFails(t *testing.T) {
	dir := t.TempDir()
	// Each case has its own pipe, because a tee without a reader keeps waiting for one.
	unread, read := filepath.Join(dir, "unread"), filepath.Join(dir, "read")
	for _, pipe := range []string{unread, read} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	chunk := make([]byte, 1<<20)
	for name, c := range map[string]struct {
		path, want string
		reader     func() // nil for none
	}{
		"no directory": {filepath.Join(dir, "nowhere", "file"), "no such file", nil},
		"a directory":  {dir, "is a directory", nil},
		"a full disk":  {"/dev/full", "no space left", nil},
		"no reader":    {unread, "too slowly, or not at all", nil},
		"a reader that leaves": {read, "broken pipe", func() {
			if f, err := os.Open(read); err == nil {
				f.Read(make([]byte, 1))
				f.Close()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var told notes
			tee := openTee(c.path, none, told.note)
			left := make(chan struct{})
			go func() {
				defer close(left)
				if c.reader != nil {
					c.reader()
				}
			}()
			chunks := 1
			switch {
			case c.reader != nil:
				tee.Write(chunk[:1])
				<-left
			case c.path == unread: // nobody reads: more than what waits for a reader
				chunks = 2 * maxWaiting / len(chunk)
			}
			for range chunks {
				if n, err := tee.Write(chunk); n != len(chunk) || err != nil {
					t.Fatalf("write: %d, %v", n, err)
				}
			}
			tee.close()
			if got := told.all(); strings.Count(got, "has stopped") != 1 || !strings.Contains(got, c.want) {
				t.Errorf("told %q, want %q once", got, c.want)
			}
		})
	}
}

// TestTeeWithoutAPath: nothing is written.
func TestTeeWithoutAPath(t *testing.T) { openTee("", none, nil).close() }
