package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/text"
)

// `ccc provider use` keeps settings.json as it was and as ccc wrote it in a second file, so that the change can be
// undone. That file is written before settings.json, and removed after settings.json is restored. If ccc dies in
// between, the next ccc still knows both texts.
const (
	usedName = "ccc-provider-in-use.json"
	usedLock = ".ccc-use.lock" // held from reading the one to writing the other
)

// used is one change of settings.json to a provider.
type used struct {
	Provider string  `json:"provider"`
	Before   *string `json:"before"` // settings.json as it was; nil if there was none
	After    string  `json:"after"`  // settings.json as ccc wrote it
}

func (u used) before() []byte {
	if u.Before == nil {
		return []byte("{}\n")
	}
	return []byte(*u.Before)
}

// hasWritten reports whether ccc wrote the value at the path.
func (u used) hasWritten(path ...string) bool {
	was, had := jsonedit.Find(u.before(), path)
	now, has := jsonedit.Find([]byte(u.After), path)
	return has && !(had && isEqual(was, now))
}

// usedFile is the content of that file. It holds more than one change only while one provider replaces another.
type usedFile struct {
	Uses []used `json:"uses"`
}

// UsedFile is the file in which ccc notes which provider it wrote to the user's settings.
func UsedFile(dir string) string { return filepath.Join(dir, usedName) }

func readUsed(dir string) (u usedFile, err error) { return readUsedBy(dir, file.ReadJSON) }

// readUsedBy is readUsed, by a function that reads the file.
func readUsedBy(dir string, read func(string) ([]byte, error)) (u usedFile, err error) {
	path := filepath.Join(dir, usedName)
	text, err := read(path)
	if err != nil || text == nil {
		return u, err
	}
	if err := json.Unmarshal(text, &u); err != nil {
		return u, lang.Errorf("read %s: %w", path, jsonedit.Locate(text, err))
	}
	return u, nil
}

func (u usedFile) write(dir string) error {
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", usedName, err)
	}
	return file.Update(filepath.Join(dir, usedName), file.Private, func([]byte) ([]byte, error) { return text, nil })
}

// currentProvider returns the name of the provider that is in settings.json, or "".
func (u usedFile) currentProvider() string {
	if len(u.Uses) == 0 {
		return ""
	}
	return u.Uses[len(u.Uses)-1].Provider
}

// variables returns the names of the environment variables that ccc wrote to settings.json.
func (u usedFile) variables() (names []string) {
	for _, use := range u.Uses {
		env, _ := jsonedit.Find([]byte(use.After), []string{"env"})
		members, _ := jsonedit.Members(env)
		for name := range members {
			if use.hasWritten("env", name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// withoutProvider returns the text of settings.json without what ccc wrote there for a provider.
func (u usedFile) withoutProvider(text []byte) ([]byte, error) {
	for _, use := range slices.Backward(u.Uses) {
		if text != nil && string(text) == use.After {
			text = use.before()
			continue
		}
		var err error
		if text, err = restore(text, use.before(), []byte(use.After)); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// InUse returns the name of the provider that is in dir's settings.json, or "".
func InUse(dir string) (string, error) {
	u, err := readUsed(dir)
	return u.currentProvider(), err
}

// Use writes the configuration of the plan's provider to settings.json. From then on every claude that ccc did not
// start uses that provider. Secrets are not written: claude gets the token from `ccc provider key`. [TakeBack] restores
// the file. A provider that was in use before is taken out first. The notices are for the user. changed is false if the
// file already had this content.
func Use(f provider.File, p Plan) (notices []lang.Message, changed bool, err error) {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return nil, false, lang.Errorf("create claude's configuration directory: %w", err)
	}
	err = whileLocked(p.Dir, func() error {
		before, err := readUsed(p.Dir)
		if err != nil {
			return err
		}
		for again := true; again; {
			if notices, changed, again, err = useOnce(f, p, before); err != nil {
				return err
			}
		}
		return nil
	})
	return notices, changed, err
}

// errChanged means that another program wrote settings.json between our reading and our writing.
var errChanged = errors.New("settings.json was changed meanwhile")

func useOnce(f provider.File, p Plan, before usedFile) (notices []lang.Message, changed, again bool, err error) {
	path := filepath.Join(p.Dir, "settings.json")
	now, err := file.ReadJSON(path)
	if err != nil {
		return nil, false, false, err
	}
	wrong := func(err error) error { return lang.Errorf("write the provider to %s: %w", path, err) }
	if _, err := jsonedit.Members(now); err != nil {
		return nil, false, false, wrong(jsonedit.Locate(now, err))
	}
	own, err := before.withoutProvider(now)
	if err != nil {
		return nil, false, false, wrong(err)
	}
	settings, notices, err := sharedSettings(f, p, path, own, before)
	if err != nil {
		return nil, false, false, err
	}
	written, err := overlay(own, settings)
	if err != nil {
		return nil, false, false, wrong(err)
	}
	next := used{Provider: p.Provider.Name, After: string(written)}
	if own != nil {
		text := string(own)
		next.Before = &text
	}
	if bytes.Equal(written, now) && before.currentProvider() == next.Provider {
		return notices, false, false, nil
	}
	if err := (usedFile{append(slices.Clone(before.Uses), next)}).write(p.Dir); err != nil {
		return nil, false, false, err
	}
	err = replace(path, now, written)
	if errors.Is(err, errChanged) {
		return nil, false, true, nil
	}
	if err != nil {
		return nil, false, false, err
	}
	return notices, true, false, (usedFile{[]used{next}}).write(p.Dir)
}

// sharedSettings returns the settings that Use writes. own is the text of settings.json without any provider; before
// are the changes that are in it now.
func sharedSettings(
	f provider.File, p Plan, path string, own []byte, before usedFile,
) (map[string]any, []lang.Message, error) {
	if err := provider.CheckName(p.Provider.Name); err != nil {
		return nil, nil, err
	}
	var person userSettings
	if len(bytes.TrimSpace(own)) > 0 {
		if err := person.add(path, own); err != nil {
			return nil, nil, err
		}
	}
	settings := provider.MergeSettings(f.Settings, p.Provider.Settings)
	env, secrets := provider.WithoutSecrets(settings)
	settings["env"] = env
	if env == nil {
		settings["env"] = map[string]any{}
	}
	if err := provider.ExpandEnv(settings, p.Lookup); err != nil {
		return nil, nil, err
	}
	// A variable that is "" here overrides the shell's, so that no other key of the user goes to this provider. One
	// that were only removed would keep its value in open sessions, such as the address of the provider before.
	names := slices.Concat(p.Names, provider.KeyVariables, before.variables())
	for _, name := range append(names, "ANTHROPIC_CUSTOM_HEADERS", "CLAUDE_CODE_OAUTH_TOKEN") {
		person.env = provider.MergeSettings(person.env, map[string]any{name: ""})
	}
	person.hasHelper = true
	person.unset(settings)

	var notices []lang.Message
	key, text := f.KeySetting(p.Provider)
	if key != "" {
		if _, err := f.Key(p.Provider, p.Lookup); err != nil {
			return nil, nil, err
		}
		settings["apiKeyHelper"] = keyHelperCommand(f, p)
		secrets = slices.DeleteFunc(secrets, func(name string) bool { return name == key })
		if name := provider.ReferencedVariable(text); name != "" {
			if env, _ := settings["env"].(map[string]any); env[name] != nil {
				return nil, nil, lang.Errorf("the key of %s is %s, and that variable is overridden in settings.json: "+
					"give it another name", p.Provider.Name, "${"+name+"}")
			}
			notices = append(notices, lang.M("the key is %s of the environment that claude is started in",
				"${"+name+"}"))
		}
	}
	if len(secrets) > 0 {
		notices = append(notices, lang.M("not written, because they may be secrets: %s", strings.Join(secrets, ", ")))
	}
	return settings, notices, nil
}

// keyHelperCommand returns the shell command that prints the provider's token for claude.
func keyHelperCommand(f provider.File, p Plan) string {
	command := p.Hook.quotedProgram() + " provider key " + text.ShellWord(p.Provider.Name)
	// claude may run without the CCC_CONFIG_DIR of this ccc
	if dir := filepath.Dir(f.Path); dir != filepath.Clean(p.Dir) {
		command = "CCC_CONFIG_DIR=" + text.ShellWord(dir) + " " + command
	}
	return command
}

// Reread is how long open sessions of claude take to notice that settings.json has changed. Measured on 2.1.5, 2.1.197
// and 2.1.329: all had read it after 3 s, none after 1 s.
const Reread = 3 * time.Second

// TakeBack undoes [Use] in dir's settings.json. What the user has changed since then stays. It returns the provider's
// name, or "" if none was in use.
//
// When a variable is removed from settings.json, a running claude keeps its value. The next message of an open session
// would then go to the provider's address with the user's own token (measured on 2.1.5, 2.1.197 and 2.1.329). So
// TakeBack first sets such variables to "", and calls pause, which has to wait for [Reread]. Without such variables
// pause is not called.
func TakeBack(dir string, pause func()) (name string, err error) {
	if u, err := readUsed(dir); err != nil || len(u.Uses) == 0 {
		return "", err
	}
	err = whileLocked(dir, func() error {
		u, err := readUsed(dir)
		if name = u.currentProvider(); err != nil || name == "" {
			return err
		}
		path := filepath.Join(dir, "settings.json")
		wrong := func(err error) error { return lang.Errorf("take the provider %q out of %s: %w", name, path, err) }
		if u, err = u.blankVariables(dir, path, pause); err != nil {
			return wrong(err)
		}
		err = file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
			text, err := u.withoutProvider(old)
			if text == nil {
				text = []byte("{}\n")
			}
			return text, err
		})
		if err != nil {
			return wrong(err)
		}
		if err := os.Remove(filepath.Join(dir, usedName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return lang.Errorf("remove what is kept of %s: %w", path, err)
		}
		return nil
	})
	return name, err
}

// blankVariables sets those variables to "" that the restored settings.json will not have. It records this as one more
// change, on top of the others.
func (u usedFile) blankVariables(dir, path string, pause func()) (usedFile, error) {
	for {
		now, err := file.ReadJSON(path)
		if err != nil {
			return u, err
		}
		own, err := u.withoutProvider(now)
		if err != nil {
			return u, err
		}
		blanks := make(map[string]any)
		for _, name := range u.variables() {
			value, has := jsonedit.Find(now, []string{"env", name})
			if _, stays := jsonedit.Find(own, []string{"env", name}); has && !stays && string(value) != `""` {
				blanks[name] = ""
			}
		}
		if len(blanks) == 0 {
			return u, nil
		}
		written, err := overlay(now, map[string]any{"env": blanks})
		if err != nil {
			return u, err
		}
		before := string(now)
		top := used{Provider: u.currentProvider(), Before: &before, After: string(written)}
		with := usedFile{append(slices.Clone(u.Uses), top)}
		if err := with.write(dir); err != nil {
			return u, err
		}
		err = replace(path, now, written)
		if err == nil {
			pause()
		}
		if !errors.Is(err, errChanged) {
			return with, err
		}
	}
}

// replace writes text to the file if its content is still old. Otherwise it returns errChanged.
func replace(path string, old, text []byte) error {
	return file.Update(path, file.JSON, func(now []byte) ([]byte, error) {
		if !bytes.Equal(now, old) {
			return nil, errChanged
		}
		return text, nil
	})
}

// whileLocked calls do under the lock that [Use] and [TakeBack] hold for dir.
func whileLocked(dir string, do func() error) error {
	return file.WithLockFile(filepath.Join(dir, usedLock), do)
}
