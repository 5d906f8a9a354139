package claude

import (
	"slices"

	"ccc/internal/lang"
)

// Login names what claude uses without a provider of ccc's: the variables that say where it sends its requests or with
// which key, which it prefers, or its own login.
func Login(getenv func(string) string) lang.Message {
	names := slices.DeleteFunc([]string{
		"ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN",
		"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX",
	}, func(name string) bool { return getenv(name) == "" })
	if len(names) > 0 {
		return lang.M("%s of the environment", lang.List(names...))
	}
	return lang.M("claude's own login")
}
