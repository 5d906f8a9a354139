package claude

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"ccc/internal/file"
)

// What a claude that shows a screen says that it does.
const (
	Idle    = "idle"
	Busy    = "busy"
	Waiting = "waiting" // for the user: a permission, or an answer
)

// Doing returns what the running claude of a process says that it does in a session, and since when. what is "" if it
// does not say it, as 2.1.5 never does. transcript is the path of the session's file.
func Doing(transcript, session string, pid int) (what string, since time.Time) {
	if transcript == "" {
		return "", since
	}
	config := filepath.Dir(filepath.Dir(filepath.Dir(transcript)))
	text, err := file.ReadJSON(filepath.Join(config, "sessions", fmt.Sprintf("%d.json", pid)))
	if err != nil {
		return "", since
	}
	var said struct {
		Session string `json:"sessionId"`
		Status  string `json:"status"`
		Since   int64  `json:"statusUpdatedAt"` // in milliseconds
	}
	if json.Unmarshal(text, &said) != nil || said.Session != session {
		return "", since // the session before /clear
	}
	return said.Status, time.UnixMilli(said.Since)
}
