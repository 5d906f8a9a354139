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

type castHeader struct {
	Version int      `json:"version"`
	Term    castTerm `json:"term"`
	Idle    float64  `json:"idle_time_limit"`
	Title   string   `json:"title"`
}

type castTerm struct {
	Cols int    `json:"cols"`
	Rows int    `json:"rows"`
	Type string `json:"type"`
}

func newCast(file *os.File, clock *pace) *cast {
	c := &cast{file: file, w: bufio.NewWriter(file), clock: clock}
	c.json(castHeader{Version: 3, Term: castTerm{castCols, castRows, "xterm-256color"}, Idle: 3, Title: "ccc --supervisor"})
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
