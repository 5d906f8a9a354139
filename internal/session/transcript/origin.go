package transcript

import (
	"errors"
	"io"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/streamjson"
)

// originTail is how many bytes at the end of a session's file are read to find a prompt's origin.
const originTail = 1 << 20

// fireDelay is the longest time between the entry of a scheduled task and that of its prompt in the queue.
const fireDelay = 5 * time.Second

// PromptOrigin reads at the end of the session's file where a prompt comes from that claude is about to take up.
// queued means that it waited in claude's queue: the user typed it while the agent worked, or it came from something
// other than the keyboard. scheduled means that a task that the agent scheduled sent it. Both are false if the file
// cannot be read.
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
	var sent, fired time.Time // when the prompt was queued, and when the newest scheduled task began
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
			if x, ok := decode(e); ok && x.Operation == "enqueue" &&
				strings.TrimSpace(x.text()) == strings.TrimSpace(prompt) {
				sent = x.Time
			}
		case "user":
			if x, ok := decode(e); ok && !x.Meta && !x.Sidechain && !isToolResult(e) {
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

// promptBlocked is the text in the entry for a prompt that a hook has stopped.
const promptBlocked = "UserPromptSubmit operation blocked by hook"
