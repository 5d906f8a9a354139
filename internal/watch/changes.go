package watch

import (
	"context"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// pollTime is the time between two looks if the system reports no changes, as on network file systems.
const pollTime = time.Second

// lookInterval is the shortest time between two looks. Changes in between are noticed together.
const lookInterval = 100 * time.Millisecond

// changes wakes those who wait for a change in directories. It may wake them without a change. If the system reports no
// changes, it wakes them after [pollTime].
type changes struct {
	mu   sync.Mutex
	next chan struct{}
}

// watchDirs watches directories until ctx is done. A directory may not exist yet.
func watchDirs(ctx context.Context, dirs ...string) *changes {
	c := &changes{next: make(chan struct{})}
	w, err := fsnotify.NewWatcher()
	if err != nil { // too many watchers are open: then polling has to do
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

// run wakes those who wait at each report of the system, until ctx is done. It calls add before each look.
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
			case <-w.Errors: // the next look finds what was lost
			case <-tick.C:
			}
		}
		c.wake()
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookInterval):
		}
		more = drainReports(w)
	}
}

// quiet is how long no report must come for all reports to count as read.
const quiet = time.Millisecond

// drainReports reads all reports of the last pace at once, because waking up for each of them would cost more than the
// looks. more says whether there was one.
func drainReports(w *fsnotify.Watcher) (more bool) {
	late := time.After(lookInterval)
	for {
		select {
		case <-w.Events:
			more = true
		case <-w.Errors:
			more = true
		case <-time.After(quiet):
			return more
		case <-late: // reports come faster than they are read
			return true
		}
	}
}

// nextChange returns a channel that is closed at the next change. Call it before you look at what may change.
func (c *changes) nextChange() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

func (c *changes) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.next)
	c.next = make(chan struct{})
}
