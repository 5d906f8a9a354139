package transcript

import (
	"errors"
	"io"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/streamjson"
)

// originTail is how much of a session's file is read for a prompt's origin, in bytes.
const originTail = 1 << 20

// fireDelay is the longest time between the entry of a scheduled task and that of its prompt in the queue.
const fireDelay = 5 * time.Second

// PromptOrigin tells where a prompt comes from that claude is about to take up, by the end of the session's file.
// queued: it waited in claude's queue, because the user typed it while the agent worked, or something other than the
// keyboard sent it. scheduled: a task that the agent has scheduled sent it. A file that cannot be read says nothing.
func PromptOrigin(path, prompt string) (queued, scheduled bool) {
	f, err := file.Open(path)
	if err != nil {
		return false, false
	}
	defer f.Close()
	var size int64
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	from := max(0, size-originTail)
	decoder := streamjson.NewDecoder(io.NewSectionReader(f, from, size-from))
	var sent, fired time.Time // when it was queued, and when the newest scheduled task began
	for {
		e, err := decoder.Next()
		if bad := new(streamjson.SyntaxError); errors.As(err, &bad) {
			continue // cut off at the beginning, or half written at the end
		}
		if err != nil {
			break
		}
		switch e.Name {
		case "queue-operation":
			if x, ok := decode(e); ok && x.Operation == "enqueue" && strings.TrimSpace(x.text()) == strings.TrimSpace(prompt) {
				sent = x.Time
			}
		case "user":
			if x, ok := decode(e); ok && !x.Meta && !x.Sidechain && !toolResult(e) {
				sent = time.Time{} // another prompt was taken up since
			}
		case "system":
			x, ok := decode(e)
			switch {
			case ok && e.Subtype == "scheduled_task_fire":
				fired = x.Time
			case ok && e.Subtype == "informational" && strings.Contains(x.text(), promptBlocked):
				sent = time.Time{}
			}
		}
	}
	queued = !sent.IsZero()
	return queued, queued && fired.Sub(sent).Abs() < fireDelay
}

// promptBlocked is in the entry for a prompt that a hook has ended.
const promptBlocked = "UserPromptSubmit operation blocked by hook"
