package supervision

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"ccc/internal/process"
	"ccc/ptyio"
)

// signals are the signals that end a launch.
type signals struct {
	received chan os.Signal
	cancel   func() // ends the loop
	first    atomic.Int32
	disarm   func() // cancels the forced end of ccc that a signal has scheduled
}

// catchSignals keeps signals from killing ccc. Call it before anything is started or changed that ccc has to end or to
// restore: the guardian, the terminal's mode. They wait until [signals.handle]. Under nohup a hang-up is not caught.
func catchSignals(cancel func()) *signals {
	s := &signals{received: make(chan os.Signal, 8), cancel: cancel}
	// With SIGPIPE here a write to a closed output is an error and not the end.
	ends := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !ptyio.NoHangUp() {
		ends = append(ends, syscall.SIGHUP)
	}
	signal.Notify(s.received, append(ends, syscall.SIGPIPE)...)
	s.disarm = process.EndAtSignal(process.EndTime, ends...)
	return s
}

// handle ends the loop at each signal, and also calls kill at the second one, which does not wait for claude to end by
// itself. A second hang-up is the same one: the kernel sends it, and a shell sends it on. handle runs until
// [signals.stop].
func (s *signals) handle(guard, kill func()) {
	defer guard()
	for caught := range s.received {
		if caught == syscall.SIGPIPE {
			continue
		}
		if !s.isFirst(caught.(syscall.Signal)) && caught != syscall.SIGHUP {
			kill()
		}
		s.cancel()
	}
}

// hangUp ends the loop as SIGHUP does. It is for a terminal whose input has ended: SIGHUP may come later.
func (s *signals) hangUp() {
	s.isFirst(syscall.SIGHUP)
	s.cancel()
}

// isFirst notes that signal as the first, and returns false if there was one before.
func (s *signals) isFirst(signal syscall.Signal) bool {
	return s.first.CompareAndSwap(0, int32(signal))
}

// firstSignal returns the first signal, 0 for none.
func (s *signals) firstSignal() int { return int(s.first.Load()) }

func (s *signals) stop() {
	signal.Stop(s.received)
	close(s.received)
	s.disarm()
}
