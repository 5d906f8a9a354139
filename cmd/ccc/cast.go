package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// The terminal of a cast.
const (
	castCols = 100
	castRows = 30
)

// cast writes what is shown as an asciicast v3: a header, then an event a line, each with the time since the one before.
type cast struct {
	file  *os.File
	w     *bufio.Writer
	clock *pace
	last  time.Duration
}

func newCast(file *os.File, clock *pace) *cast {
	c := &cast{file: file, w: bufio.NewWriter(file), clock: clock}
	c.json(map[string]any{
		"version": 3, "term": map[string]any{"cols": castCols, "rows": castRows, "type": "xterm-256color"},
		"title": "ccc --supervisor", "idle_time_limit": 3,
	})
	return c
}

// Write takes what goes to the terminal.
func (c *cast) Write(p []byte) (int, error) {
	c.event("o", string(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))))
	return len(p), nil
}

func (c *cast) event(code, data string) {
	pause := c.clock.now - c.last
	c.last = c.clock.now
	c.json([]any{json.Number(fmt.Sprintf("%.3f", pause.Seconds())), code, data})
}

// json writes a line. What cannot be written is told by close.
func (c *cast) json(v any) {
	enc := json.NewEncoder(c.w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// close ends the cast.
func (c *cast) close() error {
	if err := errors.Join(c.w.Flush(), c.file.Close()); err != nil {
		return fmt.Errorf("write the cast: %w", err)
	}
	return nil
}
