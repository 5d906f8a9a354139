package forge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNewForge: a git address names the right project on the right server.
func TestNewForge(t *testing.T) {
	for _, c := range []struct{ address, host, project string }{
		{"https://github.com/team/project.git", "github.com", "team/project"},
		{"https://me:secret@github.com/team/project", "github.com", "team/project"},
		{"https://git.example.com:8443/a/b/c.git/", "git.example.com:8443", "a/b/c"},
		{"ssh://git@gitlab.example.com:2222/team/project.git", "gitlab.example.com", "team/project"},
		{"git@gitlab.com:team/sub/project.git", "gitlab.com", "team/sub/project"},
		{"/srv/team/project.git", "", ""},
		{"../project.git", "", ""},
		{"file:///srv/team/project.git", "", ""},
		{"https://github.com/project", "", ""},
		{"-oProxyCommand=x:team/project", "", ""},
	} {
		f, err := New(c.address)
		if c.host == "" {
			if err == nil {
				t.Errorf("newForge(%q) = %s %s, want an error", c.address, f.host, f.project)
			}
		} else if err != nil || f.host != c.host || f.project != c.project {
			t.Errorf("newForge(%q) = %q, %q, %v, want %q, %q", c.address, f.host, f.project, err, c.host, c.project)
		}
	}
}

func program(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestForgeProgram: the host decides between gh and glab, and a program below a directory that tasks write to is not
// run.
func TestForgeProgram(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"gh", "glab"} {
		program(t, dir+"/bin/"+name, "#!/bin/sh\n")
	}
	t.Setenv("PATH", dir+"/bin")
	for host, want := range map[string]string{
		"github.com": "gh", "gitlab.com": "glab", "gitlab.example.com": "glab", "git.example.com": "gh",
	} {
		f := Forge{host: host}
		if f.FindProgram("/elsewhere"); f.Program != dir+"/bin/"+want || f.gitlab != (want == "glab") {
			t.Errorf("%s: %s, want %s", host, f.Program, want)
		}
		f.Program = ""
		if f.FindProgram(dir); f.Program != "" {
			t.Errorf("%s: %s is below a directory that tasks write to", host, f.Program)
		}
	}
}

// TestForgeCommand: if neither program is installed, the right command is printed.
func TestForgeCommand(t *testing.T) {
	l := Letter{Branch: "ccc/x-1a2b3c", Title: "it's x", Body: "text", Draft: true}
	for _, c := range []struct {
		f    Forge
		want string
	}{
		{Forge{host: "github.com", project: "a/b", Base: "main"}, `gh pr create --repo github.com/a/b --head ccc/x-1a2b3c ` +
			`--base main --title 'it'\''s x' --body-file /tmp/x.md --draft`},
		{Forge{host: "gitlab.com", project: "a/b", gitlab: true}, `glab mr create --repo https://gitlab.com/a/b ` +
			`--source-branch ccc/x-1a2b3c --title 'it'\''s x' --description "$(cat /tmp/x.md)" --yes --draft`},
	} {
		if got := c.f.CreateLine(l, "/tmp/x.md"); got != c.want {
			t.Errorf("createLine = %s\nwant %s", got, c.want)
		}
	}
}

// TestGlab: glab lists merge requests, including those of other projects, and updates one.
func TestGlab(t *testing.T) {
	dir := t.TempDir()
	program(t, dir+"/glab", `#!/bin/sh
echo "$@" >>$0.calls
case $2 in
list) echo '[{"iid":3,"web_url":"https://x/3","state":"opened","draft":true,"source_project_id":1,"target_project_id":2},
{"iid":2,"web_url":"https://x/2","state":"closed","source_project_id":2,"target_project_id":2},
{"iid":1,"web_url":"https://x/1","state":"opened","source_project_id":2,"target_project_id":2}]' ;;
create) printf 'Creating\nhttps://x/4\n' ;;
esac
`)
	f := Forge{Program: dir + "/glab", gitlab: true, host: "gitlab.com", project: "a/b", Dir: dir}
	found, err := f.Find("ccc/x")
	if err != nil || found == nil || found.Number != 1 || !found.Open {
		t.Fatalf("find = %+v, %v, want the open one of the project", found, err)
	}
	if err := f.Update(*found, Letter{Title: "x", Body: "y"}); err != nil {
		t.Fatal(err)
	}
	if url, err := f.Create(Letter{Branch: "ccc/x", Title: "x", Body: "y"}); url != "https://x/4" || err != nil {
		t.Errorf("create = %q, %v", url, err)
	}
	text, err := os.ReadFile(dir + "/glab.calls")
	if err != nil {
		t.Fatal(err)
	}
	calls := strings.Split(string(text), "\n")
	if want := "mr update 1 --repo https://gitlab.com/a/b --title x --description y --ready"; !slices.Contains(calls, want) {
		t.Errorf("calls = %q, want %q", calls, want)
	}
}
