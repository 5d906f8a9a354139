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
	// SettingsKey is the key in a plan's front matter that allows tasks to change the project's settings, hooks, MCP
	// servers and plugins.
	SettingsKey = "settings"
	MayChange   = "may change"
)

// cutMatter divides a plan into its front matter, without the lines --- around it, and the rest. front is empty if
// there is none: a line --- that is followed by text without keys is a horizontal rule.
func cutMatter(source []byte) (front, rest []byte) {
	matter, below, _, closed := text.CutFrontMatter(string(source))
	if front = []byte(matter); !closed || len(front) >= text.MaxFrontMatter || matterKeys(front) == nil {
		return nil, source
	}
	return front, source[len(source)-len(below):]
}

// matterKeys returns the keys and values of a front matter; nil if it is no YAML mapping.
func matterKeys(text []byte) (keys map[string]any) {
	if yaml.Unmarshal(text, &keys) != nil {
		return nil
	}
	return keys
}

// checkMatter returns an error for a text in the place of a front matter that has one of its keys but is no valid YAML.
// Otherwise its options would be ignored, and nobody would notice.
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

// keyLine returns the number of the line that begins with a key, or 1.
func keyLine(front []byte, key string) int {
	n := 1 // the line ---
	for line := range bytes.Lines(front) {
		if n++; bytes.HasPrefix(bytes.TrimLeft(line, `"' `), []byte(key)) {
			return n
		}
	}
	return 1
}

// SettingsMayChange reports whether the plan's front matter allows tasks to change the project's settings.
func (p Plan) SettingsMayChange() bool {
	return matterKeys([]byte(p.Front))[SettingsKey] == MayChange
}
