package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// The terminal of a cast.
const (
	castCols = 100
	castRows = 30
)

// cast writes the shown text as an asciicast v3: a header, then one event a line, each with the time since the
// previous one. keep gives the file its name.
type cast struct {
	file        io.WriteCloser
	replacement *renameio.PendingFile // the same file, if it is to replace one; nil for a pipe or a device
	w           *bufio.Writer
	clock       *pace
	last        time.Duration
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

func newCast(path string, clock *pace) (*cast, error) {
	c := &cast{clock: clock}
	if err := c.create(path); err != nil {
		return nil, lang.Errorf("create the cast: %w", err)
	}
	c.w = bufio.NewWriter(c.file)
	term := castTerm{castCols, castRows, "xterm-256color"}
	c.json(castHeader{Version: 3, Term: term, Idle: 3, Title: "ccc --supervisor"})
	return c, nil
}

// create opens the file. A symbolic link stays a link.
func (c *cast) create(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		// opening a pipe that nobody reads must not block
		c.file, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if errors.Is(err, syscall.ENXIO) {
			err = lang.Errorf("nobody reads %s", path)
		}
		return err
	}
	if err == nil {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	c.replacement, err = renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)),
		renameio.WithPermissions(0o600), renameio.WithExistingPermissions())
	c.file = c.replacement
	return err
}

// Write adds text that is written to the terminal.
func (c *cast) Write(p []byte) (int, error) {
	c.event("o", string(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))))
	return len(p), nil
}

func (c *cast) event(code, data string) {
	pause := c.clock.elapsed - c.last
	c.last = c.clock.elapsed
	c.json([]any{json.Number(fmt.Sprintf("%.3f", pause.Seconds())), code, data})
}

// json writes a line. keep reports its error.
func (c *cast) json(v any) {
	_ = text.EncodeJSON(c.w, v)
}

// keep ends the cast and gives the file its name.
func (c *cast) keep() error {
	err := c.w.Flush()
	switch {
	case err != nil:
	case c.replacement != nil:
		err = c.replacement.CloseAtomicallyReplace()
	default:
		err = c.file.Close()
	}
	if err != nil {
		return lang.Errorf("write the cast: %w", err)
	}
	return nil
}

// discard removes a cast if keep was not called.
func (c *cast) discard() {
	if c.replacement != nil {
		c.replacement.Cleanup()
		return
	}
	c.file.Close()
}
