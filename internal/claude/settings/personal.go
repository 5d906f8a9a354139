package settings

import (
	"bytes"
	"encoding/json"
	"errors"

	"ccc/internal/claude"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
)

// userSettings is the content of the settings files that claude reads without --settings: the user's and the project's,
// without what ccc wrote there.
type userSettings struct {
	merged    map[string]any // merged, later files over earlier ones
	denied    []any
	env       map[string]any
	ownEnv    map[string]any // of the user's own file alone
	hasHelper bool           // apiKeyHelper: a command that prints a key
	noHooks   string         // the file whose disableAllHooks turns hooks off, or ""
}

// readUserSettings reads the [claude.SettingsFiles], without the provider that ccc wrote to the user's. A broken file
// of the project is no error, since claude reports it. A broken settings.json of the user is one, since ccc has to
// write to it.
func readUserSettings(
	dir, work string, inUse usedFile, read func(string) ([]byte, error),
) (p userSettings, err error) {
	for n, path := range claude.SettingsFiles(dir, work) {
		text, err := read(path)
		if n == 0 && err == nil {
			if own, err := inUse.withoutProvider(text); err == nil { // if it is broken, add returns the place
				text = own
			}
		}
		if err == nil && len(bytes.TrimSpace(text)) > 0 {
			err = p.add(path, text)
		}
		if n == 0 {
			if err != nil {
				return p, err
			}
			p.ownEnv = p.env
		}
	}
	return p, nil
}

func (p *userSettings) add(path string, text []byte) error {
	settings, err := jsonedit.Members(text) // no struct: that would take "Env", too
	var wrong *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrong) {
		return lang.Errorf("read %s: %w", path, jsonedit.Locate(text, err))
	}
	// A value of the wrong type is ignored: claude reports it.
	var env map[string]any
	_ = json.Unmarshal(settings["env"], &env)
	p.env = provider.MergeSettings(p.env, env)
	var all map[string]any
	_ = json.Unmarshal(text, &all)
	p.merged = provider.MergeSettings(p.merged, all)
	rules, _ := all["permissions"].(map[string]any)
	denied, _ := rules["deny"].([]any)
	p.denied = append(p.denied, denied...)
	p.hasHelper = p.hasHelper || len(settings["apiKeyHelper"]) > 0
	var off *bool
	if json.Unmarshal(settings["disableAllHooks"], &off) == nil && off != nil {
		if p.noHooks = ""; *off {
			p.noHooks = path
		}
	}
	return nil
}

// unset makes settings override the files' values for another provider: "" unsets a variable. An apiKeyHelper of the
// files would send its key along with the provider's own (measured on 2.1.5, 2.1.197 and 2.1.329).
func (p userSettings) unset(settings map[string]any) {
	env, _ := settings["env"].(map[string]any)
	for name := range p.env {
		if _, own := env[name]; !own && provider.IsAPIVariable(name) {
			env = provider.MergeSettings(env, map[string]any{name: ""})
			settings["env"] = env
		}
	}
	if _, own := settings["apiKeyHelper"]; p.hasHelper && !own {
		settings["apiKeyHelper"] = ""
	}
}
