package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
)

// persons is what the settings files that claude reads by itself hold, the person's and the project's, without what ccc
// wrote there.
type persons struct {
	all     map[string]any // one over the other; what is not an object or of the wrong shape as it stands
	denied  []any
	env     map[string]any
	ownEnv  map[string]any // of the person's own file alone
	helper  bool           // apiKeyHelper: a command that prints a key
	noHooks string         // the file whose disableAllHooks counts
}

// settingsFiles are those that claude reads by itself; a later one counts before an earlier one.
func settingsFiles(dir, work string) []string {
	return []string{
		filepath.Join(dir, "settings.json"),
		filepath.Join(work, ".claude", "settings.json"),
		filepath.Join(work, ".claude", "settings.local.json"),
	}
}

// personal reads them; of the person's own one it takes out what is in use there. A broken file of the project's is
// left to claude; into a broken settings.json ccc cannot write.
func personal(dir, work string, inUse usedFile) (p persons, err error) {
	for n, path := range settingsFiles(dir, work) {
		text, err := file.ReadJSON(path)
		if n == 0 && err == nil {
			if own, err := inUse.own(text); err == nil { // else it is broken: add says where
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

func (p *persons) add(path string, text []byte) error {
	settings, err := jsonedit.Members(text) // no struct: that would take "Env", too
	var wrong *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrong) {
		return lang.Errorf("read %s: %w", path, jsonedit.Locate(text, err))
	}
	// The shape of a value is claude's to judge: what has another one is as if it were not there.
	var env map[string]any
	_ = json.Unmarshal(settings["env"], &env)
	p.env = provider.MergeSettings(p.env, env)
	var all map[string]any
	_ = json.Unmarshal(text, &all)
	p.all = provider.MergeSettings(p.all, all)
	rules, _ := all["permissions"].(map[string]any)
	denied, _ := rules["deny"].([]any)
	p.denied = append(p.denied, denied...)
	p.helper = p.helper || len(settings["apiKeyHelper"]) > 0
	var off *bool
	if json.Unmarshal(settings["disableAllHooks"], &off) == nil && off != nil {
		if p.noHooks = ""; *off {
			p.noHooks = path
		}
	}
	return nil
}

// unset makes settings take back what the files hold for another provider: "" unsets a variable, and an apiKeyHelper
// would send its key along with the provider's own (measured on 2.1.5, 2.1.197 and 2.1.329).
func (p persons) unset(settings map[string]any) {
	env, _ := settings["env"].(map[string]any)
	for name := range p.env {
		if _, own := env[name]; !own && provider.IsAPIVariable(name) {
			env = provider.MergeSettings(env, map[string]any{name: ""})
			settings["env"] = env
		}
	}
	if _, own := settings["apiKeyHelper"]; p.helper && !own {
		settings["apiKeyHelper"] = ""
	}
}
