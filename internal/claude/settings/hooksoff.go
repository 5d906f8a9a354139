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

// ManagedDir returns the directory of an administrator's settings for Claude Code.
func ManagedDir() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/ClaudeCode"
	}
	return "/etc/claude-code"
}

// HooksOff says why Claude Code runs none of ccc's hooks in a launch; it is empty if they run. dir is claude's
// configuration directory, work the project's directory, managed the directory of the managed settings, and launch the
// file that claude gets by --settings, "" for none.
//
// If several files set disableAllHooks, the first of these counts: managed settings, the launch's file, the project's
// local and shared settings, the user's. allowManagedHooksOnly counts in managed settings only (all measured on 2.1.5,
// 2.1.197 and 2.1.329). A broken file is skipped: claude reports it.
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

// DeviceManaged lists the files in which macOS has the settings that device management sets.
func DeviceManaged() []string {
	if runtime.GOOS != "darwin" {
		return nil
	}
	found, _ := filepath.Glob("/Library/Managed Preferences/*/com.anthropic.claudecode.plist") // the pattern is good
	return append(found, "/Library/Managed Preferences/com.anthropic.claudecode.plist")
}

// managedHooks reads the managed settings. off reports whether they turn hooks off, and why says so. said reports
// whether they decide the question, so that no other file counts.
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

// flag returns the value of a key in a settings file, or nil if the file does not set it.
func flag(path, key string) (on *bool) {
	settings, err := jsonedit.ReadMembers(path)
	if err != nil || json.Unmarshal(settings[key], &on) != nil { // a value that is not a boolean counts as missing
		return nil
	}
	return on
}
