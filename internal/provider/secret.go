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

// KeyVariables are the variables that a provider's token can be in, the one that claude takes first.
var KeyVariables = []string{"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"}

// Secrets gives the secret values of ccc.json, those of every provider, ${VAR} expanded by lookup.
func (f File) Secrets(lookup func(string) (string, bool)) (values []string) {
	all := []map[string]any{f.Settings}
	for _, p := range f.Providers {
		all = append(all, p.Settings)
	}
	for _, settings := range all {
		values = append(values, expanded(settings, lookup)...)
	}
	return values
}

// expanded are the secrets of one part of ccc.json, with the variables that they name.
func expanded(settings map[string]any, lookup func(string) (string, bool)) (values []string) {
	for _, value := range secret.InSettings(settings) {
		value = Variable().ReplaceAllStringFunc(value, func(ref string) string {
			value, _ := lookup(ref[2 : len(ref)-1])
			return value
		})
		if value != "" {
			values = append(values, value)
		}
	}
	return values
}

// Exposed says what other users can do with ccc.json: read it though keys stand in it, or change it; empty for neither.
func (f File) Exposed() lang.Message {
	info, err := os.Stat(f.Path)
	if err != nil {
		return lang.Message{}
	}
	change, read := info.Mode()&0o002 != 0, info.Mode()&0o077 != 0 // a group may be the person's alone
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

// NoKeyError says that a provider has no token.
type NoKeyError struct{ Name, Path string }

func (e *NoKeyError) Error() string { return lang.English.Text(e.Message()) }

// Message is the error in words.
func (e *NoKeyError) Message() lang.Message {
	return lang.M("the provider %q in %s has no key", e.Name, e.Path)
}

// Hint says where it belongs.
func (e *NoKeyError) Hint() lang.Message {
	return lang.M("put ANTHROPIC_AUTH_TOKEN or ANTHROPIC_API_KEY into its env; it may name a variable: ${NAME}")
}

// Key gives the token of a provider, ${VAR} expanded by lookup. It is a *NoKeyError if there is none.
func (f File) Key(p *Provider, lookup func(string) (string, bool)) (string, error) {
	name, text := f.KeyVariable(p)
	if name == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	env := map[string]any{name: text}
	if err := Expand(map[string]any{"env": env}, lookup); err != nil {
		return "", err
	}
	if env[name] == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	return env[name].(string), nil
}

// KeyVariable finds the variable that the provider's token is in, and its text as it stands in the file.
func (f File) KeyVariable(p *Provider) (name, text string) {
	env, _ := Merge(f.Settings, p.Settings)["env"].(map[string]any)
	for _, name := range KeyVariables {
		if text, _ := env[name].(string); text != "" {
			return name, text
		}
	}
	return "", ""
}

// WithoutSecrets gives the env of settings without secrets, and the names of those.
func WithoutSecrets(settings map[string]any) (env map[string]any, secrets []string) {
	given, _ := settings["env"].(map[string]any)
	env = maps.Clone(given)
	maps.DeleteFunc(env, func(name string, value any) bool {
		hide := secret.Named(name, value)
		if hide {
			secrets = append(secrets, name)
		}
		return hide
	})
	slices.Sort(secrets)
	return env, secrets
}

// Foreign gives the environment of a reviewer that is on the provider, without what says which API answers and without
// what is another provider's: in a hook they stand in the environment.
func (f File) Foreign(provider string, env []string, lookup func(string) (string, bool)) []string {
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
	return slices.DeleteFunc(f.Discreet(provider, env, lookup), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return ChoosesAPI(name) || other[kv]
	})
}

// Discreet gives an environment without the variables that hold a key of another provider than the one named, whatever
// they are called: ccc.json may take its keys from them. "" is the person's own login.
func (f File) Discreet(provider string, env []string, lookup func(string) (string, bool)) []string {
	own := expanded(f.Settings, lookup)
	var others []string
	for _, p := range f.Providers {
		if p.Name == provider {
			own = append(own, expanded(p.Settings, lookup)...)
		} else {
			others = append(others, expanded(p.Settings, lookup)...)
		}
	}
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, value, _ := strings.Cut(kv, "=")
		if provider == "" && ChoosesAPI(name) { // by these claude logs in
			return false
		}
		return slices.ContainsFunc(others, func(key string) bool {
			return !slices.Contains(own, key) && secret.Holds(value, key)
		})
	})
}
