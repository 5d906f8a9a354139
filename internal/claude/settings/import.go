package settings

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
)

// Importable returns the variables in the env of dir's settings.json that belong to a provider. It is an error while
// settings.json uses one of ccc's providers.
func Importable(dir string) (map[string]any, error) {
	var user userSettings
	if name, err := InUse(dir); err != nil {
		return nil, err
	} else if name != "" {
		return nil, lang.Errorf(
			"settings.json uses the provider %q: undo that first with ccc provider use --none", name)
	}
	path := filepath.Join(dir, "settings.json")
	text, err := file.ReadJSON(path)
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		return nil, err
	}
	if err := user.add(path, text); err != nil {
		return nil, err
	}
	maps.DeleteFunc(user.env, func(name string, _ any) bool { return !provider.IsAPIVariable(name) })
	return user.env, nil
}

// Import moves those variables into a new provider of that name. backup is the path of a copy of the old settings.json.
// The variables are in ccc.json before they are removed from settings.json.
func Import(f provider.File, dir, name string) (backup string, err error) {
	env, err := Importable(dir)
	if err != nil {
		return "", err
	}
	if len(env) == 0 {
		return "", lang.Errorf("there is nothing to import")
	}
	if err := provider.CheckName(name); err != nil { // so that no copy of the keys is made for an invalid name
		return "", err
	}
	if f.Has(name) {
		return "", lang.Errorf("there is a provider %q in %s already", name, f.Path)
	}
	path := filepath.Join(dir, "settings.json")
	text, err := file.ReadJSON(path)
	if err != nil {
		return "", err
	}
	backup = path + beforeImport + time.Now().Format("20060102-150405")
	if err := file.Update(backup, file.Private, func([]byte) ([]byte, error) { return text, nil }); err != nil {
		return "", err
	}
	if err := f.Add(provider.Provider{Name: name, Settings: map[string]any{"env": env}}); err != nil {
		return backup, err
	}
	var changes []jsonedit.Change
	for _, name := range slices.Sorted(maps.Keys(env)) {
		changes = append(changes, jsonedit.Remove(jsonedit.Pointer("env", name)))
	}
	return backup, file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
		text, err := jsonedit.Patch(old, changes...)
		if err != nil {
			return nil, lang.Errorf("take the variables out of %s: %w", path, err)
		}
		return text, nil
	})
}

// beforeImport is in the names of the copies of settings.json that imports have made.
const beforeImport = ".before-import-"

// ImportBackups lists the copies of settings.json in dir that imports have made. They hold the keys that were in it.
func ImportBackups(dir string) (paths []string) {
	const most = 10_000 // of the names in claude's directory
	for _, name := range file.Names(dir, most) {
		if strings.HasPrefix(name, "settings.json"+beforeImport) {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths
}
