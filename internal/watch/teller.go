package watch

import (
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/screen"
	"ccc/internal/state"
	"ccc/streamjson"
)

// every is the least time between two writes.
const every = 500 * time.Millisecond

// Teller writes down which tool the reviewers of a session run, for a status line. Its methods may be called from any
// goroutine and do not wait for the disk.
type Teller struct {
	write  func(state.Doing)
	forget func()

	mu    sync.Mutex
	calls *screen.Calls
	armed bool
	wrote time.Time
	over  bool
}

// NewTeller tells of the review of a session in the project's directory.
func NewTeller(dir state.Dir, session, project string, language lang.Language) *Teller {
	return &Teller{
		write:  func(d state.Doing) { _ = dir.SetDoing(session, d) }, // a status line tells less then
		forget: func() { dir.ForgetDoing(session) },
		calls:  screen.NewCalls(project, language),
	}
}

// Observe takes an event of a reviewer.
func (t *Teller) Observe(e streamjson.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls.Add(e, time.Now()) && !t.armed && !t.over {
		t.armed = true
		time.AfterFunc(max(0, every-time.Since(t.wrote)), t.due)
	}
}

// due writes what runs now.
func (t *Teller) due() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.armed, t.wrote = false, time.Now()
	if !t.over {
		tool, since := t.calls.Running()
		t.write(state.Doing{Tool: tool, Since: since})
	}
}

// Close is the end of the review.
func (t *Teller) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	t.forget()
}
