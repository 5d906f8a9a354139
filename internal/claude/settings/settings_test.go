package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/integration/files"
	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
)

// words returns messages in English.
func words(messages []lang.Message) (list []string) {
	for _, m := range messages {
		list = append(list, m.String())
	}
	return list
}

// load loads a ccc.json with that text.
func load(t *testing.T, text string) (provider.File, error) {
	t.Helper()
	dir := t.TempDir()
	files.Save(t, filepath.Join(dir, "ccc.json"), text)
	return provider.Load(dir)
}

func loaded(t *testing.T, text string) provider.File {
	t.Helper()
	f, err := load(t, text)
	if err != nil {
		t.Fatalf("Load of %s = %v", text, err)
	}
	return f
}

// hook is the Stop hook of the tests.
var hook = Hook{Program: "/usr/local/bin/ccc", Timeout: 660 * time.Second, Status: "reviewing"}

func plan(dir string, p *provider.Provider, given []string, lookup func(string) (string, bool)) Plan {
	return Plan{Dir: dir, Work: filepath.Join(dir, "no-project"), Provider: p, Given: given, Lookup: lookup, Hook: hook,
		Asked: []string{"Task"}}
}

// prepared returns the launch of the file's current provider.
func prepared(t *testing.T, f provider.File, dir string, lookup func(string) (string, bool), given ...string) Launch {
	t.Helper()
	p, err := f.Provider("")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Prepare(f, plan(dir, p, given, lookup))
	if err != nil {
		t.Fatalf("Prepare = %v", err)
	}
	return l
}

// read returns the settings in a file, which only its owner may read, without what every launch has: ccc's hook, and
// the limit that makes room for it.
func read(t *testing.T, path string) (settings map[string]any) {
	t.Helper()
	settings = readAll(t, path)
	if settings["disableAllHooks"] == false { // which stands in every launch whose hooks are on
		delete(settings, "disableAllHooks")
	}
	return settings
}

func readAll(t *testing.T, path string) (settings map[string]any) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode of %s = %v, want -rw-------", path, info.Mode())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, "-supervisor.json") {
		text = withoutOurs(t, path, text)
	}
	if err := json.Unmarshal(text, &settings); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	env, _ := settings["env"].(map[string]any)
	if _, ok := env[blockCap]; !ok && !strings.HasSuffix(path, "-supervisor.json") {
		t.Errorf("%s does not lift Claude Code's cap", path)
	}
	if !strings.HasSuffix(path, "-supervisor.json") {
		for _, name := range shellNames {
			if _, ok := env[name]; !ok {
				t.Errorf("%s leaves %s to the project's settings", path, name)
			}
			delete(env, name)
		}
	}
	if settings["apiKeyHelper"] == "" { // which stands in every launch of a provider
		delete(settings, "apiKeyHelper")
	}
	if delete(env, blockCap); len(env) == 0 {
		delete(settings, "env")
	}
	return settings
}

// withoutOurs returns the settings of a launch without ccc's hooks. It checks that each is there once.
func withoutOurs(t *testing.T, path string, text []byte) []byte {
	t.Helper()
	for _, own := range hook.ownEntries() {
		found, _, _, err := entries(text, own.event, own.sub)
		if err != nil || len(found) != 1 || !sameJSON(found[0].entry, own.entry) {
			t.Errorf("our %s hooks in %s: %v, %v", own.event, path, found, err)
		}
		text, err = jsonedit.Patch(text, removals(found, own.event)...)
		for _, at := range [][]string{{"hooks", own.event}, {"hooks"}} {
			left, _ := jsonedit.Find(text, at)
			if left = bytes.Join(bytes.Fields(left), nil); err == nil && (string(left) == "[]" || string(left) == "{}") {
				text, err = jsonedit.Patch(text, jsonedit.Remove(jsonedit.Pointer(at...)))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return text
}

func object(t *testing.T, text string) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

const rich = `{
	"settings": {"model": "opus", "cleanupPeriodDays": 7, "env": {"A": "file", "B": "file", "C": "file"},
		"permissions": {"allow": ["x"], "deny": ["y"]}},
	"providers": {"glm": {"model": "glm-5", "env": {"B": "provider", "C": "provider", "TOKEN": "${KEY}"},
		"permissions": {"allow": ["z"]},
		"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}}
}`

func TestPrepareMerges(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there")
	f := loaded(t, rich)
	l := prepared(t, f, dir, files.Env("KEY", "t0p"))
	if l.Agent != filepath.Join(dir, "settings-glm.json") {
		t.Errorf("Agent = %s", l.Agent)
	}
	want := object(t, `{"model": "glm-5", "cleanupPeriodDays": 7,
		"env": {"A": "file", "B": "provider", "C": "provider", "TOKEN": "t0p"},
		"permissions": {"allow": ["z"], "deny": ["y"]},
		"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}`)
	if got := read(t, l.Agent); !reflect.DeepEqual(got, want) {
		t.Errorf("settings = %v, want %v", got, want)
	}
}

func TestPersonsSettingsWin(t *testing.T) {
	const over = `{"env": {"C": "person", "D": "${KEY}"}, "permissions": {"allow": ["p"]}, "theme": "dark"}`
	file := filepath.Join(t.TempDir(), "mine.json")
	files.Save(t, file, over)
	dir := t.TempDir()
	f := loaded(t, rich)
	agents := make(map[string]bool)
	for _, given := range []string{over, " \n" + over, file} {
		l := prepared(t, f, dir, files.Env("KEY", "t0p"), given)
		want := object(t, `{"model": "glm-5", "cleanupPeriodDays": 7, "theme": "dark",
			"env": {"A": "file", "B": "provider", "C": "person", "D": "${KEY}", "TOKEN": "t0p"},
			"permissions": {"allow": ["p"], "deny": ["y"]},
			"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}`)
		if got := read(t, l.Agent); !reflect.DeepEqual(got, want) {
			t.Errorf("settings with %q = %v, want %v", given, got, want)
		}
		agents[l.Agent] = true
	}
	if len(agents) != 1 {
		t.Errorf("the same settings are in %d files", len(agents))
	}
	// The last --settings overrides the others, and the settings file of other launches does not change.
	plain := prepared(t, f, dir, files.Env("KEY", "t0p"))
	l := prepared(t, f, dir, files.Env("KEY", "t0p"), over, `{"theme": "light"}`)
	if got := read(t, l.Agent)["theme"]; got != "light" {
		t.Errorf("theme = %v, want that of the last --settings", got)
	}
	if agents[plain.Agent] || l.Agent == plain.Agent || agents[l.Agent] {
		t.Errorf("launches with other settings share %s", l.Agent)
	}
	if _, has := read(t, plain.Agent)["theme"]; has {
		t.Error("a launch's --settings are in the file of all launches")
	}
}

func TestPrepareRefusesGivenSettings(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	files.Save(t, bad, "{\n\"env\": {\"TOKEN\": \"t0p\"},,}")
	for given, want := range map[string]string{
		`{"env": {"TOKEN": "t0p"}`:         "read --settings: line 1",
		filepath.Join(t.TempDir(), "none"): "no such file",
		bad:                                bad + ": line 2",
	} {
		_, err := Prepare(provider.File{}, plan(t.TempDir(), nil, []string{given}, files.NoEnv))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "t0p") {
			t.Errorf("Prepare with %q = %v, want %q and no value", given, err, want)
		}
	}
}

func TestA11ReviewerHasNoHooks(t *testing.T) {
	dir := t.TempDir()
	f := loaded(t, rich)
	for _, given := range [][]string{nil, {`{"hooks": {"PreToolUse": []}, "disableAllHooks": false}`}} {
		l := prepared(t, f, dir, files.Env("KEY", "t0p"), given...)
		if want := strings.TrimSuffix(l.Agent, ".json") + "-supervisor.json"; l.Reviewer != want {
			t.Errorf("Reviewer = %s, want %s", l.Reviewer, want)
		}
		agent, reviewer := read(t, l.Agent), read(t, l.Reviewer)
		if _, has := reviewer["hooks"]; has || reviewer["disableAllHooks"] != true {
			t.Errorf("reviewer's settings = %v, want no hooks and disableAllHooks", reviewer)
		}
		if agent["hooks"] == nil || agent["disableAllHooks"] == true {
			t.Errorf("agent's settings = %v, want its hooks", agent)
		}
		for _, settings := range []map[string]any{agent, reviewer} {
			delete(settings, "hooks")
			delete(settings, "disableAllHooks")
			delete(settings, "claudeMdExcludes")
			delete(settings, "sandbox")                             // the reviewer has a cage
			permissions := settings["permissions"].(map[string]any) // the reviewer has rules of its own
			delete(permissions, "allow")
			delete(permissions, "ask")
		}
		if !reflect.DeepEqual(agent, reviewer) {
			t.Errorf("but for hooks the settings differ: %v, %v", agent, reviewer)
		}
	}
}

func TestPrepareNothingConfigured(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "claude")
	l := prepared(t, loaded(t, `{}`), dir, files.NoEnv)
	if l.Agent != filepath.Join(dir, "settings.ccc.json") || len(read(t, l.Agent)) != 0 {
		t.Errorf("Prepare without ccc.json = %+v, want the hook alone", l)
	}
	want := object(t, `{"disableAllHooks": true, "permissions": {"ask": ["Task"]}, "sandbox": {"enabled": false}}`)
	got := read(t, l.Reviewer)
	delete(got, "claudeMdExcludes")
	if !sameJSON(got, want) {
		t.Errorf("reviewer's settings = %v, want %v", got, want)
	}
	l = prepared(t, loaded(t, `{"settings": {"model": "opus"}}`), dir, files.NoEnv)
	if l.Agent != filepath.Join(dir, "settings.ccc.json") || read(t, l.Agent)["model"] != "opus" {
		t.Errorf("Prepare without a provider = %+v", l)
	}
}

func TestPrepareWritesWhole(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "settings-glm.json")
	files.Save(t, old, strings.Repeat("an older file, which anybody may read\n", 100))
	reader, err := os.Open(old) // a claude that reads it right now
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	f := loaded(t, rich)
	l := prepared(t, f, dir, files.Env("KEY", "t0p"))
	read(t, l.Agent)
	info, err := reader.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(old); err != nil || os.SameFile(info, now) {
		t.Errorf("the file was written in place, %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		switch entry.Name() {
		case file.Lock, "commands", "settings.json", "settings-glm.json", "settings-glm-supervisor.json":
		default:
			t.Errorf("%s is left in the directory", entry.Name())
		}
	}
}

func TestExpand(t *testing.T) {
	f := loaded(t, `{"settings": {"env": {"URL": "https://${HOST}/${PATH_1}", "N": 5, "S": "${HOST}"},
		"model": "${HOST}"},
		"providers": {"glm": {"env": {"EMPTY": "a${NOTHING}b", "PLAIN": "$HOST ${} ${1} $${HOST}"}}}}`)
	dir := t.TempDir()
	for _, host := range []string{"one", "two"} { // each with a lookup of its own: nothing of the first is left
		lookup := files.Env("HOST", host, "PATH_1", "${HOST}", "NOTHING", "")
		got := read(t, prepared(t, f, dir, lookup).Agent)
		want := map[string]any{"env": map[string]any{
			"URL": "https://" + host + "/${HOST}", "N": 5.0, "S": host, "EMPTY": "ab", "PLAIN": "$HOST ${} ${1} $" +
				host,
		}, "model": "${HOST}"}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("settings = %v, want %v", got, want)
		}
	}
}

// TestPrepareChangesNothingInFile: preparing a launch changes no value that the file, the provider or both have.
func TestPrepareChangesNothingInFile(t *testing.T) {
	for _, text := range []string{
		`{"settings": {"env": {"A": "${KEY}"}, "hooks": {"Stop": []}}, "providers": {"glm": {}}}`,
		`{"providers": {"glm": {"env": {"A": "${KEY}"}, "hooks": {"Stop": []}}}}`,
		`{"settings": {"env": {"A": "${KEY}"}, "p": {"q": {"r": 1}}},
			"providers": {"glm": {"env": {"B": "${KEY}"}, "p": {"q": {"s": 2}}}}}`,
	} {
		f, want := loaded(t, text), loaded(t, text)
		dir := t.TempDir()
		for _, key := range []string{"1", "2"} {
			l := prepared(t, f, dir, files.Env("KEY", key), `{"env": {"C": "c"}, "p": {"q": {"t": 3}}}`)
			for name, value := range read(t, l.Agent)["env"].(map[string]any) {
				if name != "C" && value != key {
					t.Errorf("%s: env %s = %v, want %s", text, name, value, key)
				}
			}
		}
		if f.Path = want.Path; !reflect.DeepEqual(f, want) {
			t.Errorf("after Prepare the file is %+v, want %+v", f, want)
		}
	}
}

func TestMissingVariable(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {"env": {"URL": "${SET}-s3cret-${UNSET_KEY}", "OTHER": "${SET}"}}}}`)
	dir := t.TempDir()
	p, err := f.Provider("")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Prepare(f, plan(dir, p, nil, files.Env("SET", "t0p")))
	if err == nil || !strings.Contains(err.Error(), "UNSET_KEY") || !strings.Contains(err.Error(), "URL") {
		t.Fatalf("Prepare = %v, want an error that names UNSET_KEY and URL", err)
	}
	if strings.Contains(err.Error(), "t0p") || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("Prepare = %v, which shows a value", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("Prepare failed and left %v", entries)
	}
}

func TestProviderNameIsNoPath(t *testing.T) {
	for _, name := range []string{"a/b", "../x", "..", ".hidden", `a\b`, "a\x00b"} {
		parent := t.TempDir()
		p := &provider.Provider{Name: name, Settings: map[string]any{"model": "x"}}
		_, err := Prepare(provider.File{}, plan(filepath.Join(parent, "claude"), p, nil, files.NoEnv))
		if err == nil || !strings.Contains(err.Error(), "provider ") {
			t.Errorf("Prepare of %q = %v, want an error", name, err)
		}
		if entries, _ := os.ReadDir(parent); len(entries) > 0 {
			t.Errorf("Prepare of %q wrote %v", name, entries)
		}
	}
}

// TestPrepareCannotWrite: an error removes everything that was written, and names the file but none of its content.
func TestPrepareCannotWrite(t *testing.T) {
	f := loaded(t, rich)
	p, err := f.Provider("")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	files.Save(t, file, "")
	if _, err := Prepare(f, plan(filepath.Join(file, "x"), p, nil, files.Env("KEY", "t0p"))); err == nil ||
		!strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "t0p") {
		t.Errorf("Prepare below a file = %v", err)
	}
	for _, name := range []string{"settings-glm.json", "settings-glm-supervisor.json"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, name, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Prepare(f, plan(dir, p, nil, files.Env("KEY", "t0p"))); err == nil ||
			!strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "t0p") {
			t.Errorf("Prepare where %s is a directory = %v", name, err)
		}
	}
}

// TestA01CurrentIsGone: if the current provider is not in the file, the first one is used, and the user is told so.
func TestA01CurrentIsGone(t *testing.T) {
	f := loaded(t, `{"providers": {"zeta": {}}`+`, "current_provider": "gone"}`)
	p, err := f.Provider("")
	if err != nil || p == nil || p.Name != "zeta" {
		t.Fatalf("Provider = %v, %v, want zeta", p, err)
	}
	for _, named := range []bool{false, true} {
		q := plan(t.TempDir(), p, nil, files.NoEnv)
		q.Named = named
		notices := words(launched(t, f, q).Notices)
		if want := fmt.Sprintf(`the current_provider "gone" is not in %s: this launch takes the first one, zeta`,
			f.Path); named &&
			notices != nil || !named && !slices.Equal(notices, []string{want}) {
			t.Errorf("named %t: notices %q", named, notices)
		}
	}
	if p, err := loaded(t, `{"current_provider": "gone"}`).Provider(""); p != nil || err != nil {
		t.Errorf("Provider of none = %v, %v", p, err)
	}
}
