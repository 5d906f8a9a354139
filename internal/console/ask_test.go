package console

import (
	"errors"
	"os"
	"testing"

	"ccc/internal/lang"
)

// TestEscape: esc is no to a question, and leaves a list.
func TestEscape(t *testing.T) {
	console := func(typed string) *Console {
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		if _, err := out.WriteString(typed); err != nil {
			t.Fatal(err)
		}
		out.Close()
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { null.Close() })
		return &Console{Terminal: in, In: in, Out: null, Err: null}
	}
	for typed, want := range map[string]bool{"\x1b\ny\n": false, "\n": true, "what\ny\n": true, "": false} {
		if got := console(typed).Confirm(lang.M("may it? [Y/n] "), true); got != want {
			t.Errorf("Confirm after %q = %t, want %t", typed, got, want)
		}
	}
	if _, err := console("\x1b\n1\n").Choose(lang.M("which?"), []string{"a", "b"}, nil, -1); !errors.Is(err, Exit(130)) {
		t.Errorf("Choose after esc: %v, want that the user has left", err)
	}
}
