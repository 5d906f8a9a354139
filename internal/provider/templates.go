package provider

import (
	"cmp"
	"strings"

	"ccc/internal/lang"
)

// Template has the settings that a provider documents for Claude Code, without a key.
type Template struct {
	Name  string
	Label lang.Message
	URL   string // the base URL; "" for Anthropic's, or if Own is set
	Key   string // the variable for the key
	Own   bool   // the user is asked for the base URL
	Model string // the documented model; "" if the API accepts the names of claude's models
}

const token = "ANTHROPIC_AUTH_TOKEN"

// Templates are the providers that ccc knows. Base URLs and models were documented so in November 2026.
var Templates = []Template{
	{Name: "anthropic", Label: lang.Verbatim("Anthropic API"), Key: "ANTHROPIC_API_KEY"},
	{Name: "kimi", Label: lang.M("Kimi, international (platform.moonshot.ai)"),
		URL: "https://api.moonshot.ai/anthropic", Key: token, Model: "kimi-k2.5"},
	{Name: "kimi-cn", Label: lang.M("Kimi, China (platform.moonshot.cn)"),
		URL: "https://api.moonshot.cn/anthropic", Key: token, Model: "kimi-k2.5"},
	{Name: "kimi-code", Label: lang.M("Kimi Code subscription (kimi.com)"),
		URL: "https://api.kimi.com/coding/", Key: "ANTHROPIC_API_KEY"},
	{Name: "glm", Label: lang.M("GLM, China (open.bigmodel.cn)"), URL: "https://open.bigmodel.cn/api/anthropic",
		Key: token},
	{Name: "zai", Label: lang.M("GLM, international (z.ai)"), URL: "https://api.z.ai/api/anthropic", Key: token},
	{Name: "minimax", Label: lang.M("MiniMax, international (platform.minimax.io)"),
		URL: "https://api.minimax.io/anthropic", Key: token, Model: "MiniMax-M3"},
	{Name: "minimax-cn", Label: lang.M("MiniMax, China (platform.minimaxi.com)"),
		URL: "https://api.minimaxi.com/anthropic", Key: token, Model: "MiniMax-M2.7"},
	{Name: "deepseek", Label: lang.Verbatim("DeepSeek"),
		URL: "https://api.deepseek.com/anthropic", Key: token, Model: "deepseek-v4-pro"},
	{Name: "openrouter", Label: lang.Verbatim("OpenRouter"), URL: "https://openrouter.ai/api", Key: token},
	{Name: "other", Label: lang.M("any other API that is compatible with Anthropic's, by its address"),
		Own: true, Key: token},
}

// Models are the models that claude asks a provider for. For "" claude uses the name of its own model.
type Models struct {
	Main                string // the model of a new session
	Opus, Sonnet, Haiku string // in the place of claude's models of these names; Haiku is also for titles and the like
}

// variables returns the variables that name claude's models, each with the field of m for it. 2.1.5, 2.1.197 and
// 2.1.329 use them (measured), but 2.1.5 does not know FABLE. ANTHROPIC_SMALL_FAST_MODEL is the older name of haiku's
// variable.
func (m *Models) variables() []modelVariable {
	return []modelVariable{
		{"ANTHROPIC_MODEL", &m.Main},
		{"ANTHROPIC_DEFAULT_OPUS_MODEL", &m.Opus}, {"ANTHROPIC_DEFAULT_FABLE_MODEL", &m.Opus},
		{"ANTHROPIC_DEFAULT_SONNET_MODEL", &m.Sonnet},
		{"ANTHROPIC_DEFAULT_HAIKU_MODEL", &m.Haiku}, {"ANTHROPIC_SMALL_FAST_MODEL", &m.Haiku},
	}
}

type modelVariable struct {
	name string
	of   *string
}

// Provider makes an entry from the template. A model that m does not name is the main one.
func (t Template) Provider(name, key string, m Models) Provider {
	env := map[string]any{t.Key: key}
	if t.URL != "" {
		env["ANTHROPIC_BASE_URL"] = t.URL
	}
	for _, v := range m.variables() {
		if model := cmp.Or(*v.of, m.Main); model != "" {
			env[v.name] = model
		}
	}
	return Provider{Name: name, Settings: map[string]any{"env": env}}
}

// Summary lists the models in a few words. A role whose model is the main one is left out.
func (m Models) Summary() string {
	var words []string
	if m.Main != "" {
		words = append(words, m.Main)
	}
	for _, role := range [][2]string{{"opus", m.Opus}, {"sonnet", m.Sonnet}, {"haiku", m.Haiku}} {
		if role[1] != "" && role[1] != m.Main {
			words = append(words, role[0]+" "+role[1])
		}
	}
	return strings.Join(words, " · ")
}
