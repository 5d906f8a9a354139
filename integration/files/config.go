package files

import "strings"

// OddNames are names of providers that could break a JSON pointer or a file name.
var OddNames = []string{"a.b", "a~b", "a~1b", "~0", "智谱", "a b", "123", "0", "a-", `a"b`, "a<b>&", "a'b", "A", "%s",
	"😀",
	strings.Repeat("x", 100)}

// FullConfig is a ccc.json with unknown keys, in an unusual order.
const FullConfig = `{
    "zzz": [1, 12345678901234567890, 1.50],
    "current_provider": "glm",
    "providers": {
        "kimi": {"env": {"ANTHROPIC_AUTH_TOKEN": "t0p"}, "note": "<mine>"},
        "glm": {},
        "glm-air": {}
    },
    "language": "en",
    "aaa": {"b": null}
}
`

// NoEnv is an environment without variables.
func NoEnv(string) (string, bool) { return "", false }

// Env returns an environment of the pairs name, value, name, value, …
func Env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}
