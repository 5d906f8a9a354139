package ptyio

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestStderr(t *testing.T) {
	t.Parallel()
	t.Run("pipes", func(t *testing.T) {
		t.Parallel()
		c := run(t, command("complain", "3").on(true))
		if got, want := all(t, c), "begin\nend\n"; got != want {
			t.Errorf("output = %q, want %q", got, want)
		}
		end(t, c)
		if got, want := c.Stderr(), "complaint 0\ncomplaint 1\ncomplaint 2\n"; got != want {
			t.Errorf("Stderr = %q, want %q", got, want)
		}
	})
	t.Run("pty", func(t *testing.T) {
		t.Parallel()
		c := run(t, command("complain", "1"))
		if got, want := all(t, c), "begin\ncomplaint 0\nend\n"; got != want {
			t.Errorf("output = %q, want %q", got, want)
		}
		if end(t, c); c.Stderr() != "" {
			t.Errorf("Stderr = %q on a pty", c.Stderr())
		}
	})
}

// TestStderrIsBounded: if nobody reads stderr, the child is not blocked by it, and whole lines of its end are kept.
func TestStderrIsBounded(t *testing.T) {
	t.Parallel()
	const count = 20_000
	c := run(t, command("complain", fmt.Sprint(count)).on(true))
	if got, want := all(t, c), "begin\nend\n"; got != want {
		t.Errorf("output = %q, want %q", got, want)
	}
	end(t, c)
	got := c.Stderr()
	if len(got) > tailSize || len(got) < tailSize-100 {
		t.Errorf("Stderr has %d bytes, want %d", len(got), tailSize)
	}
	n := strings.Count(got, "\n")
	var want strings.Builder
	for i := count - n; i < count; i++ {
		fmt.Fprintf(&want, "complaint %d\n", i)
	}
	if got != want.String() {
		t.Errorf("Stderr is not the last %d lines: %.60q…", n, got)
	}
}

// TestStderrReadLate: what the child has written is kept, even if it is read after the deadline.
func TestStderrReadLate(t *testing.T) {
	t.Parallel()
	tail, guest, err := openTail()
	if err != nil {
		t.Fatal(err)
	}
	defer guest.Close()
	if _, err := guest.WriteString("complaint\n"); err != nil {
		t.Fatal(err)
	}
	tail.expire(-time.Second)
	tail.run()
	if got := tail.String(); got != "complaint\n" {
		t.Errorf("Stderr = %q", got)
	}
}

// TestStderrHeldOpen: a process that outlives the child, and holds its stderr open, does not delay End.
func TestStderrHeldOpen(t *testing.T) {
	t.Parallel()
	for _, manner := range []string{"polite", "flood"} {
		name, open := fifo(t)
		c := run(t, command("leave", "session", "tty", manner, name, "wait").on(true).with(impatient()))
		alive := bufio.NewReader(open())
		next(t, alive)
		c.CloseInput()
		watch(t, "exit", func() { <-c.Exited() })
		if got := end(t, c); got != (Status{}) {
			t.Errorf("%s: status = %v", manner, got)
		}
		watch(t, "the end of stderr", c.stderr.wait)
		all(t, c)
		sweep{mark: c.mark, grace: patience, hurry: c.hurry}.run()
	}
}

func TestTailKeepsWholeLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", tailSize)
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"no newline", "no newline"},
		{long, long},
		{"first\n" + long[:tailSize-4] + "\nb\n", long[:tailSize-4] + "\nb\n"},
		{"first\n" + long[:tailSize] + "\nb\n", "b\n"},
		{long + long + long + "\nlast\n", "last\n"},
		{"begin\n" + long + "y", long[1:] + "y"}, // one line that is too long: its end
	} {
		for _, size := range []int{1, 7, 4096, 1 << 20} {
			var tail tail
			for p := []byte(test.in); len(p) > 0; {
				n := min(size, len(p))
				tail.add(p[:n])
				p = p[n:]
			}
			if got := tail.String(); got != test.want {
				t.Errorf("%.20q in pieces of %d: %d bytes %.20q, want %d", test.in, size, len(got), got, len(test.want))
			}
		}
	}
}
