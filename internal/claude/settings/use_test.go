package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/files"
	"ccc/internal/jsonedit"
	"ccc/internal/provider"
)

// shop is a ccc.json whose providers set many keys of settings.json.
const shop = `{
	"settings": {"env": {"ALL": "1"}, "permissions": {"allow": ["Bash(ls:*)", "Read"]}},
	"providers": {
		"kimi": {"model": "k2", "env": {"ANTHROPIC_BASE_URL": "https://kimi.example/?a=b&c", "API_TIMEOUT_MS": 3000000,
			"ANTHROPIC_AUTH_TOKEN": "s3cret-k", "MY_PASSWORD": "s3cret-p", "CLAUDE_CODE_MAX_OUTPUT_TOKENS": "64000"}},
		"glm": {"env": {"ANTHROPIC_API_KEY": "${GLM}", "ANTHROPIC_BASE_URL": "https://glm.example",
			"ANTHROPIC_MODEL": "glm-5"}, "permissions": {"allow": ["Read", "Write"], "defaultMode": "plan"},
			"deep": {"er": {"a": 1}, "list": [{"x": 1}, 2]},
			"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}]}},
		"bare": {}
	}
}`

// using returns a plan to use a provider in dir.
func using(t *testing.T, f provider.File, dir, name string) Plan {
	t.Helper()
	p, err := f.Provider(name)
	if err != nil {
		t.Fatal(err)
	}
	return plan(dir, p, nil, files.Env("GLM", "s3cret-g"))
}

func use(t *testing.T, f provider.File, dir, name string) {
	t.Helper()
	if _, _, err := Use(f, using(t, f, dir, name)); err != nil {
		t.Fatalf("Use(%s) = %v", name, err)
	}
}

func takenBack(t *testing.T, dir string) (name string) {
	t.Helper()
	name, err := TakeBack(dir, func() {})
	if err != nil {
		t.Fatalf("TakeBack = %v", err)
	}
	return name
}

// TestE06UseWrites: the exact text of settings.json. It contains no secret, and only its owner can read the file that
// keeps the earlier text.
func TestE06UseWrites(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	const mine = `{
    "model": "opus",
    "env": {
        "ANTHROPIC_AUTH_TOKEN": "mine",
        "ANTHROPIC_CUSTOM_HEADERS": "X: mine",
        "FOO": "<bar>"
    },
    "permissions": {
        "allow": [
            "Read"
        ]
    }
}
`
	files.Save(t, path, mine)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	f := loaded(t, shop)
	p := using(t, f, dir, "kimi")
	p.Names = []string{"PATH", "ANTHROPIC_SMALL_FAST_MODEL", "ANTHROPIC_BASE_URL"}
	notices, changed, err := Use(f, p)
	helper := `CCC_CONFIG_DIR=` + filepath.Dir(f.Path) + ` /usr/local/bin/ccc provider key kimi`
	want := `{
    "model": "k2",
    "env": {
        "ANTHROPIC_AUTH_TOKEN": "",
        "ANTHROPIC_CUSTOM_HEADERS": "",
        "FOO": "<bar>",
        "ALL": "1",
        "ANTHROPIC_API_KEY": "",
        "ANTHROPIC_BASE_URL": "https://kimi.example/?a=b&c",
        "ANTHROPIC_SMALL_FAST_MODEL": "",
        "API_TIMEOUT_MS": 3000000,
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": "64000",
        "CLAUDE_CODE_OAUTH_TOKEN": ""
    },
    "permissions": {
        "allow": [
            "Read",
            "Bash(ls:*)"
        ]
    },
    "apiKeyHelper": "` + helper + `"
}
`
	if got := files.Content(t, path); err != nil || !changed || got != want {
		t.Errorf("Use = %v, changed %t, and writes %s, want %s", err, changed, got, want)
	}
	if got := words(notices); len(got) != 1 || !strings.HasSuffix(got[0], ": MY_PASSWORD") {
		t.Errorf("notices = %q, want the name of what is not written", got)
	}
	if mode := files.Info(t, filepath.Join(dir, usedName)).Mode(); mode != 0o600 {
		t.Errorf("mode of %s = %v", usedName, mode)
	}
	info := files.Info(t, path)
	if _, changed, err := Use(f, p); err != nil || changed || !os.SameFile(info, files.Info(t, path)) {
		t.Errorf("Use again = %v, changed %t, want nothing", err, changed)
	}
	if name, err := InUse(dir); name != "kimi" || err != nil {
		t.Errorf("InUse = %q, %v", name, err)
	}
	name := takenBack(t, dir)
	if name != "kimi" || files.Content(t, path) != mine || files.Info(t, path).Mode() != 0o644 {
		t.Errorf("TakeBack = %q, and leaves %s", name, files.Content(t, path))
	}
	if _, err := os.Stat(filepath.Join(dir, usedName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after TakeBack %s is there: %v", usedName, err)
	}
	if name := takenBack(t, dir); name != "" {
		t.Errorf("TakeBack of nothing = %q", name)
	}
}

// madeSettings writes settings that are made by a seed. path is "" if they have a hook of ours, which uninstall would
// take out.
func madeSettings(t *testing.T, seed int64) (m maker, path, text string) {
	m = maker{rand.New(rand.NewSource(seed))}
	text = m.layout(layouts[seed%int64(len(layouts))], m.settings())
	if found, err := findStopHooks([]byte(text)); err != nil || len(found) > 0 {
		return m, "", ""
	}
	path = filepath.Join(t.TempDir(), "settings.json")
	files.Save(t, path, text)
	return m, path, text
}

// TestE06UseIsTakenBack: after any sequence of use, --none and uninstall restore settings.json byte for byte, whatever
// it contained and in whatever layout. It never contained a secret.
func TestE06UseIsTakenBack(t *testing.T) {
	f := loaded(t, shop)
	taken := 0
	for seed := range int64(30) {
		m, path, text := madeSettings(t, seed)
		if path == "" {
			continue
		}
		dir := filepath.Dir(path)
		var done []string
		for range 1 + m.Intn(5) {
			name := m.pick("kimi", "glm", "bare", "--none")
			done = append(done, name)
			if name == "--none" {
				if takenBack(t, dir); files.Content(t, path) != text {
					t.Errorf("seed %d: after %q TakeBack leaves %s, want %s", seed, done, files.Content(t, path), text)
				}
			} else if _, _, err := Use(f, using(t, f, dir, name)); err == nil {
				taken++
				if strings.Contains(files.Content(t, path), "s3cret") {
					t.Errorf("seed %d: after %q a secret stands in %s", seed, done, files.Content(t, path))
				}
			} else if !errors.Is(err, jsonedit.ErrTwice) {
				t.Errorf("seed %d: Use(%s) = %v", seed, name, err)
			}
		}
		if _, err := Uninstall(dir, func() {}); err != nil || files.Content(t, path) != text {
			t.Errorf("seed %d: after %q Uninstall = %v, and leaves %s, want %s", seed, done, err,
				files.Content(t, path), text)
		}
		if left := slices.Collect(maps.Keys(files.Tree(t, dir))); !slices.Equal(left, []string{"settings.json"}) {
			t.Errorf("seed %d: Uninstall leaves %q", seed, left)
		}
	}
	if taken < 60 {
		t.Errorf("only %d uses were tried", taken)
	}
}

// TestE06UseAndLaunches: with launches in between, which put their hook into the same file, nothing of the user's is
// lost. A file with the layout of a program is restored byte for byte.
func TestE06UseAndLaunches(t *testing.T) {
	f := loaded(t, shop)
	tried := 0
	for seed := range int64(30) {
		m, path, text := madeSettings(t, seed)
		if path == "" {
			continue
		}
		dir := filepath.Dir(path)
		var done []string
		var refused error
		for range 2 + m.Intn(5) {
			name := m.pick("kimi", "glm", "bare")
			var err error
			if m.Intn(2) == 0 {
				_, err = Prepare(f, using(t, f, dir, name))
				name = "launch " + name
			} else {
				_, _, err = Use(f, using(t, f, dir, name))
			}
			done = append(done, name)
			refused = errors.Join(refused, err)
		}
		if refused != nil {
			continue // a name that stands twice
		}
		tried++
		if _, err := Uninstall(dir, func() {}); err != nil {
			t.Errorf("seed %d: after %q Uninstall = %v", seed, done, err)
		}
		got := files.Content(t, path)
		want := ofPerson(parse(t, text))
		if !reflect.DeepEqual(ofPerson(parse(t, got)), want) {
			t.Errorf("seed %d: after %q there is %s, was %s", seed, done, got, text)
		}
		if _, hooks := jsonedit.Find([]byte(text), []string{"hooks"}); canonical(text) && !hooks && got != text {
			t.Errorf("seed %d: after %q there is %q, want %q", seed, done, got, text)
		}
	}
	if tried < 20 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestE06UseKeepsEdits: with edits of the user in between, the final file has everything that the user wrote last, and
// nothing of ccc's that the user did not change.
func TestE06UseKeepsEdits(t *testing.T) {
	f := loaded(t, shop)
	for seed := range int64(30) {
		m := maker{rand.New(rand.NewSource(seed))}
		dir := t.TempDir()
		path := filepath.Join(dir, "settings.json")
		hers := object(t, `{"env": {"ANTHROPIC_MODEL": "m", "FOO": "1"}, "model": "opus",
			"permissions": {"allow": ["Read", "Bash(x)"]}, "n": 12.5}`) // what it would hold without us
		write := func(settings any) {
			text, err := json.MarshalIndent(settings, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			files.Save(t, path, string(text))
		}
		write(hers)
		var done []string
		for range 2 + m.Intn(8) {
			step := m.pick("kimi", "glm", "bare", "--none", "edit", "edit", "edit")
			switch step {
			case "--none":
				takenBack(t, dir)
			case "edit":
				key := m.pick("env/ANTHROPIC_BASE_URL", "env/ANTHROPIC_MODEL", "env/NEW", "model", "n", "deep/er/a",
					"permissions/defaultMode", "apiKeyHelper", "env/API_TIMEOUT_MS", "deep/other", "permissions/allow")
				now := object(t, files.Content(t, path))
				for _, settings := range []map[string]any{now, hers} {
					value := any(fmt.Sprint("hers-", len(done)))
					if key == "permissions/allow" { // the user adds a rule
						rules, _ := settings["permissions"].(map[string]any)["allow"].([]any)
						value = append(slices.Clone(rules), value)
					}
					put(settings, key, value)
				}
				write(now)
				step += " " + key
			default:
				use(t, f, dir, step)
			}
			done = append(done, step)
		}
		if _, err := Uninstall(dir, func() {}); err != nil {
			t.Fatal(err)
		}
		if got := object(t, files.Content(t, path)); !reflect.DeepEqual(got, hers) {
			t.Errorf("seed %d: after %q there is %v, want %v", seed, done, got, hers)
		}
	}
}

// put sets a value at a path of names, separated by slashes.
func put(settings map[string]any, path string, value any) {
	name, rest, deeper := strings.Cut(path, "/")
	if !deeper {
		settings[name] = value
		return
	}
	inner, ok := settings[name].(map[string]any)
	if !ok {
		inner = make(map[string]any)
		settings[name] = inner
	}
	put(inner, rest, value)
}

// TestE06UseInterrupted: whenever ccc is killed while it writes, the user's settings are restored.
func TestE06UseInterrupted(t *testing.T) {
	f := loaded(t, shop)
	const mine = "{\n  \"env\": {\n    \"ANTHROPIC_MODEL\": \"mine\"\n  }\n}\n"
	for _, first := range []string{"", "kimi", "bare"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "settings.json")
		files.Save(t, path, mine)
		if first != "" {
			use(t, f, dir, first)
		}
		before, was := inUse(t, dir), files.Content(t, path)
		use(t, f, dir, "glm")
		both := usedFile{append(before.Uses, inUse(t, dir).Uses...)}
		// Whether settings.json was written already or not, both texts are still kept.
		for _, text := range []string{was, files.Content(t, path)} {
			if err := both.write(dir); err != nil {
				t.Fatal(err)
			}
			files.Save(t, path, text)
			if takenBack(t, dir); files.Content(t, path) != mine {
				t.Errorf("from %q, with %s: TakeBack leaves %s", first, text, files.Content(t, path))
			}
		}
	}
}

// TestE06OpenSessions: a running claude keeps a variable that disappears from settings.json. So ccc first sets it to ""
// for a while before it removes it, and a provider that replaces another one sets the other's variables to "".
func TestE06OpenSessions(t *testing.T) {
	f := loaded(t, shop)
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	const mine = `{"env":{"ANTHROPIC_MODEL":"mine","API_TIMEOUT_MS":"7"}}`
	files.Save(t, path, mine)
	variables := func() map[string]any { return object(t, files.Content(t, path))["env"].(map[string]any) }
	paused := 0
	takeBack := func(killed bool) {
		t.Helper()
		_, err := TakeBack(dir, func() {
			paused++
			want := map[string]any{"ANTHROPIC_MODEL": "glm-5", "API_TIMEOUT_MS": "7"}
			if env := variables(); !killed {
				for name, value := range env {
					if value != "" && value != want[name] {
						t.Errorf("%s is %v while open sessions read, want it to be empty", name, value)
					}
				}
			} else {
				panic("killed")
			}
		})
		if err != nil || files.Content(t, path) != mine {
			t.Errorf("TakeBack = %v, and leaves %s", err, files.Content(t, path))
		}
	}
	use(t, f, dir, "kimi")
	use(t, f, dir, "glm")
	if env := variables(); env["ANTHROPIC_BASE_URL"] != "https://glm.example" ||
		env["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] != "" {
		t.Errorf("with glm after kimi env is %v", env)
	}
	takeBack(false)
	use(t, f, dir, "kimi")
	use(t, f, dir, "bare")
	if env := variables(); env["ANTHROPIC_BASE_URL"] != "" {
		t.Errorf("with bare after kimi env is %v", env)
	}
	takeBack(false) // ALL is the configuration's own variable
	use(t, f, dir, "kimi")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("TakeBack does not wait")
			}
		}()
		takeBack(true)
	}()
	takeBack(false)
	if paused != 3 {
		t.Errorf("TakeBack waited %d times, want 3: not again after it was killed", paused)
	}
}

func inUse(t *testing.T, dir string) usedFile {
	t.Helper()
	u, err := readUsed(dir)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestE06UseAtOnce: if several run at the same time, one wins, and everything can be restored.
func TestE06UseAtOnce(t *testing.T) {
	f := loaded(t, shop)
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	const mine = "{\"model\":\"opus\"}"
	files.Save(t, path, mine)
	var wait sync.WaitGroup
	for n := range 12 {
		wait.Go(func() {
			var err error
			if n%4 == 3 {
				_, err = TakeBack(dir, func() {})
			} else {
				_, _, err = Use(f, using(t, f, dir, []string{"kimi", "glm", "bare"}[n%3]))
			}
			if err != nil {
				t.Errorf("%d: %v", n, err)
			}
		})
	}
	wait.Wait()
	if takenBack(t, dir); files.Content(t, path) != mine {
		t.Errorf("TakeBack leaves %s, want %s", files.Content(t, path), mine)
	}
}

// TestE06UseMovesNoLaunch: a launch's own settings and its reviewer's have a value for each variable that `provider
// use` of another provider writes, before or later.
func TestE06UseMovesNoLaunch(t *testing.T) {
	f := loaded(t, shop)
	for _, name := range names(f) {
		for _, other := range names(f) {
			for _, before := range []bool{true, false} {
				dir := t.TempDir()
				path := filepath.Join(dir, "settings.json")
				files.Save(t, path, `{"env": {"API_TIMEOUT_MS": "7", "MINE": "1"}, "model": "opus"}`)
				if before {
					use(t, f, dir, other)
				}
				l := launched(t, f, using(t, f, dir, name))
				if !before {
					use(t, f, dir, other)
				}
				written := object(t, files.Content(t, path))["env"].(map[string]any)
				for _, file := range []string{l.Agent, l.Reviewer} {
					settings := object(t, files.Content(t, file))
					env := settings["env"].(map[string]any)
					what := fmt.Sprintf("%s launched, %s in use before %t, %s", name, other, before,
						filepath.Base(file))
					for variable, value := range written {
						if _, has := env[variable]; !has && value != "" && variable != "MINE" {
							t.Errorf("%s: %s = %v is not overridden in %v", what, variable, value, env)
						}
					}
					want := map[string][]any{
						"kimi": {"https://kimi.example/?a=b&c", "k2", 3e6}, "glm": {"https://glm.example", "opus", "7"},
						"bare": {"", "opus", "7"},
					}[name]
					got := []any{env["ANTHROPIC_BASE_URL"], settings["model"], env["API_TIMEOUT_MS"]}
					if !reflect.DeepEqual(got, want) || settings["apiKeyHelper"] != "" {
						t.Errorf("%s: URL, model, timeout = %v, want %v; helper %v", what, got, want,
							settings["apiKeyHelper"])
					}
				}
			}
		}
	}
}

// TestUseRefuses: nothing is written if there is no key, or if settings.json cannot be read.
func TestUseRefuses(t *testing.T) {
	for _, c := range []struct{ settings, env, want string }{
		{`{}`, `{"ANTHROPIC_AUTH_TOKEN": "${NOT_SET}"}`, "${NOT_SET}"},
		{`{}`, `{"ANTHROPIC_AUTH_TOKEN": "${EMPTY}"}`, "has no key"},
		{`{}`, `{"ANTHROPIC_API_KEY": "${ANTHROPIC_API_KEY}"}`, "give it another name"},
		{`{}`, `{"URL": "${NOT_SET}"}`, "${NOT_SET}"},
		{"{\n\"a\": 1,,}", `{}`, "line 2"},
		{`{"env": {"ANTHROPIC_MODEL": "a", "ANTHROPIC_MODEL": "b"}}`, `{}`, "has the same name twice"},
		{`[1]`, `{}`, "settings.json"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "settings.json")
		files.Save(t, path, c.settings)
		f := loaded(t, `{"providers": {"p": {"env": `+c.env+`}}}`)
		_, _, err := Use(f, plan(dir, &f.Providers[0], nil, files.Env("EMPTY", "", "ANTHROPIC_API_KEY", "x")))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Use with %s over %s = %v, want %q", c.env, c.settings, err, c.want)
		}
		if name, err := InUse(dir); name != "" || err != nil || files.Content(t, path) != c.settings {
			t.Errorf("Use with %s: %q is in use, %v, and settings.json holds %s", c.env, name, err,
				files.Content(t, path))
		}
	}
	dir := t.TempDir()
	files.Save(t, filepath.Join(dir, usedName), "{")
	f := loaded(t, shop)
	if _, _, err := Use(f, using(t, f, dir, "kimi")); err == nil || !strings.Contains(err.Error(), usedName) {
		t.Errorf("Use with a broken %s = %v", usedName, err)
	}
}

// TestUseWithoutSettings: if there was no file, an empty object is left at the end. A link stays a link.
func TestUseWithoutSettings(t *testing.T) {
	f := loaded(t, shop)
	dir := filepath.Join(t.TempDir(), "not", "there")
	path := filepath.Join(dir, "settings.json")
	use(t, f, dir, "glm")
	if takenBack(t, dir); files.Content(t, path) != "{}\n" {
		t.Errorf("TakeBack leaves %s", files.Content(t, path))
	}
	remove := func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	use(t, f, dir, "kimi")
	remove()
	if takenBack(t, dir); files.Content(t, path) != "{}\n" {
		t.Errorf("TakeBack without a file leaves %s", files.Content(t, path))
	}
	files.Save(t, path, "") // and changed since
	use(t, f, dir, "kimi")
	files.Save(t, path, strings.Replace(files.Content(t, path), "{", `{"mine": 1,`, 1))
	if takenBack(t, dir); !reflect.DeepEqual(object(t, files.Content(t, path)), map[string]any{"mine": 1.0}) {
		t.Errorf("TakeBack of an empty file leaves %s", files.Content(t, path))
	}
	target := filepath.Join(t.TempDir(), "dotfiles.json")
	files.Save(t, target, "{\n}")
	remove()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	use(t, f, dir, "kimi")
	if text := files.Content(t, target); !strings.Contains(text, "kimi.example") || strings.Contains(text, "s3cret") {
		t.Errorf("the file behind the link holds %s", text)
	}
	takenBack(t, dir)
	if link, err := os.Readlink(path); err != nil || link != target || files.Content(t, target) != "{\n}" {
		t.Errorf("TakeBack leaves a link to %q, %v, and there %s", link, err, files.Content(t, target))
	}
}

// TestE06ShareSettings: with share_settings a launch by a provider's name writes its configuration to settings.json,
// and says so once. Another launch does not.
func TestE06ShareSettings(t *testing.T) {
	f := loaded(t, strings.Replace(shop, "{", `{"share_settings": true,`, 1))
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	p := using(t, f, dir, "kimi")
	for n, c := range []struct {
		named   bool
		notices int
		inUse   string
	}{{false, 0, ""}, {true, 2, "kimi"}, {true, 0, "kimi"}, {false, 0, "kimi"}} {
		p.Named = c.named
		l := launched(t, f, p)
		if name, err := InUse(dir); name != c.inUse || err != nil || len(l.Notices) != c.notices {
			t.Errorf("launch %d: %q is in use, %v, notices %q", n, name, err, words(l.Notices))
		}
	}
	text := files.Content(t, path)
	found, err := findStopHooks([]byte(text))
	if url := object(t, text)["env"].(map[string]any)["ANTHROPIC_BASE_URL"]; url != "https://kimi.example/?a=b&c" ||
		err != nil || len(found) != 1 || strings.Contains(text, "s3cret") {
		t.Errorf("settings.json holds %s; our hooks %v, %v", text, found, err)
	}
}

// TestRemoveTakesBack: a provider that is removed is no longer in use, and nothing is imported while one is in use.
func TestRemoveTakesBack(t *testing.T) {
	f := loaded(t, shop)
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	files.Save(t, path, "{ }")
	use(t, f, dir, "kimi")
	if _, err := Importable(dir); err == nil || !strings.Contains(err.Error(), "--none") {
		t.Errorf("Importable while one is in use = %v", err)
	}
	if err := RemoveProvider(f, "glm", dir, func() {}); err != nil || inUse(t, dir).currentProvider() != "kimi" {
		t.Errorf("Remove of another one = %v, and %q is in use", err, inUse(t, dir).currentProvider())
	}
	if err := RemoveProvider(f, "kimi", dir, func() {}); err != nil || files.Content(t, path) != "{ }" {
		t.Errorf("Remove = %v, and leaves %s", err, files.Content(t, path))
	}
}
