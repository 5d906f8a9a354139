package sandbox

import (
	"encoding/json"
	"path/filepath"

	"ccc/internal/file"
)

// withoutOtherProjects removes from claude's state the projects that do not contain dir. Their entries have keys of MCP
// servers and, from older versions of claude, the user's prompts. It returns an empty state if the text is no JSON.
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
		all["projects"], _ = json.Marshal(projects) // the value came from JSON
	}
	text, err := json.Marshal(all)
	if err != nil {
		return []byte("{}")
	}
	return text
}
