package config

// Template is a provider as its documentation describes it for Claude Code, but for the key.
type Template struct {
	Name  string
	Label string
	URL   string
	Key   string // the variable that takes the key
	Model string // the model that the documentation names; "" where the API maps claude's own names
}

const token = "ANTHROPIC_AUTH_TOKEN"

// Templates are the providers that ccc knows. Base URLs and models are those of their documentation in November 2026.
var Templates = []Template{
	{Name: "anthropic", Label: "Anthropic API", Key: "ANTHROPIC_API_KEY"},
	{Name: "kimi", Label: "Kimi, international (platform.moonshot.ai)", URL: "https://api.moonshot.ai/anthropic", Key: token, Model: "kimi-k2.5"},
	{Name: "kimi-cn", Label: "Kimi, China (platform.moonshot.cn)", URL: "https://api.moonshot.cn/anthropic", Key: token, Model: "kimi-k2.5"},
	{Name: "kimi-code", Label: "Kimi Code subscription (kimi.com)", URL: "https://api.kimi.com/coding/", Key: "ANTHROPIC_API_KEY"},
	{Name: "glm", Label: "GLM, China (open.bigmodel.cn)", URL: "https://open.bigmodel.cn/api/anthropic", Key: token},
	{Name: "zai", Label: "GLM, international (z.ai)", URL: "https://api.z.ai/api/anthropic", Key: token},
	{Name: "minimax", Label: "MiniMax, international (platform.minimax.io)", URL: "https://api.minimax.io/anthropic", Key: token, Model: "MiniMax-M3"},
	{Name: "minimax-cn", Label: "MiniMax, China (platform.minimaxi.com)", URL: "https://api.minimaxi.com/anthropic", Key: token, Model: "MiniMax-M2.7"},
	{Name: "deepseek", Label: "DeepSeek", URL: "https://api.deepseek.com/anthropic", Key: token, Model: "deepseek-v4-pro"},
	{Name: "openrouter", Label: "OpenRouter", URL: "https://openrouter.ai/api", Key: token},
}

// Provider is the template with a key, on a model unless that is "".
func (t Template) Provider(name, key, model string) Provider {
	env := map[string]any{t.Key: key}
	if t.URL != "" {
		env["ANTHROPIC_BASE_URL"] = t.URL
	}
	if model != "" {
		// Claude names a small model for titles and the like by itself: it is to be one that the API has.
		for _, name := range []string{"ANTHROPIC_MODEL", "ANTHROPIC_SMALL_FAST_MODEL", "ANTHROPIC_DEFAULT_OPUS_MODEL", "ANTHROPIC_DEFAULT_SONNET_MODEL", "ANTHROPIC_DEFAULT_HAIKU_MODEL"} {
			env[name] = model
		}
	}
	return Provider{Name: name, Settings: map[string]any{"env": env}}
}
