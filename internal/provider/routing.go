package provider

import (
	"path"
	"slices"
)

// IsAPIVariable reports whether the variable tells claude which API to use, or with which key or model. A provider's
// launch takes these from ccc.json only: set anywhere else, they belong to another provider.
func IsAPIVariable(name string) bool {
	return slices.ContainsFunc(routingNames, func(pattern string) bool {
		match, _ := path.Match(pattern, name) // the patterns are good
		return match
	})
}

// routingNames are patterns of [path.Match], which unlike a regexp costs a launch nothing to make.
var routingNames = []string{
	"ANTHROPIC_?*",
	"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "CLAUDE_CODE_USE_MANTLE",
	"CLAUDE_CODE_USE_GATEWAY", "CLAUDE_CODE_USE_ANTHROPIC_?*",
	"CLAUDE_CODE_SKIP_?*_AUTH", "CLAUDE_CODE_*MODEL*", "CLAUDE_CODE_OAUTH_TOKEN*", "CLAUDE_CODE_GATEWAY_TOKEN*",
	"CLAUDE_CODE_API_BASE_URL", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "CLAUDE_CODE_MAX_CONTEXT_TOKENS",
}
