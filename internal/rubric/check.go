package rubric

import (
	"encoding/json"
	"time"
)

// Check is a command that tests the project. Exit code 0 is a pass.
type Check struct {
	Name    string        `json:"name"`
	Run     string        `json:"run"`     // for sh -c
	Timeout time.Duration `json:"timeout"` // 0: ten minutes
}

// CanonicalChecks returns a text that is the same for the same checks, however the rubric writes them.
func CanonicalChecks(checks []Check) string {
	text, err := json.Marshal(checks)
	if err != nil {
		panic(err) // strings and numbers always have a JSON form
	}
	return string(text)
}
