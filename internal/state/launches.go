package state

import (
	"os"
	"strings"

	"ccc/internal/file"
)

// Sessions lists the sessions of a launch, unordered, without those that cannot be read.
func (d Dir) Sessions(launch string) []State {
	return d.statesContaining(`"launch": "` + launch + `"`)
}

// Launches lists the launches and sessions whose claude has called a hook of ours, unordered, without those that
// cannot be read.
func (d Dir) Launches() []State { return d.statesContaining(`"owner"`) }

// statesContaining lists the states whose JSON text contains the words.
func (d Dir) statesContaining(words string) (list []State) {
	entries, _ := os.ReadDir(string(d)) // none if it cannot be read
	for _, entry := range entries {
		id, ok := strings.CutPrefix(entry.Name(), "supervisor-")
		if id, ok2 := strings.CutSuffix(id, ".json"); ok && ok2 && isSafeName(id) {
			text, err := file.ReadOwn(string(d) + "/" + entry.Name())
			if err != nil || !strings.Contains(string(text), words) {
				continue
			}
			if s, err := parse(id, text); err == nil {
				list = append(list, s)
			}
		}
	}
	return list
}
