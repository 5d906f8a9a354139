package settings

import (
	"path/filepath"
	"testing"

	"ccc/integration/files"
)

// TestReviewerRules: the reviewer has its own ask rules and none of the allow rules of the user, the project or the
// launch. Whatever they deny is denied to it, too.
func TestReviewerRules(t *testing.T) {
	const config = `{"settings": {"permissions": {"allow": ["Bash(rm:*)", "Read"], "deny": ["Read(secret)"],
		"ask": ["Bash(git push:*)"], "defaultMode": "acceptEdits"}}}`
	want := object(t, `{"deny": ["WebFetch", "Read(.env)", "Read(secret)"], "defaultMode": "acceptEdits",
		"ask": ["Skill", "Task"]}`)
	p := placed(t, map[string]string{
		sources[0]: `{"permissions": {"allow": ["Bash(touch:*)", "Bash(go test:*)"], "deny": ["WebFetch"]},
			"model": "opus", "enabledPlugins": {"x@y": true}}`,
		sources[1]: `{"permissions": {"allow": ["Write", 5], "deny": ["Read(.env)"]}}`,
		sources[2]: `{"permissions": {"allow": ["Bash(go:*)", "Write"]}, "hooks": {"Stop": []}}`,
	})
	p.Asked = []string{"Skill", "Task"}
	l := launched(t, loaded(t, config), p)
	reviewer := read(t, l.Reviewer)
	if got := reviewer["permissions"]; !sameJSON(got, want) {
		t.Errorf("the reviewer's permissions are %v, want %v", got, want)
	}
	if reviewer["model"] != "opus" || reviewer["enabledPlugins"] != nil || reviewer["hooks"] != nil {
		t.Errorf("the reviewer's settings are %v", reviewer)
	}
	if agent := read(t, l.Agent)["permissions"].(map[string]any); len(agent["allow"].([]any)) != 2 {
		t.Errorf("the agent's permissions are %v", agent)
	}
}

// TestReviewersProvider: the reviewer's settings are those of supervisor.provider. Nothing of the agent's provider or
// of the environment decides which API answers.
func TestReviewersProvider(t *testing.T) {
	f := loaded(t, `{"supervisor": {"provider": "strict"}, "current_provider": "fast", "providers": {
		"fast": {"env": {"ANTHROPIC_BASE_URL": "http://fast", "ANTHROPIC_AUTH_TOKEN": "f", 
			"ANTHROPIC_SMALL_FAST_MODEL": "small", "OWN": "1"}, "model": "fast-model"},
		"strict": {"env": {"ANTHROPIC_BASE_URL": "http://strict", "ANTHROPIC_API_KEY": "s"}}}}`)
	p := placed(t, map[string]string{sources[0]: `{"env": {"ANTHROPIC_MODEL": "left"}, "apiKeyHelper": "x"}`})
	p.Names = []string{"ANTHROPIC_CUSTOM_HEADERS", "PATH"}
	var err error
	if p.Provider, err = f.Provider(""); err != nil {
		t.Fatal(err)
	}
	l := launched(t, f, p)
	want := object(t, `{"ANTHROPIC_BASE_URL": "http://strict", "ANTHROPIC_API_KEY": "s", 
		"ANTHROPIC_AUTH_TOKEN": "", "ANTHROPIC_SMALL_FAST_MODEL": "",
		"ANTHROPIC_MODEL": "", "ANTHROPIC_CUSTOM_HEADERS": "", "OWN": ""}`)
	reviewer := read(t, l.Reviewer)
	if got := reviewer["env"]; !sameJSON(got, want) || reviewer["model"] != "" ||
		object(t, files.Content(t, l.Reviewer))["apiKeyHelper"] != "" {
		t.Errorf("the reviewer's settings are %v, want env %v", reviewer, want)
	}
	if filepath.Base(l.Reviewer) != "settings-fast-supervisor.json" {
		t.Errorf("Reviewer = %s", l.Reviewer)
	}
	if _, err := load(t, `{"supervisor": {"provider": "gone"}, "providers": {"glm": {}}}`); err == nil {
		t.Error("a reviewer's provider that is not there is no error")
	}
}
