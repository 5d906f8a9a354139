package mods

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const keep = `{"pluginConfigs":{"cc-plugin-sec-default@builtin":{"options":{"allowManagedModsOnly":true}}}}`

// write writes a file below dir.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestN01Guard: which versions get the option, and how it is combined with the user's own.
func TestN01Guard(t *testing.T) {
	given := `{"permissions":{"deny":["WebFetch"]},"pluginConfigs":{"x@y":{"options":{"a":1}}}}`
	for _, tt := range []struct {
		version, given string
		allow          bool
		state          State
		settings       string
	}{
		{"2.1.5", "", false, Out, ""},
		{"2.1.286", given, false, Out, given},
		{"2.1.287", "", false, Out, keep},
		{"2.1.330", `{"pluginConfigs":{"cc-plugin-sec-default@builtin":{"options":{"allowManagedModsOnly":false}}}}`, false,
			Out, keep},
		{"2.1.330", given, false, Out, `{"permissions":{"deny":["WebFetch"]},"pluginConfigs":` +
			`{"cc-plugin-sec-default@builtin":{"options":{"allowManagedModsOnly":true}},"x@y":{"options":{"a":1}}}}`},
		{"2.1.330", given, true, Allowed, given},
		{"3.0.0", "", false, Out, keep},
		{"no such luck", given, false, Loose, given},
		{"", "", false, Loose, ""},
	} {
		g, err := New(tt.version, Options{Allow: tt.allow, Given: tt.given})
		if err != nil || g.State != tt.state || !sameJSON(g.Settings, tt.settings) {
			t.Errorf("New(%q, %q, allow %v) = %+v, %v, want %q and %s", tt.version, tt.given, tt.allow, g, err, tt.state,
				tt.settings)
		}
		if g.Message().Empty() != (g.State == Out) {
			t.Errorf("of %+v is said: %q", g, g.Message())
		}
		if again, ok := Parse(g.Text()); !ok || again.State != g.State || again.Settings != g.Settings {
			t.Errorf("Parse(%s) = %+v, %v", g.Text(), again, ok)
		}
	}
	if _, err := New("2.1.330", Options{Given: "{"}); err == nil {
		t.Error("what is no JSON is taken")
	}
	if _, ok := Parse(""); ok {
		t.Error("a launch without a guard has one")
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	_ = json.Unmarshal([]byte(a), &x) // "" is nil
	_ = json.Unmarshal([]byte(b), &y)
	return reflect.DeepEqual(x, y)
}

// TestN01Administrator: the option has no effect next to an administrator's settings, unless they are merged with it or
// say the same. These settings may appear at any time.
func TestN01Administrator(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		state State
	}{
		"none":          {nil, Out},
		"empty":         {map[string]string{"m/managed-settings.json": " {} "}, Out},
		"some":          {map[string]string{"m/managed-settings.json": `{"permissions":{"deny":["WebFetch"]}}`}, Loose},
		"broken":        {map[string]string{"m/managed-settings.json": `{`}, Loose},
		"a drop-in":     {map[string]string{"m/managed-settings.d/x.json": `{"env":{}}`}, Loose},
		"merged":        {map[string]string{"m/managed-settings.json": `{"env":{},"parentSettingsBehavior":"merge"}`}, Out},
		"the same":      {map[string]string{"m/managed-settings.json": keep}, Out},
		"remote":        {map[string]string{"c/remote-settings.json": `{"env":{}}`}, Loose},
		"remote counts": {map[string]string{"c/remote-settings.json": `{"env":{}}`, "m/managed-settings.json": keep}, Loose},
		"taken back": {map[string]string{
			"m/managed-settings.json":     `{"parentSettingsBehavior":"merge"}`,
			"m/managed-settings.d/x.json": `{"parentSettingsBehavior":"first-wins"}`,
		}, Loose},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			o := Options{Managed: filepath.Join(dir, "m"), Claude: filepath.Join(dir, "c")}
			before, err := New("2.1.330", o)
			if err != nil || before.State != Out {
				t.Fatalf("without files: %+v, %v", before, err)
			}
			for path, text := range tt.files {
				write(t, dir, path, text)
			}
			g, err := New("2.1.330", o)
			if err != nil || g.State != tt.state {
				t.Errorf("%+v, %v, want %q", g, err, tt.state)
			}
			if later := before.Recheck(o); later.State != tt.state {
				t.Errorf("looked at again: %+v, want %q", later, tt.state)
			}
		})
	}
}

// TestN01Holds: if claude lists mods but not the plugin that keeps them out, the guard does not hold.
func TestN01Holds(t *testing.T) {
	g, err := New("2.1.330", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.IsConfirmedBy([]string{"evil"}) || !g.IsConfirmedBy([]string{"evil", "cc-plugin-sec-default"}) {
		t.Error("the list is not believed")
	}
	if old, _ := New("2.1.197", Options{}); !old.IsConfirmedBy(nil) {
		t.Error("a claude without mods contradicts")
	}
}

// TestN05Find: each place from which claude loads plugins, and places from which it does not.
func TestN05Find(t *testing.T) {
	dir := t.TempDir()
	plugin := func(at, hooks string) {
		write(t, dir, at+"/.claude-plugin/plugin.json", `{"name":"`+filepath.Base(at)+`"}`)
		write(t, dir, at+"/hooks/hooks.json", hooks)
	}
	mod := `{"modules":["./register.js"]}`
	plugin("c/skills/home", mod)
	plugin("c/skills/nested/deeper", mod)
	plugin("c/dev-mods/session/dev", mod)
	plugin("w/.claude/skills/project", `{"modules":["./register.js"],"hooks":{"Stop":[]}}`)
	plugin(".claude/skills/above", mod)
	plugin("env", mod)
	plugin("user", mod)
	plugin("flag", `{"hooks":{"Stop":[]}}`)
	plugin("on", mod)
	plugin("off", mod)
	plugin("elsewhere", mod)
	plugin("harmless", `{}`)
	write(t, dir, "c/skills/skill/SKILL.md", "# a skill")
	write(t, dir, "c/skills/other/.claude-plugin/plugin.json", `{"name":"other","hooks":"./h.json"}`)
	write(t, dir, "c/skills/other/h.json", mod)
	write(t, dir, "c/settings.json", `{"enabledPlugins":{"on@m":true,"off@m":true}}`)
	write(t, dir, "w/.claude/settings.json", `{"enabledPlugins":{"off@m":false},"env":{"CLAUDE_CODE_PLUGIN_DIRS":"x"}}`)
	write(t, dir, "c/plugins/installed_plugins.json", strings.NewReplacer("DIR", dir).Replace(`{"version":2,"plugins":{
		"on@m":[{"installPath":"DIR/on"},{"installPath":"DIR/on"}], "off@m":[{"installPath":"DIR/off"}],
		"elsewhere@m":[{"installPath":"DIR/elsewhere","projectPath":"/another"}],
		"harmless@m":[{"installPath":"DIR/harmless"}]}}`))
	places := Places{
		Claude: filepath.Join(dir, "c"), Work: filepath.Join(dir, "w"), Env: filepath.Join(dir, "env"),
		Dirs: []string{filepath.Join(dir, "flag")},
	}
	names := func() string {
		var list []string
		for _, p := range Find(places) {
			name := p.Name
			if p.Modules {
				name += "+mod"
			}
			if p.Hooks {
				name += "+hooks"
			}
			list = append(list, name)
		}
		return strings.Join(list, " ")
	}
	if got, want := names(), "env+mod flag+hooks home+mod other+mod project+mod+hooks on+mod"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	write(t, dir, "c/settings.json", `{"env":{"CLAUDE_CODE_PLUGIN_DIRS":"`+filepath.Join(dir, "user")+`"}}`)
	if got, want := names(), "user+mod flag+hooks home+mod other+mod project+mod+hooks on+mod"; got != want {
		t.Errorf("with the user's own variable found %s, want %s", got, want)
	}
}
