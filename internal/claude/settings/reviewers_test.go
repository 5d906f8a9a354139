package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/internal/provider"
)

const twoProviders = `{"settings": {"env": {"COMMON": "c"}, "permissions": {"deny": ["Read(common)"]}},
	"providers": {
	"one": {"env": {"ANTHROPIC_AUTH_TOKEN": "token-1", "GATEWAY_KEY": "key-of-one", "PROXY": "${HOST}", "SAME": "x"}},
	"two": {"env": {"ANTHROPIC_API_KEY": "token-2", "SAME": "x"}, "permissions": {"deny": ["Read(two)"]}}}}`

func twoOf(t *testing.T) (f provider.File, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ccc.json"), []byte(twoProviders), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := provider.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f, dir
}

func host(name string) (string, bool) { return "h", name == "HOST" }

// TestG09Reviewer: the settings of a reviewer on another provider contain that provider's key and no other one, the
// deny rules of the launch, and no hook. The file is removed with the provider.
func TestG09Reviewer(t *testing.T) {
	f, dir := twoOf(t)
	agent := filepath.Join(dir, "settings-one.json")
	launch := `{"env": {"ANTHROPIC_AUTH_TOKEN": "token-1", "GIVEN": "by --settings"}, "hooks": {"Stop": []},
		"permissions": {"allow": ["Bash"], "deny": ["Read(common)", "Read(given)"]}}`
	if err := os.WriteFile(agent, []byte(launch), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := Plan{Dir: dir, Work: t.TempDir(), Lookup: host, Asked: []string{"Write"}}
	path, err := Reviewer(f, plan, agent, "two")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "token-1") || strings.Contains(string(text), "key-of-one") ||
		strings.Contains(string(text), "GIVEN\": \"by") {
		t.Errorf("%v: %s", err, text)
	}
	var got struct {
		Env         map[string]string
		Permissions map[string][]string
		Off         bool `json:"disableAllHooks"`
		Hooks       json.RawMessage
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	rules := map[string][]string{"ask": {"Write"}, "deny": {"Read(two)", "Read(common)", "Read(given)"}}
	if got.Env["ANTHROPIC_API_KEY"] != "token-2" || got.Env["ANTHROPIC_AUTH_TOKEN"] != "" || got.Env["COMMON"] != "c" ||
		!got.Off || got.Hooks != nil || !reflect.DeepEqual(got.Permissions, rules) {
		t.Errorf("%s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	of1, err := Reviewer(f, plan, agent, "one")
	if text, _ := os.ReadFile(of1); err != nil || of1 == path || !strings.Contains(string(text), "token-1") {
		t.Errorf("on the other provider: %v, %s", err, text)
	}
	if err := RemoveProvider(f, "two", dir, func() {}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Errorf("%s is still there", path)
	}
	if _, err := os.Stat(of1); err != nil {
		t.Errorf("what was one's has gone: %v", err)
	}
}
