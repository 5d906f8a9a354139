package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestE06RealUse: with a provider in use, plain claude asks its API with its token from the helper, though the shell
// and settings.json have the variables of another one. A launch with another provider does not change. With --none the
// user's own API is asked again.
func TestE06RealUse(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var asked reviewLog
			serve := func(name string) string {
				return serve(t, func(r fakeapi.Request) fakeapi.Reply {
					token := strings.TrimSuffix(r.Header.Get("Authorization"),
						"Bearer") // of "" 2.1.5 makes no more than that
					asked.add(fmt.Sprintf("%s %s [%s] %q", name, r.Model, token, r.Header["X-Api-Key"]))
					return fakeapi.Text("hello")
				}).URL
			}
			dir := project(t)
			cmd := supervised(t, version, "http://127.0.0.1:1", dir)
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			path := filepath.Join(home, "settings.json")
			write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"providers": {
				"one": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_API_KEY": "${KEY_1}",
					"ANTHROPIC_MODEL": "model-one"}},
				"two": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "t2",
					"ANTHROPIC_MODEL": "model-two"}}}}`,
				serve("one"), serve("two")))
			settings := fmt.Sprintf("{\n  \"env\": {\n    \"ANTHROPIC_BASE_URL\": %q,\n"+
				"    \"ANTHROPIC_AUTH_TOKEN\": \"hers\",\n    \"ANTHROPIC_MODEL\": \"model-hers\"\n  }\n}\n",
				serve("hers"))
			write(t, path, settings)
			env := append(cmd.Env, "KEY_1=k1")
			run := func(name string, args ...string) {
				t.Helper()
				c := exec.Command(name, args...)
				c.Dir, c.Env = dir, env
				if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "k1") {
					t.Errorf("%s %q: %v, %s", name, args, err, out)
				}
			}
			ccc, claude := binary.Path(t), realclaude.Path(t, version)
			for _, step := range []struct {
				args []string // of ccc; none: claude
				want string
			}{
				{nil, "hers model-hers [Bearer hers] []"},
				{[]string{"provider", "use", "one"}, ""},
				{nil, "one model-one [Bearer k1] [\"k1\"]"},
				{[]string{"two", "-p", "hi"}, "two model-two [Bearer t2] []"},
				{[]string{"provider", "use", "two"}, ""},
				{nil, "two model-two [Bearer t2] [\"t2\"]"},
				{[]string{"one", "-p", "hi"}, "one model-one [] [\"k1\"]"},
				{[]string{"provider", "use", "--none"}, ""},
				{nil, "hers model-hers [Bearer hers] []"},
			} {
				if step.args == nil {
					run(claude, "-p", "hi")
				} else {
					run(ccc, step.args...)
				}
				_, said := asked.all()
				asked = reviewLog{}
				if slices.Sort(said); step.want != "" && !slices.Equal(slices.Compact(said), []string{step.want}) ||
					step.want == "" && said != nil {
					t.Errorf("after ccc %q: asked were %q, want %q", step.args, said, step.want)
				}
			}
			run(ccc, "uninstall")
			now, err := os.ReadFile(path)
			if err != nil || !strings.HasPrefix(string(now), strings.TrimSuffix(settings, "\n}\n")) ||
				// claude may add to it.
				strings.Contains(string(now), "ccc") || strings.Contains(string(now), "apiKeyHelper") {
				t.Errorf("settings.json holds %s, %v, want %s", now, err, settings)
			}
		})
	}
}

// TestA12RealGone: a ccc that was deleted without uninstall causes no message at a stop.
func TestA12RealGone(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			srv := serve(t, func(fakeapi.Request) fakeapi.Reply { return fakeapi.Text("hello") })
			dir := project(t)
			cmd := supervised(t, version, srv.URL, dir, "--", "-p", "hi")
			gone := filepath.Join(t.TempDir(), "my place", "ccc")
			if err := os.Mkdir(filepath.Dir(gone), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Link(binary.Path(t), gone); err != nil {
				t.Fatal(err)
			}
			cmd.Path, cmd.Args[0] = gone, gone
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("ccc: %v, %s", err, out)
			}
			if err := os.Remove(gone); err != nil {
				t.Fatal(err)
			}
			plain := exec.Command(realclaude.Path(t, version), "-p", "--verbose", "--output-format", "stream-json",
				"hi")
			plain.Dir, plain.Env = dir, cmd.Env
			out, err := plain.CombinedOutput()
			for _, word := range []string{"not found", "hook-error", "Stop hook", "my place"} {
				if strings.Contains(string(out), word) {
					t.Errorf("claude says %q: %s", word, out)
				}
			}
			settings, _ := os.ReadFile(filepath.Join(envOf(cmd, "HOME"), ".claude", "settings.json"))
			if err != nil || !strings.Contains(string(out), `"subtype":"success"`) ||
				!strings.Contains(string(settings), "my place/ccc' supervisor-hook") {
				t.Errorf("claude: %v, %s; settings.json holds %s", err, out, settings)
			}
		})
	}
}

// TestA11SameSettings: the settings that ccc writes for the reviewer are the agent's without hooks. Because the
// reviewer reads no other settings, they also contain the user's with lower priority. Only permission rules differ: the
// reviewer has more of those that deny something.
func TestA11SameSettings(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".claude")
	write(t, filepath.Join(dir, "ccc.json"), `{
		"settings": {"hooks": {"PreToolUse": []}, "includeCoAuthoredBy": false,
			"permissions": {"allow": ["Write"], "deny": ["Read(x)"]}},
		"providers": {"glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "t", "A": "1"}, "model": "glm-5",
			"deep": {"er": [1, {"a": null}]}}}}`)
	write(t, filepath.Join(dir, "settings.json"), `{"env": {"ANTHROPIC_MODEL": "x", "B": "2"}, "theme": "dark"}`)
	cmd := exec.Command(binary.Path(t), "glm")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CCC_CLAUDE=/bin/true", "LANG=en_US.UTF-8"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("ccc glm: %v, %s", err, out)
	}
	read := func(name string) (settings map[string]any) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &settings); err != nil {
			t.Fatal(err)
		}
		return settings
	}
	agent, reviewer := read("settings-glm.json"), read("settings-glm-supervisor.json")
	if agent["hooks"] == nil || reviewer["hooks"] != nil || reviewer["disableAllHooks"] != true ||
		agent["disableAllHooks"] != false {
		t.Errorf("hooks of the agent: %v; the reviewer's settings: %v", agent["hooks"], reviewer)
	}
	delete(agent, "hooks")
	delete(agent, "disableAllHooks")
	delete(reviewer, "disableAllHooks")
	delete(reviewer, "sandbox")
	allowed := agent["permissions"].(map[string]any)["allow"]
	rules := reviewer["permissions"].(map[string]any)
	denied, _ := rules["deny"].([]any)
	if rules["allow"] != nil || !slices.Contains(denied, any("Read(x)")) ||
		!reflect.DeepEqual(allowed, []any{"Write"}) {
		t.Errorf("permissions of the reviewer: %v, of the agent: %v", rules, agent["permissions"])
	}
	agent["permissions"], agent["theme"] = rules, "dark"
	env := agent["env"].(map[string]any)
	for _, name := range []string{"BASH_ENV", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CODE_SIMPLE",
		"LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD", "SHELLOPTS", "BASHOPTS", "GLIBC_TUNABLES", "LD_DEBUG",
		"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT"} {
		if env[name] != "" { // as the user has it: a project's would reach the hooks
			t.Errorf("the agent's %s is %v", name, env[name])
		}
		delete(env, name)
	}
	if reviewer["claudeMdExcludes"] == nil {
		t.Error("the reviewer reads instructions that a task wrote below the project")
	}
	delete(reviewer, "claudeMdExcludes")
	env["B"] = "2"
	if !reflect.DeepEqual(reviewer, agent) {
		t.Errorf("the reviewer's settings are %v, the agent's %v", reviewer, agent)
	}
}
