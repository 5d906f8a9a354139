package ptyio

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestEnd(t *testing.T) {
	t.Parallel()
	term, kill := Status{128 + 15, syscall.SIGTERM}, Status{128 + 9, syscall.SIGKILL}
	tests := []struct {
		cmd  Command
		want Status
	}{
		{command("echo"), Status{}},
		{command("exit", "3"), Status{Code: 3}},
		{command("die"), kill},
		{command("hang").with(impatient()), term},
		{command("stubborn").with(ruthless()), kill},
		{command("flood").with(impatient()), term}, // and nobody reads
	}
	for _, test := range tests {
		t.Run(test.cmd.Env[len(test.cmd.Env)-2], func(t *testing.T) {
			t.Parallel()
			eachKind(t, func(t *testing.T, pipes bool) {
				c := run(t, test.cmd.on(pipes))
				if test.cmd.Grace.Input < patience {
					if _, err := c.Read(make([]byte, 1)); err != nil {
						t.Fatal(err) // when it writes, it has set its signals
					}
				}
				if got := end(t, c); got != test.want {
					t.Errorf("status = %v, want %v", got, test.want)
				}
				all(t, c)
				if got := c.End(); got != test.want {
					t.Errorf("second End = %v, want %v", got, test.want)
				}
			})
		})
	}
}

// A megabyte waits to be sent, and the child never reads.
func TestEndWithInputQueued(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, pipes bool) {
		c := run(t, command("hang").on(pipes).with(impatient()))
		expect(t, bufio.NewReader(c), "ready")
		for range 16 {
			c.Send(make([]byte, 64<<10))
		}
		if got := end(t, c); got.Signal != syscall.SIGTERM {
			t.Errorf("status = %v", got)
		}
	})
}

func TestEndFromSeveralGoroutines(t *testing.T) {
	t.Parallel()
	c := run(t, command("hang").with(impatient()))
	expect(t, bufio.NewReader(c), "ready")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := c.End(); got.Signal != syscall.SIGTERM {
				t.Errorf("status = %v", got)
			}
		})
	}
	watch(t, "every End", all.Wait)
}

func TestKill(t *testing.T) {
	t.Parallel()
	patient := Grace{Input: time.Hour, Term: time.Hour}
	t.Run("at once", func(t *testing.T) {
		c := run(t, command("stubborn").with(patient))
		expect(t, bufio.NewReader(c), "ready")
		watch(t, "Kill", func() { c.Kill() })
		if got := c.Kill(); got.Signal != syscall.SIGKILL {
			t.Errorf("status = %v", got)
		}
	})
	t.Run("while it ends", func(t *testing.T) {
		c := run(t, command("stubborn").with(patient))
		expect(t, bufio.NewReader(c), "ready")
		var ends sync.WaitGroup
		ends.Go(func() { c.End() })
		watch(t, "End to begin", func() { <-c.ending })
		ends.Go(func() { c.Kill() })
		watch(t, "End and Kill", ends.Wait)
		if got := c.Status(); got.Signal != syscall.SIGKILL {
			t.Errorf("status = %v", got)
		}
	})
	t.Run("after it ended", func(t *testing.T) { // by itself: nothing is swept
		name, open := fifo(t)
		c := run(t, command("leave", "session", "null", "polite", name, "wait"))
		alive := open()
		pid, err := strconv.Atoi(next(t, alive))
		if err != nil {
			t.Fatal(err)
		}
		c.CloseInput()
		watch(t, "exit", func() { <-c.Exited() })
		if got := c.Kill(); got != (Status{}) {
			t.Errorf("status = %v", got)
		}
		syscall.Kill(pid, syscall.SIGTERM)
		if got := all(t, alive); got != "asked to go\n" {
			t.Errorf("it said %q", got)
		}
	})
	t.Run("what it left", func(t *testing.T) {
		name, open := fifo(t)
		c := run(t, command("leave", "session", "null", "stubborn", name, "hang").with(patient))
		alive := open()
		next(t, alive)
		watch(t, "Kill", func() { c.Kill() })
		all(t, alive)
	})
}

// Everything that a killed claude leaves behind, wherever it runs, is gone after End.
func TestSweep(t *testing.T) {
	t.Parallel()
	tests := []struct {
		where, holds, manner string
		pipes                bool
	}{
		{"group", "tty", "polite", false},
		{"group", "tty", "stubborn", false},
		{"group", "tty", "stubborn", true},
		{"session", "tty", "polite", false},
		{"session", "tty", "stubborn", false},
		{"session", "tty", "stubborn", true},
		{"session", "null", "polite", true},
		{"session", "null", "stubborn", false},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			t.Parallel()
			grace := impatient()
			if test.manner == "stubborn" {
				grace = ruthless()
			}
			name, open := fifo(t)
			c := run(t, command("leave", test.where, test.holds, test.manner, name, "hang").on(test.pipes).with(grace))
			alive := open()
			next(t, alive)
			if got := end(t, c); !got.isKilled() {
				t.Errorf("status = %v", got)
			}
			said := all(t, alive)
			// The group is killed together with its leader.
			if test.where == "session" && test.manner == "polite" && said != "asked to go\n" {
				t.Errorf("it said %q", said)
			}
			all(t, c)
		})
	}
}

func TestSweepAfterKillByAnother(t *testing.T) {
	t.Parallel()
	for where, want := range map[string]string{"group": "", "session": "asked to go\n"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			name, open := fifo(t)
			long := Grace{Term: patience, Drain: time.Hour}
			c := run(t, command("leave", where, "tty", "polite", name, "hang").with(long))
			alive := open()
			next(t, alive)
			syscall.Kill(c.Pid(), syscall.SIGKILL)
			watch(t, "exit", func() { <-c.Exited() })
			if got := end(t, c); got.Signal != syscall.SIGKILL {
				t.Errorf("status = %v", got)
			}
			if got := all(t, alive); got != want {
				t.Errorf("it said %q, want %q", got, want)
			}
			all(t, c) // ends with the last holder: the drain is an hour away
		})
	}
}

// Processes of a claude that ended by itself are meant to stay. They cannot delay the end of the output, whether they
// are silent or not.
func TestNoSweepAfterExit(t *testing.T) {
	t.Parallel()
	for _, manner := range []string{"polite", "chat", "flood"} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			eachKind(t, func(t *testing.T, pipes bool) {
				name, open := fifo(t)
				cmd := command("leave", "session", "tty", manner, name, "wait").on(pipes)
				cmd.Grace.Drain = 20 * time.Millisecond
				c := run(t, cmd)
				alive := open()
				pid, err := strconv.Atoi(next(t, alive))
				if err != nil {
					t.Fatal(err)
				}
				// A line that the child reads, and more than fits into the pipe: the process that inherits it reads
				// nothing.
				c.Send(append([]byte{'\n'}, make([]byte, 1<<20)...))
				all(t, c)
				if got := end(t, c); got.Code != 0 {
					t.Errorf("status = %v", got)
				}
				noGoroutines(t, c) // though the terminal is held
				if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && manner == "polite" {
					t.Errorf("it is gone: %v", err)
				}
				early := pipes && manner != "polite" // SIGPIPE may be faster
				if got := all(t, alive); got != "asked to go\n" && !(early && got == "") {
					t.Errorf("it said %q", got)
				}
			})
		})
	}
}

// If nothing is meant to stay, processes of a child that ended by itself are ended.
func TestSweepAfterExit(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, pipes bool) {
		name, open := fifo(t)
		cmd := command("leave", "session", "tty", "polite", name, "wait").with(Grace{Term: patience}).on(pipes)
		cmd.Sweep = true
		c := run(t, cmd)
		alive := open()
		next(t, alive)
		c.Send([]byte{'\n'})
		if got := end(t, c); got.Code != 0 {
			t.Errorf("status = %v", got)
		}
		if got := all(t, alive); got != "asked to go\n" {
			t.Errorf("it said %q", got)
		}
		all(t, c)
	})
}

// A reader that is slower than the drain loses nothing: it counts whether the writer is blocked, and not the time.
func TestDrainWaitsForSlowReader(t *testing.T) {
	t.Parallel()
	const size = ringSize + 2000                              // the rest waits in the kernel when the child is gone
	cmd := command("lines", "1", strconv.Itoa(size)).on(true) // a pipe is sure to take it
	cmd.Grace.Drain = 20 * time.Millisecond
	c := run(t, cmd)
	watch(t, "exit", func() { <-c.Exited() })
	<-time.After(100 * time.Millisecond) // not for the result: it gives a wrong drain the time to end
	if got := all(t, c); got != string(line(0, size)) {
		t.Errorf("got %d bytes, want %d", len(got), size)
	}
}

func TestMark(t *testing.T) {
	t.Parallel()
	tests := []struct {
		env  []string
		want string
	}{
		{nil, "CCC_CHILD=id"},
		{[]string{"A=1", "CCC_CHILDREN=2"}, "A=1 CCC_CHILDREN=2 CCC_CHILD=id"},
		{[]string{"CCC_CHILD=outer", "A=1"}, "A=1 CCC_CHILD=outer,id"},
	}
	for _, test := range tests {
		got := withMark(test.env, "id")
		if text := joined(got); text != test.want {
			t.Errorf("withMark(%q) = %q, want %q", test.env, text, test.want)
		}
	}
	env := []byte("A=1\x00B=CCC_CHILD=no\x00CCC_CHILD=outer,inner\x00")
	for mark, want := range map[string]bool{"inner": true, "outer": true, "no": false, "other": false} {
		if got := hasMark(env, mark); got != want {
			t.Errorf("hasMark(%q) = %v", mark, got)
		}
	}
}

func joined(env []string) string {
	var b bytes.Buffer
	for n, entry := range env {
		if n > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(entry)
	}
	return b.String()
}

// Our own process has the mark of an outer ccc, and must not be ended because of it.
func TestSweepSparesItself(t *testing.T) {
	t.Parallel()
	s := sweep{mark: "none such", grace: time.Hour}
	if got := s.survivors(); len(got) != 0 {
		t.Errorf("left = %v", got)
	}
}

func TestGraceDefaults(t *testing.T) {
	t.Parallel()
	want := Grace{2 * time.Second, 2 * time.Second, 500 * time.Millisecond}
	if got := (Grace{}).orDefault(); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := (Grace{1, 2, 3}).orDefault(), (Grace{1, 2, 3}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
