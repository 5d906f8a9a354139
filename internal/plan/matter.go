package plan

import (
	"bytes"

	"github.com/goccy/go-yaml"

	"ccc/internal/text"
)

const (
	// settingsKey is the key of a plan's front matter that lets tasks change what claude runs and is set by: the
	// project's settings, hooks, MCP servers and plugins.
	settingsKey = "settings"
	mayChange   = "may change"
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

// settingsMayChange reports whether the front matter of the plan lets tasks change the project's settings.
func (p Plan) settingsMayChange() bool {
	return matterKeys([]byte(p.front))[settingsKey] == mayChange
}
