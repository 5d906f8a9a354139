package supervision

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/state"
)

// historySize is how many bytes at the end of the history are read.
const historySize = 256 << 10

// history keeps what the user typed, in a file that all launches share.
type history struct {
	state state.Dir
	log   *slog.Logger
}

func (h history) path() string { return filepath.Join(string(h.state), "history.jsonl") }

// read returns the lines that were typed in earlier launches, oldest first. It is empty if the file cannot be read.
func (h history) read() (list []string) {
	text, err := file.Read(h.path(), file.Max)
	if err != nil {
		return nil
	}
	text = text[max(0, len(text)-historySize):]
	for line := range bytes.Lines(text) {
		var typed string
		if json.Unmarshal(line, &typed) == nil && typed != "" { // the first line may be cut off
			list = append(list, typed)
		}
	}
	return list
}

// add adds a line. Several launches may do so at the same time.
func (h history) add(text string) {
	file, err := h.state.OpenLog(h.path())
	if err != nil {
		h.log.Warn("the history is not kept", "err", err)
		return
	}
	defer file.Close()
	line, err := json.Marshal(text)
	if err == nil {
		_, err = file.Write(append(line, '\n'))
	}
	if err != nil {
		h.log.Warn("the history is not kept", "err", err)
	}
}
