package provider

import (
	"os"
	"path/filepath"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// SetCurrent makes a provider the current one in ccc.json.
func (f File) SetCurrent(name string) error {
	if f.Current == name {
		return nil
	}
	return f.edit(func(now File) ([]jsonedit.Change, error) {
		return []jsonedit.Change{jsonedit.Add(now.pointer("current_provider"), name)}, nil
	})
}

// pointer returns the JSON pointer of a key in a section of ccc.json. encoding/json ignores the case of a section's
// name, so the file may spell it another way.
func (f File) pointer(section string, keys ...string) string {
	if v, err := hujson.Parse(f.text); err == nil {
		if m := sectionMember(v, section); m != nil {
			section = nameOf(*m)
		}
	}
	return jsonedit.Pointer(append([]string{section}, keys...)...)
}

// Add writes a new provider to ccc.json, and creates the file if there is none. The first provider becomes the current
// one.
func (f File) Add(p Provider) error {
	if err := CheckName(p.Name); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return lang.Errorf("create the configuration directory: %w", err)
	}
	return f.edit(func(now File) ([]jsonedit.Change, error) {
		if err := now.CheckUnused(p.Name); err != nil {
			return nil, err
		}
		if len(now.Providers) > 0 {
			return []jsonedit.Change{jsonedit.Add(now.pointer("providers", p.Name), p.Settings)}, nil
		}
		first := []jsonedit.Change{
			jsonedit.Add(now.pointer("current_provider"), p.Name),
			jsonedit.Add(now.pointer("providers"), map[string]any{p.Name: p.Settings}),
		}
		if v, err := hujson.Parse(now.text); err == nil && section(v, "providers").Value != nil &&
			section(v, "providers").Value.Kind() == '{' { // an empty object may have a comment in it
			first[1] = jsonedit.Add(now.pointer("providers", p.Name), p.Settings)
		}
		return first, nil
	})
}

// Remove deletes a provider from ccc.json.
func (f File) Remove(name string) error {
	return f.edit(func(now File) ([]jsonedit.Change, error) {
		if !now.Has(name) {
			return nil, &UnknownProviderError{Name: name, Known: now.Names(), Path: now.Path}
		}
		if now.Supervisor.Provider == name && name != "" {
			return nil, lang.Errorf("%q is the reviewer's provider: change supervisor.provider in %s first", name,
				f.Path)
		}
		changes := []jsonedit.Change{jsonedit.Remove(now.pointer("providers", name))}
		if now.Current == name && name != "" {
			// Removing the key could remove a comment.
			changes = append(changes, jsonedit.Add(now.pointer("current_provider"), ""))
		}
		return changes, nil
	})
}

// Rename gives a provider another name everywhere in ccc.json: its entry, current_provider and supervisor.provider.
func (f File) Rename(name, to string) error {
	if err := CheckName(to); err != nil {
		return err
	}
	return f.edit(func(now File) ([]jsonedit.Change, error) {
		if !now.Has(name) {
			return nil, &UnknownProviderError{Name: name, Known: now.Names(), Path: now.Path}
		}
		if err := now.CheckUnused(to); err != nil {
			return nil, err
		}
		changes := []jsonedit.Change{jsonedit.Rename(now.pointer("providers", name), to)}
		if now.Current == name && name != "" {
			changes = append(changes, jsonedit.Add(now.pointer("current_provider"), to))
		}
		if now.Supervisor.Provider == name && name != "" {
			changes = append(changes, jsonedit.Add(now.pointer("supervisor", "provider"), to))
		}
		return changes, nil
	})
}

// edit applies changes to ccc.json as it is on disk, because another ccc may have changed it since f was loaded. Only
// the owner may read the file afterwards, because it has keys in it.
func (f File) edit(changes func(now File) ([]jsonedit.Change, error)) error {
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
		text, err := jsonedit.Patch(old, list...)
		if err == nil {
			err = new(File).parse(text)
		}
		if err != nil {
			return nil, lang.Errorf("write %s: %w", f.Path, err)
		}
		return text, nil
	})
}
