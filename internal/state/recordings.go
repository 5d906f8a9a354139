package state

import (
	"path/filepath"
	"strconv"
)

// Recordings is the directory of what launches wrote down.
func (d Dir) Recordings() string { return filepath.Join(string(d), "recordings") }

// Play is what the files begin with in which the players of one ccc, whose process id is given, keep what comes next.
func (d Dir) Play(pid int) string { return filepath.Join(string(d), "play-"+strconv.Itoa(pid)) }
