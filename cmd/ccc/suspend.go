package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// notStopped is how long a stop is waited for: where no shell could bring ccc back, the system does not stop it.
const notStopped = 300 * time.Millisecond

// suspend gives the terminal back to the shell until fg. The agent, which has a terminal of its own, goes on; what it says waits.
func (v *supervision) suspend() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	v.screen.Suspend()
	_ = v.terminal.Restore()                                 // tried again at the end
	if err := syscall.Kill(0, syscall.SIGTSTP); err == nil { // the whole group, as the terminal would have done
		select {
		case <-continued:
		case <-time.After(notStopped): // counts on only once ccc runs again
		}
	}
	if err := v.terminal.Raw(); err != nil { // in the background this stops ccc once more, until it is in front
		v.log.Warn("the terminal is not raw", "err", err)
	}
	if child := v.agent.Load(); child != nil {
		child.Resize(v.terminal.Size())
	}
	v.screen.Resume()
}
