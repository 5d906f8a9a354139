package config

import (
	"maps"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// keys are the variables that a provider's token can be in, the one that claude takes first.
var keys = []string{"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"}

// secretWords stand in the names of variables that hold secrets.
var secretWords = []string{
	"TOKEN", "KEY", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "AUTH", "BEARER", "COOKIE", "HEADERS",
}

var login = lazy(`^[a-zA-Z][a-zA-Z0-9+.-]*://[^/@]*:[^/@]*@`) // a URL with a password in it

// secret reports whether the value of a variable may be one that nobody else is to read. In doubt it is.
func secret(name string, value any) bool {
	text, ok := value.(string)
	name = strings.ToUpper(name)
	switch {
	case !ok, slices.Contains([]string{"", "0", "1", "true", "false"}, strings.ToLower(text)):
		return false // a switch, as CLAUDE_CODE_SKIP_BEDROCK_AUTH
	case strings.HasSuffix(name, "TOKENS") || strings.HasSuffix(name, "_MS"):
		if strings.Trim(text, "0123456789") == "" { // as of CLAUDE_CODE_MAX_OUTPUT_TOKENS
			return false
		}
	}
	return slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) }) ||
		strings.Contains(text, "@") && login().MatchString(text)
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
		hide := secret(name, value)
		if hide {
			secrets = append(secrets, name)
		}
		return hide
	})
	slices.Sort(secrets)
	return env, secrets
}
