package settings

import (
	"encoding/json"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
)

// running are the keys of a settings file by which claude runs commands, or by which what it runs is chosen.
var running = []string{
	"hooks", "env", "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "otelHeadersHelper", "statusLine",
	"enableAllProjectMcpServers", "enabledMcpjsonServers",
}

// Stranger is a settings file of a project, and in one canonical form what it has claude run.
type Stranger struct{ Path, Content string }

// Strangers are the settings files of a project that have claude run commands, where claude has not been told to trust
// the directory or one above it. In its own screen claude asks; as an agent, with --print, it runs them (2.1.5,
// 2.1.197, 2.1.329). known is claude's own file, ".claude.json".
func Strangers(work, known string) (list []Stranger) {
	for _, name := range []string{"settings.json", "settings.local.json"} {
		path := filepath.Join(work, ".claude", name)
		text, err := file.ReadJSON(path)
		if err != nil || text == nil {
			continue // claude complains of a broken one, and takes nothing of it
		}
		all, err := jsonedit.Members(text)
		if err != nil {
			continue
		}
		runs := make(map[string]json.RawMessage)
		for _, key := range running {
			if value, ok := all[key]; ok {
				runs[key] = value
			}
		}
		if content, err := json.Marshal(runs); err == nil && len(runs) > 0 {
			list = append(list, Stranger{path, string(content)})
		}
	}
	if len(list) > 0 && accepted(work, known) {
		return nil
	}
	return list
}

// accepted reports whether the person has told claude that she trusts the directory, or one above it.
func accepted(work, known string) bool {
	text, err := file.ReadJSON(known)
	var all struct {
		Projects map[string]struct {
			Accepted bool `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	if err != nil || json.Unmarshal(text, &all) != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(work); err == nil { // as claude names it
		work = real
	}
	for dir := work; ; dir = filepath.Dir(dir) {
		if all.Projects[dir].Accepted {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
