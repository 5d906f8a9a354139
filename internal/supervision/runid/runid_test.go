package runid

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/secret"
	"ccc/internal/supervision/output"
	"ccc/loop"
)

func open(t *testing.T, dir, key, argument string) *Run {
	t.Helper()
	r, err := Open(dir, key, argument, secret.New("the-token-of-mine"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// message returns the first input of the loop.
var message = loop.Input{Text: "build it with the-token-of-mine"}

func begin(t *testing.T, r *Run, want loop.InputKind) loop.Input {
	t.Helper()
	in, err := r.Input(message)
	if err != nil || in.Kind != want || in.Text != message.Text {
		t.Fatalf("input = %+v, %v, want one of kind %d", in, err, want)
	}
	return in
}

// TestRun: a run continues over several launches to its end. Only the user can read its file, which contains no secret.
func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	key := "the-token-of-mine/../\x00\n中文"
	r := open(t, dir, key, message.Text)
	begin(t, r, loop.Message)
	if err := r.Save(loop.Saved{Text: "the-token-of-mine"}); err != nil {
		t.Fatal(err)
	}
	r.Close()

	r = open(t, dir, key, message.Text)
	begin(t, r, loop.Message) // claude has not told its session
	if err := r.Save(loop.Saved{Session: "s1", Text: "as the-token-of-mine says"}); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, key, message.Text, secret.New()); !errors.As(err, new(*HeldError)) {
		t.Errorf("opened twice: %v", err)
	}
	other := open(t, dir, "another key", message.Text)
	other.Close()
	r.Close()

	r = open(t, dir, key, message.Text)
	in := begin(t, r, loop.Resume)
	if in.Saved.Session != "s1" || strings.Contains(in.Saved.Text, "token") || r.Outcome() != nil {
		t.Errorf("saved = %+v, outcome = %v", in.Saved, r.Outcome())
	}
	if err := r.End(output.OutcomeOf(loop.Result{Outcome: loop.NotCompleted}, 0, 0)); err != nil {
		t.Fatal(err)
	}
	r.Close()

	r = open(t, dir, key, message.Text)
	if o := r.Outcome(); o == nil || o.ExitCode != 3 {
		t.Errorf("outcome = %+v", o)
	}
	r.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		info, err2 := e.Info()
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "token") || e.Name() != ".ccc.lock" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %s %s", e.Name(), info.Mode(), text)
		}
	}
}

// TestAnotherTask: a key is refused for another argument or another text on standard input.
func TestAnotherTask(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, "key", "build it")
	begin(t, r, loop.Message)
	r.Close()
	if _, err := Open(dir, "key", "break it", secret.New()); !errors.As(err, new(*DifferentError)) {
		t.Errorf("another argument: %v", err)
	}
	r = open(t, dir, "key", "build it")
	defer r.Close()
	if _, err := r.Input(loop.Input{Text: "build it\nor not"}); !errors.As(err, new(*DifferentError)) {
		t.Errorf("other words: %v", err)
	}
}

// TestPrune: runs are removed by age, and by number if they are older than a week. A run that is in use stays.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	paths := make(map[string]string)
	for key, days := range map[string]int{"new": 0, "young": 6, "older": 8, "oldest": 100, "held": 101} {
		r := open(t, dir, key, "")
		at := time.Now().Add(-time.Duration(days) * 24 * time.Hour)
		if err := os.Chtimes(r.path, at, at); err != nil {
			t.Fatal(err)
		}
		if paths[key] = r.path; key == "held" {
			defer r.Close()
		} else {
			r.Close()
		}
	}
	there := func(want string) {
		t.Helper()
		for key, path := range paths {
			_, err := os.Stat(path)
			_, errLock := os.Stat(path + locked)
			if gone := errors.Is(err, fs.ErrNotExist); gone == strings.Contains(want, key) ||
				gone != errors.Is(errLock, fs.ErrNotExist) {
				t.Errorf("%s: %v, %v, want %s", key, err, errLock, want)
			}
		}
	}
	for _, c := range []struct {
		keep   int
		oldest time.Time
		want   string
	}{
		{0, time.Time{}, "new young older oldest held"},
		{4, time.Time{}, "new young older oldest held"}, // the fifth is held
		{0, time.Now().Add(-90 * 24 * time.Hour), "new young older held"},
		{1, time.Time{}, "new young held"},
	} {
		if err := Prune(dir, c.keep, c.oldest); err != nil {
			t.Fatal(err)
		}
		there(c.want)
	}
	if err := Prune(filepath.Join(dir, "none"), 1, time.Now()); err != nil {
		t.Errorf("where there is none: %v", err)
	}
}
