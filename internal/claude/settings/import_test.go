package settings

import (
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/provider"
)

// TestImport: only the variables of a provider move; before that a copy of the file is kept.
func TestImport(t *testing.T) {
	all := maps.Clone(foreign)
	maps.Copy(all, unrelated)
	text := "{\n  \"model\": \"opus\",\n  \"env\": " + mustJSON(all) + ",\n  \"zzz\": 12345678901234567890\n}\n"
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	files.Save(t, path, text)
	f, err := provider.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Importable(dir); err != nil || !sameJSON(got, foreign) {
		t.Errorf("Importable = %v, %v, want %v", got, err, foreign)
	}
	backup, err := Import(f, dir, "old")
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
	if _, err := Import(g, dir, "again"); err == nil || !strings.Contains(err.Error(), "nothing to import") ||
		g.Has("again") {
		t.Errorf("Import again = %v", err)
	}
}

// TestImportRefuses: nothing is removed from settings.json that is not in ccc.json then.
func TestImportRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "nothing to import", "\n": "nothing to import", `{"Env": {"ANTHROPIC_MODEL": "x"}}`: "nothing to import",
		"{}": "nothing to import", `{"env": {"PATH": "x"}}`: "nothing to import",
		`{"env": {"ANTHROPIC_MODEL": "t0p"}`:  "line 1",
		`{"env": {"ANTHROPIC_MODEL": "t0p"}}`: "already",
	} {
		f := loaded(t, files.FullConfig)
		path := filepath.Join(filepath.Dir(f.Path), "settings.json")
		if text != "" {
			files.Save(t, path, text)
		}
		before := files.Tree(t, filepath.Dir(f.Path))
		if _, err := Import(f, filepath.Dir(f.Path), "glm"); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "t0p") {
			t.Errorf("Import of %s = %v, want %q", text, err, want)
		}
		if after := files.Tree(t, filepath.Dir(f.Path)); !reflect.DeepEqual(before, after) {
			t.Errorf("refused, there is %v, was %v", after, before)
		}
	}
}
