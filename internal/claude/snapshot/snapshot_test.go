package snapshot

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/internal/claude"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestR01Changes: the files that claude reads by itself are copied. Each later change is found with its diff: a new,
// removed or changed file, also behind a symbolic link or imported by another file. Changes that claude itself makes at
// its start do not count.
func TestR01Changes(t *testing.T) {
	home := t.TempDir()
	work := filepath.Join(home, "project")
	write(t, filepath.Join(work, ".claude", "settings.json"), `{"model": "a"}`)
	write(t, filepath.Join(work, ".claude", "worktrees", "large"), "not copied")
	write(t, filepath.Join(work, "AGENTS.txt"), "old\n")
	write(t, filepath.Join(work, "imported.txt"), "old\n")
	write(t, filepath.Join(home, "CLAUDE.md"), "see @project/imported.txt\n")
	write(t, filepath.Join(home, ".claude.json"), `{"n": 1}`)
	own := filepath.Join(home, ".claude", "settings.json")
	write(t, own, `{"model":"m","env":{}}`)
	if err := os.Symlink("AGENTS.txt", filepath.Join(work, "CLAUDE.md")); err != nil {
		t.Fatal(err)
	}
	prefix := filepath.Join(home, "copy-")
	taken := Take(Places{
		Work: work, Home: home, Config: filepath.Join(home, ".claude"), Global: filepath.Join(home, ".claude.json"),
	})
	digest, err := taken.Save(prefix)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Load(prefix, digest)
	if err != nil {
		t.Fatal(err)
	}
	if changes, others := b.Changes(); len(changes)+len(others) > 0 {
		t.Errorf("nothing has changed, got %v, %q", changes, others)
	}
	write(t, filepath.Join(work, ".claude", "settings.json"), `{"model": "b"}`)
	write(t, filepath.Join(work, ".claude", "skills", "x", "SKILL.md"), "new\n")
	write(t, filepath.Join(work, ".claude", "worktrees", "large"), "changed")
	write(t, filepath.Join(work, "AGENTS.txt"), "new\n")
	write(t, filepath.Join(work, "imported.txt"), "new\n")
	write(t, filepath.Join(home, ".claude.json"), `{"n": 2}`) // claude writes it at each start
	write(t, own, "{\n  \"env\": {},\n  \"model\": \"m\",\n  \"skipDangerousModePermissionPrompt\": true\n}\n")
	changes, others := b.Changes()
	var paths []string
	for _, c := range changes {
		paths = append(paths, strings.TrimPrefix(c.Path, work))
	}
	want := []string{"/.claude/settings.json", "/.claude/skills/x/SKILL.md", "/CLAUDE.md"}
	if !slices.Equal(paths, want) || !slices.Equal(others, []string{filepath.Join(work, "imported.txt")}) {
		t.Errorf("changes of %q, %q", paths, others)
	}
	if patch := changes[0].Diff(work); !strings.Contains(patch, " {\n-  \"model\": \"a\"\n+  \"model\": \"b\"\n }\n") {
		t.Errorf("the diff is %q", patch)
	}
	if patch := changes[2].Diff(work); !strings.Contains(patch, "-old\n+new\n") {
		t.Errorf("the diff is %q", patch)
	}
	if text, err := b.Read(filepath.Join(work, ".claude", "settings.json")); string(text) != `{"model": "a"}` ||
		err != nil {
		t.Errorf("Read = %q, %v", text, err)
	}
}

// TestR01OldStateFile: if claude's state file exists in its old place, claude reads it there. One that appears later
// does not count, and the copy has the first one.
func TestR01OldStateFile(t *testing.T) {
	home := t.TempDir()
	old, own := filepath.Join(home, ".claude", ".config.json"), filepath.Join(home, ".claude.json")
	write(t, own, "{}")
	none := Take(Places{Work: home, Home: home, Config: filepath.Dir(old), Global: own})
	write(t, old, `{"env": {}}`)
	if laid := none.ForReviewer(false, ""); !laid.Covers(old) || laid.Has(old) {
		t.Errorf("one that came since counts: %+v", laid)
	}
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	if path := claude.StateFile(getenv); path != old {
		t.Errorf("claude's own file is %s", path)
	}
	there := Take(Places{Work: home, Home: home, Config: filepath.Dir(old), Global: old})
	if text, err := there.ForReviewer(false, "").Read(old); string(text) != `{"env": {}}` || err != nil {
		t.Errorf("Read = %q, %v", text, err)
	}
}

// TestR04In: in another work tree the copy has the files of the first one, whatever is in that tree. The user's files
// are where they were.
func TestR04In(t *testing.T) {
	home := t.TempDir()
	repo, tree := filepath.Join(home, "repo"), filepath.Join(home, "repo.ccc", "one")
	write(t, filepath.Join(repo, "CLAUDE.md"), "first\n")
	write(t, filepath.Join(repo, "sub", "CLAUDE.md"), "second\n")
	write(t, filepath.Join(home, ".claude", "CLAUDE.md"), "user\n")
	b := Take(Places{
		Work: filepath.Join(repo, "sub"), Home: home, Config: filepath.Join(home, ".claude"),
		Global: filepath.Join(home, ".claude.json"),
	})
	write(t, filepath.Join(tree, "CLAUDE.md"), "of a task\n")
	write(t, filepath.Join(tree, "sub", "CLAUDE.md"), "of a task\n")
	write(t, filepath.Join(filepath.Dir(tree), "CLAUDE.md"), "of a task\n")
	moved := b.In(filepath.Join(tree, "sub"), repo, tree)
	for path, want := range map[string]string{
		filepath.Join(tree, "CLAUDE.md"):               "first\n",
		filepath.Join(tree, "sub", "CLAUDE.md"):        "second\n",
		filepath.Join(filepath.Dir(tree), "CLAUDE.md"): "",
		filepath.Join(home, ".claude", "CLAUDE.md"):    "user\n",
	} {
		if text, err := moved.Read(path); string(text) != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", path, text, err, want)
		}
	}
	if !moved.IsOf(filepath.Join(tree, "sub")) {
		t.Error("the copy is not one of the tree")
	}
	if changes, _ := moved.Changes(); len(changes) != 3 {
		t.Errorf("%d changes, want 3", len(changes))
	}
}

// TestR01Forged: a copy that was changed is not used.
func TestR01Forged(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "copy-")
	digest, err := new(Snapshot).Save(prefix)
	if err != nil {
		t.Fatal(err)
	}
	other, err := (&Snapshot{Partial: "x"}).Save(prefix)
	if err == nil {
		err = os.Rename(path(prefix, other), path(prefix, digest))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(prefix, digest); err == nil {
		t.Error("another copy passes for it")
	}
}

// TestTornCopy: a copy that a power failure has truncated is not used, and the next launch writes it again.
func TestTornCopy(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "copy-")
	digest, err := new(Snapshot).Save(prefix)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path(prefix, digest), 10); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(prefix, digest); err == nil || !strings.Contains(err.Error(), "is not what ccc wrote there") {
		t.Errorf("a torn copy is read: %v", err)
	}
	if _, err := new(Snapshot).Save(prefix); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(prefix, digest); err != nil {
		t.Error(err)
	}
}

// TestSameCopy: a launch inside another one has the same id and may have the same copy. It does not replace that copy,
// because a hook of the outer launch may be reading it.
func TestSameCopy(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "copy-")
	digest, err := new(Snapshot).Save(prefix)
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.Open(path(prefix, digest)) // so that no new file gets its number
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if _, err := new(Snapshot).Save(prefix); err != nil {
		t.Fatal(err)
	}
	before, err := first.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(path(prefix, digest)); err != nil || !os.SameFile(before, now) {
		t.Errorf("the same copy was written anew (%v)", err)
	}
}
