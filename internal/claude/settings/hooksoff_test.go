package settings

import (
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/files"
)

// TestF08HooksOff: the strongest file that sets it decides, as measured on 2.1.5, 2.1.197 and 2.1.329.
func TestF08HooksOff(t *testing.T) {
	const on, off, only = `{"disableAllHooks": false}`, `{"disableAllHooks": true}`, `{"allowManagedHooksOnly": true}`
	const user, project = "claude/settings.json", "work/.claude/settings.json"
	const local = "work/.claude/settings.local.json"
	const launch, managed, dropIn = "launch.json", "managed/managed-settings.json", "managed/managed-settings.d/"
	for _, c := range []struct {
		name  string
		texts map[string]string
		want  string // the file that turns them off
	}{
		{"nothing", nil, ""},
		{"user", map[string]string{user: off}, user},
		{"project", map[string]string{project: off}, project},
		{"local", map[string]string{local: off}, local},
		{"launch", map[string]string{launch: off}, launch},
		{"the project wins over the user", map[string]string{user: off, project: on}, ""},
		{"local wins over the project", map[string]string{project: on, local: off}, local},
		{"the launch wins over all of them", map[string]string{user: off, project: off, local: off, launch: on}, ""},
		{"managed wins over the launch", map[string]string{managed: off, launch: on}, managed},
		{"managed turns them on", map[string]string{managed: on, user: off, launch: off}, ""},
		{"managed only", map[string]string{managed: only, launch: on}, managed},
		{"managed only, and not disabled",
			map[string]string{managed: `{"disableAllHooks": false, "allowManagedHooksOnly": true}`},
			managed},
		{"managed only is no word of the person's", map[string]string{user: only, project: only, launch: only}, ""},
		{"a drop-in", map[string]string{dropIn + "10.json": off}, dropIn + "10.json"},
		{"a drop-in over the file", map[string]string{managed: off, dropIn + "10.json": on}, ""},
		{"a later drop-in", map[string]string{dropIn + "10.json": on, dropIn + "20.json": only}, dropIn + "20.json"},
		{"a later drop-in takes it back", map[string]string{dropIn + "10.json": off, dropIn + "20.json": on}, ""},
		{"hidden, and no JSON", map[string]string{dropIn + ".10.json": off, dropIn + "10.txt": off}, ""},
		{"broken", map[string]string{managed: `{"disableAllHooks": tru`, user: off}, user},
		{"another shape", map[string]string{local: `{"disableAllHooks": "true"}`, launch: `[]`, user: off}, user},
		{"another case", map[string]string{user: `{"DisableAllHooks": true}`}, ""},
	} {
		root := t.TempDir()
		for path, text := range c.texts {
			files.Directory(t, filepath.Dir(filepath.Join(root, path)))
			files.Save(t, filepath.Join(root, path), text)
		}
		at := func(path string) string { return filepath.Join(root, path) }
		got := HooksOff(at("claude"), at("work"), at("managed"), at(launch))
		want := ""
		if c.want != "" {
			key := "disableAllHooks"
			if c.name == "managed only" || c.name == "managed only, and not disabled" || c.name == "a later drop-in" {
				key = "allowManagedHooksOnly"
			}
			want = key + " is true in " + at(c.want)
		}
		if got.String() != want || got.Empty() != (want == "") {
			t.Errorf("%s: HooksOff = %q, want %q", c.name, got, want)
		}
	}
	if why := HooksOff(t.TempDir(), t.TempDir(), "", ""); !why.Empty() {
		t.Errorf("HooksOff without files = %q", why)
	}
}

// TestF08LaunchSaysIt: the user is told what an administrator has decided, and --supervisor does not claim to turn
// hooks on.
func TestF08LaunchSaysIt(t *testing.T) {
	const noReview = ": no hook runs, and nothing is reviewed in Claude Code's own screen"
	for text, want := range map[string]string{
		`{}`: "", `{"disableAllHooks": false}`: "",
		`{"disableAllHooks": true}`:       "disableAllHooks is true in PATH" + noReview,
		`{"allowManagedHooksOnly": true}`: "allowManagedHooksOnly is true in PATH" + noReview,
	} {
		p := placed(t, map[string]string{sources[1]: `{"disableAllHooks": false}`})
		p.Managed, p.Supervisor = t.TempDir(), true
		path := filepath.Join(p.Managed, "managed-settings.json")
		files.Save(t, path, text)
		l := launched(t, loaded(t, `{}`), p)
		var notice string
		if len(l.Notices) > 0 {
			notice = l.Notices[0].String()
		}
		if want != "" {
			want = strings.Replace(want, "PATH", path, 1)
		}
		if notice != want {
			t.Errorf("with %s managed the launch says %q, want %q", text, notice, want)
		}
	}
}
