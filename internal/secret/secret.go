// Package secret finds values that nobody else may read, by the names of their variables, and masks them in text that
// is stored or shown.
package secret

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// words are parts of the names of variables whose value may be a secret.
var words = []string{
	"TOKEN", "KEY", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "AUTH", "BEARER", "COOKIE", "HEADERS",
}

// login matches a URL that contains a password.
var login = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://[^/@]*:([^/@]*)@`)
})

// MayBeSecret reports whether the value of a variable may be a secret, so that it must not be shown with its name. In
// case of doubt it returns true.
func MayBeSecret(name string, value any) bool {
	text, ok := value.(string)
	name = strings.ToUpper(name)
	switch {
	case !ok, slices.Contains([]string{"", "0", "1", "true", "false"}, strings.ToLower(text)):
		return false // it is a switch, such as CLAUDE_CODE_SKIP_BEDROCK_AUTH
	case strings.HasSuffix(name, "TOKENS") || strings.HasSuffix(name, "_MS"):
		if strings.Trim(text, "0123456789") == "" { // such as CLAUDE_CODE_MAX_OUTPUT_TOKENS
			return false
		}
	}
	return containsAny(name, words) || strings.Contains(text, "@") && login().MatchString(text)
}

// certainNames are parts of the names of variables whose value is a secret whatever it looks like, even a passphrase of
// plain words.
var certainNames = []string{
	"TOKEN", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "BEARER", "COOKIE",
	"API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "ENCRYPTION_KEY", "SIGNING_KEY", "MASTER_KEY",
}

// isHidden reports whether the value of a variable is masked in other text. That needs more than [MayBeSecret]: the key
// of a table or a cache can have the name of an API key (SORT_KEY=timestamp, PRIMARY_KEY=customer_id), and masking its
// value would remove ordinary words from every text. So if the name is not clear, a value that is an identifier is not
// a secret.
func isHidden(name, value string) bool {
	return MayBeSecret(name, value) &&
		(containsAny(strings.ToUpper(name), certainNames) || isClaudes(name) || !isIdentifier(value))
}

// maxWord is the longest word of an identifier, in characters. In base64, the densest alphabet of keys, so many
// characters have 78 random bits, and a generated key has at least 80.
const maxWord = 13

// isIdentifier reports whether a value looks like a name that somebody chose, such as customer_id, createdAt or
// users.id: words of letters in one case or in camelCase, each with at most two digits at its end, joined by "_" or
// ".".
//
// A generated key is not taken for one: it is a long run of characters, with at most a short prefix, and no word may
// be so long. Since base64 for URLs has underscores, words in camelCase may not be joined by them. A passphrase could
// be taken for an identifier, but not under a name that says that it is one (see certainNames).
//
// A value of fewer than [shortest] bytes is never searched in text, so it does no harm as a secret.
func isIdentifier(value string) bool {
	if len(value) < shortest || !identifier().MatchString(value) {
		return false
	}
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '_' || r == '.' }) {
		if len(word) > maxWord {
			return false
		}
	}
	return true
}

var identifier = sync.OnceValue(func() *regexp.Regexp {
	const lower, upper, camel = `[a-z]+[0-9]{0,2}`, `[A-Z]+[0-9]{0,2}`, `[A-Z]?[a-z]+([A-Z][a-z]+)*[0-9]{0,2}`
	return regexp.MustCompile(`^(` + lower + `([_.]` + lower + `)*|` + upper + `([_.]` + upper + `)*|` +
		camel + `([.]` + camel + `)*)$`)
})

// isClaudes reports whether a variable is claude's.
func isClaudes(name string) bool {
	return strings.HasPrefix(name, "ANTHROPIC_") || strings.HasPrefix(name, "CLAUDE_")
}

func containsAny(name string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
}

// endings are the endings of names that mean a secret in any program. In a user's environment the other words also
// occur in names without a secret: SSH_AUTH_SOCK, GIT_AUTHOR_NAME.
var endings = []string{"_TOKEN", "_KEY", "_SECRET", "_PASSWORD"}

// InEnv returns the secrets of an environment: of claude's own variables all that may be secrets; of the others those
// whose name has a certain ending, and URLs with a password.
func InEnv(env []string) (values []string) {
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		ends := func(end string) bool { return strings.HasSuffix(name, end) }
		if (isClaudes(name) || slices.ContainsFunc(endings, ends) || strings.Contains(value, "://")) &&
			isHidden(name, value) {
			values = append(values, value)
		}
	}
	return values
}

// IsIn reports whether a variable's value is the secret or contains it.
func IsIn(value, secret string) bool {
	return secret != "" && value == secret || len(secret) >= shortest && strings.Contains(value, secret)
}

// InSettings returns the secrets of settings: those in every object with the name env or headers. Elsewhere such a
// name means a command, such as apiKeyHelper.
func InSettings(settings any) (values []string) {
	walk(settings, func(path []string, value string) {
		if n := len(path); n > 1 && (path[n-2] == "env" || path[n-2] == "headers") && isHidden(path[n-1], value) {
			values = append(values, value)
		}
	})
	return values
}

// InLogin returns the secrets of .credentials.json, in which claude keeps its own login.
func InLogin(text []byte) (values []string) {
	var login any
	if json.Unmarshal(text, &login) != nil {
		return nil
	}
	walk(login, func(path []string, value string) {
		if MayBeSecret(path[len(path)-1], value) {
			values = append(values, value)
		}
	})
	return values
}

// walk calls visit for every string that is a member of an object, with the names that lead to it.
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
