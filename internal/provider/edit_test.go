package provider

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/files"
)

func reload(t *testing.T, f File) File {
	t.Helper()
	f, err := Load(filepath.Dir(f.Path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSetCurrent: after a change and a change back the text is the same.
func TestSetCurrent(t *testing.T) {
	f := loaded(t, files.FullConfig)
	info := files.Info(t, f.Path)
	if err := f.SetCurrent("glm"); err != nil || files.Content(t, f.Path) != files.FullConfig ||
		!os.SameFile(info, files.Info(t, f.Path)) {
		t.Errorf("SetCurrent to what is current = %v, and writes %s", err, files.Content(t, f.Path))
	}
	for _, name := range files.OddNames {
		if err := f.SetCurrent(name); err != nil {
			t.Errorf("SetCurrent(%q) = %v", name, err)
		}
		g := reload(t, f)
		if g.Current != name || files.Info(t, f.Path).Mode() != 0o600 {
			t.Errorf("the current provider is %q, want %q; mode %v", g.Current, name, files.Info(t, f.Path).Mode())
		}
		if want := strings.Replace(files.FullConfig, `"glm",`, strings.ReplaceAll(mustJSON(name), `\u003c`, `<`)+`,`,
			1); !sameText(files.Content(t, f.Path), want) {
			t.Errorf("ccc.json holds %s, want %s", files.Content(t, f.Path), want)
		}
		if err := g.SetCurrent("glm"); err != nil || files.Content(t, f.Path) != files.FullConfig {
			t.Errorf("SetCurrent back = %v, and writes %s", err, files.Content(t, f.Path))
		}
	}
	f = loaded(t, `{"providers": {"glm": {}}}`)
	if err := f.SetCurrent("glm"); err != nil || !sameText(files.Content(t, f.Path),
		`{"providers": {"glm": {}},"current_provider":"glm"}`) {
		t.Errorf("SetCurrent = %v, and writes %s", err, files.Content(t, f.Path))
	}
}

// sameText compares texts, in which <, > and & may be written with or without escapes.
func sameText(a, b string) bool {
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
	return plain.Replace(a) == plain.Replace(b)
}

// TestAddTheFirst: the first provider becomes the current one, even if there is no ccc.json yet.
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

// TestEditAtOnce: an edit includes what another ccc has written since this one read the file.
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
		if err := g.Remove("p8"); err != nil || reload(t, f).Current != "" {
			t.Errorf("Remove of what has become current = %v; current is %q", err, reload(t, f).Current)
		}
		if err := g.Remove("p8"); err == nil {
			t.Error("Remove of what another ccc removed gives no error")
		}
	}
}

// TestEditOddLayouts: after an edit the text can still be read, and if a name occurs twice, never only one of them
// changes.
func TestEditOddLayouts(t *testing.T) {
	f := loaded(t, `{"providers": {"a": {} , "b": {}} , "x": 1}`)
	if err := f.Remove("b"); err != nil || !slices.Equal(names(reload(t, f)), []string{"a"}) {
		t.Errorf("Remove = %v, and leaves %s", err, files.Content(t, f.Path))
	}
	for text, edit := range map[string]func(File) error{
		`{"current_provider":"a","current_provider":"a","providers":{"a":{},"b":{}}}`: func(f File) error {
			return f.SetCurrent("b")
		},
		`{"providers":{"a":{"k":1},"a":{"k":2}}}`: func(f File) error {
			return f.Remove("a")
		},
		`{"providers":{"a":{}},"providers":{"b":{}}}`: func(f File) error {
			return f.Add(Provider{Name: "c"})
		},
	} {
		f := loaded(t, `{"providers":{"a":{}}}`)
		files.Save(t, f.Path, text)
		if err := edit(f); err == nil || !strings.Contains(err.Error(), "appears twice") || files.Content(t, f.Path) != text {
			t.Errorf("edit of %s = %v, and leaves %s", text, err, files.Content(t, f.Path))
		}
	}
}

func TestAddRefuses(t *testing.T) {
	f := loaded(t, files.FullConfig)
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
	if err := f.Remove("gone"); err == nil ||
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
