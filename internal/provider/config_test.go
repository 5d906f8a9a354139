package provider

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/integration/files"
)

// load loads a ccc.json with that text.
func load(t *testing.T, text string) (File, error) {
	t.Helper()
	dir := t.TempDir()
	files.Save(t, filepath.Join(dir, "ccc.json"), text)
	return Load(dir)
}

func loaded(t *testing.T, text string) File {
	t.Helper()
	f, err := load(t, text)
	if err != nil {
		t.Fatalf("Load of %s = %v", text, err)
	}
	return f
}

func names(f File) (list []string) {
	for _, p := range f.Providers {
		list = append(list, p.Name)
	}
	return list
}

func TestLoadWithoutFile(t *testing.T) {
	dir := t.TempDir()
	f, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Supervisor{MaxIterations: 10, Timeout: 10 * time.Minute, MaxStalled: 2,
		MaxWait: 6 * time.Hour, Cage: "auto", PromptRole: "auto", IdleTimeout: 10 * time.Minute,
		BackgroundWait: 30 * time.Second,
	}); !reflect.DeepEqual(f.Supervisor, want) {
		t.Errorf("Supervisor = %+v, want %+v", f.Supervisor, want)
	}
	if f.Path != filepath.Join(dir, "ccc.json") || f.Providers != nil || f.Settings != nil || f.ClaudeArgs != nil ||
		f.Current != "" || f.Language != "" {
		t.Errorf("Load = %+v, want nothing but the defaults", f)
	}
}

// TestSaysTheSame: another layout, or another provider for later launches, does not count as a change. Another key
// does.
func TestSaysTheSame(t *testing.T) {
	load := func(text string) File {
		f, err := LoadWith("/x", func(string) ([]byte, error) { return []byte(text), nil })
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := load(`{"current_provider": "a", "providers": {"a": {"model": "m"}, "b": {}}}`)
	same := load("{\"providers\": {\"a\": {\"model\":\"m\"}, \"b\": {}},\n \"current_provider\": \"b\"}")
	if !f.SaysTheSame(same) || f.MeaningDigest() != same.MeaningDigest() {
		t.Error("another layout and another provider of later launches are a change")
	}
	other := load(`{"current_provider": "a", "providers": {"a": {"model": "n"}, "b": {}}}`)
	if f.SaysTheSame(other) || f.MeaningDigest() == other.MeaningDigest() {
		t.Error("another model is none")
	}
}

func TestLoad(t *testing.T) {
	f := loaded(t, `{
		"settings": {"permissions": {"allow": ["Bash"]}},
		"supervisor": {"max_iterations": 3, "timeout_seconds": 90},
		"claude_args": ["--verbose"],
		"current_provider": "kimi",
		"language": "en",
		"providers": {"zeta": {}, "kimi": {"env": {"A": "b"}}, "alpha": {}, "m3": null},
		"added_by_a_newer_ccc": [1]
	}`)
	if got, want := names(f), []string{"zeta", "kimi", "alpha", "m3"}; !slices.Equal(got, want) {
		t.Errorf("providers = %q, want %q, as in the file", got, want)
	}
	if want := (Supervisor{MaxIterations: 3, Timeout: 90 * time.Second, MaxStalled: 2,
		MaxWait: 6 * time.Hour, Cage: "auto", PromptRole: "auto", IdleTimeout: 10 * time.Minute,
		BackgroundWait: 30 * time.Second,
	}); !reflect.DeepEqual(f.Supervisor, want) {
		t.Errorf("Supervisor = %+v, want %+v", f.Supervisor, want)
	}
	if f.Current != "kimi" || f.Language != "en" || !slices.Equal(f.ClaudeArgs, []string{"--verbose"}) ||
		f.Settings["permissions"] == nil {
		t.Errorf("Load = %+v", f)
	}
	if !f.Has("alpha") || f.Has("beta") || f.Has("") {
		t.Error("Has does not know the providers")
	}
	for _, text := range []string{`{}`, `{"providers": null}`, `{"providers": {}}`, `{"supervisor": {}}`,
		`{"supervisor": null}`} {
		if f := loaded(t, text); f.Supervisor.MaxIterations != 10 || f.Providers != nil {
			t.Errorf("Load of %s = %+v, want the defaults", text, f)
		}
	}
}

// TestLoadErrors: an error names the place of the mistake. For a value of the wrong type any column of the value will
// do.
func TestLoadErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // one of them
	}{
		{"missing comma", "{\n  \"language\": \"en\"\n  \"providers\": {}\n}", []string{"line 3, column 3:"}},
		{"on the first line", `{"language" "en"}`, []string{"line 1, column 13:"}},
		{"two commas behind the last", "{\n  \"language\": \"en\",,\n}", []string{"line 2, column 20:"}},
		{"comment without end", "{\n  /* \"language\": \"en\",\n}", []string{"line 2, column 3:"}},
		{"behind comments", "\ufeff{ // x\r\n  /* \n */ \"a\": [1,],\r\n\"language\": 5 }",
			[]string{"line 4, column 13:"}},
		{"env of a provider", "{\"providers\": {\n \"glm\": {\"env\": {\"A\": [1]}}}}",
			[]string{"line 2, column 23: providers.glm.env.A: expected text, found a list"}},
		{"no env of a provider", "{\"providers\": {\n \"glm\": {\"env\": \"x\"}}}",
			[]string{"line 2, column 17: providers.glm.env: expected keys with values, found text"}},
		{"env for all", "{\"settings\": {\"env\": [1]}}", []string{"line 1, column 22: settings.env: expected keys"}},
		{"duration", "{\n\"supervisor\": {\"max_wait\":\n \"soon\"}}", []string{"line 3, column 2:"}},
		{"twice", "{\n\"language\": \"en\",\n\n\"Language\": \"zh\"}",
			[]string{"Language appears twice, on line 2 and on line 4, and only one can count: remove one"}},
		{"twice, deeper", "{\"providers\": {\"glm\": {\"env\": {\"A\": \"1\",\n\"A\": \"2\"}}}}",
			[]string{"providers.glm.env.A appears twice, on line 1 and on line 2"}},
		{"providers", "{\"providers\": {\"glm\": {},\n\"kimi\": {},\n\"glm\": {}}}",
			[]string{"providers.glm appears twice, on line 1 and on line 3"}},
		{"newline in a string", "{\"language\": \"e\nn\"}", []string{"line 1, column 16:"}},
		{"cut off", "{\n  \"a\": 1", []string{"line 2, column 9:"}},
		{"empty", "", []string{"line 1, column 1:"}},
		{"text behind", "{}\nx", []string{"line 2, column 1:"}},
		{"wrong type", "{\n\t\"language\": 5\n}", []string{"line 2, column 14:", "line 2, column 15:"}},
		{"wrong type, deeper", "{\n\"supervisor\": {\n\"max_iterations\": \"3\"}}",
			[]string{"line 3, column 19:", "line 3, column 20:", "line 3, column 21:", "line 3, column 22:"}},
		{"an array", "[]", []string{"line 1, column 1:", "line 1, column 2:", "line 1, column 3:"}},
		{"wrong type of a provider", "{\n\"language\": \"en\",\n\"providers\": {\n  \"glm\": {},\n  \"kimi\": 5\n}}",
			[]string{"line 5, column 11:", "line 5, column 12:"}},
	} {
		f, err := load(t, c.text)
		if err == nil {
			t.Errorf("%s: Load(%q) gives no error", c.name, c.text)
			continue
		}
		if !strings.HasPrefix(err.Error(), "read "+f.Path+": ") ||
			!slices.ContainsFunc(c.want, func(w string) bool { return strings.Contains(err.Error(), w) }) {
			t.Errorf("%s: Load(%q) = %v, want %s", c.name, c.text, err, c.want[0])
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"supervisor": {"max_iterations": 0}}`:   "supervisor.max_iterations is 0, at least 1 is needed",
		`{"supervisor": {"max_iterations": -1}}`:  "supervisor.max_iterations is -1, at least 1 is needed",
		`{"supervisor": {"timeout_seconds": 0}}`:  "supervisor.timeout_seconds is 0, at least 1 is needed",
		`{"supervisor": {"timeout_seconds": -5}}`: "supervisor.timeout_seconds is -5, at least 1 is needed",
		`{"supervisor": {"max_iterations": 1.5}}`: "line 1",
		`{"providers": ["glm"]}`:                  "providers",
		`{"providers": {"glm": "token-4711"}}`:    "provider",
	} {
		_, err := load(t, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%s) = %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "4711") {
			t.Errorf("Load(%s) = %v, which shows a value", text, err)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ccc.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || !strings.HasPrefix(err.Error(), "read the configuration: ") {
		t.Errorf("Load of a directory = %v", err)
	}
}

const three = `{"providers": {"zeta": {"env": {"N": "1"}}, "kimi": {}, "glm": {}}`

func TestA01CurrentProviderElseTheFirst(t *testing.T) {
	for text, want := range map[string]string{
		three + `, "current_provider": "kimi"}`: "kimi",
		three + `, "current_provider": ""}`:     "zeta",
		three + `}`:                             "zeta",
	} {
		if p, err := loaded(t, text).Provider(""); err != nil || p == nil || p.Name != want {
			t.Errorf("Provider(\"\") of %s = %v, %v, want %s", text, p, err, want)
		}
	}
	if p, err := loaded(t, `{}`).Provider(""); p != nil || err != nil {
		t.Errorf("Provider(\"\") = %v, %v, want none: claude's own login", p, err)
	}
}

func TestA02NamedProvider(t *testing.T) {
	f := loaded(t, three+`, "current_provider": "kimi"}`)
	if p, err := f.Provider("glm"); err != nil || p == nil || p.Name != "glm" {
		t.Errorf("Provider(glm) = %v, %v", p, err)
	}
}

func TestUnknownProvider(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{three + `}`, "glmm", `there is no provider "glmm": PATH has zeta, kimi, glm`},
		{`{}`, "glm", `there is no provider "glm": PATH has none`},
	} {
		f := loaded(t, c.text)
		p, err := f.Provider(c.name)
		var unknown *UnknownProviderError
		if p != nil || !errors.As(err, &unknown) {
			t.Errorf("Provider(%q) = %v, %v, want an UnknownProviderError", c.name, p, err)
			continue
		}
		if want := strings.ReplaceAll(c.want, "PATH", f.Path); err.Error() != want {
			t.Errorf("Provider(%q) = %v, want %s", c.name, err, want)
		}
		if unknown.ExitCode() != 2 {
			t.Errorf("exit code %d, want 2", unknown.ExitCode())
		}
	}
}

func mustJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
