package hook

import (
	"sync"
	"time"

	"ccc/internal/lang"
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
	reason     string // why the last request failed
}

// reviewerWait is how long one reviewer has waited. A wait counts when it is over: a reviewer may be ended during it.
type reviewerWait struct{ over, current time.Duration }

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
	one.over, one.current = one.over+one.current, retry.Delay
	if err == nil {
		w.reason = retry.Error
	}
}

// message tells the user of the longest wait, because reviewers wait at the same time; it is empty for a short one.
func (w *apiWait) message() lang.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	longest := time.Duration(0)
	for _, one := range w.byReviewer {
		longest = max(longest, one.over)
	}
	if longest < longWait {
		return lang.Message{}
	}
	why := lang.Verbatim(w.reason)
	switch w.reason {
	case "overloaded":
		why = lang.M("the API is overloaded")
	case "rate_limit":
		why = lang.M("the API's rate limit is reached")
	}
	return lang.M("the API kept this review waiting for %s (%s)", longest.Truncate(time.Second), why)
}
