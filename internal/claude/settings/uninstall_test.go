package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/provider"
)

func names(f provider.File) []string { return f.Names() }

func reload(t *testing.T, f provider.File) provider.File {
	t.Helper()
	f, err := provider.Load(filepath.Dir(f.Path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestAddRemove: after adding and removing a provider the text is as before. Meanwhile the provider is the last one and
// can be launched.
func TestAddRemove(t *testing.T) {
	for _, text := range []string{files.FullConfig, `{"providers":{"glm":{}},"x":1}`,
		"{\n\t\"providers\": {\n\t\t\"glm\": null\n\t}\n}\n"} {
		for _, name := range files.OddNames {
			f := loaded(t, text)
			want := append(names(f), name)
			if err := f.Add(provider.Provider{Name: name,
				Settings: map[string]any{"env": map[string]any{"URL": "https://x/?a=b&c=<d>"}}}); err != nil {
				t.Errorf("Add(%q) = %v", name, err)
				continue
			}
			g := reload(t, f)
			if !slices.Equal(names(g), want) || g.Current != f.Current || files.Info(t, f.Path).Mode() != 0o600 {
				t.Errorf("the providers are %q, want %q; the current one is %q", names(g), want, g.Current)
			}
			if !strings.Contains(files.Content(t, f.Path), "https://x/?a=b&c=<d>") {
				t.Errorf("ccc.json holds %s", files.Content(t, f.Path))
			}
			p, err := g.Provider(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			l := launched(t, g, plan(dir, p, nil, files.NoEnv))
			if want := filepath.Join(dir, "settings-"+name+".json"); l.Agent != want ||
				read(t, l.Agent)["env"].(map[string]any)["URL"] != "https://x/?a=b&c=<d>" {
				t.Errorf("Prepare of %q writes %s, want %s", name, l.Agent, want)
			}
			if err := RemoveProvider(g, name, dir, func() {}); err != nil || files.Content(t, f.Path) != text {
				t.Errorf("Remove(%q) = %v, and leaves\n%s\nwant\n%s", name, err, files.Content(t, f.Path), text)
			}
			if _, err := os.Stat(l.Agent); !os.IsNotExist(err) {
				t.Errorf("after Remove(%q) its key is in %s, %v", name, l.Agent, err)
			}
		}
	}
}

// TestRemove: also removes the settings of the provider's launches, including those with --settings, but not those of
// another provider.
func TestRemove(t *testing.T) {
	f, dir := loaded(t, files.FullConfig), t.TempDir()
	var gone, left []string
	for i := range f.Providers {
		for _, given := range [][]string{nil, {`{"theme": "x"}`}, {`{"theme": "y"}`}} {
			l := launched(t, f, plan(dir, &f.Providers[i], given, files.NoEnv))
			if f.Providers[i].Name == "glm" {
				gone = append(gone, l.Agent, l.Reviewer)
			} else {
				left = append(left, l.Agent, l.Reviewer)
			}
		}
	}
	for _, name := range []string{"settings.json", "settings.local.json", "settings-glm-x.json", "settings-glmx.json",
		"settings-glm.json.bak"} {
		if path := filepath.Join(dir, name); name != "settings.json" {
			files.Save(t, path, "mine")
			left = append(left, path)
		}
	}
	for _, name := range []string{"settings-glm-thinking.json",
		"settings-glm-deadbeef.json"} { // of a provider with such a name
		for _, name := range []string{name, strings.TrimSuffix(name, ".json") + "-supervisor.json"} {
			from := "settings-kimi.json"
			if strings.HasSuffix(name, "-supervisor.json") {
				from = "settings-kimi-supervisor.json"
			}
			files.Save(t, filepath.Join(dir, name), files.Content(t, filepath.Join(dir, from)))
			left = append(left, filepath.Join(dir, name))
		}
	}
	if err := f.Add(provider.Provider{Name: "glm-deadbeef", Settings: map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	if err := RemoveProvider(f, "glm", dir, func() {}); err != nil {
		t.Fatal(err)
	}
	if err := RemoveProvider(f, "glm-deadbeef", t.TempDir(), func() {}); err != nil {
		t.Fatal(err)
	}
	for _, path := range gone {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is there, %v", path, err)
		}
	}
	for _, path := range left {
		files.Info(t, path)
	}
	g := reload(t, f)
	if !slices.Equal(names(g), []string{"kimi", "glm-air"}) || g.Current != "" {
		t.Errorf("there is %+v", g)
	}
	if want := strings.NewReplacer(`"current_provider": "glm"`, `"current_provider": ""`, "        \"glm\": {},\n",
		"").Replace(files.FullConfig); files.Content(t, f.Path) != want {
		t.Errorf("ccc.json holds\n%s\nwant\n%s", files.Content(t, f.Path), want)
	}
}

// TestUninstall: only what ccc has written is removed. Settings of others stay, whatever their name.
func TestUninstall(t *testing.T) {
	dir := t.TempDir()
	own := map[string]string{
		"settings.json": "{\n  \"model\": \"opus\"\n}\n", "settings-foo.json": `{"hooks": {"Stop": []}}`,
		"settings.local.json":        `{"env": {}}`,
		"settings-x-supervisor.json": `{}`, "settings-broken.json": "{", "ccc.json": files.FullConfig, "CLAUDE.md": "mine",
		"commands/mine.md": "mine",
		"settings.json.before-import-20260101-000000": `{}`, "settings.ccc.json.bak": "{}",
		"settings-backup.json": "{\"hooks\":{\"Stop\":[{\"hooks\":[" + mustJSON(hook.stopEntry()) + "]}]}}",
	}
	files.Directory(t, filepath.Join(dir, "commands"))
	for name, text := range own {
		files.Save(t, filepath.Join(dir, name), text)
	}
	want := files.Tree(t, dir)
	f, err := provider.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	ours := []string{"the Stop hook in " + filepath.Join(dir, "settings.json"), commandFile(dir, "supervisor.md"),
		commandFile(dir, "supervisoroff.md")}
	for i := range f.Providers {
		for _, given := range [][]string{nil, {`{"theme": "x"}`}} {
			l := launched(t, f, plan(dir, &f.Providers[i], given, files.NoEnv))
			bare := launched(t, f, plan(dir, nil, given, files.NoEnv))
			ours = append(ours, l.Agent, l.Reviewer, bare.Agent, bare.Reviewer)
		}
	}
	removed, err := Uninstall(dir, func() {})
	slices.Sort(ours)
	ours = slices.Compact(ours)
	if removed := words(removed); err != nil || !slices.Equal(slices.Sorted(slices.Values(removed)), ours) {
		t.Errorf("Uninstall = %q, %v, want %q", removed, err, ours)
	}
	if got := files.Tree(t, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("after Uninstall there is %v, want %v", files.Tree(t, dir), want)
	}
	for _, dir := range []string{dir, filepath.Join(dir, "missing")} {
		if removed, err := Uninstall(dir, func() {}); err != nil || len(removed) > 0 {
			t.Errorf("Uninstall where nothing is = %q, %v", removed, err)
		}
	}
}
