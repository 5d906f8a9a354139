package settings

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// ManagedDir is where an administrator's settings for Claude Code are.
func ManagedDir() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/ClaudeCode"
	}
	return "/etc/claude-code"
}

// HooksOff says why Claude Code runs no hook of ours in a launch; it is empty if hooks run. dir is claude's
// configuration directory, work the project's, managed that of the managed settings, launch the file that claude got by
// --settings, "" if none.
//
// Of several files that say disableAllHooks the strongest counts: managed settings, then the launch's, the project's
// local and shared ones, the person's. allowManagedHooksOnly counts in managed settings alone (all measured on 2.1.5,
// 2.1.197 and 2.1.329). A file that is broken says nothing here: claude complains of it.
func HooksOff(dir, work, managed, launch string) lang.Message {
	why, off, said := managedHooks(managed)
	if off || said {
		return why
	}
	files := claude.SettingsFiles(dir, work)
	if launch != "" {
		files = append(files, launch)
	}
	for _, path := range slices.Backward(files) {
		if off := flag(path, "disableAllHooks"); off != nil {
			if *off {
				return lang.M("disableAllHooks is true in %s", path)
			}
			return lang.Message{}
		}
	}
	return lang.Message{}
}

// ManagedFiles lists the files of the managed settings in dir, those that count least first; none for "". Claude Code
// 2.1.5 does not read the files in managed-settings.d yet; later ones read those that end in .json and do not begin
// with a dot, and a later name counts before an earlier one.
func ManagedFiles(dir string) (files []string) {
	if dir == "" {
		return nil
	}
	files = []string{filepath.Join(dir, "managed-settings.json")}
	for _, name := range file.Names(filepath.Join(dir, "managed-settings.d"), maxFiles) {
		if strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") {
			files = append(files, filepath.Join(dir, "managed-settings.d", name))
		}
	}
	return files
}

// DeviceManaged lists where macOS keeps settings that a device's management has set.
func DeviceManaged() []string {
	if runtime.GOOS != "darwin" {
		return nil
	}
	found, _ := filepath.Glob("/Library/Managed Preferences/*/com.anthropic.claudecode.plist") // the pattern is good
	return append(found, "/Library/Managed Preferences/com.anthropic.claudecode.plist")
}

// managedHooks reads the managed settings: off if they turn hooks off, and why; said if they have decided on it, so
// that no other file has a say.
func managedHooks(dir string) (why lang.Message, off, said bool) {
	files := ManagedFiles(dir)
	for _, key := range []string{"disableAllHooks", "allowManagedHooksOnly"} {
		for _, path := range slices.Backward(files) {
			on := flag(path, key)
			if on == nil {
				continue
			}
			if *on {
				return lang.M("%s is true in %s", key, path), true, true
			}
			said = said || key == "disableAllHooks"
			break
		}
	}
	return why, false, said
}

// flag is the value of a key in a settings file, nil if it has none there.
func flag(path, key string) (on *bool) {
	settings, err := jsonedit.ReadMembers(path)
	if err != nil || json.Unmarshal(settings[key], &on) != nil { // what is no bool says nothing
		return nil
	}
	return on
}
