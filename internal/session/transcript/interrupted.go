package transcript

import (
	"errors"
	"io"
	"strings"
	"time"

	"ccc/streamjson"
)

// interruptedTail is how many bytes at the end of a transcript are read for an interruption.
const interruptedTail = 64 << 10

// InterruptedAt returns when the user interrupted the agent's turn, if the agent has done nothing since; zero
// otherwise. It reads the end of the transcript only, and an unreadable one says nothing.
func InterruptedAt(path string) (at time.Time) {
	f, err := openTranscript(path)
	if err != nil {
		return at
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return at
	}
	from := max(info.Size()-interruptedTail, 0)
	decoder := streamjson.NewDecoder(io.NewSectionReader(f, from, info.Size()-from))
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad): // the first line read may be the end of one, and the last be half written
		case err != nil:
			return at
		case e.IsSidechain:
		case e.Name == "assistant" && !strings.Contains(string(e.Raw), `"<synthetic>"`),
			e.Name == "user" && (isToolResult(e) || SaidByUser(e) || IsFeedback(e)):
			at = time.Time{}
		case e.Name == "user":
			if x, ok := decode(e); ok && !x.Sidechain && strings.HasPrefix(x.text(), interrupted) {
				at = x.Time
			}
		}
	}
}
