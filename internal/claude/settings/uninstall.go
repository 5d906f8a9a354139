package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/text"
)

// Uninstall removes from dir the provider in use, the Stop hook, the status line, the slash commands and the settings
// files of launches, and lists what it removed. Everything else stays, ccc.json too. For pause see [TakeBack].
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
	if found, err := findStopHooks(old); err != nil {
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
	if len(commands) > 0 {
		_ = unix.Rmdir(filepath.Join(dir, "commands")) // it fails if there is more in it, or if it is a link
	}
	return removed, nil
}

// removeGenerated removes the settings files of launches whose base name matches. Such a file has ccc's hook, and a
// reviewer's file next to it. The hook alone is not enough: a copy that the user made of settings.json has it, too.
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
		if found, err := findStopHooks(text); err != nil || len(found) == 0 {
			continue
		}
		reviewer := strings.TrimSuffix(path, ".json") + "-supervisor.json"
		text, err = file.ReadJSON(reviewer)
		if err != nil {
			return removed, err
		}
		if settings, err := jsonedit.Members(text); err != nil || string(settings["disableAllHooks"]) != "true" {
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

// RemoveProvider removes a provider from ccc.json. It also removes the settings files of its launches from dir, since
// they hold its key. If settings.json uses the provider, that is undone first. For pause see [TakeBack].
func RemoveProvider(f provider.File, name, dir string, pause func()) error {
	inUse, err := InUse(dir)
	if err == nil && inUse == name {
		_, err = TakeBack(dir, pause)
	}
	if err == nil {
		err = f.Remove(name)
	}
	if err != nil {
		return err
	}
	return removeSettings(f, name, dir)
}

// RenameProvider renames a provider in ccc.json, and removes the settings files of its launches. What [Use] wrote to
// settings.json keeps the old name.
func RenameProvider(f provider.File, name, to, dir string) error {
	if err := f.Rename(name, to); err != nil {
		return err
	}
	return removeSettings(f, name, dir)
}

// removeSettings removes the settings files of a provider's launches from dir. f lists the other providers, so that
// their files stay even if their names begin with this one's.
func removeSettings(f provider.File, name, dir string) error {
	if now, err := provider.Load(filepath.Dir(f.Path)); err == nil {
		f = now // another ccc may have added one meanwhile
	}
	given := &text.LazyRegexp{Expr: `^-[0-9a-f]{8}$`} // see write
	_, err := removeGenerated(dir, func(base string) bool {
		owner := strings.TrimPrefix(strings.TrimSuffix(base, ".json"), "settings-")
		rest, ok := strings.CutPrefix(owner, name)
		return ok && (rest == "" || given.Get().MatchString(rest) && !f.Has(owner))
	})
	return err
}
