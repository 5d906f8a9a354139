package transcript

import (
	"encoding/json"
	"errors"
	"io"
	"time"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// AgentLines calls add for what the main agent said and what its tools returned, each with the time in its line. It
// reads the transcript from offset, and returns the offset for the next call. If the file is shorter than offset it is
// read from its beginning. If offset is in the middle of a line, that line is lost.
func AgentLines(path string, offset int64, add func(time.Time, streamjson.Event)) (next int64, err error) {
	f, err := openTranscript(path)
	if err != nil {
		return 0, err
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
	decoder.Limit(maxEntry)
	torn := int64(-1) // the offset of a line that is not JSON: if it is the last one, it may be half written
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
		if e.Name != "assistant" && (e.Name != "user" || !isToolResult(e)) {
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
		_ = json.Unmarshal(e.Raw, &x) // an unexpected form says nothing
		if !x.Sidechain && (x.Failed || x.Message.Model != "<synthetic>") {
			add(x.Time, e)
		}
	}
}
