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

// What `ccc provider use` writes to settings.json, and what stood there, is kept in a file beside it, so that it can be
// taken back. That file is written before settings.json and removed after it: whenever ccc dies, what is taken back is
// only what really is as ccc wrote it.
const (
	usedName = "ccc-provider-in-use.json"
	usedLock = ".ccc-use.lock" // held from reading the one to writing the other
)

// used is one provider's configuration in settings.json.
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

// wrote reports whether ccc wrote the value at the path.
func (u used) wrote(path ...string) bool {
	was, had := jsonedit.Find(u.before(), path)
	now, has := jsonedit.Find([]byte(u.After), path)
	return has && !(had && equal(was, now))
}

// usedFile is the file. It holds more than one only while one provider takes the place of another.
type usedFile struct {
	Uses []used `json:"uses"`
}

func readUsed(dir string) (u usedFile, err error) {
	path := filepath.Join(dir, usedName)
	text, err := file.ReadJSON(path)
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

// current is the name of the provider whose configuration stands in settings.json, "" if none does.
func (u usedFile) current() string {
	if len(u.Uses) == 0 {
		return ""
	}
	return u.Uses[len(u.Uses)-1].Provider
}

// variables are the names in env that we wrote.
func (u usedFile) variables() (names []string) {
	for _, use := range u.Uses {
		env, _ := jsonedit.Find([]byte(use.After), []string{"env"})
		members, _ := jsonedit.Members(env)
		for name := range members {
			if use.wrote("env", name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// own gives settings.json as it is without what we wrote there.
func (u usedFile) own(text []byte) ([]byte, error) {
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

// InUse is the name of the provider whose configuration stands in dir's settings.json, "" if none does.
func InUse(dir string) (string, error) {
	u, err := readUsed(dir)
	return u.current(), err
}

// Use writes the configuration of the plan's provider to settings.json, so that every claude is on it that ccc did not
// start, but for its secrets: `ccc provider key` prints the token when claude asks. What stood there comes back by
// [TakeBack]. Another provider that stands there is taken back first. The notices say what the person has to know;
// changed is false if the file was as it is to be.
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

// errChanged says that somebody else has written settings.json meanwhile.
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
	own, err := before.own(now)
	if err != nil {
		return nil, false, false, wrong(err)
	}
	settings, notices, err := shared(f, p, path, own, before)
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
	if bytes.Equal(written, now) && before.current() == next.Provider {
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

// shared gives what Use writes: own is settings.json without it, before what stands there now.
func shared(f provider.File, p Plan, path string, own []byte, before usedFile) (map[string]any, []lang.Message, error) {
	if err := provider.CheckName(p.Provider.Name); err != nil {
		return nil, nil, err
	}
	var person persons
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
	// A variable that is "" here counts before one of the shell's, and no key of the person's goes to the provider.
	// And one that only went away would keep its value in sessions that are open, the address of the provider before.
	names := slices.Concat(p.Names, provider.KeyVariables, before.variables())
	for _, name := range append(names, "ANTHROPIC_CUSTOM_HEADERS", "CLAUDE_CODE_OAUTH_TOKEN") {
		person.env = provider.MergeSettings(person.env, map[string]any{name: ""})
	}
	person.helper = true
	person.unset(settings)

	var notices []lang.Message
	key, text := f.KeySetting(p.Provider)
	if key != "" {
		if _, err := f.Key(p.Provider, p.Lookup); err != nil {
			return nil, nil, err
		}
		settings["apiKeyHelper"] = helper(f, p)
		secrets = slices.DeleteFunc(secrets, func(name string) bool { return name == key })
		if name := provider.ReferencedVariable(text); name != "" {
			if env, _ := settings["env"].(map[string]any); env[name] != nil {
				return nil, nil, lang.Errorf("the key of %s is %s, and that variable is overridden in settings.json: "+
					"give it another name", p.Provider.Name, "${"+name+"}")
			}
			notices = append(notices, lang.M("the key is %s of the environment that claude is started in", "${"+name+"}"))
		}
	}
	if len(secrets) > 0 {
		notices = append(notices, lang.M("not written, because they may be secrets: %s", strings.Join(secrets, ", ")))
	}
	return settings, notices, nil
}

// helper is the command by which claude gets the provider's token.
func helper(f provider.File, p Plan) string {
	command := p.Hook.word() + " provider key " + text.ShellWord(p.Provider.Name)
	if dir := filepath.Dir(f.Path); dir != filepath.Clean(p.Dir) { // as CCC_CONFIG_DIR said, which claude may not have
		command = "CCC_CONFIG_DIR=" + text.ShellWord(dir) + " " + command
	}
	return command
}

// Reread is how long it takes until open sessions of claude have read a settings.json that was changed: of 2.1.5,
// 2.1.197 and 2.1.329 all had after 3 s, and none after 1 s.
const Reread = 3 * time.Second

// TakeBack takes out of dir's settings.json what [Use] wrote there, and puts back what stood there. What the
// person has changed since stays hers. It gives the provider's name, "" if there was none.
//
// A variable that goes away from settings.json keeps its value in a claude that is running. So the next message of an
// open session would go to the provider's address still, with the person's own token, which comes back (measured on
// 2.1.5, 2.1.197 and 2.1.329). Therefore such variables are first set to "", and pause has to wait until open sessions
// have read that, for [Reread]. It is not called if there are none.
func TakeBack(dir string, pause func()) (name string, err error) {
	if u, err := readUsed(dir); err != nil || len(u.Uses) == 0 {
		return "", err
	}
	err = whileLocked(dir, func() error {
		u, err := readUsed(dir)
		if name = u.current(); err != nil || name == "" {
			return err
		}
		path := filepath.Join(dir, "settings.json")
		wrong := func(err error) error { return lang.Errorf("take the provider %q out of %s: %w", name, path, err) }
		if u, err = u.blank(dir, path, pause); err != nil {
			return wrong(err)
		}
		err = file.Update(path, file.JSON, func(old []byte) ([]byte, error) {
			text, err := u.own(old)
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

// blank sets the variables to "" that are there and will not be. That is kept as one more use, on top of the others.
func (u usedFile) blank(dir, path string, pause func()) (usedFile, error) {
	for {
		now, err := file.ReadJSON(path)
		if err != nil {
			return u, err
		}
		own, err := u.own(now)
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
		top := used{Provider: u.current(), Before: &before, After: string(written)}
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

// replace writes text to a file that still holds old; else it is errChanged.
func replace(path string, old, text []byte) error {
	return file.Update(path, file.JSON, func(now []byte) ([]byte, error) {
		if !bytes.Equal(now, old) {
			return nil, errChanged
		}
		return text, nil
	})
}

// whileLocked calls do while no other ccc uses a provider in dir or takes one back.
func whileLocked(dir string, do func() error) error {
	return file.LockedBy(filepath.Join(dir, usedLock), do)
}
