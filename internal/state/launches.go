package state

import (
	"os"
	"strings"

	"ccc/internal/file"
)

// Sessions are those of a launch, in no order. What cannot be read is left out.
func (d Dir) Sessions(launch string) []State {
	return d.having(`"launch": "` + launch + `"`)
}

// Launches are the launches and sessions whose claude has called a hook of ours, in no order. What cannot be read is
// left out.
func (d Dir) Launches() []State { return d.having(`"owner"`) }

// having are the states in whose text the words stand.
func (d Dir) having(words string) (list []State) {
	entries, _ := os.ReadDir(string(d)) // none is there
	for _, entry := range entries {
		id, ok := strings.CutPrefix(entry.Name(), "supervisor-")
		if id, ok2 := strings.CutSuffix(id, ".json"); ok && ok2 && safeName(id) {
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
