package rubric

import (
	"encoding/json"
	"time"
)

// Check is a command that says whether the project's work is good.
type Check struct {
	Name    string        `json:"name"`
	Run     string        `json:"run"`     // for sh -c
	Timeout time.Duration `json:"timeout"` // 0: ten minutes
}

// CanonicalChecks returns a text that is the same for the same checks, however the rubric writes them.
func CanonicalChecks(checks []Check) string {
	text, err := json.Marshal(checks)
	if err != nil {
		panic(err) // they are strings and numbers
	}
	return string(text)
}
