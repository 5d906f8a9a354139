package provider

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/file"
)

// commented is a ccc.json as a user writes it.
const commented = `// mine
{
  "hers": [1], // keep
  /* which one */
  "current_provider": "glm",

  // all of them
  "providers": {
    "glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "t0p"}}, // the good one
    // the other one
    "kimi": {
      "model": "k2", // a model
    }, // last
  },
  "supervisor": {"max_iterations": 3 /* enough */, "provider": "kimi",},
} // the end`

// TestEditKeepsComments: ccc writes new text in its right place, and all other bytes stay the same.
func TestEditKeepsComments(t *testing.T) {
	p := Provider{Name: "new", Settings: map[string]any{"env": map[string]any{"A": "b"}}}
	for _, c := range []struct {
		name     string
		edit     func(File) error
		from, to string // replaced in commented
	}{
		{"current", func(f File) error { return f.SetCurrent("kimi") }, `r": "glm"`, `r": "kimi"`},
		{"add", func(f File) error { return f.Add(p) }, "    }, // last\n",
			"    }, // last\n    \"new\": {\n      \"env\": {\n        \"A\": \"b\"\n      }\n    },\n"},
		{"rename", func(f File) error { return f.Rename("kimi", "moon") }, `"kimi"`, `"moon"`},
		{"rename the current one", func(f File) error { return f.Rename("glm", "智谱") }, `"glm"`, `"智谱"`},
		{"remove", func(f File) error { return f.Remove("glm") },
			"    \"glm\": {\"env\": {\"ANTHROPIC_AUTH_TOKEN\": \"t0p\"}}, // the good", "    // the good"},
		{"replace", func(f File) error {
			return f.replaceText("glm", textOf(t, f, "glm"), []byte("{\n  // now\n  \"env\": {},\n}\n"), nil)
		}, `"glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "t0p"}}`, "\"glm\": {\n      // now\n      \"env\": {},\n    }"},
	} {
		for _, layout := range []func(string) string{
			func(text string) string { return text },
			func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
			func(text string) string { return file.BOM + text },
		} {
			want := layout(strings.ReplaceAll(commented, c.from, c.to))
			if c.name == "remove" {
				want = strings.Replace(want, `r": "glm"`, `r": ""`, 1)
			}
			f := loaded(t, layout(commented))
			if err := c.edit(f); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			got := strings.TrimRight(files.Content(t, f.Path), "\r\n") // behind a comment at the end there is a newline now
			if got != want {
				t.Errorf("%s:\n%q\nwant\n%q", c.name, got, want)
			}
		}
	}
}

func textOf(t *testing.T, f File, name string) []byte {
	t.Helper()
	text, err := f.editText(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestText: the user edits a provider in a separate file, and without a change the text stays the same.
func TestText(t *testing.T) {
	f := loaded(t, commented)
	if got, want := string(textOf(t, f, "kimi")), "{\n  \"model\": \"k2\", // a model\n}\n"; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
	if got := string(textOf(t, f, "")); got != commented {
		t.Errorf("Text of all = %q", got)
	}
	if err := f.replaceText("kimi", textOf(t, f, "kimi"), textOf(t, f, "kimi"), nil); err != nil ||
		files.Content(t, f.Path) != commented {
		t.Errorf("Replace by the same = %v, and writes %s", err, files.Content(t, f.Path))
	}
	other := commented[:len(commented)-1] + "x"
	files.Save(t, f.Path, other)
	if err := f.replaceText("", []byte(commented), []byte("{}"), nil); err == nil ||
		!strings.Contains(err.Error(), "meanwhile") ||
		files.Content(t, f.Path) != other {
		t.Errorf("Replace of what has changed = %v", err)
	}
	if err := f.replaceText("kimi", textOf(t, f, "kimi"), []byte(`{"env": {"A": []}}`), nil); err == nil ||
		!strings.Contains(err.Error(), "providers.kimi.env.A") || files.Content(t, f.Path) != other {
		t.Errorf("Replace by what is wrong = %v", err)
	}
}

var comments = regexp.MustCompile(`c[0-9]+!`)

// FuzzEdits: after each edit the file has the same meaning except for the change. No comment and no key is lost or
// moved.
func FuzzEdits(f *testing.F) {
	f.Add(strings.NewReplacer("mine", "c1!", "keep", "c2!", "which one", "c3!", "all of them", "c4!", "the good one",
		"c5!",
		"the other one", "c6!", "enough", "c7!", "the end", "c8!").Replace(commented))
	f.Add("{/*c1!*/}")
	f.Add("\ufeff{\r\n\"providers\": {//c1!\r\n},\r\n/*c2!*/\"hers\": [1,], //c3!\r\n}")
	f.Add(`{"providers": {"a": {}, "b": null}, "current_provider": "b", "Supervisor": {"provider": "a", "x": 1}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "/") > 200 || len(text) > 4000 {
			return
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "ccc.json")
		files.Save(t, path, text)
		before := File{Path: path}
		if before.parse([]byte(text)) != nil || CheckName("new") != nil || before.Has("new") || before.Has("newer") {
			return
		}
		all := func() (m map[string]any) {
			if err := json.Unmarshal(file.Standard([]byte(files.Content(t, path))), &m); err != nil {
				t.Fatalf("%q became %q: %v", text, files.Content(t, path), err)
			}
			maps.DeleteFunc(m, func(name string, value any) bool {
				return strings.EqualFold(name, "current_provider") || strings.EqualFold(name, "providers") &&
					(value == nil || len(value.(map[string]any)) == 0)
			})
			return m
		}
		was := all()
		if err := before.Add(Provider{Name: "new", Settings: map[string]any{"model": "m"}}); err != nil {
			if strings.Contains(err.Error(), "comment") { // hujson takes no odd characters there
				return
			}
			t.Fatalf("Add to %q: %v", text, err)
		}
		if err := before.Rename("new", "newer"); err != nil {
			t.Fatalf("Rename in %q: %v", files.Content(t, path), err)
		}
		now := File{Path: path}
		if err := now.parse([]byte(files.Content(t, path))); err != nil || !now.Has("newer") || now.Has("new") {
			t.Fatalf("%q: %v, %q", files.Content(t, path), err, names(now))
		}
		if err := now.SetCurrent("newer"); err != nil {
			t.Fatal(err)
		}
		if err := now.Remove("newer"); err != nil {
			t.Fatalf("Remove of %q: %v", files.Content(t, path), err)
		}
		if got := all(); !reflect.DeepEqual(got, was) {
			t.Fatalf("%q became %q", text, files.Content(t, path))
		}
		marks := comments.FindAllString(text, -1)
		if got := comments.FindAllString(files.Content(t, path), -1); !reflect.DeepEqual(got, marks) {
			t.Fatalf("%q became %q: a comment is gone", text, files.Content(t, path))
		}
	})
}
