package file

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/integration/files"
)

// TestReadHostile: anything but a regular file of limited size is an error at once.
func TestReadHostile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	files.Directory(t, at("directory"))
	files.Save(t, at("file"), `{"a":1}`)
	files.Save(t, at("large"), strings.Repeat(" ", 1<<20)+"{}")
	files.Save(t, at("huge"), "")
	if err := os.Truncate(at("huge"), 1<<40); err != nil {
		t.Fatal(err)
	}
	files.Symlink(t, "/dev/zero", at("zero"))
	files.Symlink(t, "pipe", at("to a pipe"))
	files.Symlink(t, "file", at("link"))
	files.Symlink(t, "missing", at("dangling"))
	files.Symlink(t, "loop", at("loop"))

	readers := map[string]func(string) ([]byte, error){
		"text": func(path string) ([]byte, error) { return Read(path, MaxText) },
		"json": ReadJSON,
		"own":  ReadOwn,
		"opened": func(path string) ([]byte, error) {
			f, err := Open(path)
			if err == nil {
				f.Close()
			}
			return nil, err
		},
		"changed": func(path string) ([]byte, error) {
			return nil, Update(path, JSON, func(old []byte) ([]byte, error) { return old, nil })
		},
		"appended": func(path string) ([]byte, error) {
			f, err := Append(path)
			if err == nil {
				f.Close()
			}
			return nil, err
		},
	}
	const all = "text json own opened changed appended"
	for _, c := range []struct{ name, readers, want string }{ // want "": no error
		{"pipe", all, "not a regular file"}, {"socket", all, "not a regular file"},
		{"directory", all, "is a directory"}, {"zero", "text json opened changed", "not a regular file"},
		{"to a pipe", "text json opened changed", "not a regular file"},
		{"zero", "own appended", "a symbolic link"}, {"link", "own appended", "a symbolic link"},
		{"dangling", "own appended", "a symbolic link"}, {"loop", all, "link"},
		{"huge", "text", "larger than 1 MiB"}, {"huge", "json own changed", "larger than 16 MiB"},
		{"large", "text", "larger than 1 MiB"}, {"large", "json own opened", ""},
		{"file", "text json own opened changed", ""}, {"link", "text json opened changed", ""},
		{"missing", "text json own", ""}, {"dangling", "text json", ""}, {"missing", "opened", "no such file"},
	} {
		for _, reader := range strings.Fields(c.readers) {
			done := make(chan error, 1)
			go func() {
				_, err := readers[reader](at(c.name))
				done <- err
			}()
			var err error
			select {
			case err = <-done:
			case <-time.After(10 * time.Second):
				t.Fatalf("%s as %s: it hangs", c.name, reader)
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s as %s: %v, want %q", c.name, reader, err, c.want)
			}
			if err != nil && c.name != "to a pipe" && c.name != "zero" && !strings.Contains(err.Error(), dir) {
				t.Errorf("%s as %s: %v, which names no file", c.name, reader, err)
			}
		}
	}
	if text, err := ReadJSON(at("missing")); text != nil || err != nil {
		t.Errorf("no file = %q, %v", text, err)
	}
	if err := Update(at("file"), JSON, always(strings.Repeat(" ", Max)+"{}")); err == nil {
		t.Error("more was written than can be read again")
	}
}

// TestReadJSONUnfinished: an empty or truncated file is read when its writer has finished. If no program is writing it,
// it is returned as it is. If it never stops changing, that is an error.
func TestReadJSONUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.json")
	fresh := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{"", " \n", `{"theme":`, `{"theme":"dark"`} {
		fresh(part)
		go func() {
			time.Sleep(moment / 4) // what the test is about: the writer takes its time
			_ = os.WriteFile(path, []byte(`{"theme":"dark"}`), 0o600)
		}()
		if text, err := ReadJSON(path); err != nil || string(text) != `{"theme":"dark"}` {
			t.Errorf("%q that is being written = %q, %v", part, text, err)
		}
		files.Save(t, path, part)
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if text, err := ReadJSON(path); err != nil || string(text) != part || time.Since(began) > moment/2 {
			t.Errorf("%q of an hour ago = %q, %v, after %v", part, text, err, time.Since(began))
		}
	}
	fresh("{")
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(moment / 20):
				_ = os.WriteFile(path, fmt.Appendf(nil, "{%d", n), 0o600)
			}
		}
	}()
	if text, err := ReadJSON(path); err == nil || !strings.Contains(err.Error(), "try again") {
		t.Errorf("a file that never comes to rest = %q, %v", text, err)
	}
	close(stop)
	<-stopped
}

// TestUpdateBesideWriters: while other programs write the file, in place or by renaming, no key of the user is lost,
// nor what they wrote last.
func TestUpdateBesideWriters(t *testing.T) {
	const rounds, keys = 25, 20
	for name, save := range map[string]func(path, text string) error{
		"in place": func(path, text string) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			time.Sleep(time.Millisecond) // as long as it takes a program under load
			for half := range 2 {
				at := len(text) / 2
				if _, err := f.WriteString([]string{text[:at], text[at:]}[half]); err != nil {
					return err
				}
			}
			return nil
		},
		"by renaming": func(path, text string) error {
			if err := os.WriteFile(path+".theirs", []byte(text), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".theirs", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "settings.json")
			theirs := func(n int) string {
				object := map[string]int{"last": n}
				for k := range keys {
					object[fmt.Sprint("key", k)] = k
				}
				text, err := json.MarshalIndent(object, "", "  ")
				if err != nil {
					t.Error(err)
				}
				return string(text)
			}
			lost := func(text []byte) (object map[string]int, err error) {
				if err = json.Unmarshal(text, &object); err == nil && len(object) < keys+1 {
					err = fmt.Errorf("%d keys", len(object))
				}
				return object, err
			}
			files.Save(t, path, theirs(0))
			for round := range rounds {
				anHourAgo := time.Now().Add(-time.Hour)
				if err := os.Chtimes(path, anHourAgo, anHourAgo); err != nil {
					t.Fatal(err)
				}
				written := make(chan error, 1)
				go func() { written <- save(path, theirs(round)) }()
				for n := range 4 {
					err := Update(path, JSON, func(old []byte) ([]byte, error) {
						object, err := lost(old)
						if err != nil {
							return nil, fmt.Errorf("%w in %q", err, old)
						}
						object["ours"] = n
						return json.Marshal(object)
					})
					if err != nil {
						t.Fatalf("round %d: %v", round, err)
					}
				}
				if err := <-written; err != nil {
					t.Fatal(err)
				}
				object, err := lost([]byte(files.Content(t, path)))
				if err != nil || object["last"] != round {
					t.Fatalf("round %d: %v, what was written last is %d", round, err, object["last"])
				}
			}
		})
	}
}

// TestSwapGivesBack: a file that another program has written or replaced meanwhile is put back. It is the same file, so
// a program that has it open writes to the right one. The same holds for a file that a program has open for writing, if
// the system shows that.
func TestSwapGivesBack(t *testing.T) {
	olds := [][]byte{nil, []byte(`{"read":1}`)}
	if runtime.GOOS == "linux" {
		olds = append(olds, []byte(`{"written":"since"}`))
	}
	for _, old := range olds {
		path := filepath.Join(t.TempDir(), "settings.json")
		files.Save(t, path, `{"written":"since"}`)
		writer, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer writer.Close()
		before := files.Info(t, path)
		f, err := createPending(path, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		replaced, err := edition{old: old}.swap(f.Name(), path)
		if replaced || err != nil || files.Content(t, path) != `{"written":"since"}` ||
			!os.SameFile(before, files.Info(t, path)) {
			t.Errorf("read as %q: replaced %t, %v: %s", old, replaced, err, files.Content(t, path))
		}
		discard(f)
	}
}
