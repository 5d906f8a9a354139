package hook

import (
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// longWait is how long the API may keep a review waiting before the user is told. While a hook runs, Claude Code shows
// a text that was fixed before it began, so the user can only be told at the end.
const longWait = 30 * time.Second

// apiWait adds up how long the reviewers of a stop wait before they send a request to the API again. Its methods may be
// called from any goroutine.
type apiWait struct {
	mu         sync.Mutex
	byReviewer map[string]*reviewerWait
}

// reviewerWait is how long one reviewer has waited. A wait counts when it is over: a reviewer may be ended during it.
type reviewerWait struct {
	over    time.Duration
	longest streamjson.Retry // of those that are over
	current streamjson.Retry
}

// observe reads an event of a reviewer.
func (w *apiWait) observe(reviewer string, e streamjson.Event) {
	retry, err := e.Retry()
	if err != nil && e.Type == streamjson.TypeSystem {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byReviewer == nil {
		w.byReviewer = map[string]*reviewerWait{}
	}
	one := w.byReviewer[reviewer]
	if one == nil {
		one = &reviewerWait{}
		w.byReviewer[reviewer] = one
	}
	one.over += one.current.Delay
	if one.current.Delay > one.longest.Delay {
		one.longest = one.current
	}
	one.current = retry
}

// message tells the user of the longest wait, because reviewers wait at the same time; it is empty for a short one.
func (w *apiWait) message() lang.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	var longest reviewerWait
	for _, one := range w.byReviewer {
		if one.over > longest.over {
			longest = *one
		}
	}
	if longest.over < longWait {
		return lang.Message{}
	}
	return lang.M("the API kept this review waiting for %s: %s", longest.over.Truncate(time.Second),
		wording.WhyRetry(longest.longest))
}
