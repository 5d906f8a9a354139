package watch

import (
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// every is the least time between two writes.
const every = 500 * time.Millisecond

// Teller writes down which tool the reviewers of a session run, for a status line. Its methods may be called from any
// goroutine.
type Teller struct {
	file   sync.Mutex // is locked before mu
	write  func(state.Doing)
	forget func()

	mu    sync.Mutex // is held over no use of the disk
	calls *terminal.Calls
	armed bool
	wrote time.Time
	over  bool
}

// NewTeller tells of the review of a session in the project's directory, without what the mask knows.
func NewTeller(dir state.Dir, mask *secret.Mask, session, project string, language lang.Language) *Teller {
	return &Teller{
		write: func(d state.Doing) {
			d.Tool = mask.Text(d.Tool)
			_ = dir.SetDoing(session, d) // a status line tells less then
		},
		forget: func() { dir.ForgetDoing(session) },
		calls:  terminal.NewCalls(project, language),
	}
}

// Observe takes an event of a reviewer, and does not wait for the disk.
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
	t.file.Lock()
	defer t.file.Unlock()
	t.mu.Lock()
	t.armed, t.wrote = false, time.Now()
	over := t.over
	tool, since := t.calls.Running()
	t.mu.Unlock()
	if !over {
		t.write(state.Doing{Tool: tool, Since: since})
	}
}

// Close is the end of the review. It waits for a write that runs: nothing is left behind.
func (t *Teller) Close() {
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
	t.file.Lock()
	defer t.file.Unlock()
	t.forget()
}
