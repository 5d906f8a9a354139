package settings

import (
	"path/filepath"

	"ccc/internal/claude"
	"ccc/internal/file"
)

// Digests returns a digest for each file of a project that can make claude run something or that configures claude,
// by path. A settings file always counts; of the other files those that [ProjectFiles] returns. A missing file has no
// digest.
func Digests(work, claudeDir string) map[string]string {
	all := make(map[string]string)
	for _, f := range ProjectFiles(work, claudeDir) {
		all[f.Path] = file.Digest(f.Content)
	}
	for _, name := range claude.ProjectSettings {
		path := filepath.Join(work, ".claude", name)
		switch text, err := file.ReadJSON(path); {
		case err != nil:
			all[path] = err.Error()
		case text != nil:
			all[path] = file.Digest(string(text))
		default:
			delete(all, path)
		}
	}
	return all
}
