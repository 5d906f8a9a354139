package watch

import (
	"context"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// pollTime is how often is looked where the system tells of no change: on network file systems.
const pollTime = time.Second

// pace is the least time between two looks at what was written: what changes more often is seen together.
const pace = 100 * time.Millisecond

// changes tells whoever waits that something in the directories was written. It may be told where nothing was, and is
// told late where the system tells nothing.
type changes struct {
	mu   sync.Mutex
	next chan struct{}
}

// watchDirs tells of changes in the directories until ctx is done. One of them may not be there yet.
func watchDirs(ctx context.Context, dirs ...string) *changes {
	c := &changes{next: make(chan struct{})}
	w, err := fsnotify.NewWatcher()
	if err != nil { // too many are open already: polling does, a little later
		w = &fsnotify.Watcher{}
	}
	go func() {
		if err == nil {
			defer w.Close()
		}
		tick := time.NewTicker(pollTime)
		defer tick.Stop()
		added := make(map[string]bool)
		for {
			for _, dir := range dirs {
				if err == nil && !added[dir] {
					added[dir] = w.Add(dir) == nil
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-w.Events:
			case <-w.Errors: // what was lost the next look finds
			case <-tick.C:
			}
			c.tell()
			select { // the system puts together what it tells of a file meanwhile
			case <-ctx.Done():
				return
			case <-time.After(pace):
			}
		}
	}()
	return c
}

// wait gives a channel that is closed at the next change. It is to be called before what may have changed is looked at.
func (c *changes) wait() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

func (c *changes) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.next)
	c.next = make(chan struct{})
}
