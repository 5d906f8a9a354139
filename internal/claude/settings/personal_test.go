package settings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/provider"
)

// sources are the files that claude reads without --settings, relative to the directory of a test. A later one
// overrides an earlier one.
var sources = []string{"claude/settings.json", "work/.claude/settings.json", "work/.claude/settings.local.json"}

// placed makes the directories of a test and writes the files.
func placed(t *testing.T, texts map[string]string) Plan {
	t.Helper()
	root := t.TempDir()
	for _, source := range sources {
		files.Directory(t, filepath.Dir(filepath.Join(root, source)))
		if text := texts[source]; text != "" {
			files.Save(t, filepath.Join(root, source), text)
		}
	}
	p := plan(filepath.Join(root, "claude"), nil, nil, files.NoEnv)
	p.Work = filepath.Join(root, "work")
	return p
}

// foreign has variables of another provider, and one that belongs to no provider.
var foreign = map[string]any{
	"ANTHROPIC_BASE_URL": "https://old.example", "ANTHROPIC_AUTH_TOKEN": "old", "ANTHROPIC_API_KEY": "old",
	"ANTHROPIC_MODEL":            "old",
	"ANTHROPIC_SMALL_FAST_MODEL": "old", "ANTHROPIC_DEFAULT_HAIKU_MODEL": "old", "ANTHROPIC_CUSTOM_HEADERS": "X: y",
	"ANTHROPIC_BEDROCK_BASE_URL": "old",
	"CLAUDE_CODE_USE_BEDROCK":    "1", "CLAUDE_CODE_USE_VERTEX": 1, "CLAUDE_CODE_USE_FOUNDRY": "1",
	"CLAUDE_CODE_SKIP_BEDROCK_AUTH": "1",
	"CLAUDE_CODE_SUBAGENT_MODEL":    "old", "CLAUDE_CODE_MAX_OUTPUT_TOKENS": 64000, "CLAUDE_CODE_OAUTH_TOKEN": "old",
	"CLAUDE_CODE_API_BASE_URL": "old",
}

var unrelated = map[string]any{
	"PATH": "/bin", "MY_VAR": "mine", "DISABLE_TELEMETRY": "1", "HTTPS_PROXY": "http://p", "API_TIMEOUT_MS": "600000",
	"MY_ANTHROPIC_MODEL": "x",
	"anthropic_model":    "x", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "CLAUDE_CONFIG_DIR": "/x",
	"ANTHROPIC": "x", "CLAUDE_CODE_MODE": "x",
}

// TestUnset: the settings of the launch override variables of another provider in a file of the user or the project.
func TestUnset(t *testing.T) {
	all := maps.Clone(foreign)
	maps.Copy(all, unrelated)
	f := loaded(t, `{"settings": {"env": {"ANTHROPIC_CUSTOM_HEADERS": "own"}}, "providers": {"glm": {"env":
		{"ANTHROPIC_BASE_URL": "https://new.example", "ANTHROPIC_AUTH_TOKEN": "new", "OWN": "1"}}, "bare": {}}}`)
	for _, source := range sources {
		for _, name := range []string{"glm", "bare", ""} {
			p := placed(t, map[string]string{source: mustJSON(map[string]any{"env": all})})
			want := map[string]any{"ANTHROPIC_CUSTOM_HEADERS": "own"}
			if name != "" {
				for name := range foreign {
					want[name] = ""
				}
				want["ANTHROPIC_CUSTOM_HEADERS"] = "own"
				var err error
				if p.Provider, err = f.Provider(name); err != nil {
					t.Fatal(err)
				}
			}
			if name == "bare" {
				want["OWN"] = "" // glm's, which may come to stand in settings.json
			}
			if name == "glm" {
				want["ANTHROPIC_BASE_URL"], want["ANTHROPIC_AUTH_TOKEN"] = "https://new.example", "new"
				want["OWN"] = "1"
			}
			l := launched(t, f, p)
			// The reviewer does not read these files, so its settings contain the rest of them.
			for file, want := range map[string]map[string]any{l.Agent: want, l.Reviewer: provider.MergeSettings(all, want)} {
				if got := read(t, file)["env"]; !sameJSON(got, want) {
					t.Errorf("%s, provider %q: env in %s = %v, want %v", source, name, filepath.Base(file), got, want)
				}
			}
			if got := object(t, files.Content(t, filepath.Join(p.Dir, "settings.json")))["env"]; source == sources[0] &&
				!sameJSON(got, all) {
				t.Errorf("the person's own env is now %v", got)
			}
		}
	}
}

// TestUnsetSeveral: the files are combined. The user's --settings counts as part of the launch. A broken file is
// reported by claude and not by ccc, unless it is the file that ccc writes.
func TestUnsetSeveral(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "new"}}}}`)
	for _, c := range []struct {
		name  string
		files []string
		given []string
		want  string
	}{
		{"none", []string{"", "", ""}, nil, `{"ANTHROPIC_AUTH_TOKEN": "new"}`},
		{"all three", []string{`{"env": {"ANTHROPIC_A": "1"}}`, `{"env": {"ANTHROPIC_B": "1"}}`,
			`{"env": {"ANTHROPIC_C": "1"}}`}, nil,
			`{"ANTHROPIC_AUTH_TOKEN": "new", "ANTHROPIC_A": "", "ANTHROPIC_B": "", "ANTHROPIC_C": ""}`},
		{"given", []string{`{"env": {"ANTHROPIC_A": "1", "ANTHROPIC_B": "1"}}`, "", ""},
			[]string{`{"env": {"ANTHROPIC_A": "mine"}}`},
			`{"ANTHROPIC_AUTH_TOKEN": "new", "ANTHROPIC_A": "mine", "ANTHROPIC_B": ""}`},
		{"odd values", []string{`{"env": {"ANTHROPIC_A": null, "ANTHROPIC_B": {"x": [1e400]}, "ANTHROPIC_C": 1e400}}`,
			"", ""}, nil,
			`{"ANTHROPIC_AUTH_TOKEN": "new", "ANTHROPIC_A": "", "ANTHROPIC_B": "", "ANTHROPIC_C": ""}`},
		{"project broken", []string{"", `{"env": {"ANTHROPIC_A": "1"`, `{"env": {"ANTHROPIC_B": "1"}}`}, nil,
			`{"ANTHROPIC_AUTH_TOKEN": "new", "ANTHROPIC_B": ""}`},
		{"other case", []string{`{"env": {"ANTHROPIC_A": "1"}, "ENV": null,
			"Env": {"ANTHROPIC_B": "1"}, "DISABLEALLHOOKS": true}`, "", ""}, nil,
			`{"ANTHROPIC_AUTH_TOKEN": "new", "ANTHROPIC_A": ""}`},
		{"blank", []string{" \n", "\n", "\t"}, nil, `{"ANTHROPIC_AUTH_TOKEN": "new"}`},
		{"other shape", []string{`{"env": ["ANTHROPIC_A"]}`, `[]`,
			`{"env": 7, "apiKeyHelper": 7, "disableAllHooks": "x"}`}, nil, `{"ANTHROPIC_AUTH_TOKEN": "new"}`},
	} {
		files := make(map[string]string)
		for n, text := range c.files {
			files[sources[n]] = text
		}
		p := placed(t, files)
		p.Provider, p.Given = &f.Providers[0], c.given
		l := launched(t, f, p)
		if got := read(t, l.Agent)["env"]; !reflect.DeepEqual(got, any(object(t, c.want))) || l.Notices != nil {
			t.Errorf("%s: env = %v, want %s; notices %q", c.name, got, c.want, words(l.Notices))
		}
		if got := l.Env([]string{"ANTHROPIC_A=outer", "ANTHROPIC_B=outer", "ANTHROPIC_X=outer",
			"A=1"}); c.given == nil && !slices.Equal(got, []string{"A=1"}) {
			t.Errorf("%s: the launch inherits %q, want no other provider's", c.name, got)
		}
	}
}

// TestUnsetHelper: an apiKeyHelper would send its key together with the provider's own.
func TestUnsetHelper(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {}, "own": {"apiKeyHelper": "mine"}}}`)
	for _, source := range sources {
		for provider, want := range map[int]any{-1: nil, 0: "", 1: "mine"} {
			p := placed(t, map[string]string{source: `{"apiKeyHelper": "print-key"}`})
			if provider >= 0 {
				p.Provider = &f.Providers[provider]
			}
			if got := object(t, files.Content(t, launched(t, f, p).Agent))["apiKeyHelper"]; got != want {
				t.Errorf("%s, provider %d: apiKeyHelper = %v, want %v", source, provider, got, want)
			}
		}
	}
	p := placed(t, nil) // `ccc provider use` may write one while the launch runs
	p.Provider = &f.Providers[0]
	if got := object(t, files.Content(t, launched(t, f, p).Agent))["apiKeyHelper"]; got != "" {
		t.Errorf("without a helper of the person's, apiKeyHelper = %v", got)
	}
}

// TestLaunchEnv: a launch does not inherit other providers' variables. With the user's own login it inherits all.
func TestLaunchEnv(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {"env": {"ANTHROPIC_BASE_URL": "https://new.example", "OWN": "1"}}}}`)
	var outer, kept []string
	for name, value := range foreign {
		outer = append(outer, fmt.Sprintf("%s=%v", name, value))
	}
	for name, value := range unrelated {
		kept = append(kept, fmt.Sprintf("%s=%v", name, value))
	}
	kept = append(kept, "OWN=outer", "EMPTY=", "A=b=c", "ANTHROPIC_BASE_URL=https://outer.example", "=odd", "odd")
	outer = slices.DeleteFunc(outer, func(kv string) bool { return strings.HasPrefix(kv, "ANTHROPIC_BASE_URL=") })
	all := append(slices.Clone(outer), kept...)
	slices.Sort(all)
	before := slices.Clone(all)
	p := placed(t, nil)
	if got := launched(t, f, p).Env(all); !slices.Equal(got, all) {
		t.Errorf("Env without a provider = %q, want all", got)
	}
	p.Provider = &f.Providers[0]
	got := launched(t, f, p).Env(all)
	if slices.Sort(kept); !slices.Equal(got, kept) {
		t.Errorf("Env = %q, want %q", got, kept)
	}
	if !slices.Equal(all, before) {
		t.Error("Env changes what it gets")
	}
}

// TestBlockCap: claude's own limit on how often a Stop hook may hold the agent is set above ccc's, unless the user has
// set it.
func TestBlockCap(t *testing.T) {
	for _, c := range []struct {
		name, file, source, settings string
		outer                        func(string) (string, bool)
		want                         any
	}{
		{"ours", `{"supervisor": {"max_iterations": 30}}`, "", "", files.NoEnv, "38"},
		{"the default", `{}`, "", "", files.NoEnv, "18"},
		{"the configuration's", `{"settings": {"env": {"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "5"}}}`, "", "", files.NoEnv, "5"},
		{"the environment's", `{}`, "", "", files.Env(blockCap, "3"), nil},
		{"the person's", `{}`, sources[0], `{"env": {"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "3"}}`, files.NoEnv, nil},
		{"the project's", `{}`, sources[2], `{"env": {"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "3"}}`, files.NoEnv, nil},
	} {
		p := placed(t, map[string]string{c.source: c.settings})
		p.Lookup = c.outer
		settings := object(t, files.Content(t, launched(t, loaded(t, c.file), p).Agent))
		env, _ := settings["env"].(map[string]any)
		if env[blockCap] != c.want {
			t.Errorf("%s: the cap is %v, want %v", c.name, env[blockCap], c.want)
		}
	}
}

// TestDisableAllHooks: ccc does not silently turn on hooks that the user has turned off; only --supervisor turns them
// on, for that launch. Hooks that are on stay on, whatever the project's settings say later. The last file that sets it
// decides, after the launch's own settings.
func TestDisableAllHooks(t *testing.T) {
	values := []string{"", "true", "false"}
	for n := range 3 * 3 * 3 * 3 * 2 {
		texts, counts, value := make(map[string]string), "", ""
		for i, source := range sources {
			if v := values[n/[]int{1, 3, 9}[i]%3]; v != "" {
				texts[source] = `{"disableAllHooks": ` + v + `}`
				counts, value = source, v
			}
		}
		own, supervisor := values[n/27%3], n >= 81
		f := loaded(t, `{}`)
		if own != "" {
			f = loaded(t, `{"settings": {"disableAllHooks": `+own+`}}`)
		}
		p := placed(t, texts)
		p.Supervisor = supervisor
		before := files.Tree(t, p.Work)
		l := launched(t, f, p)

		name := fmt.Sprintf("%v, own %q, supervisor %t", texts, own, supervisor)
		var want any
		var notice []string // words of it
		switch {
		case own == "true":
			want, notice = true, []string{"the settings of this launch", "no hook runs"}
		case own == "false":
			want = false
		case value == "true" && supervisor:
			want, notice = false, []string{filepath.Base(counts), "for this launch hooks are on"}
		case value == "true":
			notice = []string{filepath.Join(filepath.Dir(p.Work), counts), "no hook runs", "ccc --supervisor"}
		default: // what is written to a project's settings later changes nothing
			want = false
		}
		if got := readAll(t, l.Agent)["disableAllHooks"]; got != want {
			t.Errorf("%s: disableAllHooks of the launch = %v, want %v", name, got, want)
		}
		if read(t, l.Reviewer)["disableAllHooks"] != true {
			t.Errorf("%s: hooks run in the reviewer", name)
		}
		if len(l.Notices) != min(len(notice), 1) {
			t.Errorf("%s: notices = %q", name, words(l.Notices))
		}
		for _, word := range notice {
			if !strings.Contains(strings.Join(words(l.Notices), "\n"), word) {
				t.Errorf("%s: notices = %q, want %q in it", name, words(l.Notices), word)
			}
		}
		user, was := object(t, files.Content(t, filepath.Join(p.Dir, "settings.json"))), object(t,
			cmp.Or(texts[sources[0]], "{}"))
		if delete(user, "hooks"); !reflect.DeepEqual(user, was) {
			t.Errorf("%s: settings.json holds %v, was %v", name, user, was)
		}
		if !reflect.DeepEqual(before, files.Tree(t, p.Work)) {
			t.Errorf("%s: the project was written to", name)
		}
	}
}

// TestPersonalCannotRead: a settings.json that cannot be read stops the launch before anything is written. A project's
// file does not.
func TestPersonalCannotRead(t *testing.T) {
	for n, source := range sources {
		p := placed(t, nil)
		root := filepath.Dir(p.Work)
		files.Directory(t, filepath.Join(root, source))
		_, err := Prepare(loaded(t, `{}`), p)
		if (err != nil) != (n == 0) {
			t.Errorf("Prepare where %s is a directory = %v", source, err)
		}
		if entries, _ := os.ReadDir(p.Dir); n == 0 && (len(entries) != 1 ||
			!strings.Contains(err.Error(), "settings.json")) {
			t.Errorf("Prepare = %v, and leaves %v", err, entries)
		}
	}
}

// TestR03RuntimeVariables: shellNames contains every variable that the Go runtime reads before ccc begins, except those
// that only change a message.
func TestR03RuntimeVariables(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output() // of the toolchain that has built this
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, source := range sources {
		for _, match := range regexp.MustCompile(`gogetenv\("(\w+)"\)`).FindAllStringSubmatch(files.Content(t, source), -1) {
			found[match[1]] = true
		}
	}
	for _, harmless := range []string{"GOROOT", "GOTRACEBACK"} {
		delete(found, harmless)
	}
	if len(found) < 4 {
		t.Errorf("the runtime reads only %v", found)
	}
	for name := range found {
		if !slices.Contains(shellNames, name) {
			t.Errorf("the project's settings can set %s for ccc's hooks", name)
		}
	}
}

// TestShellVariables: variables that could keep a hook from running have the user's value in a launch: from the user's
// settings, otherwise from the environment, otherwise none. The project's settings have no effect on them, and the user
// is told so.
func TestShellVariables(t *testing.T) {
	p := placed(t, map[string]string{
		sources[0]: `{"env": {"LD_PRELOAD": "hers"}}`,
		sources[1]: `{"env": {"LD_PRELOAD": "theirs", "BASH_ENV": "theirs", "LD_LIBRARY_PATH": "/lib", "OTHER": "theirs"}}`,
	})
	p.Lookup = files.Env("LD_PRELOAD", "shell", "LD_LIBRARY_PATH", "/lib", "LD_AUDIT", "shell")
	l := launched(t, loaded(t, `{"settings": {"env": {"SHELLOPTS": "given"}}}`), p)
	var settings struct{ Env map[string]string }
	if err := json.Unmarshal([]byte(files.Content(t, l.Agent)), &settings); err != nil {
		t.Fatal(err)
	}
	delete(settings.Env, blockCap)
	want := map[string]string{
		"CLAUDE_CODE_SAFE_MODE": "", "CLAUDE_CODE_SIMPLE": "", "CLAUDE_CODE_SHELL_PREFIX": "", "BASH_ENV": "",
		"GODEBUG": "", "GOGC": "", "GOMAXPROCS": "", "GOMEMLIMIT": "", "BASHOPTS": "", "GLIBC_TUNABLES": "", "LD_DEBUG": "",
		"LD_AUDIT": "shell", "LD_LIBRARY_PATH": "/lib", "LD_PRELOAD": "hers",
		"SHELLOPTS": "given",
	}
	if !maps.Equal(settings.Env, want) {
		t.Errorf("env = %v, want %v", settings.Env, want)
	}
	said := strings.Join(words(l.Notices), "\n")
	for name, told := range map[string]bool{"BASH_ENV": true, "LD_PRELOAD": true, "LD_LIBRARY_PATH": false,
		"OTHER": false} {
		if strings.Contains(said, name+" in the project's settings") != told {
			t.Errorf("%s: the person reads %q", name, said)
		}
	}
}
