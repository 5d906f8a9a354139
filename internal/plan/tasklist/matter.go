package tasklist

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ccc/internal/lang"
	"ccc/internal/text"
)

const (
	// SettingsKey is the key of a plan's front matter that lets tasks change what claude runs and is set by: the
	// project's settings, hooks, MCP servers and plugins.
	SettingsKey = "settings"
	MayChange   = "may change"
)

// cutMatter divides a plan into its front matter, without the lines --- around it, and the rest. front is empty if
// there is none: a line --- above anything but keys with values is a rule across the page.
func cutMatter(source []byte) (front, rest []byte) {
	matter, below, _, closed := text.CutFrontMatter(string(source))
	if front = []byte(matter); !closed || len(front) >= text.MaxFrontMatter || matterKeys(front) == nil {
		return nil, source
	}
	return front, source[len(source)-len(below):]
}

// matterKeys returns the keys of a front matter with their values; nil if it is no mapping.
func matterKeys(text []byte) (keys map[string]any) {
	if yaml.Unmarshal(text, &keys) != nil {
		return nil
	}
	return keys
}

// checkMatter returns an error for what stands where a front matter does and has a key of one, but is no YAML: without it
// the options in it would not count, and nobody would see that.
func checkMatter(source []byte) (wrong error) {
	matter, _, _, closed := text.CutFrontMatter(string(source))
	if !closed || matterKeys([]byte(matter)) != nil {
		return nil
	}
	line, meant := 1, false // the line ---
	for one := range strings.Lines(matter) {
		line++
		found := keyPattern.FindStringSubmatch(strings.TrimRight(one, "\r\n"))
		if found == nil {
			continue
		}
		meant = meant || found[1] == SettingsKey || slices.Contains(optionKeys, found[1])
		var value any
		if yaml.Unmarshal([]byte(found[2]), &value) != nil && wrong == nil {
			wrong = lang.Errorf("line %d: %w", line, lang.Errorf("%s: this is not YAML: %s", found[1], found[2]))
		}
	}
	if !meant {
		return nil
	}
	return cmp.Or(wrong, lang.Errorf("line 1: the front matter is not YAML"))
}

// keyLine is the number of the line that a key begins, or 1.
func keyLine(front []byte, key string) int {
	n := 1 // the line ---
	for line := range bytes.Lines(front) {
		if n++; bytes.HasPrefix(bytes.TrimLeft(line, `"' `), []byte(key)) {
			return n
		}
	}
	return 1
}

// SettingsMayChange reports whether the front matter of the plan lets tasks change the project's settings.
func (p Plan) SettingsMayChange() bool {
	return matterKeys([]byte(p.Front))[SettingsKey] == MayChange
}
