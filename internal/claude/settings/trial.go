package settings

import (
	"encoding/json"
	"maps"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/provider"
)

// Trial returns the text of a settings.json for a claude in a separate home that is to ask the same API as the user's:
// that part of the settings.json in dir. If the trial is on a provider of ccc.json, which has its own address and key,
// that is the rest of the environment.
func Trial(dir string, on *provider.Provider) ([]byte, error) {
	text, err := file.ReadJSON(filepath.Join(dir, "settings.json"))
	if err != nil {
		return nil, err
	}
	var hers map[string]any
	_ = json.Unmarshal(text, &hers) // what is broken says nothing
	settings := make(map[string]any)
	if env, ok := hers["env"].(map[string]any); ok {
		env = maps.Clone(env)
		maps.DeleteFunc(env, func(name string, _ any) bool { return on != nil && provider.IsAPIVariable(name) })
		settings["env"] = env
	}
	for _, name := range []string{"apiKeyHelper", "awsAuthRefresh", "awsCredentialExport"} {
		if value := hers[name]; value != nil && on == nil {
			settings[name] = value
		}
	}
	return encode(settings)
}

// Model returns the model that a launch on the provider asks for, as far as settings say so: ccc.json, then the user's
// settings.json in dir. A nil provider is the user's own login. lookup reads the environment.
func Model(f provider.File, dir string, provider *provider.Provider, lookup func(string) (string, bool)) string {
	settings, err := merged(f, Plan{Provider: provider, Lookup: lookup})
	if err != nil {
		return ""
	}
	all := []map[string]any{settings}
	if provider == nil {
		var hers map[string]any
		text, _ := file.ReadJSON(filepath.Join(dir, "settings.json")) // none, or broken: it says nothing
		_ = json.Unmarshal(text, &hers)
		all = append(all, hers)
	}
	for _, s := range all {
		env, _ := s["env"].(map[string]any)
		for _, value := range []any{s["model"], env["ANTHROPIC_MODEL"]} {
			if name, ok := value.(string); ok && name != "" {
				return name
			}
		}
	}
	name := ""
	if provider == nil {
		name, _ = lookup("ANTHROPIC_MODEL")
	}
	return name
}
