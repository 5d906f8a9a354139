package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/internal/fakeapi"
	"ccc/internal/sandbox"
)

// TestCaged: the result when a reviewer's command has written a file, for each kind of sandbox.
func TestCaged(t *testing.T) {
	wrote, denied := fakeapi.Block{Text: "it-is-there\n"}, fakeapi.Block{Text: "Read-only file system", IsError: true}
	for _, c := range []struct {
		kind   sandbox.Kind
		ran    fakeapi.Block
		stayed bool
		want   State
	}{
		{sandbox.Overlay, wrote, false, OK},
		{sandbox.Overlay, wrote, true, Broken},
		{sandbox.Overlay, denied, false, Broken},
		{sandbox.Landlock, denied, false, OK},
		{sandbox.Landlock, wrote, true, Broken},
		{sandbox.Tools, fakeapi.Block{}, false, OK},
		{sandbox.Tools, wrote, true, Broken},
	} {
		if got := cageResult(c.kind, c.ran, c.stayed); got.State != c.want {
			t.Errorf("%s, %q, stayed %v: %s (%s), want %s", c.kind, c.ran.Text, c.stayed, got.State, got.Found, c.want)
		}
	}
}

// TestTake: words on a screen are found in whatever way they are drawn, and wherever the output is divided.
func TestTake(t *testing.T) {
	drawn := "\x1b[?1049h\x1b]0;claude\x07\x1b[2;3Hreviews\x1b[1Care\x1b[38;5;12m off:\x1b[0m 审查\r\n" +
		"\x1b[4G/super\x1b(Bvisor\x1bP+q\x1b\\"
	for cut := range drawn {
		var tr trial
		tr.addOutput([]byte(drawn[:cut]))
		tr.addOutput([]byte(drawn[cut:]))
		if tr.count("reviews are off: 审查 /supervisor") != 1 || tr.count("claude") != 0 {
			t.Errorf("%q, cut at %d, is read as %q", drawn, cut, tr.plainOutput())
		}
	}
}

// TestLoggedReason: of the hook's log the row has the reason alone, without its escapes and without what can be done.
func TestLoggedReason(t *testing.T) {
	for line, want := range map[string]string{
		`time=T level=ERROR msg="no review" session_id=abc err="not found. Name it in \"visible\"\nYour next message"` + "\n": `not found. Name it in "visible"`,
		`level=INFO msg="stop allowed"`: `level=INFO msg="stop allowed"`,
	} {
		if got := loggedReason(line); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNotYet: whether a directory that does not exist can be created. Nobody can create one below a file, not even
// root.
func TestNotYet(t *testing.T) {
	dir := t.TempDir()
	if got := notYet(filepath.Join(dir, "a", "b")); got.State != OK {
		t.Errorf("%+v, want ok", got)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := notYet(filepath.Join(file, "a")); got.State != Broken || got.Cure.Empty() {
		t.Errorf("%+v, want broken, with a cure", got)
	}
}
