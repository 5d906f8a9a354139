package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// TestOwnLogin: a reviewer with claude's own login gets the access token that is valid when its review begins, and only
// if claude has no other login.
func TestOwnLogin(t *testing.T) {
	const login = `{"claudeAiOauth": {"accessToken": "sk-ant-oat01-one", "refreshToken": "sk-ant-ort01-two"}}`
	for _, c := range []struct {
		name, login, settings, env string
		want                       []string
	}{
		{"own login", login, `{}`, "", []string{"CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-one"}},
		{"no login", "", `{}`, "", nil},
		{"a key of the console", `{"other": "x"}`, `{}`, "", nil},
		{"a broken file", `{"claudeAiOauth": {"accessToken": "sk`, `{}`, "", nil},
		{"a provider", login, `{"env": {"ANTHROPIC_AUTH_TOKEN": "t"}}`, "", nil},
		{"a helper", login, `{"apiKeyHelper": "pass show key"}`, "", nil},
		{"a key in the environment", login, `{}`, "ANTHROPIC_API_KEY=k", nil},
		{"a cloud", login, `{}`, "CLAUDE_CODE_USE_BEDROCK=1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := state.Directories{Claude: t.TempDir()}
			settings := filepath.Join(d.Claude, "settings-x.json")
			put := func(path, text string) {
				t.Helper()
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			put(settings, c.settings)
			if c.login != "" {
				put(d.Login(), c.login)
			}
			get := readLogins([]string{c.env}, readFile, settings).accessToken(d.Login())
			if (get == nil) != (c.want == nil) {
				t.Fatalf("it is nil: %v, want %q", get == nil, c.want)
			}
			if get == nil {
				return
			}
			if got := get(); !slices.Equal(got, c.want) {
				t.Errorf("it gives %q, want %q", got, c.want)
			}
			put(d.Login(), `{"claudeAiOauth": {"accessToken": "sk-ant-oat01-renewed"}}`)
			if got := get(); !slices.Equal(got, []string{"CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-renewed"}) {
				t.Errorf("after the login was renewed: %q", got)
			}
		})
	}
}

// TestHelperTakenBack: an empty apiKeyHelper in a launch's settings overrides the one in settings.json. Then the
// reviewer does not see ccc.json, from which that helper would read another provider's key.
func TestHelperTakenBack(t *testing.T) {
	dir := t.TempDir()
	launch, user := filepath.Join(dir, "launch.json"), filepath.Join(dir, "settings.json")
	for path, text := range map[string]string{
		launch: `{"apiKeyHelper": ""}`, user: `{"apiKeyHelper": "ccc provider key other"}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := provider.File{Path: filepath.Join(dir, "ccc.json")}
	if needs := readLogins(nil, readFile, launch, user).neededFiles(f.Path, dir); len(needs) != 0 {
		t.Errorf("taken back, and it needs %q", needs)
	}
	if needs := readLogins(nil, readFile, user).neededFiles(f.Path, dir); !slices.Equal(needs, []string{f.Path}) {
		t.Errorf("it needs %q", needs)
	}
}

// TestBothConfigurations: if CLAUDE_CONFIG_DIR names another directory than ~/.claude, a reviewer sees only its
// claude's own directory, and what is in use in the other one.
func TestBothConfigurations(t *testing.T) {
	home := t.TempDir()
	other, cfg := filepath.Join(home, ".claude"), filepath.Join(home, "cfg")
	trial := filepath.Join(t.TempDir(), ".claude")
	for _, path := range []string{
		other + "/.credentials.json", other + "/ccc.json", other + "/projects/x/s.jsonl", other + "/local/claude",
		other + "/key.sh", other + "/here/a.go", cfg + "/ccc.json", cfg + "/projects/y/s.jsonl", trial + "/settings.json",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(cfg, "settings-x.json")
	if err := os.WriteFile(settings, []byte(`{"apiKeyHelper": "~/.claude/key.sh"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := func(configured string, d state.Directories, project string) Plan {
		t.Helper()
		d.Work = project
		found, _ := Reviewer{
			File: provider.File{Path: filepath.Join(d.Claude, "ccc.json")}, Dirs: d, Settings: settings,
			Env: []string{"HOME=" + home, "CLAUDE_CONFIG_DIR=" + configured},
		}.Plan()
		return found.Plan.forSession(project)
	}
	here := other + "/here"
	theirs := filepath.Dir(claude.SessionFile(cfg, here, ""))
	secret := []string{
		other + "/.credentials.json", other + "/ccc.json", other + "/projects/x/s.jsonl",
		cfg + "/projects/y", cfg + "/ccc.json",
	}
	seen := []string{other + "/local", other + "/key.sh", settings}
	look := func(name string, p Plan, none, all []string) {
		t.Helper()
		for _, path := range none {
			if p.shows(path) {
				t.Errorf("%s: %s is there", name, path)
			}
		}
		for _, path := range all {
			if !p.shows(path) {
				t.Errorf("%s: %s is not there", name, path)
			}
		}
	}
	look("a launch", plan(cfg, state.Directories{Claude: cfg}, t.TempDir()),
		append(secret, here, home+"/.claude.json"), append(seen, cfg+"/.claude.json", cfg+"/skills/a"))
	look("a project in it", plan(cfg, state.Directories{Claude: cfg}, here), secret, append(seen, here, theirs+"/a.jsonl"))
	look("it is the project", plan(cfg, state.Directories{Claude: cfg}, other),
		append(secret[:2:2], secret[3:]...), append(seen, secret[2], here))
	look("the usual one", plan("", state.Directories{Claude: other}, t.TempDir()),
		append(secret, here), append(seen[:2:2], home+"/.claude.json"))
	d := state.Directories{Claude: trial}
	d.Outside.Home, d.Outside.Claude = home, cfg
	look("a trial", plan(trial, d, t.TempDir()), append(secret, home+"/.claude.json"),
		[]string{other + "/local", trial + "/settings.json"})
}

// shows reports whether a path exists in a cage of the plan. The longest path in the lists that contains it decides.
func (p Plan) shows(path string) (shown bool) {
	longest := -1
	for _, l := range []struct {
		paths []string
		shown bool
	}{{p.Emptied, false}, {p.Dirs, true}, {p.Frozen, true}, {p.Hidden, false}, {p.ReadOnly, true}} {
		for _, one := range l.paths {
			if within(path, one) && len(one) >= longest {
				longest, shown = len(one), l.shown
			}
		}
	}
	return shown
}

func readFile(path string) ([]byte, error) { return file.Read(path, file.Max) }

// TestR02R11Environment: the reviewer gets the environment variables that it needs, and is told the names of the
// others. It gets the login of a cloud only if its claude uses that cloud.
func TestR02R11Environment(t *testing.T) {
	given := []string{
		"PATH=/bin", "HOME=/h", "LC_TIME=C", "GOFLAGS=-race", "GOPATH=/g", "VIRTUAL_ENV=/v", "JAVA_HOME=/j",
		"CARGO_HOME=/c", "https_proxy=http://p", "NODE_EXTRA_CA_CERTS=/ca", "ANTHROPIC_API_KEY=k", "TEST_DB=x",
		"XDG_CACHE_HOME=/x", "CLAUDE_CODE_DISABLE_TERMINAL_TITLE=1", "AWS_PROFILE=a",
		"GITHUB_TOKEN=g", "SSH_AUTH_SOCK=/s", "CLAUDE_CODE_MESSAGING_SOCKET=/m", "CLAUDE_CODE_SHELL_PREFIX=evil",
		"LD_PRELOAD=evil", "BASH_ENV=evil", "GIT_DIR=/evil", "MYAPP_URL=u", "XDG_RUNTIME_DIR=/run",
	}
	for _, c := range []struct {
		name, settings, environment string
		missing                     int // number of variables, from AWS_PROFILE on, that the reviewer does not get
	}{
		{"of its own", `{}`, "", 10},
		{"on a cloud", `{"env": {"CLAUDE_CODE_USE_BEDROCK": "1"}}`, "", 9},
		{"named", `{}`, "MYAPP_*", 9},
	} {
		d := state.Directories{Claude: t.TempDir()}
		settings := filepath.Join(d.Claude, "settings-x.json")
		if err := os.WriteFile(settings, []byte(c.settings), 0o600); err != nil {
			t.Fatal(err)
		}
		r := Reviewer{Dirs: d, Env: given, Settings: settings}
		if c.environment != "" {
			r.File.Supervisor.Environment = []string{c.environment}
		}
		found, _ := r.Plan()
		kept, missing := found.Environment(given)
		if len(missing) != c.missing || len(kept) != len(given)-c.missing || kept[13] != given[13] {
			t.Errorf("%s: it gets %q, and not %q", c.name, kept, missing)
		}
	}
}
