package settings

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// commandFile returns the path of a slash command.
func commandFile(dir, name string) string { return filepath.Join(dir, "commands", name) }

// install installs the slash commands and returns the notices.
func install(t *testing.T, dir, word string) []string {
	t.Helper()
	kept, err := installCommands(dir, word, lang.English)
	if err != nil {
		t.Fatalf("installCommands = %v", err)
	}
	return words(kept)
}

// TestC08C09CommandFiles (E07, E08): a switch writes both files. The front matter has plain `key: value` lines, because
// claude's reader is not full YAML. The user's text comes first, and the command is on its own line.
func TestC08C09CommandFiles(t *testing.T) {
	for _, program := range []string{"/usr/local/bin/ccc", "/opt/my app/ccc", "/opt/it's/ccc", "/智谱/ccc", "/a%sb/ccc"} {
		dir := t.TempDir()
		f := loaded(t, `{"providers": {"glm": {}}}`)
		l := launched(t, f, at(program, plan(dir, &f.Providers[0], nil, files.NoEnv)))
		if len(l.Notices) > 0 {
			t.Errorf("a first launch says %q", words(l.Notices))
		}
		word := Hook{Program: program}.quotedProgram()
		for name, verb := range map[string]string{"supervisor.md": "on", "supervisoroff.md": "off"} {
			path := commandFile(dir, name)
			if got := files.Info(t, path).Mode(); got != 0o600 {
				t.Errorf("mode of %s = %v", path, got)
			}
			front, body, ok := strings.Cut(strings.TrimPrefix(files.Content(t, path), "---\n"), "\n---\n")
			if want := "$ARGUMENTS\n\n!`" + word + " supervisor-mode " + verb + " --command`\n"; !ok || body != want {
				t.Errorf("%s holds %q, want %q", name, body, want)
			}
			fields := make(map[string]string)
			for line := range strings.Lines(front) {
				key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
				if !ok || strings.Contains(value, ": ") && key == "description" {
					t.Errorf("%s: front matter %q is not key: value", name, line)
				}
				fields[key] = value
			}
			if fields["description"] == "" || fields["disable-model-invocation"] != "true" {
				t.Errorf("%s: front matter %q", name, fields)
			}
			if want := "Bash(" + word + " supervisor-mode:*)"; fields["allowed-tools"] != want {
				t.Errorf("%s allows %s, want %s, or the default permission mode refuses it", name,
					fields["allowed-tools"], want)
			}
			if _, hint := fields["argument-hint"]; hint != (verb == "on") {
				t.Errorf("%s: argument-hint %q", name, fields["argument-hint"])
			}
		}
	}
}

// TestE07CommandRuns: the shell finds ccc by the line after the exclamation mark.
func TestE07CommandRuns(t *testing.T) {
	for _, name := range []string{"ccc", "my app/ccc", "it's here/ccc", "智谱/ccc-v2", `a"b$c/ccc`} {
		dir, path := t.TempDir(), filepath.Join(t.TempDir(), name)
		files.Directory(t, filepath.Dir(path))
		if err := os.WriteFile(path, []byte("#!/bin/sh\nprintf '%s|' \"$0\" \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		install(t, dir, Hook{Program: path}.quotedProgram())
		_, line, _ := strings.Cut(files.Content(t, commandFile(dir, "supervisoroff.md")), "\n!`")
		out, err := exec.Command("sh", "-c", strings.TrimSuffix(line, "`\n")).CombinedOutput()
		if want := path + "|supervisor-mode|off|--command|"; err != nil || string(out) != want {
			t.Errorf("%s runs %q, %v, want %q", line, out, err, want)
		}
	}
}

// TestC08OursFromAnOldPlace: a file that ccc wrote with an old path is replaced without a notice. A file with the right
// path does not change.
func TestC08OursFromAnOldPlace(t *testing.T) {
	dir := t.TempDir()
	for _, word := range []string{"/old/ccc", "'/my old/ccc'", `'/it'\''s/ccc'`, "/a)b supervisor-mode:*)/ccc",
		"/new/ccc"} {
		if kept := install(t, dir, word); kept != nil {
			t.Errorf("with %s there is a notice: %q", word, kept)
		}
		if !strings.Contains(files.Content(t, commandFile(dir, "supervisor.md")),
			"\n!`"+word+" supervisor-mode on --command`\n") {
			t.Errorf("%s is not in the file", word)
		}
	}
	before := files.Tree(t, dir)
	info := files.Info(t, commandFile(dir, "supervisor.md"))
	install(t, dir, "/new/ccc")
	if after := files.Tree(t, dir); !reflect.DeepEqual(before, after) ||
		!os.SameFile(info, files.Info(t, commandFile(dir, "supervisor.md"))) {
		t.Errorf("installed again, there is %v", after)
	}
}

// TestE08LanguageOfTheMenu: claude's menu has the user's language. A file in another one is ccc's own all the same.
func TestE08LanguageOfTheMenu(t *testing.T) {
	dir := t.TempDir()
	path := commandFile(dir, "supervisor.md")
	for _, l := range []lang.Language{lang.Chinese, lang.English, lang.Chinese} {
		if kept, err := installCommands(dir, "/a/ccc", l); err != nil || kept != nil {
			t.Errorf("installCommands = %q, %v", words(kept), err)
		}
		if want := "\ndescription: " + l.Sprintf("Enable supervisor mode") + "\n"; !strings.Contains(files.Content(t, path), want) {
			t.Errorf("%q lacks %q", files.Content(t, path), want)
		}
	}
	if there, missing := SlashCommands(dir); len(there) != 2 || missing != nil {
		t.Errorf("there are %q, and missing %q", there, missing)
	}
	if removed, err := removeCommands(dir); err != nil || len(removed) != 2 {
		t.Errorf("removeCommands = %q, %v", removed, err)
	}
}

// TestE07E08EarlierFiles: the files of an earlier ccc are replaced without a notice, and removed by uninstall.
func TestE07E08EarlierFiles(t *testing.T) {
	for name, descriptions := range map[string][2]string{
		"supervisor.md": {"Enable supervisor mode",
			"Enable supervisor mode, which reviews each stop until the work is done"},
		"supervisoroff.md": {"Disable supervisor mode", "Disable supervisor mode, stops are no longer reviewed"},
	} {
		dir := t.TempDir()
		path := commandFile(dir, name)
		install(t, dir, "/new/ccc")
		now := files.Content(t, path)
		if !strings.HasPrefix(now, "---\ndescription: "+descriptions[0]+"\n") {
			t.Errorf("%s begins with %.80q", name, now)
		}
		last := strings.ReplaceAll(strings.Replace(now, " --command`", "`", 1), "/new/", "/old/")
		for _, earlier := range []string{last, strings.Replace(last, descriptions[0]+"\n", descriptions[1]+"\n", 1)} {
			files.Save(t, path, earlier)
			if kept := install(t, dir, "/new/ccc"); kept != nil || files.Content(t, path) != now {
				t.Errorf("over an earlier %s: notices %q, and there is %q", name, kept, files.Content(t, path))
			}
			files.Save(t, path, earlier)
			if _, err := removeCommands(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(path); !os.IsNotExist(err) {
				t.Errorf("an earlier %s stays: %v", name, err)
			}
		}
	}
}

// TestC08OwnFileIsKeptAside: the user's own file is kept elsewhere, with a notice that says where, however often that
// happens, and it comes back.
func TestC08OwnFileIsKeptAside(t *testing.T) {
	ours := mustInstall(t, "/usr/bin/ccc")
	for _, own := range []string{
		"", "mine\n", "---\ndescription: mine\n---\n", ours +
			"\nand a line of mine\n", strings.Replace(ours, "$ARGUMENTS", "Please: $ARGUMENTS", 1),
		strings.Replace(ours, "!`/usr/bin/ccc", "!`/usr/bin/other", 1), "\n" + ours,
	} {
		dir := t.TempDir()
		path := commandFile(dir, "supervisor.md")
		files.Directory(t, filepath.Dir(path))
		files.Save(t, path, own)
		files.Save(t, commandFile(dir, "other.md"), "mine, too")
		kept := install(t, dir, "/usr/bin/ccc")
		if len(kept) != 1 || !strings.HasPrefix(kept[0], path+" was your own file") ||
			!strings.HasSuffix(kept[0], path+aside) {
			t.Errorf("notices = %q, want one that names both files", kept)
		}
		if files.Content(t, path+aside) != own || files.Content(t, path) != ours {
			t.Errorf("aside is %q, want %q", files.Content(t, path+aside), own)
		}
		if kept := install(t, dir, "/new/ccc"); kept != nil {
			t.Errorf("once more there is a notice: %q", kept)
		}
		removed, err := removeCommands(dir)
		if want := []string{path, commandFile(dir, "supervisoroff.md")}; err != nil ||
			!reflect.DeepEqual(words(removed), want) {
			t.Errorf("removeCommands = %q, %v, want %q", removed, err, want)
		}
		after := files.Tree(t, filepath.Dir(path))
		delete(after, file.Lock)
		if want := map[string]string{"supervisor.md": "-rw-r--r-- " + own,
			"other.md": "-rw-r--r-- mine, too"}; !reflect.DeepEqual(after, want) {
			t.Errorf("then there is %q, want %q", after, want)
		}
	}
}

// mustInstall returns what ccc writes for a program.
func mustInstall(t *testing.T, word string) string {
	t.Helper()
	dir := t.TempDir()
	install(t, dir, word)
	return files.Content(t, commandFile(dir, "supervisor.md"))
}

// TestC08TwoOwnFiles: the user replaces ccc's file by another one. No file of the user is lost, not even by an
// uninstall.
func TestC08TwoOwnFiles(t *testing.T) {
	dir := t.TempDir()
	path := commandFile(dir, "supervisor.md")
	files.Directory(t, filepath.Dir(path))
	var notices []string
	for _, own := range []string{"first", "second", "third"} {
		files.Save(t, path, own)
		notices = append(notices, install(t, dir, "/usr/bin/ccc")...)
	}
	if len(notices) != 3 {
		t.Errorf("notices = %q, want three", notices)
	}
	for path, want := range map[string]string{path + aside: "first", path + aside + "-2": "second",
		path + aside + "-3": "third"} {
		if got := files.Content(t, path); got != want {
			t.Errorf("%s holds %q, want %q", path, got, want)
		}
	}
	if _, err := removeCommands(dir); err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, text := range files.Tree(t, filepath.Dir(path)) {
		all += text
	}
	for _, own := range []string{"first", "second", "third"} {
		if !strings.Contains(all, own) {
			t.Errorf("%s is lost: there is %q", own, all)
		}
	}
}

// TestC08OwnSymlink: a link is kept elsewhere, and its target is not changed.
func TestC08OwnSymlink(t *testing.T) {
	root := t.TempDir()
	dir := files.Directory(t, filepath.Join(root, "claude"))
	path := commandFile(dir, "supervisor.md")
	files.Directory(t, filepath.Dir(path))
	target := filepath.Join(root, "mine.md")
	files.Save(t, target, "mine")
	files.Symlink(t, "../../mine.md", path)
	if kept := install(t, dir, "/usr/bin/ccc"); len(kept) != 1 || files.Content(t, path+aside) != "mine" ||
		files.Content(t, target) != "mine" {
		t.Errorf("notices = %q; the target holds %q", kept, files.Content(t, target))
	}
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		t.Errorf("ours is %v, %v, want a file", info, err)
	}
	if _, err := removeCommands(dir); err != nil {
		t.Fatal(err)
	}
	if link, err := os.Readlink(path); err != nil || link != "../../mine.md" || files.Content(t, path) != "mine" {
		t.Errorf("after removal %s is a link to %q, %v", path, link, err)
	}
}

// TestC08RemoveLeavesOwnFiles: files that ccc did not write stay.
func TestC08RemoveLeavesOwnFiles(t *testing.T) {
	dir := t.TempDir()
	if removed, err := removeCommands(dir); err != nil || removed != nil {
		t.Errorf("removeCommands of nothing = %q, %v", removed, err)
	}
	install(t, dir, "/usr/bin/ccc")
	files.Save(t, commandFile(dir, "supervisor.md"), "mine")
	if removed, err := removeCommands(dir); err != nil || len(removed) != 1 ||
		files.Content(t, commandFile(dir, "supervisor.md")) != "mine" {
		t.Errorf("removeCommands = %q, %v, and leaves %v", removed, err, files.Tree(t, dir))
	}
}

// TestC08CannotWrite: the error names the file.
func TestC08CannotWrite(t *testing.T) {
	dir := t.TempDir()
	files.Save(t, filepath.Join(dir, "commands"), "a file")
	if _, err := installCommands(dir, "ccc", lang.English); err == nil || !strings.Contains(err.Error(),
		filepath.Join(dir, "commands")) {
		t.Errorf("installCommands where commands is a file = %v", err)
	}
	if _, err := removeCommands(dir); err == nil || files.Content(t, filepath.Join(dir, "commands")) != "a file" {
		t.Errorf("removeCommands where commands is a file = %v", err)
	}
	dir = t.TempDir()
	files.Directory(t, commandFile(dir, "supervisor.md"))
	if _, err := installCommands(dir, "ccc", lang.English); err == nil || !strings.Contains(err.Error(), "supervisor.md") {
		t.Errorf("installCommands where supervisor.md is a directory = %v", err)
	}
}
