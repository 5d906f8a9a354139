package settings

import (
	"encoding/json"
	"path/filepath"
	"slices"

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
// 2.1.197, 2.1.329). known is claude's own file, ".claude.json". program is the path of ccc: its own hooks are not
// strange, also where the project's directory is the home.
func Strangers(work, known, program string) (list []Stranger) {
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
		if hooks := withoutOwn(runs["hooks"], program); hooks != nil {
			runs["hooks"] = hooks
		} else {
			delete(runs, "hooks")
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

// withoutOwn gives the hooks of a settings file without those that call this ccc by exactly the command that it writes,
// which harms nobody. It is nil if no others are left.
func withoutOwn(hooks json.RawMessage, program string) json.RawMessage {
	var events map[string][]map[string]json.RawMessage
	if hooks == nil || json.Unmarshal(hooks, &events) != nil {
		return hooks
	}
	h, found := Hook{Program: program}, false
	for event, groups := range events {
		var left []map[string]json.RawMessage
		for _, group := range groups {
			var entries []map[string]any
			if json.Unmarshal(group["hooks"], &entries) != nil {
				return hooks
			}
			n := len(entries)
			entries = slices.DeleteFunc(entries, func(entry map[string]any) bool {
				return slices.ContainsFunc([]string{hookCommand, startCommand, askedCommand}, func(sub string) bool {
					return entry["command"] == h.command(sub)
				})
			})
			if found = found || len(entries) < n; len(entries) == 0 && n > 0 {
				continue
			}
			if len(entries) < n {
				group["hooks"], _ = json.Marshal(entries) // they were JSON
			}
			left = append(left, group)
		}
		if events[event] = left; len(left) == 0 {
			delete(events, event)
		}
	}
	switch {
	case !found:
		return hooks
	case len(events) == 0:
		return nil
	}
	rest, _ := json.Marshal(events) // they were JSON
	return rest
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
