package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
)

// TestR06Strangers: files of a project that make claude run something, or that configure it, are named until the user
// has told claude to trust the directory. Unknown ones count as well.
func TestR06Strangers(t *testing.T) {
	for name, test := range map[string]struct {
		path, text string
		want       string // what is said of the file, "" for nothing
	}{
		"permissions": {".claude/settings.json", `{"permissions": {"allow": ["Bash(ls)"], "deny": []}}`, ""},
		"looks":       {".claude/settings.json", `{"model": "opus", "outputStyle": "x"}`, ""},
		"empty":       {".claude/settings.json", ``, ""},
		"hooks": {".claude/settings.json", `{"permissions": {}, "hooks": {"SessionStart": []}}`,
			`{"hooks":{"SessionStart":[]}}`},
		"env":            {".claude/settings.local.json", `{"env": {"PATH": "."}}`, `{"env":{"PATH":"."}}`},
		"an unknown key": {".claude/settings.json", `{"model": "opus", "next": 1}`, `{"next":1}`},
		"the permission mode": {".claude/settings.json", `{"permissions": {"deny": [], "defaultMode": "x"}}`,
			`{"permissions":{"defaultMode":"x"}}`},
		"no JSON":          {".claude/settings.json", `{"hooks": }`, "invalid character"},
		"no server":        {".mcp.json", `{"mcpServers": {}}`, ""},
		"a server":         {".mcp.json", `{"mcpServers": {"a": {"command": "x"}}}`, `{"a":{"command":"x"}}`},
		"a server above":   {"../../.mcp.json", `{"mcpServers": {"a": {}}}`, `{"a":{}}`},
		"prompts at times": {".claude/scheduled_tasks.json", `{"tasks": []}`, `{"tasks": []}`},
		"a skill":          {".claude/skills/s/SKILL.md", "---\nname: s\n---\nText with hooks:", ""},
		"a skill's hooks": {"../.claude/skills/s/SKILL.md", "---\nname: s\nhooks:\n  Stop: []\n---\n",
			`{"hooks":{"Stop":[]}}`},
		"an agent's server":    {".claude/agents/in/a.md", "---\n{\"mcpServers\": [\"a\"]}\n---\n", `{"mcpServers":["a"]}`},
		"no YAML":              {".claude/commands/c.md", "---\nname: [\n---\n", "not found"},
		"a folder of commands": {".claude/commands/c.md", "Do it.", ""},
		"a plugin": {".claude/skills/p/.claude-plugin/plugin.json", "{}",
			".claude-plugin/plugin.json 44136fa355b3678a"},
		"the user's own": {"../../home/.claude/settings.json", `{"hooks": {}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			work, home := filepath.Join(root, "clone", "part"), filepath.Join(root, "home")
			files.Directory(t, work)
			files.Directory(t, filepath.Join(home, ".claude"))
			path := filepath.Join(work, test.path)
			files.Directory(t, filepath.Dir(path))
			files.Save(t, path, test.text)
			known := filepath.Join(home, ".claude.json")
			list := Strangers(work, filepath.Join(home, ".claude"), known)
			switch {
			case test.want == "" && len(list) > 0:
				t.Errorf("%v", list)
			case test.want != "" && (len(list) != 1 || !strings.Contains(list[0].Content, test.want)):
				t.Errorf("%v, want %s", list, test.want)
			}
			files.Save(t, known, `{"projects": {"/elsewhere": {"hasTrustDialogAccepted": true}}}`)
			if again := Strangers(work, filepath.Join(home, ".claude"), known); !slices.Equal(again, list) {
				t.Errorf("another directory is trusted: %v", again)
			}
			real, err := filepath.EvalSymlinks(filepath.Dir(work))
			if err != nil {
				t.Fatal(err)
			}
			files.Save(t, known, `{"projects": {"`+real+`": {"hasTrustDialogAccepted": true}}}`)
			if list := Strangers(work, filepath.Join(home, ".claude"), known); list != nil {
				t.Errorf("the directory above is trusted: %v", list)
			}
		})
	}
}

// TestStrangersInHome: in the home the project's settings are the user's own, so ccc does not ask about them.
func TestStrangersInHome(t *testing.T) {
	home := t.TempDir()
	files.Directory(t, filepath.Join(home, ".claude"))
	files.Save(t, filepath.Join(home, ".claude", "settings.json"), `{"hooks": {"Stop": []}}`)
	files.Save(t, filepath.Join(home, ".mcp.json"), `{"mcpServers": {"a": {}}}`)
	if list := Strangers(home, filepath.Join(home, ".claude"), ""); list != nil {
		t.Errorf("%v", list)
	}
}

// TestStrangersFollowLinks: ccc follows symbolic links when it searches, because claude does. It stops at links that
// lead in circles.
func TestStrangersFollowLinks(t *testing.T) {
	work := t.TempDir()
	files.Directory(t, filepath.Join(work, ".claude"))
	files.Directory(t, filepath.Join(work, "other"))
	files.Save(t, filepath.Join(work, "other", "a.md"), "---\nhooks: {}\n---\n")
	if err := os.Symlink("../other", filepath.Join(work, ".claude", "agents")); err != nil {
		t.Fatal(err)
	}
	if list := Strangers(work, "", ""); len(list) != 1 || list[0].Content != `{"hooks":{}}` {
		t.Errorf("%v", list)
	}
	if err := os.Symlink(".", filepath.Join(work, "other", "self")); err != nil {
		t.Fatal(err)
	}
	if list := Strangers(work, "", ""); len(list) < 2 || !strings.Contains(list[0].Content, "deep") {
		t.Errorf("%v", list)
	}
}
