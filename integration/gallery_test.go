package integration

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/files"
	"ccc/internal/rubric"
)

// galleryProjects are small projects for those rubrics of docs/guides/gallery that only need Go, Node, make and git:
// the files of a correct project, and the file that breaks it.
var galleryProjects = map[string]struct {
	sound        map[string]string
	broken, text string
}{
	"go": {map[string]string{
		"go.mod":      "module x\n\ngo 1.24\n",
		"add.go":      "package x\n\n// Add adds.\nfunc Add(a, b int) int { return a + b }\n",
		"add_test.go": "package x\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal(\"sum\")\n\t}\n}\n",
	}, "add.go", "package x\n\n// Add adds.\nfunc Add(a, b int) int { return a  + b }\n"},
	"node": {map[string]string{
		"package.json": `{"name": "x", "scripts": {"test": "node --test", "lint": "node --check add.js"}}`,
		"add.js":       "exports.add = (a, b) => a + b\n",
		"add.test.js":  "require('node:test')('add', () => require('node:assert').equal(require('./add').add(1, 2), 3))\n",
	}, "add.js", "exports.add = (a, b) => a - b\n"},
	"data": {map[string]string{
		"Makefile":       "results:\n\tsort data/raw/a.csv\n",
		"data/raw/a.csv": "1,2\n",
	}, "Makefile", "results:\n\tsort data/raw/b.csv\n"},
	"docs": {map[string]string{
		"a.md": "# A\n\n[b](b.md), [below](#a), [elsewhere](https://example.com/)\n",
		"b.md": "# B\n",
	}, "b.md", "# B\n\n[c](c.md)\n"},
}

// TestGallery: every rubric of docs/guides/gallery is valid and has checks. They pass in a correct project of its kind
// and fail in a broken one.
func TestGallery(t *testing.T) {
	paths, err := filepath.Glob("../docs/guides/gallery/*.md")
	if err != nil || len(paths) < 7 {
		t.Fatalf("%q, %v", paths, err)
	}
	page := files.Content(t, "../docs/guides/gallery.md")
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := files.Content(t, path)
			if r, err := rubric.Parse(path, text); err != nil || len(r.Checks) == 0 {
				t.Errorf("checks %v, %v", r.Checks, err)
			}
			if !strings.Contains(page, "(gallery/"+name+".md)") {
				t.Errorf("docs/guides/gallery.md does not name %s", path)
			}
			project, tried := galleryProjects[name]
			if !tried {
				return
			}
			dir := t.TempDir()
			write(t, filepath.Join(dir, "SUPERVISOR.md"), text)
			for file, text := range project.sound {
				write(t, filepath.Join(dir, file), text)
			}
			home := t.TempDir()
			env := []string{"HOME=" + home, "CCC_LANG=en", "CLAUDE_CONFIG_DIR=", "CCC_CONFIG_DIR=", "CCC_WORK_DIR="}
			for _, variable := range []string{"GOCACHE", "GOMODCACHE"} { // else the new home has new ones
				env = append(env, variable+"="+strings.TrimSpace(runProgram(t, "", nil, "go", "env", variable)))
			}
			runProgram(t, dir, env, "git", "init", "-q")
			runProgram(t, dir, env, "git", "add", "-A")
			runProgram(t, dir, env, binary.Path(t), "trust", "--yes")
			runProgram(t, dir, env, binary.Path(t), "init", "--check")

			write(t, filepath.Join(dir, project.broken), project.text)
			check := exec.Command(binary.Path(t), "init", "--check")
			check.Dir, check.Env = dir, append(os.Environ(), env...)
			var exit *exec.ExitError
			if out, err := check.CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Errorf("of a broken project: %v, want exit code 1\n%s", err, out)
			}
		})
	}
}
