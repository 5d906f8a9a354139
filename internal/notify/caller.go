package notify

import (
	"sync"
	"time"

	"ccc/internal/lang"
)

// Caller runs the user's command for each event of a launch or a run. It waits for the commands only at the end. Its
// methods may be called from any goroutine.
type Caller struct {
	Command
	Guard func()             // deferred first in each goroutine, to clean up after a panic
	Note  func(lang.Message) // tells the user, once, that the command has failed

	running sync.WaitGroup
	failed  sync.Once
}

// Call starts the command for an event. Without a command it does nothing.
func (c *Caller) Call(e Event) {
	if c.Line == "" {
		return
	}
	wait, err := c.Start(e)
	if err != nil {
		c.failed.Do(func() { c.Note(lang.M("%v", err)) })
		return
	}
	c.running.Add(1)
	go func() {
		defer c.Guard()
		defer c.running.Done()
		if wait() != nil {
			c.failed.Do(func() { c.Note(FailedMessage(c.Log)) })
		}
	}()
}

// endWait is how long a launch or a run waits at its end for the command. After that the command runs on without ccc.
const endWait = 2 * time.Second

// Wait waits for running commands, but not longer than endWait.
func (c *Caller) Wait() {
	done := make(chan struct{})
	go func() {
		defer c.Guard()
		c.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(endWait):
	}
}
