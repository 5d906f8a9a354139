package terminal

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
)

// stuckTerminal accepts nothing until the test releases it.
type stuckTerminal struct {
	free  chan struct{}
	wrote chan string
}

func newStuck(writes int) *stuckTerminal {
	s := &stuckTerminal{free: make(chan struct{}, 1000), wrote: make(chan string, 1000)}
	for range writes {
		s.free <- struct{}{}
	}
	return s
}

func (s *stuckTerminal) Write(p []byte) (int, error) {
	<-s.free
	s.wrote <- string(p)
	return len(p), nil
}

// waitFor waits until the terminal has received the text.
func (s *stuckTerminal) waitFor(t *testing.T, want string) {
	t.Helper()
	var got strings.Builder
	late := time.After(10 * time.Second)
	for !strings.Contains(got.String(), want) {
		select {
		case text := <-s.wrote:
			got.WriteString(text)
		case <-late:
			t.Fatalf("the terminal has got %.300q, want %q in it", got.String(), want)
		}
	}
}

// TestSlowTerminal: claude waits a little for a terminal that accepts nothing, and no longer. Output that is left out
// meanwhile is mentioned when the terminal accepts output again, and later output is complete.
func TestSlowTerminal(t *testing.T) {
	terminal := newStuck(1)
	s := New(terminal, Options{Typing: true, Styled: true, Lang: lang.English})
	s.slowWriter.stallLeft = 20 * time.Millisecond
	began := time.Now()
	for range 15 {
		say(s, strings.Repeat("long and longer\n\n", 1000))
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it waited %s", took)
	}
	close(terminal.free)
	terminal.waitFor(t, "lines are not shown: the terminal is slower than claude")
	s.slowWriter.wait(time.Minute)
	s.Flush()
	if s.slowWriter.stallLeft != maxStall {
		t.Errorf("writes may wait for %s after a pause, want %s", s.slowWriter.stallLeft, maxStall)
	}
	say(s, "and on")
	s.Leave()
	terminal.waitFor(t, "and on")
}

// TestLeaveTellsWhatWasLeftOut: Leave mentions output that was left out, even if the terminal has not caught up by
// then.
func TestLeaveTellsWhatWasLeftOut(t *testing.T) {
	terminal := newStuck(1)
	s := New(terminal, Options{Typing: true, Styled: true, Lang: lang.English})
	s.slowWriter.stallLeft = time.Millisecond
	for range 15 {
		say(s, strings.Repeat("long and longer\n\n", 1000))
	}
	s.mu.Lock()
	s.timer.Stop() // no frame mentions it before
	s.mu.Unlock()
	left := make(chan struct{})
	go func() {
		defer close(left)
		s.Leave()
	}()
	for s.mu.TryLock() { // until Leave waits for the terminal
		s.mu.Unlock()
		runtime.Gosched()
	}
	close(terminal.free)
	<-left
	terminal.waitFor(t, "lines are not shown: the terminal is slower than claude")
}

// TestDeadTerminal: a terminal that never accepts anything does not delay the end for ever.
func TestDeadTerminal(t *testing.T) {
	terminal := newStuck(1)
	s := New(terminal, Options{Typing: true})
	s.slowWriter.stallLeft = 20 * time.Millisecond
	s.Note("hello")
	s.Leave()
	s.Note("bye")
	close(terminal.free)
}

func say(s *Screen, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endBlock(voice{canWait: true}, "text", text)
}
