package config

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// SetCurrent writes the name of the current provider to ccc.json, where it is another one.
func (f File) SetCurrent(name string) error {
	if f.Current == name {
		return nil
	}
	return f.edit(func(now File) ([]change, error) {
		return []change{{"add", now.pointer("current_provider"), name}}, nil
	})
}

// pointer is the path of what stands below a section of ccc.json, under the name that the section has there.
func (f File) pointer(section string, keys ...string) string {
	if v, err := hujson.Parse(f.text); err == nil {
		if m := sectionMember(v, section); m != nil {
			section = nameOf(*m)
		}
	}
	return pointer(append([]string{section}, keys...)...)
}

// Add writes a provider to ccc.json, which it makes where there is none. The first one is the current one.
func (f File) Add(p Provider) error {
	if err := CheckName(p.Name); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return lang.Errorf("create the configuration directory: %w", err)
	}
	return f.edit(func(now File) ([]change, error) {
		if now.Has(p.Name) {
			return nil, lang.Errorf("there is a provider %q in %s already", p.Name, f.Path)
		}
		if len(now.Providers) > 0 {
			return []change{{"add", now.pointer("providers", p.Name), p.Settings}}, nil
		}
		first := []change{
			{"add", now.pointer("current_provider"), p.Name},
			{"add", now.pointer("providers"), map[string]any{p.Name: p.Settings}},
		}
		if v, err := hujson.Parse(now.text); err == nil && section(v, "providers").Value != nil &&
			section(v, "providers").Value.Kind() == '{' { // a comment may stand in it
			first[1] = change{"add", now.pointer("providers", p.Name), p.Settings}
		}
		return first, nil
	})
}

// Remove takes a provider out of ccc.json, and the settings files of its launches, which hold its key, out of dir. If
// its configuration stands in settings.json, it is taken back first; for pause see [TakeBack].
func (f File) Remove(name, dir string, pause func()) error {
	var others File
	inUse, err := InUse(dir)
	if err == nil && inUse == name {
		_, err = TakeBack(dir, pause)
	}
	if err != nil {
		return err
	}
	err = f.edit(func(now File) ([]change, error) {
		if !now.Has(name) {
			return nil, &UnknownProviderError{Name: name, Known: now.Names(), Path: now.Path}
		}
		if now.Supervisor.Provider == name && name != "" {
			return nil, lang.Errorf("%q is the reviewer's provider: change supervisor.provider in %s first", name,
				f.Path)
		}
		others = now
		changes := []change{{Op: "remove", Path: now.pointer("providers", name)}}
		if now.Current == name && name != "" {
			changes = append(changes, change{"add", now.pointer("current_provider"), ""}) // a comment may stand there
		}
		return changes, nil
	})
	if err != nil {
		return err
	}
	return others.removeSettings(name, dir)
}

// Rename gives a provider another name: as a key, as the current one and as the reviewer's. The settings files of its
// launches go as in [File.Remove]. What [File.Use] wrote to settings.json names it still.
func (f File) Rename(name, to, dir string) error {
	if err := CheckName(to); err != nil {
		return err
	}
	var others File
	err := f.edit(func(now File) ([]change, error) {
		if !now.Has(name) {
			return nil, &UnknownProviderError{Name: name, Known: now.Names(), Path: now.Path}
		}
		if now.Has(to) {
			return nil, lang.Errorf("there is a provider %q in %s already", to, f.Path)
		}
		others = now
		changes := []change{{"rename", now.pointer("providers", name), to}}
		if now.Current == name && name != "" {
			changes = append(changes, change{"add", now.pointer("current_provider"), to})
		}
		if now.Supervisor.Provider == name && name != "" {
			changes = append(changes, change{"add", now.pointer("supervisor", "provider"), to})
		}
		return changes, nil
	})
	if err != nil {
		return err
	}
	return others.removeSettings(name, dir)
}

// removeSettings removes the settings files of a provider's launches from dir; f has the providers that stay, too.
func (f File) removeSettings(name, dir string) error {
	given := lazy(`^-[0-9a-f]{8}$`) // see write
	_, err := removeGenerated(dir, func(base string) bool {
		owner := strings.TrimPrefix(strings.TrimSuffix(base, ".json"), "settings-")
		rest, ok := strings.CutPrefix(owner, name)
		return ok && (rest == "" || given().MatchString(rest) && !f.Has(owner))
	})
	return err
}

// edit changes ccc.json, as it is now: another ccc may have changed it since it was read. It holds keys, so that only
// its owner may read it from then on.
func (f File) edit(changes func(now File) ([]change, error)) error {
	return file.Update(f.Path, file.Private, func(old []byte) ([]byte, error) {
		now := File{Path: f.Path}
		if old != nil {
			if err := now.parse(old); err != nil {
				return nil, err
			}
		}
		list, err := changes(now)
		if err != nil {
			return nil, err
		}
		text, err := patch(old, list...)
		if err == nil {
			err = new(File).parse(text)
		}
		if err != nil {
			return nil, lang.Errorf("write %s: %w", f.Path, err)
		}
		return text, nil
	})
}

// Importable gives the variables in the env of dir's settings.json that belong to a provider. It is an error while one
// of ccc's providers is in use there.
func Importable(dir string) (map[string]any, error) {
	var user persons
	if name, err := InUse(dir); err != nil {
		return nil, err
	} else if name != "" {
		return nil, lang.Errorf(
			"settings.json is on the provider %q: take that back first, with ccc provider use --none", name)
	}
	path := filepath.Join(dir, "settings.json")
	text, err := file.ReadJSON(path)
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		return nil, err
	}
	if err := user.add(path, text); err != nil {
		return nil, err
	}
	maps.DeleteFunc(user.env, func(name string, _ any) bool { return !routing(name) })
	return user.env, nil
}

// Import moves those variables into a provider of that name. backup is where settings.json is kept as it was. They are
// in ccc.json before they are taken from settings.json.
func (f File) Import(dir, name string) (backup string, err error) {
	env, err := Importable(dir)
	if err != nil {
		return "", err
	}
	if len(env) == 0 {
		return "", lang.Errorf("there is nothing to import")
	}
	if err := CheckName(name); err != nil { // before a copy of the keys lies about
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
	backup = path + ".before-import-" + time.Now().Format("20060102-150405")
	if err := file.Update(backup, file.Private, func([]byte) ([]byte, error) { return text, nil }); err != nil {
		return "", err
	}
	if err := f.Add(Provider{Name: name, Settings: map[string]any{"env": env}}); err != nil {
		return backup, err
	}
	var changes []change
	for _, name := range slices.Sorted(maps.Keys(env)) {
		changes = append(changes, change{Op: "remove", Path: pointer("env", name)})
	}
	return backup, file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
		text, err := patch(old, changes...)
		if err != nil {
			return nil, lang.Errorf("take the variables out of %s: %w", path, err)
		}
		return text, nil
	})
}

// Uninstall takes a provider that is in use, the Stop hook, the status line, the slash commands and the settings files
// of launches out of dir, and says what it took out. All else stays, ccc.json too. For pause see [TakeBack].
func Uninstall(dir string, pause func()) (removed []lang.Message, err error) {
	path := filepath.Join(dir, "settings.json")
	if name, err := TakeBack(dir, pause); err != nil {
		return nil, err
	} else if name != "" {
		removed = append(removed, lang.M("the provider %q in %s", name, path))
	}
	old, err := file.ReadJSON(path)
	if err != nil {
		return removed, err
	}
	if found, err := stops(old); err != nil {
		return removed, lang.Errorf("take the Stop hook out of %s: %w", path, err)
	} else if len(found) > 0 {
		err := file.Update(path, file.JSON, takeOut)
		if err != nil {
			return removed, lang.Errorf("take the Stop hook out of %s: %w", path, err)
		}
		removed = append(removed, lang.M("the Stop hook in %s", path))
	}
	status, err := removeStatus(path)
	removed = append(removed, status...)
	if err != nil {
		return removed, err
	}
	commands, err := removeCommands(dir)
	removed = append(removed, commands...)
	if err != nil {
		return removed, err
	}
	files, err := removeGenerated(dir, func(string) bool { return true })
	removed = append(removed, files...)
	if err != nil {
		return removed, err
	}
	for _, lock := range []string{file.Lock, usedLock, filepath.Join("commands", file.Lock)} {
		if err := os.Remove(filepath.Join(dir, lock)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, lang.Errorf("remove the lock: %w", err)
		}
	}
	return removed, nil
}

// removeGenerated removes the settings files of launches that match by their base name, known by our hook in them and
// by the reviewer's file beside them: a person's own copy of settings.json holds the hook, too.
func removeGenerated(dir string, match func(base string) bool) (removed []lang.Message, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("look for the settings of launches: %w", err)
	}
	for _, entry := range entries {
		base := entry.Name()
		named := strings.HasPrefix(base, "settings-") || strings.HasPrefix(base, "settings.ccc")
		if !named || !strings.HasSuffix(base, ".json") {
			continue
		}
		path := filepath.Join(dir, base)
		if loose, err := isLoose(path, match); err != nil {
			return removed, err
		} else if loose {
			if err := os.Remove(path); err != nil {
				return removed, lang.Errorf("remove the settings of a launch: %w", err)
			}
			removed = append(removed, lang.Verbatim(path))
			continue
		}
		if !match(base) {
			continue
		}
		text, err := file.ReadJSON(path)
		if err != nil {
			return removed, err
		}
		if found, err := stops(text); err != nil || len(found) == 0 {
			continue
		}
		reviewer := strings.TrimSuffix(path, ".json") + "-supervisor.json"
		text, err = file.ReadJSON(reviewer)
		if err != nil {
			return removed, err
		}
		if settings, err := members(text); err != nil || string(settings["disableAllHooks"]) != "true" {
			continue
		}
		for _, path := range []string{path, reviewer} {
			if err := os.Remove(path); err == nil {
				removed = append(removed, lang.Verbatim(path))
			} else if !errors.Is(err, fs.ErrNotExist) {
				return removed, lang.Errorf("remove the settings of a launch: %w", err)
			}
		}
	}
	return removed, nil
}
