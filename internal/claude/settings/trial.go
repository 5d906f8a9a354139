package settings

import (
	"encoding/json"
	"maps"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/provider"
)

// Trial returns a settings.json for a claude in a separate home that is to use the same API as the user: the parts
// about the API in the settings.json of dir. If the trial uses a provider of ccc.json, which has its own address and
// key, these parts are left out, and the rest of the environment stays.
func Trial(dir string, on *provider.Provider) ([]byte, error) {
	text, err := file.ReadJSON(filepath.Join(dir, "settings.json"))
	if err != nil {
		return nil, err
	}
	var hers map[string]any
	_ = json.Unmarshal(text, &hers) // a broken file sets nothing
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

// Model returns the model of a launch with the provider, if settings name one: ccc.json, then the user's
// settings.json in dir. A nil provider is the user's own login. lookup reads the environment.
func Model(f provider.File, dir string, provider *provider.Provider, lookup func(string) (string, bool)) string {
	settings, err := mergeSettings(f, Plan{Provider: provider, Lookup: lookup})
	if err != nil {
		return ""
	}
	all := []map[string]any{settings}
	if provider == nil {
		var hers map[string]any
		text, _ := file.ReadJSON(filepath.Join(dir, "settings.json")) // a missing or broken file names no model
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
