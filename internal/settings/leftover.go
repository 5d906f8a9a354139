package settings

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// statusCommand matches a status line that calls ccc, with the word behind --wrap: in quotes, or bare.
var statusCommand = lazy(`^(` + shellWord + `) statusline(?: --wrap[ =]('(?:[^']|'\\'')*'|"[^"\\$` + "`" +
	`]*"|[^\s'"\\$` + "`" + `;&|<>()]+))?$`)

// takeOutStatus gives settings without ccc's status line: with the person's own where ccc's has wrapped that.
func takeOutStatus(text []byte) (out []byte, found bool, err error) {
	raw, ok := jsonedit.Find(text, []string{"statusLine", "command"})
	var command string
	if !ok || json.Unmarshal(raw, &command) != nil {
		return text, false, nil
	}
	m := statusCommand().FindStringSubmatch(command)
	if m == nil || !(Hook{Program: strings.Trim(m[1], "'")}).named() {
		return text, false, nil
	}
	hers := m[2]
	switch {
	case hers == "":
		out, err = jsonedit.Patch(text, jsonedit.Remove(jsonedit.Pointer("statusLine")))
		return out, true, err
	case hers[0] == '\'':
		hers = strings.ReplaceAll(hers[1:len(hers)-1], `'\''`, "'")
	case hers[0] == '"':
		hers = hers[1 : len(hers)-1]
	}
	out, err = jsonedit.Patch(text, jsonedit.Replace(jsonedit.Pointer("statusLine", "command"), hers))
	return out, true, err
}

// Plugin says of ccc's plugin whether Claude Code, by its files in dir, has it installed, and knows its marketplace
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

// RemovePlugin are the command lines by which a person takes the plugin out; none if it is not there.
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

// removeStatus takes ccc's status line out of settings.json, and says so.
func removeStatus(path string) (removed []lang.Message, err error) {
	text, err := file.ReadJSON(path)
	if err != nil {
		return nil, err
	}
	if _, found, err := takeOutStatus(text); err != nil || !found {
		return nil, err
	}
	err = file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
		text, _, err := takeOutStatus(old)
		return text, err
	})
	if err != nil {
		return nil, lang.Errorf("take the status line out of %s: %w", path, err)
	}
	return []lang.Message{lang.M("the status line in %s", path)}, nil
}
