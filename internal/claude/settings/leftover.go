package settings

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// statusCommand matches a status line that calls ccc, with the value of --wrap, which may be quoted.
var statusCommand = text.LazyRegexp{Expr: `^(` + shellWord + `) statusline(?: --wrap[ =]('(?:[^']|'\\'')*'|` +
	`"[^"\\$` + "`" +
	`]*"|[^\s'"\\$` + "`" + `;&|<>()]+))?$`}

// takeOutStatus returns the settings without ccc's status line. If that wrapped the user's own, the user's comes back.
func takeOutStatus(text []byte) (out []byte, found bool, err error) {
	raw, ok := jsonedit.Find(text, []string{"statusLine", "command"})
	var command string
	if !ok || json.Unmarshal(raw, &command) != nil {
		return text, false, nil
	}
	m := statusCommand.Get().FindStringSubmatch(command)
	if m == nil || !(Hook{Program: strings.Trim(m[1], "'")}).hasName() {
		return text, false, nil
	}
	own := m[2]
	switch {
	case own == "":
		out, err = jsonedit.Patch(text, jsonedit.Remove(jsonedit.Pointer("statusLine")))
		return out, true, err
	case own[0] == '\'':
		own = strings.ReplaceAll(own[1:len(own)-1], `'\''`, "'")
	case own[0] == '"':
		own = own[1 : len(own)-1]
	}
	out, err = jsonedit.Patch(text, jsonedit.Replace(jsonedit.Pointer("statusLine", "command"), own))
	return out, true, err
}

// Plugin reads from claude's files in dir whether ccc's plugin is installed, and whether its marketplace is known
// (2.1.5, version 2 of the file).
func Plugin(dir string) (installed, known bool) {
	has := func(path, name string, inside ...string) bool {
		text, _ := file.ReadJSON(filepath.Join(dir, "plugins", path)) // none: nothing is installed
		_, ok := jsonedit.Find(text, append(inside, name))
		return ok
	}
	_, market, _ := strings.Cut(PluginName, "@")
	return has("installed_plugins.json", PluginName, "plugins"), has("known_marketplaces.json", market)
}

// RemovePlugin returns the command lines that remove the plugin, none if it is not installed.
func RemovePlugin(dir string) (lines []string) {
	installed, known := Plugin(dir)
	_, market, _ := strings.Cut(PluginName, "@")
	if installed {
		lines = append(lines, "claude plugin uninstall "+PluginName)
	}
	if known {
		lines = append(lines, "claude plugin marketplace remove "+market)
	}
	return lines
}

// removeStatus removes ccc's status line from settings.json, and reports it.
func removeStatus(path string) (removed []lang.Message, err error) {
	text, err := file.ReadJSON(path)
	if err != nil {
		return nil, err
	}
	left, found, err := takeOutStatus(text)
	if err != nil || !found {
		return nil, err
	}
	err = file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
		text, _, err := takeOutStatus(old)
		return text, err
	})
	if err != nil {
		return nil, lang.Errorf("take the status line out of %s: %w", path, err)
	}
	if _, wrapped := jsonedit.Find(left, []string{"statusLine"}); wrapped {
		return []lang.Message{lang.M("ccc's part of the status line in %s; your own command is there again", path)}, nil
	}
	return []lang.Message{lang.M("the status line in %s", path)}, nil
}
