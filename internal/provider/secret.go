package provider

import (
	"maps"
	"os"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/text"
)

// KeyVariables are the variables in which claude looks for an API key, in claude's order.
var KeyVariables = []string{"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"}

// Secrets returns the secret values of all providers in ccc.json, with each ${NAME} replaced by what lookup finds.
func (f File) Secrets(lookup func(string) (string, bool)) (values []string) {
	all := []map[string]any{f.Settings}
	for _, p := range f.Providers {
		all = append(all, p.Settings)
	}
	for _, settings := range all {
		values = append(values, expandSecrets(settings, lookup)...)
	}
	return values
}

// expandSecrets returns the secret values in settings, with each ${NAME} replaced by what lookup finds.
func expandSecrets(settings map[string]any, lookup func(string) (string, bool)) (values []string) {
	for _, value := range secret.InSettings(settings) {
		value = reference.Get().ReplaceAllStringFunc(value, func(ref string) string {
			value, _ := lookup(ref[2 : len(ref)-1])
			return value
		})
		if value != "" {
			values = append(values, value)
		}
	}
	return values
}

// PermissionWarning says if other users can read the keys in ccc.json, or change it. It is empty if they can do
// neither.
func (f File) PermissionWarning() lang.Message {
	info, err := os.Stat(f.Path)
	if err != nil {
		return lang.Message{}
	}
	change, read := info.Mode()&0o002 != 0, info.Mode()&0o077 != 0 // a group may have no other member
	read = read && len(f.Secrets(func(string) (string, bool) { return "", false })) > 0
	mend := "chmod 600 " + text.ShellWord(f.Path)
	switch {
	case read && change:
		return lang.M("other users can read the keys in ccc.json, and change it: %s", mend)
	case read:
		return lang.M("other users can read the keys in ccc.json: %s", mend)
	case change:
		return lang.M("other users can change ccc.json, and so run commands as you: %s", mend)
	}
	return lang.Message{}
}

// NoKeyError says that a provider has no API key.
type NoKeyError struct{ Name, Path string }

func (e *NoKeyError) Error() string { return lang.English.Text(e.Message()) }

// Message is the error in words.
func (e *NoKeyError) Message() lang.Message {
	return lang.M("the provider %q in %s has no key", e.Name, e.Path)
}

// Hint says where to put a key.
func (e *NoKeyError) Hint() lang.Message {
	return lang.M("put ANTHROPIC_AUTH_TOKEN or ANTHROPIC_API_KEY into its env; it may name a variable: ${NAME}")
}

// Key returns the API key of a provider, with ${NAME} replaced by what lookup finds. The error is a *NoKeyError if
// there is none.
func (f File) Key(p *Provider, lookup func(string) (string, bool)) (string, error) {
	name, text := f.KeySetting(p)
	if name == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	env := map[string]any{name: text}
	if err := ExpandEnv(map[string]any{"env": env}, lookup); err != nil {
		return "", err
	}
	if env[name] == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	return env[name].(string), nil
}

// KeySetting finds the variable in the provider's env that has its API key, and the value in the file, such as ${NAME}.
// Both are "" if there is none.
func (f File) KeySetting(p *Provider) (name, text string) {
	env, _ := MergeSettings(f.Settings, p.Settings)["env"].(map[string]any)
	for _, name := range KeyVariables {
		if text, _ := env[name].(string); text != "" {
			return name, text
		}
	}
	return "", ""
}

// WithoutSecrets returns the env of settings without its secrets, and the names of the variables that it leaves out.
func WithoutSecrets(settings map[string]any) (env map[string]any, secrets []string) {
	given, _ := settings["env"].(map[string]any)
	env = maps.Clone(given)
	maps.DeleteFunc(env, func(name string, value any) bool {
		hide := secret.MayBeSecret(name, value)
		if hide {
			secrets = append(secrets, name)
		}
		return hide
	})
	slices.Sort(secrets)
	return env, secrets
}

// ReviewerEnv returns env for a reviewer on the provider: without the variables that choose an API, and without those
// that another provider sets. A hook inherits them from the agent's environment.
func (f File) ReviewerEnv(provider string, env []string, lookup func(string) (string, bool)) []string {
	other := make(map[string]bool)
	for _, p := range f.Providers {
		if p.Name == provider {
			continue
		}
		values, err := f.Env(&Provider{Name: p.Name, Settings: p.Settings}, lookup)
		if err != nil {
			continue // it names a variable that is not set, and so is not in the environment
		}
		own, _ := p.Settings["env"].(map[string]any)
		for name := range own {
			other[name+"="+values[name]] = true
		}
	}
	return slices.DeleteFunc(f.WithoutOtherKeys(provider, env, lookup), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return IsAPIVariable(name) || other[kv]
	})
}

// WithoutOtherKeys returns env without the variables that contain a key of any provider but the one named; "" is the
// user's own login. The values are compared, because ccc.json can take keys from variables of any name.
func (f File) WithoutOtherKeys(provider string, env []string, lookup func(string) (string, bool)) []string {
	own := expandSecrets(f.Settings, lookup)
	var others []string
	for _, p := range f.Providers {
		if p.Name == provider {
			own = append(own, expandSecrets(p.Settings, lookup)...)
		} else {
			others = append(others, expandSecrets(p.Settings, lookup)...)
		}
	}
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, value, _ := strings.Cut(kv, "=")
		if provider == "" && IsAPIVariable(name) { // claude may log in with it
			return false
		}
		return slices.ContainsFunc(others, func(key string) bool {
			return !slices.Contains(own, key) && secret.IsIn(value, key)
		})
	})
}
