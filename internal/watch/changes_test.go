package watch

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// TestManyChanges: however many changes the system reports, they are read together and cause one notification.
func TestManyChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &changes{next: make(chan struct{})}
		w := &fsnotify.Watcher{Events: make(chan fsnotify.Event)}
		go c.run(t.Context(), w, func() {})
		began := time.Now()
		first := c.nextChange()
		for i := range 1000 {
			w.Events <- fsnotify.Event{}
			if i == 0 {
				<-first
			}
		}
		next := c.nextChange()
		if took := time.Since(began); took != lookInterval {
			t.Errorf("the others were taken after %v, want %v", took, lookInterval)
		}
		<-next
		if took := time.Since(began); took != lookInterval+quiet {
			t.Errorf("they were told after %v, want %v", took, lookInterval+quiet)
		}
		<-c.nextChange()
		if took := time.Since(began); took != pollTime {
			t.Errorf("it is looked again after %v, want %v", took, pollTime)
		}
	})
}
