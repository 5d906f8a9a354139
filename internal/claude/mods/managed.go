package mods

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"ccc/internal/claude/settings"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// overridingSettings names the administrator's settings that replace --managed-settings. It is empty if there are none,
// if both are merged, or if the administrator's settings keep mods out themselves.
func overridingSettings(managed, claudeDir string) lang.Message {
	first, all, err := administrator(managed, claudeDir)
	switch {
	case err != nil:
		return lang.M("an administrator's settings cannot be read: %v", err)
	case first == "", isAdministratorOnly(all), string(all[behaviour]) == `"merge"`:
		return lang.Message{}
	}
	return lang.M("the administrator's settings in %s replace those by which ccc keeps mods out; with %s in them, "+
		"both count", first, `"`+behaviour+`": "merge"`)
}

const behaviour = "parentSettingsBehavior"

// administrator reads the administrator's settings of the strongest kind: those that an organization sends, those of
// the device's management (of which only the path is known), or the files in managed. path is "" if there are none.
func administrator(managed, claudeDir string) (path string, all map[string]json.RawMessage, err error) {
	remote := filepath.Join(claudeDir, "remote-settings.json")
	if all, err = jsonedit.ReadMembers(remote); err != nil || len(all) > 0 {
		return remote, all, err
	}
	for _, path := range settings.DeviceManaged() {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, nil, nil
		}
	}
	all = map[string]json.RawMessage{}
	for _, one := range settings.ManagedFiles(managed) {
		found, err := jsonedit.ReadMembers(one)
		if err != nil {
			return one, nil, err
		}
		if len(found) > 0 && path == "" {
			path = one
		}
		maps.Copy(all, found)
	}
	return path, all, nil
}
