package ptyio

import (
	"syscall"
	"time"
)

const (
	// killWait is how long to wait for processes that got SIGKILL. They end at once unless they wait in the kernel,
	// for a disk or a network. Then waiting longer would not help.
	killWait = 5 * time.Second
	// drainRounds limits the drain if something keeps writing to the dead child's terminal: to so many times
	// Grace.Drain.
	drainRounds = 8
	// drainBytes is more than any pty or socket holds: bytes beyond it cannot come from the dead child.
	drainBytes = 1 << 20
)

// End ends the child and everything that belongs to it, as drawn in the package's documentation. It returns how the
// child ended. Its time is limited whatever the child does, even if nobody reads the output. It may be called again,
// and from several goroutines: all calls return together. Output that is left can still be read.
func (c *Child) End() Status {
	c.endOnce.Do(c.end)
	return c.Status()
}

// EndAll is End with [Command.Sweep]: it also ends what the child leaves running if the child ended by itself. It
// must not be called after End.
func (c *Child) EndAll() Status {
	c.sweepAll.Store(true)
	return c.End()
}

// Kill is End without the waits, for a user who asks a second time. It also speeds up an End that is running.
func (c *Child) Kill() Status {
	c.killOnce.Do(func() { close(c.hurry) })
	return c.End()
}

func (c *Child) end() {
	var kin []relative
	if !isClosed(c.exited) { // afterwards the number may belong to another process
		kin = descendantsOf(c.pid)
	}
	c.in.close()
	close(c.ending)

	forced := !c.exitsWithin(c.grace.Input, c.hurry)
	if forced {
		c.signal(syscall.SIGTERM)
		c.exitsWithin(c.grace.Term, c.hurry)
		c.signal(syscall.SIGKILL) // also for those of the group that outlive its leader
		if !c.exitsWithin(killWait, nil) {
			return
		}
	}
	if forced || c.sweep || c.sweepAll.Load() || c.status.isKilled() {
		sweep{mark: c.mark, kin: kin, grace: c.grace.Term, hurry: c.hurry}.run()
	}
	<-c.drained
}

// exitsWithin waits for the child's end, until the time is up or hurry is closed. It reports whether the child has
// ended.
func (c *Child) exitsWithin(d time.Duration, hurry <-chan struct{}) bool {
	select {
	case <-c.exited: // before hurry: a child that has ended by itself was not killed
		return true
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.exited:
		return true
	case <-hurry:
	case <-timer.C:
	}
	return false
}

// signal sends a signal to the child's group. It must not be used after the child's end, because the number may then
// belong to another group.
func (c *Child) signal(s syscall.Signal) { _ = syscall.Kill(-c.pid, s) }

// drain waits until the output of the dead child is over: all have closed its terminal, it is silent, or what still
// comes cannot be from the child.
func (c *Child) drain(ended <-chan struct{}) {
	tick := time.NewTicker(c.grace.Drain)
	defer tick.Stop()
	first := c.ring.readFlow()
	last := first
	for rounds := 0; ; {
		select {
		case <-ended:
			return
		case <-tick.C:
		}
		now := c.ring.readFlow()
		moved, taken := now.written != last.written, now.read != last.read
		last = now
		switch {
		case now.written-first.written > drainBytes:
			return
		case now.blocked && !isClosed(c.ending):
			continue // the reader is slow, as it may be
		case now.blocked && !taken:
			return // nobody reads any longer
		case !now.blocked && !moved && !c.out.readable():
			return
		}
		if rounds++; rounds >= drainRounds {
			return
		}
	}
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
