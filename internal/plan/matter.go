package plan

import (
	"bytes"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"

	"ccc/internal/lang"
)

const (
	// settingsKey is the key of a plan's front matter that lets tasks change what claude runs and is set by: the
	// project's settings, hooks, MCP servers and plugins.
	settingsKey = "settings"
	mayChange   = "may change"
	// maxMatter is the length limit of a front matter: YAML takes time quadratic in the length where brackets are nested.
	maxMatter = 16 << 10
)

// cutMatter divides a plan into its front matter, without the lines --- around it, and the rest. front is empty if there
// is none: a line --- above anything but keys with values is a rule across the page.
func cutMatter(source []byte) (front, rest []byte) {
	first, text, _ := bytes.Cut(bytes.TrimPrefix(source, mark), []byte("\n"))
	if !isRule(first) {
		return nil, source
	}
	for at := 0; at < min(len(text), maxMatter); {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		if isRule(line) {
			if matterKeys(text[:at]) == nil {
				return nil, source
			}
			end := len(source) - len(text) + min(at+len(line)+1, len(text))
			return text[:at], source[end:]
		}
		at += len(line) + 1
	}
	return nil, source
}

// isRule reports whether a line is ---.
func isRule(line []byte) bool { return string(bytes.TrimRight(line, " \t\r")) == "---" }

// matterKeys returns the keys of a front matter with their values; nil if it is no mapping.
func matterKeys(text []byte) (keys map[string]any) {
	if yaml.Unmarshal(text, &keys) != nil {
		return nil
	}
	return keys
}

// checkMatter returns an error for a front matter that says what ccc does not know.
func checkMatter(front []byte) error {
	keys := matterKeys(front)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		switch {
		case key != settingsKey:
			return lang.Errorf("line %d: unknown key %q, known: %s", keyLine(front, key), key, settingsKey)
		case keys[key] != mayChange:
			return lang.Errorf("line %d: %s takes: %s", keyLine(front, key), settingsKey, mayChange)
		}
	}
	return nil
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
