package sandbox

import (
	"encoding/json"
	"path/filepath"

	"ccc/internal/file"
)

// withoutOtherProjects removes from claude's state the projects that do not contain dir: their entries have the keys of
// MCP servers and, from older versions of claude, the user's prompts. A text that is no JSON is dropped.
func withoutOtherProjects(text []byte, dir string) []byte {
	var all, projects map[string]json.RawMessage
	if json.Unmarshal(text, &all) != nil {
		return []byte("{}")
	}
	if json.Unmarshal(all["projects"], &projects) != nil {
		delete(all, "projects")
	} else {
		for path := range projects {
			if !within(file.Real(dir), filepath.Clean(path)) && !within(filepath.Clean(dir), filepath.Clean(path)) {
				delete(projects, path)
			}
		}
		all["projects"], _ = json.Marshal(projects) // it was decoded from JSON
	}
	text, err := json.Marshal(all)
	if err != nil {
		return []byte("{}")
	}
	return text
}
