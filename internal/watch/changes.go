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
	added := make(map[string]bool)
	add := func() {
		for _, dir := range dirs {
			if err == nil && !added[dir] {
				added[dir] = w.Add(dir) == nil
			}
		}
	}
	go func() {
		if err == nil {
			defer w.Close()
		}
		c.run(ctx, w, add)
	}()
	return c
}

// run tells of what the system tells until ctx is done. add is called before each look.
func (c *changes) run(ctx context.Context, w *fsnotify.Watcher, add func()) {
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	for more := false; ; {
		add()
		if !more {
			select {
			case <-ctx.Done():
				return
			case <-w.Events:
			case <-w.Errors: // what was lost the next look finds
			case <-tick.C:
			}
		}
		c.tell()
		select {
		case <-ctx.Done():
			return
		case <-time.After(pace):
		}
		more = drain(w)
	}
}

// quiet is how long nothing comes any more where all was taken.
const quiet = time.Millisecond

// drain takes what has come during the pace, all at once: to be woken for each costs more than the looks, and what is
// left would be told one by one. It reports whether there was something.
func drain(w *fsnotify.Watcher) (more bool) {
	late := time.After(pace)
	for {
		select {
		case <-w.Events:
			more = true
		case <-w.Errors:
			more = true
		case <-time.After(quiet):
			return more
		case <-late: // more comes than can be taken
			return true
		}
	}
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
