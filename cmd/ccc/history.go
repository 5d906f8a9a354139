package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// historySize is how much of the history's end is read.
const historySize = 256 << 10

func (v *supervision) historyPath() string { return filepath.Join(string(v.state), "history.jsonl") }

// history is what was typed in earlier launches, oldest first. One that cannot be read is none.
func (v *supervision) history() (list []string) {
	text, err := os.ReadFile(v.historyPath())
	if err != nil {
		return nil
	}
	text = text[max(0, len(text)-historySize):]
	for line := range bytes.Lines(text) {
		var typed string
		if json.Unmarshal(line, &typed) == nil && typed != "" { // the first one may be cut
			list = append(list, typed)
		}
	}
	return list
}

// remember adds a line to the history, which several launches may write at once.
func (v *supervision) remember(text string) {
	file, err := v.state.OpenLog(v.historyPath())
	if err != nil {
		v.log.Warn("the history is not kept", "err", err)
		return
	}
	defer file.Close()
	line, err := json.Marshal(text)
	if err == nil {
		_, err = file.Write(append(line, '\n'))
	}
	if err != nil {
		v.log.Warn("the history is not kept", "err", err)
	}
}
