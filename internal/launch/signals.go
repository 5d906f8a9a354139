package launch

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"ccc/ptyio"
)

// signals are those that end a launch.
type signals struct {
	caught chan os.Signal
	first  atomic.Int32
}

// catchSignals calls cancel at a signal; the second one does not wait for claude to be polite. Under nohup a hang-up is
// not one of them.
func catchSignals(guard, kill, cancel func()) *signals {
	s := &signals{caught: make(chan os.Signal, 8)}
	if !ptyio.NoHangUp() {
		signal.Notify(s.caught, syscall.SIGHUP)
	}
	// With SIGPIPE here a write to a closed output is an error and not the end.
	signal.Notify(s.caught, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
	go func() {
		defer guard()
		for caught := range s.caught {
			if caught == syscall.SIGPIPE {
				continue
			}
			if !s.first.CompareAndSwap(0, int32(caught.(syscall.Signal))) {
				kill()
			}
			cancel()
		}
	}()
	return s
}

// number is that of the signal that came first, 0 for none.
func (s *signals) number() int { return int(s.first.Load()) }

func (s *signals) stop() {
	signal.Stop(s.caught)
	close(s.caught)
}
