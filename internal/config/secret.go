package config

import (
	"encoding/json"
	"maps"
	"os"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/secret"
)

// keys are the variables that a provider's token can be in, the one that claude takes first.
var keys = []string{"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"}

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
		value = variable().ReplaceAllStringFunc(value, func(ref string) string {
			value, _ := lookup(ref[2 : len(ref)-1])
			return value
		})
		if value != "" {
			values = append(values, value)
		}
	}
	return values
}

// OwnSecrets gives the secret values of the settings files that claude reads by itself: the person's in dir, and the
// project's in work. One that cannot be read has none.
func OwnSecrets(dir, work string) (values []string) {
	for _, path := range settingsFiles(dir, work) {
		var settings any
		text, _ := file.Read(path, file.Max)
		_ = json.Unmarshal(text, &settings)
		values = append(values, secret.InSettings(settings)...)
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
	mend := "chmod 600 " + Quoted(f.Path)
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

// Secrets gives the secret values of the launch, those that the person gave by --settings included.
func (l Launch) Secrets() []string { return l.secrets }

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
	name, text := f.key(p)
	if name == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	env := map[string]any{name: text}
	if err := expand(map[string]any{"env": env}, lookup); err != nil {
		return "", err
	}
	if env[name] == "" {
		return "", &NoKeyError{p.Name, f.Path}
	}
	return env[name].(string), nil
}

// key finds the variable that the provider's token is in, and its text as it stands in the file.
func (f File) key(p *Provider) (name, text string) {
	env, _ := merge(f.Settings, p.Settings)["env"].(map[string]any)
	for _, name := range keys {
		if text, _ := env[name].(string); text != "" {
			return name, text
		}
	}
	return "", ""
}

// open gives the env of settings without secrets, and the names of those.
func open(settings map[string]any) (env map[string]any, secrets []string) {
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
