package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/files"
)

// oddNames are names of providers that a JSON pointer or a file name might trip over.
var oddNames = []string{"a.b", "a~b", "a~1b", "~0", "智谱", "a b", "123", "0", "a-", `a"b`, "a<b>&", "a'b", "A", "%s",
	"😀",
	strings.Repeat("x", 100)}

// full is a ccc.json with keys that no ccc knows, in an order of its own.
const full = `{
    "zzz": [1, 12345678901234567890, 1.50],
    "current_provider": "glm",
    "providers": {
        "kimi": {"env": {"ANTHROPIC_AUTH_TOKEN": "t0p"}, "note": "<mine>"},
        "glm": {},
        "glm-air": {}
    },
    "language": "en",
    "aaa": {"b": null}
}
`

func reload(t *testing.T, f File) File {
	t.Helper()
	f, err := Load(filepath.Dir(f.Path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSetCurrent: there and back is the same text.
func TestSetCurrent(t *testing.T) {
	f := loaded(t, full)
	info := files.Info(t, f.Path)
	if err := f.SetCurrent("glm"); err != nil || files.Content(t, f.Path) != full ||
		!os.SameFile(info, files.Info(t, f.Path)) {
		t.Errorf("SetCurrent to what is current = %v, and writes %s", err, files.Content(t, f.Path))
	}
	for _, name := range oddNames {
		if err := f.SetCurrent(name); err != nil {
			t.Errorf("SetCurrent(%q) = %v", name, err)
		}
		g := reload(t, f)
		if g.Current != name || files.Info(t, f.Path).Mode() != 0o600 {
			t.Errorf("the current provider is %q, want %q; mode %v", g.Current, name, files.Info(t, f.Path).Mode())
		}
		if want := strings.Replace(full, `"glm",`, strings.ReplaceAll(mustJSON(name), `\u003c`, `<`)+`,`,
			1); !sameText(files.Content(t, f.Path), want) {
			t.Errorf("ccc.json holds %s, want %s", files.Content(t, f.Path), want)
		}
		if err := g.SetCurrent("glm"); err != nil || files.Content(t, f.Path) != full {
			t.Errorf("SetCurrent back = %v, and writes %s", err, files.Content(t, f.Path))
		}
	}
	f = loaded(t, `{"providers": {"glm": {}}}`)
	if err := f.SetCurrent("glm"); err != nil || !sameText(files.Content(t, f.Path),
		`{"providers": {"glm": {}},"current_provider":"glm"}`) {
		t.Errorf("SetCurrent = %v, and writes %s", err, files.Content(t, f.Path))
	}
}

// sameText compares but for how <, > and & are written.
func sameText(a, b string) bool {
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
	return plain.Replace(a) == plain.Replace(b)
}

// TestAddRemove: added and removed again, the text is what it was; meanwhile the provider is the last, and can be
// launched.
func TestAddRemove(t *testing.T) {
	for _, text := range []string{full, `{"providers":{"glm":{}},"x":1}`,
		"{\n\t\"providers\": {\n\t\t\"glm\": null\n\t}\n}\n"} {
		for _, name := range oddNames {
			f := loaded(t, text)
			want := append(names(f), name)
			if err := f.Add(Provider{Name: name,
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
			l := launched(t, g, plan(dir, p, nil, none))
			if want := filepath.Join(dir, "settings-"+name+".json"); l.Agent != want ||
				read(t, l.Agent)["env"].(map[string]any)["URL"] != "https://x/?a=b&c=<d>" {
				t.Errorf("Prepare of %q writes %s, want %s", name, l.Agent, want)
			}
			if err := g.Remove(name, dir, func() {}); err != nil || files.Content(t, f.Path) != text {
				t.Errorf("Remove(%q) = %v, and leaves\n%s\nwant\n%s", name, err, files.Content(t, f.Path), text)
			}
			if _, err := os.Stat(l.Agent); !os.IsNotExist(err) {
				t.Errorf("after Remove(%q) its key is in %s, %v", name, l.Agent, err)
			}
		}
	}
}

// TestAddTheFirst: it is the current one, in a ccc.json that may not be there.
func TestAddTheFirst(t *testing.T) {
	p := Provider{Name: "glm", Settings: map[string]any{"model": "x"}}
	for text, want := range map[string]string{
		"": "{\n  \"current_provider\": \"glm\",\n  \"providers\": {\n    \"glm\": {\n      \"model\": \"x\"\n    }\n" +
			"  }\n}\n",
		`{"a":1,"providers":null}`: `{"a":1,"providers":{"glm":{"model":"x"}},"current_provider":"glm"}`,
		`{"providers":{},"language":"en"}`: `{"providers":{"glm":{"model":"x"}},"language":"en",` +
			`"current_provider":"glm"}`,
		`{"current_provider":"gone","a":1}`: `{"current_provider":"glm","a":1,"providers":{"glm":{"model":"x"}}}`,
	} {
		dir := filepath.Join(t.TempDir(), "not", "there")
		if text != "" {
			files.Save(t, filepath.Join(files.Directory(t, dir), "ccc.json"), text)
		}
		f, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Add(p); err != nil || files.Content(t, f.Path) != want || files.Info(t, f.Path).Mode() != 0o600 {
			t.Errorf("Add to %q = %v, and writes %s, want %s", text, err, files.Content(t, f.Path), want)
		}
	}
}

// TestEditAtOnce: what another ccc has written since this one read the file counts.
func TestEditAtOnce(t *testing.T) {
	for _, text := range []string{`{}`, `{"current_provider":"z","providers":{"z":{}}}`} {
		f := loaded(t, text)
		var all sync.WaitGroup
		for n := range 20 {
			all.Go(func() {
				if err := f.Add(Provider{Name: fmt.Sprint("p", n), Settings: map[string]any{}}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		g := reload(t, f)
		if len(g.Providers) != 20+len(f.Providers) || !g.Has(g.Current) {
			t.Errorf("of 20 providers there are %q, current %q", names(g), g.Current)
		}
		if err := f.Add(Provider{Name: "p7"}); err == nil || !strings.Contains(err.Error(), "already") {
			t.Errorf("Add of what another ccc added = %v", err)
		}
		if err := g.SetCurrent("p8"); err != nil {
			t.Fatal(err)
		}
		if err := g.Remove("p8", t.TempDir(), func() {}); err != nil || reload(t, f).Current != "" {
			t.Errorf("Remove of what has become current = %v; current is %q", err, reload(t, f).Current)
		}
		if err := g.Remove("p8", t.TempDir(), func() {}); err == nil {
			t.Error("Remove of what another ccc removed gives no error")
		}
	}
}

// TestEditOddLayouts: a text that json can read stays one, and a name that stands twice is not half changed.
func TestEditOddLayouts(t *testing.T) {
	f := loaded(t, `{"providers": {"a": {} , "b": {}} , "x": 1}`)
	if err := f.Remove("b", t.TempDir(), func() {}); err != nil || !slices.Equal(names(reload(t, f)), []string{"a"}) {
		t.Errorf("Remove = %v, and leaves %s", err, files.Content(t, f.Path))
	}
	for text, edit := range map[string]func(File) error{
		`{"current_provider":"a","current_provider":"a","providers":{"a":{},"b":{}}}`: func(f File) error {
			return f.SetCurrent("b")
		},
		`{"providers":{"a":{"k":1},"a":{"k":2}}}`: func(f File) error {
			return f.Remove("a", t.TempDir(), func() {})
		},
		`{"providers":{"a":{}},"providers":{"b":{}}}`: func(f File) error {
			return f.Add(Provider{Name: "c"})
		},
	} {
		f := loaded(t, `{"providers":{"a":{}}}`)
		files.Save(t, f.Path, text)
		if err := edit(f); err == nil || !strings.Contains(err.Error(), "stands twice") || files.Content(t, f.Path) != text {
			t.Errorf("edit of %s = %v, and leaves %s", text, err, files.Content(t, f.Path))
		}
	}
}

func TestAddRefuses(t *testing.T) {
	f := loaded(t, full)
	before := files.Tree(t, filepath.Dir(f.Path))
	for name, want := range map[string]string{
		"glm": "already", "": "needs a name", "-x": "option", "a/b": "file name", `a\b`: "file name", ".x": "file name",
		"a\x00": "typed", "a\xff": "typed", "glm-supervisor": "-supervisor",
		strings.Repeat("x", 101): "file name",
	} {
		if err := f.Add(Provider{Name: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Add(%q) = %v, want %q", name, err, want)
		}
	}
	if err := f.Remove("gone", t.TempDir(), func() {}); err == nil ||
		!strings.Contains(err.Error(), "kimi, glm, glm-air") {
		t.Errorf("Remove of what is not there = %v, want what is", err)
	}
	if after := files.Tree(t, filepath.Dir(f.Path)); !reflect.DeepEqual(before, after) {
		t.Errorf("refused, there is %v, was %v", after, before)
	}
	file := filepath.Join(t.TempDir(), "file")
	files.Save(t, file, "")
	f.Path = filepath.Join(file, "ccc.json")
	if err := f.Add(Provider{Name: "new", Settings: map[string]any{"k": "t0p"}}); err == nil ||
		!strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "t0p") {
		t.Errorf("Add below a file = %v", err)
	}
}

// TestRemove: with the settings of its launches, also those with --settings, but not those of another provider.
func TestRemove(t *testing.T) {
	f, dir := loaded(t, full), t.TempDir()
	var gone, left []string
	for i := range f.Providers {
		for _, given := range [][]string{nil, {`{"theme": "x"}`}, {`{"theme": "y"}`}} {
			l := launched(t, f, plan(dir, &f.Providers[i], given, none))
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
	if err := f.Add(Provider{Name: "glm-deadbeef", Settings: map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	if err := f.Remove("glm", dir, func() {}); err != nil {
		t.Fatal(err)
	}
	if err := f.Remove("glm-deadbeef", t.TempDir(), func() {}); err != nil {
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
		"").Replace(full); files.Content(t, f.Path) != want {
		t.Errorf("ccc.json holds\n%s\nwant\n%s", files.Content(t, f.Path), want)
	}
}

// TestImport: exactly the variables of a provider move; before, the file is kept as it was.
func TestImport(t *testing.T) {
	all := maps.Clone(foreign)
	maps.Copy(all, unrelated)
	text := "{\n  \"model\": \"opus\",\n  \"env\": " + mustJSON(all) + ",\n  \"zzz\": 12345678901234567890\n}\n"
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	files.Save(t, path, text)
	f, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Importable(dir); err != nil || !sameJSON(got, foreign) {
		t.Errorf("Importable = %v, %v, want %v", got, err, foreign)
	}
	backup, err := f.Import(dir, "old")
	if err != nil {
		t.Fatal(err)
	}
	if files.Content(t, backup) != text || files.Info(t, backup).Mode() != 0o600 || filepath.Dir(backup) != dir {
		t.Errorf("the backup %s with mode %v holds\n%s", backup, files.Info(t, backup).Mode(), files.Content(t, backup))
	}
	g := reload(t, f)
	if g.Current != "old" || len(g.Providers) != 1 || !sameJSON(g.Providers[0].Settings,
		map[string]any{"env": foreign}) {
		t.Errorf("ccc.json holds %s", files.Content(t, f.Path))
	}
	want := []pair{{"model", "opus"}, {"env", parse(t, mustJSON(unrelated))}, {"zzz", member(parse(t, text), "zzz")}}
	if got := parse(t, files.Content(t, path)); !reflect.DeepEqual(got, any(want)) ||
		files.Info(t, path).Mode() != 0o644 {
		t.Errorf("settings.json holds %s, mode %v", files.Content(t, path), files.Info(t, path).Mode())
	}
	if _, err := g.Import(dir, "again"); err == nil || !strings.Contains(err.Error(), "nothing to import") ||
		g.Has("again") {
		t.Errorf("Import again = %v", err)
	}
}

// TestImportRefuses: nothing is taken from settings.json that is not in ccc.json.
func TestImportRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "nothing to import", "\n": "nothing to import", `{"Env": {"ANTHROPIC_MODEL": "x"}}`: "nothing to import",
		"{}": "nothing to import", `{"env": {"PATH": "x"}}`: "nothing to import",
		`{"env": {"ANTHROPIC_MODEL": "t0p"}`:  "line 1",
		`{"env": {"ANTHROPIC_MODEL": "t0p"}}`: "already",
	} {
		f := loaded(t, full)
		path := filepath.Join(filepath.Dir(f.Path), "settings.json")
		if text != "" {
			files.Save(t, path, text)
		}
		before := files.Tree(t, filepath.Dir(f.Path))
		if _, err := f.Import(filepath.Dir(f.Path), "glm"); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "t0p") {
			t.Errorf("Import of %s = %v, want %q", text, err, want)
		}
		if after := files.Tree(t, filepath.Dir(f.Path)); !reflect.DeepEqual(before, after) {
			t.Errorf("refused, there is %v, was %v", after, before)
		}
	}
}

// TestUninstall: ours alone goes, whoever's settings of whatever name stay.
func TestUninstall(t *testing.T) {
	dir := t.TempDir()
	own := map[string]string{
		"settings.json": "{\n  \"model\": \"opus\"\n}\n", "settings-foo.json": `{"hooks": {"Stop": []}}`,
		"settings.local.json":        `{"env": {}}`,
		"settings-x-supervisor.json": `{}`, "settings-broken.json": "{", "ccc.json": full, "CLAUDE.md": "mine",
		"commands/mine.md": "mine",
		"settings.json.before-import-20260101-000000": `{}`, "settings.ccc.json.bak": "{}",
		"settings-backup.json": "{\"hooks\":{\"Stop\":[{\"hooks\":[" + mustJSON(hook.stop()) + "]}]}}",
	}
	files.Directory(t, filepath.Join(dir, "commands"))
	for name, text := range own {
		files.Save(t, filepath.Join(dir, name), text)
	}
	want := files.Tree(t, dir)
	f, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	ours := []string{"the Stop hook in " + filepath.Join(dir, "settings.json"), commandFile(dir, "supervisor.md"),
		commandFile(dir, "supervisoroff.md")}
	for i := range f.Providers {
		for _, given := range [][]string{nil, {`{"theme": "x"}`}} {
			l := launched(t, f, plan(dir, &f.Providers[i], given, none))
			bare := launched(t, f, plan(dir, nil, given, none))
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
