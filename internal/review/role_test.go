package review

import "testing"

// TestG11Role: the rubric is in the message, and not in the system prompt, if the provider's cache has a long
// conversation for this reviewer.
func TestG11Role(t *testing.T) {
	agent := Agent{Provider: "glm", Model: "big", Tokens: 30_001}
	short, unknown, own := agent, agent, agent
	short.Tokens, unknown.Tokens, own.Provider = 30_000, 0, ""
	for _, c := range []struct {
		what, wanted, provider, model string
		agent                         Agent
		want                          string
	}{
		{"long", "auto", "glm", "big", agent, "user"},
		{"not given", "", "glm", "big", agent, "user"},
		{"the session's model", "auto", "glm", "", agent, "user"},
		{"the person's own login", "auto", "", "big", own, "user"},
		{"short", "auto", "glm", "big", short, "system"},
		{"of unknown length", "auto", "glm", "big", unknown, "system"},
		{"another provider", "auto", "kimi", "big", agent, "system"},
		{"a provider, and the agent on the own login", "auto", "glm", "big", own, "system"},
		{"another model", "auto", "glm", "small", agent, "system"},
		{"the person says so", "user", "kimi", "small", short, "user"},
		{"the person says so", "system", "glm", "big", agent, "system"},
	} {
		if got := chooseRole(c.wanted, c.provider, c.model, c.agent); got != c.want {
			t.Errorf("%s: role = %s, want %s", c.what, got, c.want)
		}
	}
}
