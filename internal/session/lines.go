package session

import (
	"encoding/json"
	"errors"
	"io"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// AgentLines gives what the agent of the main thread said and what its tools gave, as the file has it from offset on, each
// with the time at which it was written, and the offset behind what was read: for the next call. Where the file has
// become shorter it is read from its beginning. An offset in the middle of a line costs that line.
func AgentLines(path string, offset int64, add func(time.Time, streamjson.Event)) (next int64, err error) {
	f, err := file.Open(path)
	if err != nil {
		return 0, lang.Errorf("read the transcript: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, lang.Errorf("read the transcript: %w", err)
	}
	if next = info.Size(); next < offset {
		offset = 0
	}
	decoder := streamjson.NewDecoder(io.NewSectionReader(f, offset, next-offset))
	torn := int64(-1) // where a line begins that may be half written, if it is the last one
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			last := make([]byte, 1)
			if _, err := f.ReadAt(last, max(next-1, 0)); err == nil && last[0] != '\n' && torn >= 0 {
				next = torn
			}
			return next, nil
		case errors.As(err, &bad):
			torn = offset + bad.Offset
			continue
		case err != nil:
			return 0, lang.Errorf("read the transcript: %w", err)
		}
		torn = -1
		if e.Name != "assistant" && (e.Name != "user" || !toolResult(e)) {
			continue
		}
		var x struct {
			Time      time.Time `json:"timestamp"`
			Sidechain bool      `json:"isSidechain"`
			Failed    bool      `json:"isApiErrorMessage"`
			Message   struct {
				Model string `json:"model"`
			} `json:"message"`
		}
		_ = json.Unmarshal(e.Raw, &x) // what has another form is not known
		if !x.Sidechain && (x.Failed || x.Message.Model != "<synthetic>") {
			add(x.Time, e)
		}
	}
}
