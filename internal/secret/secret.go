// Package secret knows which values nobody else is to read, by their names, and masks them in what is written down.
package secret

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// words stand in the names of variables that hold secrets.
var words = []string{
	"TOKEN", "KEY", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "AUTH", "BEARER", "COOKIE", "HEADERS",
}

var login = sync.OnceValue(func() *regexp.Regexp { // a URL with a password in it
	return regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://[^/@]*:([^/@]*)@`)
})

// Named reports whether the value of a variable may be one that nobody else is to read. In doubt it is.
func Named(name string, value any) bool {
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
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) }) ||
		strings.Contains(text, "@") && login().MatchString(text)
}

// certain are the endings of names that hold a secret in whatever program. In the environment of a person the other
// words also name what is none: SSH_AUTH_SOCK, GIT_AUTHOR_NAME.
var certain = []string{"_TOKEN", "_KEY", "_SECRET", "_PASSWORD"}

// InEnv gives the secrets of an environment: of claude's own variables all that [Named] takes for one, of the others
// those with a certain name.
func InEnv(env []string) (values []string) {
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		own := strings.HasPrefix(name, "ANTHROPIC_") || strings.HasPrefix(name, "CLAUDE_")
		ends := func(end string) bool { return strings.HasSuffix(name, end) }
		if (own || slices.ContainsFunc(certain, ends) || strings.Contains(value, "://")) && Named(name, value) {
			values = append(values, value)
		}
	}
	return values
}

// Holds reports whether a variable's value is the secret, or holds it.
func Holds(value, secret string) bool {
	return secret != "" && value == secret || len(secret) >= shortest && strings.Contains(value, secret)
}

// InSettings gives the secrets of settings: those in env and headers, wherever they stand. What else has such a name is
// a command, as apiKeyHelper.
func InSettings(settings any) (values []string) {
	walk(settings, func(path []string, value string) {
		if n := len(path); n > 1 && (path[n-2] == "env" || path[n-2] == "headers") && Named(path[n-1], value) {
			values = append(values, value)
		}
	})
	return values
}

// InLogin gives the secrets of the file in which claude keeps its own login, .credentials.json.
func InLogin(text []byte) (values []string) {
	var login any
	if json.Unmarshal(text, &login) != nil {
		return nil
	}
	walk(login, func(path []string, value string) {
		if Named(path[len(path)-1], value) {
			values = append(values, value)
		}
	})
	return values
}

// walk visits the strings that are members of objects.
func walk(v any, visit func(path []string, value string), path ...string) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			at := append(path[:len(path):len(path)], name)
			if text, ok := member.(string); ok {
				visit(at, text)
			}
			walk(member, visit, at...)
		}
	case []any:
		for _, element := range v {
			walk(element, visit, path...)
		}
	}
}
