// Package settings writes the files that Claude Code reads: the user's settings.json, the settings files of a launch,
// the slash commands and the plugin. It also removes what it has written.
//
// A file with a token has mode 0600 and is written whole or not at all.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/secret"
)

// Plan says with which provider and settings a claude is launched.
type Plan struct {
	Dir        string                            // claude's configuration directory
	Work       string                            // the project's directory: its settings count, too
	Provider   *provider.Provider                // nil for the user's own login
	Given      []string                          // the user's --settings: files or JSON
	Lookup     func(string) (string, bool)       // the environment, for ${VAR}
	Names      []string                          // names of all variables in it
	Read       func(path string) ([]byte, error) // reads settings files; nil for file.ReadJSON
	Asked      []string                          // the reviewer's ask rules, see review.AskRules
	Hook       Hook
	Managed    string // the directory of the managed settings, see [ManagedDir]; "" for none
	Named      bool   // the user named the provider
	Supervisor bool   // a launch with --supervisor: hooks run, even if the user has turned them off
}

func (p Plan) reader() func(path string) ([]byte, error) {
	if p.Read == nil {
		return file.ReadJSON
	}
	return p.Read
}

// Launch is what claude gets by --settings, and its environment.
type Launch struct {
	Agent    string            // a file
	Reviewer string            // a file: the same without hooks
	Texts    map[string][]byte // what was written to both
	Direct   bool              // the agent's hooks are called without a shell
	Notices  []lang.Message    // what the user should know
	env      map[string]any
	secrets  []string
	provider bool
}

// Env returns the environment of the launch, without variables of other providers.
func (l Launch) Env(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		value, own := l.env[name]
		own = own && value != "" // "" is what unsets it
		return l.provider && provider.IsAPIVariable(name) && !own
	})
}

// blockCap is the variable that limits how many times in a row a Stop hook may keep the agent going in Claude Code
// 2.1.197 and later; the default is 8.
const blockCap = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"

// Prepare makes the settings of a launch: those of ccc.json, over them the provider's, over them what the user gave by
// --settings. It adds the Stop hook to the user's settings.json, writes the slash commands, and writes the files that
// claude gets by --settings. With share_settings a launch that names a provider also does what [Use] does. Everything
// is read and checked before anything is written.
func Prepare(f provider.File, p Plan) (Launch, error) {
	l := Launch{provider: p.Provider != nil, Direct: p.Hook.Direct()}
	if l.provider && !p.Named && f.Current != "" && !f.Has(f.Current) {
		l.Notices = append(l.Notices, lang.M(
			"the current_provider %q is not in %s: this launch takes the first one, %s",
			f.Current, f.Path, p.Provider.Name))
	}
	settings, err := mergeSettings(f, p)
	if err != nil {
		return l, err
	}
	l.secrets = secret.InSettings(settings)
	read := p.reader()
	inUse, err := readUsedBy(p.Dir, read)
	if err != nil {
		return l, err
	}
	if p.Provider == nil && f.Supervisor.Provider == "" {
		inUse = usedFile{} // agent and reviewer use what settings.json says, unchanged
	}
	person, err := readUserSettings(p.Dir, p.Work, inUse, read)
	if err != nil {
		return l, err
	}
	pinProvider(f, settings, p, person, inUse)
	l.env, _ = settings["env"].(map[string]any)
	_, set := p.Lookup(blockCap)
	if _, ok := person.env[blockCap]; !ok && !set {
		// Our hook never holds the agent longer than the rounds, so Claude Code's limit is left to other hooks.
		l.env = provider.MergeSettings(map[string]any{blockCap: strconv.Itoa(f.Supervisor.MaxIterations + 8)}, l.env)
		settings["env"] = l.env
	}
	for _, key := range f.UnknownKeys() {
		l.Notices = append(l.Notices, key.Message())
	}
	l.Notices = append(l.Notices, p.hooks(settings, person)...)
	reviewer, err := reviewerSettings(f, p, person, inUse, settings)
	if err != nil {
		return l, err
	}
	shell, notices := p.shell(person, l.env)
	l.Notices = append(l.Notices, notices...)
	settings["env"] = provider.MergeSettings(shell, l.env)
	if err := p.write(&l, settings, reviewer); err != nil || !f.ShareSettings || !p.Named || !l.provider {
		return l, err
	}
	notices, changed, err := Use(f, p)
	if changed {
		l.Notices = append(l.Notices, append(notices, OpenSessions(p.Provider.Name))...)
	}
	return l, err
}

// shellNames are variables that keep a hook from running, or run another program instead. Claude reads the first
// three. The Go runtime reads the next four before ccc begins: a wrong value ends ccc, or takes all memory
// (GOMAXPROCS). The dynamic loader and the shell read the rest; a shell calls the hook where claude cannot call it
// directly (2.1.5). LD_SHOW_AUXV and LD_TRACE_LOADED_OBJECTS are missing because they work even if they are empty.
var shellNames = []string{
	"CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SHELL_PREFIX",
	"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT",
	"BASHOPTS", "BASH_ENV", "GLIBC_TUNABLES", "LD_AUDIT", "LD_DEBUG", "LD_LIBRARY_PATH", "LD_PRELOAD", "SHELLOPTS",
}

// shell returns the shellNames that own, the launch's environment, does not set, with the user's values. A variable in
// --settings counts before one in the project's settings, which the agent can write and claude reads again (2.1.197,
// 2.1.329).
func (p Plan) shell(person userSettings, own map[string]any) (env map[string]any, notices []lang.Message) {
	env = make(map[string]any)
	for _, name := range shellNames {
		if _, ok := own[name]; ok {
			continue
		}
		env[name] = ""
		if value, ok := p.Lookup(name); ok {
			env[name] = value
		}
		if value, ok := person.ownEnv[name]; ok {
			env[name] = value
		}
		if value, ok := person.env[name]; ok && value != env[name] {
			notices = append(notices, lang.M(
				"%s in the project's settings does not count in this launch: it could keep ccc's hooks from running",
				name))
		}
	}
	return env, notices
}

// OpenSessions tells the user what happens to open sessions when settings.json gets another provider: claude reads that
// file again while it runs.
func OpenSessions(provider string) lang.Message {
	return lang.M("settings.json uses %s now: open claude sessions send their next message there, with the whole "+
		"conversation, except those that ccc started with another provider", provider)
}

// hooks says what keeps hooks from running in this launch. With --supervisor it turns hooks on that the user turned
// off.
func (p Plan) hooks(settings map[string]any, person userSettings) []lang.Message {
	why, off, said := managedHooks(p.Managed)
	own, given := settings["disableAllHooks"].(bool)
	switch {
	case off:
		return []lang.Message{lang.M("%v: no hook runs, and nothing is reviewed in Claude Code's own screen", why)}
	case said:
	case own:
		return []lang.Message{
			lang.M("disableAllHooks is true in the settings of this launch: " +
				"no hook runs, and nothing is reviewed in Claude Code's own screen"),
		}
	case person.noHooks != "" && !given && p.Supervisor:
		settings["disableAllHooks"] = false
		return []lang.Message{lang.M("disableAllHooks is true in %s: for this launch hooks are on", person.noHooks)}
	case person.noHooks != "" && !given:
		return []lang.Message{lang.M("disableAllHooks is true in %s: "+
			"no hook runs, and nothing is reviewed in Claude Code's own screen; "+
			"take it out for that, or start with ccc --supervisor", person.noHooks)}
	case !given: // otherwise the agent could turn them off in the project's settings, which claude reads again
		settings["disableAllHooks"] = false
	}
	return nil
}

// pinProvider keeps a launch on its provider. `ccc provider use` can write the variables of another provider to
// settings.json while the launch runs, and claude reads that file again. The launch's settings override them: "" unsets
// a variable, a helper and a model (measured on 2.1.5, 2.1.197 and 2.1.329; null would make claude ignore the whole
// file).
func pinProvider(f provider.File, settings map[string]any, p Plan, person userSettings, inUse usedFile) {
	if p.Provider == nil {
		return
	}
	person.hasHelper = true
	person.unset(settings)
	env, _ := settings["env"].(map[string]any)
	env = provider.MergeSettings(env, nil)
	override := func(name string) {
		if _, own := env[name]; own {
			return
		}
		env[name] = ""
		if value, ok := p.Lookup(name); ok && !provider.IsAPIVariable(name) {
			env[name] = value
		}
		if value, ok := person.env[name]; ok && !provider.IsAPIVariable(name) {
			env[name] = value
		}
	}
	models := false
	for _, other := range f.Providers {
		shared, _ := provider.WithoutSecrets(other.Settings)
		for name := range shared {
			override(name)
		}
		models = models || other.Settings["model"] != nil
	}
	for _, name := range inUse.variables() {
		override(name)
	}
	for _, use := range inUse.Uses {
		models = models || use.hasWritten("model")
	}
	if len(env) > 0 {
		settings["env"] = env
	}
	if settings["model"] == nil && models {
		settings["model"] = ""
		if own, ok := person.merged["model"].(string); ok {
			settings["model"] = own
		}
	}
}

// mergeSettings returns the settings of the configuration, the provider and the user's --settings.
func mergeSettings(f provider.File, p Plan) (map[string]any, error) {
	settings, err := f.MergedSettings(p.Provider, p.Lookup)
	if err != nil {
		return nil, err
	}
	for _, g := range p.Given {
		extra, err := readSettings(g)
		if err != nil {
			return nil, err
		}
		settings = provider.MergeSettings(settings, extra)
	}
	return settings, nil
}

// write writes the launch's files.
func (p Plan) write(l *Launch, settings, reviewer map[string]any) error {
	name := ".ccc" // no provider's name begins with a dot
	if p.Provider != nil {
		name = "-" + p.Provider.Name
	}
	agentText, err := p.Hook.encode(settings)
	if err != nil {
		return err
	}
	reviewerText, err := encode(reviewer)
	if err != nil {
		return err
	}
	if len(p.Given) > 0 { // the name contains a digest of the content, so that other launches do not get the file
		name += "-" + file.Digest(string(agentText))[:8]
	}
	l.Agent = filepath.Join(p.Dir, "settings"+name+".json")
	l.Reviewer = filepath.Join(p.Dir, "settings"+name+"-supervisor.json")
	l.Texts = map[string][]byte{l.Agent: agentText, l.Reviewer: reviewerText}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return lang.Errorf("create claude's configuration directory: %w", err)
	}
	person := filepath.Join(p.Dir, "settings.json")
	err = file.Update(person, file.JSON, func(old []byte) ([]byte, error) {
		text, err := p.Hook.putStopHook(old)
		if err != nil {
			return nil, lang.Errorf("add the Stop hook to %s: %w", person, err)
		}
		return text, nil
	})
	if err != nil {
		return err
	}
	kept, err := installCommands(p.Dir, p.Hook.quotedProgram(), p.Hook.Lang)
	l.Notices = append(l.Notices, kept...)
	if err != nil {
		return err
	}
	if err := file.Update(l.Agent, file.Private, func([]byte) ([]byte, error) { return agentText, nil }); err != nil {
		return err
	}
	return file.Update(l.Reviewer, file.Private, func([]byte) ([]byte, error) { return reviewerText, nil })
}

// Rewrite writes the launch's files once more, where somebody has changed them.
func (l Launch) Rewrite() error {
	var err error
	for path, text := range l.Texts {
		if info, bad := os.Lstat(path); bad == nil && !info.Mode().IsRegular() {
			// Do not write to the file that a link leads to.
			err = errors.Join(err, os.Remove(path))
		}
		err = errors.Join(err, file.Update(path, file.Private, func([]byte) ([]byte, error) { return text, nil }))
	}
	return err
}

func encode(settings map[string]any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // so that a hook's command reads as in settings.json
	e.SetIndent("", "  ")
	if err := e.Encode(settings); err != nil {
		return nil, lang.Errorf("write the settings: %w", err)
	}
	return text.Bytes(), nil
}

// readSettings reads the value of claude's --settings: JSON, or the path of a file.
func readSettings(given string) (map[string]any, error) {
	text, from := []byte(given), "--settings"
	if !strings.HasPrefix(strings.TrimSpace(given), "{") {
		var err error
		if text, err = file.ReadJSON(given); err == nil && text == nil {
			err = &fs.PathError{Op: "open", Path: given, Err: syscall.ENOENT}
		}
		if err != nil {
			return nil, lang.Errorf("read --settings: %w", err)
		}
		from = given
	}
	var settings map[string]any
	if err := json.Unmarshal(text, &settings); err != nil {
		return nil, lang.Errorf("read %s: %w", from, jsonedit.Locate(text, err))
	}
	return settings, nil
}
