package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// settings are the git settings of the user in tests. Git then starts no other git to tidy up, and a new repository has
// no sample hooks; both would take longer than the tests themselves.
const settings = `[user]
	name = x
	email = x@y
[gc]
	auto = 0
[maintenance]
	auto = false
[advice]
	detachedHead = false
[init]
	templateDir = %q
	defaultBranch = master
`

// makeRepository makes the repository that the tests copy.
func makeRepository(dir string) error {
	for name, text := range map[string]string{"a.txt": "1", ".gitignore": "*.log\n"} {
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)); err != nil {
			return err
		}
	}
	cmd := exec.Command("sh", "-ec", "git init -q; git add -A; git commit -qm x")
	cmd.Dir = dir
	return cmd.Run()
}

// marks is where the tests store the marks of [Tree].
var marks string

func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "ccc-git-test-")
	if err != nil {
		panic(err)
	}
	template := filepath.Join(home, "template")
	for path, text := range map[string]string{
		filepath.Join(home, ".gitconfig"):          fmt.Sprintf(settings, template),
		filepath.Join(template, "info", "exclude"): "# none\n",
	} {
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			panic(err)
		}
	}
	os.Setenv("HOME", home)
	marks = filepath.Join(home, "marks")
	if err := makeRepository(filepath.Join(home, "repository")); err != nil {
		panic(err)
	}
	os.Unsetenv("XDG_CONFIG_HOME")
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}
