package hook

import (
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// activityPace is the least time between two writes of the file.
const activityPace = 500 * time.Millisecond

// activityFile is a file in the state directory. It tells claude's status line which tool call a session's reviewers
// run. Its methods may be called from any goroutine.
type activityFile struct {
	file   sync.Mutex // locked before mu
	write  func(state.Activity)
	forget func()

	mu             sync.Mutex // never held while the disk is used
	calls          *terminal.Calls
	writeScheduled bool      // a write is scheduled
	lastWrite      time.Time // the last write
	isOver         bool      // the review has ended
}

// newActivityFile makes the file for the review of a session. project is the project's directory, mask masks secrets.
func newActivityFile(dir state.Dir, mask *secret.Mask, session, project string, language lang.Language) *activityFile {
	return &activityFile{
		write: func(d state.Activity) {
			d.Tool = mask.Text(d.Tool)
			_ = dir.SetActivity(session, d) // after an error the status line shows less
		},
		forget: func() { dir.RemoveActivity(session) },
		calls:  terminal.NewCalls(project, language),
	}
}

// observe reads an event of a reviewer. It does not wait for the disk.
func (t *activityFile) observe(e streamjson.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls.Add(e, time.Now()) && !t.writeScheduled && !t.isOver {
		t.writeScheduled = true
		time.AfterFunc(max(0, activityPace-time.Since(t.lastWrite)), t.writeNow)
	}
}

// writeNow writes the call that runs now.
func (t *activityFile) writeNow() {
	t.file.Lock()
	defer t.file.Unlock()
	t.mu.Lock()
	t.writeScheduled, t.lastWrite = false, time.Now()
	over := t.isOver
	tool, since := t.calls.Running()
	t.mu.Unlock()
	if !over {
		t.write(state.Activity{Tool: tool, Since: since})
	}
}

// close ends the review. It waits for a write that runs, and removes the file.
func (t *activityFile) close() {
	t.mu.Lock()
	t.isOver = true
	t.mu.Unlock()
	t.file.Lock()
	defer t.file.Unlock()
	t.forget()
}
