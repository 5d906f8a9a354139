package claude

import (
	"slices"

	"ccc/internal/lang"
)

// Login names what claude uses without a provider of ccc's: the variables that say where it sends its requests or with
// which key, which it prefers, or its own login.
func Login(getenv func(string) string) lang.Message {
	keys := Keys(getenv)
	if getenv("ANTHROPIC_BASE_URL") != "" {
		keys = slices.Insert(keys, 0, "ANTHROPIC_BASE_URL")
	}
	if len(keys) > 0 {
		return lang.M("%s of the environment", lang.List(keys...))
	}
	return lang.M("claude's own login")
}

// Keys returns the variables of the environment that claude takes a key from, or that say whose login it uses. Each
// goes before claude's own login.
func Keys(getenv func(string) string) []string {
	return slices.DeleteFunc([]string{
		"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK",
		"CLAUDE_CODE_USE_VERTEX",
	}, func(name string) bool { return getenv(name) == "" })
}
